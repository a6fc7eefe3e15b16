"""Royalty tables: points by row and hand, cell by cell with its source; declared in `schemas/rules/_royalties.toml`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from ofc_audit.data import data_dir
from ofc_audit.rulesets.values import UNKNOWN, Cell, Given, quoted, read_toml

ROYALTIES_FILE = "_royalties.toml"
NO_ROYALTIES = "none"
TOP_CELLS = (
    *("66", "77", "88", "99", "TT", "JJ", "QQ", "KK", "AA"),
    *("222", "333", "444", "555", "666", "777", "888", "999", "TTT", "JJJ", "QQQ", "KKK", "AAA"),
)
FIVE_CELLS = ("trips", "straight", "flush", "full_house", "quads", "straight_flush", "royal_flush")
CELLS: Mapping[str, tuple[str, ...]] = {"top": TOP_CELLS, "middle": FIVE_CELLS, "bottom": FIVE_CELLS}
"""The cells of a table by row. A hand that is no cell of its row pays nothing."""
MAX_POINTS = 1000

Cells = Mapping[tuple[str, str], Given]


@dataclass(frozen=True)
class RoyaltyTable:
    """What each row pays: `row` for the points, `source` for where a cell comes from."""

    name: str
    cells: Cells

    def row(self, name: str) -> Mapping[str, Cell]:
        """The points of row `top`, `middle` or `bottom` by hand, in rising order. Raises KeyError for another row."""
        values: dict[str, Cell] = {}
        for cell in CELLS[name]:
            value = self.cells[name, cell].value
            assert isinstance(value, Cell)
            values[cell] = value
        return MappingProxyType(values)

    def source(self, row: str, cell: str) -> str:
        """Where a cell comes from. Raises KeyError."""
        return self.cells[row, cell].source

    def sources(self, row: str) -> str:
        """The sources of all cells of a row, each once."""
        return " · ".join(dict.fromkeys(self.cells[row, cell].source for cell in CELLS[row]))


def uniform_table(name: str, value: Cell, source: str) -> RoyaltyTable:
    """A table with the same value in every cell: 0 for royalties that are off, UNKNOWN where the table is."""
    return RoyaltyTable(name, {(row, cell): Given(value, source) for row, cells in CELLS.items() for cell in cells})


def parse_cells(raw: Any, where: str) -> dict[tuple[str, str], Given]:
    """The cells of one table as written in TOML. Raises ValueError, naming row and cell, for the first that cannot be."""
    cells, problems = read_cells(raw, where)
    for problem in problems:
        raise ValueError(problem)
    return cells


def read_cells(raw: Any, where: str) -> tuple[dict[tuple[str, str], Given], list[str]]:
    """The cells of one table as written in TOML, and all that is wrong with it: `where.row.cell: why`.

    A cell whose entry cannot be is there and unknown.
    """
    if not isinstance(raw, dict):
        return {}, [f"{where}: must be a table of {quoted(list(CELLS))}"]
    cells: dict[tuple[str, str], Given] = {}
    problems = []
    for row, entries in raw.items():
        if row not in CELLS:
            problems.append(f"{where}: unknown row {quoted(row)}; allowed: {quoted(list(CELLS))}")
        elif not isinstance(entries, dict):
            problems.append(f"{where}.{row}: must be a table of {quoted(list(CELLS[row]))}")
        else:
            for cell, entry in entries.items():
                try:
                    cells[row, cell] = _cell(row, cell, entry, f"{where}.{row}.{cell}")
                except ValueError as error:
                    problems.append(str(error))
                    if cell in CELLS[row]:
                        cells[row, cell] = Given(UNKNOWN, "")
    return cells, problems


def _cell(row: str, cell: str, entry: Any, place: str) -> Given:
    if cell not in CELLS[row]:
        raise ValueError(f"{place}: unknown hand; allowed: {quoted(list(CELLS[row]))}")
    value, source, note = parse_entry(entry, place)
    if value == "unknown":
        return Given(UNKNOWN, source, note)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_POINTS:
        allowed = f'a whole number from 0 to {MAX_POINTS} or "unknown"'
        raise ValueError(f"{place}: {quoted(value)} is impossible; allowed: {allowed}")
    return Given(value, source, note)


def parse_cell(key: str, points: Any, source: str, tables: Mapping[str, RoyaltyTable]) -> tuple[str, Cells]:
    """One cell by its key `royalties.TABLE.ROW.HAND`: the table's name, and the cell with its points.

    Raises ValueError, naming the key, for a table, row or hand that is none, and for points that cannot be.
    """
    _, name, *place = key.split(".")
    if name not in tables:
        raise ValueError(f"{key}: unknown royalty table {quoted(name)}; allowed: {quoted(sorted(tables))}")
    if len(place) != 2:
        raise ValueError(f"{key}: is no cell of a royalty table; allowed: a key such as royalties.{name}.middle.flush")
    row, cell = place
    return name, parse_cells({row: {cell: {"value": points, "source": source}}}, f"royalties.{name}")


def parse_entry(entry: Any, place: str) -> tuple[Any, str, str]:
    """Value, source and note of an entry `{ value = …, source = "…", note = "…" }`.

    Raises ValueError for another shape, and where value or source are missing.
    """
    if not isinstance(entry, dict):
        raise ValueError(f'{place}: must be {{ value = …, source = "…" }}, with a note if need be')
    unknown = [name for name in entry if name not in ("value", "source", "note")]
    if unknown:
        raise ValueError(f"{place}: unknown key {quoted(unknown[0])}; allowed: {quoted(['value', 'source', 'note'])}")
    if "value" not in entry:
        raise ValueError(f'{place}: has no value; write "unknown" where no source gives one')
    source, note = entry.get("source"), entry.get("note", "")
    if not isinstance(source, str) or not source.strip():
        allowed = "document and section, recorded hands with how many, or [decision] and why"
        raise ValueError(f"{place}: has no source; allowed: {allowed}")
    if not isinstance(note, str):
        raise ValueError(f"{place}: its note must be text")
    return entry["value"], source, note


def complete_table(name: str, cells: Cells, where: str) -> RoyaltyTable:
    """A table of these cells. Raises ValueError, naming the first missing one and how many more there are."""
    missing = [f"{row}.{cell}" for row, names in CELLS.items() for cell in names if (row, cell) not in cells]
    if missing:
        others = f", and so are {len(missing) - 1} more" if len(missing) > 1 else ""
        raise ValueError(f'{where}.{missing[0]}: is missing{others}; give it points and a source, or "unknown" and why')
    return RoyaltyTable(name, cells)


@cache
def shared_tables() -> Mapping[str, RoyaltyTable]:
    """The royalty tables that every rule set can name."""
    tables = {}
    for name, raw in read_toml(data_dir("schemas") / "rules" / ROYALTIES_FILE, ROYALTIES_FILE).items():
        where = f"{ROYALTIES_FILE}: {name}"
        tables[name] = complete_table(name, parse_cells(raw, where), where)
    return tables


def royalty_names(tables: Iterable[str]) -> tuple[str, ...]:
    """What a rule set or a hand can name as its royalties: a table, or `none`."""
    return (*sorted(tables), NO_ROYALTIES)
