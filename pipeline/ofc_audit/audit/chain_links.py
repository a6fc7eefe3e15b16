"""Unbroken chains of hands: at a table or, where the rules have matches, within a match, each hand follows the one before it on record.

A chain breaks where the room's numbering has a gap. Cancelled hands, and second records of one deal, are no part of it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ofc_audit.audit.course import LONG_PAUSE_SECONDS, PAUSE_SECONDS, Course, at_least, before, combined, running, taken
from ofc_audit.audit.view import Ints, Mask, ints
from ofc_audit.money import NULL


@dataclass(frozen=True)
class Links:
    """Which hand each hand of a course follows in its chain."""

    course: Course

    @cached_property
    def group(self) -> Ints:
        """(n_hands,) what hands must share to be of one chain: the table and, where the rules have matches, the match."""
        return self.course.within(self.course.has_match)

    @cached_property
    def rows(self) -> Ints:
        """The hands on record that are no second record of a deal."""
        return np.flatnonzero(~self.course.conflict)

    @cached_property
    def is_linked(self) -> Mask:
        """(n_hands,) hands that are part of a chain."""
        linked: Mask = ~self.course.conflict & ~self.course.is_cancelled
        return linked

    @cached_property
    def on_record(self) -> Ints:
        """(n_hands,) the hand before, cancelled ones included."""
        return before(self.group, self.rows)

    @cached_property
    def has_none_before(self) -> Mask:
        """(n_hands,) hands with which their table or match begins on record."""
        none: Mask = self.on_record < 0
        return none

    @cached_property
    def is_gap(self) -> Mask:
        """(n_hands,) hands before which one may be missing."""
        course = self.course
        number, number_before = course.hand_no, taken(course.hand_no, self.on_record)
        known = (number != NULL) & (number_before != NULL)
        step = np.where(known, number - np.where(known, number_before, 0), NULL)
        in_match = ~course.names_match | (step != 1)
        at_table = (known & (step != 0) & (step != 1)) | ((number == NULL) != (number_before == NULL))
        gap: Mask = self.has_none_before | np.where(course.has_match, in_match, at_table)
        return gap

    @cached_property
    def chain(self) -> Ints:
        """(n_hands,) a number for each chain."""
        return combined(self.group, running(self.group, self.rows, self.is_gap))

    @cached_property
    def _linked_rows(self) -> Ints:
        return np.flatnonzero(self.is_linked)

    @cached_property
    def previous(self) -> Ints:
        """(n_hands,) the hand before in the chain."""
        return before(self.chain, self._linked_rows)

    @cached_property
    def seat_before(self) -> Ints:
        """(n_seats,) the seat of the player in the hand before in the chain."""
        return self.course.seat_in(self.previous[self.course.view.seat_hand])

    @cached_property
    def place(self) -> Ints:
        """(n_hands,) the place of the hand in its chain, from 1; 0 where it is in none."""
        return running(self.chain, self._linked_rows, np.ones(len(self.chain), bool))

    @cached_property
    def is_first(self) -> Mask:
        """(n_hands,) first hands of matches. Of two hands with number 1 the later one is not known to be the first."""
        course = self.course
        first: Mask = course.has_match & course.names_match & (course.hand_no == 1) & self.has_none_before
        return first

    @cached_property
    def _n_broken(self) -> Ints:
        return running(self.group, self.rows, ~self.course.is_complete)

    @cached_property
    def is_broken_between(self) -> Mask:
        """(n_hands,) hands with a cancelled one between them and the hand before in the chain."""
        own = self._n_broken - ~self.course.is_complete
        broken: Mask = (self.previous >= 0) & (own > taken(self._n_broken, self.previous, 0))
        return broken

    @cached_property
    def has_same_players(self) -> Mask:
        """(n_hands,) whether the players are those of the hand before in the chain."""
        return self.course.same_players(self.previous)

    @cached_property
    def may_restart(self) -> Mask:
        """(n_hands,) where a table may have restarted without a word."""
        course, previous = self.course, self.previous
        pause = course.pause(previous)
        long = at_least(pause, LONG_PAUSE_SECONDS) | ((course.hand_no == NULL) & at_least(pause, PAUSE_SECONDS))
        may = (previous < 0) | self._is_capped[previous] | self._is_cap_unknown[previous]
        may |= ~course.is_complete[previous] | self.is_broken_between | long | (pause == NULL)
        may |= ~self.has_same_players & at_least(pause, PAUSE_SECONDS)
        result: Mask = ~course.has_match & may
        return result

    @cached_property
    def _is_capped(self) -> Mask:
        """(n_hands,) hands in which somebody lost less than his points are worth."""
        view = self.course.view
        points, net, price = self._paid
        known = (points != NULL) & (net != NULL) & (price != NULL) & (points < 0)
        safe = np.where(known, points, 0)
        most = 10**18 // np.maximum(np.abs(np.where(known, price, 1)), 1)
        # No amount is as large as what does not fit: there the sign tells.
        fits = np.abs(safe) <= most
        owed = np.where(fits, safe, 0) * np.where(known, price, 0)
        return view.any_seat(known & np.where(fits, net > owed, price > 0))

    @cached_property
    def _is_cap_unknown(self) -> Mask:
        """(n_hands,) hands of which that cannot be told, but where no cap is (settlement.cap); hands without players."""
        view = self.course.view
        unknown = np.zeros(len(view.seat_hand), bool)
        for part in self._paid:
            unknown |= part == NULL
        unknown &= ~self.course.is_word("settlement.cap", "none")[view.seat_hand]
        result: Mask = view.any_seat(unknown) | (view.n_players == 0)
        return result

    @cached_property
    def _paid(self) -> tuple[Ints, Ints, Ints]:
        """(n_seats,) computed points, the net that is claimed, and the value of a point."""
        view = self.course.view
        points, net = ints(view.tables["scored_seats"], "points"), ints(view.tables["claims"], "net")
        return points, net, view.point_value[view.seat_hand]
