"""Workbooks (XLSX) of any number of sheets, written row by row: cells as texts of their XML, one array a column, formulas never.

A text that a spreadsheet would run as a formula when somebody edits its cell is marked as text (`quotePrefix`, what an apostrophe typed
before it does), so that it keeps every character and stays text.
"""

import re
import zipfile
from collections.abc import Sequence
from typing import IO, BinaryIO
from xml.sax.saxutils import escape, quoteattr

import pyarrow as pa
import pyarrow.compute as pc

MOST_ROWS = 1 << 20
"""Rows that a sheet can have, its headings among them."""
MOST_TEXT = 32_767
"""Characters that a cell of a workbook can hold."""
MOST_DIGITS = 15
"""Digits of a number that a spreadsheet keeps."""

GENERAL, HEADING, QUOTED, TIME, DATE, MONEY, SHARE, NUMBER = range(8)
"""Styles of cells, as `_STYLES` numbers them."""

_NAMESPACE = "http://schemas.openxmlformats.org"
_MAIN = f"{_NAMESPACE}/spreadsheetml/2006/main"
_RELATION = f"{_NAMESPACE}/officeDocument/2006/relationships"
_PACKAGE = f"{_NAMESPACE}/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FORMATS = {164: "yyyy-mm-dd hh:mm:ss", 165: "yyyy-mm-dd", 166: "#,##0.00##", 167: "0.0%"}
_XFS = ("0", '0" fontId="1" applyFont="1', '49" quotePrefix="1', "164", "165", "166", "167", "2")
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><numFmts count="{len(_FORMATS)}">'
    + "".join(f'<numFmt numFmtId="{number}" formatCode="{code}"/>' for number, code in _FORMATS.items())
    + '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
    "<borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    f'<cellXfs count="{len(_XFS)}">'
    + "".join(f'<xf numFmtId="{xf}" applyNumberFormat="1"/>' for xf in _XFS)
    + '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_DATE = (1980, 1, 1, 0, 0, 0)
"""The time of every part: the same rows make the same bytes."""
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_MAY_BE_UNSAFE = "[\\x00-\\x08\\x0b-\\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_"


class Sheets:
    """A workbook that is written sheet by sheet and some rows at a time; `close` completes it."""

    def __init__(self, out: BinaryIO) -> None:
        self._archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)
        self._names: list[str] = []
        self._sheet: IO[bytes] | None = None
        self.n_rows = 0
        """Rows of the sheet being written, its headings among them."""

    def begin(self, name: str, headings: Sequence[str], widths: Sequence[int]) -> None:
        """Begins a sheet with a row of headings that stays in view; `widths` are those of its columns, in characters."""
        self._end()
        self._names.append(name)
        info = zipfile.ZipInfo(f"xl/worksheets/sheet{len(self._names)}.xml", _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        # Rows may come to more than 4 GB, which only shows when they are there.
        self._sheet = self._archive.open(info, "w", force_zip64=True)
        columns = "".join(
            f'<col min="{n}" max="{n}" width="{width}" customWidth="1"/>' for n, width in enumerate(widths, 1)
        )
        self._put(
            f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
            '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
            f"{'<cols>' + columns + '</cols>' if columns else ''}<sheetData>"
        )
        self.n_rows = 1
        self._put(f'<row r="1">{"".join(heading_cell(text) for text in headings)}</row>')

    def add(self, cells: Sequence[pa.Array]) -> None:
        """Rows of the sheet: for each column the XML of its cells, never null."""
        joined = pc.binary_join_element_wise(*cells, "", null_handling="replace", null_replacement="<c/>")
        first = self.n_rows + 1
        self.n_rows += len(joined)
        self._put("".join(f'<row r="{n}">{row}</row>' for n, row in enumerate(joined.to_pylist(), first)))

    def close(self) -> None:
        """Writes what ends the last sheet and the workbook."""
        self._end()
        ids = range(1, len(self._names) + 1)
        sheets = "".join(
            f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="rId{n}"/>'
            for n, name in zip(ids, self._names, strict=True)
        )
        parts = "".join(
            f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_TYPE}.worksheet+xml"/>' for n in ids
        )
        targets = "".join(
            f'<Relationship Id="rId{n}" Type="{_RELATION}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in ids
        )
        for name, content in {
            "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
            f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>{parts}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1"'
            f' Type="{_RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATION}"><sheets>{sheets}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{targets}'
            f'<Relationship Id="rId{len(self._names) + 1}" Type="{_RELATION}/styles" Target="styles.xml"/></Relationships>',
            "xl/styles.xml": _STYLES,
        }.items():
            self._archive.writestr(zipfile.ZipInfo(name, _DATE), _HEAD + content, zipfile.ZIP_DEFLATED)
        self._archive.close()

    def _end(self) -> None:
        if self._sheet is not None:
            self._put("</sheetData></worksheet>")
            self._sheet.close()
            self._sheet = None

    def _put(self, text: str) -> None:
        assert self._sheet is not None
        self._sheet.write(text.encode())


def heading_cell(text: str) -> str:
    """The cell of a heading."""
    return f'<c s="{HEADING}" t="inlineStr"><is><t xml:space="preserve">{escape(_safe(text))}</t></is></c>'


def text_cells(texts: pa.Array, quoted: pa.Array | None = None) -> pa.Array:
    """Texts as cells; those in `quoted` are marked as what would else be a formula. Null stays null.

    Raises ValueError for a text longer than a cell can hold.
    """
    longest = pc.max(pc.utf8_length(texts)).as_py() or 0
    if longest > MOST_TEXT:
        raise ValueError(
            f"a cell of a workbook holds {MOST_TEXT:,} characters, and a text has {longest:,}: write another form"
        )
    if pc.any(pc.match_substring_regex(texts, _MAY_BE_UNSAFE)).as_py():
        texts = pa.array([None if text is None else _safe(text) for text in texts.to_pylist()], pa.string())
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        texts = pc.replace_substring(texts, sign, entity)
    plain, marked = "<c", f'<c s="{QUOTED}"'
    head = plain if quoted is None else pc.if_else(quoted, marked, plain)
    return pc.binary_join_element_wise(head, ' t="inlineStr"><is><t xml:space="preserve">', texts, "</t></is></c>", "")


def number_cells(numbers: pa.Array, style: int = GENERAL) -> pa.Array:
    """Numbers, written as texts of digits, as cells that keep these digits. Null stays null."""
    return pc.binary_join_element_wise(f'<c s="{style}"><v>' if style else "<c><v>", numbers, "</v></c>", "")


def flag_cells(flags: pa.Array) -> pa.Array:
    """Truth values as cells. Null stays null."""
    return pc.if_else(flags, '<c t="b"><v>1</v></c>', '<c t="b"><v>0</v></c>')


def _safe(text: str) -> str:
    return _UNSAFE.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
