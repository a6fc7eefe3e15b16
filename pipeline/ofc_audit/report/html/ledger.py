"""The ledger of some hands, at a table or of a club: what everybody won and lost, the rake, and what nobody can account for.

Accounts stand for themselves, also where a file of aliases joins them: a club settles with accounts. Money is what the site says, each
currency and each worth of a chip for itself. In matches settled at their end it stands in the last hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Line, Shown, grid_of, rows_command
from ofc_audit.report.html.page import cut, many
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text
from ofc_audit.tables import table

Row = dict[str, Any]

MAX_ROWS = 3000
_UNIT = "currency, chip_price, chip_currency"


@dataclass(frozen=True)
class Scope:
    """Some hands: a condition on `stg_counted_hands` (as on `hands`), and its parameters."""

    condition: str
    parameters: Sequence[object]


@dataclass(frozen=True)
class Ledger:
    """The ledger in one currency: its name, what came of the money in sentences, and the players."""

    unit: str
    balance: Sequence[dict[str, str]]
    verdict: str
    is_even: bool
    players: Grid


_BALANCE = """
select {unit}, count(*) as hands, count(chips.won) as money_hands,
    sum(chips.won)::decimal(18, 4) as won, sum(chips.lost)::decimal(18, 4) as lost,
    count(chips.won + chips.rake) as raked_hands,
    sum(chips.rake) filter (where chips.won is not null)::decimal(18, 4) as rake,
    sum(chips.lost - chips.won - chips.rake)::decimal(18, 4) as unaccounted,
    count(*) filter (where chips.lost - chips.won - chips.rake <> 0) as uneven_hands,
    sum(chips.lost - chips.won) filter (where chips.rake is null)::decimal(18, 4) as not_told
from stg_counted_hands as h join int_hand_chips as chips using (hand_key)
where {condition}
group by {unit} order by hands desc, {unit}
"""
_PLAYERS = """
with own as (
    select p.* from int_player_hands as p join stg_counted_hands as h using (hand_key) where {condition}
),
owed as (
    select player_id, {unit}, sum(amount) as owed from (
        select to_player as player_id, {unit}, amount, hand_key from corrections where to_player is not null
        union all
        select from_player as player_id, {unit}, -amount as amount, hand_key from corrections where from_player is not null
    )
    where hand_key in (select hand_key from stg_counted_hands as h where {condition})
    group by player_id, {unit}
),
sums as (
    select account_id as player_id, {unit}, arg_max(player_name, struct_pack(t := ended_at, k := hand_key)) as player_name,
        count(*) as hands, sum(points)::bigint as points, count(points) as points_hands,
        sum(claimed_net)::decimal(18, 4) as net, count(claimed_net) as net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake, count(claimed_rake) as rake_hands
    from own group by account_id, {unit}
)
select sums.*, owed.owed::decimal(18, 4) as owed from sums left join owed
    on sums.player_id = owed.player_id and sums.currency is not distinct from owed.currency
    and sums.chip_price is not distinct from owed.chip_price and sums.chip_currency is not distinct from owed.chip_currency
