"""The clock that days, weeks and sessions go by: a zone, when a day of play begins, when a week is over; table `calendar`."""

import difflib
import re
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from ofc_audit.tables import schema
from ofc_audit.warehouse.lay import OrderedWriter

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY = 24 * 60
WEEK = 7 * DAY

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True)
class Calendar:
    """The one row of table `calendar`: minutes on the clock of `zone`, see there."""

    zone: str = "UTC"
    day_cut: int = 0
    week_end: int = WEEK
    session_gap: int = 60


def calendar_of(
    zone: str | None = None, day_cut: str | None = None, week_end: str | None = None, session_gap: int | None = None
) -> Calendar:
    """A calendar from words: a zone's name, a time such as 06:00, the last minute of a week such as `sunday 23:59`, minutes.

    What is not given is as in `Calendar()`. Raises ValueError, saying what is allowed.
    """
    usual = Calendar()
    return Calendar(
        usual.zone if zone is None else known_zone(zone),
        usual.day_cut if day_cut is None else _minutes("the beginning of a day", day_cut),
        usual.week_end if week_end is None else _week_end(week_end),
        usual.session_gap if session_gap is None else session_gap,
    )


def known_zone(name: str) -> str:
    """The name, when the tz database has it. Raises ValueError with names that are like it."""
    with duckdb.connect(config={"autoload_known_extensions": False, "autoinstall_known_extensions": False}) as con:
        names = [row[0] for row in con.execute("select name from pg_timezone_names() order by name").fetchall()]
    if name in names:
        return name
    same = [one for one in names if one.lower() == name.lower() or one.lower().endswith("/" + name.lower())]
    near = same or difflib.get_close_matches(name, names, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "allowed is a name such as Europe/Berlin or UTC"
    raise ValueError(f"no time zone {name!r}; {hint}")


def _minutes(what: str, text: str) -> int:
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{what} cannot be {text!r}; allowed is a time from 00:00 to 23:59, such as 06:00")
    return int(found[1]) * 60 + int(found[2])


def _week_end(text: str) -> int:
    words = text.lower().split()
    day = [number for number, name in enumerate(WEEKDAYS) if words and name.startswith(words[0]) and len(words[0]) >= 3]
    if len(words) != 2 or len(day) != 1:
        raise ValueError(f"the end of a week cannot be {text!r}; allowed is a day and its last minute: sunday 23:59")
    return day[0] * DAY + _minutes("the end of a week", words[1]) + 1


def lay_calendar(calendar: Calendar, folder: Path) -> None:
    """Writes the one row of `calendar` to `folder`."""
    writer = OrderedWriter("calendar", folder / "calendar.parquet")
    writer.write(calendar_table(calendar))
    writer.close()


def calendar_table(calendar: Calendar) -> pa.Table:
    """Table `calendar`: one row."""
    return pa.Table.from_pylist([asdict(calendar)], schema("calendar"))
