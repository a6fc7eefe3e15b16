"""The XML parts of a workbook: its sheets, shared texts, styles and cells. Streaming, and without document types or entities of their own."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol
from xml.parsers import expat

MOST_COLUMNS = 1024
"""Columns of a row that are read; a sheet with a cell behind them is no table of hands."""
NO_VALUE = "a formula without a saved value"
"""What stands for the value of a formula that no spreadsheet has computed: an empty cell would say something else."""
MOST_CELL_TEXT = 1 << 24
MOST_MERGES = 100_000

_DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_NO_DATE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})\Z")


class XmlError(ValueError):
    """What is wrong with a part of a workbook."""


class Writer(Protocol):
    """How values of cells are written."""

    def number(self, text: str) -> str:
        """A number."""

    def date(self, text: str) -> str:
        """A serial number in a cell that shows a date."""


@dataclass(frozen=True)
class Styles:
    """Of each style of cells whether it shows a date or a time."""

    is_date: tuple[bool, ...]

    def shows_date(self, style: str | None) -> bool:
        """Whether cells of a style show dates."""
        at = int(style) if style is not None and style.isdecimal() else 0
        return at < len(self.is_date) and self.is_date[at]


@dataclass
class Merges:
    """Merged areas: first and last column of each, by its first and last row."""

    areas: list[tuple[int, int, int, int]] = field(default_factory=list)
    _active: list[tuple[int, int, int, str]] = field(default_factory=list)
    _next: int = 0

    def add(self, first_column: str, first_row: str, last_column: str, last_row: str) -> None:
        """Notes an area."""
        if len(self.areas) >= MOST_MERGES:
            raise XmlError(f"more than {MOST_MERGES:,} merged areas")
        columns = sorted((column_number(first_column), column_number(last_column)))
        rows = sorted((int(first_row), int(last_row)))
        self.areas.append((rows[0], rows[1], columns[0], min(columns[1], MOST_COLUMNS - 1)))

    def fill(self, number: int, row: list[str]) -> None:
        """Gives each cell of a row in a merged area the area's value; rows come in rising order."""
        if not self.areas:
            return
        if self._next == 0:
            self.areas.sort()
        while self._next < len(self.areas) and self.areas[self._next][0] <= number:
            first, last, left, right = self.areas[self._next]
            self._next += 1
            value = row[left] if first == number and left < len(row) else ""
            if value:
                self._active.append((last, left, right, value))
        self._active = [area for area in self._active if area[0] >= number]
        for _, left, right, value in self._active:
            row.extend([""] * (right + 1 - len(row)))
            row[left : right + 1] = [value] * (right + 1 - left)


def column_number(letters: str) -> int:
    """The place of a column, from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


class _Handler(Protocol):
    def start(self, name: str, attributes: dict[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...


def _feed(pieces: Iterator[bytes], handler: _Handler) -> Iterator[None]:
    """Parses a part piece by piece; names come without their prefix."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    local: dict[str, str] = {}

    def bare(name: str) -> str:
        if name not in local:
            local[name] = name.rpartition(":")[2]
        return local[name]

    parser.StartElementHandler = lambda name, attributes: handler.start(bare(name), attributes)
    parser.EndElementHandler = lambda name: handler.end(bare(name))
    parser.CharacterDataHandler = handler.text
    for piece in pieces:
        parser.Parse(piece, False)
        yield
    parser.Parse(b"", True)
    yield


def _refuse(*_: object) -> None:
    raise XmlError("it declares a document type, which workbooks do not have")


class _Elements:
    """Calls back for each element that begins, with its attributes; `inside` is the way to it."""

    def __init__(self, begun: Callable[[list[str], dict[str, str]], None]) -> None:
        self._begun = begun
        self._inside: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._inside.append(name)
        if len(self._inside) > 100:
            raise XmlError("elements are nested too deeply")
        self._begun(self._inside, attributes)

    def end(self, _name: str) -> None:
        self._inside.pop()

    def text(self, text: str) -> None:
        """Text is of no use here."""


def parse_workbook(workbook: Iterator[bytes], relations: Iterator[bytes]) -> tuple[list[tuple[str, str, bool]], bool]:
    """Name, part and whether it is hidden of each sheet, and whether days count from 1904."""
    sheets: list[tuple[str, str, bool]] = []
    targets: dict[str, str] = {}
    is_1904 = [False]

    def of_workbook(inside: list[str], attributes: dict[str, str]) -> None:
        if inside[-1] == "sheet":
            relation = next((value for key, value in attributes.items() if key.rpartition(":")[2] == "id"), "")
            is_hidden = attributes.get("state", "visible") != "visible"
            sheets.append((attributes.get("name", ""), relation, is_hidden))
        elif inside[-1] == "workbookPr":
            is_1904[0] = attributes.get("date1904", "0") in ("1", "true")

    def of_relations(inside: list[str], attributes: dict[str, str]) -> None:
        if inside[-1] == "Relationship":
            targets[attributes.get("Id", "")] = attributes.get("Target", "")

    for pieces, begun in ((workbook, of_workbook), (relations, of_relations)):
        for _ in _feed(pieces, _Elements(begun)):
            pass
    found = []
    for name, relation, is_hidden in sheets:
        target = targets.get(relation)
        if target is None:
            raise XmlError(f"sheet {name} has no part")
        found.append((name, target if target.startswith("/") else f"xl/{target}", is_hidden))
    return found, is_1904[0]


