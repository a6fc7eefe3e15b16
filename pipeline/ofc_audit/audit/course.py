"""The course of play: the hands of some tables in the order in which they were played, and which hand comes before which.

All arrays are by hand (n_hands,) or by seat (n_seats,) of a `View` whose hands stand in order; -1 is "none" where a place is told, unknown truth
values are -1, unknown numbers `NULL`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.view import Flags, Ints, Mask, View, flags, ints
from ofc_audit.money import NULL, one_array
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.params import word

PAUSE_SECONDS = 300
"""A change of players after a pause of at least this is taken for a possible restart [decision]: pauses of 16 and 23 minutes were seen."""
LONG_PAUSE_SECONDS = 3600
"""After a pause of at least this a table may have restarted with the same players [decision]."""
_SECOND = 1_000_000
_MOST = 1 << 62


def combined(one: Ints, other: Ints) -> Ints:
    """A number for each combination of two numbers that are not negative."""
    n = int(other.max(initial=0)) + 1
    if int(one.max(initial=0)) >= _MOST // n:
        one = np.unique(one, return_inverse=True)[1].astype(np.int64)
    return one * n + other


def before(key: Ints, rows: Ints) -> Ints:
    """For every row the one of `rows` (ascending) before it that has the same key, -1 for rows without one and those that are not chosen."""
    result = np.full(len(key), -1)
    order = rows[np.argsort(key[rows], kind="stable")]
    same = key[order[1:]] == key[order[:-1]]
    result[order[1:][same]] = order[:-1][same]
    return result


def running(key: Ints, rows: Ints, values: Ints | Mask) -> Ints:
    """Sums over the chosen `rows` (ascending) with the same key, up to and with each row; 0 for rows that are not chosen."""
    result = np.zeros(len(key), np.int64)
    order = rows[np.argsort(key[rows], kind="stable")]
    result[order] = since(np.append(True, key[order[1:]] != key[order[:-1]])[: len(order)], values[order])
    return result


def since(begins: Mask, values: Ints | Mask) -> Ints:
    """Sums since the last beginning, both ends included; the first row is a beginning."""
    total = np.cumsum(values, dtype=np.int64)
    first = np.maximum.accumulate(np.where(begins, np.arange(len(begins)), 0))
    return total - total[first] + values[first]


def taken(values: Ints, at: Ints, missing: int = NULL) -> Ints:
    """The values at those places, `missing` where a place is -1."""
    if not len(values):
        return np.full(len(at), missing)
    return np.where(at >= 0, values[at], missing)


@dataclass(frozen=True)
class Course:
    """The hands of a view in order. `clash` (n_hands,): hands under an id that others have too; `conflict`: those that are a second record of
    one deal, which belong to no chain."""

    view: View
    clash: Mask
    conflict: Mask

    def column(self, name: str) -> pa.Array:
        """A column of table `hands`."""
        return one_array(self.view.tables["hands"].column(name))

    def codes(self, *names: str) -> Ints:
        """(n_hands,) a number for each combination of values of some columns of `hands`, null being a value too."""
        code = np.zeros(self.view.n_hands, np.int64)
        for name in names:
            array = self.column(name)
            if array.null_count == len(array):
                continue
            encoded = pc.dictionary_encode(array, null_encoding="encode")
            code = combined(code, np.asarray(encoded.indices, np.int64))
        return code

    @cached_property
    def table(self) -> Ints:
        """(n_hands,) the table."""
        return self.codes("site", "club_id", "table_id")

    @cached_property
    def match(self) -> Ints:
        """(n_hands,) the match of the table, from 1; 0 where none is named."""
        return np.where(self.names_match, self.codes("match_id") + 1, 0)

    @cached_property
    def names_match(self) -> Mask:
        """(n_hands,) hands that name their match."""
        return self._is_told("match_id")

    @cached_property
    def names_table(self) -> Mask:
        """(n_hands,) hands that name their table."""
        return self._is_told("table_id")

    def _is_told(self, name: str) -> Mask:
        told: Mask = np.asarray(self.column(name).is_valid())
        return told

    def within(self, matched: Mask) -> Ints:
        """(n_hands,) a number for each table or, where `matched`, for each of its matches."""
        return combined(self.table, np.where(matched, self.match, 0))

    @cached_property
    def hand_no(self) -> Ints:
        """(n_hands,)"""
        return ints(self.view.tables["hands"], "hand_no")

    @cached_property
    def ended(self) -> Ints:
        """(n_hands,) microseconds."""
        array = self.column("ended_at").cast(pa.timestamp("us", "UTC")).cast(pa.int64())
        return np.asarray(pc.fill_null(array, NULL), np.int64)

    @cached_property
    def is_complete(self) -> Mask:
        """(n_hands,)"""
        return np.asarray(pc.equal(self.column("status"), "complete"), bool)

    @cached_property
    def is_cancelled(self) -> Mask:
        """(n_hands,)"""
        return np.asarray(pc.equal(self.column("status"), "cancelled"), bool)

    def by_rules(self, asked: Callable[[RuleSet], bool]) -> Mask:
        """(n_hands,) whether the rule set is known and what is asked of it is true."""
        return self.view.where_rules(one is not None and asked(one) for one in self.view.rules)

    @cached_property
    def has_rules(self) -> Mask:
        """(n_hands,) hands under a known rule set."""
        return self.by_rules(lambda _: True)

    @cached_property
    def has_match(self) -> Mask:
        """(n_hands,) hands whose rules have matches (match.length)."""
        return self.by_rules(lambda one: one.value("match.length") != "no_match")

    def is_word(self, key: str, value: str) -> Mask:
        """(n_hands,) whether a parameter is known to be that word."""
        return self.by_rules(lambda one: word(one, key) == value)

    @cached_property
    def player(self) -> Ints:
        """(n_seats,) a number for each player."""
        column = one_array(self.view.tables["seats"].column("player_id"))
        return np.asarray(pc.dictionary_encode(column).indices, np.int64)

    @cached_property
    def _players(self) -> Ints:
        """(n_hands, most players) the players of each hand in one order, -1 behind them."""
        view = self.view
        laid = np.full((view.n_hands, int(view.n_players.max(initial=0))), -1)
        if laid.shape[1]:
            laid[view.seat_hand, np.arange(len(view.seat_hand)) - view.seat_start[view.seat_hand]] = self.player
        return np.sort(laid, axis=1)

    def same_players(self, previous: Ints) -> Mask:
        """(n_hands,) whether just the players of the hand before are in the hand."""
        same: Mask = (previous >= 0) & (self._players == self._players[previous]).all(axis=1)
        return same

    def pause(self, previous: Ints) -> Ints:
        """(n_hands,) microseconds since the hand before; `NULL` unknown."""
        then = taken(self.ended, previous)
        return np.where((then == NULL) | (self.ended == NULL), NULL, self.ended - np.where(then == NULL, 0, then))

    def seat_in(self, hand: Ints) -> Ints:
        """(n_seats,) the seat of the player in another hand, given for each seat; -1 where there is none or he is not in it."""
        view = self.view
        result = np.full(len(self.player), -1)
        n_there = taken(view.n_players, hand, 0)
        start = taken(view.seat_start, hand, 0)
        for place in range(int(n_there.max(initial=0))):
            at = np.minimum(start + place, len(self.player) - 1)
            found = (place < n_there) & (self.player[at] == self.player) & (result < 0)
            result[found] = at[found]
        return result

    @cached_property
    def is_fantasy(self) -> Flags:
        """(n_seats,)"""
        return flags(self.view.tables["seats"], "is_fantasy")


def at_least(pause: Ints, seconds: int) -> Mask:
    """Whether a pause is known and not shorter."""
    known: Mask = (pause != NULL) & (pause >= seconds * _SECOND)
    return known


def below(pause: Ints, seconds: int) -> Mask:
    """Whether a pause is known and shorter."""
    known: Mask = (pause != NULL) & (pause < seconds * _SECOND)
    return known
