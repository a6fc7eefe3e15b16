"""Which hands, and whose, statistics are about: what was asked for, as conditions on the rows of `int_player_hands`.

A condition that a row leaves open (a hand without a time, when dates are asked for) leaves the row out, and counts it: what cannot be told
is not taken for a no without a word.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from ofc_audit.report.near import require_known, resolve_players
from ofc_audit.report.periods import end_moment, first_moment
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words
from ofc_audit.warehouse.days import Calendar
from ofc_audit.warehouse.engine import quoted

STATES = {"normal": "outside Fantasyland", "fantasy": "in Fantasyland"}
OPPONENTS = {"none": "no opponent in Fantasyland", "some": "an opponent in Fantasyland"}
POSITIONS = ("first", "second", "third", "button")
_STAKES = re.compile(r"(?:([0-9]+(?:\.[0-9]{1,4})?)\s*)?([A-Za-z]{1,12})?")


@dataclass(frozen=True)
class Asked:
    """Filters as they were written; empty or None where nothing was asked."""

    players: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    rule_sets: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    stakes: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    seats: tuple[int, ...] = ()
    state: str | None = None
    opponents: str | None = None
    positions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Condition:
    """One filter: what it is called, in words, in SQL over the columns of `int_player_hands`, and what is true of rows that leave it open.

    `of_seat`: whether the players of one hand can differ in it.
    """

    option: str
    words: str
    sql: str
    unknown: str | None = None
    of_seat: bool = False
    accounts: tuple[tuple[str, str], ...] = ()
    """The accounts (site and id) that the condition is about."""


def conditions(asked: Asked, calendar: Calendar, store: Store, source: str) -> list[Condition]:
    """The filters asked for, in the order of their options; `source` is the full name of `int_player_hands`.

    Raises ValueError, with near matches, for a name that no hand has, and for what cannot be read.
    """
    found: list[Condition] = []
    if asked.players:
        keys = resolve_players(store, "player", asked.players, asked.sites)
        words = _named("player", asked.players)
        found.append(Condition("--player", words, players_in(keys), of_seat=True, accounts=tuple(keys)))
    if asked.against:
        each = [resolve_players(store, "player", (name,), asked.sites) for name in asked.against]
        met = " and ".join(f"hand_key in (select hand_key from {source} where {players_in(keys)})" for keys in each)
        accounts = tuple(dict.fromkeys(key for keys in each for key in keys))
        words = f"against {join_words(asked.against)}"
        sql = f"{met} and not ({players_in(accounts)})"
        found.append(Condition("--against", words, sql, of_seat=True, accounts=accounts))
    for option, what, column, names in (
        ("--site", "site", "site", asked.sites),
        ("--rule-set", "rule set", "rules_id", asked.rule_sets),
        ("--club", "club", "club_id", asked.clubs),
        ("--table", "table", "table_id", asked.tables),
    ):
        if names:
            values = require_known(store, what, column, names)
            found.append(Condition(option, _named(what, names), _one_of(column, values), f"{column} is null"))
    if asked.stakes:
        parts = [_stakes(text) for text in asked.stakes]
        open_ones = " or ".join(sorted({part for _, unknown in parts for part in unknown}))
        found.append(Condition("--stakes", _named("stakes", asked.stakes), _any([sql for sql, _ in parts]), open_ones))
    found += _dates(asked, calendar, store)
    if asked.seats:
        words = f"{join_words([str(n) for n in sorted(set(asked.seats))], 'or')} players at the table"
        found.append(Condition("--seats", words, f"n_seats in ({', '.join(str(int(n)) for n in asked.seats)})"))
    if asked.state is not None:
        sql = f"own_state = {quoted(asked.state)}"
        found.append(Condition("--state", STATES[asked.state], sql, "own_state is null", of_seat=True))
    if asked.opponents is not None:
        sql = f"opponents_state = {quoted(asked.opponents)}"
        found.append(Condition("--opponents", OPPONENTS[asked.opponents], sql, "opponents_state is null", of_seat=True))
    if asked.positions:
        words = f"acting {join_words(asked.positions, 'or')}".replace("acting button", "on the button")
        found.append(Condition("--position", words, _one_of("position", asked.positions), of_seat=True))
    return found


def players_in(keys: Sequence[tuple[str, str]], column: str = "player_id") -> str:
    """That an account (site and id) is one of those given, in SQL; column by column, for so a scan passes over others."""
    sites = dict.fromkeys(site for site, _ in keys)
    each = (
        f"site = {quoted(site)} and {_one_of(column, [player for room, player in keys if room == site])}"
        for site in sites
    )
    return f"({' or '.join(each)})"


def _dates(asked: Asked, calendar: Calendar, store: Store) -> list[Condition]:
    since = None if asked.since is None else first_moment(asked.since, calendar, store)
    until = None if asked.until is None else end_moment(asked.until, calendar, store)
    if since is not None and until is not None and since >= until:
        raise ValueError(
            f"--from {asked.since} is not before the end of --to {asked.until}: no hand can be between them"
        )
    made = []
    if since is not None:
        made.append(f"ended_at >= {_literal(since)}")
    if until is not None:
        made.append(f"ended_at < {_literal(until)}")
    if not made:
        return []
    words = " ".join(
        f"{word} {text}" for word, text in (("from", asked.since), ("to", asked.until)) if text is not None
    )
    cut = f", days from {calendar.day_cut // 60:02}:{calendar.day_cut % 60:02}" if calendar.day_cut else ""
    return [Condition("--from", f"{words} ({calendar.zone}{cut})", " and ".join(made), "ended_at is null")]


def _literal(moment: datetime) -> str:
    return f"timestamptz {quoted(moment.isoformat())}"


def _stakes(text: str) -> tuple[str, list[str]]:
    """A point value, a currency or both as SQL, and what is true of rows that leave it open."""
    match = _STAKES.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        raise ValueError(
            f"no stakes: {text!r}; write what a point is worth and its currency, such as '0.50 EUR', or one of them"
        )
    value, currency = match.groups()
    made, unknown = [], []
    if value is not None:
        made.append(f"point_value = {Decimal(value)}::decimal(18, 4)")
        unknown.append("point_value is null")
    if currency is not None:
        made.append(f"lower(currency) = {quoted(currency.lower())}")
        unknown.append("currency is null")
    return " and ".join(made), unknown


def _one_of(column: str, values: Sequence[str]) -> str:
    return f"{column} in ({', '.join(quoted(value) for value in values)})"


def _any(parts: Sequence[str]) -> str:
    return " or ".join(f"({part})" for part in parts)


def _named(what: str, names: Sequence[str]) -> str:
    return f"{what} {join_words(names, 'or')}"
