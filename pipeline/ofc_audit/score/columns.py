"""Arrow columns as arrays and back: views without a copy where Arrow's memory allows it."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.score.masked import NULL, Cards, Ints, Mask, Masked
from ofc_audit.tables import MONEY


def _one_array(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def whole_numbers(column: pa.ChunkedArray | pa.Array, null: int = NULL) -> npt.NDArray[Any]:
    """(n,) integers of a column, of its own type where it has no nulls (a view), else int64 with `null` for them."""
    array = _one_array(column)
    if not array.null_count:
        values: npt.NDArray[Any] = array.to_numpy(zero_copy_only=False)
        return values
    filled: Ints = array.cast(pa.int64()).fill_null(null).to_numpy(zero_copy_only=False)
    return filled


def flags(column: pa.ChunkedArray | pa.Array) -> Mask:
    """(n,) truth values of a column without nulls."""
    return np.asarray(_one_array(column).to_numpy(zero_copy_only=False), bool)


def boards(column: pa.ChunkedArray | pa.Array) -> Cards:
    """(n, 13) card codes of a board column, a view where it is one chunk."""
    array = _one_array(column)
    flat: Cards = array.values.to_numpy(zero_copy_only=False)
    return flat[array.offset * 13 : (array.offset + len(array)) * 13].reshape(-1, 13)


def money(column: pa.ChunkedArray | pa.Array) -> Ints:
    """(n,) ten-thousandths of a decimal(18, 4) column, `NULL` where null."""
    array = _one_array(column)
    if not len(array):
        return np.empty(0, np.int64)
    words = np.frombuffer(array.buffers()[1], np.int64)[array.offset * 2 : (array.offset + len(array)) * 2]
    values = words[::2].copy()
    if array.null_count:
        values[array.is_null().to_numpy(zero_copy_only=False)] = NULL
    return values


def _validity(known: Mask | None) -> pa.Buffer | None:
    return None if known is None else pa.py_buffer(np.packbits(known.reshape(-1), bitorder="little"))


def column(masked: Masked[Any], arrow_type: pa.DataType) -> pa.Array:
    """Values as an Arrow array of the given type, null where not known; integers of the same width without a copy.

    Money comes as int64 ten-thousandths.
    """
    values = np.ascontiguousarray(masked.filled).reshape(-1)
    n = len(values)
    nulls = 0 if masked.known is None else n - int(np.count_nonzero(masked.known))
    if arrow_type == MONEY:
        words = np.empty((n, 2), np.int64)
        words[:, 0] = values
        np.right_shift(values, 63, out=words[:, 1])
        data = pa.py_buffer(words)
    elif pa.types.is_boolean(arrow_type):
        data = pa.py_buffer(np.packbits(values, bitorder="little"))
    else:
        data = pa.py_buffer(values.astype(arrow_type.to_pandas_dtype(), copy=False))
    return pa.Array.from_buffers(arrow_type, n, [_validity(masked.known), data], null_count=nulls)
