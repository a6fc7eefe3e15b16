"""Three tables of a player's page: his entries into Fantasyland, his runs there, and his fouls."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, mean, rate
from ofc_audit.report.store import Store

Row = Mapping[str, Any]

MAX_ROWS = 100
_TOPS = "list_position(['QQ', 'KK', 'AA', 'trips'], entered_with)"
_WHERE = "site = $1 and rules_id is not distinct from $2 and player_id = $3"


def entries_grid(store: Store, key: Sequence[object]) -> Grid:
    """Entries by the top that earned them, and what came of them; `key` is site, rule set and player."""
    shown = (
        Shown("Earned with", lambda row: Cell(row["entered_with"] or "not told")),
        Shown("Entries", "entries", "int"),
        Shown("Rate", rate("entries", "entry_hands", "entry_rate"), "share", "Of his hands outside Fantasyland"),
        Shown(
            "Royalties next",
            mean("next_royalty_yield", "next_royalty_yield_se", "next_royalty_hands", sign=False),
            "number",
            "Of the first hand in Fantasyland",
        ),
        Shown(
            "Points next", mean("next_points_per_hand", "next_points_se", "next_points_hands"), "number", "Of that hand"
        ),
        Shown("Stays", rate("next_stays", "next_stay_hands", "next_stay_rate"), "share", "Of those first hands"),
        Shown(
            "Points/run", lambda row: _number(row["run_points_per_entry"]), "number", "Of the whole run with its stays"
        ),
    )
    rows = store.rows(f"select * from player_entries where {_WHERE} order by {_TOPS}", key)
    return grid_of(shown, rows, MAX_ROWS, pale="is_small_sample")


def runs_grid(store: Store, key: Sequence[object]) -> Grid:
    """Runs whose beginning is on record, by the top that earned them and by length."""
    shown = (
        Shown("Earned with", lambda row: Cell(row["entered_with"] or "not told")),
        Shown("Hands in a row", "length", "int"),
        Shown("Runs", "chains", "int"),
        Shown("Of those open", "open_chains", "int", "Runs that go on beyond the record"),
        Shown("Points", "points", "points"),
        Shown("Points/run", lambda row: _number(row["points_per_chain"]), "number"),
        Shown("Royalties/run", lambda row: _number(row["royalties_per_chain"], sign=False), "number"),
    )
    rows = store.rows(f"select * from fantasy_chains where {_WHERE} order by {_TOPS}, length", key)
    return grid_of(shown, rows, MAX_ROWS)


def _number(value: float | None, sign: bool = True) -> Cell:
    if value is None:
        return Cell("", sort="")
    return Cell(f"{value:+.1f}" if sign else f"{value:.1f}", sort=str(value))


def fouls_grid(store: Store, key: Sequence[object]) -> Grid:
    """Fouls by what is out of order and by the street after which nothing could help."""
    shown = (
        Shown(
            "Out of order",
            lambda row: Cell(row["foul_order"], "in Fantasyland" if row["own_state"] == "fantasy" else ""),
        ),
        Shown(
            "Lost since street",
            lambda row: Cell(str(row["dead_street"] or "not told"), sort=str(row["dead_street"] or "")),
            "int",
            "The first street after which no completion from cards he had not seen was legal; not told where streets or discards are hidden",
        ),
        Shown("Fouls", "fouls", "int"),
        Shown("Share", rate("fouls", "all_fouls", "share"), "share", "Of all his fouls, in Fantasyland or outside it"),
        Shown("Royalties forfeited", "forfeited_royalties", "int", "What the rows would have earned"),
        Shown("Top", "top_forfeited", "int"),
        Shown("Middle", "middle_forfeited", "int"),
        Shown("Bottom", "bottom_forfeited", "int"),
        Shown("Points/foul", lambda row: _number(row["points_per_hand"]), "number"),
    )
    order = "own_state desc nulls last, fouls desc, foul_order, dead_street"
    return grid_of(shown, store.rows(f"select * from player_fouls where {_WHERE} order by {order}", key), MAX_ROWS)
