"""Statistics for people: the main figures with their uncertainty in the width of a terminal, all of them where a file takes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rich.cells import cell_len

from ofc_audit.report.kinds import kind_of
from ofc_audit.report.profile import NOTES as PROFILE_NOTES
from ofc_audit.report.profile import render_profile
from ofc_audit.report.rendering import Field, Kind, cell_text, render_table
from ofc_audit.report.stats import Stats
from ofc_audit.report.text import wrap

Row = Mapping[str, Any]
How = Literal["plain", "rate", "mean", "of", "hands"]

LEAST_NAME = 18
"""Columns that a name has, or as many as it needs, before figures are left away for it."""
SMALL_MARK = "*"
SMALL_NOTE = f"{SMALL_MARK} Few hands: look at the interval, not at the rate."


@dataclass(frozen=True)
class Shown:
    """A column for people: its heading, what it shows and how.

    `rate`: per cent with its 95 % interval; `mean`: with its standard error; `of`: a count of `whole`; `hands`: a number of hands, marked
    where it is small. Where a table is too wide, `spare` columns are left away, the last first.
    """

    heading: str
    column: str
    how: How = "plain"
    whole: str = ""
    spare: bool = False


_FOUL = Shown("fouls %", "foul_rate", "rate", spare=True)
_MEAN = Shown("points/hand", "points_per_hand", "mean")
SHOWN: dict[str, tuple[Shown, ...]] = {
    "player_stats": (
        Shown("hands", "hands", "hands"),
        _FOUL,
        Shown("FL entry %", "fantasy_entry_rate", "rate", spare=True),
        Shown("FL stay", "fantasy_stays", "of", "fantasy_hands", spare=True),
        Shown("roy./h", "royalty_yield", spare=True),
        _MEAN,
    ),
    "head_to_head": (
        Shown("opponent", "opponent_name"),
        Shown("hands", "hands", "hands"),
        Shown("points", "points"),
        _MEAN,
        Shown("scoops for", "scoops_for", spare=True),
        Shown("against", "scoops_against", spare=True),
    ),
    "player_pair_states": (
        Shown("own state", "own_state"),
        Shown("opponent", "opponent_state"),
        Shown("pairs", "pairs"),
        Shown("points", "points"),
        Shown("points/pair", "points_per_pair", "mean"),
        Shown("scoops for", "scoops_for", spare=True),
        Shown("against", "scoops_against", spare=True),
    ),
    "player_money": (
        Shown("currency", "currency"),
        Shown("hands", "hands"),
        Shown("net", "net"),
        Shown("of hands", "net_hands"),
        Shown("rake", "rake"),
        Shown("computed", "computed_net"),
    ),
    "player_rows": (
        Shown("state", "own_state"),
        Shown("row", "row_name"),
        Shown("category", "category_name"),
        Shown("hands", "row_hands"),
        Shown("share %", "share", "rate"),
        Shown("won %", "win_rate", "rate"),
        Shown("royalties", "royalties", spare=True),
    ),
    "player_royalties": (
        Shown("state", "own_state"),
        Shown("row", "row_name"),
        Shown("hands", "royalty_hands"),
        Shown("royalties", "royalties"),
        Shown("per hand", "royalty_yield", "mean"),
        Shown("no foul", "clean_royalty_yield", "mean", spare=True),
        Shown("lost by fouls", "forfeited_per_hand", "mean", spare=True),
    ),
    "player_entries": (
        Shown("with", "entered_with"),
        Shown("entries", "entries", "hands"),
        Shown("entry %", "entry_rate", "rate"),
        Shown("next roy.", "next_royalty_yield", spare=True),
        Shown("next points", "next_points_per_hand", "mean"),
        Shown("next stay %", "next_stay_rate", "rate", spare=True),
    ),
    "fantasy_chains": (
        Shown("entered with", "entered_with"),
        Shown("length", "length"),
        Shown("chains", "chains"),
        Shown("open", "open_chains"),
        Shown("points/chain", "points_per_chain"),
        Shown("royalties/chain", "royalties_per_chain"),
    ),
    "player_fouls": (
        Shown("state", "own_state"),
        Shown("out of order", "foul_order"),
        Shown("since street", "dead_street"),
        Shown("fouls", "fouls"),
        Shown("share %", "share", "rate"),
        Shown("roy. lost", "forfeited_royalties"),
    ),
    "player_placements": (
        Shown("street", "street"),
        Shown("row", "row_name"),
        Shown("hands", "hands"),
        Shown("cards/h", "cards_per_hand"),
        Shown("empty %", "empty_rate", "rate", spare=True),
        Shown("full %", "full_rate", "rate"),
    ),
    "player_clock": (
        Shown("street", "street"),
        Shown("timed", "timed_streets"),
        Shown("ms/street", "ms_per_street"),
        Shown("longest ms", "longest_ms"),
        Shown("by the site %", "auto_rate", "rate"),
    ),
    "player_sessions": (
        Shown("no.", "session_no"),
        Shown("began (UTC)", "started_at"),
        Shown("minutes", "minutes"),
        Shown("hands", "hands"),
        Shown("points", "points"),
        Shown("net", "net", spare=True),
        Shown("currency", "currency", spare=True),
    ),
}
PLAYER_NOTE = (
    "Fouls and FL (Fantasyland) entry: per cent of normal hands, with a 95 % interval. FL stay: stays of fantasy hands. "
    "roy./h: royalties per hand. points/hand: mean ± standard error."
)
HEADINGS = {
    "site": "site",
    "rules_id": "rule set",
    "club_id": "club",
    "table_id": "table",
    "match_id": "match",
    "point_value": "point",
    "chip_price": "chip",
    "chip_currency": "in",
    "n_seats": "seats",
    "own_state": "state",
    "opponents_state": "opp. in FL",
    "week_ending": "week to",
}
HIDDEN = ("player_id", "opponent_id", "acting_order", "category")
"""Keys that another column shows better."""


def render_stats(stats: Stats, width: int) -> str:
    """Statistics as aligned text with notes; of the columns those that were asked for, else the main ones."""
    rows = stats.rows.to_pylist()
    if not rows:
        return "No row has all that was asked for.\n" + _notes(stats, [], width)
    if stats.is_profile:
        return render_profile(rows[0], width) + _notes(stats, [], width, *PROFILE_NOTES)
    types = {field.name: field.type for field in stats.rows.schema}
    if len(stats.columns) < len(types):
        fields = [Field(name, name, kind_of(name, types[name])) for name in stats.columns]
        return render_table(fields, rows, width) + _notes(stats, [], width)
    shown = [*_keys(stats, rows), *(s for s in SHOWN[stats.grouping.mart] if s.column in types)]
    shown += _money(stats, rows)
    seen: set[str] = set()
    shown = [s for s in shown if s.column not in seen and not seen.add(s.column)]  # type: ignore[func-returns-value]
    blank = " " if any(row.get("is_small_sample") for row in rows) else ""
    while True:
        fields = [Field(s.column, s.heading, _kind(s, types)) for s in shown]
        cells = [{s.column: _cell(s, row, types, blank) for s in shown} for row in rows]
        spare = [s for s in shown if s.spare]
        if not spare or _least_width(fields, cells) <= width:
            break
        shown.remove(spare[-1])
    text = render_table(fields, cells, width)
    return text + _notes(stats, rows, width, _about(stats, shown))


def _about(stats: Stats, shown: Sequence[Shown]) -> str:
    """What the figures shown are."""
    if stats.grouping.mart == "player_stats":
        return PLAYER_NOTE
    kinds = {"rate": "per cent with a 95 % interval", "mean": "mean ± standard error"}
    said = "; ".join(words for how, words in kinds.items() if any(s.how == how for s in shown))
    return f"{said.capitalize()}." if said else ""


def _least_width(fields: Sequence[Field], cells: Sequence[Mapping[str, object]]) -> int:
    """How wide a table is at least, if names are to be told apart."""
    widths = []
    for field in fields:
        widest = max(
            cell_len(text) for text in (field.heading, *(cell_text(row[field.name], field.kind) for row in cells))
        )
        widths.append(min(widest, LEAST_NAME) if field.kind == "text" else widest)
    return sum(widths) + 2 * (len(widths) - 1)


def _keys(stats: Stats, rows: Sequence[Row]) -> list[Shown]:
    """Who or what each row is about; what is the same in all rows is in the filters, or goes without saying."""
    columns = stats.rows.column_names
    made = [Shown("player", "player_name")] if "player_name" in columns and not stats.is_of_one else []
    named = {s.column for s in SHOWN[stats.grouping.mart]}
    for name in stats.grouping.keys:
        if name in HIDDEN or name not in columns or name in named:
            continue
        if name == "site" and _tell_the_site(rows):
            continue
        if _differs(rows, name) or name in stats.grouping.main:
            made.append(Shown(HEADINGS.get(name, name), name))
    if not made and stats.grouping.mart == "player_stats":
        made.append(Shown("player", "player_name") if "player_name" in columns else Shown("rule set", "rules_id"))
    return made


def _tell_the_site(rows: Sequence[Row]) -> bool:
    """Whether rule sets are shown and each is played at one site only: its name then tells the site."""
    rule_sets = {row.get("rules_id") for row in rows}
    return 1 < len(rule_sets) == len({(row["site"], row.get("rules_id")) for row in rows})


def _money(stats: Stats, rows: Sequence[Row]) -> list[Shown]:
    """What was won, where all of it is in one currency; chips are not one, for clubs differ in what they are worth."""
    if stats.grouping.mart != "player_stats":
        return []
    currencies = {row["currency"] for row in rows}
    if len(currencies) > 1 or currencies <= {None, "chips"}:
        return []
    return [Shown(f"net {currencies.pop()}", "net", spare=True)]


def _differs(rows: Sequence[Row], name: str) -> bool:
    return len({row[name] for row in rows}) > 1


def _kind(shown: Shown, types: Mapping[str, Any]) -> Kind:
    if shown.how != "plain":
        return "number"
    return kind_of(shown.column, types[shown.column])


def _cell(shown: Shown, row: Row, types: Mapping[str, Any], blank: str) -> object:
    value = row[shown.column]
    if shown.how == "rate":
        return interval_text(row, shown.column)
    if shown.how == "mean":
        return mean_text(row, shown.column)
    if shown.how == "of":
        return f"{value or 0:,}/{row[shown.whole] or 0:,}"
    if shown.how == "hands":
        return f"{value:,}{SMALL_MARK if row.get('is_small_sample') else blank}"
    if value is None:
        return "unknown" if kind_of(shown.column, types[shown.column]) == "text" else None
    return value


def interval_text(row: Row, name: str) -> str:
    """A share as per cent with its interval: `17.2 (13–23)`; nothing where it is not known."""
    if row[name] is None:
        return ""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    text = f"{100 * row[name]:.1f}"
    return text if low is None or high is None else f"{text} ({100 * low:.0f}–{100 * high:.0f})"


def error_of(name: str) -> str:
    """The column that holds the standard error of a mean."""
    return (
        f"{name.removesuffix('_per_hand').removesuffix('_per_pair')}_se"
        if name.endswith(("points_per_hand", "points_per_pair"))
        else f"{name}_se"
    )


def mean_text(row: Row, name: str) -> str:
    """A mean with its standard error: `1.25 ± 0.40`; points have a sign."""
    if row[name] is None:
        return ""
    error = row.get(error_of(name))
    sign = "+" if "points" in name else ""
    return f"{row[name]:{sign}.2f}" + ("" if error is None else f" ± {error:.2f}")


def _notes(stats: Stats, rows: Sequence[Row], width: int, *about: str) -> str:
    notes = [note for note in about if note]
    if any(row.get("is_small_sample") for row in rows):
        notes.append(SMALL_NOTE)
    notes += all_notes(stats)
    return "\n" + "".join(f"{line}\n" for note in notes for line in wrap(note, width, "  ", ""))


def all_notes(stats: Stats) -> list[str]:
    """What is said of the rows in every form."""
    more = [f"Rows left away by --limit: {stats.n_left:,}."] if stats.n_left else []
    return [*more, *stats.notes]
