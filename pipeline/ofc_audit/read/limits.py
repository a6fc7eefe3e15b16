"""Where several formats fall short in the same way: conditions and ways to do without, for the lists of `limits_<format>`."""

import json
from collections.abc import Callable, Sequence

import numpy as np
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL
from ofc_audit.read.batch import Mask
from ofc_audit.read.board_view import BoardView, board_array, mark_streets, set_at_once
from ofc_audit.read.carry import Limit
from ofc_audit.read.hand_rows import HandRows

Find = Callable[[HandRows], Mask]
"""The rows of a table in which a format falls short."""
Change = Callable[[HandRows, Mask], HandRows]
"""The hands with the rows chosen told without it."""

ROYALTIES = ("top_royalties", "middle_royalties", "bottom_royalties")
ROWS = ("top", "middle", "bottom")
MOST_SEATS = 15
MOST_CARDS = 52


def limit(
    fact: str, words: str, table: str, find: Find, change: Change | None = None, *, is_whole: bool = False
) -> Limit:
    """A limit from a condition on rows; without a change such hands are left out."""

    def where(rows: HandRows) -> Mask:
        return rows.any(table, find(rows))

    if change is None:
        return Limit(fact, words, where, None, is_whole)

    def drop(rows: HandRows, hands: Mask) -> HandRows:
        return change(rows, find(rows) & rows.of(table, hands))

    return Limit(fact, words, where, drop, is_whole)


def blank(table: str, *columns: str) -> Change:
    """The rows with these columns unknown."""
    return lambda rows, chosen: rows.blank(table, columns, chosen)


def no_place(fact: str, words: str, table: str, *columns: str) -> Limit:
    """A fact that a format has no place for."""
    return limit(fact, words, table, lambda rows: rows.known(table, *columns), blank(table, *columns), is_whole=True)


def no_showdown() -> Limit:
    """A board shown that differs from the one that the streets placed."""

    def change(rows: HandRows, chosen: Mask) -> HandRows:
        shown = rows.board("shown").copy()
        shown[chosen] = EMPTY
        return rows.put("boards", {"shown": board_array(shown)})

    def find(rows: HandRows) -> Mask:
        return np.asarray((rows.board("shown") != EMPTY).any(axis=1))

    return limit("shown", "a showdown that differs from the streets", "boards", find, change, is_whole=True)


def never_with(fact: str, words: str, *columns: str) -> Limit:
    """A fact that decides what a hand is worth or whether it counts: where a format has no place for it, the hand is left out."""
    return limit(fact, words, "hands", lambda rows: rows.known("hands", *columns), is_whole=True)


def required(fact: str, words: str, column: str) -> Limit:
    """A fact that a format cannot do without."""
    return limit(fact, f"a hand without {words}", "hands", lambda rows: ~rows.known("hands", column))


def not_below(fact: str, words: str, table: str, column: str, least: int = 0, *, drops: bool = True) -> Limit:
    """A number or an amount that a format takes from some value on."""

    def find(rows: HandRows) -> Mask:
        values = rows.ints(table, column)
        return np.asarray((values != NULL) & (values < least))

    return limit(fact, f"{words} below {least}", table, find, blank(table, column) if drops else None)


def whole_only(fact: str, words: str, table: str, columns: Sequence[str], least: int | None = None) -> Limit:
    """Numbers that a format tells together or not at all; with `least`, none of them below it."""

    def find(rows: HandRows) -> Mask:
        values = np.stack([rows.ints(table, name) for name in columns])
        known = values != NULL
        odd = known.any(axis=0) & ~known.all(axis=0)
        if least is not None:
            odd |= (known & (values < least)).any(axis=0)
        return np.asarray(odd)

    return limit(fact, words, table, find, blank(table, *columns))


def of_boards(fact: str, words: str, find: Callable[[BoardView], Mask], change: Change | None = None) -> Limit:
    """A limit from a condition on boards."""
    return limit(fact, words, "boards", lambda rows: find(rows.view), change)


def matches(column: str, pattern: str) -> Find:
    """The hands with a text in which the pattern is found."""
    return lambda rows: np.asarray(pc.fill_null(pc.match_substring_regex(rows.column("hands", column), pattern), False))


def _disordered(rows: HandRows) -> Mask:
    return np.asarray(rows.ints("seats", "acting_order") != rows.place["seats"])


def _wrong_number(most: int) -> Find:
    def find(rows: HandRows) -> Mask:
        n = np.diff(rows.starts["seats"])
        return np.asarray((n < 1) | (n > most))

    return find


def players(most: int) -> list[Limit]:
    """Players are listed in acting order, so many at most."""
    return [
        limit("order", f"more than {most} players, or none", "hands", _wrong_number(most)),
        limit("order", "players whose acting orders are not numbered from 0 on", "seats", _disordered),
    ]


def _repeated_seats(rows: HandRows) -> Mask:
    number = rows.ints("seats", "seat_no")
    key = rows.owner["seats"] * (1 << 17) + np.clip(number, -1, (1 << 16))
    found = np.zeros(len(number), bool)
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    found[first[count > 1]] = True
    return np.asarray(found & (number != NULL))


def _sits_and_plays(rows: HandRows) -> Mask:
    """The hands in which somebody sits out and plays; the few with anybody who sits out are looked at one by one."""
    found = np.zeros(rows.n_hands, bool)
    sitting, numbers, starts = rows.column("hands", "sitting_out"), rows.ints("seats", "seat_no"), rows.starts["seats"]
    for hand in np.flatnonzero(rows.known("hands", "sitting_out")).tolist():
        playing = set(numbers[starts[hand] : starts[hand + 1]].tolist())
        found[hand] = not playing.isdisjoint(json.loads(sitting[hand].as_py()))
    return found


