"""What a recomputation under other rules leaves, as rows: totals, players, tables, the hands that change most, and why."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ofc_audit.report.rendering import Field
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, signed
from ofc_audit.tables import table
from ofc_audit.warehouse.engine import database, quoted
from ofc_audit.warehouse.place import PARQUET
from ofc_audit.warehouse.rescore import RESCORE_TABLES

Row = dict[str, Any]
UNIT = ("currency", "chip_price", "chip_currency")
BASES = table("rescore_hands").column("basis").values
COMPARED = ("points", "worth", "money")

_NOT_SUMMED = ("chip_price", "first_change_hand_key")
_UNIT_ORDER = "currency nulls first, chip_currency nulls first, chip_price nulls first"
_KINDS = {"int64": "int", "int32": "int", "money": "money", "timestamp": "time", "string": "text"}


def table_fields(name: str) -> list[Field]:
    """Every column of a declared table, under its own name."""
    return [Field(c.name, c.name, _KINDS[c.type]) for c in table(name).columns]  # type: ignore[arg-type]


HAND_FIELDS = (*table_fields("rescore_hands"), Field("why", "why"))
LISTED: Mapping[str, tuple[str, tuple[Field, ...]]] = {
    "player": ("rescore_players", tuple(table_fields("rescore_players"))),
    "table": ("rescore_tables", tuple(table_fields("rescore_tables"))),
    "hand": ("rescore_hands", HAND_FIELDS),
}
"""What can be listed alone: the table it comes from and its columns."""


@contextmanager
def open_rescored(folder: Path, record: Mapping[str, Any]) -> Iterator[Store]:
    """The tables below `<folder>/parquet`, to be asked; hands with their place in the order of hands."""
    with TemporaryDirectory(prefix="ofc-") as spill, database(Path(":memory:"), Path(spill), None) as con:
        for name in RESCORE_TABLES:
            source = f"read_parquet({quoted(folder / PARQUET / f'{name}.parquet')}, file_row_number = true)"
            con.execute(
                f"create view {name} as select * exclude (file_row_number), file_row_number as place from {source}"
            )
        yield Store(folder, con, record)


def unit_words(row: Mapping[str, Any]) -> str:
    """The unit of a row's amounts: `EUR`, `chips`, `chips of 1.60 MYR`."""
    currency = row["currency"]
    if currency is None:
        return "unnamed currency"
    if row["chip_price"] is None:
        return str(currency)
    return f"{currency} of {money_text(row['chip_price'])} {row['chip_currency'] or ''}".rstrip()


@dataclass(frozen=True)
class Listing:
    """A table of sums as it is listed: which of its rows change, and which come first within a unit."""

    name: str
    is_changed: str
    order: str

    def rows(self, store: Store) -> list[Row]:
        """Every row, unit by unit."""
        return store.rows(f"select * exclude (place) from {self.name} order by {_UNIT_ORDER}, {self.order}")

    def top(self, store: Store, top: int) -> list[Row]:
        """At most so many changed rows of each unit in which there is one, and the sums over all its others."""
        unit = ", ".join(UNIT)
        summed = [
            c.name for c in table(self.name).columns if c.type in ("int64", "money") and c.name not in _NOT_SUMMED
        ]
        names = [c.name for c in table(self.name).columns if c.name not in (*UNIT, *summed)]
        query = f"""
            with ranked as (
                select
                    *, {self.is_changed} as is_changed, bool_or(is_changed) over (partition by {unit}) as is_any,
                    row_number() over (partition by {unit} order by is_changed desc, {self.order}) as rank
                from {self.name}
            )
            select {unit}, {", ".join((*names, *summed))}, rank, null as others
            from ranked where is_changed and rank <= $1
            union all by name
            select {unit}, {", ".join(f"sum({name}) as {name}" for name in summed)}, null as rank, count(*) as others
            from ranked where is_any and not (is_changed and rank <= $1) group by {unit}
            order by {_UNIT_ORDER}, rank nulls last
        """
        return store.rows(query, [top])


