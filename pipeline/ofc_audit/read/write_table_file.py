"""A table as a file of one of its forms, written some hands at a time: memory does not grow with the hands."""

import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Protocol, Self

import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.table_own import COLUMNS
from ofc_audit.read.write_table import FORMS, NUMBERS, typed, write_text
from ofc_audit.read.write_workbook import Workbook

SQLITE_TABLE = "hands"
ENDINGS: Mapping[str, str] = {f".{form}": form for form in FORMS} | {".db": "sqlite"}
"""The form that each ending of a name stands for."""


class _Form(Protocol):
    """Rows go in one after another; `close` completes the file."""

    def add(self, table: pa.Table) -> None: ...

    def close(self) -> None: ...


class _Text:
    def __init__(self, out: BinaryIO, delimiter: str) -> None:
        self._out, self._delimiter, self._has_headings = out, delimiter, False

    def add(self, table: pa.Table) -> None:
        write_text(table, self._out, self._delimiter, has_headings=not self._has_headings)
        self._has_headings = True

    def close(self) -> None:
        self._out.flush()


class _Parquet:
    def __init__(self, out: BinaryIO) -> None:
        self._out: BinaryIO = out
        self._writer: pq.ParquetWriter | None = None

    def add(self, table: pa.Table) -> None:
        rows = typed(table)
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._out, rows.schema)
        self._writer.write_table(rows)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class _Sqlite:
    """A database is a file with a path of its own; it is copied when it is whole."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._folder = TemporaryDirectory(prefix="ofc-")
        self._path = Path(self._folder.name) / "hands.sqlite"
        self._connection = sqlite3.connect(self._path)
        self._connection.execute(f"create table {SQLITE_TABLE} ({', '.join(COLUMNS)})")
        self._insert = f"insert into {SQLITE_TABLE} values ({', '.join('?' for _ in COLUMNS)})"

    def add(self, table: pa.Table) -> None:
        with self._connection:
            for batch in table.to_batches(1 << 14):
                rows = zip(*(column.to_pylist() for column in batch.columns), strict=True)
                self._connection.executemany(self._insert, rows)

    def close(self) -> None:
        self._connection.close()
        with self._path.open("rb") as made:
            shutil.copyfileobj(made, self._out, 1 << 20)
        self._folder.cleanup()


class TableFile:
    """Rows of hands (`write_table.table_of`) as a file of a form; nothing of it is of use before the context ends."""

    def __init__(self, out: BinaryIO, form: str) -> None:
        self._form = _opened(out, form)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._form.close()

    def add(self, table: pa.Table) -> None:
        """Writes rows. Raises ValueError for what a workbook cannot hold."""
        self._form.add(table)


def _opened(out: BinaryIO, form: str) -> _Form:
    if form == "xlsx":
        return Workbook(out, COLUMNS, NUMBERS)
    if form == "sqlite":
        return _Sqlite(out)
    return _Parquet(out) if form == "parquet" else _Text(out, "\t" if form == "tsv" else ",")
