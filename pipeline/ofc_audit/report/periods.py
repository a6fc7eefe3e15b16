"""Periods of time as people write them: days, months and years of a zone, or moments; from the first up to, not including, the end.

Moments are found with the database's own clocks and its own cut of days (`play_day`), so that a filter by days and a table by days never
differ, whatever else knows of zones.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from ofc_audit.warehouse.days import Calendar

FORMS = "write 2026-03-01 (the whole day), 2026-03 (the month), 2026, or 2026-03-01T18:30"
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_MOMENT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(Z|[+-][0-9]{2}:[0-9]{2})?")
_BEGINS = """
    select min(moment) as moment
    from (select $1::timestamptz + to_minutes(m::int) as moment from range(-2160, 4320) as minutes (m))
    where play_day(moment, $2, $3) >= ($1::timestamptz)::date
"""
_SHOWING = """
    select moment, -quarter as offset_quarters
    from (select q::int as quarter, $1::timestamptz + to_minutes(15 * q::int) as moment from range(-64, 65) as quarters (q))
    where timezone($2, moment) = timezone('UTC', $1::timestamptz)
    order by moment
"""


class Database(Protocol):
    """What answers a query with rows."""

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]: ...


def first_moment(text: str, calendar: Calendar, database: Database) -> datetime:
    """The moment, in UTC, with which what is written begins. Raises ValueError for what is no date or moment."""
    return _moment(text, calendar, database, at_end=False)


def end_moment(text: str, calendar: Calendar, database: Database) -> datetime:
    """The first moment, in UTC, that is no longer in what is written; of a moment, that moment. Raises ValueError likewise."""
    return _moment(text, calendar, database, at_end=True)


def _moment(text: str, calendar: Calendar, database: Database, *, at_end: bool) -> datetime:
    try:
        if match := _MOMENT.fullmatch(text):
            date, clock, offset = match.groups()
            written = datetime.fromisoformat(f"{date}T{clock}{offset or '+00:00'}")
        elif match := _DATE.fullmatch(text):
            written = _day(*(int(part) if part else None for part in match.groups()), at_end=at_end)
        else:
            raise ValueError
    except (ValueError, OverflowError):
        raise ValueError(f"no date: {text!r}; {FORMS}") from None
    if match.re is _DATE:
        [row] = database.rows(_BEGINS, [written, calendar.zone, calendar.day_cut])
        begins: datetime = row["moment"]
        return begins.astimezone(UTC)
    return written.astimezone(UTC) if match[3] else _shown(text, written, calendar.zone, database)


def _day(year: int | None, month: int | None, day: int | None, *, at_end: bool) -> datetime:
    """The first day of a year, month or day, or the day after its last, at midnight."""
    first = datetime(year or 0, month or 1, day or 1, tzinfo=UTC)
    if not at_end:
        return first
    if day is not None:
        return first + timedelta(days=1)
    months = first.year * 12 + first.month - 1 + (12 if month is None else 1)
    return datetime(months // 12, months % 12 + 1, 1, tzinfo=UTC)


def _shown(text: str, local: datetime, zone: str, database: Database) -> datetime:
    """The moment at which clocks of a zone show a time. Raises ValueError for one that they skip, and for one they show twice."""
    found = database.rows(_SHOWING, [local, zone])
    if not found:
        raise ValueError(f"{text}: clocks in {zone} skip this time when they go forward; name one that they show")
    if len(found) > 1:
        offsets = [_offset(row["offset_quarters"]) for row in found]
        raise ValueError(
            f"{text}: clocks in {zone} show this time twice; write {text}{offsets[0]} or {text}{offsets[-1]}"
        )
    moment: datetime = found[0]["moment"]
    return moment.astimezone(UTC)


def _offset(quarters: int) -> str:
    return f"{'-' if quarters < 0 else '+'}{abs(quarters) // 4:02}:{abs(quarters) % 4 * 15:02}"
