"""The measures of one player: each with its value, its numerator and denominator, its 95 % interval, and what it means."""

from collections.abc import Callable, Mapping
from typing import Any

from ofc_audit.report.html.grid import Cell, Column, Grid, Line

Row = Mapping[str, Any]

RATES = (
    ("Fouls", "fouls", "normal_hands", "foul_rate", "of his hands outside Fantasyland"),
    ("Fouls in Fantasyland", "fantasy_fouls", "fantasy_hands", "fantasy_foul_rate", "of his hands in Fantasyland"),
    (
        "Fantasyland entry",
        "fantasy_entries",
        "fantasy_entry_hands",
        "fantasy_entry_rate",
        "of his hands outside Fantasyland",
    ),
    ("  with queens", "fantasy_entries_qq", "fantasy_entry_hands", "", "of his hands outside Fantasyland"),
    ("  with kings", "fantasy_entries_kk", "fantasy_entry_hands", "", "of his hands outside Fantasyland"),
    ("  with aces", "fantasy_entries_aa", "fantasy_entry_hands", "", "of his hands outside Fantasyland"),
    ("  with trips", "fantasy_entries_trips", "fantasy_entry_hands", "", "of his hands outside Fantasyland"),
    ("Fantasyland stay", "fantasy_stays", "fantasy_stay_hands", "fantasy_stay_rate", "of his hands in Fantasyland"),
    ("Hands in Fantasyland", "fantasy_hands", "hands", "fantasy_frequency", "of all his hands"),
    ("Scoops made", "scoops_for", "pairs", "", "of his pairs: he won all three rows"),
    ("Scoops suffered", "scoops_against", "pairs", "", "of his pairs: he lost all three rows"),
    ("Placed by the site", "auto_hands", "normal_hands", "", "of his hands outside Fantasyland, at least one street"),
)
"""Name, numerator, denominator, and where its interval stands in `player_stats`; without one it is computed here as there."""
MEANS = (
    ("Points per hand", "points", "points_hands", "points_per_hand", "against all opponents"),
    ("  outside Fantasyland", "normal_points", "normal_points_hands", "normal_points_per_hand", ""),
    ("  in Fantasyland", "fantasy_points", "fantasy_points_hands", "fantasy_points_per_hand", ""),
    ("Royalties per hand", "royalties", "royalty_hands", "royalty_yield", "of his boards, a foul counted as 0"),
    ("  per hand that is no foul", "royalties", "clean_royalty_hands", "clean_royalty_yield", ""),
    ("  outside Fantasyland", "normal_royalties", "normal_royalty_hands", "normal_royalty_yield", ""),
    ("  in Fantasyland", "fantasy_royalties", "fantasy_royalty_hands", "fantasy_royalty_yield", ""),
    ("Royalties collected less conceded", "royalties_net", "royalty_pair_hands", "", "over all his pairs, per hand"),
    ("Seconds per hand", "", "timed_hands", "ms_per_hand", "on all streets together, where the time is known"),
)

_Z = 1.959963984540054


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of `hits` in `n`, the same that the models use."""
    middle, half = hits + _Z * _Z / 2, _Z * (hits * (n - hits) / n + _Z * _Z / 4) ** 0.5
    return max(0.0, (middle - half) / (n + _Z * _Z)), min(1.0, (middle + half) / (n + _Z * _Z))


def measures(row: Row) -> Grid:
    """The measures that there is something to divide by for; `row` is of `player_stats`."""
    lines = [
        *(_rate(row, *rate) for rate in RATES if row[rate[2]]),
        *(_mean(row, *mean) for mean in MEANS if row[mean[2]]),
    ]
    columns = [
        Column("Measure", is_number=False),
        Column("Value"),
        Column("95 % interval", "Wilson's for a share; mean ± 1.96 standard errors for a mean"),
        Column("Of", "Numerator / denominator"),
        Column("What it is of", is_number=False),
    ]
    return Grid(columns, lines, len(lines), is_sortable=False)


def _name(name: str) -> Cell:
    return Cell(name.strip(), tone="sub" if name.startswith("  ") else "")


def _rate(row: Row, name: str, hits: str, n: str, rate: str, meaning: str) -> Line:
    low, high = (row[f"{rate}_low"], row[f"{rate}_high"]) if rate else wilson(row[hits], row[n])
    cells = [
        _name(name),
        Cell(f"{100 * row[hits] / row[n]:.1f} %"),
        Cell(f"{100 * low:.1f} – {100 * high:.1f} %"),
        Cell(f"{row[hits]:,} / {row[n]:,}"),
        Cell(meaning),
    ]
    return Line(cells, row[n] < 100)


def _mean(row: Row, name: str, total: str, n: str, mean: str, meaning: str) -> Line:
    value = row[mean] if mean else row[total] / row[n]
    show: Callable[[float], str] = "{:+.2f}".format if "points" in total or "net" in total else "{:.2f}".format
    if mean == "ms_per_hand":
        value = value / 1000
    interval = ""
    if mean == "points_per_hand" and row["points_se"] is not None:
        half = 1.96 * row["points_se"]
        interval = f"{value - half:+.2f} – {value + half:+.2f}"
    count = f"{row[total]:,} / {row[n]:,}" if total else f"{row[n]:,} hands"
    return Line([_name(name), Cell(show(value)), Cell(interval), Cell(count), Cell(meaning)], row[n] < 100)
