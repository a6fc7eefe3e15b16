"""Whether a board that is begun can still be made legal with cards of a given set: an exact answer, whatever is empty.

A completion puts cards of the set, each once, on the empty places; it is legal when bottom is at least middle and middle at least
top. Each row by itself gives bounds: with the weakest top, the strongest bottom and the weakest middle over that top out of order, when
each may take any cards, the board is dead. Where these three share no card, or where one of a few orders of filling the rows, each from what the
others left, gives a legal board, it is not. What is left, about one board in a thousand, is answered by all fillings of its row that has
the fewest.
"""

from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np

from ofc_audit.cards import EMPTY
from ofc_audit.score.fillings import Filled, Rows, Sets, card_sets, cards_in, least_middles
from ofc_audit.score.masked import Cards, Mask

ROWS = (slice(0, 3), slice(3, 8), slice(8, 13))
TOP, MIDDLE, BOTTOM = range(3)
ORDERS = ((BOTTOM, TOP, MIDDLE), (MIDDLE, BOTTOM, TOP), (TOP, BOTTOM, MIDDLE))
"""Orders in which rows are filled to find a legal completion: the strongest bottom, the weakest top, the weakest middle that is over it."""
AT_ONCE = 1 << 16
"""Boards looked at at a time in the last step."""


def can_be_legal(boards: Cards, pool: Mask, is_equal_legal: bool = True) -> Mask:
    """(n,) whether each of (n, 13) boards, 255 where a place is empty, has a legal completion with cards of `pool`, (n, 52).

    `is_equal_legal`: whether rows that are equal as far as both go are in order (`board.equal_rows_legal`).
    """
    return _can_be_legal(boards, card_sets(pool), is_equal_legal)


def _can_be_legal(boards: Cards, pool: Sets, is_equal_legal: bool) -> Mask:
    rows = [Rows(boards[:, places]) for places in ROWS]
    least_middle, margin = least_middles(is_equal_legal), 0 if is_equal_legal else 1
    top, bottom = rows[TOP].weakest(pool), rows[BOTTOM].strongest(pool)
    floor = least_middle.take(top.value).astype(np.int64)
    middle = rows[MIDDLE].weakest(pool, floor)
    is_open = (top.value > 0) & (middle.value > 0) & (middle.value <= bottom.value - margin)
    result = is_open & middle.is_real & bottom.is_real & _are_apart(top, middle, bottom)
    for order in ORDERS:
        members = np.flatnonzero(is_open & ~result)
        if not len(members):
            return result
        some, left, at_least = [each.of(members) for each in rows], pool[members], floor[members]
        filled: dict[int, Filled] = {}
        for row in order:
            if row == BOTTOM:
                one = some[row].strongest(left)
            elif row == TOP:
                one = some[row].weakest(left)
                at_least = least_middle.take(one.value).astype(np.int64)
            else:
                one = some[row].weakest(left, at_least)
            filled[row], left = one, left & ~one.taken
        fits = (filled[TOP].value > 0) & (filled[MIDDLE].value >= at_least)
        fits &= (filled[MIDDLE].value > 0) & (filled[MIDDLE].value <= filled[BOTTOM].value - margin)
        result[members] = fits & filled[MIDDLE].is_real & filled[BOTTOM].is_real
    members = np.flatnonzero(is_open & ~result)
    if len(members):
        result[members] = _search(boards[members], pool[members], is_equal_legal)
    return result


def _are_apart(top: Filled, middle: Filled, bottom: Filled) -> Mask:
    shared = (top.taken & middle.taken) | (top.taken & bottom.taken) | (middle.taken & bottom.taken)
    return np.asarray(shared == 0)


@cache
def _choices(n_cards: int, n: int) -> Cards:
    """(k, n) every choice of `n` of `n_cards` places, in order."""
    flat = np.fromiter(chain.from_iterable(combinations(range(n_cards), n)), np.uint8)
    return flat.reshape(comb(n_cards, n), n)


def _search(boards: Cards, pool: Sets, is_equal_legal: bool) -> Mask:
    """The answer by every filling of one row that is not full, the one that has the fewest, with what it leaves to the others."""
    result = np.zeros(len(boards), bool)
    waiting: list[int] = []
    filled: list[Cards] = []
    left: list[Sets] = []

    def settle() -> None:
        ways, rest = np.concatenate(filled), np.concatenate(left)
        parts = [slice(start, start + AT_ONCE) for start in range(0, len(ways), AT_ONCE)]
        can_be = np.concatenate([_can_be_legal(ways[part], rest[part], is_equal_legal) for part in parts])
        starts = np.cumsum([0, *(len(one) for one in left[:-1])])
        result[waiting] = np.logical_or.reduceat(can_be, starts)
        for each in (waiting, filled, left):
            each.clear()

    for number, (board, cards) in enumerate(zip(boards, pool, strict=True)):
        boards_of_it, rest_of_it = _fillings_of_one_row(board, cards)
        if len(boards_of_it):
            waiting.append(number)
            filled.append(boards_of_it)
            left.append(rest_of_it)
        if sum(map(len, left)) > AT_ONCE:
            settle()
    if waiting:
        settle()
    return result


def _fillings_of_one_row(board: Cards, pool: np.uint64) -> tuple[Cards, Sets]:
    """A board with every choice of cards in its row that has the fewest, and the cards that each leaves; none where cards are too few."""
    empty = board == EMPTY
    cards = cards_in(pool)
    places = min((rows for rows in ROWS if empty[rows].any()), key=lambda rows: int(empty[rows].sum()))
    holes = places.start + np.flatnonzero(empty[places])
    if len(cards) < empty.sum():
        return np.empty((0, 13), np.uint8), np.empty(0, np.uint64)
    chosen = cards[_choices(len(cards), len(holes))]
    filled = np.repeat(board[None], len(chosen), axis=0)
    filled[:, holes] = chosen
    taken: Sets = np.bitwise_or.reduce(np.left_shift(np.uint64(1), chosen.astype(np.uint64)), axis=1)
    return filled, pool & ~taken
