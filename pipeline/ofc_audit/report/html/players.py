"""The players of a run for a page: the main rates of `player_stats`, each with its interval and its numbers."""

import shlex
from collections.abc import Mapping
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, mean_cell, rate_cell
from ofc_audit.report.html.page import cut
from ofc_audit.report.store import Store

Row = Mapping[str, Any]

MAX_PLAYERS = 1000


def _rate(hits: str, n: str, rate: str) -> Any:
    return lambda row: rate_cell(row[hits], row[n], row[f"{rate}_low"], row[f"{rate}_high"])


def _name(row: Row) -> Cell:
    return Cell(cut(row["player_name"]), f"{cut(row['site'])} · {row['rules_id'] or 'rules not known'}")


PLAYER_COLUMNS = (
    Shown("Player", _name, meaning="The name as shown, with site and rule set"),
    Shown("Hands", "hands", "int", "Complete hands"),
    Shown("Fouls", _rate("fouls", "normal_hands", "foul_rate"), "share", "Fouls per normal hand, with a 95 % interval"),
    Shown(
        "FL entry",
        _rate("fantasy_entries", "fantasy_entry_hands", "fantasy_entry_rate"),
        "share",
        "Entries into Fantasyland per normal hand, with a 95 % interval",
    ),
    Shown(
        "FL stay",
        _rate("fantasy_stays", "fantasy_stay_hands", "fantasy_stay_rate"),
        "share",
        "Stays per fantasy hand, with a 95 % interval",
    ),
    Shown(
        "FL hands",
        _rate("fantasy_hands", "hands", "fantasy_frequency"),
        "share",
        "Fantasy hands of all hands, with a 95 % interval",
    ),
    Shown("Royalties/h", "royalty_yield", "number", "Royalties of his boards per hand, fouls counted as 0"),
    Shown(
        "Points/h",
        lambda row: mean_cell(row["points_per_hand"], row["points_se"]),
        "number",
        "Points per hand; below, the half width of the 95 % interval (1.96 standard errors)",
    ),
    Shown("Points", "points", "points", "Points in all"),
    Shown(
        "Scoops", lambda row: _scoops(row), "int", "Scoops made and suffered, pair by pair; sorted by the difference"
    ),
)


def _scoops(row: Row) -> Cell:
    made, suffered = row["scoops_for"], row["scoops_against"]
    return Cell(f"{made:,} : {suffered:,}", sort=str(made - suffered))


def players(store: Store) -> Grid:
    """Players with the most hands first."""
    rows = store.rows(f"select * from player_stats order by hands desc, site, rules_id, player_id limit {MAX_PLAYERS}")
    n_all = int(store.value("select count(*) from player_stats"))
    rest = shlex.join(["ofc", "stats", *store.paths])
    return grid_of(PLAYER_COLUMNS, rows, MAX_PLAYERS, rest, "Hands", n_all, pale="is_small_sample")
