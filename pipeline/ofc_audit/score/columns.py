"""Arrow columns as arrays and back: views without a copy where Arrow's memory allows it."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import MONEY, NULL, money_array, one_array, validity
from ofc_audit.score.masked import Cards, Ints, Mask, Masked


def whole_numbers(column: pa.ChunkedArray | pa.Array, null: int = NULL) -> npt.NDArray[Any]:
    """(n,) integers of a column, of its own type where it has no nulls (a view), else int64 with `null` for them."""
    array = one_array(column)
    if not array.null_count:
        values: npt.NDArray[Any] = array.to_numpy(zero_copy_only=False)
        return values
    filled: Ints = array.cast(pa.int64()).fill_null(null).to_numpy(zero_copy_only=False)
    return filled


def flags(column: pa.ChunkedArray | pa.Array) -> Mask:
    """(n,) truth values of a column without nulls."""
    values: Mask = one_array(column).to_numpy(zero_copy_only=False)
    return values


def boards(column: pa.ChunkedArray | pa.Array) -> Cards:
    """(n, 13) card codes of a board column, a view where it is one chunk."""
    array = one_array(column)
    flat: Cards = array.values.to_numpy(zero_copy_only=False)
    return flat[array.offset * 13 : (array.offset + len(array)) * 13].reshape(-1, 13)


def column(masked: Masked[Any], arrow_type: pa.DataType) -> pa.Array:
    """Values as an Arrow array of the given type, null where not known; integers of the same width without a copy.

    Money comes as int64 ten-thousandths.
    """
    values = np.ascontiguousarray(masked.filled).reshape(-1)
    n = len(values)
    nulls = 0 if masked.known is None else n - int(np.count_nonzero(masked.known))
    if arrow_type == MONEY:
        return money_array(values, None if masked.known is None else masked.known.reshape(-1))
    if pa.types.is_boolean(arrow_type):
        data = pa.py_buffer(np.packbits(values, bitorder="little"))
    else:
        data = pa.py_buffer(values.astype(arrow_type.to_pandas_dtype(), copy=False))
    return pa.Array.from_buffers(arrow_type, n, [validity(masked.known), data], null_count=nulls)
