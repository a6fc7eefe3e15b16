"""Arrays with unknown places: values beside the mask of what is known.

A value that is not known is never read: whatever leaves the scorer carries its mask, and `filled` replaces unknown
values by zero.
"""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Cards = npt.NDArray[np.uint8]
Values = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int16]
Tiny = npt.NDArray[np.int8]

Array = TypeVar("Array", bound=npt.NDArray[Any])


@dataclass(frozen=True)
class Masked(Generic[Array]):
    """`values` and, of the same shape, `known`; None where everything is known, the common case, which costs
    nothing.
    """

    values: Array
    known: Mask | None = None

    @property
    def known_mask(self) -> Mask:
        """The mask, also where everything is known."""
        return np.ones(self.values.shape, bool) if self.known is None else self.known

    @property
    def filled(self) -> Array:
        """The values with zero in place of what is not known."""
        if self.known is None:
            return self.values
        return np.where(self.known, self.values, np.zeros((), self.values.dtype))  # type: ignore[return-value]

    def reshape(self, *shape: int) -> "Masked[Array]":
        """Values and mask in another shape."""
        known = None if self.known is None else self.known.reshape(shape)
        return Masked(self.values.reshape(shape), known)  # type: ignore[arg-type]


def unknown(shape: tuple[int, ...], dtype: type[np.generic]) -> "Masked[Any]":
    """An array of which nothing is known."""
    return Masked(np.zeros(shape, dtype), np.zeros(shape, bool))


def known_in_all(*masks: Mask | None) -> Mask | None:
    """Known where every one of them is; None (everything) when all are None."""
    given = [mask for mask in masks if mask is not None]
    if not given:
        return None
    result = given[0]
    for mask in given[1:]:
        result = result & mask
    return result


def as_mask(mask: Mask) -> Mask | None:
    """The mask, or None when it holds everywhere."""
    return None if mask.all() else mask
