"""A table of means as inline SVG, each cell coloured by how far it is above or below 0, with its number of hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

LABEL, CELL, LINE, HEAD = 128, 104, 44, 26
LEAST_HANDS = 10
"""Hands of a cell from which on its interval is told: of fewer the normal approximation is no good."""


@dataclass(frozen=True)
class Heat:
    """A cell: the mean, the half width of its 95 % interval (None where there are too few hands), and of how many hands."""

    mean: float
    half: float | None
    n: int

    @property
    def is_told(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.half is not None and abs(self.mean) > self.half


def heat_map(
    rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[int, int], Heat], label: str, unit: str
) -> str:
    """Cells by (row, column); blue above 0, orange below, the stronger the farther; in bold where the interval leaves out 0."""
    strongest = max((abs(cell.mean) for cell in cells.values()), default=0) or 1
    width, height = LABEL + CELL * len(columns), HEAD + LINE * len(rows)
    shapes = [
        f'<text x="{LABEL + CELL * (k + 0.5)}" y="{HEAD - 9}" text-anchor="middle">{escape(column)}</text>'
        for k, column in enumerate(columns)
    ]
    for i, row in enumerate(rows):
        y = HEAD + LINE * i
        shapes.append(f'<text x="{LABEL - 10}" y="{y + LINE / 2 + 4}" text-anchor="end">{escape(row)}</text>')
        for k, column in enumerate(columns):
            shapes.append(_cell(cells.get((i, k)), LABEL + CELL * k, y, strongest, f"{row}, {column}", unit))
    head = f'<svg class="chart heat" viewBox="0 0 {width} {height + 4}" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(shapes)}</svg>"


def _cell(cell: Heat | None, x: float, y: float, strongest: float, where: str, unit: str) -> str:
    box = f'x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{LINE - 2}" rx="3"'
    if cell is None:
        return f'<g><title>{escape(where)}: no hands</title><rect class="cell" {box}/></g>'
    tone = "pos" if cell.mean > 0 else "neg"
    strength = 0.08 + 0.52 * abs(cell.mean) / strongest
    half = "" if cell.half is None else f" ± {cell.half:.2f}"
    told = " told" if cell.is_told else ""
    middle = x + CELL / 2
    return (
        f"<g><title>{escape(f'{where}: {cell.mean:+.2f}{half} {unit}, {cell.n:,} hands')}</title>"
        f'<rect class="{tone}" fill-opacity="{strength:.2f}" {box}/>'
        f'<text class="value{told}" x="{middle}" y="{y + 19}" text-anchor="middle">{cell.mean:+.2f}</text>'
        f'<text class="small" x="{middle}" y="{y + 35}" text-anchor="middle">{half.strip()}{" · " if half else ""}{cell.n:,}</text></g>'
    )