def count_rows(store: Store) -> list[Row]:
    """How many hands there are, are counted, and can be compared in points, worth and money, with the reasons why not."""
    rows: list[Row] = [{"what": "stored", "reason": None, "hands": store.value("select count(*) from rescore_hands")}]
    rows += _reasons(store, "left out", "left_out", "left_out is not null", "left out: ")
    counted = "left_out is null"
    rows.append({"what": "counted", "reason": None, "hands": _count(store, counted)})
    for name in COMPARED:
        words = f"{name} compared"
        rows.append({"what": words, "reason": None, "hands": _count(store, f"{counted} and {name}_reason is null")})
        rows += _reasons(store, words, f"{name}_reason", f"{counted} and {name}_reason is not null", "not: ")
    for basis, words in (
        ("other_deal", "could not have been dealt"),
        ("play_change", "would have changed the play of the next"),
    ):
        condition = f"{counted} and {basis} is not null"
        if n := _count(store, condition):
            rows.append({"what": words, "reason": None, "hands": n})
            rows += _reasons(store, words, basis, condition)
    return rows


def _count(store: Store, condition: str) -> int:
    return int(store.value(f"select count(*) from rescore_hands where {condition}"))


def _reasons(store: Store, what: str, column: str, condition: str, lead: str = "") -> list[Row]:
    return store.rows(
        f"select '{what}' as what, '{lead}' || {column} as reason, count(*) as hands from rescore_hands where {condition} "
        "group by all order by hands desc, reason"
    )


def total_rows(store: Store) -> list[Row]:
    """For each unit and basis, and for all of a unit together (basis null): hands, and what moves in points, worth and money."""
    sums = ", ".join(
        f"count(*) filter (where {name}_reason is null) as {name}_hands, sum({name}_moved) as {name}_moved"
        for name in COMPARED
    )
    return store.rows(
        f"select {', '.join(UNIT)}, basis, count(*) as hands, {sums}, grouping(basis) as is_all "
        f"from rescore_hands where left_out is null group by grouping sets (({', '.join(UNIT)}), ({', '.join(UNIT)}, basis)) "
        f"order by {_UNIT_ORDER}, is_all desc, list_position($1, basis)",
        [list(BASES)],
    )


_PLAYERS = Listing(
    "rescore_players",
    "coalesce(points_gained > 0 or points_delta <> 0 or net_delta <> 0, false)",
    "abs(worth_delta) desc nulls last, abs(points_delta) desc nulls last, place",
)
_TABLES = Listing(
    "rescore_tables",
    "coalesce(points_moved > 0 or money_moved > 0, false)",
    "worth_moved desc nulls last, points_moved desc nulls last, place",
)


def player_rows(store: Store) -> list[Row]:
    """Table `rescore_players`, unit by unit, who gains or loses most first."""
    return _PLAYERS.rows(store)


def table_rows(store: Store) -> list[Row]:
    """Table `rescore_tables`, unit by unit, where most moves first."""
    return _TABLES.rows(store)


def top_players(store: Store, top: int) -> list[Row]:
    """Of each unit the first players for whom anything changes, and the others in one row, whose `others` says how many they are."""
    return _PLAYERS.top(store, top)


def top_tables(store: Store, top: int) -> list[Row]:
    """Of each unit the first tables at which anything moves, and the others in one row likewise."""
    return _TABLES.top(store, top)


def is_one_unit(store: Store) -> bool:
    """Whether the amounts of all counted hands can be held against each other."""
    units = f"select distinct {', '.join(UNIT)} from rescore_hands where left_out is null"
    return int(store.value(f"select count(*) from ({units})")) == 1


def hand_rows(store: Store, limit: int) -> list[Row]:
    """The hands that change most, at most so many, each with `why`: what changes in which pair.

    By worth where all amounts are of one unit, else by points.
    """
    first = "worth_moved desc nulls last, " if is_one_unit(store) else ""
    hands = store.rows(
        "select * exclude (place) from rescore_hands where left_out is null and (points_moved > 0 or money_moved > 0) "
        f"order by {first}points_moved desc, money_moved desc nulls last, place limit $1",
        [limit],
    )
    keys = [hand["hand_key"] for hand in hands]
    pairs: dict[int, list[str]] = {key: [] for key in keys}
    for pair in store.rows(_PAIRS, [keys]):
        pairs[pair["hand_key"]].append(pair_words(pair))
    for hand in hands:
        hand["why"] = "; ".join(pairs[hand["hand_key"]])
    return hands


