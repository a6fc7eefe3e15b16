"""What single hands, chains of hands and the identity of records found, made into one table; and the tables about few rows."""

from pathlib import Path

import duckdb

from ofc_audit.cards import CARD_TEXT, RANKS, SUITS
from ofc_audit.findings import CHECKS
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import Table, table
from ofc_audit.warehouse.copies import copy_findings, find_copies
from ofc_audit.warehouse.engine import count, quoted, view_of_parquet
from ofc_audit.warehouse.lay import lay
from ofc_audit.warehouse.waivers import COUNTED, MATCHED, UNMATCHED, Waivers, waivers_table

_NEVER_TOLD = {
    *("hand_key", "deal_key", "is_swapped", "player_name", "unknown_keys", "hand_id"),
    *("cards", "is_hero", "is_observed"),
}
"""Columns in which two records of one deal cannot conflict: keys, what is no content, the cards, and what each recorder tells of himself."""
_IS_TOLD = {
    "streets": "list_max(x.streets) < 255 and list_max(y.streets) < 255 and ",
    "shown": "list_min(x.shown) < 255 and list_min(y.shown) < 255 and ",
}
"""What must hold for lists with a value for unknown to contradict each other."""
_MOST_CARDS_TOLD = 3
_SIDE_KEYS = {"hands": (), "seats": ("acting_order",), "boards": ("acting_order",), "claims": ("acting_order",)}
_SIDE_KEYS_OF_PAIRS = ("a", "b")


def relate(con: duckdb.DuckDBPyConnection, folder: Path, staged: Path) -> None:
    """Views, by their declared names, on the hand tables in `folder`, and on what single hands and chains found; and the table `copies`."""
    for name in HAND_TABLES:
        view_of_parquet(con, name, folder / f"{name}.parquet")
    for name in ("hand_findings", "chain_findings"):
        view_of_parquet(con, name, staged / f"{name}.parquet")
    find_copies(con, folder)


def conflict_differences(con: duckdb.DuckDBPyConnection) -> None:
    """Creates `differences(hand_key, columns)`: for each conflict, the columns in which the two records contradict each other, as text.

    Where one of them tells nothing they do not.
    """
    con.execute("create or replace temp table conflict_pairs as select * from id_clashes where kind = 'conflict'")
    if not count(con, "select count(*) from conflict_pairs"):
        con.execute("create or replace temp table differences (hand_key bigint, columns varchar)")
        return
    parts = []
    for name in HAND_TABLES:
        keys = _SIDE_KEYS.get(name, _SIDE_KEYS_OF_PAIRS)
        names = [
            c.name for c in table(name).columns if not c.place and c.name not in _NEVER_TOLD and c.name not in keys
        ]
        told = ", ".join(
            f"case when {_IS_TOLD.get(column, '')}x.{column} <> y.{column} then {quoted(f'{name}.{column}')} end"
            for column in names
        )
        same = "".join(f" and x.{key} is not distinct from y.{key}" for key in keys)
        sides = {
            side: f"""
                select pair.hand_key as of_hand, row.*
                from conflict_pairs as pair join {name} as row on row.hand_key = pair.{key}
            """
            for side, key in (("x", "hand_key"), ("y", "other_hand_key"))
        }
        parts.append(
            f"""
            select coalesce(x.of_hand, y.of_hand) as hand_key, unnest([{told}]) as name
            from ({sides["x"]}) as x full join ({sides["y"]}) as y on x.of_hand = y.of_hand{same}
            """
        )
    con.execute(
        "create or replace temp table differences as "
        "select hand_key, string_agg(distinct name, ', ' order by name) as columns from ("
        + " union all ".join(parts)
        + ") where name is not null group by hand_key"
    )


