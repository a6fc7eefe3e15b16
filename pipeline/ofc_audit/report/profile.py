"""One player on one page: every rate and mean with its interval and what it was counted from."""

from collections.abc import Mapping
from typing import Any

from ofc_audit.report.intervals import Mean, mean_interval
from ofc_audit.report.measures import MEASURES, MONEY, SMALL_SAMPLE, Measure, worth_showing
from ofc_audit.report.rendering import Field, render_table
from ofc_audit.report.text import money_text, visible

Row = Mapping[str, Any]

SMALL_MARK = "*"
NOTES = (
    "Intervals hold the true figure in 95 of 100 samples: Wilson's of rates, Student's of means.",
    f"{SMALL_MARK} Counted from fewer than {SMALL_SAMPLE}: look at the interval, not at the figure.",
)
_FIELDS = (
    Field("label", ""),
    Field("value", "", "number"),
    Field("interval", "95 % interval", "number"),
    Field("counted", "counted", "number"),
)


def render_profile(row: Row, width: int) -> str:
    """A row of `player_stats` as a page."""
    rows: list[dict[str, object]] = []
    section = ""
    for measure in MEASURES:
        if row[measure.column] is None or not worth_showing(measure, row):
            continue
        if measure.section != section:
            section = measure.section
            unit = f" ({row['currency']})" if section == MONEY and row["currency"] else ""
            rows.append({"label": f"{section}{unit}", "value": "", "interval": "", "counted": ""})
        rows.append(_line(measure, row))
    return f"{_head(row)}\n\n{render_table(_FIELDS, rows, width)}"


def _head(row: Row) -> str:
    rules = "an unknown rule set" if row["rules_id"] is None else row["rules_id"]
    lines = [
        f"{visible(row['player_name'])} at {visible(row['site'])} under {rules}",
        f"{row['hands']:,} hands: {row['normal_hands']:,} outside Fantasyland, {row['fantasy_hands']:,} in it",
    ]
    if row["points"] is not None:
        lines.append(f"{row['points']:+,} points in {row['points_hands']:,} hands")
    if row["net"] is not None:
        net = f"{money_text(row['net'], sign=True, group=True)} {row['currency']}"
        lines.append(f"{net} in {row['net_hands']:,} hands, as the site says")
    return "\n".join(lines)


def _line(measure: Measure, row: Row) -> dict[str, object]:
    n = measure.n(row)
    mark = SMALL_MARK if n < SMALL_SAMPLE else ""
    counted = row[measure.counted] if measure.counted and measure.is_rate else None
    made: dict[str, object] = {
        "label": f"  {measure.label}",
        "counted": (f"{n:,} {measure.per}" if counted is None else f"{counted:,} of {n:,} {measure.per}")
        + (mark or " "),
    }
    if measure.is_rate:
        low, high = row[f"{measure.column}_low"], row[f"{measure.column}_high"]
        return made | {
            "value": f"{100 * row[measure.column]:.1f} %",
            "interval": f"{100 * low:.1f} to {100 * high:.1f} %",
        }
    figure = measure.figure(row)
    ends = mean_interval(figure) if isinstance(figure, Mean) else None
    sign = "+" if _has_sign(measure) else ""
    between = "" if ends is None else " to ".join(f"{measure.scale * end:{sign}.2f}" for end in ends)
    return made | {"value": f"{measure.scale * row[measure.column]:{sign}.2f}", "interval": between}


def _has_sign(measure: Measure) -> bool:
    return measure.column.startswith(
        ("points", "normal_points", "fantasy_points", "royalties_net")
    ) or "net" in measure.column.split("_")
