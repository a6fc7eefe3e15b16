"""Staged hand tables: files that are written once as hands are read, fetched from once, and thrown away.

They are Arrow's own files, for Parquet takes three times as long to write and to read. Boards are packed (`packed_boards`).
"""

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import schema
from ofc_audit.warehouse.packed_boards import packed, unpacked

RAW_HAND, SOURCE_NO = "raw_hand", "source_no"
"""Columns of staged tables beside the declared ones: the record's number as read, and the source's."""
PART_BITS = 40
"""The number of a record has that of the part that it was read with, 0 where it was read whole, above so many bits."""
_PACKING = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)


def staged_file(folder: Path, name: str, part: str = "") -> Path:
    """The file of a staged hand table; `part`: of hands that were made of others."""
    return folder / f"{part}{name}.arrow"


def part_folder(folder: Path, number: int) -> Path:
    """The folder of what the process staged that read a part."""
    return folder / "parts" / f"{number:06d}"


def staged_folders(folder: Path) -> list[Path]:
    """All folders of staged tables: the main one, and those of parts that other processes read."""
    return [folder, *sorted((folder / "parts").glob("*"))]


def staged_schema(name: str) -> pa.Schema:
    """The columns of a staged hand table as it is stored."""
    fields = [*schema(name), pa.field(RAW_HAND, pa.int64(), nullable=False)]
    if name == "hands":
        fields.append(pa.field(SOURCE_NO, pa.int64(), nullable=False))
    rows = pa.schema(fields).empty_table()
    return packed(rows).schema if name == "boards" else rows.schema


class StagedWriter:
    """Writes a staged hand table."""

    def __init__(self, folder: Path, name: str, part: str = "") -> None:
        self._name = name
        self._schema = staged_schema(name)
        self._writer = pa.ipc.new_file(staged_file(folder, name, part), self._schema, options=_PACKING)

    def write(self, data: pa.Table) -> None:
        """Writes rows together."""
        stored = packed(data) if self._name == "boards" else data
        self._writer.write_table(stored.cast(self._schema).combine_chunks())

    def close(self) -> None:
        """Completes the file."""
        self._writer.close()


def read_staged(folder: Path, name: str, part: str = "") -> pa.Table:
    """The rows of a staged hand table."""
    tables = []
    for each in [folder] if part else staged_folders(folder):
        with pa.ipc.open_file(staged_file(each, name, part)) as reader:
            tables.append(reader.read_all())
    data = pa.concat_tables(tables)
    return unpacked(data) if name == "boards" else data


def view_staged(con: duckdb.DuckDBPyConnection, folder: Path, without: str | None = None, part: str = "") -> None:
    """Creates views `staged_<table>` over staged hand tables, for this connection; `without`: a table of numbers of records that are not in
    them, for others in files of `part`."""
    for name in HAND_TABLES:
        files = [str(staged_file(each, name)) for each in staged_folders(folder)]
        con.register(f"file_{name}", ds.dataset(files, format="ipc"))
        query = f"select * from file_{name}"
        if without:
            con.register(f"{part}{name}", ds.dataset(staged_file(folder, name, part), format="ipc"))
            query += f" anti join {without} using ({RAW_HAND}) union all by name select * from {part}{name}"
        con.execute(f"create or replace temp view staged_{name} as {query}")
