"""What the comparison of hands under two rule sets works on: columns as arrays, seats by hand, pairs of rule sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import MONEY, NULL, Ints, Mask, money_array, money_ints
from ofc_audit.score.columns import whole_numbers
from ofc_audit.warehouse.rescore_rules import RulePair

Texts = npt.NDArray[np.object_]
Rules = tuple[list[RulePair], Ints]
"""Pairs of effective rule sets and, (n_hands,), which of them each hand is under."""


@dataclass(frozen=True)
class MoneyNotes:
    """What matches mean for the money of hands; (n_hands,) each, by side (own, new) where the rules matter.

    `reason`: why the match leaves the money open, empty where it does not; `is_told`: the match has been settled, so that what is open
    of the hand's money is open for another reason; `open_points`: points of another hand of the match may be that; `open_stacks`: a stack;
    `of_match`: the hand's money is that of all its match.
    """

    reason: Texts
    is_told: Mapping[str, Mask]
    open_points: Mapping[str, Mask]
    open_stacks: Mask
    of_match: Mask

    @classmethod
    def none(cls, n_hands: int) -> "MoneyNotes":
        """No hand has its money told by a match."""
        no = np.zeros(n_hands, bool)
        return cls(np.full(n_hands, "", object), {"own": no, "new": no}, {"own": no, "new": no}, no, no)

    def of_hands(self, start: int, stop: int) -> "MoneyNotes":
        """The same of some hands in a row."""
        told, points = (
            {side: mask[start:stop] for side, mask in by_side.items()} for by_side in (self.is_told, self.open_points)
        )
        stacks, of_match = self.open_stacks[start:stop], self.of_match[start:stop]
        return MoneyNotes(self.reason[start:stop], told, points, stacks, of_match)


@dataclass(frozen=True)
class Seats:
    """Rows of seats that lie hand by hand; `hand` names each one's hand."""

    hand: Ints
    start: Ints

    def any(self, mask: Mask) -> Mask:
        """(n_hands,) whether it holds of any seat."""
        return self.sum(mask.astype(np.int64)) > 0

    def sum(self, values: Ints) -> Ints:
        """(n_hands,) sums over the seats of each hand, exact."""
        total = np.concatenate([np.zeros(1, np.int64), np.cumsum(values)])
        sums: Ints = total[self.start[1:]] - total[self.start[:-1]]
        return sums

    def gained(self, delta: Ints) -> Ints:
        """(n_hands,) the positive differences together; `NULL` where one is not known."""
        missing = self.any(delta == NULL)
        return np.where(missing, NULL, self.sum(np.maximum(np.where(delta == NULL, 0, delta), 0)))


def ints(data: pa.Table, name: str) -> Ints:
    """(n,) whole numbers or ten-thousandths; `NULL` where unknown."""
    column = data.column(name)
    return money_ints(column) if column.type == MONEY else whole_numbers(column).astype(np.int64)


def arrow(values: Ints, kind: pa.DataType) -> pa.Array:
    """Whole numbers or ten-thousandths as a column of that type, null for `NULL`."""
    known = values != NULL
    filled = np.where(known, values, 0)
    return money_array(filled, known) if kind == MONEY else pa.array(filled, mask=~known).cast(kind)


def by_pair(rules: Rules, values: list[Any], kind: Any = object) -> npt.NDArray[Any]:
    """(n_hands,) of each hand the value of its pair of rule sets."""
    pairs, index = rules
    result = np.empty(len(pairs), kind)
    result[:] = values
    return result[index]
