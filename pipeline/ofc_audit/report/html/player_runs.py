"""Two tables of a player's page: his runs in Fantasyland, by the top that earned them and by length, and his fouls."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rate_cell
from ofc_audit.report.html.measures import wilson
from ofc_audit.report.store import Store

Row = Mapping[str, Any]

MAX_ROWS = 100
_OWN = "site = $1 and rules_id is not distinct from $2 and player_id = $3"
_RUNS = f"""
with runs as (
    select entered_with, entry_hand_key, max(run_no) as length, sum(points)::bigint as points, sum(royalties)::bigint as royalties
    from int_player_hands where {_OWN} and entry_hand_key is not null group by entered_with, entry_hand_key
)
select entered_with, length, count(*) as runs, sum(points)::bigint as points, sum(royalties)::bigint as royalties
from runs group by entered_with, length order by list_position(['QQ', 'KK', 'AA', 'trips'], entered_with), length
"""
_FOULS = f"""
select foul_order, dead_street, count(*) as fouls, sum(forfeited)::bigint as forfeited, sum(top_forfeited)::bigint as top,
    sum(middle_forfeited)::bigint as middle, sum(bottom_forfeited)::bigint as bottom, sum(count(*)) over ()::bigint as all_fouls
from int_player_hands where {_OWN} and is_foul group by foul_order, dead_street order by fouls desc, foul_order, dead_street
"""


def runs_grid(store: Store, key: Sequence[object]) -> Grid:
    """Runs whose beginning is on record, and what they brought; `key` is site, rule set and player."""
    shown = (
        Shown("Earned with", lambda row: Cell(row["entered_with"] or "not told")),
        Shown("Hands in a row", "length", "int"),
        Shown("Runs", "runs", "int"),
        Shown("Points", "points", "points"),
        Shown("Points/run", lambda row: _per_run(row, "points", "{:+.1f}"), "number"),
        Shown("Royalties/run", lambda row: _per_run(row, "royalties", "{:.1f}"), "number"),
    )
    return grid_of(shown, store.rows(_RUNS, key), MAX_ROWS)


def _per_run(row: Row, name: str, form: str) -> Cell:
    if row[name] is None:
        return Cell("", sort="")
    value = row[name] / row["runs"]
    return Cell(form.format(value), sort=str(value))


def fouls_grid(store: Store, key: Sequence[object]) -> Grid:
    """Fouls by what is out of order and by the street after which nothing could help."""
    shown = (
        Shown("Out of order", "foul_order"),
        Shown(
            "Lost since street",
            lambda row: Cell(
                "not told" if row["dead_street"] is None else str(row["dead_street"]),
                sort=str(row["dead_street"] or ""),
            ),
            "int",
            "The first street after which no completion from cards he had not seen was legal; not told where streets or discards are hidden",
        ),
        Shown("Fouls", "fouls", "int"),
        Shown("Share", _share, "share", "Of all his fouls"),
        Shown("Royalties forfeited", "forfeited", "int", "What the rows would have earned"),
        Shown("Top", "top", "int"),
        Shown("Middle", "middle", "int"),
        Shown("Bottom", "bottom", "int"),
    )
    return grid_of(shown, store.rows(_FOULS, key), MAX_ROWS, sorted_by="Fouls")


def _share(row: Row) -> Cell:
    return rate_cell(row["fouls"], row["all_fouls"], *wilson(row["fouls"], row["all_fouls"]))