order by net desc nulls last, hands desc, sums.player_id
"""


def ledgers(store: Store, scope: Scope) -> list[Ledger]:
    """One ledger for each currency, that of most hands first."""
    named = {"unit": _UNIT, "condition": scope.condition}
    balances = store.rows(_BALANCE.format(**named), scope.parameters)
    players = store.rows(_PLAYERS.format(**named), scope.parameters)
    rest = rows_command(store, "int_player_hands")
    return [_ledger(row, [one for one in players if _unit(one) == _unit(row)], rest) for row in balances]


def _unit(row: Mapping[str, Any]) -> tuple[object, ...]:
    return row["currency"], row["chip_price"], row["chip_currency"]


def unit_text(row: Mapping[str, Any]) -> str:
    """A currency in words, with the worth of a chip where it is told."""
    text = cut(row["currency"] or "currency not told", 20)
    if row["chip_price"] is not None:
        text += f" at {money_text(row['chip_price'])} {cut(row['chip_currency'] or '', 12)}"
    return text


def uneven_cell(row: Mapping[str, Any]) -> Cell:
    """What nobody can account for; an amount that is not nothing stands out."""
    value = row["unaccounted"]
    if value is None:
        return Cell("not told", sort="", tone="quiet")
    return Cell(money_text(value, group=True), sort=str(value), tone="bad" if value else "")


def _ledger(row: Row, players: Sequence[Row], rest: str) -> Ledger:
    unit = unit_text(row)
    facts = [
        (
            "Hands",
            f"{row['hands']:,}",
            "" if row["money_hands"] == row["hands"] else f"of {row['money_hands']:,} the nets are told",
        ),
        ("Lost by losers", _amount(row["lost"]), unit),
        ("Won by winners", _amount(row["won"]), "after rake"),
        (
            "Rake",
            _amount(row["rake"]),
            "" if row["raked_hands"] == row["hands"] else f"told of {many(row['raked_hands'], 'hand')}",
        ),
        ("Unexplained", _amount(row["unaccounted"]), "lost less won less rake"),
    ]
    balance = [
        {
            "name": name,
            "value": value,
            "below": below,
            "tone": "bad" if name == "Unexplained" and row["unaccounted"] else "",
        }
        for name, value, below in facts
    ]
    return Ledger(unit, balance, _verdict(row, unit), _is_even(row), _player_grid(players, rest))


def _amount(value: Any) -> str:
    return "not told" if value is None else money_text(value, group=True)


def _is_even(row: Row) -> bool:
    return bool(row["raked_hands"]) and row["raked_hands"] == row["hands"] and not row["uneven_hands"]


def _verdict(row: Row, unit: str) -> str:
    """What the balance comes to, in words."""
    words = []
    if row["raked_hands"]:
        hands = many(row["raked_hands"], "hand")
        if not row["uneven_hands"]:
            words.append(f"In {hands} of which nets and rake are told every amount is accounted for, hand by hand.")
        else:
            amount = money_text(abs(row["unaccounted"]), group=True)
            way = "more was lost than won and raked" if row["unaccounted"] > 0 else "more was won and raked than lost"
            total = f"{amount} {unit} {way}" if row["unaccounted"] else "the differences cancel out"
            words.append(f"In {row['uneven_hands']:,} of {hands} the amounts do not add up; in all {total}.")
    if row["not_told"] is not None:
        words.append(
            f"In {many(row['money_hands'] - row['raked_hands'], 'hand')} the rake is not told: {money_text(row['not_told'], group=True)}"
            f" {unit} lost and not won is rake, or missing."
        )
    if row["money_hands"] < row["hands"]:
        words.append(
            f"Of {many(row['hands'] - row['money_hands'], 'hand')} the record does not tell what everybody won or lost."
        )
    return " ".join(words)


def _player_grid(rows: Sequence[Row], rest: str) -> Grid:
    shown = [
        Shown(
            "Player",
            lambda row: Cell(
                cut(row["player_name"]), "" if row["player_id"] == row["player_name"] else cut(row["player_id"])
            ),
        ),
        Shown("Hands", "hands", "int"),
        Shown("Points", "points", "points", "Against all opponents, where they are known"),
        Shown("Net", _net, "signed_money", "What the site says he won or lost, after cap and rake"),
    ]
    sums = [("net", True)]
    if any(row["rake"] is not None for row in rows):
        shown.append(Shown("Rake", "rake", "money", "What the site says it took from him"))
        sums.append(("rake", False))
    if any(row["owed"] is not None for row in rows):
        shown.append(Shown("Is owed", "owed", "signed_money", "By the corrections of findings in these hands"))
        sums.append(("owed", True))
    grid = grid_of(shown, rows, MAX_ROWS, rest, "Net")
    return Grid(grid.columns, [*grid.lines, _total(rows, sums)], grid.n_all, grid.rest, grid.sorted_by)


def _net(row: Mapping[str, Any]) -> Cell:
    if row["net"] is None:
        return Cell("not told", sort="", tone="quiet")
    below = "" if row["net_hands"] == row["hands"] else f"{row['net_hands']:,} of {row['hands']:,} hands"
    tone = "good" if row["net"] > 0 else "bad" if row["net"] < 0 else ""
    return Cell(money_text(row["net"], sign=True, group=True), below, str(row["net"]), tone)


def _total(rows: Sequence[Row], sums: Sequence[tuple[str, bool]]) -> Line:
    """The sums of all players; of hands a sum says nothing, for several players share one."""
    points = [row["points"] for row in rows if row["points"] is not None]
    cells = [
        Cell(f"all {many(len(rows), 'player')}"),
        Cell(""),
        Cell(f"{sum(points):+,}" if sum(points) else "0" if points else ""),
    ]
    for name, sign in sums:
        known = [row[name] for row in rows if row[name] is not None]
        cells.append(Cell(money_text(sum(known, Decimal(0)), sign=sign, group=True) if known else ""))
    return Line(cells, is_total=True)


def files_of(store: Store, scope: Scope) -> frozenset[str]:
    """The files that the hands stand in."""
    rows = store.rows(f"select distinct h.source_file from hands as h where {scope.condition}", scope.parameters)
    return frozenset(row["source_file"] for row in rows)


_COVERAGE = """
select v.dimension, count(*) filter (v.verdict = 'verified') as verified, count(*) filter (v.verdict = 'wrong') as wrong,
    count(*) filter (v.verdict = 'unverifiable') as unverifiable, count(*) filter (v.verdict = 'not applicable') as not_applicable,
    mode(v.reason order by v.reason) filter (v.verdict = 'unverifiable') as reason
from verdicts as v join hands as h using (hand_key) where {condition} group by v.dimension
"""


def coverage_grid(store: Store, scope: Scope) -> Grid:
    """How many of the hands were verified, are wrong, or cannot be told, in each dimension; waived ones among the wrong."""
    order = table("verdicts").column("dimension").values
    rows = store.rows(_COVERAGE.format(condition=scope.condition), scope.parameters)
    rows.sort(key=lambda row: order.index(row["dimension"]))
    shown = (
        Shown("Dimension", "dimension"),
        Shown("Verified", "verified", "int"),
        Shown(
            "Wrong",
            lambda row: Cell(f"{row['wrong']:,}", sort=str(row["wrong"]), tone="bad" if row["wrong"] else ""),
            "int",
        ),
        Shown("Cannot be told", "unverifiable", "int"),
        Shown("Not applicable", "not_applicable", "int"),
        Shown("Fact missing most often", "reason"),
    )
    return grid_of(shown, rows, len(rows))


_LEFT_OUT = """
select case when h.status <> 'complete' then h.status else 'in conflict with another record' end as why, count(*) as n
from hands as h anti join stg_counted_hands as c using (hand_key) where {condition} group by why order by n desc, why
"""


def left_out(store: Store, scope: Scope) -> str:
    """Hands that no ledger counts, in words; nothing where there are none."""
    rows = store.rows(_LEFT_OUT.format(condition=scope.condition), scope.parameters)
    if not rows:
        return ""
    n = sum(row["n"] for row in rows)
    why = ", ".join(f"{row['n']:,} {row['why']}" for row in rows)
    return f"Left out: {many(n, 'hand')} ({why})."
