"""Tables that are no text (Parquet, SQLite, XLSX) brought to one: rows as lines of quoted cells, in a file without a name.

What is text in them stays text, numbers keep their digits, times are written in ISO 8601. Memory does not grow with the table.
"""

import csv
import io
import mmap
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from ofc_audit.read.source import ADVICE, Source, binary_kind
from ofc_audit.read.table_mapping import TableMapping
from ofc_audit.read.table_text import Content, TableError
from ofc_audit.read.xlsx import WorkbookError, open_sheet
from ofc_audit.rulesets.values import quoted

PARQUET, SQLITE, XLSX = "Parquet", "SQLite", "XLSX"
FORMS = (PARQUET, SQLITE, XLSX)
BATCH_ROWS = 1 << 15
MOST_STEPS = 100_000_000
"""Steps of the database's machine that any query may take, and `STEPS_PER_BYTE` more for each byte of the file: a view may never end."""
STEPS_PER_BYTE = 200

_PIECE = 1 << 20


class _Begun(io.BufferedRandom):
    """A file whose text must begin with a line: what begins otherwise is not written to its end. Raises TableError."""

    line = b""

    def write(self, data: Any, /) -> int:
        """Writes, and looks at the beginning while that is written."""
        at = self.tell()
        if at < len(self.line):
            some = bytes(data)[: len(self.line) - at]
            if some != self.line[at : at + len(some)]:
                raise TableError("the headings are others")
        return super().write(data)


def text_of_form(source: Source, mapping: TableMapping, begun: bytes = b"") -> tuple[Content, str]:
    """The rows of a table that is no text as text, and what they were brought out of. Raises TableError, also where the text does not begin
    with the line `begun`."""
    kind = binary_kind(source.data)
    with tempfile.TemporaryFile(buffering=0) as raw, _Begun(raw) as file:
        file.line = begun
        if kind == PARQUET:
            form = _from_parquet(source.data, mapping, file)
        elif kind == SQLITE:
            form = _from_sqlite(source, mapping, file)
        elif kind in ADVICE:
            raise TableError(f"{kind} file: {ADVICE[kind]}")
        else:
            form = _from_xlsx(source.data, mapping, file)
        file.flush()
        if not file.tell():
            raise TableError("the table has no rows")
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), form


def _from_parquet(data: Content, mapping: TableMapping, out: BinaryIO) -> str:
    try:
        parquet = pq.ParquetFile(pa.BufferReader(data))
        names = parquet.schema_arrow.names
        _write_rows(out, [names])
        for batch in parquet.iter_batches(BATCH_ROWS, use_threads=False):
            texts = [_column_text(column, name, mapping) for column, name in zip(batch.columns, names, strict=True)]
            # Names may come twice; a table to write takes any.
            table = pa.Table.from_arrays(texts, [str(at) for at in range(len(texts))])
            options = pa_csv.WriteOptions(include_header=False, quoting_style="all_valid")
            pa_csv.write_csv(table, out, options)
    except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
        if isinstance(error, TableError):
            raise
        raise TableError(f"the Parquet file is damaged: {_first_line(error)}") from None
    return "parquet"


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


def _from_sqlite(source: Source, mapping: TableMapping, out: BinaryIO) -> str:
    if "!" not in source.name and Path(source.name + "-wal").is_file() and Path(source.name + "-wal").stat().st_size:
        raise TableError(
            f"rows that are not in the database yet lie beside it in {Path(source.name).name}-wal: close the program that writes it,"
            " or copy the database with its .backup command"
        )
    with tempfile.TemporaryDirectory(prefix="ofc-") as folder:
        copy = Path(folder) / "table.sqlite"
        with copy.open("wb") as file:
            for at in range(0, source.n_bytes, _PIECE):
                file.write(source.data[at : at + _PIECE])
        connection = sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)
        try:
            return _query(connection, source.n_bytes, mapping, out)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # A name in a damaged schema may be no text, and what is said of it is none either.
            if isinstance(error, UnicodeDecodeError):
                raise TableError("the database cannot be read: a name in its schema is no text") from None
            if "interrupted" in str(error):
                raise TableError("the query takes far longer than a table of this size can: it may never end") from None
            raise TableError(f"the database cannot be read: {_first_line(error)}") from None
        finally:
            connection.close()