_PAIRS = """
select p.*, x.player_name as name_a, y.player_name as name_b,
    x.own_is_foul is distinct from x.new_is_foul as is_other_foul_a, x.new_is_foul as new_foul_a,
    y.own_is_foul is distinct from y.new_is_foul as is_other_foul_b, y.new_is_foul as new_foul_b
from rescored_pairs as p
join rescored_seats as x on x.hand_key = p.hand_key and x.acting_order = p.a
join rescored_seats as y on y.hand_key = p.hand_key and y.acting_order = p.b
where p.hand_key in (select unnest($1)) and (p.points_delta <> 0 or p.amount_delta <> 0)
order by p.place
"""


def pair_words(pair: Mapping[str, Any]) -> str:
    """What changes between two players: `Ana v Bo +17 to +14 (bonus +3 to 0)`."""
    changes = []
    for side in ("a", "b"):
        if pair[f"is_other_foul_{side}"] and pair[f"new_foul_{side}"] is not None:
            changes.append(f"{pair[f'name_{side}']} {'fouls' if pair[f'new_foul_{side}'] else 'does not foul'}")
    own, new = ([pair[f"{side}_{row}"] for row in ("top", "middle", "bottom")] for side in ("own", "new"))
    if own != new and None not in own + new:
        changes.append(f"rows {' '.join(map(signed, own))} to {' '.join(map(signed, new))}")
    if pair["own_bonus"] != pair["new_bonus"]:
        changes.append(f"bonus {signed(pair['own_bonus'])} to {signed(pair['new_bonus'])}")
    own, new = ([pair[f"{side}_royalties_{x}"] for x in ("a", "b")] for side in ("own", "new"))
    if own != new:
        changes.append(f"royalties {own[0]} - {own[1]} to {new[0]} - {new[1]}")
    names = f"{pair['name_a']} v {pair['name_b']}"
    if pair["points_delta"]:
        said = f"{names} {signed(pair['own_points'])} to {signed(pair['new_points'])}"
        return said + (f" ({', '.join(changes)})" if changes else "")
    return f"{names} {money_text(pair['own_amount'], sign=True)} to {money_text(pair['new_amount'], sign=True)} within the cap"


def change_rows(store: Store, limit: int | None = None) -> list[Row]:
    """Hands from which on later hands of a table or match are hypothetical or uncertain, most such hands first, and who is the cause."""
    rows = store.rows(f"{_CHANGES} limit $1", [limit])
    keys = [row["hand_key"] for row in rows]
    causes: dict[int, list[str]] = {key: [] for key in keys}
    for seat in store.rows(_CAUSES, [keys]):
        causes[seat["hand_key"]].append(cause_words(seat))
    for row in rows:
        said = "the button elsewhere" if row["play_change"] == "button" else ", ".join(causes[row["hand_key"]])
        row["cause"] = said or "what no rule tells"
    return rows


def change_totals(store: Store) -> tuple[int, int]:
    """How many such hands there are, and how many hands come after one."""
    counted = "select count(distinct (basis_hand_key, basis)) as changes, count(*) as later from rescore_hands"
    row = store.rows(f"{counted} where basis_hand_key is not null")[0]
    return row["changes"], row["later"]


_CHANGES = """
with later as (
    select basis_hand_key as hand_key, basis, count(*) as later
    from rescore_hands where basis_hand_key is not null group by all
)
select h.site, h.club_id, h.table_id, h.match_id, h.hand_key, h.hand_id, h.play_change, later.basis, later.later
from later join rescore_hands as h using (hand_key)
order by later.later desc, h.place, later.basis
"""
_CAUSES = """
select * from rescored_seats
where hand_key in (select unnest($1))
    and (own_is_fantasy_next is distinct from new_is_fantasy_next or own_fantasy_next is distinct from new_fantasy_next
        or own_is_fantasy_next is null or (own_is_fantasy_next and own_fantasy_next is null))
order by place
"""


def cause_words(seat: Mapping[str, Any]) -> str:
    """What the new rules send a player to instead: `Ana 14 cards instead of 15`, `Bo no Fantasyland instead of 14 cards`."""
    own, new = (_due_words(seat[f"{side}_is_fantasy_next"], seat[f"{side}_fantasy_next"]) for side in ("own", "new"))
    return f"{seat['player_name']} {new} instead of {own}"


def _due_words(is_next: bool | None, cards: int | None) -> str:
    if is_next is None:
        return "what no rule tells"
    if not is_next:
        return "no Fantasyland"
    return "unknown cards" if cards is None else f"{cards} cards"
