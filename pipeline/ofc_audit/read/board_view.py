"""What the boards of hands know of streets, as arrays, and boards told with less: for the formats that cannot hold all of it."""

from functools import cached_property

import numpy as np
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.read.batch import ROW_SIZES, ROW_STARTS, Bytes, Ints, Mask
from ofc_audit.read.hand_rows import HandRows

UNKNOWN_STREET = 255
MOST_STREETS = 9
_SPAN = 16
ROW_OF = np.repeat(np.arange(3), ROW_SIZES)
"""(13,) the row of each place on a board."""
_LISTS = ("dealt_streets", "discard_streets", "street_ms", "street_auto")
_OF_STREETS = ("dealt", "dealt_streets", "discards", "discard_streets", "street_ms", "street_auto")
"""The columns of `boards` that go with the streets of its cards."""


class BoardView:
    """The boards of some hands, one entry each."""

    def __init__(self, rows: HandRows) -> None:
        # Not the rows themselves: they hold this view, and a circle of arrays would stay in memory.
        self._lists = {name: rows.items(name) for name in _LISTS}
        self.cards, self.streets = rows.board("cards"), rows.board("streets")
        self.n = len(self.cards)
        self.is_placed = self.cards != EMPTY
        self.n_placed = self.is_placed.sum(axis=1)
        self.is_fantasy = rows.flags("seats", "is_fantasy") == 1
        self.n_auto, self.n_ms = rows.lengths("street_auto"), rows.lengths("street_ms")
        self.n_dealt, self.n_discards = rows.lengths("dealt"), rows.lengths("discards")

    @cached_property
    def placed(self) -> tuple[Ints, Ints]:
        """Board and street of every card placed."""
        return np.nonzero(self.is_placed)[0], self.streets[self.is_placed].astype(np.int64)

    def listed(self, name: str) -> tuple[Ints, Ints]:
        """Board and street of every card of `dealt_streets` or `discard_streets`."""
        board, streets = self._lists[name]
        return board, np.asarray(streets, np.int64)

    @cached_property
    def _all(self) -> list[tuple[Ints, Ints]]:
        return [self.placed, self.listed("dealt_streets"), self.listed("discard_streets")]

    def _any(self, chosen: list[tuple[Ints, Mask]]) -> Mask:
        found = np.zeros(self.n, bool)
        for board, is_it in chosen:
            found[board[is_it]] = True
        return found

    @cached_property
    def knows_streets(self) -> Mask:
        """The boards with a card of a known street."""
        return self._any([(board, street != UNKNOWN_STREET) for board, street in self._all])

    @cached_property
    def lacks_streets(self) -> Mask:
        """The boards with a card of an unknown street."""
        return self._any([(board, street == UNKNOWN_STREET) for board, street in self._all])

    def strays(self, most: int = MOST_STREETS) -> Mask:
        """The boards with cards of streets that there are not: all but 0 in Fantasyland, all but 1 to `most` outside."""
        chosen = []
        for board, street in self._all:
            fits = np.where(self.is_fantasy[board], street == 0, (street >= 1) & (street <= most))
            chosen.append((board, ~fits & (street != UNKNOWN_STREET)))
        return self._any(chosen) | (self.n_auto > np.where(self.is_fantasy, 1, most))

    @cached_property
    def n_reached(self) -> Ints:
        """How many streets the cards reach: the last known one, 1 in Fantasyland, 0 where none is known."""
        last = np.zeros(self.n, np.int64)
        for board, street in self._all:
            known = street != UNKNOWN_STREET
            np.maximum.at(last, board[known], np.maximum(street[known], 1))
        return last

    def counts(self, cards: tuple[Ints, Ints]) -> Ints:
        """(n, 16) the cards of each street of a board."""
        board, street = cards
        near = street < _SPAN
        return np.bincount(board[near] * _SPAN + street[near], minlength=self.n * _SPAN).reshape(-1, _SPAN)

    def is_entry(self) -> Mask:
        """(n, 16) the streets that a record has: as many as there are marks of automatic placement, from 1 on or, in Fantasyland, 0."""
        number = np.arange(_SPAN)
        normal = (number >= 1) & (number <= self.n_auto[:, None])
        return np.where(self.is_fantasy[:, None], (number == 0) & (self.n_auto > 0)[:, None], normal)

    def reads_as_none(self) -> Mask:
        """The boards whose hidden discards would look like none: on every street as many cards were dealt as placed."""
        placed, dealt = self.counts(self.placed), self.counts(self.listed("dealt_streets"))
        is_told = (dealt == placed) & ((dealt > 0) | ((self.n_dealt == 0) & (self.n_auto == 1))[:, None])
        on_streets = (self.n_auto > 0) & (is_told | ~self.is_entry()).all(axis=1)
        at_once = self.lacks_streets & ~self.knows_streets & (self.n_dealt == self.n_placed)
        return np.asarray((self.n_discards < 0) & (self.n_dealt >= 0) & (on_streets | at_once))

    def times(self) -> Ints:
        """(n, 16) the time used on each street, -1 where unknown."""
        return self._by_street("street_ms", -1)

    def marks(self) -> Ints:
        """(n, 16) 1 where a street was placed automatically, 0 where not or unknown."""
        return self._by_street("street_auto", 0)

    def _by_street(self, name: str, fill: int) -> Ints:
        found = np.full((self.n, _SPAN), fill, np.int64)
        board, values = self._lists[name]
        lengths = np.maximum(self.n_ms if name == "street_ms" else self.n_auto, 0)
        place = np.arange(len(board)) - (np.cumsum(lengths) - lengths)[board]
        street = np.where(self.is_fantasy[board], place, place + 1)
        near = street < _SPAN
        numbers = np.asarray(values.cast(pa.int64()).fill_null(fill), np.int64)
        found[board[near], street[near]] = numbers[near]
        return found


