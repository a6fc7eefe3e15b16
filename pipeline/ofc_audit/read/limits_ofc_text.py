"""What `ofc_text`, version 1, cannot hold."""

import json

import numpy as np
import pyarrow as pa

from ofc_audit.money import NULL
from ofc_audit.read.batch import Mask
from ofc_audit.read.board_view import BoardView, forget_streets
from ofc_audit.read.carry import Limit
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.limits import (
    ROYALTIES,
    amounts,
    blank,
    fantasyland,
    limit,
    match_end,
    matches,
    name_or_account,
    no_place,
    not_below,
    of_boards,
    pairs,
    players,
    required,
    seats,
    streets,
    whole_only,
)
from ofc_audit.read.text_seats import MAX_PLAYERS

EVENT_WORDS = ("disconnected", "connected")
_BREAK = r"[\r\n]"
_LISTS = ("dealt", "dealt_streets", "discards", "discard_streets", "street_ms")


def _goes_round(rows: HandRows) -> Mask:
    """The players who do not sit behind those who act before them, round the table from the button on."""
    number, owner = rows.ints("seats", "seat_no"), rows.owner["seats"]
    button = number[rows.starts["seats"][1:] - 1][owner]
    turned = np.where(number <= button, number + (1 << 20), number)
    is_before = np.zeros(len(number), bool)
    is_before[1:] = (turned[1:] <= turned[:-1]) & (owner[1:] == owner[:-1])
    return is_before


def _odd_events(rows: HandRows) -> Mask:
    """The hands with events that no line tells; the few that have any are looked at one by one."""
    found = np.zeros(rows.n_hands, bool)
    events, sitting = rows.column("hands", "events"), rows.column("hands", "sitting_out")
    numbers, starts = rows.ints("seats", "seat_no"), rows.starts["seats"]
    for hand in np.flatnonzero(rows.known("hands", "events")).tolist():
        known = set(numbers[starts[hand] : starts[hand + 1]].tolist())
        known |= set(json.loads(sitting[hand].as_py() or "[]"))
        found[hand] = any(
            set(event) != {"seat", "what"} or event["what"] not in EVENT_WORDS or event["seat"] not in known
            for event in json.loads(events[hand].as_py())
        )
    return found


def _odd_whole(view: BoardView) -> Mask:
    """Boards of unknown streets beside anything else that is told street by street."""
    told = (view.n_auto >= 0) | (view.n_ms >= 0) | (view.n_dealt >= 0) | (view.n_discards >= 0)
    return np.asarray(view.lacks_streets & (told | view.knows_streets))


def _of_no_street(view: BoardView) -> Mask:
    none = (view.n_auto <= 0) & ~view.knows_streets & ~view.lacks_streets
    return np.asarray(none & ((view.n_dealt >= 0) | (view.n_discards >= 0) | (view.n_ms >= 0)))


def silent(view: BoardView) -> Mask:
    """(n, 16) where known discards may be left out, since silence means none: all dealt cards were placed, or a first street of
    which no deal is told, while later ones tell their discards."""
    placed, dealt = view.counts(view.placed), view.counts(view.listed("dealt_streets"))
    thrown = view.counts(view.listed("discard_streets"))
    is_first = (np.arange(thrown.shape[1]) == 1) & (view.n_discards > 0)[:, None]
    return np.asarray((thrown == 0) & np.where(dealt > 0, dealt == placed, is_first))


def _untold(view: BoardView) -> Mask:
    """Boards with a street of which nothing is known that a line could say."""
    cards = view.counts(view.placed) + view.counts(view.listed("dealt_streets"))
    tells_discards = (view.n_discards >= 0)[:, None] & ~silent(view)
    told = (cards > 0) | tells_discards | (view.times() >= 0) | (view.marks() == 1)
    return np.asarray((view.is_entry() & ~told).any(axis=1))


def _nothing_said(rows: HandRows) -> Mask:
    names = ("top", "bonus", "royalties_a", "points", "amount")
    return ~rows.known("claimed_pairs", *names)


def _without_pairs(rows: HandRows, chosen: Mask) -> HandRows:
    """Without those pairs, and the others numbered anew."""
    left = rows.without_rows("claimed_pairs", chosen)
    numbers = left.place["claimed_pairs"]
    return left.put("claimed_pairs", {"pair_no": pa.array(numbers)})


def _royalties_alone(rows: HandRows) -> Mask:
    known = rows.ints("claims", "top_royalties") != NULL
    return np.asarray(known & (rows.flags("claims", "is_foul") < 0))


def _legal_without_royalties(rows: HandRows) -> Mask:
    unknown = rows.ints("claims", "top_royalties") == NULL
    return np.asarray(unknown & (rows.flags("claims", "is_foul") == 0))


