"""Stacks from hand to hand: what a player brings to a hand is what he had after the one before.

During a match and in a tournament nobody puts chips on the table or takes any off (document 000: nobody leaves or joins a match that is
played; 004: everybody starts with the same chips, and who has none is out). Where money is settled at the end of a match, what was brought
to it stands in every hand. At a table without matches, and between matches, chips are bought at any time: a stack that has risen is no
mistake. One that has fallen is one where the player played on, hand after hand. Between matches he may come back with less.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.course import Course, taken
from ofc_audit.audit.stack_finding_sql import CARRIED_FINDINGS, TOTAL_FINDINGS
from ofc_audit.audit.stack_links import (
    BETWEEN_MATCHES,
    BONDS,
    MATCH,
    MATCH_GAP,
    NO_BOND,
    SETTLED,
    TABLE,
    TABLE_UNSEEN,
    TOURNAMENT,
    TOURNAMENT_UNSEEN,
    Carried,
    Transitions,
    carried,
)
from ofc_audit.audit.view import Ints, Mask, ints
from ofc_audit.audit.words import Column, of_hands, of_seats, told
from ofc_audit.money import NULL, money_array
from ofc_audit.tables import empty

KINDS = np.array(["wrong", "undone", "rebuy", "top-up", "rise", "taken off", "unknown"], object)
_WRONG, _UNDONE, _REBUY, _TOP_UP, _RISE, _TAKEN_OFF, _UNKNOWN = range(len(KINDS))
_TEN_POINTS = 10
_MOST = 10**18


@dataclass(frozen=True)
class Stacks:
    """Changes of stacks: the `rows` of seats, the hand before of each, what he had, by how much it differs, and of which kind it is; hands
    (n_hands,) and seats whose money is wrong; and findings."""

    course: Course
    rows: Ints
    previous: Ints
    had: Ints
    change: Ints
    kind: Ints
    is_wrong: Mask
    wrong_seats: Ints
    findings: list[pa.Table]

    def table(self, first: int) -> pa.Table:
        """Table `stack_changes` of the hands from that place on."""
        view = self.course.view
        new = view.seat_hand[self.rows] >= first
        rows = self.rows[new]
        return pa.table(
            {
                "hand_key": view.hand_key[view.seat_hand[rows]],
                "acting_order": view.acting_order[rows],
                "previous_hand_key": view.hand_key[self.previous[new]],
                "had": money_array(self.had[new]),
                "stack": money_array(ints(view.tables["seats"], "stack")[rows]),
                "change": money_array(self.change[new]),
                "kind": pa.array(KINDS[self.kind[new]], pa.string()),
            }
        )


def audit_stacks(course: Course, hand_findings: pa.Table) -> Stacks:
    """What stacks show from hand to hand; `hand_findings`: what single hands found.

    A change is held against what was claimed of the hand before, or against what would have been right: a site may play on with either, and
    a wrong claim is told in its own hand. Where numbers leave no room for a hand in between, chips that went from one stack to another are
    a mistake; where a hand may have been played unseen, only chips that appear or vanish are.

    Reads settlement.scope, settlement.rake_when, settlement.price and match.length.
    """
    view = course.view
    moves = Transitions(course)
    money = carried(moves)
    rows, kind = _kinds(moves, money, hand_findings)
    wrong = rows[kind == _WRONG]
    totals = _totals(moves, hand_findings)
    is_wrong = np.zeros(view.n_hands, bool)
    is_wrong[view.seat_hand[wrong]] = True
    is_wrong[totals[0]] = True
    findings = [_carried_findings(moves, money, wrong), _total_findings(moves, *totals)]
    return Stacks(
        course,
        rows,
        moves.previous[view.seat_hand[rows]],
        money.had[rows],
        money.change[rows],
        kind,
        is_wrong,
        wrong,
        [one for one in findings if one.num_rows],
    )


def _kinds(moves: Transitions, money: Carried, hand_findings: pa.Table) -> tuple[Ints, Ints]:
    """The seats whose stack has changed, and the kind of each change.

    One wrong stack makes two transitions wrong, the second the opposite of the first. What two players' stacks differ by may be one mistake.
    """
    view = moves.course.view
    known = money.change != NULL
    off = known & (money.change != 0)
    rows = np.flatnonzero(off)
    if not len(rows):
        return rows, rows
    hand = view.seat_hand[rows]
    n_off = np.bincount(view.seat_hand[rows], minlength=view.n_hands)[hand]
    n_rises = np.bincount(view.seat_hand[off & (money.change > 0)], minlength=view.n_hands)[hand]
    total = view.seat_sum(np.where(known, money.change, 0))[hand]
    before = moves.course.seat_in(moves.previous[view.seat_hand])[rows]
    change, had, bond = money.change[rows], money.had[rows], moves.bond[hand]
    change_before = taken(money.change, before)
    bond_before = taken(moves.bond, moves.previous[hand], NO_BOND)
    is_undone = (change_before != NULL) & (change == -np.where(change_before == NULL, 0, change_before))
    is_undone &= (bond == bond_before) & (bond != BETWEEN_MATCHES) & (bond != TABLE_UNSEEN)
    all_alike = (n_rises == 0) | (n_rises == n_off)
    falls = change < 0
    kind = np.select(
        [
            (bond == NO_BOND) | _contradicted(moves.course, hand_findings)[rows],
            is_undone,
            np.isin(bond, (MATCH, TOURNAMENT, SETTLED)),
            bond == TOURNAMENT_UNSEEN,
            (bond == TABLE) & (((n_off == 2) & (total == 0)) | falls),
            (bond == TABLE_UNSEEN) & falls,
            (bond == MATCH_GAP) | ~all_alike,
            falls,
            had == 0,
            _is_whole(ints(view.tables["seats"], "stack")[rows], view.point_value[hand]),
        ],
        [
            *(_UNKNOWN, _UNDONE, _WRONG, np.where(all_alike, _WRONG, _UNKNOWN), _WRONG),
            *(np.where(n_rises == 0, _WRONG, _UNKNOWN), _UNKNOWN, _TAKEN_OFF, _REBUY, _TOP_UP),
        ],
        _RISE,
    )
    return rows, kind


def _is_whole(stack: Ints, price: Ints) -> Mask:
    """Whether a stack is some times ten points."""
    known = (price != NULL) & (price != 0)
    step = np.where(known, np.abs(np.where(known, price, 1)), 1)
    # No stack is as large as ten points that do not fit.
    fits = step <= _MOST // _TEN_POINTS
    whole: Mask = known & np.where(fits, stack % (np.where(fits, step, 1) * _TEN_POINTS) == 0, stack == 0)
    return whole


def _contradicted(course: Course, hand_findings: pa.Table) -> Mask:
    """(n_seats,) seats whose stack the hand itself contradicts: that is told of there."""
    view = course.view
    result = np.zeros(len(view.seat_hand), bool)
    key, order = ints(hand_findings, "hand_key"), ints(hand_findings, "acting_order")
    chosen = (hand_findings.column("check_id").to_numpy() == "settle.stack") & (order != NULL)
    for hand_key, seat in zip(key[chosen].tolist(), order[chosen].tolist(), strict=True):
        result[view.seat_start[view.hand_key == hand_key] + seat] = True
    return result


def _totals(moves: Transitions, hand_findings: pa.Table) -> tuple[Ints, Ints, Ints]:
    """Hands of a match after missing ones to which its players bring more together than they had, with what they have and had.

    Over hands that are missing, the players who are still there cannot have more together than they had.
    """
    course = moves.course
    view = course.view
    gaps = moves.bond == MATCH_GAP
    if not gaps.any():
        nobody = np.empty(0, np.int64)
        return nobody, nobody, nobody
    claims, hand = view.tables["claims"], view.seat_hand
    stack, net, after = ints(view.tables["seats"], "stack"), ints(claims, "net"), ints(claims, "stack")
    left = np.where((stack != NULL) & (net != NULL), stack + np.where(net == NULL, 0, net), NULL)
    left = np.where(after != NULL, after, left)
    is_known = ~view.any_seat(left == NULL)
    had = view.seat_sum(np.where(left == NULL, 0, left))
    there = (course.seat_in(moves.previous[hand]) >= 0) & (stack != NULL)
    has = view.seat_sum(np.where(there, stack, 0))
    all_there = ~view.any_seat(~there)
    check = hand_findings.column("check_id").to_numpy()
    told = np.array([one.startswith(("settle.", "score.")) for one in check], bool)
    is_wrong = np.isin(view.hand_key, ints(hand_findings, "hand_key")[told])
    previous = moves.previous
    hands = np.flatnonzero(gaps & ~is_wrong[previous] & is_known[previous] & all_there & (has > had[previous]))
    return hands, has[hands], had[previous[hands]]


def _scope_source(course: Course, hands: Ints) -> pa.Array:
    listed = [None if one is None else one.source("settlement.scope") for one in course.view.rules]
    return pa.array(listed, pa.string()).take(pa.array(course.view.rules_index[hands]))


def _carried_findings(moves: Transitions, money: Carried, wrong: Ints) -> pa.Table:
    """Stacks that are wrong; where money has gone from one stack to another it is told once, of him who lost it."""
    if not len(wrong):
        return empty("findings")
    course = moves.course
    view, stack = course.view, ints(course.view.tables["seats"], "stack")
    other = np.full(len(view.seat_hand), -1)
    own_hand = view.seat_hand[wrong]
    known = money.change != NULL
    n_off = np.bincount(view.seat_hand[known & (money.change != 0)], minlength=view.n_hands)
    total = view.seat_sum(np.where(known, money.change, 0))
    is_exchange = ((n_off == 2) & (total == 0))[own_hand]
    beside = np.flatnonzero(is_exchange[1:] & (own_hand[1:] == own_hand[:-1]))
    other[wrong[beside]], other[wrong[beside + 1]] = wrong[beside + 1], wrong[beside]
    rows = wrong[~is_exchange | (money.change[wrong] < 0)]
    hands, other = view.seat_hand[rows], other[rows]
    beside_him = pa.array(other, mask=other < 0)
    ids = course.column("hand_id").take(pa.array(moves.previous[hands]))
    columns: dict[str, Column] = of_seats(view, rows, "player_name", "line")
    columns |= {
        "bond": pa.array([BONDS[bond] for bond in moves.bond[hands].tolist()], pa.string()),
        "id_before": ids,
        "stack": money_array(stack[rows]),
        "had": money_array(money.had[rows]),
        "change": money_array(money.change[rows]),
        "other_order": taken(view.acting_order, other),
        "other_name": view.tables["seats"].column("player_name").combine_chunks().take(beside_him),
        "other_had": _money(taken(money.had, other)),
        "other_stack": _money(taken(stack, other)),
        "scope_source": _scope_source(course, hands),
    }
    return told(CARRIED_FINDINGS, columns)


def _total_findings(moves: Transitions, hands: Ints, has: Ints, had: Ints) -> pa.Table:
    """Players of a match who have more together after missing hands than they had before."""
    if not len(hands):
        return empty("findings")
    course, previous = moves.course, moves.previous[hands]
    columns: dict[str, Column] = of_hands(course.view, hands, "hand_no", "match_id")
    columns |= {
        "id_before": course.column("hand_id").take(pa.array(previous)),
        "number_before": course.hand_no[previous],
        "has": money_array(has),
        "had": money_array(had),
        "scope_source": _scope_source(course, hands),
    }
    return told(TOTAL_FINDINGS, columns)


def _money(amounts: Ints) -> pa.Array:
    return money_array(amounts, amounts != NULL)
