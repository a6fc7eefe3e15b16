"""The measures of one player: each with its value, its numerator and denominator, its 95 % interval, and what it means."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ofc_audit.report.html.grid import Cell, Column, Grid, Line
from ofc_audit.report.text import money_text

Row = Mapping[str, Any]

RATES = (
    ("Fouls", "fouls", "normal_hands", "foul_rate", "of his hands outside Fantasyland"),
    (
        "  of hands he placed himself",
        "own_fouls",
        "own_hands",
        "own_foul_rate",
        "outside Fantasyland, no street placed by the site",
    ),
    ("  in Fantasyland", "fantasy_fouls", "fantasy_hands", "fantasy_foul_rate", "of his hands in Fantasyland"),
    (
        "Fantasyland entry",
        "fantasy_entries",
        "fantasy_entry_hands",
        "fantasy_entry_rate",
        "of his hands outside Fantasyland",
    ),
    ("  with queens", "fantasy_entries_qq", "fantasy_entry_hands", "", ""),
    ("  with kings", "fantasy_entries_kk", "fantasy_entry_hands", "", ""),
    ("  with aces", "fantasy_entries_aa", "fantasy_entry_hands", "", ""),
    ("  with trips", "fantasy_entries_trips", "fantasy_entry_hands", "", ""),
    ("Fantasyland stay", "fantasy_stays", "fantasy_stay_hands", "fantasy_stay_rate", "of his hands in Fantasyland"),
    ("Hands in Fantasyland", "fantasy_hands", "hands", "fantasy_frequency", "of all his hands"),
    ("Scoops made", "scoops_for", "pairs", "scoop_for_rate", "of his pairs: he won all three rows"),
    ("Scoops suffered", "scoops_against", "pairs", "scoop_against_rate", "of his pairs: he lost all three rows"),
    (
        "Placed by the site",
        "auto_hands",
        "auto_known_hands",
        "auto_rate",
        "at least one street, of hands outside Fantasyland",
    ),
)
"""Name, numerator, denominator, and where its interval stands in `player_stats`; without one it is computed here as there."""
MEANS = (
    ("Points per hand", "points_per_hand", "points_se", "points", "points_hands", "against all opponents"),
    ("  outside Fantasyland", "normal_points_per_hand", "normal_points_se", "normal_points", "normal_points_hands", ""),
    ("  in Fantasyland", "fantasy_points_per_hand", "fantasy_points_se", "fantasy_points", "fantasy_points_hands", ""),
    (
        "Points per pair, opponent outside FL",
        "points_per_vs_normal",
        "points_per_vs_normal_se",
        "vs_normal_points",
        "vs_normal_pairs",
        "",
    ),
    (
        "  opponent in Fantasyland",
        "points_per_vs_fantasy",
        "points_per_vs_fantasy_se",
        "vs_fantasy_points",
        "vs_fantasy_pairs",
        "",
    ),
    (
        "Royalties per hand",
        "royalty_yield",
        "royalty_yield_se",
        "royalties",
        "royalty_hands",
        "of his boards, a foul counted as 0",
    ),
    (
        "  per hand that is no foul",
        "clean_royalty_yield",
        "clean_royalty_yield_se",
        "royalties",
        "clean_royalty_hands",
        "",
    ),
    (
        "  outside Fantasyland",
        "normal_royalty_yield",
        "normal_royalty_yield_se",
        "normal_royalties",
        "normal_royalty_hands",
        "",
    ),
    (
        "  in Fantasyland",
        "fantasy_royalty_yield",
        "fantasy_royalty_yield_se",
        "fantasy_royalties",
        "fantasy_royalty_hands",
        "",
    ),
    (
        "  forfeited by fouls",
        "forfeited_per_hand",
        "forfeited_per_hand_se",
        "forfeited_royalties",
        "forfeited_hands",
        "what fouls would have earned",
    ),
    (
        "Royalties collected",
        "royalties_won_per_hand",
        "royalties_won_per_hand_se",
        "royalties_won",
        "royalty_pair_hands",
        "from all opponents, per hand",
    ),
    (
        "  conceded",
        "royalties_conceded_per_hand",
        "royalties_conceded_per_hand_se",
        "royalties_conceded",
        "royalty_pair_hands",
        "",
    ),
    ("  net", "royalties_net_per_hand", "royalties_net_per_hand_se", "royalties_net", "royalty_pair_hands", ""),
    (
        "Net per hand",
        "net_per_hand",
        "net_per_hand_se",
        "net",
        "net_hands",
        "money, after cap and rake, as the site says",
    ),
    ("Rake per hand", "rake_per_hand", "rake_per_hand_se", "rake", "rake_hands", "money, as the site says"),
    (
        "Seconds per hand",
        "ms_per_hand",
        "ms_per_hand_se",
        "",
        "timed_hands",
        "on all streets together, where the time is known",
    ),
)
"""Name, mean and its standard error, sum and number of hands; money only of those who played in one currency."""
SIGNED = ("points", "net")
"""Words in the name of a mean that can be below 0, and is shown with its sign."""

LEAST_SAMPLE = 100
"""Hands, or pairs, below which a measure is pale."""
_Z = 1.959963984540054


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of `hits` in `n`, the same that the models use."""
    middle, half = hits + _Z * _Z / 2, _Z * (hits * (n - hits) / n + _Z * _Z / 4) ** 0.5
    return max(0.0, (middle - half) / (n + _Z * _Z)), min(1.0, (middle + half) / (n + _Z * _Z))


def measures(row: Row) -> Grid:
    """The measures that there is something to divide by for; `row` is of `player_stats`."""
    lines = [
        *(_rate(row, *rate) for rate in RATES if row[rate[2]]),
        *(_mean(row, *mean) for mean in MEANS if row[mean[1]] is not None),
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
    return Line(cells, row[n] < LEAST_SAMPLE)


def _mean(row: Row, name: str, mean: str, error: str, total: str, n: str, meaning: str) -> Line:
    scale = 1000 if mean.startswith("ms_") else 1
    show = "{:+.2f}" if any(word in mean for word in SIGNED) else "{:.2f}"
    value = row[mean] / scale
    interval = ""
    if row[error] is not None:
        half = 1.96 * row[error] / scale
        interval = f"{show.format(value - half)} – {show.format(value + half)}"
    if isinstance(row.get(total), Decimal):
        count, meaning = (
            f"{money_text(row[total], group=True)} / {row[n]:,}",
            f"{meaning}; {row['currency'] or ''}".rstrip("; "),
        )
    else:
        count = f"{row[total]:,} / {row[n]:,}" if total else f"{row[n]:,} hands"
    return Line(
        [_name(name), Cell(show.format(value)), Cell(interval), Cell(count), Cell(meaning)], row[n] < LEAST_SAMPLE
    )
