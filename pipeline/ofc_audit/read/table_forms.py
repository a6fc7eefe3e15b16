"""Tables that are no text (Parquet, SQLite, XLSX) brought to one: rows as lines of quoted cells, in memory or in a file without a name.

What is text in them stays text, numbers keep their digits, times are written in ISO 8601. Memory does not grow with the table.
"""

import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from ofc_audit.read.inputs import shown_path
from ofc_audit.read.source import ADVICE, Source, binary_kind
from ofc_audit.read.table_mapping import TableMapping
from ofc_audit.read.table_parquet import write_parquet
from ofc_audit.read.table_place import given_file
from ofc_audit.read.table_text import Content, TableError
from ofc_audit.read.table_times import EXCEL
from ofc_audit.read.table_written import BATCH_ROWS, WrittenText, first_line, write_rows
from ofc_audit.read.xlsx import WorkbookError, dates_of, open_sheet
from ofc_audit.read.xlsx_cells import MOST_COLUMNS
from ofc_audit.rulesets.values import quoted

PARQUET, SQLITE, XLSX = "Parquet", "SQLite", "XLSX"
FORMS = (PARQUET, SQLITE, XLSX)
MOST_STEPS = 100_000_000
"""Steps of the database's machine that any query may take, and `STEPS_PER_BYTE` more for each byte of the file: a view may never end."""
STEPS_PER_BYTE = 200

_PIECE = 1 << 20


def text_of_form(
    source: Source, mapping: TableMapping, begun: bytes = b"", most: int | None = None
) -> tuple[Content, str]:
    """The rows of a table that is no text as text, and what they were brought out of. Raises TableError, also where the text does not begin
    with the line `begun`, or has more than `most` bytes."""
    kind = binary_kind(source.data)
    with WrittenText(begun, most) as file:
        if kind == PARQUET:
            form = write_parquet(source.data, mapping, file)
        elif kind == SQLITE:
            form = _from_sqlite(source, mapping, file)
        elif kind in ADVICE:
            raise TableError(f"{kind} file: {ADVICE[kind]}")
        else:
            form = _from_xlsx(source.data, mapping, file)
        content = file.content()
        if not content:
            raise TableError("the table has no rows")
        return content, form


def _from_sqlite(source: Source, mapping: TableMapping, out: IO[bytes]) -> str:
    given, within = given_file(source)
    log = Path(given + "-wal")
    if not within and log.is_file() and log.stat().st_size:
        raise TableError(
            f"rows that are not in the database yet lie beside it in {shown_path(log.name)}: close the program that writes it,"
            " or copy the database with its .backup command"
        )
    if isinstance(source.data, bytes) and not _has_wal(source.data):
        connection = sqlite3.connect(":memory:")
        # What is small is read where it is: a file made for each of many databases costs more than reading it.
        return _from_database(connection, source.data, source.n_bytes, mapping, out)
    number, copy = tempfile.mkstemp(prefix="ofc-", suffix=".sqlite")
    try:
        with open(number, "wb") as file:  # noqa: PTH123
            for at in range(0, source.n_bytes, _PIECE):
                file.write(source.data[at : at + _PIECE])
        connection = sqlite3.connect(f"{Path(copy).as_uri()}?mode=ro&immutable=1", uri=True)
        return _from_database(connection, None, source.n_bytes, mapping, out)
    finally:
        Path(copy).unlink()


def _has_wal(data: bytes) -> bool:
    """Whether the header says that a log of changes belongs to the database: one in memory has none and is refused, though all may be there."""
    return any(version > 1 for version in data[18:20])


def _from_database(
    connection: sqlite3.Connection, data: bytes | None, n_bytes: int, mapping: TableMapping, out: IO[bytes]
) -> str:
    try:
        if data is not None:
            connection.deserialize(data)
        return _query(connection, n_bytes, mapping, out)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # A name in a damaged schema may be no text, and what is said of it is none either.
        if isinstance(error, UnicodeDecodeError):
            raise TableError("the database cannot be read: a name in its schema is no text") from None
        if "interrupted" in str(error):
            raise TableError("the query takes far longer than a table of this size can: it may never end") from None
        raise TableError(f"the database cannot be read: {first_line(error)}") from None
    finally:
        connection.close()


def _query(connection: sqlite3.Connection, n_bytes: int, mapping: TableMapping, out: IO[bytes]) -> str:
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    left = [MOST_STEPS + STEPS_PER_BYTE * n_bytes]

    def goes_on() -> int:
        left[0] -= 1_000_000
        return int(left[0] < 0)

    connection.set_progress_handler(goes_on, 1_000_000)
    for setting in ("query_only = 1", "trusted_schema = 0", "cell_size_check = 1", "hard_heap_limit = 1073741824"):
        connection.execute(f"pragma {setting}")
    # A database that lost pages can read as one with fewer rows. Their number first: it takes the header to be told, and SQLite 3.40
    # says its usual size of the pages in memory until the header was read.
    [(n_pages,)], [(page_size,)] = (
        connection.execute(f"pragma {name}").fetchall() for name in ("page_count", "page_size")
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
    write_rows(out, [names])
    while found := rows.fetchmany(BATCH_ROWS):
        write_rows(out, (_plain_row(row, mapping.numbers.decimal) for row in found))
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


def _from_xlsx(data: Content, mapping: TableMapping, out: IO[bytes]) -> str:
    try:
        sheet, rows = open_sheet(data, mapping.file.sheet, mapping.numbers.decimal)
        laid = _with_gaps(rows)
        if mapping.times.format == EXCEL and "ended_at" in mapping.columns:
            laid = _dated(laid, mapping, dates_of(data))
        write_rows(out, laid)
    except WorkbookError as error:
        raise TableError(f"the workbook cannot be read: {error}") from None
    return f"xlsx, sheet {sheet}"


def _dated(rows: Iterator[list[str]], mapping: TableMapping, date: Callable[[str], str]) -> Iterator[list[str]]:
    """Rows with the serial numbers of times as dates: only the workbook knows the year from which they count."""
    place = mapping.columns["ended_at"]
    at = place - 1 if isinstance(place, int) else None
    for number, row in enumerate(rows, 1):
        if at is None and number >= max(mapping.file.heading_row, 1) and any(row):
            at = next((i for i, cell in enumerate(row) if cell.strip() == place), MOST_COLUMNS)
        elif at is not None and at < len(row):
            row[at] = date(row[at].replace(mapping.numbers.decimal, "."))
        yield row


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
