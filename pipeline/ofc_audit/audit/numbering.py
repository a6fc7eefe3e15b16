"""The numbers of the hands of a match: 1, 2, 3 and so on, each once, in the order of time.

A number that is left out is a hand that the record does not have; who keeps the record may have lost it, so that is a note. A number that
stands twice, or against the order of time, is a warning: some room may number a hand and the Fantasyland that continues it alike.
"""

from collections.abc import Mapping

import duckdb

from ofc_audit.audit.finding_sql import findings_query

_HANDS = """
    select
        h.hand_key, h.hand_id, h.match_id, h.hand_no, h.ended_at, h.source_file, h.first_line, h.last_line, o.hand_order,
        x.kind is not null as is_reused,
        lag(h.hand_no) over w as number_before,
        lag(h.hand_id) over w as id_before,
        lag(h.ended_at) over w as ended_before,
        dense_rank() over (order by h.site, h.club_id, h.table_id, h.match_id) as match_no
    from hands as h
    join hand_order as o using (hand_key)
    join hand_rules using (hand_key)
    join stack_rules as r using (rules_no)
    left join id_clashes as x on x.hand_key = h.hand_key
    where r.has_match and h.match_id is not null and h.hand_no is not null and x.kind is distinct from 'conflict'
    window w as (partition by h.site, h.club_id, h.table_id, h.match_id order by o.hand_order)
"""

# Of a match whose numbers are wrong throughout, two matches under one id for instance, the first is told.
_ODD = """
    select *, if(hand_no = number_before, 'twice', 'early') as odd
    from numbered_hands
    where (hand_no = number_before and not is_reused) or (hand_no > number_before and ended_at < ended_before)
    qualify row_number() over (partition by match_no order by hand_order) = 1
"""

# A record that begins within a match has its beginning elsewhere, as one that ends before the match does has its end.
_MISSING = """
    select *, number_before + 1 as first_missing, hand_no - 1 as last_missing
    from numbered_hands
    where hand_no > number_before + 1
"""

_TIME = "strftime({}, '%Y-%m-%d %H:%M:%S')"

_ODD_FINDINGS = findings_query(
    "match.numbering",
    "oddly_numbered",
    {
        "severity": "'warning'",
        "claimed": "'hand ' || hand_no",
        "message": f"""case odd
            when 'twice' then 'Match ' || match_id || ' has two hands ' || hand_no || ', ' || id_before || ' and ' || hand_id
                || ': each hand of a match has a number of its own.'
            else 'Hand ' || hand_no || ' of match ' || match_id || ' ended at ' || {_TIME.format("ended_at")} || ' UTC, before hand '
                || number_before || ' (' || id_before || ', ' || {_TIME.format("ended_before")} || ' UTC).'
            end""",
        "first_line": "first_line",
        "last_line": "first_line",
        "mark": "hand_id",
    },
)

_MISSING_FINDINGS = findings_query(
    "source.missing_hand",
    "missing_hands",
    {
        "severity": "'note'",
        "claimed": "'hand ' || hand_no",
        "computed": "'hand ' || first_missing",
        "message": """if(first_missing = last_missing, 'Hand ' || first_missing || ' of match ' || match_id || ' is',
            'Hands ' || first_missing || ' to ' || last_missing || ' of match ' || match_id || ' are') || ' not on record: this is hand '
            || hand_no || ', and the one before is hand ' || number_before || ' (' || id_before
            || '). What follows from one hand to the next cannot be told across it.'""",
        "first_line": "first_line",
        "last_line": "first_line",
        "mark": "hand_id",
    },
)

STEPS: Mapping[str, str] = {
    "numbered_hands": _HANDS,
    "oddly_numbered": _ODD,
    "missing_hands": _MISSING,
    "numbering_findings": f"{_ODD_FINDINGS} union all {_MISSING_FINDINGS}",
}


def audit_numbering(con: duckdb.DuckDBPyConnection) -> None:
    """Adds what the numbers of hands show to the temp table `chain_findings` in `con`.

    Needs relations hands, hand_order, hand_rules and id_clashes, and what `audit_stacks` makes. A cancelled hand has its number like any other;
    a second record of one deal is not counted.
    """
    for name, query in STEPS.items():
        con.execute(f"create or replace temp table {name} as {query}")
    con.execute("insert into chain_findings by name select * from numbering_findings")
