"""Whether a board that is begun can still be made legal with cards of a given set: an exact answer, whatever is empty.

A completion puts cards of the set, each once, on the empty places; it is legal when bottom is at least middle and middle at least
top. Where few cards are missing all completions are looked at. Else the cheap answers come first: some completions drawn at random, of which
one that is legal settles it; every row by itself, where no middle lies between the weakest top and the strongest bottom that
can be had; at last every middle with what it leaves to the other rows.
"""

from collections.abc import Callable
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import EMPTY
from ofc_audit.score.masked import Cards, Ints, Mask, Values
from ofc_audit.score.ranks import rank_boards, rank_five, rank_tables, rank_three

ROWS = (slice(0, 3), slice(3, 8), slice(8, 13))
FEW = 2000
"""Up to so many combinations of rows, all are looked at at once."""
DRAWS = (48, 512, 4096)
"""Completions drawn at random in each round, for boards that no round before has settled."""
LOOKED_AT_AFTER = 512
"""The round after which rows are looked at by themselves."""
AT_ONCE = 1 << 18
"""Rows ranked at a time."""
_SEED = 5

Masks = npt.NDArray[np.uint64]
Empty = tuple[int, int, int]
Answers = npt.NDArray[Any]
_Answer = Callable[[Cards, Cards, Empty, bool, int], Answers]


def can_be_legal(boards: Cards, pool: Mask, is_equal_legal: bool = True) -> Mask:
    """(n,) whether each of (n, 13) boards, 255 where a place is empty, has a legal completion with cards of `pool`, (n, 52).

    `is_equal_legal`: whether rows that are equal as far as both go are in order (`board.equal_rows_legal`).
    """
    result = np.zeros(len(boards), bool)
    empty = boards == EMPTY
    # Boards with the same places empty and as many cards to draw from are settled together.
    kinds = np.column_stack([empty[:, rows].sum(axis=1) for rows in ROWS] + [pool.sum(axis=1)])
    for kind in np.unique(kinds, axis=0):
        members = np.flatnonzero((kinds == kind).all(axis=1))
        top, middle, bottom, n_cards = kind.tolist()
        if n_cards < top + middle + bottom:
            continue
        cards = np.nonzero(pool[members])[1].reshape(len(members), n_cards).astype(np.uint8)
        result[members] = _settle(_aligned(boards[members]), cards, (top, middle, bottom), is_equal_legal)
    return result


def _aligned(boards: Cards) -> Cards:
    """The same rows with the empty places first."""
    aligned = boards.copy()
    for rows in ROWS:
        aligned[:, rows] = 255 - np.sort(255 - boards[:, rows], axis=1)
    return aligned


def _settle(boards: Cards, cards: Cards, empty: Empty, is_equal_legal: bool) -> Mask:
    """`boards` with the same places empty, the first of each row; `cards` (n, m) to draw from."""
    n_cards = cards.shape[1]
    places = [_places(n_cards, n) for n in empty]
    if len(places[0]) * len(places[1]) * len(places[2]) <= FEW:
        return _by_parts(_any_of_all, boards, cards, empty, is_equal_legal, FEW) > 0
    result = np.zeros(len(boards), bool)
    is_open = np.ones(len(boards), bool)
    for n_draws in DRAWS:
        members = np.flatnonzero(is_open)
        found = _by_parts(_any_drawn, boards[members], cards[members], empty, is_equal_legal, n_draws).astype(bool)
        result[members] = found
        is_open[members] = ~found
        if n_draws == LOOKED_AT_AFTER:
            members = members[~found]
            fits = _row_by_row(boards[members], cards[members], empty, is_equal_legal)
            is_open[members] = fits
            if sum(n > 0 for n in empty) == 1:
                # No other row takes its cards.
                result[members] = fits
                return result
    for one in np.flatnonzero(is_open).tolist():
        result[one] = _search(boards[one], cards[one], empty, is_equal_legal)
    return result


