"""How a row that is begun can be filled from a set of cards: its weakest filling from some value on, and its strongest.

All fillings of a row are listed once, by value: rows are the same where their cards have the same ranks, and a filling is the ranks it
takes, so that there are some thousand rows and a hundred thousand fillings. A row is looked up in that list and its fillings are walked
from where the answer can begin, up or down, until one has all its ranks among the cards; the next few of all rows at a time. Fillings that
make a flush of one suit are listed apart.

A set of cards is a number whose bit `code` tells of a card: the four cards of a rank are four bits side by side, on which the ranks of
all sets are looked at together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import EMPTY, N_CARDS
from ofc_audit.score.masked import Cards, Ints, Mask, Values
from ofc_audit.score.ranks import N_FIVE, rank_five, rank_tables, rank_three

Sets = npt.NDArray[np.uint64]
_Places = npt.NDArray[np.int32]

_ALL_SUITS = 15
_ABSENT = 13
"""Stands for the rank of an empty place."""
_VALUE_BITS = 13
_VALUE = (1 << _VALUE_BITS) - 1
_FIRST, _MOST = 8, 128
"""Fillings of a row looked at in the first step, and in a later one."""
_ONE = np.uint64(1)
_ONE_A_RANK = np.uint64(int("1" * 13, 16))
_FOUR_A_RANK = np.uint64(15)
# Of the four bits of a rank those into which a bit moves from within when all are shifted by one, two and three.
_FROM_BELOW = tuple((np.uint64(by), np.uint64(int(digit * 13, 16))) for by, digit in ((1, "E"), (2, "C"), (3, "8")))
_FROM_ABOVE = tuple((np.uint64(by), np.uint64(int(digit * 13, 16))) for by, digit in ((1, "7"), (2, "3"), (3, "1")))


@dataclass(frozen=True)
class _Fillings:
    """`key` (k,): number of the row and value of the filled row, ascending; `need` (k,): for each rank as many low bits as it takes of
    it, for a flush one. `starts`: by number of a row where its fillings begin, and after the last where they end. `numbers`: by width of the
    row, and `flush`, the number of a row by its ranks, ascending, in base 14.
    """

    key: _Places
    need: Sets
    starts: Ints
    numbers: dict[int, _Places]
    flush: _Places


def card_sets(pool: Mask) -> Sets:
    """(n,) sets of cards from (n, 52) which cards are in them."""
    packed = np.zeros((len(pool), 8), np.uint8)
    packed[:, :7] = np.packbits(pool, axis=1, bitorder="little")
    return packed.view("<u8").astype(np.uint64, copy=False)[:, 0]


def cards_in(one: np.uint64) -> Cards:
    """The codes of a set of cards, ascending."""
    has = np.unpackbits(np.array([one], "<u8").view(np.uint8), bitorder="little")
    return np.flatnonzero(has[:N_CARDS]).astype(np.uint8)


def _in_base(digits: Ints, base: int, width: int) -> Ints:
    """(n,) the first `width` columns as a number; a column that is not there is `_ABSENT`."""
    number = np.zeros(len(digits), np.int64)
    for place in range(width):
        number = number * base + (digits[:, place] if place < digits.shape[1] else _ABSENT)
    return number


def _each(ranks: Iterable[tuple[int, ...]], n: int) -> Ints:
    """(k, n) choices of ranks; one of none."""
    return np.array(list(ranks), np.int64).reshape(-1, n) if n else np.empty((1, 0), np.int64)


def _needs(ranks: Ints) -> tuple[Sets, Mask]:
    """What (k, n) choices of ranks take of each rank, and whether a deck has so many."""
    count = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    bits = ((1 << count) - 1) << (4 * np.arange(13))
    return np.asarray(bits.sum(axis=1), np.uint64), np.asarray((count <= 4).all(axis=1))


@cache
def _fillings() -> _Fillings:
    """The list, made once when first used (20 ms)."""
    tables = rank_tables()
    half = len(tables.five) // 2
    keys, needs, n_rows = [], [], 0
    numbers = {width: np.zeros(14 ** (width - 1), np.int32) for width in (3, 5)}
    flush = np.full(14**4, -1, np.int32)
    for width, values, number, is_flush in (
        (3, tables.three, numbers[3], False),
        (5, tables.five[:half], numbers[5], False),
        (5, tables.five[half:], flush, True),
    ):
        choose = combinations if is_flush else combinations_with_replacement
        for n_empty in range(1, width + 1):
            rows = _each(choose(range(13), width - n_empty), width - n_empty)
            ranks = _each(choose(range(13), n_empty), n_empty)
            need, is_there = _needs(ranks)
            ranks, need = ranks[is_there], need[is_there]
            at = _in_base(rows, 13, width - n_empty)[:, None] * 13**n_empty + _in_base(ranks, 13, n_empty)
            row = n_rows + np.arange(len(rows), dtype=np.int32)
            key = (row[:, None] << _VALUE_BITS) + values.take(at)
            # A value of 0 is of no row that a deck can give.
            order = np.argsort(key, axis=1)
            key = np.take_along_axis(key, order, 1)
            is_row = key & _VALUE > 0
            keys.append(key[is_row])
            needs.append(need[order][is_row])
            number[_in_base(rows, 14, width - 1)] = row
            n_rows += len(rows)
    # Beyond both ends lie fillings of no row, so that a step may look past them.
    before, after = np.full(_MOST, -1, np.int32), np.full(_MOST, n_rows << _VALUE_BITS, np.int32)
    none = np.full(_MOST, ~np.uint64(0))
    key = np.concatenate([before, *keys, after]).astype(np.int32, copy=False)
    starts = np.searchsorted(key, np.arange(n_rows + 1) << _VALUE_BITS)
    return _Fillings(key, np.concatenate([none, *needs, none]), starts, numbers, flush)


def lowest(sets: Sets) -> Sets:
    """Of every rank of each set the card with the lowest code."""
    above = np.zeros_like(sets)
    for by, places in _FROM_BELOW:
        above |= (sets << by) & places
    return sets & ~above


def highest(sets: Sets) -> Sets:
    """Of every rank of each set the card with the highest code."""
    below = np.zeros_like(sets)
    for by, places in _FROM_ABOVE:
        below |= (sets >> by) & places
    return sets & ~below


def _any_of_rank(sets: Sets) -> Sets:
    """A bit for every rank that is in each set, in the place of its lowest card."""
    ranks: Sets = (sets | sets >> _ONE | sets >> np.uint64(2) | sets >> np.uint64(3)) & _ONE_A_RANK
    return ranks


def _counts(sets: Sets) -> Sets:
    """For every rank as many low bits as each set has cards of it."""
    counts = np.zeros_like(sets)
    for copy in range(4):
        counts |= _any_of_rank(sets) << np.uint64(copy)
        sets = sets & ~lowest(sets)
    return counts


def _taken(sets: Sets, need: Sets, from_top: bool = False) -> Sets:
    """The cards of each set that make up what is needed of its ranks, the lowest or the highest codes of each."""
    pick = highest if from_top else lowest
    taken = np.zeros_like(sets)
    for copy in range(4):
        wanted = (need >> np.uint64(copy)) & _ONE_A_RANK
        if not wanted.any():
            break
        one = pick(sets)
        taken |= one & (wanted * _FOUR_A_RANK)
        sets = sets & ~one
    return taken


def _walk(row: _Places, has: Sets, bound: Ints, up: bool) -> tuple[Ints, Sets]:
    """(n,) the value of the first filling of each row, from value `bound` on or down, all of whose ranks `has` tells; and what it needs.

    0 where there is none.
    """
    listed = _fillings()
    first = row.astype(np.int32) << _VALUE_BITS
    sought = (first + bound).astype(np.int32)
    at = np.searchsorted(listed.key, sought) if up else np.searchsorted(listed.key, sought, side="right") - 1
    value, need = np.zeros(len(row), np.int64), np.zeros(len(row), np.uint64)
    end = listed.starts[row + 1] if up else listed.starts[row]
    lacks, open_rows, width = ~has, np.arange(len(row)), _FIRST
    while len(open_rows):
        places = at[:, None] + (np.arange(width) if up else -np.arange(width))
        fits = (listed.need.take(places) & lacks[open_rows, None]) == 0
        best = fits.argmax(axis=1)
        first_fit = at + (best if up else -best)
        is_within = first_fit < end[open_rows] if up else first_fit >= end[open_rows]
        found = np.flatnonzero(fits[np.arange(len(fits)), best] & is_within)
        value[open_rows[found]] = listed.key[first_fit[found]] & _VALUE
        need[open_rows[found]] = listed.need[first_fit[found]]
        after = at + (width if up else -width)
        goes_on = after < end[open_rows] if up else after >= end[open_rows]
        goes_on[found] = False
        open_rows, at = open_rows[goes_on], after[goes_on]
        width = min(4 * width, _MOST)
    return value, need


@dataclass(frozen=True)
class Filled:
    """A filling of each of n rows: `value`, 0 where there is none, and the set of cards `taken` for it.

    `is_real`: whether these cards give that value. Where they do not, since they turn out to be of one suit, the filling is a bound all
    the same: no real one lies between it and where the search began.
    """

    value: Ints
    taken: Sets
    is_real: Mask


class Rows:
    """One row of n boards, (n, 3) or (n, 5) cards, 255 where a place is empty.

    `row`, `flush`: its numbers in the list, -1 where no flush can be made of it; `suits`: a bit for each suit that all its cards have.
    """

    def __init__(self, cards: Cards) -> None:
        listed, width = _fillings(), cards.shape[1]
        is_empty = cards == EMPTY
        self.is_full = ~is_empty.any(axis=1)
        self.width = width
        ranks = np.sort(np.where(is_empty, _ABSENT, cards >> 2), axis=1).astype(np.int64)
        at = _in_base(ranks, 14, width - 1)
        self.row = listed.numbers[width].take(at, mode="clip")
        self.value = np.zeros(len(cards), np.int64)
        full = np.flatnonzero(self.is_full)
        self.value[full] = (rank_three if width == 3 else rank_five)(cards[full])
        self.suits = np.zeros(len(cards), np.uint8)
        self.flush = np.full(len(cards), -1, np.int32)
        if width == 5:
            of_card = np.where(is_empty, _ALL_SUITS, np.left_shift(1, cards & 3)).astype(np.uint8)
            self.suits = np.where(self.is_full, 0, np.bitwise_and.reduce(of_card.T, axis=0)).astype(np.uint8)
            self.flush = listed.flush.take(at, mode="clip")

    def of(self, members: Ints) -> "Rows":
        """Some of the rows."""
        some = object.__new__(Rows)
        some.width, some.is_full, some.row = self.width, self.is_full[members], self.row[members]
        some.value, some.flush, some.suits = self.value[members], self.flush[members], self.suits[members]
        return some

    def weakest(self, pool: Sets, at_least: Ints | None = None) -> Filled:
        """The weakest filling of each row with cards of its set, from a value on; a full row is what it is."""
        return self._fill(pool, np.ones(len(pool), np.int64) if at_least is None else at_least, True)

    def strongest(self, pool: Sets) -> Filled:
        """The strongest filling of each row with cards of its set; a full row is what it is."""
        return self._fill(pool, np.full(len(pool), N_FIVE), False)

    def _fill(self, pool: Sets, bound: Ints, up: bool) -> Filled:
        value = np.where(self.is_full & ((self.value >= bound) | (not up)), self.value, 0)
        taken, is_real = np.zeros(len(pool), np.uint64), np.ones(len(pool), bool)
        open_rows = np.flatnonzero(~self.is_full)
        if not len(open_rows):
            return Filled(value, taken, is_real)
        one_of_suits = np.flatnonzero(self.suits)
        suit, at = np.nonzero((self.suits[one_of_suits] >> np.arange(4)[:, None] & 1) & (self.flush[one_of_suits] >= 0))
        suited = one_of_suits[at]
        n, cards = len(open_rows), pool[open_rows]
        of_suit = (pool[suited] >> suit.astype(np.uint64)) & _ONE_A_RANK
        found, needed = _walk(
            np.concatenate([self.row[open_rows], self.flush[suited]]),
            np.concatenate([_counts(cards), of_suit]),
            bound[np.concatenate([open_rows, suited])],
            up,
        )
        value[open_rows], need = found[:n], needed[:n]
        taken[open_rows] = _taken(cards, need)
        one_suit = one_of_suits[self._is_one_suit(one_of_suits, taken[one_of_suits])]
        if len(one_suit):
            # Other cards of the same ranks may be of two suits: where none is, one of the two choices would have shown it.
            at = np.searchsorted(open_rows, one_suit)
            taken[one_suit] = _taken(cards[at], need[at], from_top=True)
            is_real[one_suit] = ~self._is_one_suit(one_suit, taken[one_suit])
        flush, taken_for_it = found[n:], needed[n:] << suit.astype(np.uint64)
        for one in np.unique(suit).tolist():
            members, value_of_it = suited[suit == one], flush[suit == one]
            plain = value[members]
            better = np.flatnonzero((value_of_it > 0) & ((plain == 0) | ((value_of_it < plain) == up)))
            at = members[better]
            value[at], taken[at], is_real[at] = value_of_it[better], taken_for_it[suit == one][better], True
        return Filled(value, taken, is_real)

    def _is_one_suit(self, members: Ints, taken: Sets) -> Mask:
        """Whether the cards taken make rows that lie in one suit, or are empty, rows of one suit."""
        result = np.zeros(len(members), bool)
        for suit in range(4):
            is_suited = (self.suits[members] >> suit & 1).astype(bool)
            result |= is_suited & ((taken & ~(_ONE_A_RANK << np.uint64(suit))) == 0)
        return result


@cache
def least_middles(is_equal_legal: bool) -> Values:
    """By top value: the weakest middle over which that top may lie (`board.equal_rows_legal`), more than any middle where none is."""
    tables = rank_tables()
    allowed = tables.legal_top if is_equal_legal else tables.legal_top_strict
    return np.searchsorted(allowed, np.arange(len(tables.three_category)), side="left").astype(np.uint16)
