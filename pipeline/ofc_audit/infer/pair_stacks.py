"""Stacks behind payments that are settled pair by pair, for two and three players.

The nets of three players leave one amount open: how much went round from the first to the second, to the third, and back to the first.
For any such amount all pairs are known, and each says of one or two stacks how much they were or at least were. Everything is linear
in that amount, so only those need trying at which something begins or ceases to hold: where a pair is paid in full or moves nothing, and
where two of the conditions on one stack meet.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np

from ofc_audit.infer.payments import Implied, Ints, Mask, Payments, implied
from ofc_audit.money import NULL
from ofc_audit.score.pairs import pairs_of

_Line = tuple[Ints, Ints]
"""An amount as (constant, slope) of what goes round."""


def pair_stacks(paid: Payments, cap: str, basis: str, columns: Sequence[int]) -> Implied:
    """Whether some stacks explain the payments of pairs settled one after the other, and which.

    A pair moves what it owes, but not more than the loser has (`settlement.cap` loser), nor than the winner has (both), at that moment
    (`settlement.cap_basis` running) or at the start (starting). `columns`: the pairs in the order of `settlement.pair_order`. What each
    player got must be known to the unit.
    """
    h, p = paid.least.shape
    result = Implied.nothing((h, p))
    exact = (paid.least == paid.most).all(axis=1) & (paid.least.sum(axis=1) == 0)
    for amounts in _candidates(paid, basis, columns):
        result = result.either(_stacks_of(paid, amounts, exact, cap, basis, columns))
    return result


def _candidates(paid: Payments, basis: str, columns: Sequence[int]) -> Iterator[list[Ints]]:
    """What each pair may have moved, from the first's side: all ways worth trying."""
    got = paid.least
    if got.shape[1] == 2:
        yield [got[:, 0]]
        return
    zero = np.zeros(len(got), np.int64)
    lines = [(zero, zero + 1), (got[:, 0], zero - 1), (got[:, 1], zero + 1)]
    for tried in _critical(paid, lines, basis, columns):
        yield [constant + slope * tried for constant, slope in lines]


def _critical(paid: Payments, lines: Sequence[_Line], basis: str, columns: Sequence[int]) -> Iterator[Ints]:
    for column, (constant, slope) in enumerate(lines):
        for end in (paid.owed[:, column], np.zeros_like(constant)):
            yield (end - constant) * slope
    zero = np.zeros(len(paid.owed), np.int64)
    run = [(zero, zero)] * 3
    conditions: list[list[_Line]] = [[(paid.floor[:, seat], zero), (zero, zero)] for seat in range(3)]
    sign = np.sign(paid.owed)
    for column in columns:
        constant, slope = lines[column]
        for seat, side in zip(pairs_of(3)[column], (1, -1), strict=True):
            before = run[seat]
            conditions[seat].append((sign[:, column] * constant - before[0], sign[:, column] * slope - before[1]))
            if basis == "running":
                run[seat] = (before[0] + side * constant, before[1] + side * slope)
    for of_seat in conditions:
        for one, other in combinations(of_seat, 2):
            slope = one[1] - other[1]
            at = (other[0] - one[0]) * np.where(slope < 0, -1, 1)
            size = np.maximum(np.abs(slope), 1)
            yield at // size
            if (at % size).any():
                yield -(-at // size)


def _stacks_of(
    paid: Payments, amounts: Sequence[Ints], exact: Mask, cap: str, basis: str, columns: Sequence[int]
) -> Implied:
    """The stacks under which exactly these amounts move."""
    h, p = paid.least.shape
    fits = exact.copy()
    for column, amount in enumerate(amounts):
        owed = paid.owed[:, column]
        fits &= (np.abs(amount) <= np.abs(owed)) & (np.sign(amount) * np.sign(owed) >= 0)
    result = Implied.nothing((h, p))
    if not fits.any():
        return result
    least = [paid.floor[:, seat] for seat in range(p)]
    run = [np.zeros(h, np.int64) for _ in range(p)]
    short, limits = [], []
    for column in columns:
        a, b = pairs_of(p)[column]
        owed, amount = paid.owed[:, column], amounts[column]
        first_wins, size = owed > 0, np.abs(amount)
        for seat, wins in ((a, first_wins), (b, ~first_wins)):
            bound = (owed != 0) if cap == "both" else (owed != 0) & ~wins
            least[seat] = np.where(bound, np.maximum(least[seat], size - run[seat]), least[seat])
        short.append(size < np.abs(owed))
        limits.append((a, b, first_wins, size - run[a], size - run[b]))
        if basis == "running":
            run[a], run[b] = run[a] + amount, run[b] - amount
    if cap == "none":
        fits &= ~np.any(short, axis=0)
        return implied(fits, paid.floor, np.full((h, p), NULL))
    choices = [(True, False) if cap == "both" and is_short.any() else (True,) for is_short in short]
    for by_loser in product(*choices):
        result = result.either(_boxes(fits, least, short, limits, by_loser))
    return result


def _boxes(
    fits: Mask,
    least: Sequence[Ints],
    short: Sequence[Mask],
    limits: Sequence[tuple[int, int, Mask, Ints, Ints]],
    by_loser: Sequence[bool],
) -> Implied:
    """One way to say whose stack limits each pair that is not paid in full: that stack is then known."""
    is_fit = fits.copy()
    exactly = [np.full(len(fits), NULL) for _ in least]
    for is_short, (a, b, first_wins, of_a, of_b), loser_limits in zip(short, limits, by_loser, strict=True):
        a_limits = ~first_wins if loser_limits else first_wins
        for seat, value, limited in ((a, of_a, is_short & a_limits), (b, of_b, is_short & ~a_limits)):
            is_fit &= ~(limited & (exactly[seat] != NULL) & (exactly[seat] != value))
            exactly[seat] = np.where(limited, value, exactly[seat])
    for known, at_least in zip(exactly, least, strict=True):
        is_fit &= (known == NULL) | (known >= at_least)
    high = np.stack(exactly, axis=1)
    low = np.where(high == NULL, np.stack(least, axis=1), high)
    return implied(is_fit, low, high)
