"""Which hands say everything that a simulated or an operator's record says, in words that need no care."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL, money_ints
from ofc_audit.read.batch import Bytes, Ints, Mask

Spans = Mapping[str, Ints]
"""Of each table where the rows of each hand begin (n + 1,)."""

_NOT_SAID = (
    "club_id", "chip_price", "chip_currency", "is_observed", "unknown_keys", "tournament_id", "level", "levels", "sitting_out", "events",
)  # fmt: skip
_WORD = r"^[A-Za-z0-9_.-]+$"
_WORDS = r"^[A-Za-z0-9_.-]+( [A-Za-z0-9_.-]+)*$"
_FAR = 1 << 20


def spans(tables: Mapping[str, pa.Table]) -> Spans | None:
    """The rows of each hand; None where a table does not hold them in the order of the hands, or a key stands twice."""
    keys = np.asarray(tables["hands"].column("hand_key"))
    found: dict[str, Ints] = {"hands": np.arange(len(keys) + 1)}
    if len(np.unique(keys)) < len(keys):
        return None
    order = np.argsort(keys)
    for name, data in tables.items():
        if name == "hands":
            continue
        own = np.asarray(data.column("hand_key"))
        at = np.searchsorted(keys[order], own)
        if len(own) and (at.max() >= len(keys) or (keys[order][at] != own).any()):
            return None
        hand = order[at]
        if (np.diff(hand) < 0).any():
            return None
        found[name] = np.searchsorted(hand, np.arange(len(keys) + 1))
    return found


def plain_hands(tables: Mapping[str, pa.Table], where: Spans) -> Mask:
    """(n,) the hands whose lines can all be made from whole columns."""
    plain = _plain_heads(tables["hands"])
    n_seats = np.diff(where["seats"])
    plain &= (n_seats > 1) & (np.diff(where["boards"]) == n_seats) & (np.diff(where["claims"]) == n_seats)
    plain &= np.diff(where["claimed_pairs"]) > 0
    for name, rows in (("seats", _plain_seats), ("boards", _plain_boards), ("claims", _plain_claims)):
        owner = np.repeat(np.arange(len(plain)), np.diff(where[name]))
        np.logical_and.at(plain, owner, rows(tables[name], tables["seats"]))
        np.logical_and.at(plain, owner, _places(tables[name], "acting_order", where[name], owner))
    owner = np.repeat(np.arange(len(plain)), np.diff(where["claimed_pairs"]))
    pairs = tables["claimed_pairs"]
    np.logical_and.at(plain, owner, _plain_pairs(pairs) & _places(pairs, "pair_no", where["claimed_pairs"], owner))
    owner = np.repeat(np.arange(len(plain)), n_seats)
    np.logical_and.at(plain, owner, _goes_round(tables["seats"], where["seats"], owner))
    return plain


def _places(data: pa.Table, column: str, starts: Ints, owner: Ints) -> Mask:
    """Whether each row stands at its number in the hand."""
    return np.asarray(_ints(data, column) == np.arange(len(owner)) - starts[owner])


def _ints(data: pa.Table, column: str) -> Ints:
    """A column of whole numbers, -1 where it is null."""
    return np.asarray(pc.fill_null(data.column(column), -1), np.int64)


def _known(data: pa.Table, *columns: str) -> Mask:
    return np.asarray(np.logical_and.reduce([np.asarray(data.column(name).is_valid()) for name in columns]))


def _unknown(data: pa.Table, *columns: str) -> Mask:
    return np.asarray(np.logical_and.reduce([np.asarray(data.column(name).is_null()) for name in columns]))


def _like(data: pa.Table, column: str, pattern: str) -> Mask:
    return np.asarray(pc.fill_null(pc.match_substring_regex(data.column(column), pattern), False))


def _not_below_zero(data: pa.Table, column: str) -> Mask:
    values = money_ints(data.column(column))
    return np.asarray((values == NULL) | (values >= 0))


def _plain_heads(hands: pa.Table) -> Mask:
    plain = _unknown(hands, *_NOT_SAID) & _known(hands, "ended_at", "point_value")
    for column in ("hand_id", "rules_id", "currency", "site"):
        plain &= _like(hands, column, _WORD)
    plain &= _like(hands, "table_id", _WORDS)
    for column in ("point_value", "rake", "match_cap"):
        plain &= _not_below_zero(hands, column)
    for column in ("option_scoring", "option_royalties", "option_royalty_settlement", "option_fantasyland"):
        plain &= _like(hands, column, _WORD) | _unknown(hands, column)
    plain &= np.asarray(pc.fill_null(hands.column("option_one_hand"), True))
    in_match = _like(hands, "match_id", _WORD) & (_ints(hands, "hand_no") >= 0) & _known(hands, "last_of_match")
    plain &= in_match | _unknown(hands, "match_id", "hand_no", "last_of_match")
    plain &= np.asarray(pc.not_equal(hands.column("status"), "cancelled"))
    seconds = np.asarray(hands.column("ended_at").cast(pa.int64()).fill_null(0)) % 1_000_000 == 0
    return np.asarray(plain & seconds)


def _plain_seats(seats: pa.Table, _: pa.Table) -> Mask:
    is_named = _like(seats, "player_name", _WORD) & np.asarray(
        pc.fill_null(pc.equal(seats.column("player_id"), seats.column("player_name")), False)
    )
    number, cards = _ints(seats, "seat_no"), _ints(seats, "fantasy_cards")
    there = np.asarray(seats.column("is_fantasy"))
    plain = is_named & (number >= 0) & (number < 10) & _unknown(seats, "is_hero") & _not_below_zero(seats, "stack")
    return np.asarray(plain & (there == (cards > 0)) & (cards >= 0))


def _goes_round(seats: pa.Table, starts: Ints, owner: Ints) -> Mask:
    """Whether each player sits after the one who acts before him, round the table from the button on."""
    number = _ints(seats, "seat_no")
    button = number[starts[1:] - 1][owner] if len(owner) else number
    turned = np.where(number <= button, number + _FAR, number)
    later = np.ones(len(number), bool)
    later[1:] = (turned[1:] > turned[:-1]) | (owner[1:] != owner[:-1])
    return later


def _plain_boards(boards: pa.Table, seats: pa.Table) -> Mask:
    """Whether each street of a board is known: as many cards dealt as placed and discarded, and its time."""
    n = boards.num_rows
    lists = ("discards", "dealt", "street_ms", "street_auto")
    plain = _known(boards, *lists)
    for name in ("cards", "streets"):
        plain &= (_board(boards, name) != EMPTY).all(axis=1)
    plain &= (_board(boards, "shown") == EMPTY).all(axis=1)
    there = np.asarray(seats.column("is_fantasy"))[:n] if seats.num_rows == n else np.zeros(n, bool)
    streets = _board(boards, "streets").astype(np.int64)
    n_streets = np.where(there, 1, streets.max(axis=1, initial=0))
    plain &= (streets.max(axis=1) < 16) & (seats.num_rows == n)
    placed = _count(np.repeat(np.arange(n), 13), streets.reshape(-1), n)
    dealt, thrown = (_counts_of(boards, name, n) for name in ("dealt_streets", "discard_streets"))
    plain &= (dealt == placed + thrown).all(axis=1)
    used = np.where(there[:, None], np.arange(16) == 0, (np.arange(16) >= 1) & (np.arange(16) <= n_streets[:, None]))
    plain &= ((placed > 0) == used).all(axis=1)
    for name in ("street_ms", "street_auto"):
        plain &= np.asarray(pc.fill_null(pc.list_value_length(boards.column(name)), 0)) == n_streets
        if boards.column(name).combine_chunks().flatten().null_count:
            plain &= False
    return plain


def _board(boards: pa.Table, column: str) -> Bytes:
    return np.asarray(boards.column(column).combine_chunks().flatten()).reshape(-1, 13)


def _count(seat: Ints, street: Ints, n: int) -> Ints:
    """(n, 16) how many cards of each street a player has; streets beyond are not plain and counted nowhere."""
    near = street < 16
    return np.bincount(seat[near] * 16 + street[near], minlength=n * 16).reshape(n, 16)


def _counts_of(boards: pa.Table, column: str, n: int) -> Ints:
    lists = boards.column(column).combine_chunks()
    return _count(np.asarray(pc.list_parent_indices(lists)), np.asarray(lists.flatten(), np.int64), n)


def _plain_claims(claims: pa.Table, _: pa.Table) -> Mask:
    royalties = ("top_royalties", "middle_royalties", "bottom_royalties")
    foul = np.asarray(pc.fill_null(claims.column("is_foul"), False))
    paid = _known(claims, "is_foul") & ~foul & np.logical_and.reduce([_ints(claims, name) >= 0 for name in royalties])
    plain = paid | (foul & _unknown(claims, *royalties))
    plain &= _known(claims, "points", "is_fantasy_next", "fantasy_next") & _unknown(claims, "bounty", "place")
    is_next = np.asarray(pc.fill_null(claims.column("is_fantasy_next"), False))
    plain &= is_next == (_ints(claims, "fantasy_next") > 0)
    return np.asarray(plain & _not_below_zero(claims, "rake") & _not_below_zero(claims, "stack"))


def _plain_pairs(pairs: pa.Table) -> Mask:
    said = ("a", "b", "top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points")
    return np.asarray(_known(pairs, *said) & (_ints(pairs, "royalties_a") >= 0) & (_ints(pairs, "royalties_b") >= 0))
