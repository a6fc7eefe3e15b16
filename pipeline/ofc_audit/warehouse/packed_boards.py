"""Boards while they are staged: bytes in place of lists, which Parquet and the database write, sort and read many times as fast.

Packed and unpacked hold the same. Thirteen cards, or their streets, are thirteen bytes; a list of cards or streets has a byte for each, a
list of truth values one and a list of times eight, with a number that no value has for what is unknown within the list.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import one_array, validity
from ofc_audit.tables import ARROW_TYPES, table

BOARD = pa.binary(13)
_ITEMS: Mapping[str, npt.DTypeLike] = {"uint8_list": np.uint8, "bool_list": np.int8, "int32_list": np.int64}
_UNKNOWN = np.iinfo(np.int64).min


def packed(boards: pa.Table) -> pa.Table:
    """Rows of `boards`, and whatever columns stand beside, with bytes in place of lists. Raises ValueError for an unknown card within a list."""
    return _changed(boards, _packed_board, _packed_list)


def unpacked(boards: pa.Table) -> pa.Table:
    """The rows that `packed` was given."""
    return _changed(boards, _unpacked_board, _unpacked_list)


def _changed(
    boards: pa.Table,
    board: Callable[[pa.Array], pa.Array],
    listed: Callable[[pa.Array, str], pa.Array],
) -> pa.Table:
    for column in table("boards").columns:
        if column.type == "board" or column.type in _ITEMS:
            at = boards.column_names.index(column.name)
            values = one_array(boards.column(column.name))
            changed = board(values) if column.type == "board" else listed(values, column.type)
            field = pa.field(column.name, changed.type, nullable=column.null, metadata=boards.schema.field(at).metadata)
            boards = boards.set_column(at, field, changed)
    return boards


def _packed_board(values: pa.Array) -> pa.Array:
    return pa.Array.from_buffers(BOARD, len(values), [None, _buffer(np.asarray(values.flatten()))])


def _unpacked_board(values: pa.Array) -> pa.Array:
    # The database gives bytes of any length, of which these are thirteen.
    whole = values.cast(BOARD)
    flat = np.frombuffer(whole.buffers()[1], np.uint8)[whole.offset * 13 : (whole.offset + len(whole)) * 13]
    return pa.FixedSizeListArray.from_arrays(pa.array(flat), type=ARROW_TYPES["board"])


def _packed_list(values: pa.Array, type_name: str) -> pa.Array:
    items, dtype = values.flatten(), np.dtype(_ITEMS[type_name])
    if dtype == np.uint8 and items.null_count:
        raise ValueError("a list of cards or streets holds an unknown one")
    plain = items.cast(pa.int8()) if pa.types.is_boolean(items.type) else items
    unknown = -1 if pa.types.is_boolean(items.type) else _UNKNOWN
    numbers = np.asarray(plain if dtype == np.uint8 else pc.fill_null(plain.cast(pa.from_numpy_dtype(dtype)), unknown))
    sizes = pc.fill_null(pc.list_value_length(values), 0)
    return _laid(pa.binary(), np.asarray(values.is_valid()), np.asarray(sizes) * dtype.itemsize, _buffer(numbers))


def _unpacked_list(values: pa.Array, type_name: str) -> pa.Array:
    dtype, kind = np.dtype(_ITEMS[type_name]), ARROW_TYPES[type_name]
    edges = (
        np.frombuffer(values.buffers()[1], np.int32)[values.offset : values.offset + len(values) + 1]
        if len(values)
        else np.zeros(1, np.int32)
    )
    data = values.buffers()[2]
    numbers = (
        np.frombuffer(data, np.uint8)[edges[0] : edges[-1]].view(dtype) if data is not None else np.empty(0, dtype)
    )
    if dtype == np.uint8:
        items = pa.array(numbers)
    elif pa.types.is_boolean(kind.value_type):
        items = pa.array(numbers == 1, mask=numbers < 0)
    else:
        is_unknown = numbers == _UNKNOWN
        items = pa.array(np.where(is_unknown, 0, numbers).astype(np.int32), mask=is_unknown)
    return _laid(kind, np.asarray(values.is_valid()), np.diff(edges) // dtype.itemsize, items)


def _laid(
    kind: pa.DataType, known: npt.NDArray[np.bool_], sizes: npt.NDArray[Any], items: pa.Array | pa.Buffer
) -> pa.Array:
    """An array of rows of various sizes, none where it is not known, from their items one behind the other."""
    edges = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(np.where(known, sizes, 0), out=edges[1:])
    if isinstance(items, pa.Buffer):
        return pa.Array.from_buffers(kind, len(sizes), [validity(known), _buffer(edges), items])
    return pa.Array.from_buffers(kind, len(sizes), [validity(known), _buffer(edges)], children=[items])


def _buffer(values: npt.NDArray[Any]) -> pa.Buffer:
    return pa.py_buffer(np.ascontiguousarray(values))
