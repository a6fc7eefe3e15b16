"""The week of a club: its ledger by player and by table, with the rake and what nobody can account for, to the cent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ofc_audit.report.html.findings import findings
from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rows_command
from ofc_audit.report.html.ledger import Scope, coverage_grid, files_of, ledgers, left_out, uneven_cell, unit_text
from ofc_audit.report.html.page import cut, render_page
from ofc_audit.report.rakes import identified_rakes
from ofc_audit.report.store import Store

Row = dict[str, Any]

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UNION = "sunday 23:59"
"""The last minute of a union's week."""
MAX_ROWS = 500
_ENDS = re.compile(r"([a-z]{3,9}) ([01][0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True)
class Week:
    """A week: its first moment and the first moment after it, both UTC, and its zone."""

    start: datetime
    stop: datetime
    zone: ZoneInfo

    @property
    def words(self) -> str:
        """The week in its own zone, first and last minute."""
        first, last = self.start.astimezone(self.zone), self.stop.astimezone(self.zone) - timedelta(minutes=1)
        return f"{first:%a %Y-%m-%d %H:%M} to {last:%a %Y-%m-%d %H:%M}, {self.zone.key}"


def read_zone(name: str) -> ZoneInfo:
    """A time zone by its name. Raises ValueError with what a name looks like."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"no time zone {name!r}; write it as Europe/Berlin, America/Sao_Paulo or UTC") from None


def read_ends(text: str) -> int:
    """The last minute of a week, as minutes from Monday 00:00. Raises ValueError for anything but `sunday 23:59` and its like."""
    match = _ENDS.fullmatch(text.strip().lower())
    days = [day for day in DAYS if match and day.startswith(match[1])]
    if match is None or len(days) != 1:
        raise ValueError(f"{text!r} is no end of a week; write a day and its last minute, such as {UNION!r}")
    return (DAYS.index(days[0]) * 24 + int(match[2])) * 60 + int(match[3])


def week_of(day: date, zone: ZoneInfo, ends: int) -> Week:
    """The week that holds noon of a day in a zone; `ends` is its last minute, from Monday 00:00.

    A week goes by the clock on the wall: one in which the clocks change has an hour more or less.
    """
    noon = day.weekday() * 1440 + 720
    last = day - timedelta(days=day.weekday()) + timedelta(days=7 if noon > ends else 0)

    def at(monday: date) -> datetime:
        local = datetime.combine(monday, time()) + timedelta(minutes=ends + 1)
        return local.replace(tzinfo=zone).astimezone(UTC)

    return Week(at(last - timedelta(days=7)), at(last), zone)


def clock_of(store: Store) -> tuple[str, int]:
    """The zone of the results and the last minute of a week in them, from Monday 00:00, as `ofc run` had them."""
    (row,) = store.rows("select zone, week_end from calendar")
    return row["zone"], row["week_end"] - 1


def find_clubs(store: Store, name: str, site: str | None) -> list[Row]:
    """The clubs with that id, and a site of that name that has none; of one site where it is named."""
    return store.rows(
        "select site, club_id, count(*) as hands, max(ended_at) as last_at from hands "
        "where (club_id = $1 or (club_id is null and site = $1)) and ($2 is null or site = $2) "
        "group by site, club_id order by hands desc, site, club_id",
        [name, site],
    )


def scope_of(club: Mapping[str, Any], week: Week) -> Scope:
    """The hands of a club that ended in a week."""
    condition = "h.site = $1 and h.club_id is not distinct from $2 and h.ended_at >= $3 and h.ended_at < $4"
    return Scope(condition, [club["site"], club["club_id"], week.start, week.stop])


def render_week(store: Store, club: Mapping[str, Any], week: Week) -> str:
    """The report of one club's week as an HTML document."""
    scope = scope_of(club, week)
    named = scope.parameters
    found = findings(store, f"hand_key in (select hand_key from hands as h where {scope.condition})", named)
    name = f"Club {cut(club['club_id'])} of {cut(club['site'])}" if club["club_id"] is not None else cut(club["site"])
    undated = store.value(
        "select count(*) from hands where site = $1 and club_id is not distinct from $2 and ended_at is null", named[:2]
    )
    return render_page(
        "week.html.j2",
        store,
        title=f"{name}: week to {week.stop.astimezone(week.zone) - timedelta(minutes=1):%Y-%m-%d}",
        has_cards=any(one["boards"] for group in found.groups for one in group["rows"]),
        name=name,
        week=week.words,
        facts=_facts(store, scope),
        left_out=left_out(store, scope),
        files=files_of(store, scope),
        undated=undated,
        ledgers=ledgers(store, scope),
        coverage=coverage_grid(store, scope),
        rakes=[
            f"{cut(row['said'], 300)} (explains {row['explained']} hands)"
            for row in identified_rakes(store)
            if (row["site"], row["club_id"]) == (club["site"], club["club_id"])
        ],
        tables=_tables(store, scope),
        seats=_seats(store, scope),
        findings=found,
    )


def _facts(store: Store, scope: Scope) -> list[dict[str, str]]:
    (row,) = store.rows(
        "select count(*) as hands, count(distinct h.table_id) as tables, min(h.ended_at) as first, max(h.ended_at) as last, "
        "(select count(distinct p.account_id) from int_player_hands as p join stg_counted_hands as h using (hand_key) "
        f"where {scope.condition}) as players from stg_counted_hands as h where {scope.condition}",
        scope.parameters,
    )
    facts = [("Hands", f"{row['hands']:,}"), ("Tables", f"{row['tables']:,}"), ("Players", f"{row['players']:,}")]
    return [{"name": name, "value": value, "below": "", "tone": ""} for name, value in facts]


_TABLES = """
select h.table_id, h.currency, h.chip_price, h.chip_currency, count(*) as hands, sum(chips.won)::decimal(18, 4) as won,
    sum(chips.lost)::decimal(18, 4) as lost, sum(chips.rake) filter (where chips.won is not null)::decimal(18, 4) as rake,
    sum(chips.lost - chips.won - chips.rake)::decimal(18, 4) as unaccounted, min(h.ended_at) as first_at, max(h.ended_at) as last_at
from stg_counted_hands as h join int_hand_chips as chips using (hand_key) where {condition}
group by h.table_id, h.currency, h.chip_price, h.chip_currency
order by unaccounted is distinct from 0 and unaccounted is not null desc, hands desc, h.table_id, h.currency
"""
_SEATS = """
select p.account_id as player_id, arg_max(p.player_name, struct_pack(t := p.ended_at, k := p.hand_key)) as player_name, h.table_id,
    p.currency, p.chip_price, p.chip_currency, count(*) as hands, sum(p.points)::bigint as points,
    sum(p.claimed_net)::decimal(18, 4) as net, sum(p.claimed_rake)::decimal(18, 4) as rake
from int_player_hands as p join stg_counted_hands as h using (hand_key) where {condition}
group by p.account_id, h.table_id, p.currency, p.chip_price, p.chip_currency order by p.account_id, hands desc, h.table_id
"""


def _table_cell(row: Mapping[str, Any]) -> Cell:
    return Cell(cut(row["table_id"] or "not told"), unit_text(row))


def _tables(store: Store, scope: Scope) -> Grid:
    shown = (
        Shown("Table", _table_cell),
        Shown("Hands", "hands", "int"),
        Shown("Lost", "lost", "money"),
        Shown("Won", "won", "money", "After rake"),
        Shown("Rake", "rake", "money"),
        Shown("Unexplained", uneven_cell, "money", "Lost less won less rake"),
        Shown("First hand (UTC)", "first_at", "time"),
        Shown("Last hand (UTC)", "last_at", "time"),
    )
    rows = store.rows(_TABLES.format(condition=scope.condition), scope.parameters)
    return grid_of(shown, rows, MAX_ROWS, rows_command(store, "table_days"))


def _seats(store: Store, scope: Scope) -> Grid:
    shown = (
        Shown(
            "Player",
            lambda row: Cell(
                cut(row["player_name"]), "" if row["player_id"] == row["player_name"] else cut(row["player_id"])
            ),
        ),
        Shown("Table", _table_cell),
        Shown("Hands", "hands", "int"),
        Shown("Points", "points", "points"),
        Shown("Net", "net", "signed_money", "As the site says, after cap and rake"),
        Shown("Rake", "rake", "money"),
    )
    rows = store.rows(_SEATS.format(condition=scope.condition), scope.parameters)
    return grid_of(shown, rows, MAX_ROWS, rows_command(store, "int_player_hands"))


def last_day(club: Mapping[str, Any], zone: ZoneInfo) -> date | None:
    """The day, in a zone, of the club's last hand; None where no hand has a time."""
    at: datetime | None = club["last_at"]
    return None if at is None else at.astimezone(zone).date()
