"""A table of texts as a workbook (XLSX) of one sheet: numbers as numbers with their own digits, all else as text, formulas never."""

import re
import zipfile
from collections.abc import Collection, Iterator
from typing import BinaryIO
from xml.sax.saxutils import escape

import pyarrow as pa

SHEET = "Hands"
MOST_ROWS = 1 << 20
MOST_TEXT = 32_767
"""Characters that a cell of a workbook can hold."""

_NAMESPACE = "http://schemas.openxmlformats.org"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_NAMESPACE}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_NAMESPACE}/package/2006/relationships"><Relationship Id="rId1"'
    f' Type="{_NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_NAMESPACE}/spreadsheetml/2006/main"'
    f' xmlns:r="{_NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="{SHEET}" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_NAMESPACE}/package/2006/relationships"><Relationship Id="rId1"'
    f' Type="{_NAMESPACE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
_DATE = (1980, 1, 1, 0, 0, 0)
"""The time of every part: the same hands make the same bytes."""
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def write_workbook(table: pa.Table, numbers: Collection[str], out: BinaryIO) -> None:
    """Writes texts with their headings; columns in `numbers` as numbers. Raises ValueError for more than a sheet or a cell can hold."""
    if table.num_rows + 1 > MOST_ROWS:
        raise ValueError(
            f"a sheet holds {MOST_ROWS - 1:,} rows of players, and there are {table.num_rows:,}: write another form"
        )
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _PARTS.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), _HEAD + content, zipfile.ZIP_DEFLATED)
        info = zipfile.ZipInfo("xl/worksheets/sheet1.xml", _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(info, "w") as part:
            for line in _sheet(table, numbers):
                part.write(line.encode())


def _sheet(table: pa.Table, numbers: Collection[str]) -> Iterator[str]:
    yield f'{_HEAD}<worksheet xmlns="{_NAMESPACE}/spreadsheetml/2006/main"><sheetData>'
    yield _row(1, [_text_cell(name) for name in table.column_names])
    number = 1
    for batch in table.to_batches(1 << 14):
        columns = [
            [_cell(text, name in numbers) for text in column.to_pylist()]
            for name, column in zip(batch.schema.names, batch.columns, strict=True)
        ]
        for cells in zip(*columns, strict=True):
            number += 1
            yield _row(number, cells)
    yield "</sheetData></worksheet>"


def _row(number: int, cells: Collection[str]) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def _cell(text: str | None, is_number: bool) -> str:
    if text is None:
        return "<c/>"
    return f"<c><v>{text}</v></c>" if is_number else _text_cell(text)


def _text_cell(text: str) -> str:
    if len(text) > MOST_TEXT:
        raise ValueError(
            f"a cell of a workbook holds {MOST_TEXT:,} characters, and a text has {len(text):,}: write another form"
        )
    safe = _UNSAFE.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(safe)}</t></is></c>'
