"""Hands without stacks in which somebody paid less than his points are worth: decided by a search for stacks that explain the payments.

Once over the verdicts for the hands in question, once over their tables for what stacks were at least, and once over the hands of which
there are such, row group by row group.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa

from ofc_audit.audit.verdicts import OPEN, VERDICTS, VERIFIED, WRONG
from ofc_audit.audit.view import Ints, Texts, View, ints
from ofc_audit.findings import Finding, findings_table
from ofc_audit.infer.grosses import Grosses, Raked, Take, raked
from ofc_audit.infer.nearest import nearest_change
from ofc_audit.infer.payments import Payments
from ofc_audit.infer.pool_stacks import worth_of_seats
from ofc_audit.infer.stack_words import Proven, unexplained
from ofc_audit.infer.stacks import Readings, decide, is_searched, readings, without_floor
from ofc_audit.money import NULL, money_array
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import MAX_PLAYERS, MIN_PLAYERS
from ofc_audit.score.effective import effective_rules
from ofc_audit.warehouse.engine import Opened, quoted
from ofc_audit.warehouse.floors import make_floors
from ofc_audit.warehouse.lay import OrderedWriter, group_starts
from ofc_audit.warehouse.revise import has_reason, in_order, revise, with_told

CAPPED = "capped"
"""The reason of a verified verdict on money that rests on stacks no record states."""
CAPPED_AND_RAKED = "capped, rake inferred"
"""The same, where the rake rests on what the club's other hands show."""
NO_STACK = "stack unknown"
"""The reason of verdicts that a search may close."""

_SEARCHED = """
    create or replace temp table searched_hands as
    select hand_key from read_parquet({verdicts})
    where dimension = 'money' and verdict = 'unverifiable' and reason = '{reason}'
"""


@dataclass
class _Found:
    """What the search gave for the hands of a row group."""

    view: View
    grosses: Grosses
    raked: Raked
    verdict: Ints
    reason: Texts
    seat_verdict: Ints
    seat_reason: Texts
    low: Ints
    high: Ints
    findings: list[Finding] = field(default_factory=list)


def search_stacks(
    opened: Opened,
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    take: Take | None = None,
) -> None:
    """Revises what single hands gave about money that a stack nobody states limited, and writes table `implied_stacks` to `folder`.

    `folder` holds the hand tables, the scored tables and `id_clashes`, `staged` what single hands gave; `take`: what clubs take of a winner,
    as far as it is inferred.
    """
    writer = OrderedWriter("implied_stacks", folder / "implied_stacks.parquet")
    if any(has_reason(staged, group, NO_STACK) for group, _ in group_starts(folder / "hands.parquet")):
        with opened() as con:
            find_searched(con, staged)
            make_floors(con, folder)
            search_found(con, folder, staged, rules, take, writer)
    writer.close()


def find_searched(con: duckdb.DuckDBPyConnection, staged: Path) -> int:
    """Makes temp table `searched_hands` (hand_key): those whose money is open for want of stacks; gives how many there are."""
    con.execute(_SEARCHED.format(verdicts=quoted(staged / "hand_verdicts.parquet"), reason=NO_STACK))
    [(n_searched,)] = con.execute("select count(*) from searched_hands").fetchall()
    return int(n_searched)