def deck_clashes(con: duckdb.DuckDBPyConnection) -> None:
    """Creates `deck_clashes(hand_key, told)`: for each conflict, the cards that one record has in one place and the other in another, as text.

    Two records that agree wherever both speak are of two deals where each shows the discards of its own player and a card is in both.
    """
    if not count(con, "select count(*) from conflict_pairs"):
        con.execute("create or replace temp table deck_clashes (hand_key bigint, told varchar)")
        return
    sides = ", ".join(
        f"""
        {side} as (
            select
                p.hand_key as of_hand, b.acting_order, coalesce(s.player_name, s.player_id) as player,
                unnest(list_concat(
                    [{{'card': card, 'place': 'on the board'}} for card in list_distinct(b.cards) if card < {len(CARD_TEXT)}],
                    [{{'card': card, 'place': 'a discard'}} for card in list_distinct(b.discards)]
                ), recursive := true)
            from conflict_pairs as p
            join boards as b on b.hand_key = p.{key}
            join seats as s on s.hand_key = b.hand_key and s.acting_order = b.acting_order
        )
        """
        for side, key in (("x", "hand_key"), ("y", "other_hand_key"))
    )
    con.execute(
        f"""
        create or replace temp table deck_clashes as
        with {sides},
        clashes as (
            select
                x.of_hand as hand_key, x.card, x.acting_order, y.acting_order as other_order,
                {_card_text("x.card")} || ' is ' || x.place || ' of ' || x.player || ' in one and '
                    || y.place || ' of ' || y.player || ' in the other' as told
            from x join y using (of_hand, card)
            where (x.acting_order, x.place) <> (y.acting_order, y.place)
            -- A card that one record has in both places is that record's doing, and no conflict.
            and not exists (
                from x as x2
                where (x2.of_hand, x2.card, x2.acting_order, x2.place) = (x.of_hand, x.card, y.acting_order, y.place)
            )
            and not exists (
                from y as y2
                where (y2.of_hand, y2.card, y2.acting_order, y2.place) = (x.of_hand, x.card, x.acting_order, x.place)
            )
        )
        select
            hand_key,
            array_to_string(list(told order by card, acting_order, other_order)[:{_MOST_CARDS_TOLD}], ', ')
                || case when count(*) > {_MOST_CARDS_TOLD} then ', and more' else '' end as told
        from clashes
        group by hand_key
        """
    )


def _card_text(code: str) -> str:
    """A card's code as text, in SQL."""
    return f"substr('{RANKS}', ({code} // 4 + 1)::bigint, 1) || substr('{SUITS}', ({code} % 4 + 1)::bigint, 1)"


def _identity_findings() -> str:
    """A query of findings about ids, one per row of `id_clashes`; no file is named in the text, for the text is content."""
    conflict, reused = (CHECKS[check] for check in ("source.conflict", "source.reused_id"))
    columns = {
        "finding_no": "0",
        "hand_key": "c.hand_key",
        "check_id": f"case c.kind when 'conflict' then {quoted(conflict.id)} else {quoted(reused.id)} end",
        "severity": f"case c.kind when 'conflict' then {quoted(conflict.severity)} else {quoted(reused.severity)} end",
        "message": """
            case c.kind when 'conflict' then
                'Hand ' || h.hand_id || ' is on record twice: the same deal, '
                || coalesce(
                    'told differently in ' || d.columns,
                    'and one deck cannot hold both: ' || k.told,
                    'told differently in what else the records say'
                )
                || '. Both records are kept and audited; neither enters the statistics.'
            else
                'The id ' || h.hand_id || ' stands for an earlier hand too, with another deal'
                || ' (' || coalesce('ended ' || strftime(o.ended_at, '%Y-%m-%d %H:%M:%S') || ' UTC, ', '') || o.status
                || '). They are two hands and both count.'
            end""",
        "source_file": "h.source_file",
        "first_line": "h.first_line",
        "last_line": "h.first_line",
        "mark": "h.hand_id",
    }
    listed = ", ".join(f"{columns.get(c.name, 'null')} as {c.name}" for c in table("findings").columns)
    return f"""
        select {listed}
        from id_clashes as c
        join hands as h using (hand_key)
        join hands as o on o.hand_key = c.other_hand_key
        left join differences as d on d.hand_key = c.hand_key
        left join deck_clashes as k on k.hand_key = c.hand_key
    """


