"""Tables in Parquet files brought to text; many small files at once."""

import io
import json
from collections.abc import Sequence
from itertools import islice
from typing import IO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from ofc_audit.read.table_mapping import TableMapping
from ofc_audit.read.table_text import Content, TableError
from ofc_audit.read.table_written import BATCH_ROWS, first_line, write_rows
from ofc_audit.rulesets.values import quoted

PARQUET = "parquet"
MOST_SMALL_ROWS = 512
"""Rows of a file that is brought to text together with others: a text that many rows share may be of any length."""
_DAMAGE = (pa.ArrowException, OSError, ValueError, MemoryError)


def write_parquet(data: Content, mapping: TableMapping, out: IO[bytes]) -> str:
    """Writes the rows of a Parquet file, and says what they were. Raises TableError."""
    try:
        parquet = pq.ParquetFile(pa.BufferReader(data))
        names = parquet.schema_arrow.names
        write_rows(out, [names])
        for batch in parquet.iter_batches(BATCH_ROWS, use_threads=False):
            _write(batch, names, mapping, out)
    except _DAMAGE as error:
        if isinstance(error, TableError):
            raise
        raise TableError(f"the Parquet file is damaged: {first_line(error)}") from None
    return PARQUET


def parquet_texts(contents: Sequence[Content], mapping: TableMapping) -> list[bytes | None]:
    """The text of each of many Parquet files, as `write_parquet` writes it, None of one that is not small, or is damaged: rows of files with
    the same columns are written at once, for calls cost more than the cells of some hands."""
    texts: list[bytes | None] = [None] * len(contents)
    alike: dict[pa.Schema, list[tuple[int, list[pa.RecordBatch]]]] = {}
    for at, content in enumerate(contents):
        try:
            parquet = pq.ParquetFile(pa.BufferReader(content))
            if parquet.metadata.num_rows <= MOST_SMALL_ROWS:
                batches = list(parquet.iter_batches(BATCH_ROWS, use_threads=False))
                alike.setdefault(parquet.schema_arrow.remove_metadata(), []).append((at, batches))
        except _DAMAGE:
            continue
    for schema, files in alike.items():
        for (at, _), text in zip(files, _texts_alike(schema, [batches for _, batches in files], mapping), strict=True):
            texts[at] = text
    return texts


def _texts_alike(
    schema: pa.Schema, files: Sequence[Sequence[pa.RecordBatch]], mapping: TableMapping
) -> Sequence[bytes | None]:
    """The texts of files with the same columns; None for one in which a cell has a line end, or that cannot be text."""
    head, body = io.BytesIO(), io.BytesIO()
    n_rows = [sum(batch.num_rows for batch in file) for file in files]
    lines: list[bytes] | None = None
    try:
        write_rows(head, [schema.names])
        every = pa.Table.from_batches([batch for file in files for batch in file], schema).combine_chunks()
        for batch in every.to_batches():
            _write(batch, schema.names, mapping, body)
        lines = body.getvalue().splitlines(keepends=True)
    except _DAMAGE:
        pass
    if lines is None or len(lines) != sum(n_rows):
        return [None] if len(files) == 1 else [text for file in files for text in _texts_alike(schema, [file], mapping)]
    rows = iter(lines)
    return [head.getvalue() + b"".join(islice(rows, n)) for n in n_rows]


def _write(batch: pa.RecordBatch, names: Sequence[str], mapping: TableMapping, out: IO[bytes]) -> None:
    texts = [_any_text(batch.column(at), name, at, mapping) for at, name in enumerate(names)]
    # Names may come twice; a table to write takes any.
    table = pa.Table.from_arrays(texts, [str(at) for at in range(len(texts))])
    pa_csv.write_csv(table, out, pa_csv.WriteOptions(include_header=False, quoting_style="all_valid"))


def _any_text(column: pa.Array, name: str, at: int, mapping: TableMapping) -> pa.Array:
    """A column as texts. What no field is read from may be of any kind, and is kept as JSON where it is no text."""
    try:
        return _column_text(column, name, mapping)
    except TableError:
        if {name, at + 1} & set(mapping.columns.values()):
            raise
        return pa.array([None if value is None else _as_json(value) for value in column.to_pylist()], pa.large_string())


def _as_json(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return json.dumps(value, ensure_ascii=False, default=str)


def _column_text(column: pa.Array, name: str, mapping: TableMapping) -> pa.Array:
    """A column as texts that hold what it holds."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _column_text(column.dictionary_decode(), name, mapping)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return column.cast(pa.large_string())
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        inner = _column_text(column.flatten(), name, mapping)
        of = pc.list_value_length(column)
        offsets = pc.cumulative_sum(pc.fill_null(of, 0).cast(pa.int32()))
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), offsets])
        joined = pc.binary_join(
            pa.ListArray.from_arrays(offsets, pc.fill_null(inner, "").cast(pa.string())), mapping.cards.separator or " "
        )
        return pc.if_else(column.is_null(), None, joined).cast(pa.large_string())
    if pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind):
        column = _with_all_digits(column) if pa.types.is_floating(kind) else column
        text = pc.replace_substring_regex(column.cast(pa.string()), r"^(-?[0-9]+)\.0+$", r"\1")
        return pc.replace_substring(text, ".", mapping.numbers.decimal).cast(pa.large_string())
    if pa.types.is_timestamp(kind) or pa.types.is_date(kind) or pa.types.is_time(kind) or pa.types.is_boolean(kind):
        return column.cast(pa.string()).cast(pa.large_string())
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        try:
            return column.cast(pa.large_string())
        except pa.ArrowException:
            raise TableError(f"column {quoted(name)} holds bytes that are no text") from None
    if pa.types.is_null(kind):
        return pa.nulls(len(column), pa.large_string())
    raise TableError(
        f"column {quoted(name)} is of type {kind}; allowed are text, numbers, truth values, times and lists of them"
    )


def _with_all_digits(column: pa.Array) -> pa.Array:
    """Binary fractions as texts, whole ones with all their digits: a program that knows no missing whole numbers keeps ids so."""
    exact = column.cast(pa.float64())
    is_whole = pc.and_(pc.equal(exact, pc.floor(exact)), pc.less(pc.abs(exact), float(1 << 53)))
    digits = pc.if_else(is_whole, exact, None).cast(pa.int64()).cast(pa.string())
    return pc.coalesce(digits, column.cast(pa.string()))
