"""Payments of hands whose stacks no record shows, and what any search for stacks that explain them gives.

Amounts are whole ten-thousandths in int64 arrays, `NULL` for unknown; h hands of p players and k pairs each.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ofc_audit.money import NULL

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Payments:
    """What was paid in hands of one number of players, and what is known of the stacks before them.

    `owed` (h, k): points times point value of each pair, from the first's side; `least` and `most` (h, p): what each player got of his
    pairs, before rake, which is one amount but where the rake of several winners is not known; `floor` (h, p): what each stack was at
    least, 0 where nothing is known.
    """

    owed: Ints
    least: Ints
    most: Ints
    floor: Ints

    def take(self, hands: npt.NDArray[np.int64]) -> "Payments":
        """Only some of the hands."""
        return Payments(self.owed[hands], self.least[hands], self.most[hands], self.floor[hands])


@dataclass(frozen=True)
class Implied:
    """Whether some stacks explain the payments (h,), and between which amounts the stack of each player then lies (h, p).

    `low` and `high` hold over all explanations; `high` is `NULL` where nothing limits it, and both are where there is no explanation.
    """

    explained: Mask
    low: Ints
    high: Ints

    @classmethod
    def nothing(cls, shape: tuple[int, ...]) -> "Implied":
        """No explanation yet."""
        return cls(np.zeros(shape[0], bool), np.full(shape, NULL), np.full(shape, NULL))

    def either(self, other: "Implied") -> "Implied":
        """What holds where either explanation may be the true one."""
        only_self = (self.explained & ~other.explained)[:, None]
        only_other = (other.explained & ~self.explained)[:, None]
        low = np.minimum(self.low, other.low)
        high = np.where((self.high == NULL) | (other.high == NULL), NULL, np.maximum(self.high, other.high))
        return Implied(
            self.explained | other.explained,
            np.where(only_self, self.low, np.where(only_other, other.low, low)),
            np.where(only_self, self.high, np.where(only_other, other.high, high)),
        )


def implied(explained: Mask, low: Ints, high: Ints) -> Implied:
    """An explanation with its bounds, blank where there is none."""
    return Implied(explained, np.where(explained[:, None], low, NULL), np.where(explained[:, None], high, NULL))
