"""Money: integers of ten-thousandths where it is reckoned with, decimal(18, 4) in tables, plain decimals where it is read.

No float holds an amount anywhere. An unknown amount, or any other unknown integer, is `NULL`.
"""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

MONEY = pa.decimal128(18, 4)
MONEY_SCALE = 10_000
"""Money is an integer of ten-thousandths inside the scorer and the audit."""

NULL = np.iinfo(np.int64).min
"""An unknown integer or amount in an int64 array."""

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def money_array(values: Ints, known: Mask | None = None) -> pa.Array:
    """(n,) ten-thousandths as an Arrow decimal(18, 4) array, null where not `known` (None: everywhere known)."""
    n = len(values)
    words = np.empty((n, 2), np.int64)
    words[:, 0] = values
    np.right_shift(values, 63, out=words[:, 1])
    nulls = 0 if known is None else n - int(np.count_nonzero(known))
    return pa.Array.from_buffers(MONEY, n, [validity(known), pa.py_buffer(words)], null_count=nulls)


def money_ints(column: pa.ChunkedArray | pa.Array) -> Ints:
    """(n,) ten-thousandths of an Arrow decimal(18, 4) column, `NULL` where null."""
    array = one_array(column)
    if not len(array):
        return np.empty(0, np.int64)
    words = np.frombuffer(array.buffers()[1], np.int64)[array.offset * 2 : (array.offset + len(array)) * 2]
    values = words[::2].copy()
    if array.null_count:
        values[array.is_null().to_numpy(zero_copy_only=False)] = NULL
    return values


def one_array(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    """A column as one array; without a copy where it is one chunk."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def validity(known: Mask | None) -> pa.Buffer | None:
    """An Arrow validity buffer; None where everything is known."""
    return None if known is None or known.all() else pa.py_buffer(np.packbits(known.reshape(-1), bitorder="little"))


def amount_text(amount: int) -> str:
    """Ten-thousandths as a plain decimal with two places, or as many of four as it needs: 8.50, 0.125."""
    whole, part = divmod(abs(amount), MONEY_SCALE)
    places = f"{part:04d}".rstrip("0").ljust(2, "0")
    return f"{'-' if amount < 0 else ''}{whole}.{places}"


def amount_units(text: str) -> int:
    """The ten-thousandths of a plain decimal of digits and at most four places, which the caller has made sure it is."""
    whole, _, part = text.partition(".")
    return int(whole) * MONEY_SCALE + int(part.ljust(4, "0"))
