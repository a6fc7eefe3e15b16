from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from ofc_audit.report.html.week import UNION, Week, read_ends, read_zone, week_of


def _utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize("day", [date(2026, 2, 23), date(2026, 2, 26), date(2026, 3, 1)])
def test_a_union_week_ends_on_sunday(day: date) -> None:
    week = week_of(day, ZoneInfo("UTC"), read_ends(UNION))
    assert (week.start, week.stop) == (_utc(2026, 2, 23), _utc(2026, 3, 2))
    assert week.words == "Mon 2026-02-23 00:00 to Sun 2026-03-01 23:59, UTC"


def test_a_week_goes_by_the_clock_on_the_wall() -> None:
    week = week_of(date(2026, 3, 29), ZoneInfo("Europe/Berlin"), read_ends(UNION))
    assert (week.start, week.stop) == (_utc(2026, 3, 22, 23), _utc(2026, 3, 29, 22))


def test_a_day_belongs_to_the_week_that_holds_its_noon() -> None:
    ends = read_ends("mon 05:59")
    monday = week_of(date(2026, 3, 2), ZoneInfo("UTC"), ends)
    assert monday == Week(_utc(2026, 3, 2, 6), _utc(2026, 3, 9, 6), ZoneInfo("UTC"))
    assert week_of(date(2026, 3, 1), ZoneInfo("UTC"), ends).stop == monday.start
    assert week_of(date(2026, 3, 2), ZoneInfo("UTC"), read_ends("monday 12:00")).stop == _utc(2026, 3, 2, 12, 1)


@pytest.mark.parametrize("text", ["sunday", "sunday 24:00", "s 23:59", "t 10:00", "sunday 9:00", ""])
def test_what_is_no_end_of_a_week_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as 'sunday 23:59'"):
        read_ends(text)


def test_what_is_no_zone_is_refused() -> None:
    for name in ("Berlin", "../etc/passwd", ""):
        with pytest.raises(ValueError, match="write it as Europe/Berlin"):
            read_zone(name)
