"""One sheet of a workbook (XLSX) as rows of texts, streaming: what cells hold, numbers with their own digits, dates in ISO 8601.

Formulas give the value that was kept with them, merged cells all the value of the first, hidden rows are read. A workbook that unpacks to
too much, or brings a document type, is refused.
"""

import io
import mmap
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import IO, BinaryIO, cast
from xml.parsers import expat

from ofc_audit.read.archives import LEAST_ALLOWED, MOST_EXPANSION
from ofc_audit.read.xlsx_cells import (
    Merges,
    SheetParser,
    Styles,
    XmlError,
    parse,
    parse_shared,
    parse_styles,
    parse_workbook,
)
from ofc_audit.rulesets.values import quoted

Content = bytes | mmap.mmap

MOST_ROWS = 1 << 20
"""Rows that a sheet can have."""

_PIECE = 1 << 16
_MERGE = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})[\"']")
_CELL = re.compile(rb"<(?:\w+:)?[vt](?:\s[^>]*)?>[^<]")
"""Something in a cell, a value or a text."""
_DAMAGE = (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, KeyError)


class WorkbookError(ValueError):
    """Why a workbook cannot be read."""


class _Parts:
    """The parts of a workbook; all that is unpacked together is bounded."""

    def __init__(self, content: Content) -> None:
        raw: BinaryIO = io.BytesIO(content) if isinstance(content, bytes) else cast(BinaryIO, content)
        raw.seek(0)
        self._archive = zipfile.ZipFile(raw)
        self._left = self._allowed = max(LEAST_ALLOWED, MOST_EXPANSION * len(content))

    def pieces(self, name: str) -> Iterator[bytes]:
        """A part, piece by piece. Raises WorkbookError where it is not there or too large."""
        name = name.lstrip("/")
        if name not in self._archive.NameToInfo:
            raise WorkbookError(f"it has no part {name}")
        with self._archive.open(name) as file:
            yield from self._counted(file)

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return name.lstrip("/") in self._archive.NameToInfo

    def _counted(self, file: IO[bytes]) -> Iterator[bytes]:
        while piece := file.read(_PIECE):
            self._left -= len(piece)
            if self._left < 0:
                raise WorkbookError(
                    f"it unpacks to too much: a file of this size may unpack to {self._allowed >> 20:,} MB in all"
                )
            yield piece


def sheet_names(content: Content) -> list[tuple[str, bool]]:
    """The names of a workbook's sheets, and which are hidden. Raises WorkbookError."""
    try:
        return [(name, is_hidden) for name, _, is_hidden in _workbook(_Parts(content))[0]]
    except (*_DAMAGE, XmlError, expat.ExpatError) as error:
        raise _damaged(error) from None


def open_sheet(content: Content, wanted: str | None, decimal: str = ".") -> tuple[str, Iterator[tuple[int, list[str]]]]:
    """A sheet's name and its rows, each with its number from 1. Raises WorkbookError, at once or while the rows are read.

    `wanted`: the name of the sheet; None where there is one only that is not hidden. `decimal`: the mark that numbers are written with.
    """
    try:
        parts = _Parts(content)
        sheets, is_1904 = _workbook(parts)
        name, part = _chosen(parts, sheets, wanted)
        styles = parse_styles(parts.pieces("xl/styles.xml")) if parts.has("xl/styles.xml") else Styles(())
        shared = parse_shared(parts.pieces("xl/sharedStrings.xml")) if parts.has("xl/sharedStrings.xml") else []
        merges = _merges(parts.pieces(part))
    except (*_DAMAGE, XmlError, expat.ExpatError) as error:
        raise _damaged(error) from None
    return name, _rows(parts, part, SheetParser(shared, merges, styles, _Writer(decimal, is_1904)))


def dates_of(content: Content) -> Callable[[str], str]:
    """How a workbook's serial numbers are written as dates, by the year that its days count from; what is none stays as it is."""
    try:
        return _Writer(".", _workbook(_Parts(content))[1]).date
    except (*_DAMAGE, XmlError, expat.ExpatError) as error:
        raise _damaged(error) from None


def _rows(parts: _Parts, part: str, parser: SheetParser) -> Iterator[tuple[int, list[str]]]:
    try:
        before = 0
        for number, row in parse(parts.pieces(part), parser):
            if not before < number <= MOST_ROWS:
                raise WorkbookError(f"row {number} stands behind row {before}")
            before = number
            yield number, row
    except (*_DAMAGE, XmlError, expat.ExpatError) as error:
        raise _damaged(error) from None


def _damaged(error: Exception) -> WorkbookError:
    if isinstance(error, WorkbookError):
        return error
    return WorkbookError(f"damaged: {str(error)[:200]}")


def _workbook(parts: _Parts) -> tuple[list[tuple[str, str, bool]], bool]:
    """Name, part and whether it is hidden of each sheet, and whether days count from 1904."""
    return parse_workbook(parts.pieces("xl/workbook.xml"), parts.pieces("xl/_rels/workbook.xml.rels"))


def _chosen(parts: _Parts, sheets: list[tuple[str, str, bool]], wanted: str | None) -> tuple[str, str]:
    names = [name for name, _, _ in sheets]
    if wanted is not None:
        for name, part, _ in sheets:
            if name == wanted:
                return name, part
        raise WorkbookError(f"it has no sheet {quoted(wanted)} (file.sheet of the mapping); it has {quoted(names)}")
    shown = [(name, part) for name, part, is_hidden in sheets if not is_hidden]
    if len(shown) > 1:
        # Programs that write workbooks leave sheets in them that nobody wrote on.
        shown = [sheet for sheet in shown if _has_cells(parts, sheet[1])] or shown[:1]
    if len(shown) != 1:
        raise WorkbookError(f"it has {len(shown)} sheets: name one (file.sheet of the mapping): {quoted(names)}")
    return shown[0]


def _has_cells(parts: _Parts, part: str) -> bool:
    """Whether anything stands on a sheet."""
    rest = b""
    for piece in parts.pieces(part):
        if _CELL.search(rest + piece):
            return True
        rest = piece[-64:]
    return False


def _merges(pieces: Iterator[bytes]) -> Merges:
    """The merged areas of a sheet, which stand behind its rows."""
    found = Merges()
    rest = b""
    for piece in pieces:
        text = rest + piece
        end = 0
        for match in _MERGE.finditer(text):
            found.add(*(group.decode() for group in match.groups()))
            end = match.end()
        rest = text[max(end, len(text) - 256) :]
    return found


class _Writer:
    """How values of cells are written."""

    def __init__(self, decimal: str, is_1904: bool) -> None:
        self._decimal = decimal
        self._epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)

    def number(self, text: str) -> str:
        """A number with its own digits; one that is whole without decimals."""
        return re.sub(r"\A(-?[0-9]+)\.0+\Z", r"\1", text).replace(".", self._decimal)

    def date(self, text: str) -> str:
        """A serial number as a date, a time of day, or both; to the nearest millisecond, finer than it holds."""
        try:
            serial = Decimal(text)
        except InvalidOperation:
            return text
        if not 0 <= serial < 2_958_466:
            return text
        milliseconds = int((serial * 86_400_000).to_integral_value())
        days, rest = divmod(milliseconds, 86_400_000)
        moment = self._epoch + timedelta(days=days, milliseconds=rest)
        clock = moment.strftime("%H:%M:%S") + (f".{rest % 1000:03d}" if rest % 1000 else "")
        if not days:
            return clock
        return moment.strftime("%Y-%m-%d") + (f"T{clock}" if rest else "")
