"""Whether a board that is begun can still be made legal with cards of a given set: an exact answer, whatever is empty.

A completion puts cards of the set, each once, on the empty places; it is legal when bottom is at least middle and middle at least
top. Each row by itself gives bounds: with the weakest top, the strongest bottom and the weakest middle over that top out of order, when
each may take any cards, the board is dead. Where these three share no card, or where one of a few orders of filling the rows, each from what the
others left, gives a legal board, it is not. What is left, about one board in a thousand, is answered by all fillings of its row that has
the fewest.
"""

from functools import cache
from itertools import accumulate, chain, combinations
from math import comb

import numpy as np

from ofc_audit.cards import EMPTY
from ofc_audit.score.fillings import Filled, Rows, Sets, card_sets, cards_in, least_middles
from ofc_audit.score.masked import Cards, Mask

ROWS = (slice(0, 3), slice(3, 8), slice(8, 13))
TOP, MIDDLE, BOTTOM = range(3)
ORDERS = ((BOTTOM, TOP, MIDDLE), (MIDDLE, BOTTOM, TOP), (TOP, BOTTOM, MIDDLE))
"""Orders in which rows are filled to find a legal completion: the strongest bottom, the weakest top, the weakest middle that is over it."""
AT_ONCE = 65_536
"""Fillings of rows of boards looked at at a time in the last step, and those of one board more."""


def can_be_legal(boards: Cards, pool: Mask, is_equal_legal: bool) -> Mask:
    """(n,) whether each of (n, 13) boards, 255 where a place is empty, has a legal completion with cards of `pool`, (n, 52).

    `is_equal_legal`: whether rows that are equal as far as both go are in order (`board.equal_rows_legal`).
    """
    return _can_be_legal(boards, card_sets(pool), is_equal_legal)


def _can_be_legal(boards: Cards, pool: Sets, is_equal_legal: bool) -> Mask:
    rows = [Rows(boards[:, places]) for places in ROWS]
    least_middle, margin = least_middles(is_equal_legal), 0 if is_equal_legal else 1
    top, bottom = rows[TOP].weakest(pool), rows[BOTTOM].strongest(pool)
    floor = least_middle.take(top.value)
    middle = rows[MIDDLE].weakest(pool, floor)
    is_open = (middle.value >= floor) & (middle.value + margin <= bottom.value)
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
                at_least = least_middle.take(one.value)
            else:
                one = some[row].weakest(left, at_least)
            filled[row], left = one, left & ~one.taken
        is_legal = (filled[MIDDLE].value >= at_least) & (filled[MIDDLE].value + margin <= filled[BOTTOM].value)
        result[members] = is_legal & filled[MIDDLE].is_real & filled[BOTTOM].is_real
    members = np.flatnonzero(is_open & ~result)
    members = members[np.bitwise_count(pool[members]) >= (boards[members] == EMPTY).sum(axis=1)]
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
    answers: list[Mask] = []
    waiting: list[tuple[Cards, Sets]] = []
    n_ways: list[int] = []
    for number, (board, cards) in enumerate(zip(boards, pool, strict=True), 1):
        waiting.append(_fillings_of_one_row(board, cards))
        n_ways.append(len(waiting[-1][0]))
        if sum(n_ways) > AT_ONCE or number == len(boards):
            ways, left = (np.concatenate(each) for each in zip(*waiting, strict=True))
            starts = [0, *accumulate(n_ways[:-1])]
            answers.append(np.logical_or.reduceat(_can_be_legal(ways, left, is_equal_legal), starts))
            waiting, n_ways = [], []
    return np.concatenate(answers)


def _fillings_of_one_row(board: Cards, pool: np.uint64) -> tuple[Cards, Sets]:
    """A board with every choice of cards in its row that has the fewest, and the cards that each leaves."""
    empty = board == EMPTY
    cards = cards_in(pool)
    places = min((rows for rows in ROWS if empty[rows].any()), key=lambda rows: int(empty[rows].sum()))
    holes = places.start + np.flatnonzero(empty[places])
    chosen = cards[_choices(len(cards), len(holes))]
    filled = np.repeat(board[None], len(chosen), axis=0)
    filled[:, holes] = chosen
    taken: Sets = np.bitwise_or.reduce(np.left_shift(np.uint64(1), chosen.astype(np.uint64)), axis=1)
    return filled, pool & ~taken