def search_found(
    con: duckdb.DuckDBPyConnection,
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    take: Take | None,
    writer: OrderedWriter,
) -> None:
    """Searches stacks for the hands of `stack_floors` (see `make_floors`), whose `row_no` counts the hands in `folder` from 0."""
    before = 0

    def change(tables: Mapping[str, pa.Table], given: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
        nonlocal before
        n_hands = tables["hands"].num_rows
        chosen = (
            f"from stack_floors where row_no between {before} and {before + n_hands - 1} order by row_no, acting_order"
        )
        floors = con.sql(chosen).to_arrow_table()
        before += n_hands
        if not floors.num_rows:
            return {}
        found = _decided(tables, rules, floors, take)
        rows = np.flatnonzero(found.low != NULL)
        writer.write(
            pa.table(
                {
                    "hand_key": found.view.hand_key[found.view.seat_hand[rows]],
                    "acting_order": found.view.acting_order[rows],
                    "low": money_array(found.low[rows]),
                    "high": money_array(found.high[rows], found.high[rows] != NULL),
                }
            )
        )
        return _revised(found, given)

    revise(folder, staged, change)


def _decided(
    tables: Mapping[str, pa.Table],
    rules: Mapping[str, RuleSet],
    floors: pa.Table,
    take: Take | None,
) -> _Found:
    effective, index = effective_rules(tables["hands"], rules)
    view = View(tables, effective, index)
    grosses = Grosses(view, take)
    n_seats = len(view.acting_order)
    found = _Found(
        view,
        grosses,
        raked(grosses),
        np.full(view.n_hands, NULL),
        np.full(view.n_hands, "", object),
        np.full(n_seats, NULL),
        np.full(n_seats, "", object),
        np.full(n_seats, NULL),
        np.full(n_seats, NULL),
    )
    floor, since = _laid(view, floors)
    stack = ints(tables["seats"], "stack")
    asked = np.isin(view.hand_key, ints(floors, "hand_key")) & grosses.is_told & ~view.any_seat(stack != NULL)
    for number, one in enumerate(effective):
        if one is None or one.value("settlement.match_cap") != "none":
            continue
        open_to = readings(one)
        for p in range(MIN_PLAYERS, MAX_PLAYERS + 1):
            hands = np.flatnonzero(asked & (view.n_players == p) & (view.rules_index == number))
            if len(hands) and is_searched(p, open_to):
                _decide_alike(found, hands, p, open_to, floor, since)
    return found


def _decide_alike(found: _Found, hands: Ints, p: int, open_to: Readings, floor: Ints, since: list[str | None]) -> None:
    """Decides hands of one rule set and number of players."""
    view, grosses = found.view, found.grosses
    seats = view.seat_start[hands][:, None] + np.arange(p)
    pairs = view.pair_start[hands][:, None] + np.arange(p * (p - 1) // 2)
    paid = Payments(grosses.owed[pairs], found.raked.least[seats], found.raked.most[seats], floor[seats])
    decision = decide(paid, open_to)
    # Of several winners whose rake is unknown it is not known what they got; pairs are searched only for what is known to the unit.
    is_exact = (paid.least == paid.most).all(axis=1) | (open_to.methods == {"pool"})
    for row, hand in enumerate(hands.tolist()):
        own = seats[row]
        if decision.impossible[row] and is_exact[row]:
            _unexplained(found, hand, own, paid.take(np.array([row])), open_to, since)
            continue
        found.low[own], found.high[own] = decision.stacks.low[row], decision.stacks.high[row]
        if decision.explained[row]:
            _explained(found, hand, own)
        else:
            key = decision.open_rule[row]
            _leave_open(found, hand, own, f"rule unknown: {key}" if key else "rake unknown")


def _leave_open(found: _Found, hand: int, own: Ints, reason: str) -> None:
    found.verdict[hand], found.reason[hand] = OPEN, reason
    found.seat_verdict[own], found.seat_reason[own] = OPEN, reason


def _unexplained(
    found: _Found, hand: int, own: Ints, paid: Payments, open_to: Readings, since: list[str | None]
) -> None:
    """The verdicts and the finding of a hand whose payments no stacks explain: two players are paid wrongly, as far as the nearest tells."""
    _leave_open(found, hand, own, NO_STACK)
    is_proven = not decide(without_floor(paid), open_to).impossible[0]
    proven = [
        Proven(int(floor) if is_proven else 0, since[seat] or "")
        for floor, seat in zip(paid.floor[0], own.tolist(), strict=True)
    ]
    nearest = nearest_change(paid, open_to.held)
    worth = worth_of_seats(paid.owed, len(own))[0].tolist()
    found.findings.append(unexplained(found.view, hand, worth, proven, open_to.held[0], nearest))
    found.verdict[hand], found.reason[hand] = WRONG, ""
    if nearest is not None:
        wrong = own[[nearest.to, nearest.of]]
        found.seat_verdict[wrong], found.seat_reason[wrong] = WRONG, ""


def _explained(found: _Found, hand: int, own: Ints) -> None:
    """The verdicts of a hand whose payments some stacks explain: its losers are right, its winners as far as the rake is known."""
    is_open = found.grosses.may_be_raked & (found.view.rake == NULL)
    reason, verdict = CAPPED, VERIFIED
    for seat in own.tolist():
        told, why = VERIFIED, CAPPED
        if is_open[seat]:
            if found.raked.follows[seat]:
                why = CAPPED_AND_RAKED
            else:
                told, why = OPEN, "rake not as inferred" if found.raked.deviates[seat] else "rake unknown"
        found.seat_verdict[seat], found.seat_reason[seat] = told, why
        if told == OPEN:
            verdict, reason = OPEN, why
        elif verdict == VERIFIED and why != CAPPED:
            reason = why
    found.verdict[hand], found.reason[hand] = verdict, reason


def _laid(view: View, floors: pa.Table) -> tuple[Ints, list[str | None]]:
    """(n_seats,) the floors laid onto the seats, and since when each is known."""
    order = np.argsort(view.hand_key, kind="stable")
    hand = order[np.searchsorted(view.hand_key, ints(floors, "hand_key"), sorter=order)]
    seat = view.seat_start[hand] + ints(floors, "acting_order")
    floor = np.zeros(len(view.acting_order), np.int64)
    floor[seat] = np.maximum(ints(floors, "floor"), 0)
    since: list[str | None] = [None] * len(floor)
    for at, text in zip(seat.tolist(), floors.column("since").to_pylist(), strict=True):
        since[at] = text
    return floor, since


def _revised(found: _Found, given: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    view = found.view
    changed = {
        "verdicts": _told(given["verdicts"], found.verdict, found.reason),
        "seat_verdicts": _told(given["seat_verdicts"], found.seat_verdict, found.seat_reason),
    }
    if found.findings:
        both = pa.concat_tables([given["findings"], findings_table(found.findings)])
        changed["findings"] = in_order(both, view.hand_key)
    return changed


def _told(verdicts: pa.Table, code: Ints, reason: Texts) -> pa.Table:
    """Verdicts with those on money replaced where there is a code."""
    rows = np.flatnonzero(verdicts["dimension"].to_numpy() == "money")
    chosen = code != NULL
    told = {name: verdicts[name].to_numpy(zero_copy_only=False).copy() for name in ("verdict", "reason")}
    told["verdict"][rows[chosen]] = VERDICTS[code[chosen]]
    told["reason"][rows[chosen]] = np.where(reason[chosen] == "", None, reason[chosen])
    return with_told(verdicts, told)
