"""The tables of a player's page that stand below its charts, each a mart shown as it is: positions, opponents, Fantasyland, rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, mean, mean_cell, rate, rows_command
from ofc_audit.report.html.page import cut
from ofc_audit.report.html.player_play import clock_grid, placements_grid
from ofc_audit.report.html.player_runs import entries_grid, fouls_grid, runs_grid
from ofc_audit.report.html.position_chart import position_name
from ofc_audit.report.store import Store

Row = Mapping[str, Any]

MAX_ROWS = 100
_ENTRIES_NOTE = (
    "By the top that earns it; then what the first hand in Fantasyland brought, and the whole run with its stays."
)
_RUNS_NOTE = (
    "Hands in Fantasyland one after the other, of runs whose beginning is on record; an open run goes on beyond the record, so that it is"
    " longer than can be told."
)
_PLACEMENTS_NOTE = (
    "Cards laid in each row on each street, and how often it is empty or full after it; hands outside Fantasyland."
)
_STATES = {"normal": "outside Fantasyland", "fantasy": "in Fantasyland", None: "not told"}
_OPPONENTS = {"none": "nobody in Fantasyland", "some": "somebody in Fantasyland", None: "not told"}


@dataclass(frozen=True)
class Part:
    """One table of the page: its title, a sentence on what is counted, the table, and whether it is folded away at first."""

    id: str
    title: str
    note: str
    grid: Grid
    is_folded: bool = False


def _core() -> list[Shown]:
    """What marts of a player's hands have in common."""
    return [
        Shown("Hands", "hands", "int"),
        Shown("Fouls", rate("fouls", "normal_hands", "foul_rate"), "share", "Of hands outside Fantasyland"),
        Shown(
            "FL entry",
            rate("fantasy_entries", "fantasy_entry_hands", "fantasy_entry_rate"),
            "share",
            "Of hands outside Fantasyland",
        ),
        Shown(
            "Royalties/h",
            lambda row: mean_cell(row["royalty_yield"], row["royalty_yield_se"], row["royalty_hands"], sign=False),
            "number",
            "A foul counted as 0",
        ),
        Shown(
            "Points/h",
            mean("points_per_hand", "points_se", "points_hands"),
            "number",
            "± 1.96 standard errors, of how many hands",
        ),
    ]


def player_parts(store: Store, key: Sequence[object], no: int) -> list[Part]:
    """The tables of one player under one rule set; `key` is site, rule set and player, `no` the number of the section."""
    parts = (
        _opponents(store, key),
        _positions(store, key),
        _states(store, key),
        _pair_states(store, key),
        Part("entries", "Entries into Fantasyland", _ENTRIES_NOTE, entries_grid(store, key)),
        Part("runs", "Runs in Fantasyland", _RUNS_NOTE, runs_grid(store, key)),
        Part(
            "fouls",
            "Fouls",
            "By what is out of order, and since which street nothing could help.",
            fouls_grid(store, key),
        ),
        Part("placements", "Rows street by street", _PLACEMENTS_NOTE, placements_grid(store, key), is_folded=True),
        Part("clock", "Time", "Where the record states it.", clock_grid(store, key), is_folded=True),
        _rows(store, key),
    )
    return [
        Part(f"{part.id}-{no}", part.title, part.note, part.grid, part.is_folded) for part in parts if part.grid.n_all
    ]


def _mart(store: Store, name: str, key: Sequence[object], order: str) -> list[dict[str, Any]]:
    return store.rows(
        f"select * from {name} where site = $1 and rules_id is not distinct from $2 and player_id = $3 order by {order}",
        key,
    )


def _positions(store: Store, key: Sequence[object]) -> Part:
    rows = _mart(store, "player_positions", key, "n_seats, acting_order")
    shown = [Shown("Position", lambda row: Cell(position_name(row["n_seats"], row["acting_order"]))), *_core()]
    return Part(
        "positions",
        "By position",
        "Who acts last has the button.",
        grid_of(shown, rows, MAX_ROWS, pale="is_small_sample"),
    )


