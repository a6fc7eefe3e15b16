"""What a table of this program, one row for each player and hand, cannot hold."""

import numpy as np
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.board_view import UNKNOWN_STREET, BoardView, forget_streets
from ofc_audit.read.carry import Limit
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.jsonl_spec import MOST_SEATS
from ofc_audit.read.limits import (
    ROWS,
    amounts,
    blank,
    fantasyland,
    limit,
    matches,
    no_place,
    no_showdown,
    not_below,
    of_boards,
    players,
    seats,
    streets,
)
from ofc_audit.read.table_hands import ROUNDED

_EMPTY = r"\A\z"


def _alone(rows: HandRows) -> Mask:
    return np.asarray(np.diff(rows.starts["seats"]) < 2)


def _same_account(rows: HandRows) -> Mask:
    """The hands in which two players have one account."""
    code = np.asarray(rows.column("seats", "player_id").dictionary_encode().indices, np.int64)
    key = rows.owner["seats"] * (len(code) + 1) + code
    found = np.zeros(rows.n_hands, bool)
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    found[rows.owner["seats"][first[count > 1]]] = True
    return found


def _nameless(rows: HandRows) -> Mask:
    empty = [np.asarray(pc.equal(rows.column("seats", name), "")) for name in ("player_id", "player_name")]
    return np.asarray(empty[0] | empty[1])


def _odd_count(rows: HandRows) -> Mask:
    """Players of whom it is unknown whether they are in Fantasyland, and with how many cards is known."""
    return np.asarray((rows.flags("seats", "is_fantasy") < 0) & (rows.ints("seats", "fantasy_cards") != NULL))


def _known_odd_count(rows: HandRows) -> Mask:
    known = rows.flags("seats", "is_fantasy") >= 0
    cards, there = rows.ints("seats", "fantasy_cards"), rows.flags("seats", "is_fantasy") == 1
    return np.asarray(known & np.where(there, (cards != NULL) & (cards < 1), cards != 0))


def _half_known(view: BoardView) -> Mask:
    """The boards with a row, or a list, of which the streets of some cards are known and of others not."""
    found = np.zeros(view.n, bool)
    board, place = np.nonzero(view.is_placed)
    row = np.searchsorted(np.array([3, 8]), place, side="right")
    for own, street in (
        *((board[row == at], view.streets[board, place][row == at]) for at in range(len(ROWS))),
        view.listed("discard_streets"),
        view.listed("dealt_streets"),
    ):
        unknown = street == UNKNOWN_STREET
        found |= _any(own[unknown], view.n) & _any(own[~unknown], view.n)
    return found


def _any(board: Ints, n: int) -> Mask:
    return np.bincount(board, minlength=n) > 0


def _without_pairs(rows: HandRows, chosen: Mask) -> HandRows:
    return rows.without_rows("claimed_pairs", chosen)


def _every_pair(rows: HandRows) -> Mask:
    return np.ones(len(rows.owner["claimed_pairs"]), bool)


LIMITS: tuple[Limit, ...] = (
    *(
        limit(fact, f"an empty {words}", "hands", matches(column, _EMPTY))
        for fact, words, column in (("site", "site", "site"), ("hand id", "hand id", "hand_id"))
    ),
    limit("hand id", "an id that reads like a number rounded by a spreadsheet", "hands", matches("hand_id", ROUNDED)),
    *(
        limit(fact, f"an empty {words}", "hands", matches(column, _EMPTY), blank("hands", column))
        for fact, words, column in (
            ("club", "club", "club_id"),
            ("rules", "rule set", "rules_id"),
            ("options", "royalty table", "option_royalties"),
            ("match", "match", "match_id"),
            ("tournament", "tournament", "tournament_id"),
            ("table", "table", "table_id"),
            ("currency", "currency", "currency"),
            ("chip", "currency of a chip", "chip_currency"),
        )
    ),
    *amounts(),
    not_below("chip", "a price of a chip", "hands", "chip_price"),
    not_below("hand no", "a number of the hand", "hands", "hand_no"),
    not_below("tournament", "a level", "hands", "level", drops=False),
    no_place("tournament", "prices per point by level", "hands", "levels"),
    no_place("sitting out", "who sat out", "hands", "sitting_out"),
    no_place("events", "events", "hands", "events"),
    no_place("other keys", "keys of others", "hands", "unknown_keys"),
    *players(MOST_SEATS),
    limit("order", "a player alone", "hands", _alone),
    limit("player", "one account for two players", "hands", _same_account),
    limit("player", "a player without a name or an account", "seats", _nameless),
    *seats(),
    limit("fantasy", "a number of cards of a player who may be in Fantasyland or not", "seats", _odd_count),
    limit(
        "fantasy", "a number of cards that is none of a player in Fantasyland, or outside", "seats", _known_odd_count
    ),
    fantasyland()[1],
    no_showdown(),
    of_boards("streets", "cards of streets that there are not", BoardView.strays, forget_streets),
    streets()[0],
    of_boards("streets", "cards of unknown streets beside known ones", _half_known, forget_streets),
    no_place("ms", "times", "boards", "street_ms"),
    no_place("auto", "whether streets were placed automatically", "boards", "street_auto"),
    limit("pairs", "pairs", "claimed_pairs", _every_pair, _without_pairs, is_whole=True),
)
