"""The time bank across hands: what a player has used of it is gone for all hands at the table (clock.time_bank_refill).

A hand shows how much of the bank was used at the least: what the player took beyond clock.hand_seconds. A lost connection starts the bank
at once, so it may have been more. Whoever is missing in a hand of the table, or pauses, may have moved to another table and come back with
a full bank: what he used before counts no longer.
"""

from collections.abc import Iterator, Mapping, Sequence

import duckdb
import numpy as np
import pyarrow as pa

from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.view import ints, lists
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.params import whole, word

BREAK_SECONDS = 600
"""After so long between the ends of two hands a player may have been at another table [decision]: no hand lasts longer, and few as long."""

USES = pa.schema(
    [
        ("hand_key", pa.int64()),
        ("acting_order", pa.int64()),
        ("used_ms", pa.int64()),
        ("bank_ms", pa.int64()),
        ("source", pa.string()),
    ]
)


def least_clock(rules: Sequence[RuleSet]) -> int | None:
    """Milliseconds within which no hand uses a time bank that must last: the shortest clock of rule sets that have one; None: none has."""
    clocks = [clock for one in rules if (clock := _clock(one)) is not None]
    return min(clock[0] for clock in clocks) if clocks else None


def _clock(rules: RuleSet | None) -> tuple[int, int] | None:
    """Milliseconds of the clock and of the bank, where the bank is full again at a new table only."""
    if rules is None or word(rules, "clock.time_bank_refill") != "new_table":
        return None
    clock, bank = whole(rules, "clock.hand_seconds"), whole(rules, "clock.time_bank_seconds")
    return None if clock is None or bank is None else (clock * 1000, bank * 1000)


def taken(boards: pa.Table) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """(n,) milliseconds that each row of boards tells of, added up; 0 where it tells of none."""
    row, ms, _ = lists(boards, "street_ms")
    total = np.zeros(boards.num_rows, np.int64)
    np.add.at(total, row, np.where(ms == NULL, 0, ms))
    return total