def parse_styles(pieces: Iterator[bytes]) -> Styles:
    """Which styles show dates."""
    formats: dict[int, str] = {}
    styles: list[int] = []

    def begun(inside: list[str], attributes: dict[str, str]) -> None:
        if inside[-1] == "numFmt":
            formats[int(attributes.get("numFmtId", "0"))] = attributes.get("formatCode", "")
        elif inside[-2:] == ["cellXfs", "xf"]:
            styles.append(int(attributes.get("numFmtId", "0")))

    for _ in _feed(pieces, _Elements(begun)):
        pass
    return Styles(tuple(_is_date(number, formats.get(number)) for number in styles))


def _is_date(number: int, code: str | None) -> bool:
    if code is None:
        return number in _DATE_FORMATS
    return re.search(r"[ymdhs]", _NO_DATE.sub("", code.partition(";")[0]), re.IGNORECASE) is not None


class _Texts:
    """Collects the texts of elements: all in `t` inside one, but for readings (`rPh`)."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._is_on = False
        self._aside = 0

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._aside += 1
        self._is_on = name == "t" and not self._aside

    def end(self, name: str) -> None:
        self._is_on = False
        if name == "rPh":
            self._aside -= 1
        elif name == "si":
            self.found.append(unescaped("".join(self._parts)))

    def text(self, text: str) -> None:
        if self._is_on:
            self._parts.append(text)


def parse_shared(pieces: Iterator[bytes]) -> list[str]:
    """The shared texts of a workbook."""
    texts = _Texts()
    for _ in _feed(pieces, texts):
        pass
    return texts.found


def unescaped(text: str) -> str:
    """Text with `_x000D_` and the like, as workbooks write control characters, undone."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


class SheetParser:
    """The cells of a sheet as rows of texts; rows that are done wait in `done`."""

    def __init__(self, shared: list[str], merges: Merges, styles: Styles, writer: Writer) -> None:
        self._shared, self._merges, self._styles, self._writer = shared, merges, styles, writer
        self.done: list[tuple[int, list[str]]] = []
        self._number = 0
        self._row: list[str] = []
        self._column = -1
        self._kind, self._style = "n", ""
        self._parts: list[str] = []
        self._n_text = 0
        self._is_on = False
        self._lacks_value = False
        self._aside = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "c":
            self._begin_cell(attributes)
        elif name in ("v", "t"):
            self._is_on, self._lacks_value = not self._aside, False
        elif name == "f":
            self._lacks_value = True
        elif name == "row":
            number = attributes.get("r", "")
            self._number = int(number) if number.isdecimal() and len(number) < 9 else self._number + 1
            self._row, self._column = [], -1
        elif name == "rPh":
            self._aside += 1

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        reference = _REFERENCE.match(attributes.get("r", ""))
        column = column_number(reference[1]) if reference else self._column + 1
        if not self._column < column < MOST_COLUMNS:
            where = attributes.get("r", f"row {self._number}")
            raise XmlError(f"cell {where[:20]} stands out of order, or behind column {MOST_COLUMNS:,}")
        self._column = column
        self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._parts, self._n_text, self._lacks_value = [], 0, False

    def end(self, name: str) -> None:
        """An element ends."""
        if name in ("v", "t"):
            self._is_on = False
        elif name == "c":
            value = NO_VALUE if self._lacks_value else self._value("".join(self._parts))
            if value:
                self._row.extend([""] * (self._column + 1 - len(self._row)))
                self._row[self._column] = value
        elif name == "row":
            self._merges.fill(self._number, self._row)
            self.done.append((self._number, self._row))
        elif name == "rPh":
            self._aside -= 1

    def text(self, text: str) -> None:
        """Text inside an element."""
        if self._is_on:
            self._n_text += len(text)
            if self._n_text > MOST_CELL_TEXT:
                raise XmlError(f"a cell of row {self._number} holds more than {MOST_CELL_TEXT >> 20} MB")
            self._parts.append(text)

    def _value(self, text: str) -> str:
        kind = self._kind
        if kind == "s":
            at = int(text) if text.strip().isdecimal() else -1
            if not 0 <= at < len(self._shared):
                raise XmlError(f"a cell of row {self._number} names a shared text that is not there")
            return self._shared[at]
        if kind == "b":
            return {"1": "true", "0": "false"}.get(text.strip(), text)
        if kind == "n" and text:
            shows_date = self._styles.shows_date(self._style)
            return self._writer.date(text.strip()) if shows_date else self._writer.number(text.strip())
        return unescaped(text)


def parse(pieces: Iterator[bytes], parser: SheetParser) -> Iterator[tuple[int, list[str]]]:
    """The rows of a sheet as they are done."""
    for _ in _feed(pieces, parser):
        yield from parser.done
        parser.done.clear()
