"""Values inside JSON records, many at once: amounts and times of string arrays, whole numbers and truth values with nulls.

Every function answers two arrays: the values, with `NULL` (or -1 for truth values) for absent ones, and where a value is there
and cannot be read. Nothing raises.
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json as pa_json

from ofc_audit.money import NULL
from ofc_audit.read.batch import Flags, Ints, Mask
from ofc_audit.read.scan import Buffer, Cursor

_MONTHS_A_YEAR = 12


def read_table(text: bytes, parse: pa_json.ParseOptions) -> pa.Table:
    """The JSON objects of a text, read as one block on this thread. Raises ArrowException."""
    options = pa_json.ReadOptions(use_threads=False, block_size=len(text) + 1)
    return pa_json.read_json(pa.BufferReader(text), read_options=options, parse_options=parse)


def ints_of(array: pa.Array) -> Ints:
    """An Arrow integer array as int64, `NULL` where null.

    A record that writes the number which stands for unknown has the next one, so that it is out of every range and not passed over.
    """
    values = np.asarray(pc.fill_null(array, 0) if array.null_count else array).astype(np.int64, copy=False)
    values = np.where(values == NULL, NULL + 1, values)
    return np.where(is_null(array), NULL, values)


def flags_of(array: pa.Array) -> Flags:
    """An Arrow truth array as int8, -1 where null."""
    return np.asarray(pc.fill_null(array.cast(pa.int8()), -1)).astype(np.int8, copy=False)


def is_null(array: pa.Array) -> Mask:
    """Where an Arrow array is null."""
    if not array.null_count:
        return np.zeros(len(array), bool)
    return np.asarray(array.is_null())


def money_of(array: pa.Array, is_signed: bool) -> tuple[Ints, Mask]:
    """Amounts written as text (`-8.50`), in ten-thousandths, and where the text is no amount of at most four decimals."""
    cursor, known = _cursor(array)
    first = cursor.buf.bytes[cursor.pos]
    values = cursor.signed_money() if is_signed else cursor.money()
    cursor.ok &= first != ord("+")
    cursor.at_end()
    return np.where(known, values, NULL), known & ~cursor.ok


def times_of(array: pa.Array) -> tuple[Ints, Mask]:
    """Times in UTC written `2026-03-01T18:22:05Z`, with or without a fraction of a second, in microseconds since 1970."""
    cursor, known = _cursor(array)
    values = read_time(cursor, b"T")
    point = cursor.optional(b".")
    before = cursor.pos.copy()
    digits = cursor.uint(999_999, point)
    n_digits = cursor.pos - before
    cursor.ok &= ~point | ((n_digits >= 1) & (n_digits <= 6))
    values += digits * 10 ** (6 - np.clip(n_digits, 0, 6))
    cursor.literal(b"Z")
    cursor.at_end()
    return np.where(known, values, NULL), known & ~cursor.ok


def read_time(cursor: Cursor, between: bytes) -> Ints:
    """Reads `2026-03-01T18:22:05` at each lane, `between` standing between day and hour; microseconds since 1970."""
    year = cursor.fixed_digits(4)
    cursor.literal(b"-")
    month = cursor.fixed_digits(2)
    cursor.literal(b"-")
    day = cursor.fixed_digits(2)
    cursor.literal(between)
    hour = cursor.fixed_digits(2)
    cursor.literal(b":")
    minute = cursor.fixed_digits(2)
    cursor.literal(b":")
    second = cursor.fixed_digits(2)
    months = (year - 1970) * _MONTHS_A_YEAR + np.clip(month, 1, _MONTHS_A_YEAR) - 1
    first = months.astype("M8[M]").astype("M8[D]").astype(np.int64)
    n_days = (months + 1).astype("M8[M]").astype("M8[D]").astype(np.int64) - first
    cursor.ok &= (year >= 1) & (month >= 1) & (month <= _MONTHS_A_YEAR) & (day >= 1) & (day <= n_days)
    cursor.ok &= (hour <= 23) & (minute <= 59) & (second <= 59)
    return ((first + day - 1) * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000_000


def _cursor(array: pa.Array) -> tuple[Cursor, Mask]:
    """A cursor over the texts of an array, one lane each, and which of them are not null."""
    # A line feed behind each text keeps a number from running on into the next one.
    joined = pc.binary_join_element_wise(pc.fill_null(array, ""), "", "\n")
    offsets = np.frombuffer(joined.buffers()[1], np.int32)[joined.offset : joined.offset + len(joined) + 1]
    starts = offsets.astype(np.int64)
    data = joined.buffers()[2]
    buf = Buffer(b"" if data is None else memoryview(data)[: starts[-1]] if len(starts) else b"")
    return Cursor(buf, starts[:-1], starts[1:] - 1), ~is_null(array)
