"""Which hands are handed on: what was asked for as one query over `hands`, and in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ofc_audit.findings import CHECKS
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words


@dataclass(frozen=True)
class Asked:
    """Filters as they were written; empty where nothing was asked. A hand is chosen when it meets every one."""

    hands: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    rule_sets: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    found: bool = False
    """Only hands with an error or a warning that no waiver lets stand."""
    since: str | None = None
    until: str | None = None
    zone: str = "UTC"

    @property
    def is_any(self) -> bool:
        """Whether anything was asked for."""
        return self != Asked(zone=self.zone)


@dataclass(frozen=True)
class Choice:
    """The hands chosen: a query for their keys with its parameters, and what was asked for in words."""

    query: str
    parameters: tuple[Any, ...]
    words: str


_FOUND = "hand_key in (select hand_key from findings where severity <> 'note' and waived is null)"


def choice_of(asked: Asked) -> Choice:
    """The query for what was asked. Raises ValueError for a check, a date or a zone that is not there."""
    parts: list[str] = []
    parameters: list[Any] = []
    words: list[str] = []

    def one_of(what: str, values: Sequence[str], condition: str) -> None:
        if values:
            parameters.append(list(values))
            parts.append(condition.format(f"${len(parameters)}"))
            words.append(f"{what} {join_words(values, 'or')}")

    for check in asked.checks:
        if check not in CHECKS:
            raise ValueError(f"no check {check!r}; ofc checks lists them")
    one_of("hand", asked.hands, "(list_contains({0}, hand_id) or list_contains({0}, hand_key::varchar))")
    one_of("site", asked.sites, "list_contains({0}, site)")
    one_of("club", asked.clubs, "list_contains({0}, club_id)")
    one_of("table", asked.tables, "list_contains({0}, table_id)")
    one_of("rule set", asked.rule_sets, "list_contains({0}, rules_id)")
    of_player = (
        "list_contains({0}, player_id) or list_contains(list_transform({0}, lambda x: lower(x)), lower(player_name))"
    )
    one_of("player", asked.players, f"hand_key in (select hand_key from seats where {of_player})")
    one_of("check", asked.checks, "hand_key in (select hand_key from findings where list_contains({0}, check_id))")
    if asked.found:
        parts.append(_FOUND)
        words.append("with findings")
    for option, text, compare in (("from", asked.since, ">="), ("to", asked.until, "<")):
        if text is not None:
            parameters.append(_moment(text, asked.zone, at_end=option == "to"))
            parts.append(f"ended_at {compare} ${len(parameters)}::timestamptz")
            words.append(f"{option} {text} ({asked.zone})")
    where = f" where {' and '.join(parts)}" if parts else ""
    return Choice(f"select hand_key from hands{where}", tuple(parameters), ", ".join(words) or "all hands")


def count_chosen(store: Store, choice: Choice) -> int:
    """How many hands are chosen. Raises ValueError where it is none."""
    n_hands = int(store.value(f"select count(*) from ({choice.query})", choice.parameters))
    if n_hands == 0:
        raise ValueError(f"no hand is chosen: {choice.words}")
    return n_hands


def _moment(text: str, zone: str, *, at_end: bool) -> datetime:
    """The moment, in UTC, with which a day of a zone or a moment begins; of a day the one with which it ends where `at_end`."""
    try:
        clock = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise ValueError(f"no time zone {zone!r}; names are like Europe/Kyiv or UTC") from None
    try:
        if len(text) == len("2026-03-01"):
            day = date.fromisoformat(text) + timedelta(days=at_end)
            return datetime.combine(day, time(), clock).astimezone(UTC)
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=clock)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"no date: {text!r}; write 2026-03-01 (the whole day) or 2026-03-01T18:30") from None
