"""Two tables of a player's page about how he plays a hand: which rows he fills when, and how long he takes."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rate
from ofc_audit.report.store import Store

Row = Mapping[str, Any]

MAX_ROWS = 100
_WHERE = "site = $1 and rules_id is not distinct from $2 and player_id = $3"


def placements_grid(store: Store, key: Sequence[object]) -> Grid:
    """Cards laid on each street by row, and how often the row is empty or full after it; `key` is site, rule set and player."""
    shown = (
        Shown("Street", lambda row: Cell(str(row["street"]))),
        Shown("Row", "row_name"),
        Shown("Cards/hand", "cards_per_hand", "number"),
        Shown("Empty", rate("empty_hands", "hands", "empty_rate"), "share", "After this street"),
        Shown("Full", rate("full_hands", "hands", "full_rate"), "share", "After this street"),
    )
    order = "street, list_position(['top', 'middle', 'bottom'], row_name)"
    return grid_of(shown, store.rows(f"select * from player_placements where {_WHERE} order by {order}", key), MAX_ROWS)


def clock_grid(store: Store, key: Sequence[object]) -> Grid:
    """Time used on each street, and how often the site placed the cards."""
    shown = (
        Shown("Street", lambda row: Cell("in Fantasyland" if row["street"] == 0 else str(row["street"]))),
        Shown("Seconds", _seconds, "number", "Per street whose time is known; below, half the 95 % interval"),
        Shown("Longest", lambda row: _time(row["longest_ms"]), "number"),
        Shown("Placed by the site", rate("auto_streets", "auto_known", "auto_rate"), "share"),
    )
    return grid_of(shown, store.rows(f"select * from player_clock where {_WHERE} order by street", key), MAX_ROWS)


def _time(value: float | None) -> Cell:
    return Cell("", sort="") if value is None else Cell(f"{value / 1000:.1f} s", sort=str(value))


def _seconds(row: Row) -> Cell:
    cell = _time(row["ms_per_street"])
    if row["ms_se"] is None:
        return cell
    return Cell(cell.text, f"± {1.96 * row['ms_se'] / 1000:.1f} · {row['timed_streets']:,}", cell.sort)