class Entries:
    """The streets of all boards as entries of a record, so many of each board: one for each street, or one for all cards at once."""

    def __init__(self, view: BoardView, count: Ints) -> None:
        self.first = np.cumsum(count) - count
        self.n = int(count.sum())
        self.board = np.repeat(np.arange(view.n), count)
        self.place = np.arange(self.n) - self.first[self.board]
        self.column = np.where(view.is_fantasy[self.board], 0, self.place + 1)
        """Where a value of the entry stands in `BoardView.times` and `marks`."""

    def of(self, cards: tuple[Ints, Ints]) -> Ints:
        """The entry of each card by its board and street."""
        board, street = cards
        at_once = (street == 0) | (street == UNKNOWN_STREET)
        entry: Ints = self.first[board] + np.where(at_once, 0, street - 1)
        return entry


def mark_streets(rows: HandRows, boards: Mask) -> HandRows:
    """Every street with cards as one that was not placed automatically, where the boards do not say."""
    view = rows.view
    have = np.maximum(view.n_auto, 0)
    want = np.where(boards, np.maximum(have, view.n_reached), view.n_auto)
    size = np.maximum(want, 0)
    board, values = rows.items("street_auto")
    place = np.arange(len(board)) - (np.cumsum(have) - have)[board]
    marks = np.zeros(int(size.sum()), bool)
    marks[(np.cumsum(size) - size)[board] + place] = np.asarray(values)
    offsets = np.concatenate([[0], np.cumsum(size)]).astype(np.int32)
    lists = pa.ListArray.from_arrays(pa.array(offsets), pa.array(marks), mask=pa.array(want < 0))
    return rows.put("boards", {"street_auto": lists})


def set_at_once(rows: HandRows, boards: Mask) -> HandRows:
    """The boards as set at once, on street 0: in Fantasyland there is no other."""
    streets = rows.board("streets").copy()
    placed = rows.board("cards") != EMPTY
    streets[boards[:, None] & placed] = 0
    rows = rows.put("boards", {"streets": board_array(streets)})
    return rows.blank("boards", ("dealt", "dealt_streets", "discards", "discard_streets", "street_ms"), boards)


def forget_streets(rows: HandRows, boards: Mask) -> HandRows:
    """The boards as they were shown: of no card it is known when it came, and the discards are hidden."""
    cards, streets = rows.board("cards").copy(), rows.board("streets").copy()
    for start, size in zip(ROW_STARTS.tolist(), ROW_SIZES, strict=True):
        row = cards[boards, start : start + size].astype(np.int64)
        ordered = np.sort(np.where(row == EMPTY, -1, row), axis=1)[:, ::-1]
        cards[boards, start : start + size] = np.where(ordered < 0, EMPTY, ordered)
    streets[boards] = UNKNOWN_STREET
    rows = rows.put("boards", {"cards": board_array(cards), "streets": board_array(streets)})
    return rows.blank("boards", _OF_STREETS, boards)


def board_array(values: Bytes) -> pa.Array:
    """(n, 13) values as a column of boards."""
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(values).reshape(-1)), 13)
