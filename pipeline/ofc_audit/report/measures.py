"""The rates and means of `player_stats`, as people call them, each with the columns that hold its counts and its uncertainty."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ofc_audit.report.intervals import Mean, Rate

SMALL_SAMPLE = 100
"""Below so many, a figure is marked: the mart does so for hands, here it is the figure's own denominator."""


@dataclass(frozen=True)
class Measure:
    """One rate (`counted` is its numerator) or mean (`counted` is its sum): `of` names the columns whose sum is its denominator, `per`
    says what they count; `error` is the column with a mean's standard error."""

    section: str
    label: str
    column: str
    counted: str
    of: tuple[str, ...]
    per: str = "hands"
    error: str | None = None
    short: str = ""
    scale: float = 1
    """What it is multiplied with to be shown: 100 for per cent, 0.001 for milliseconds as seconds."""

    @property
    def hangs_together(self) -> bool:
        """Whether it is about what players of one hand take from one another."""
        return self.section in (POINTS, SCOOPS, MONEY) or self.column.startswith("royalties_")

    @property
    def is_rate(self) -> bool:
        """Whether it is a share with Wilson's interval; else it is a mean."""
        return self.error is None

    def n(self, row: Mapping[str, Any]) -> int:
        """The denominator in a row of `player_stats`."""
        return sum(row[name] or 0 for name in self.of)

    def figure(self, row: Mapping[str, Any]) -> Rate | Mean | None:
        """The figure in a row; None where it is not known, a mean also where its spread is not."""
        value, n = row[self.column], self.n(row)
        if value is None or n == 0:
            return None
        if self.error is None:
            return Rate(value, row[f"{self.column}_low"], row[f"{self.column}_high"], n)
        return None if row[self.error] is None else Mean(float(value), float(row[self.error]), n)


def _rate(section: str, label: str, short: str, column: str, counted: str, *of: str, per: str = "hands") -> Measure:
    return Measure(section, label, column, counted, of, per, None, short, 100)


def _mean(
    section: str, label: str, short: str, column: str, counted: str, of: str, per: str = "hands", error: str = ""
) -> Measure:
    scale = 0.001 if column.startswith("ms_") else 1
    return Measure(section, label, column, counted, (of,), per, error or f"{column}_se", short, scale)


FOULS, FANTASYLAND, ROYALTIES, POINTS, SCOOPS, MONEY, TIME = (
    "Fouls",
    "Fantasyland",
    "Royalties per hand",
    "Points",
    "Scoops",
    "Money",
    "Time",
)
MEASURES = (
    _rate(FOULS, "outside Fantasyland", "fouls %", "foul_rate", "fouls", "normal_hands"),
    _rate(FOULS, "all cards placed by himself", "own fouls %", "own_foul_rate", "own_fouls", "own_hands"),
    _rate(FOULS, "some cards placed by the site", "auto fouls %", "auto_foul_rate", "auto_fouls", "auto_hands"),
    _rate(FOULS, "in Fantasyland", "FL fouls %", "fantasy_foul_rate", "fantasy_fouls", "fantasy_hands"),
    _rate(FOULS, "hands with cards by the site", "auto hands %", "auto_rate", "auto_hands", "auto_known_hands"),
    _mean(FOULS, "royalties lost so, per hand", "roy. forfeited", "forfeited_per_hand", "forfeited_royalties", "forfeited_hands"),
    _rate(FANTASYLAND, "entered, per normal hand", "FL entry %", "fantasy_entry_rate", "fantasy_entries", "fantasy_entry_hands"),
    _rate(FANTASYLAND, "stayed, per hand in it", "FL stay %", "fantasy_stay_rate", "fantasy_stays", "fantasy_stay_hands"),
    _rate(
        FANTASYLAND,
        "stayed, per hand of any kind",
        "FL stay/hand %",
        "fantasy_stays_per_hand",
        "fantasy_stays",
        "fantasy_entry_hands",
        "fantasy_stay_hands",
    ),
    _rate(FANTASYLAND, "hands played in it", "in FL %", "fantasy_frequency", "fantasy_hands", "hands"),
    _mean(ROYALTIES, "all hands", "royalties", "royalty_yield", "royalties", "royalty_hands"),
    _mean(ROYALTIES, "hands that are no foul", "roy. clean", "clean_royalty_yield", "royalties", "clean_royalty_hands"),
    _mean(ROYALTIES, "outside Fantasyland", "roy. normal", "normal_royalty_yield", "normal_royalties", "normal_royalty_hands"),
    _mean(ROYALTIES, "in Fantasyland", "roy. in FL", "fantasy_royalty_yield", "fantasy_royalties", "fantasy_royalty_hands"),
    _mean(ROYALTIES, "collected from opponents", "roy. won", "royalties_won_per_hand", "royalties_won", "royalty_pair_hands"),
    _mean(ROYALTIES, "conceded to opponents", "roy. conceded", "royalties_conceded_per_hand", "royalties_conceded", "royalty_pair_hands"),
    _mean(ROYALTIES, "collected less conceded", "roy. net", "royalties_net_per_hand", "royalties_net", "royalty_pair_hands"),
    _mean(POINTS, "per hand", "points/hand", "points_per_hand", "points", "points_hands", error="points_se"),
    _mean(
        POINTS, "per hand outside Fantasyland", "points normal", "normal_points_per_hand", "normal_points", "normal_points_hands",
        error="normal_points_se",
    ),
    _mean(
        POINTS, "per hand in Fantasyland", "points in FL", "fantasy_points_per_hand", "fantasy_points", "fantasy_points_hands",
        error="fantasy_points_se",
    ),
    _mean(POINTS, "per pair, opponent outside", "points v normal", "points_per_vs_normal", "vs_normal_points", "vs_normal_pairs", "pairs"),
    _mean(POINTS, "per pair, opponent in it", "points v FL", "points_per_vs_fantasy", "vs_fantasy_points", "vs_fantasy_pairs", "pairs"),
    _rate(SCOOPS, "won, per pair", "scoops won %", "scoop_for_rate", "scoops_for", "pairs", per="pairs"),
    _rate(SCOOPS, "lost, per pair", "scoops lost %", "scoop_against_rate", "scoops_against", "pairs", per="pairs"),
    _mean(MONEY, "won per hand", "net/hand", "net_per_hand", "net", "net_hands"),
    _mean(MONEY, "outside Fantasyland", "net normal", "normal_net_per_hand", "normal_net", "normal_net_hands"),
    _mean(MONEY, "in Fantasyland", "net in FL", "fantasy_net_per_hand", "fantasy_net", "fantasy_net_hands"),
    _mean(MONEY, "rake per hand", "rake/hand", "rake_per_hand", "rake", "rake_hands"),
    _mean(TIME, "seconds per hand", "s/hand", "ms_per_hand", "", "timed_hands"),
)  # fmt: skip
"""Every rate with an interval and every mean with a standard error that `player_stats` has, in the order in which people read them."""


def worth_showing(measure: Measure, *rows: Mapping[str, Any]) -> bool:
    """Whether people want to see it: not where nobody has it, where it is nothing at all, or where it only says again how many fouls there
    were because the site placed no cards."""
    values = [row[measure.column] for row in rows]
    if not any(values) and measure.column not in ALWAYS:
        return False
    return measure.column != "own_foul_rate" or any(row["own_hands"] != row["normal_hands"] for row in rows)


ALWAYS = ("foul_rate", "fantasy_entry_rate", "points_per_hand", "royalty_yield")
"""What is shown also where it is 0."""
