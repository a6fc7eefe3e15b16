"""A table of texts as a workbook (XLSX) of one sheet: numbers as numbers with their own digits, all else as text, formulas never."""

import re
import zipfile
from collections.abc import Collection
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


class Workbook:
    """A workbook that is written some rows at a time: texts with their headings, columns in `numbers` as numbers."""

    def __init__(self, out: BinaryIO, headings: Collection[str], numbers: Collection[str]) -> None:
        self._numbers = numbers
        self._n_rows = 1
        self._archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)
        for name, content in _PARTS.items():
            self._archive.writestr(zipfile.ZipInfo(name, _DATE), _HEAD + content, zipfile.ZIP_DEFLATED)
        info = zipfile.ZipInfo("xl/worksheets/sheet1.xml", _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        # Rows may come to more than 4 GB, which only shows when they are there.
        self._sheet = self._archive.open(info, "w", force_zip64=True)
        self._put(f'{_HEAD}<worksheet xmlns="{_NAMESPACE}/spreadsheetml/2006/main"><sheetData>')
        self._put(_row(1, [_text_cell(name) for name in headings]))

    def add(self, table: pa.Table) -> None:
        """Writes rows. Raises ValueError for more than a sheet or a cell can hold."""
        if self._n_rows + table.num_rows > MOST_ROWS:
            raise ValueError(
                f"a sheet holds {MOST_ROWS - 1:,} rows of players, and there are {self._n_rows - 1 + table.num_rows:,}"
                " or more: write another form"
            )
        for batch in table.to_batches(1 << 14):
            columns = [
                [_cell(text, name in self._numbers) for text in column.to_pylist()]
                for name, column in zip(batch.schema.names, batch.columns, strict=True)
            ]
            for cells in zip(*columns, strict=True):
                self._n_rows += 1
                self._put(_row(self._n_rows, cells))

    def close(self) -> None:
        """Writes what ends the sheet and the workbook."""
        self._put("</sheetData></worksheet>")
        self._sheet.close()
        self._archive.close()

    def _put(self, text: str) -> None:
        self._sheet.write(text.encode())


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