def _ids_with_numbers(column: str, mark: str) -> Limit:
    """An id behind which a number may stand in its line must not look as if it had one."""
    pattern = rf"{_BREAK}|\A\z|{mark}[^ ]*\z"
    change = blank("hands", "match_id", "hand_no", "last_of_match") if column == "match_id" else None
    fact = "match" if column == "match_id" else "tournament"
    words = f"a {column.replace('_', ' ')} that would read otherwise (a line break, empty, or ending like a number)"
    return limit(fact, words, "hands", matches(column, pattern), change)


def _word(fact: str, words: str, column: str, end: str) -> Limit:
    """A word of a line that must not hold what ends it."""
    return limit(fact, f"{words} that would read otherwise", "hands", matches(column, rf"{_BREAK}|\A\z|{end}"))


LIMITS: tuple[Limit, ...] = (
    no_place("club", "the club", "hands", "club_id"),
    no_place("chip", "the worth of a chip", "hands", "chip_price", "chip_currency"),
    no_place("recorder", "who recorded it", "hands", "is_observed"),
    no_place("recorder", "whose recording it is", "seats", "is_hero"),
    no_place("other keys", "keys of others", "hands", "unknown_keys"),
    required("rules", "a rule set", "rules_id"),
    required("time", "the time at which it ended", "ended_at"),
    required("currency", "a currency", "currency"),
    required("point value", "a point value", "point_value"),
    _word("hand id", "a hand id", "hand_id", ": "),
    _word("rules", "a rule set", "rules_id", ", "),
    _word("currency", "a currency", "currency", " "),
    _word("site", "a site", "site", "', site "),
    limit("table", "a table with a line break in its name", "hands", matches("table_id", _BREAK)),
    *amounts(),
    not_below("hand no", "a number of the hand", "hands", "hand_no"),
    not_below("tournament", "a level", "hands", "level", drops=False),
    *match_end(),
    _ids_with_numbers("match_id", ", hand "),
    _ids_with_numbers("tournament_id", ", level "),
    limit(
        "hand no",
        "a number of the hand without a match",
        "hands",
        lambda rows: rows.known("hands", "hand_no") & ~rows.known("hands", "match_id"),
        blank("hands", "hand_no"),
    ),
    limit(
        "tournament",
        "a level without a tournament",
        "hands",
        lambda rows: rows.known("hands", "level") & ~rows.known("hands", "tournament_id"),
    ),
    limit(
        "options",
        "a royalty table whose name is no plain word",
        "hands",
        matches("option_royalties", r"[^A-Za-z0-9_.-]|\A\z"),
    ),
    limit(
        "options",
        "that a match is of more than one hand",
        "hands",
        lambda rows: rows.flags("hands", "option_one_hand") == 0,
    ),
    *players(MAX_PLAYERS),
    limit("seat", "a player without a seat number", "seats", lambda rows: ~rows.known("seats", "seat_no")),
    *seats(),
    limit("order", "players who do not act round the table", "seats", _goes_round),
    limit("events", "events other than disconnects of players", "hands", _odd_events, blank("hands", "events")),
    name_or_account(),
    *fantasyland(),
    of_boards("streets", "cards of streets that there are not", BoardView.strays, forget_streets),
    *streets(),
    of_boards("streets", "what is told by street of a board of unknown streets", _odd_whole, forget_streets),
    of_boards("discards", "discards, dealt cards or times of no street", _of_no_street, blank("boards", *_LISTS)),
    of_boards(
        "dealt",
        "that a player was dealt no card",
        lambda view: view.n_dealt == 0,
        blank("boards", "dealt", "dealt_streets"),
    ),
    of_boards(
        "dealt",
        "dealt cards where the discards are hidden and as many were dealt as placed",
        BoardView.reads_as_none,
        blank("boards", "dealt", "dealt_streets"),
    ),
    of_boards("streets", "a street of which nothing is known", _untold, forget_streets),
    of_boards(
        "ms",
        "times of other streets than those with cards",
        lambda v: (v.n_ms >= 0) & (v.n_ms != v.n_auto),
        blank("boards", "street_ms"),
    ),
    no_place("match points", "points of the match so far", "claims", "match_points"),
    whole_only("royalties", "royalties of some rows only, or below zero", "claims", ROYALTIES, 0),
    limit(
        "royalties",
        "royalties without saying whether the board is a foul",
        "claims",
        _royalties_alone,
        blank("claims", *ROYALTIES),
    ),
    limit(
        "foul",
        "a board claimed legal without royalties",
        "claims",
        _legal_without_royalties,
        blank("claims", "is_foul"),
    ),
    *pairs(0),
    limit("pairs", "a pair of which nothing is said", "claimed_pairs", _nothing_said, _without_pairs),
)
