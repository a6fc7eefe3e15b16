"""The keys of many `ofc_jsonl` records as flat arrays, checked by what `jsonl_spec` says of each key.

A record that fails a check is marked, not dropped: `Rows.bad` is one mask for all records of a chunk, shared by every level.
"""

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY, RANK_OF_BYTE, SUIT_OF_BYTE
from ofc_audit.money import NULL
from ofc_audit.read.batch import Bytes, Flags, Ints, Mask
from ofc_audit.read.json_values import flags_of, ints_of, is_null, money_of, times_of
from ofc_audit.read.jsonl_spec import TRUE_COUNT, Field


@dataclass(frozen=True)
class Cards:
    """Cards of one key: for each the row it belongs to and its code; how many each row has, and whether the key is there."""

    row: Ints
    code: Bytes
    count: Ints
    is_there: Mask


@dataclass
class Rows:
    """The objects of one level: the record and the outer row of each, and its keys by kind.

    `ints` holds whole numbers, amounts and times (`NULL` where absent), `lists` lists of fixed length as (rows, length).
    """

    record: Ints
    outer: Ints
    bad: Mask
    ints: dict[str, Ints] = field(default_factory=dict)
    flags: dict[str, Flags] = field(default_factory=dict)
    texts: dict[str, pa.Array] = field(default_factory=dict)
    cards: dict[str, Cards] = field(default_factory=dict)
    lists: dict[str, Ints] = field(default_factory=dict)
    ragged: dict[str, pa.Array] = field(default_factory=dict)
    inner: dict[str, "Rows"] = field(default_factory=dict)
    is_there: dict[str, Mask] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.record)

    def mark(self, where: Mask) -> None:
        """Marks the records of the rows chosen as damaged."""
        self.bad[self.record[where]] = True


def rows_of(table: pa.Table, fields: tuple[Field, ...]) -> Rows:
    """The rows of a chunk's records, read with the schema of `fields`."""
    n = table.num_rows
    rows = Rows(np.arange(n), np.arange(n), np.zeros(n, bool))
    for part in fields:
        column = table.column(part.name)
        _read(rows, part, column.combine_chunks() if column.num_chunks != 1 else column.chunk(0), np.ones(n, bool))
    return rows


def _read(rows: Rows, part: Field, array: pa.Array, exists: Mask) -> None:
    """Adds one key to `rows`; `exists` says which rows are objects of the record and not blanks in place of an absent one."""
    name = part.name
    if part.required:
        rows.mark(is_null(array) & exists)
    if part.kind == "object":
        inner = Rows(rows.record, np.arange(len(rows)), rows.bad)
        there = ~is_null(array)
        for below in part.fields:
            _read(inner, below, array.field(below.name), there)
        rows.inner[name] = inner
        rows.is_there[name] = there
    elif part.kind == "objects":
        outer = np.asarray(pc.list_parent_indices(array)).astype(np.int64)
        items = array.flatten()
        inner = Rows(rows.record[outer], outer, rows.bad)
        inner.mark(is_null(items))
        for below in part.fields:
            _read(inner, below, items.field(below.name), np.ones(len(inner), bool))
        rows.inner[name] = inner
        rows.is_there[name] = ~is_null(array)
    elif part.kind == "cards":
        rows.cards[name] = _cards(rows, array)
    elif part.kind == "ints":
        _read_ints(rows, part, array)
    else:
        _read_plain(rows, part, array)


def _read_plain(rows: Rows, part: Field, array: pa.Array) -> None:
    name = part.name
    if part.kind in ("int", "count"):
        values = rows.ints[name] = ints_of(array)
        known = values != NULL
        if part.kind == "count":
            known &= values != TRUE_COUNT
        rows.mark(known & ((values < part.low) | (values > part.high)))
    elif part.kind == "flag":
        rows.flags[name] = flags_of(array)
    elif part.kind in ("money", "signed_money", "time"):
        values, bad = times_of(array) if part.kind == "time" else money_of(array, part.kind == "signed_money")
        rows.ints[name] = values
        rows.mark(bad)
    else:
        rows.texts[name] = array
        if part.low:
            rows.mark(np.asarray(pc.fill_null(pc.less(pc.binary_length(array), part.low), False)))
        if part.words:
            rows.mark(~np.asarray(pc.is_in(array, pa.array([*part.words, None], pa.string()))))


def _read_ints(rows: Rows, part: Field, array: pa.Array) -> None:
    outer = np.asarray(pc.list_parent_indices(array)).astype(np.int64)
    items = ints_of(array.flatten())
    wrong = (items < part.low) | (items > part.high)
    rows.bad[rows.record[outer[wrong]]] = True
    rows.is_there[part.name] = ~is_null(array)
    if part.length is None:
        rows.ragged[part.name] = array
        return
    count = np.bincount(outer, minlength=len(rows))
    rows.mark(rows.is_there[part.name] & (count != part.length))
    place = np.arange(len(outer)) - np.repeat(np.cumsum(count) - count, count)
    fits = place < part.length
    values = rows.lists[part.name] = np.full((len(rows), part.length), NULL, np.int64)
    values[outer[fits], place[fits]] = items[fits]


def _cards(rows: Rows, array: pa.Array) -> Cards:
    outer = np.asarray(pc.list_parent_indices(array)).astype(np.int64)
    items = array.flatten()
    there = ~is_null(array)
    n = len(items)
    offsets = (
        np.frombuffer(items.buffers()[1], np.int32)[items.offset : items.offset + n + 1] if n else np.zeros(1, np.int32)
    )
    length = np.diff(offsets)
    data = items.buffers()[2] if n else None
    raw = np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]] if data is not None else np.empty(0, np.uint8)
    two = length == 2
    if two.all():
        rank, suit = RANK_OF_BYTE[raw[0::2]], SUIT_OF_BYTE[raw[1::2]]
    else:
        start = np.where(two, offsets[:-1] - offsets[0], 0)
        padded = np.append(raw, np.zeros(2, np.uint8))
        rank, suit = RANK_OF_BYTE[padded[start]], SUIT_OF_BYTE[padded[start + 1]]
    is_card = two & (rank != EMPTY) & (suit != EMPTY)
    rows.bad[rows.record[outer[~is_card]]] = True
    code = np.where(is_card, rank * np.uint8(4) + suit, 0).astype(np.uint8)
    return Cards(outer, code, np.bincount(outer, minlength=len(rows)), there)