def _by_parts(answer: _Answer, boards: Cards, cards: Cards, empty: Empty, is_equal_legal: bool, weight: int) -> Answers:
    """An answer for many boards, some at a time: each costs `weight` rows."""
    step = max(1, AT_ONCE // max(1, weight))
    parts = [
        answer(boards[start : start + step], cards[start : start + step], empty, is_equal_legal, weight)
        for start in range(0, len(boards), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, np.uint16)


@cache
def _places(n_cards: int, n: int) -> Cards:
    """(k, n) every choice of `n` of `n_cards` places, in order."""
    flat = np.fromiter(chain.from_iterable(combinations(range(n_cards), n)), np.uint8)
    return flat.reshape(comb(n_cards, n), n)


@cache
def _draws(n_cards: int, n: int, n_draws: int) -> Ints:
    """(k, n) places of cards in a set, each once, drawn by a generator that always draws the same."""
    chance = np.random.default_rng(_SEED)
    return np.argsort(chance.random((n_draws, n_cards)), axis=1)[:, :n]


def _strongest_top(middle: Values, is_equal_legal: bool) -> Values:
    tables = rank_tables()
    allowed: Values = (tables.legal_top if is_equal_legal else tables.legal_top_strict).take(middle)
    return allowed


def _weakest_bottom(middle: Values, is_equal_legal: bool) -> npt.NDArray[np.int32]:
    return middle.astype(np.int32) + (not is_equal_legal)


def _row_values(placed: Cards, cards: Cards, n: int) -> Values:
    """(b, k) values of each of (b, r) rows, the first `n` places empty, with every choice of (b, m) cards; 0 where no deck can give it."""
    places = _places(cards.shape[1], n)
    rows = np.repeat(placed[:, None, :], len(places), axis=1)
    rows[:, :, :n] = cards[:, places]
    rank = rank_three if placed.shape[1] == 3 else rank_five
    return rank(rows.reshape(-1, placed.shape[1])).reshape(len(placed), len(places))


def _all_rows(boards: Cards, cards: Cards, empty: Empty) -> tuple[Values, Values, Values]:
    top, middle, bottom = (_row_values(boards[:, rows], cards, n) for rows, n in zip(ROWS, empty, strict=True))
    return top, middle, bottom


def _any_drawn(boards: Cards, cards: Cards, empty: Empty, is_equal_legal: bool, n_draws: int) -> Mask:
    draws = _draws(cards.shape[1], sum(empty), n_draws)
    filled = np.repeat(boards[:, None, :], len(draws), axis=1)
    drawn = cards[:, draws]
    at = 0
    for rows, n in zip(ROWS, empty, strict=True):
        filled[:, :, rows.start : rows.start + n] = drawn[:, :, at : at + n]
        at += n
    top, middle, bottom = rank_boards(filled.reshape(-1, 13))
    is_legal = (
        (middle > 0)
        & (top <= _strongest_top(middle, is_equal_legal))
        & (bottom >= _weakest_bottom(middle, is_equal_legal))
    )
    return np.asarray(is_legal.reshape(len(boards), len(draws)).any(axis=1))


def _any_of_all(boards: Cards, cards: Cards, empty: Empty, is_equal_legal: bool, _: int) -> Mask:
    """Whether any combination of three rows that take different cards is legal."""
    top, middle, bottom = _all_rows(boards, cards, empty)
    taken = [_bits(_places(cards.shape[1], n)) for n in empty]
    is_under = (middle[:, None, :] > 0) & (top[:, :, None] <= _strongest_top(middle, is_equal_legal)[:, None, :])
    is_over = bottom[:, None, :] >= _weakest_bottom(middle, is_equal_legal)[:, :, None]
    is_under &= (taken[0][:, None] & taken[1][None, :]) == 0
    is_over &= (taken[1][:, None] & taken[2][None, :]) == 0
    if not (empty[0] and empty[2]):
        over = np.asarray(is_under.any(axis=1))
        over &= is_over.any(axis=2)
        return np.asarray(over.any(axis=1))
    is_apart = (taken[0][:, None] & taken[2][None, :]) == 0
    both = is_under[:, :, :, None] & is_over[:, None, :, :] & is_apart[None, :, None, :]
    return np.asarray(both.reshape(len(boards), -1).any(axis=1))


def _fits_top(boards: Cards, cards: Cards, empty: Empty, is_equal_legal: bool, _: int) -> Values:
    """(b,) the weakest middle over the weakest top, when both may take any cards; 0 where there is none."""
    top = _row_values(boards[:, ROWS[0]], cards, empty[0]).min(axis=1)
    middle = _row_values(boards[:, ROWS[1]], cards, empty[1])
    fits = (middle > 0) & (top[:, None] <= _strongest_top(middle, is_equal_legal))
    none = np.iinfo(np.uint16).max
    weakest: Values = np.where(fits, middle, none).min(axis=1)
    return np.where(weakest == none, 0, weakest).astype(np.uint16)


def _strongest_bottom(boards: Cards, cards: Cards, empty: Empty, _: bool, __: int) -> Values:
    """(b,) the strongest bottom, when it may take any cards."""
    return np.asarray(_row_values(boards[:, ROWS[2]], cards, empty[2]).max(axis=1))


def _row_by_row(boards: Cards, cards: Cards, empty: Empty, is_equal_legal: bool) -> Mask:
    """Whether a middle fits between the weakest top and the strongest bottom, when each row may take any cards."""
    n_top, n_middle, n_bottom = (comb(cards.shape[1], n) for n in empty)
    weakest = _by_parts(_fits_top, boards, cards, empty, is_equal_legal, n_top + n_middle)
    fits = weakest > 0
    some = np.flatnonzero(fits)
    strongest = _by_parts(_strongest_bottom, boards[some], cards[some], empty, is_equal_legal, n_bottom)
    fits[some] = strongest >= _weakest_bottom(weakest[some], is_equal_legal)
    return fits


def _bits(places: Cards) -> Masks:
    """(k,) the places as bits."""
    bits: Masks = np.bitwise_or.reduce(np.left_shift(np.uint64(1), places.astype(np.uint64)), axis=1)
    return bits


def _search(board: Cards, cards: Cards, empty: Empty, is_equal_legal: bool) -> bool:
    """Whether one board has a legal completion, by all there are: each middle that fits, with what it leaves to bottom and top."""
    top, middle, bottom = (values[0] for values in _all_rows(board[None], cards[None], empty))
    top_takes, middle_takes, bottom_takes = (_bits(_places(len(cards), n)) for n in empty)
    allowed, needed = _strongest_top(middle, is_equal_legal), _weakest_bottom(middle, is_equal_legal)
    fits = (middle > 0) & (top.min() <= allowed) & (bottom.max() >= needed)
    for one in np.flatnonzero(fits)[np.argsort(middle[fits], kind="stable")].tolist():
        tops = top_takes[((top_takes & middle_takes[one]) == 0) & (top <= allowed[one])]
        bottoms = bottom_takes[((bottom_takes & middle_takes[one]) == 0) & (bottom >= needed[one])]
        if _have_two_apart(np.unique(tops), bottoms):
            return True
    return False


def _have_two_apart(tops: Masks, bottoms: Masks) -> bool:
    return any(bool(((tops & taken) == 0).any()) for taken in bottoms)