def _query(connection: sqlite3.Connection, n_bytes: int, mapping: TableMapping, out: BinaryIO) -> str:
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    left = [MOST_STEPS + STEPS_PER_BYTE * n_bytes]

    def goes_on() -> int:
        left[0] -= 1_000_000
        return int(left[0] < 0)

    connection.set_progress_handler(goes_on, 1_000_000)
    for setting in ("query_only = 1", "trusted_schema = 0", "cell_size_check = 1", "hard_heap_limit = 1073741824"):
        connection.execute(f"pragma {setting}")
    # A database that lost pages can read as one with fewer rows.
    [(page_size,)], [(n_pages,)] = (
        connection.execute(f"pragma {name}").fetchall() for name in ("page_size", "page_count")
    )
    if page_size * n_pages > n_bytes or n_bytes % page_size:
        raise TableError(
            f"the database is cut short: {n_pages} pages of {page_size} bytes, and the file has {n_bytes} bytes"
        )
    [(check,), *_] = connection.execute("pragma quick_check(1)").fetchall()
    if check != "ok":
        raise TableError(f"the database is damaged: {str(check).splitlines()[0][:200]}")
    table = _chosen_table(connection, mapping.file.table)
    name = table.replace('"', '""')
    rows = connection.execute(f'select * from "{name}"')
    names = [str(column[0]) for column in rows.description]
    _write_rows(out, [names])
    while found := rows.fetchmany(BATCH_ROWS):
        _write_rows(out, (_plain_row(row, mapping.numbers.decimal) for row in found))
    return f"sqlite, table {table}"


def _chosen_table(connection: sqlite3.Connection, wanted: str | None) -> str:
    """The table or view to read: the one named, or the only one there is."""
    query = "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by name"
    names = [str(row[0]) for row in connection.execute(query)]
    if wanted is not None:
        found = connection.execute(
            "select name from sqlite_master where type in ('table', 'view') and name = ?", (wanted,)
        )
        if found.fetchone() is None:
            raise TableError(
                f"the database has no table {quoted(wanted)} (file.table of the mapping); it has {quoted(names)}"
            )
        return wanted
    if len(names) != 1:
        raise TableError(f"the database has {len(names)} tables: name one (file.table of the mapping): {quoted(names)}")
    return names[0]


def _plain_row(row: Sequence[object], decimal: str) -> list[str]:
    return [_plain(value, decimal) for value in row]


def _plain(value: object, decimal: str) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return re.sub(r"\A(-?[0-9]+)\.0\Z", r"\1", repr(value)).replace(".", decimal)
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return str(value)


def _from_xlsx(data: Content, mapping: TableMapping, out: BinaryIO) -> str:
    try:
        sheet, rows = open_sheet(data, mapping.file.sheet, mapping.numbers.decimal)
        _write_rows(out, _with_gaps(rows))
    except WorkbookError as error:
        raise TableError(f"the workbook cannot be read: {error}") from None
    return f"xlsx, sheet {sheet}"


def _with_gaps(rows: Iterable[tuple[int, list[str]]]) -> Iterator[list[str]]:
    """Rows with an empty one for each number left out, so that the line of a row is its number in the sheet."""
    following = 1
    width = 0
    for number, row in rows:
        for _ in range(following, number):
            yield []
        # A sheet leaves the empty cells at the end of a row out.
        width = max(width, len(row))
        yield row + [""] * (width - len(row)) if any(row) else []
        following = number + 1


def _write_rows(out: BinaryIO, rows: Iterable[Sequence[str]]) -> None:
    text = io.TextIOWrapper(out, "utf-8", "surrogateescape", newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for row in rows:
        if row:
            writer.writerow(row)
        else:
            text.write("\n")
    text.detach()


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