def _ordered_columns(declared: Table, but: str) -> str:
    """All columns as sort keys, content before places, so that rows of equal content may come in any order."""
    content = [c.name for c in declared.columns if not c.place and c.name != but]
    places = list(declared.place_columns)
    return ", ".join(f"{name} nulls first" for name in (*content, *places))


def _waive(con: duckdb.DuckDBPyConnection, folder: Path, waivers: Waivers) -> None:
    """Creates `told_findings`, with what is waived, and `counted_waivers`, and writes the latter as table `waivers`."""
    columns = [c.name for c in table("findings").columns]
    names = ", ".join(columns)
    parts = [f"select {names} from hand_findings", f"select {names} from chain_findings"]
    every = " union all ".join([*parts, _identity_findings(), copy_findings()])
    con.register("all_waivers", waivers_table(waivers))
    con.execute("create or replace temp table given_waivers as from all_waivers")
    con.unregister("all_waivers")
    if waivers.entries:
        view_of_parquet(con, "sources", folder / "sources.parquet")
        con.execute(
            f"create or replace temp table numbered_findings as select row_number() over () as found_no, * from ({every})"
        )
        con.execute(f"create or replace temp table waiver_matches as {MATCHED}")
        waived = {"waiver_no": "m.waiver_no", "waived": "m.reason as waived"}
        listed = ", ".join(waived.get(name, f"f.{name}") for name in columns)
        every = (
            f"select {listed} from numbered_findings as f "
            "left join waiver_matches as m on m.found_no = f.found_no and m.turn = 1"
        )
    else:
        con.execute("create or replace temp table waiver_matches (found_no bigint, waiver_no bigint, turn bigint)")
    con.execute(f"create or replace temp view told_findings as {every}")
    lay(con, "waivers", COUNTED, folder / "waivers.parquet")
    view_of_parquet(con, "counted_waivers", folder / "waivers.parquet")


def lay_findings(con: duckdb.DuckDBPyConnection, folder: Path, waivers: Waivers) -> int:
    """Writes `findings`, numbered from 1 by hand, check of the catalogue and seats, and `waivers`; gives how many findings there are.

    Needs `sources` in `folder`. A waiver that matches none of them adds one.
    """
    declared = table("findings")
    names = ", ".join(c.name for c in declared.columns)
    checks = ", ".join(f"({quoted(check)}, {place})" for place, check in enumerate(CHECKS))
    conflict_differences(con)
    deck_clashes(con)
    _waive(con, folder, waivers)
    listed = ", ".join(f"{UNMATCHED.get(c.name, 'null')} as {c.name}" for c in declared.columns)
    query = f"""
        with found as (
            select {names} from told_findings
            union all select {listed} from counted_waivers where matched = 0
        ),
        catalogue as (select * from (values {checks}) as t(check_id, check_place)),
        ordered as (
            select found.* from found left join hand_order using (hand_key) left join catalogue using (check_id)
            order by hand_order nulls last, check_place, acting_order nulls first, other_order nulls first,
                {_ordered_columns(declared, "finding_no")}
        )
        select row_number() over () as finding_no, * exclude (finding_no) from ordered
    """
    return lay(con, "findings", query, folder / "findings.parquet")


def lay_rest(con: duckdb.DuckDBPyConnection, folder: Path) -> int:
    """Writes `id_clashes`, `hand_records` and `rejects`, by content and then place; gives how many rejects there are."""
    records = ", ".join(c.name for c in table("hand_records").columns)
    lay(
        con,
        "hand_records",
        f"select {records} from records_of_hands join hand_order using (raw_hand) order by hand_order, record_no",
        folder / "hand_records.parquet",
    )
    clashes = ", ".join(c.name for c in table("id_clashes").columns)
    lay(
        con,
        "id_clashes",
        f"select {clashes} from id_clashes join hand_order using (hand_key) order by hand_order",
        folder / "id_clashes.parquet",
    )
    return lay(
        con,
        "rejects",
        "select r.* exclude (source_no) from staged_rejects as r join read_sources as s using (source_no) "
        "order by r.reason, sha256(r.raw), s.sha256, r.first_byte",
        folder / "rejects.parquet",
    )
