"""Transitions from hand to hand at a table, and how far the stacks on both sides can be held against each other: their bond.

What a player had after the one hand is known from what was claimed, else from what was computed; what he brings to the other is stated.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ofc_audit.audit.course import LONG_PAUSE_SECONDS, PAUSE_SECONDS, Course, before, below, running, taken
from ofc_audit.audit.view import Ints, Mask, ints
from ofc_audit.money import NULL

BONDS = (
    *("settled at the end", "match", "match_gap", "tournament", "tournament_unseen"),
    *("between matches", "table", "table_unseen"),
)
"""`match`, `tournament` and `table`: no hand can have been played between the two. The same with `_unseen`: one may have been."""
(SETTLED, MATCH, MATCH_GAP, TOURNAMENT, TOURNAMENT_UNSEEN, BETWEEN_MATCHES, TABLE, TABLE_UNSEEN) = range(len(BONDS))
NO_BOND = -1


@dataclass(frozen=True)
class Transitions:
    """The hands of a course and the one before each at its table; without a table, hands follow each other within their match only."""

    course: Course

    @cached_property
    def table(self) -> Ints:
        """(n_hands,) a number for each table."""
        return self.course.within(~self.course.names_table)

    @cached_property
    def _rows(self) -> Ints:
        course = self.course
        named = course.names_table | course.names_match
        return np.flatnonzero(~course.conflict & named & (course.view.n_players > 0))

    @cached_property
    def previous(self) -> Ints:
        """(n_hands,) the hand before at the table, cancelled ones left aside."""
        rows = self._rows
        return before(self.table, rows[~self.course.is_cancelled[rows]])

    @cached_property
    def bond(self) -> Ints:
        """(n_hands,) how the hand is bound to the one before, `NO_BOND` where stacks tell nothing. Reads match.length, settlement.scope and
        settlement.price."""
        course, previous = self.course, self.previous
        has_match = course.has_match
        by_match, by_hand = (course.is_word("settlement.scope", one) for one in ("match", "hand"))
        same_match = has_match & self._same("match_id") & course.names_match
        tournament = course.codes("tournament_id")
        in_tournament = np.asarray(course.column("tournament_id").is_valid())
        was_in_tournament = taken(in_tournament.astype(np.int64), previous, 0) == 1
        same_tournament = in_tournament & was_in_tournament & (tournament == taken(tournament, previous))
        number, number_before = course.hand_no, taken(course.hand_no, previous)
        numbered = (number != NULL) & (number_before != NULL)
        is_next = numbered & (number - 1 == number_before)
        pause = course.pause(previous)
        shortly_after = course.same_players(previous) & below(pause, PAUSE_SECONDS)
        soon = (number == NULL) & (number_before == NULL) & shortly_after
        by_level = course.is_word("settlement.price", "by_level")
        between = has_match & course.names_match & (taken(course.match, previous, 0) > 0)
        return np.select(
            [
                ~self._is_alike,
                same_match & by_match,
                same_match & by_hand & is_next,
                same_match & by_hand & numbered & (number - 1 > number_before),
                same_match,
                same_tournament & ~has_match & is_next,
                same_tournament & np.where(has_match, (number == 1) & shortly_after, soon),
                in_tournament | was_in_tournament | by_level,
                between,
                has_match,
                is_next & below(pause, LONG_PAUSE_SECONDS),
                soon,
            ],
            [
                *(NO_BOND, SETTLED, MATCH, MATCH_GAP, NO_BOND, TOURNAMENT, TOURNAMENT_UNSEEN, NO_BOND),
                *(BETWEEN_MATCHES, NO_BOND, TABLE, TABLE_UNSEEN),
            ],
            NO_BOND,
        )

    @cached_property
    def _is_alike(self) -> Mask:
        """(n_hands,) hands under the rules and in the currency of the one before, without a cancelled one in between."""
        course, previous = self.course, self.previous
        rules = course.view.rules_index
        n_cancelled = running(self.table, self._rows, course.is_cancelled)
        alike: Mask = (previous >= 0) & course.has_rules & (rules == taken(rules, previous, -1))
        alike &= (n_cancelled == taken(n_cancelled, previous)) & self._same("currency")
        return alike

    def _same(self, name: str) -> Mask:
        """(n_hands,) whether a column has the value that it has in the hand before, null being a value too."""
        code = self.course.codes(name)
        same: Mask = code == taken(code, self.previous)
        return same


@dataclass(frozen=True)
class Carried:
    """By seat (n_seats,), money in ten-thousandths: what the player had after the hand before (`NULL` unknown), and by how much what he brings
    differs from it (`NULL` where he or a stack is not on record)."""

    had: Ints
    change: Ints


def carried(moves: Transitions) -> Carried:
    """What players bring, held against what they had. Reads settlement.scope and settlement.rake_when.

    Every reading of what he had counts: where the site errs in a hand it may play on with what it claims, or with what would have been right.
    A match that was settled and goes on is told of by its length, whichever stacks it goes on with.
    """
    course = moves.course
    view, hand = course.view, course.view.seat_hand
    claims, seats = view.tables["claims"], view.tables["seats"]
    before = course.seat_in(moves.previous[hand])
    stack = ints(seats, "stack")
    had_before, net = taken(stack, before), taken(ints(claims, "net"), before)
    told_after, rake = taken(ints(claims, "stack"), before), taken(ints(claims, "rake"), before)
    computed = taken(ints(view.tables["scored_seats"], "net"), before)
    net_after = _sum(had_before, net)
    by_hand = course.is_word("settlement.scope", "hand")[hand]
    computed_after = np.where(by_hand, _sum(_sum(had_before, computed), np.where(rake == NULL, 0, -rake)), NULL)
    rake_free = course.is_word("settlement.rake_when", "none")
    is_rake_known = (rake != NULL) | rake_free[hand] | ((computed != NULL) & (computed <= 0))
    is_rake_known |= (taken(ints(view.tables["hands"], "rake"), moves.previous) == 0)[hand]
    is_settled = (moves.bond == SETTLED)[hand]
    said_after = np.where(told_after != NULL, told_after, net_after)
    had = np.where(said_after != NULL, said_after, np.where(is_rake_known, computed_after, NULL))
    had = np.where(is_settled, had_before, had)
    after = [told_after, net_after, computed_after, _sum(said_after, taken(ints(claims, "bounty"), before))]
    is_carried = np.logical_or.reduce([(one != NULL) & (stack == one) for one in after])
    is_carried = np.where(is_settled, (net_after != NULL) & (stack == said_after), is_carried)
    is_there = (before >= 0) & (stack != NULL)
    change = np.where(is_carried, 0, _sum(stack, np.where(had == NULL, NULL, -had)))
    return Carried(np.where(is_there, had, NULL), np.where(is_there, change, NULL))


def _sum(one: Ints, other: Ints) -> Ints:
    """Two amounts together, unknown where one of them is."""
    known = (one != NULL) & (other != NULL)
    return np.where(known, np.where(known, one, 0) + np.where(known, other, 0), NULL)
