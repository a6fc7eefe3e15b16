"""The forms of a table: the same cells as delimited text, a workbook, a database and a Parquet file."""

import csv
import io
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from read.dirt.hands import Hand
from read.dirt.spelling import FORMATS
from read.table_files import HEADINGS, MAPPING
from read.text_hands import Read
from read.workbooks import sheet, text_row, workbook

Cells = list[list[str]]
"""Rows of cells, the headings first; a row without cells is an empty one."""


def cells(*hands: Hand) -> Cells:
    """The table of some hands."""
    return list(csv.reader(io.StringIO(FORMATS["table"].file(*hands), newline="")))


def delimited(rows: Cells, mark: str) -> bytes:
    """Text with a mark between cells."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=mark, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def workbook_of(rows: Cells) -> bytes:
    """A workbook of one sheet; characters that XML has not are escaped as spreadsheets do it."""
    return workbook({"Hands": sheet(*(text_row(at, *map(_of_xml, row)) for at, row in enumerate(rows, 1) if row))})


def _of_xml(text: str) -> str:
    return "".join(f"_x{ord(one):04X}_" if ord(one) < 32 and one not in "\t\n" else one for one in text)


def database_of(rows: Cells) -> bytes:
    """A database of one table; an empty row is nulls."""
    width = len(rows[0])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.db"
        connection = sqlite3.connect(path)
        connection.execute("create table hands (" + ", ".join(_name(one) for one in rows[0]) + ")")
        marks = ", ".join("?" * width)
        connection.executemany(f"insert into hands values ({marks})", [row or [None] * width for row in rows[1:]])
        connection.commit()
        connection.close()
        return path.read_bytes()


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def parquet_of(rows: Cells) -> bytes:
    """A Parquet file of texts; an empty row is nulls."""
    columns = [[row[at] if row else None for row in rows[1:]] for at in range(len(rows[0]))]
    out = io.BytesIO()
    pq.write_table(pa.table([pa.array(one, pa.string()) for one in columns], rows[0]), out)
    return out.getvalue()


@dataclass(frozen=True)
class TableForm:
    """A form of table, and how cells become one."""

    name: str
    pack: Callable[[Cells], bytes]
    is_text: bool = False

    def __str__(self) -> str:
        return self.name

    def file(self, *hands: Hand) -> bytes:
        """A table of hands."""
        return self.pack(cells(*hands))


TABLE_FORMS = {
    form.name: form
    for form in (
        TableForm("csv", lambda rows: delimited(rows, ","), is_text=True),
        TableForm("tsv", lambda rows: delimited(rows, "\t"), is_text=True),
        TableForm("xlsx", workbook_of),
        TableForm("sqlite", database_of),
        TableForm("parquet", parquet_of),
    )
}
WITH_OFF = MAPPING.replace("[constants]", 'is_cancelled = "Off"\n[constants]')
"""The mapping of these tables."""
BY_COLUMN = WITH_OFF.replace('point_value = "1.00"\n', "").replace("[constants]", 'point_value = "Price"\n[constants]')
"""The mapping of tables with a column for the price of a point."""


def changed(text: str, changes: Mapping[str, str]) -> str:
    """A mapping with parts of it replaced."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def read_table(content: bytes, folder: Path, text: str = WITH_OFF, name: str = "input") -> Read:
    """What is read of a table under a mapping."""
    path = folder / "m.toml"
    path.write_text(text, "utf-8")
    source = replace(source_of_bytes(name, content), mapping=str(path))
    return Read(list(read_source(source)), bytes(source.data))


def with_price(rows: Cells, prices: Sequence[str]) -> Cells:
    """The rows with a column for the price of a point: one price a hand of two."""
    return [[*rows[0], "Price"], *([*row, prices[at // 2]] for at, row in enumerate(rows[1:]))]


assert [*HEADINGS.split(","), "Off"] == cells()[0]