def _states(store: Store, key: Sequence[object]) -> Part:
    rows = _mart(store, "player_states", key, "own_state desc nulls last, opponents_state nulls last")
    shown = [
        Shown("He is", lambda row: Cell(_STATES[row["own_state"]])),
        Shown("Of his opponents", lambda row: Cell(_OPPONENTS[row["opponents_state"]])),
        *_core(),
    ]
    return Part("states", "In and out of Fantasyland", "", grid_of(shown, rows, MAX_ROWS, pale="is_small_sample"))


def _pair_states(store: Store, key: Sequence[object]) -> Part:
    rows = _mart(store, "player_pair_states", key, "own_state desc nulls last, opponent_state desc nulls last")
    shown = [
        Shown("He is", lambda row: Cell(_STATES[row["own_state"]])),
        Shown("His opponent is", lambda row: Cell(_STATES[row["opponent_state"]])),
        Shown("Pairs", "pairs", "int"),
        Shown("Points/pair", mean("points_per_pair", "points_se", "points_pairs"), "number"),
        Shown(
            "Scoops",
            lambda row: Cell(f"{row['scoops_for']:,} : {row['scoops_against']:,}", sort=str(row["scoops_for"])),
            "int",
        ),
    ]
    note = "Pair by pair: each opponent of a hand counts for himself."
    return Part("pair-states", "Against each opponent", note, grid_of(shown, rows, MAX_ROWS, pale="is_small_sample"))


def _opponents(store: Store, key: Sequence[object]) -> Part:
    rows = _mart(store, "head_to_head", key, "hands desc, opponent_id")
    shown = [
        Shown(
            "Opponent",
            lambda row: Cell(
                cut(row["opponent_name"]), "" if row["opponent_id"] == row["opponent_name"] else cut(row["opponent_id"])
            ),
        ),
        Shown("Hands", "hands", "int"),
        Shown("Points", "points", "points"),
        Shown(
            "Points/h",
            mean("points_per_hand", "points_se", "points_hands"),
            "number",
            "± 1.96 standard errors, of how many hands",
        ),
        Shown(
            "Scoops",
            lambda row: Cell(f"{row['scoops_for']:,} : {row['scoops_against']:,}", sort=str(row["scoops_for"])),
            "int",
            "Made and suffered",
        ),
        Shown("Royalties", lambda row: _royalties(row), "int", "Collected and conceded; sorted by the difference"),
        Shown(
            "Fouls",
            lambda row: Cell(f"{row['fouls']:,} : {row['opponent_fouls']:,}", sort=str(row["fouls"])),
            "int",
            "His and the opponent's",
        ),
        Shown("Last met (UTC)", "last_at", "time"),
    ]
    grid = grid_of(shown, rows, MAX_ROWS, rows_command(store, "head_to_head"), "Hands", pale="is_small_sample")
    return Part("opponents", "Head to head", "Points of the pair, whoever else was dealt in.", grid)


def _royalties(row: Row) -> Cell:
    won, conceded = row["royalties_won"], row["royalties_conceded"]
    if won is None or conceded is None:
        return Cell("", sort="")
    return Cell(f"{won:,} : {conceded:,}", sort=str(won - conceded))


def _rows(store: Store, key: Sequence[object]) -> Part:
    rows = _mart(
        store,
        "player_rows",
        key,
        "own_state desc nulls last, list_position(['top', 'middle', 'bottom'], row_name), category desc",
    )
    shown = [
        Shown("Row", lambda row: Cell(row["row_name"], _STATES[row["own_state"]])),
        Shown("Hand", "category_name"),
        Shown("Boards", "hands", "int", "Legal boards with it"),
        Shown("Share", rate("hands", "row_hands", "share"), "share", "Of his legal boards"),
        Shown("Wins", rate("won", "pairs", "win_rate"), "share", "Of the pairs in which he had it; against a foul too"),
        Shown("Royalties/board", "royalties_per_hand", "number"),
    ]
    note = "What he makes of each row, on boards that are no foul."
    return Part(
        "rows", "Row by row", note, grid_of(shown, rows, MAX_ROWS, rows_command(store, "player_rows")), is_folded=True
    )
