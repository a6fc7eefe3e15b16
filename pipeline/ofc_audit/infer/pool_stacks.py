"""Stacks behind payments where losers pay into a pool and winners are paid from it."""

import numpy as np

from ofc_audit.infer.payments import Implied, Ints, Mask, Payments, implied
from ofc_audit.money import NULL
from ofc_audit.score.pairs import pairs_of


def worth_of_seats(owed: Ints, n_players: int) -> Ints:
    """(h, p) what each player's pairs are worth without a cap."""
    worth = np.zeros((len(owed), n_players), np.int64)
    for column, (a, b) in enumerate(pairs_of(n_players)):
        worth[:, a] += owed[:, column]
        worth[:, b] -= owed[:, column]
    return worth


def pool_stacks(paid: Payments, cap: str) -> Implied:
    """Whether some stacks explain the payments of a pool (`settlement.method` pool), and which.

    Who loses on balance pays his loss or, if he has less, what he has; who wins gets his win or, under `settlement.cap` both, at most as
    much as he has. What moves is the smaller of what the losers can pay and the winners can get; on the other side each in turn pays
    or gets his part until it is used up. In which turn no record shows: any will do.
    """
    worth = worth_of_seats(paid.owed, paid.least.shape[1])
    wins, loses = worth > 0, worth < 0
    size = np.abs(worth)
    # What moved to or from each player, at most and at least.
    most = np.where(wins, paid.most, -paid.least)
    least = np.where(wins, paid.least, -paid.most)
    possible = ((most >= 0) & (least <= size)).all(axis=1)
    lost = np.where(loses, -paid.least, 0).sum(axis=1)
    possible &= (np.where(wins, np.maximum(least, 0), 0).sum(axis=1) <= lost) & (
        lost <= np.where(wins, np.minimum(most, size), 0).sum(axis=1)
    )
    sides = [_one_side(paid, loses, wins, least, most, size, capped_last=cap == "both")]
    if cap == "both":
        sides.append(_one_side(paid, wins, loses, least, most, size, capped_last=True))
    else:
        # Without a cap on what is won, all that is won is won in full.
        full: Mask = np.all(~wins | (most >= size), axis=1)
        free = implied(full, np.maximum(paid.floor, np.where(loses, least, 0)), np.full(size.shape, NULL))
        sides.append(free)
    result = sides[0].either(sides[1])
    return implied(result.explained & possible, result.low, result.high)


def _one_side(
    paid: Payments, short: Mask, long: Mask, least: Ints, most: Ints, size: Ints, *, capped_last: bool
) -> Implied:
    """The players of `short` have all they can moved; of those of `long` one may be left short by the pool, and those after him get nothing."""
    floor = paid.floor
    in_full = most >= size
    limited = short & ~in_full
    fits: Mask = np.all(~limited | (floor <= most), axis=1)
    # On the other side whoever gets a part only, and is not limited by his own stack, is the one at whom the pool is empty.
    part = long & ~in_full & (least > 0)
    own = part & ((floor <= most) if capped_last else False)
    fits &= (part & ~own).sum(axis=1) <= 1
    must_own = own & np.any(part & ~own, axis=1, keepdims=True)
    limited |= must_own
    low = np.maximum(floor, np.where(short | (long & capped_last), np.maximum(least, 0), 0))
    return implied(fits, low, np.where(limited, most, NULL))
