"""A table of a page: headings with what they mean, cells with what stands below them and what they are sorted by, and what was left
out."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from ofc_audit.report.html.page import cut
from ofc_audit.report.rendering import Kind, cell_text
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, signed, visible

GridKind = Kind | Literal["signed_money"]
"""The kinds of `rendering.Field`, and money with its sign."""


@dataclass(frozen=True)
class Cell:
    """What a cell shows, what stands small below it, what it is sorted by ("" for unknown, None for its text), and the class of its
    colour."""

    text: str
    below: str = ""
    sort: str | None = None
    tone: str = ""


@dataclass(frozen=True)
class Column:
    """A column: its heading, what it means, and whether it holds numbers, which are set to the right and sorted as such."""

    heading: str
    meaning: str = ""
    is_number: bool = True


@dataclass(frozen=True)
class Line:
    """A row of cells; a pale one rests on few hands."""

    cells: Sequence[Cell]
    is_pale: bool = False
    is_total: bool = False


@dataclass(frozen=True)
class Grid:
    """A table: the lines shown, how many there are in all, and the command that shows those that are not shown.

    `sorted_by`: the column that the lines are sorted by, highest first. A grid with many lines can be filtered.
    """

    columns: Sequence[Column]
    lines: Sequence[Line]
    n_all: int
    rest: str = ""
    sorted_by: str = ""
    is_sortable: bool = True

    @property
    def n_left(self) -> int:
        """How many are not shown."""
        return self.n_all - sum(not line.is_total for line in self.lines)

    @property
    def is_filterable(self) -> bool:
        """Whether there are so many lines that a reader wants to look for some."""
        return self.is_sortable and len(self.lines) > 8


@dataclass(frozen=True)
class Shown:
    """How a column of a grid is made of rows: its heading, what it means, and the column of the rows or how a cell is made of a row.

    A `money` column is shown with thousands marked, `signed_money` with its sign too.
    """

    heading: str
    of: str | Callable[[Mapping[str, Any]], Cell]
    kind: GridKind = "text"
    meaning: str = ""

    @property
    def is_number(self) -> bool:
        """Whether the column holds numbers."""
        return self.kind not in ("text", "time", "flag")

    def cell(self, row: Mapping[str, Any]) -> Cell:
        """The cell of a row."""
        if callable(self.of):
            return self.of(row)
        return value_cell(row[self.of], self.kind)


def value_cell(value: object, kind: GridKind) -> Cell:
    """A value in a cell of its kind, empty where it is unknown; a text of any length is cut."""
    if value is None:
        return Cell("", sort="")
    if kind == "text":
        return Cell(cut(value))
    if kind == "flag":
        return Cell(cell_text(value, "flag"))
    if kind in ("money", "signed_money") and isinstance(value, Decimal):
        return Cell(money_text(value, sign=kind == "signed_money", group=True), sort=str(value))
    if kind == "points" and isinstance(value, int):
        text = f"{value:+,d}" if value else signed(value)
        return Cell(text, sort=str(value))
    text = cell_text(value, "money" if kind == "signed_money" else kind)
    return Cell(text, sort=None if kind == "time" else str(value))


def rate_cell(hits: int | None, n: int | None, low: float | None, high: float | None) -> Cell:
    """A share with its 95 % interval below it, and what it is of; empty where there is nothing to divide by."""
    if not n or hits is None:
        return Cell("", sort="")
    below = f"{hits:,}/{n:,}"
    if low is not None and high is not None:
        below = f"{100 * low:.1f}–{100 * high:.1f} · {below}"
    return Cell(f"{100 * hits / n:.1f} %", below, str(hits / n))


def mean_cell(mean: float | None, error: float | None, n: int | None = None, sign: bool = True) -> Cell:
    """A mean with the half width of its 95 % interval below it (1.96 standard errors), and of how many hands."""
    if mean is None:
        return Cell("", sort="")
    below = "" if error is None else f"± {1.96 * error:.2f}"
    if n is not None:
        below = f"{below} · {n:,}" if below else f"{n:,}"
    return Cell(f"{mean:+.2f}" if sign else f"{mean:.2f}", below, str(mean))


def rate(hits: str, n: str, name: str) -> Callable[[Mapping[str, Any]], Cell]:
    """A share of a mart with its interval and its numbers."""
    return lambda row: rate_cell(row[hits], row[n], row[f"{name}_low"], row[f"{name}_high"])


def mean(name: str, error: str, n: str, sign: bool = True) -> Callable[[Mapping[str, Any]], Cell]:
    """A mean of a mart with its interval and its number."""
    return lambda row: mean_cell(row[name], row[error], row[n], sign)


def rows_command(store: Store, name: str, *words: str) -> str:
    """The command that writes all rows of a table or mart, of some hands only where `words` are filters."""
    return visible(shlex.join(["ofc", "export", *store.paths, "--rows", name, *words]))


def grid_of(
    shown: Sequence[Shown],
    rows: Sequence[Mapping[str, Any]],
    limit: int,
    rest: str = "",
    sorted_by: str = "",
    n_all: int | None = None,
    pale: str = "",
) -> Grid:
    """A grid of the first `limit` rows; `pale` is the flag of a row that rests on few hands, `n_all` how many rows there are where
    `rows` are not all of them."""
    columns = [Column(one.heading, one.meaning, one.is_number) for one in shown]
    lines = [Line([one.cell(row) for one in shown], bool(pale) and bool(row[pale])) for row in rows[:limit]]
    return Grid(columns, lines, len(rows) if n_all is None else n_all, rest, sorted_by)
