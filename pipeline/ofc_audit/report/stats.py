"""Players' statistics: over the hands asked for, in the groups asked for, chosen, sorted, and with what they leave out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from ofc_audit.report.groups import SEVERAL_HANDS, Grouping, grouped, grouping_of
from ofc_audit.report.hand_filter import POSITIONS, Asked, Condition, conditions
from ofc_audit.report.left_out import counted_notes
from ofc_audit.report.near import near_words
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words, visible
from ofc_audit.warehouse.days import DAY, WEEKDAYS, Calendar
from ofc_audit.warehouse.recompute import clear, stored

TIME_KEYS = ("day", "week_ending", "month", "weekday", "hour", "session_no")
"""Columns by which rows are in order by themselves."""
IN_ORDER = {"row_name": ("top", "middle", "bottom"), "position": POSITIONS}
MOST_NAMED = 5
MOST_FIRST = ("player_stats", "head_to_head")
"""Marts whose rows come with the most hands first; those of others are in the order of their keys."""


@dataclass(frozen=True)
class Wanted:
    """What `ofc stats` was asked for. `clock` holds what was said of the calendar (zone, day_cut, week_end, session_gap)."""

    asked: Asked = field(default_factory=Asked)
    by: tuple[str, ...] = ()
    sort: str | None = None
    is_ascending: bool = False
    min_hands: int = 0
    limit: int | None = None
    columns: tuple[str, ...] = ()
    clock: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Stats:
    """The rows of a grouping, how it was made, and sentences on which hands are in them and which are not."""

    rows: pa.Table
    grouping: Grouping
    columns: tuple[str, ...]
    notes: tuple[str, ...]
    n_left: int
    """Rows that `--limit` left away."""
    is_profile: bool = False
    """Whether it is one player that was asked for, and nothing else."""
    is_of_one: bool = False
    """Whether all rows are about one account that was asked for."""


def stats_of(store: Store, wanted: Wanted) -> Stats:
    """The statistics asked for.

    Rows come with the most hands first, those about days, weeks or sessions in their order; by a column from the highest down, texts
    upwards, unknown last. Raises ValueError for names, columns and groupings that are not there, and for filters that do not go together.
    """
    try:
        return _made(store, wanted)
    finally:
        clear(store.execute)


def _made(store: Store, wanted: Wanted) -> Stats:
    calendar, is_own = calendar_of(store, wanted.clock)
    grouping = grouping_of(wanted.by, calendar)
    found = conditions(wanted.asked, calendar, store, stored(store.execute, "int_player_hands"))
    query = _named(store, grouped(store, grouping, found, calendar, is_own))
    types = {row["column_name"]: row["column_type"] for row in store.rows(f"describe {query}")}
    for name in (*wanted.columns, *([] if wanted.sort is None else [wanted.sort])):
        if name not in types:
            raise ValueError(
                f"no column {name!r}; {near_words(name, types, f'{grouping.mart} has {join_words(list(types))}')}"
            )
    if wanted.min_hands and "hands" not in types:
        raise ValueError(f"--min-hands does not go with --by {','.join(wanted.by)}, which has no column hands")
    where = f"hands >= {wanted.min_hands:d}" if wanted.min_hands else "true"
    order = _order(grouping, wanted, types)
    rows = store.table(f"select * from ({query}) where {where} order by {order}")
    n_left = 0 if wanted.limit is None else max(0, rows.num_rows - wanted.limit)
    notes = counted_notes(store, found) + _more_notes(grouping, found, calendar) + _persons(rows)
    is_of_one = any(c.option == "--player" and len(c.accounts) == 1 for c in found)
    is_profile = bool(wanted.asked.players) and rows.num_rows == 1 and not (wanted.by or wanted.columns)
    columns = wanted.columns or tuple(types)
    return Stats(rows.slice(0, wanted.limit), grouping, columns, tuple(notes), n_left, is_profile, is_of_one)


def calendar_of(store: Store, clock: Mapping[str, object]) -> tuple[Calendar, bool]:
    """The calendar of the results with what was said of it, and whether nothing was."""
    [row] = store.rows("select zone, day_cut, week_end, session_gap from calendar")
    said = {name: value for name, value in clock.items() if row[name] != value}
    return Calendar(**{**row, **said}), not said


def _order(grouping: Grouping, wanted: Wanted, types: Mapping[str, str]) -> str:
    keys = [name for name in grouping.keys if name in types]
    most_first = grouping.mart in MOST_FIRST and not any(name in TIME_KEYS for name in keys)
    made = []
    if wanted.sort is not None:
        is_up = wanted.is_ascending or types[wanted.sort] == "VARCHAR"
        made.append(f"{wanted.sort} {'asc' if is_up else 'desc'} nulls last")
    elif most_first:
        made.append(f"hands {'asc' if wanted.is_ascending else 'desc'}")
    elif wanted.is_ascending:
        raise ValueError(
            "--ascending goes with --sort COLUMN; without it these rows are in order by what they are about"
        )
    timed = [name for name in TIME_KEYS if name in keys] if grouping.mart in MOST_FIRST else []
    made += [f"{_place(name)} nulls last" for name in (*timed, *(name for name in keys if name not in timed))]
    return ", ".join(made)


def _place(name: str) -> str:
    """A key as it is put in order: rows and positions as at the table, all else by itself."""
    return f"list_position({list(IN_ORDER[name])}, {name})" if name in IN_ORDER else name


def _named(store: Store, query: str) -> str:
    """The rows of a query with the name of the player, where the mart has only his account."""
    names = [row["column_name"] for row in store.rows(f"describe {query}")]
    if "player_name" in names or "player_id" not in names:
        return query
    before = ", ".join(f"rows.{name}" for name in names[: names.index("player_id") + 1])
    after = "".join(f", rows.{name}" for name in names[names.index("player_id") + 1 :])
    return f"""
        select {before}, names.player_name{after}
        from ({query}) as rows
        left join (
            select site, player_id, arg_max(player_name, hands) as player_name
            from {stored(store.execute, "player_stats")} group by site, player_id
        ) as names on rows.site = names.site and rows.player_id = names.player_id"""


def _more_notes(grouping: Grouping, found: Sequence[Condition], calendar: Calendar) -> list[str]:
    notes = []
    if "week_ending" in grouping.keys:
        day, minute = divmod(calendar.week_end - 1, DAY)
        end = f"{WEEKDAYS[day % 7].capitalize()} {minute // 60:02}:{minute % 60:02}"
        notes.append(f"Weeks end with {end} in {calendar.zone}.")
    elif "session_no" in grouping.keys:
        notes.append(f"A session ends with a pause of more than {calendar.session_gap} minutes.")
    elif any(name in TIME_KEYS for name in grouping.keys):
        notes.append(f"Days are those of {calendar.zone}, from {calendar.day_cut // 60:02}:{calendar.day_cut % 60:02}.")
    if grouping.mart in SEVERAL_HANDS and any(c.option in ("--from", "--seats", "--against") for c in found):
        notes.append("What came in hands that the filters take away is not in these rows.")
    if not grouping.by_player and not any(c.option == "--player" for c in found):
        notes.append(
            "All players are counted together: what one wins another loses, and ± takes their hands as if they were apart."
        )
    if grouping.mart == "player_stats" and any(c.option == "--against" for c in found):
        notes.append("Points are those of whole hands, against everybody at the table; --by opponent shows pairs.")
    return notes


def _persons(rows: pa.Table) -> list[str]:
    """That accounts are added up, where a file of aliases joins some."""
    if "accounts" not in rows.column_names or "player_name" not in rows.column_names:
        return []
    pairs = zip(rows["player_name"].to_pylist(), rows["accounts"].to_pylist(), strict=True)
    names = sorted({name for name, accounts in pairs if accounts > 1})
    if not names:
        return []
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    return [
        f"Accounts are added up, as the file of aliases says, for {', '.join(visible(n) for n in names[:MOST_NAMED])}{more}."
    ]
