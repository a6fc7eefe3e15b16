"""Players' statistics, as the mart `player_stats` holds them: chosen, sorted and shown."""

from typing import Any

from ofc_audit.report.rendering import Field, Kind, render_rows
from ofc_audit.report.store import Store
from ofc_audit.report.text import wrap

Row = dict[str, Any]

SHOWN = (
    Field("player", "player"),
    Field("rules_id", "rule set"),
    Field("hands", "hands", "int"),
    Field("foul", "fouls %"),
    Field("entry", "FL entry %"),
    Field("stay_of", "FL stay"),
    Field("royalty_yield", "roy./h", "number"),
    Field("mean", "points/hand"),
)
SHARES = ("_rate", "_rate_low", "_rate_high", "_frequency", "_frequency_low", "_frequency_high", "_share")
SMALL_MARK = "*"
NOTE = (
    "Fouls and FL (Fantasyland) entry: per cent of normal hands, with a 95 % interval. "
    "FL stay: stays of fantasy hands. "
    "roy./h: royalties per hand. points/hand: mean ± standard error."
)
SMALL_NOTE = f"{SMALL_MARK} Few hands: look at the interval, not at the rate."


def stats_fields(store: Store) -> list[Field]:
    """Every column of `player_stats`, with what it holds told by type and name."""
    columns = store.rows(
        "select column_name, data_type from duckdb_columns() where table_name = 'player_stats' order by column_index"
    )
    return [
        Field(row["column_name"], row["column_name"], _kind(row["column_name"], row["data_type"])) for row in columns
    ]


def _kind(name: str, sql_type: str) -> Kind:
    if sql_type == "VARCHAR":
        return "text"
    if sql_type == "BOOLEAN":
        return "flag"
    if sql_type.startswith("DECIMAL"):
        return "money"
    if sql_type == "DOUBLE":
        return "share" if name.endswith(SHARES) else "number"
    return "points" if name == "points" else "int"


def stats_rows(store: Store, player: str | None = None, min_hands: int = 0, sort: str | None = None) -> list[Row]:
    """Rows of `player_stats`: of one player by id or name, with at least so many hands, sorted by a column from the
    highest down.

    Without a column to sort by the most hands come first; text is sorted upwards. Raises ValueError for a column that
    is not there.
    """
    fields = {field.name: field for field in stats_fields(store)}
    if sort is not None and sort not in fields:
        raise ValueError(f"no column {sort!r}; player_stats has {', '.join(fields)}")
    chosen = "hands" if sort is None else sort
    way = "asc" if fields[chosen].kind == "text" else "desc"
    return store.rows(
        "select * from player_stats where hands >= $1 "
        "and ($2 is null or player_id = $2 or lower(player_name) = lower($2)) "
        f"order by {chosen} {way} nulls last, hands desc, site, rules_id, player_id",
        [min_hands, player],
    )


def render_stats(store: Store, rows: list[Row], form: str, width: int) -> str:
    """Statistics for people, the main ones with their intervals; the other forms have every column."""
    if form != "table":
        return render_rows(stats_fields(store), rows, form)
    shown = [_shown(row) for row in rows]
    fields = [f for f in SHOWN if f.name != "rules_id" or len({row["rules_id"] for row in rows}) > 1]
    notes = [NOTE, SMALL_NOTE] if any(row["is_small_sample"] for row in rows) else [NOTE]
    lines = [line for note in notes for line in wrap(note, width, "  ", "")]
    return render_rows(fields, shown, "table", width) + "\n" + "\n".join(lines) + "\n"


def _shown(row: Row) -> Row:
    mark = SMALL_MARK if row["is_small_sample"] else ""
    return {
        **row,
        "player": row["player_name"],
        "hands": f"{row['hands']:,}{mark}",
        "foul": interval_text(row, "foul_rate"),
        "entry": interval_text(row, "fantasy_entry_rate"),
        "stay_of": f"{row['fantasy_stays']}/{row['fantasy_hands']}",
        "mean": mean_text(row),
    }


def interval_text(row: Row, name: str) -> str:
    """A share as per cent with its interval: `17.2 (12.9–22.5)`; nothing where it is not known."""
    if row[name] is None:
        return ""
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    text = f"{100 * row[name]:.1f}"
    return text if low is None or high is None else f"{text} ({100 * low:.0f}–{100 * high:.0f})"


def mean_text(row: Row) -> str:
    """Points per hand with their standard error: `+1.25 ± 0.40`."""
    if row["points_per_hand"] is None:
        return ""
    error = row.get("points_se")
    return f"{row['points_per_hand']:+.2f}" + ("" if error is None else f" ± {error:.2f}")
