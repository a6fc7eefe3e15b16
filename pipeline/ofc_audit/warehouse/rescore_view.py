"""What the comparison of hands under two rule sets works on: columns as arrays, seats by hand, pairs of rule sets."""

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
