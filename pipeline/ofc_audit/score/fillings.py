"""How a row that is begun can be filled from a set of cards: its weakest filling from some value on, and its strongest.

All fillings of a row are listed once, by value: rows are the same where their cards have the same ranks, and a filling is the ranks it
takes, so that there are some thousand rows and a hundred thousand fillings. A row is looked up in that list and its fillings are walked
from where the answer can begin, up or down, until one has all its ranks among the cards; the next few of all rows at a time. Fillings that
make a flush of one suit are listed apart.

A set of cards is a number whose bit `code` tells of a card: the four cards of a rank are four bits side by side, on which the ranks of
all sets are looked at together.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import EMPTY, N_CARDS
from ofc_audit.score.masked import Cards, Ints, Mask
from ofc_audit.score.ranks import N_FIVE, rank_five, rank_tables, rank_three

Sets = npt.NDArray[np.uint64]
_Places = npt.NDArray[np.int32]

_ALL_SUITS = 15
_ABSENT = 13
"""Stands for the rank of an empty place."""
_VALUE_BITS = N_FIVE.bit_length()
_VALUE = (1 << _VALUE_BITS) - 1
_FIRST, _MOST = 8, 128
"""Fillings of a row looked at in the first step, and in a later one."""
_ONE = np.uint64(1)
_ONE_A_RANK = np.uint64((1 << N_CARDS) // 15)
_FOUR_A_RANK = np.uint64(15)
_CARDS = np.arange(N_CARDS, dtype=np.uint64)
# Of the four bits of a rank those into which a bit moves from within when all are shifted by one, two and three.
_FROM_BELOW, _FROM_ABOVE = (
    tuple((np.uint64(by), _ONE_A_RANK * np.uint64(bits)) for by, bits in shifts)
    for shifts in (((1, 0b1110), (2, 0b1100), (3, 0b1000)), ((1, 0b0111), (2, 0b0011), (3, 0b0001)))
)


@dataclass(frozen=True)
class _Fillings:
    """`key` (k,): number of the row and value of the filled row, ascending; `need` (k,): for each rank as many low bits as it takes of
    it. `starts`: by number of a row where its fillings begin, and after the last where they end. `numbers`: by width of the row, the
    number of a row by its ranks, ascending, in base 14; the next number is that of the row for its fillings that make a flush.
    """

    key: _Places
    need: Sets
    starts: Ints
    numbers: dict[int, _Places]


def card_sets(pool: Mask) -> Sets:
    """(n,) sets of cards from (n, 52) which cards are in them."""
    packed = np.zeros((len(pool), 8), np.uint8)
    packed[:, :7] = np.packbits(pool, axis=1, bitorder="little")
    return packed.view("<u8").astype(np.uint64, copy=False)[:, 0]


def cards_in(one: np.uint64) -> Cards:
    """The codes of a set of cards, ascending."""
    return np.flatnonzero(one >> _CARDS & _ONE).astype(np.uint8)


def _in_base(digits: Ints, base: int, width: int) -> Ints:
    """(n,) the first `width` columns as a number; a column that is not there is `_ABSENT`."""
    number = np.zeros(len(digits), np.int64)
    for place in range(width):
        number = number * base + (digits[:, place] if place < digits.shape[1] else _ABSENT)
    return number


def _each(n: int) -> Ints:
    """(k, n) every choice of ranks for n places; one of none."""
    return np.array(list(combinations_with_replacement(range(13), n)))


def _needs(ranks: Ints) -> Sets:
    """What (k, n) choices of ranks take of each rank, for choices that a deck has."""
    count = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    bits = ((1 << count) - 1) << (4 * np.arange(13))
    return np.asarray(bits.sum(axis=1), np.uint64)


@cache
def _fillings() -> _Fillings:
    """The list, made once when first used (30 ms)."""
    tables = rank_tables()
    keys, needs, n_rows = [], [], 0
    numbers = {width: np.zeros(14 ** (width - 1), np.int32) for width in (3, 5)}
    for width, plain_and_flush in ((3, [tables.three]), (5, np.split(tables.five, 2))):
        for n_empty in range(1, width + 1):
            rows, ranks = _each(width - n_empty), _each(n_empty)
            at = _in_base(rows, 13, width - n_empty)[:, None] * 13**n_empty + _in_base(ranks, 13, n_empty)
            row = n_rows + 2 * np.arange(len(rows))
            for is_flush, values in enumerate(plain_and_flush):
                key = (row[:, None] + is_flush << _VALUE_BITS) + values.take(at)
                # A value of 0 is of no row that a deck can give.
                number, choice = np.nonzero(key & _VALUE)
                keys.append(key[number, choice])
                needs.append(_needs(ranks)[choice])
            numbers[width][_in_base(rows, 14, width - 1)] = row
            n_rows += 2 * len(rows)
    key = np.concatenate(keys).astype(np.int32)
    order = np.argsort(key)
    starts = np.searchsorted(key[order], np.arange(n_rows + 1) << _VALUE_BITS)
    return _Fillings(key[order], np.concatenate(needs)[order], starts, numbers)


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


def _taken(sets: Sets, need: Sets, pick: Callable[[Sets], Sets]) -> Sets:
    """The cards of each set that make up what is needed of its ranks, the `lowest` or the `highest` codes of each."""
    taken = np.zeros_like(sets)
    for copy in range(4):
        wanted = (need >> np.uint64(copy)) & _ONE_A_RANK
        if not wanted.any():
            break
        one = pick(sets)
        taken |= one & (wanted * _FOUR_A_RANK)
        sets = sets & ~one
    return taken


def _walk(row: _Places, has: Sets, at_least: Ints | None, up: bool) -> tuple[Ints, Sets]:
    """(n,) the value of the first filling of each row, up from its weakest (of some value on) or down from its strongest, all of whose
    ranks `has` tells; and what it needs. 0 where there is none.
    """
    listed = _fillings()
    begin, end = (
        (listed.starts[row], listed.starts[row + 1]) if up else (listed.starts[row + 1] - 1, listed.starts[row])
    )
    if at_least is not None:
        begin = np.searchsorted(listed.key, ((row << _VALUE_BITS) + at_least).astype(np.int32))
    value, need = np.zeros_like(begin), np.zeros_like(has)
    at, lacks, open_rows, width = begin, ~has, np.arange(len(row)), _FIRST
    while len(open_rows):
        # Beyond both ends lie fillings of other rows, which are no answer whether they fit or not.
        places = at[:, None] + (np.arange(width) if up else -np.arange(width))
        fits = (listed.need.take(places, mode="clip") & lacks[open_rows, None]) == 0
        best = fits.argmax(axis=1)
        first_fit = at + (best if up else -best)
        is_within = first_fit < end[open_rows] if up else first_fit >= end[open_rows]
        is_found = fits[np.arange(len(fits)), best] & is_within
        found = open_rows[is_found]
        value[found] = listed.key[first_fit[is_found]] & _VALUE
        need[found] = listed.need[first_fit[is_found]]
        after = at + (width if up else -width)
        goes_on = (after < end[open_rows] if up else after >= end[open_rows]) & ~is_found
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

    `row`: its number in the list; `suits`: a bit for each suit that all its cards have, none where a flush cannot be made of it.
    """

    def __init__(self, cards: Cards) -> None:
        width = cards.shape[1]
        is_empty = cards == EMPTY
        self.is_full = ~is_empty.any(axis=1)
        ranks = np.sort(np.where(is_empty, _ABSENT, cards >> 2)).astype(np.int64)
        self.row = _fillings().numbers[width].take(_in_base(ranks, 14, width - 1), mode="clip")
        self.value = np.zeros(len(cards), np.int64)
        full = np.flatnonzero(self.is_full)
        self.value[full] = (rank_three if width == 3 else rank_five)(cards[full])
        self.suits = np.zeros(len(cards), np.uint8)
        if width == 5:
            of_card = np.where(is_empty, _ALL_SUITS, np.left_shift(1, cards & 3)).astype(np.uint8)
            self.suits = np.where(self.is_full, 0, np.bitwise_and.reduce(of_card.T)).astype(np.uint8)

    def of(self, members: Ints) -> "Rows":
        """Some of the rows."""
        some = object.__new__(Rows)
        some.is_full, some.row = self.is_full[members], self.row[members]
        some.value, some.suits = self.value[members], self.suits[members]
        return some

    def weakest(self, pool: Sets, at_least: Ints | None = None) -> Filled:
        """The weakest filling of each row with cards of its set, from a value on; a full row is what it is."""
        return self._fill(pool, at_least, True)

    def strongest(self, pool: Sets) -> Filled:
        """The strongest filling of each row with cards of its set; a full row is what it is."""
        return self._fill(pool, None, False)

    def _fill(self, pool: Sets, at_least: Ints | None, up: bool) -> Filled:
        is_kept = self.is_full if at_least is None else self.is_full & (self.value >= at_least)
        value = np.where(is_kept, self.value, 0)
        taken, is_real = np.zeros_like(pool), np.ones(len(pool), bool)
        open_rows = np.flatnonzero(~self.is_full)
        if not len(open_rows):
            return Filled(value, taken, is_real)
        one_of_suits = np.flatnonzero(self.suits)
        suit, at = np.nonzero(self.suits[one_of_suits] >> np.arange(4)[:, None] & 1)
        suited = one_of_suits[at]
        n, cards = len(open_rows), pool[open_rows]
        of_suit = (pool[suited] >> suit.astype(np.uint64)) & _ONE_A_RANK
        found, needed = _walk(
            np.concatenate([self.row[open_rows], self.row[suited] + 1]),
            np.concatenate([_counts(cards), of_suit]),
            None if at_least is None else at_least[np.concatenate([open_rows, suited])],
            up,
        )
        value[open_rows], need = found[:n], needed[:n]
        taken[open_rows] = _taken(cards, need, lowest)
        one_suit = one_of_suits[self._is_one_suit(one_of_suits, taken[one_of_suits])]
        if len(one_suit):
            # Other cards of the same ranks may be of two suits: where none is, one of the two choices would have shown it.
            at = np.searchsorted(open_rows, one_suit)
            taken[one_suit] = _taken(cards[at], need[at], highest)
            is_real[one_suit] = ~self._is_one_suit(one_suit, taken[one_suit])
        flush, taken_for_it = found[n:], needed[n:] << suit.astype(np.uint64)
        for one in np.unique(suit).tolist():
            members, value_of_it = suited[suit == one], flush[suit == one]
            plain = value[members]
            better = np.flatnonzero((value_of_it != 0) & ((plain == 0) | ((value_of_it < plain) == up)))
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
def least_middles(is_equal_legal: bool) -> Ints:
    """By top value: the weakest middle over which that top may lie (`board.equal_rows_legal`), more than any middle for no top at all."""
    tables = rank_tables()
    allowed = tables.legal_top if is_equal_legal else tables.legal_top_strict
    least = np.searchsorted(allowed, np.arange(len(tables.three_category)))
    least[0] = N_FIVE + 1
    return least
