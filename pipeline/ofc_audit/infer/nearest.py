"""The smallest change of one payment after which some stacks explain a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ofc_audit.infer.payments import Ints, Payments
from ofc_audit.infer.stacks import Reading, explain

MOST_STEPS = 4_096
"""Changes tried between two players, each a whole number of the smallest unit of the hand."""


@dataclass(frozen=True)
class Change:
    """`amount` more to the player at `to`, and as much less to the one at `of`."""

    to: int
    of: int
    amount: int


def nearest_change(paid: Payments, found: Sequence[Reading]) -> Change | None:
    """The smallest change of one payment that stacks explain under any of the readings, of one hand; None where none within reach does.

    Amounts are changed by whole units, the largest unit of which all amounts of the hand are multiples.
    """
    unit = int(np.gcd.reduce(np.abs(np.concatenate([paid.owed[0], paid.least[0], paid.most[0]]))))
    most = int(np.abs(paid.owed[0]).sum())
    if not unit:
        return None
    steps = np.arange(1, min(MOST_STEPS, most // unit) + 1, dtype=np.int64) * unit
    best: Change | None = None
    for to, of in permutations(range(paid.least.shape[1]), 2):
        tried = _shifted(paid, to, of, steps)
        explained = np.any([explain(tried, reading).explained for reading in found], axis=0)
        if explained.any():
            amount = int(steps[int(np.argmax(explained))])
            if best is None or amount < best.amount:
                best = Change(to, of, amount)
    return best


def _shifted(paid: Payments, to: int, of: int, steps: Ints) -> Payments:
    owed, floor = (np.repeat(part, len(steps), axis=0) for part in (paid.owed, paid.floor))
    least, most = (np.repeat(part, len(steps), axis=0) for part in (paid.least, paid.most))
    for part in (least, most):
        part[:, to] += steps
        part[:, of] -= steps
    return Payments(owed, least, most, floor)