def uses(
    hands: pa.Table,
    boards: pa.Table,
    effective: Sequence[RuleSet | None],
    index: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> pa.Table:
    """Who used how much of his time bank in which hand, at the least and at most all of it; rows as `USES` says.

    `boards`: of hands among `hands`; `effective`, `index`: which rule set applies to each of `hands`.
    """
    total = taken(boards)
    keys = ints(hands, "hand_key")
    order = np.argsort(keys, kind="stable")
    rules_no = index[order[np.searchsorted(keys[order], ints(boards, "hand_key"))]] if len(keys) else index
    clocks = [_clock(one) for one in effective]
    limit = np.array([NULL if clock is None else clock[0] for clock in clocks], np.int64)[rules_no]
    bank = np.array([0 if clock is None else clock[1] for clock in clocks], np.int64)[rules_no]
    sources = [None if one is None else one.source("clock.time_bank_refill") for one in effective]
    at = np.flatnonzero((limit != NULL) & (total > limit))
    columns = {
        "hand_key": ints(boards, "hand_key")[at],
        "acting_order": ints(boards, "acting_order")[at],
        "used_ms": np.minimum(total - limit, bank)[at],
        "bank_ms": bank[at],
        "source": [sources[number] for number in rules_no[at].tolist()],
    }
    return pa.table({name: pa.array(values, USES.field(name).type) for name, values in columns.items()}, USES)


_SUSPECTS = """
    with used as (
        select h.site, coalesce(h.club_id, '') as club_id, h.table_id, s.player_id, least(u.used_ms, u.bank_ms) as used_ms, u.bank_ms
        from bank_uses as u
        join hands as h using (hand_key)
        join seats as s using (hand_key, acting_order)
        where h.table_id is not null
    )
    select site, club_id, table_id, player_id
    from used
    group by all
    having count(*) > 1 and sum(used_ms) > min(bank_ms)
"""

# Every hand at the tables of those players, and whether each was in it.
_PRESENCE = """
    with at_tables as (
        select
            h.hand_key, h.site, coalesce(h.club_id, '') as club_id, h.table_id, h.hand_id, h.ended_at, h.tournament_id, h.source_file,
            h.first_line, h.last_line, o.hand_order
        from hands as h
        join hand_order as o using (hand_key)
        left join id_clashes as x on x.hand_key = h.hand_key and x.kind = 'conflict'
        where h.status <> 'cancelled' and x.hand_key is null and h.table_id in (select table_id from bank_suspects)
    )
    select t.*, d.player_id, s.acting_order, s.player_name, s.acting_order is not null as is_there
    from bank_suspects as d
    join at_tables as t on t.site = d.site and t.club_id = d.club_id and t.table_id = d.table_id
    left join seats as s on s.hand_key = t.hand_key and s.player_id = d.player_id
"""

_OVERDRAWN = """
    with broken as (
        select
            *,
            not (
                is_there
                and coalesce(lag(is_there) over w, false)
                and coalesce(epoch(ended_at - lag(ended_at) over w) < $pause, false)
                and tournament_id is not distinct from lag(tournament_id) over w
            ) as is_new
        from bank_presence
        window w as (partition by site, club_id, table_id, player_id order by hand_order)
    ),
    stays as (
        select *, sum(is_new::integer) over (partition by site, club_id, table_id, player_id order by hand_order) as stay
        from broken
    ),
    added as (
        select
            s.*, u.used_ms, u.bank_ms, u.source,
            sum(coalesce(u.used_ms, 0)) over w as in_all,
            count(u.used_ms) over w as n_uses
        from stays as s
        left join bank_uses as u using (hand_key, acting_order)
        where s.is_there
        window w as (partition by s.site, s.club_id, s.table_id, s.player_id, s.stay order by s.hand_order)
    )
    select a.*
    from added as a
    anti join hand_findings as f on f.hand_key = a.hand_key and f.acting_order = a.acting_order and f.check_id = 'clock.time'
    where a.in_all > a.bank_ms and a.in_all - a.used_ms <= a.bank_ms
"""

_SECONDS = "regexp_replace(printf('%.3f', ({}) / 1000), '[.]?0+$', '')"

_FINDINGS = findings_query(
    "clock.time",
    "bank_overdrawn",
    {
        "severity": "'warning'",
        "acting_order": "acting_order",
        "claimed": f"{_SECONDS.format('in_all')} || ' s of the time bank'",
        "computed": f"'at most ' || {_SECONDS.format('bank_ms')} || ' s'",
        "message": f"""player_name || ' took ' || {_SECONDS.format("used_ms")} || ' s of the time bank in this hand and '
            || {_SECONDS.format("in_all - used_ms")} || ' s in ' || if(n_uses = 2, 'a hand', (n_uses - 1) || ' hands')
            || ' before it at this table; the bank gives ' || {_SECONDS.format("bank_ms")} || ' s and is full again at a new table only.'""",
        "rule_key": "'clock.time_bank_refill'",
        "rule_source": "source",
        "first_line": "first_line",
        "last_line": "last_line",
    },
)

_STEPS: Mapping[str, str] = {
    "bank_suspects": _SUSPECTS,
    "bank_presence": _PRESENCE,
    "bank_overdrawn": _OVERDRAWN,
    "bank_findings": _FINDINGS,
}


def audit_time_bank(con: duckdb.DuckDBPyConnection, used: Iterator[pa.Table]) -> None:
    """Creates temp table `bank_findings` in `con`: who used more of his time bank at a table than it holds.

    `used`: tables as `USES` says. Needs relations hands, seats, hand_order, id_clashes and hand_findings. The player's first hand beyond the
    bank is told, once as long as he stays.
    """
    con.register("no_uses", USES.empty_table())
    con.execute("create or replace temp table bank_uses as from no_uses")
    con.unregister("no_uses")
    for rows in used:
        con.register("uses", rows)
        con.execute("insert into bank_uses from uses")
        con.unregister("uses")
    for name, query in _STEPS.items():
        given = {"pause": BREAK_SECONDS} if "$pause" in query else None
        con.execute(f"create or replace temp table {name} as {query}", given)