def seats() -> list[Limit]:
    """Seat numbers that can be told."""
    return [
        not_below("seat", "a seat number", "seats", "seat_no", drops=False),
        limit("seat", "one seat number for two players", "seats", _repeated_seats),
        limit("sitting out", "a seat that sits out and plays", "hands", _sits_and_plays, blank("hands", "sitting_out")),
    ]


def name_or_account() -> Limit:
    """One word for a player: his account, for two accounts of one name are two people."""

    def find(rows: HandRows) -> Mask:
        same = pc.equal(rows.column("seats", "player_id"), rows.column("seats", "player_name"))
        return ~np.asarray(same)

    def change(rows: HandRows, chosen: Mask) -> HandRows:
        del chosen
        return rows.put("seats", {"player_name": rows.column("seats", "player_id")})

    return limit("player", "a name beside the account: the account alone is written", "seats", find, change)


def _odd_fantasy(rows: HandRows) -> Mask:
    cards, there = rows.ints("seats", "fantasy_cards"), rows.flags("seats", "is_fantasy") == 1
    return np.asarray(np.where(there, cards != NULL, cards != 0) & ~(there & (cards >= 1) & (cards <= MOST_CARDS)))


def _odd_next(rows: HandRows) -> Mask:
    cards, is_next = rows.ints("claims", "fantasy_next"), rows.flags("claims", "is_fantasy_next")
    fits = np.where(is_next == 1, (cards == NULL) | ((cards >= 1) & (cards <= MOST_CARDS)), cards == NULL)
    return np.asarray(~np.where(is_next == 0, cards == 0, fits))


def fantasyland() -> list[Limit]:
    """Fantasyland now and to come, with the numbers of cards that there are."""
    return [
        limit(
            "fantasy", "a number of cards that is none of a player in Fantasyland, or outside", "seats", _odd_fantasy
        ),
        limit(
            "fantasy next",
            "an announcement that contradicts its number of cards",
            "claims",
            _odd_next,
            blank("claims", "is_fantasy_next", "fantasy_next"),
        ),
    ]


def amounts() -> list[Limit]:
    """Amounts that are never below zero; a price or a stake that is decides too much to be left away."""
    return [
        not_below("point value", "a point value", "hands", "point_value", drops=False),
        not_below("options", "a match cap", "hands", "match_cap", drops=False),
        not_below("rake", "a rake of the hand", "hands", "rake"),
        not_below("stack", "a stack", "seats", "stack"),
        not_below("rake", "a rake", "claims", "rake"),
        not_below("stack after", "a stack", "claims", "stack"),
        not_below("bounty", "a bounty", "claims", "bounty"),
        not_below("bounty", "a place", "claims", "place", 1),
    ]


def _settled_pairs(rows: HandRows) -> Mask:
    """Pairs that are not numbered from 0 on, or not of two players of the hand, the first acting before the second."""
    a, b = rows.ints("claimed_pairs", "a"), rows.ints("claimed_pairs", "b")
    n = np.diff(rows.starts["seats"])[rows.owner["claimed_pairs"]]
    fits = (rows.ints("claimed_pairs", "pair_no") == rows.place["claimed_pairs"]) & (a >= 0) & (a < b) & (b < n)
    return np.asarray(~fits)


def pairs(least_royalties: int | None) -> list[Limit]:
    """Pairs in settlement order, their rows and royalties told together."""
    return [
        limit("pairs", "pairs that are not numbered from 0 on", "claimed_pairs", _settled_pairs),
        whole_only("pairs", "a pair with some rows only", "claimed_pairs", ROWS),
        whole_only(
            "pairs",
            "a pair with royalties of one side only" + ("" if least_royalties is None else ", or below zero"),
            "claimed_pairs",
            ("royalties_a", "royalties_b"),
            least_royalties,
        ),
    ]


def _match_of_unknown_end(rows: HandRows) -> Mask:
    return rows.known("hands", "match_id") & ~rows.known("hands", "last_of_match")


def _going_on_without_a_match(rows: HandRows) -> Mask:
    return np.asarray(~rows.known("hands", "match_id") & (rows.flags("hands", "last_of_match") == 0))


def match_end() -> list[Limit]:
    """In a match silence says that it goes on; without one it says nothing."""
    return [
        limit(
            "match",
            "a match of which it is unknown whether it goes on",
            "hands",
            _match_of_unknown_end,
            blank("hands", "match_id", "hand_no"),
        ),
        limit(
            "match",
            "that a match goes on, where none is named",
            "hands",
            _going_on_without_a_match,
            blank("hands", "last_of_match"),
        ),
    ]


def streets() -> list[Limit]:
    """Boards in Fantasyland are set at once, and of every street it is said whether it was placed automatically."""
    return [
        of_boards(
            "streets",
            "a Fantasyland board of unknown streets: it is written as set at once",
            lambda view: view.is_fantasy & view.lacks_streets,
            set_at_once,
        ),
        of_boards(
            "auto",
            "that it is unknown whether a street was placed automatically: it reads as not",
            lambda view: ~view.strays() & ~view.lacks_streets & (view.n_reached > view.n_auto) & view.knows_streets,
            mark_streets,
        ),
    ]
