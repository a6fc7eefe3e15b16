"""A comparison for people, in the width of a terminal."""

from collections.abc import Mapping
from typing import Any

from ofc_audit.report.compare import NO_INTERVAL, Comparison
from ofc_audit.report.measures import MEASURES, SMALL_SAMPLE
from ofc_audit.report.rendering import Field, render_table
from ofc_audit.report.text import wrap

Row = Mapping[str, Any]

_FIELDS = (
    Field("label", "measure"),
    Field("a", "A (of)", "number"),
    Field("b", "B (of)", "number"),
    Field("difference", "A less B [95 %]", "number"),
    Field("reading", "A is"),
)
_NOTES = (
    "Intervals of differences: Newcombe's of rates (per cent), Welch's of means.",
    f"few: fewer than {SMALL_SAMPLE} on a side, so nothing is read from it. not told: the interval holds 0. Of 20 such intervals about one "
    "misses by chance: look at what you asked before you saw it.",
)
_BY_COLUMN = {measure.column: measure for measure in MEASURES}
_MOST_DIGITS = 100_000


def render_comparison(made: Comparison, width: int) -> str:
    """A comparison as aligned text with notes, a table for each rule set."""
    rows = [row for row in made.rows.to_pylist() if row["measure"] in made.shown]
    parts = []
    groups = list(dict.fromkeys((row["site"], row["rules_id"]) for row in rows))
    for site, rules_id in groups:
        head = f"{site}, {rules_id}\n\n" if len(groups) > 1 else ""
        shown = [_shown(row) for row in rows if (row["site"], row["rules_id"]) == (site, rules_id)]
        parts.append(head + render_table(_FIELDS, shown, width))
    notes = [line for note in (*made.notes, *_NOTES) for line in wrap(note, width, "  ", "")]
    return "\n".join(parts) + "\n" + "\n".join(notes) + "\n"


def _shown(row: Row) -> dict[str, object]:
    measure = _BY_COLUMN[row["measure"]]
    places = 1 if measure.is_rate else 2

    def text(value: float, sign: str = "") -> str:
        return f"{measure.scale * value:{sign}.{places}f}"

    made: dict[str, object] = {"label": row["label"], "reading": row["reading"].replace(NO_INTERVAL, "")}
    for side in ("a", "b"):
        value = row[f"{side}_value"]
        made[side] = "" if value is None else f"{text(value)} ({_short(row[f'{side}_n'])})"
    low, high = row["difference_low"], row["difference_high"]
    ends = "" if low is None else f" [{text(low, '+')}, {text(high, '+')}]"
    made["difference"] = "" if row["difference"] is None else text(row["difference"], "+") + ends
    return made


def _short(number: int) -> str:
    return f"{number:,}" if number < _MOST_DIGITS else f"{number / 1000:,.0f}k"
