"""Royalties of the rows, looked up by row value."""

from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import RANKS
from ofc_audit.rulesets import RuleSet, Unknown
from ofc_audit.score.masked import Mask, Masked, Small, Values, known_in_all, unknown
from ofc_audit.score.ranks import (
    FLUSH,
    FULL_HOUSE,
    PAIR,
    QUADS,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    rank_tables,
)

CELL_OF_CATEGORY = {
    TRIPS: "trips",
    STRAIGHT: "straight",
    FLUSH: "flush",
    FULL_HOUSE: "full_house",
    QUADS: "quads",
    STRAIGHT_FLUSH: "straight_flush",
    ROYAL_FLUSH: "royal_flush",
}
ROWS = ("top", "middle", "bottom")


def top_cell(category: int, rank: int) -> str:
    """The name of a top in a royalty table: `66` for a pair of sixes, `222` for three deuces; empty for high cards."""
    return RANKS[rank] * {PAIR: 2, TRIPS: 3}.get(category, 0)


@cache
def cells_of_values(row: str) -> tuple[tuple[str, ...], npt.NDArray[np.intp]]:
    """The cells of a royalty table that a row can read, and by row value which of them; the first is no cell."""
    tables = rank_tables()
    if row == "top":
        kinds = zip(tables.three_category.tolist(), tables.three_rank.tolist(), strict=True)
        names = [top_cell(category, rank) for category, rank in kinds]
    else:
        names = [CELL_OF_CATEGORY.get(category, "") for category in tables.five_category.tolist()]
    cells = tuple(dict.fromkeys(["", *names]))
    number = {cell: place for place, cell in enumerate(cells)}
    return cells, np.array([number[name] for name in names], np.intp)


@lru_cache(maxsize=64)
def royalty_tables(rules: RuleSet) -> tuple[Masked[Small], Masked[Small], Masked[Small]]:
    """Royalties by row value for top, middle and bottom, from the table that `score.royalties` names.

    A hand that has no cell in the table earns nothing; a cell whose number is unknown is not known.
    """
    table = rules.royalty_table()
    result = []
    for row in ROWS:
        cells, of_value = cells_of_values(row)
        by_cell = table.row(row)
        numbers = [by_cell.get(cell, 0) for cell in cells]
        points = np.array([0 if isinstance(number, Unknown) else number for number in numbers], np.int16)
        known = np.array([not isinstance(number, Unknown) for number in numbers])
        result.append(Masked(points[of_value], None if known.all() else known[of_value]))
    return result[0], result[1], result[2]


def count_royalties(
    rows: tuple[Values, Values, Values], is_foul: Masked[Mask], rules: RuleSet | None
) -> tuple[Masked[Small], Masked[Small], Masked[Small]]:
    """Royalties of top, middle and bottom, in points, by the table that `score.royalties` names; a foul earns none.

    `rows`: (n,) values of top, middle and bottom. Not known where the foul is not, where the cell of the table is
    unknown (but a foul earns nothing whatever the cell), and without a rule set.
    """
    if rules is None:
        nothing = unknown(is_foul.values.shape, np.int16)
        return nothing, nothing, nothing
    result = []
    for value, table in zip(rows, royalty_tables(rules), strict=True):
        points = table.values.take(value, mode="clip") * ~is_foul.values
        known = None if table.known is None else table.known.take(value, mode="clip") | is_foul.values
        result.append(Masked(points, known_in_all(known, is_foul.known)))
    return result[0], result[1], result[2]
