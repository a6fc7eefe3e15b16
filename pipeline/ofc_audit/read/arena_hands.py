"""Events of an `arena_jsonl` log as `RawHands`: a hand is its opening line and the events up to the next one.

Seat 0 has the button and the names move around the seats, so a seat's number says nothing of where somebody sits: the tables have
none. Royalties are stated before the foul test, so a fouled seat's are no claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import CARD_TEXT
from ofc_audit.money import MONEY_SCALE, NULL
from ofc_audit.read.arena_lines import ArenaLines
from ofc_audit.read.arena_spec import KINDS, ROWS
from ofc_audit.read.batch import Bytes, CardRows, Column, Ints, Mask, RawHands, StreetRows, no_ints
from ofc_audit.read.json_values import flags_of, ints_of, is_null
from ofc_audit.read.jsonl_spec import MOST_SEATS, MOST_STREETS

SITE = "arena"
_CARD_VALUES = pa.array(CARD_TEXT)
_ROW_VALUES = pa.array(ROWS)


@dataclass(frozen=True)
class Log:
    """What a whole log tells of each of its hands: the table, which is the log itself, and the rule set, null where none can be told."""

    table_id: str
    rules_id: str | None


@dataclass(frozen=True)
class Logs:
    """Logs of which each begins at a byte of `start`."""

    start: Ints
    logs: Sequence[Log]

    def of_hands(self, first_byte: Ints) -> tuple[pa.Array, pa.Array]:
        """The table and the rule set of hands, by where they begin."""
        log = pa.array(np.searchsorted(self.start, first_byte, "right") - 1)
        tables, rules = ([getattr(log, name) for log in self.logs] for name in ("table_id", "rules_id"))
        return pa.array(tables, pa.string()).take(log), pa.array(rules, pa.string()).take(log)


@dataclass(frozen=True)
class Places:
    """Where each hand stands: first and last byte in the file, first and last line."""

    first_byte: Ints
    last_byte: Ints
    first_line: Ints
    last_line: Ints


class _Events:
    """The events of one kind: the rows of the table, and of each the hand and the row of `seats`."""

    def __init__(self, hands: "ArenaHands", kind: str) -> None:
        of_kind = np.asarray(pc.fill_null(pc.equal(hands.events.field("event"), kind), False))
        self.rows = np.flatnonzero(of_kind & hands.has_seat)
        self._events = hands.events.take(pa.array(self.rows))
        self.hand = hands.hand[self.rows]
        self.seat = hands.seat[self.rows]
        self.line = hands.line_number[self.rows]
        for column in KINDS[kind].required:
            hands.mark(self.hand[is_null(self.column(column))], f"an event {kind} has no {column.removeprefix('n_')}")
        strangers = [name for name in hands.own_columns if name not in KINDS[kind].columns]
        for column in strangers:
            hands.mark(
                self.hand[~is_null(self.column(column))],
                f"an event {kind} has the key {column}, which is another event's",
            )

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, name: str) -> pa.Array:
        """A key of the events."""
        return pc.struct_field(self._events, name)

    def ints(self, name: str) -> Ints:
        """A key that is a number, `NULL` where absent."""
        return ints_of(self.column(name))

    def place(self, n_seats: int) -> Ints:
        """The how-manieth event of its kind of its seat each is, from 0."""
        order = np.argsort(self.seat, kind="stable")
        count = np.bincount(self.seat, minlength=n_seats)
        result = np.empty(len(self), np.int64)
        result[order] = np.arange(len(self)) - np.repeat(np.cumsum(count) - count, count)
        return result


class ArenaHands:
    """The hands of a chunk: which lines belong to which, and what is wrong with them."""

    def __init__(self, read: ArenaLines, line_number: Ints, hand: Ints) -> None:
        table = read.table
        self.events = _column(table, "ev")
        self.own_columns = [field.name for field in self.events.type if field.name not in ("event", "seat")]
        names = _column(table, "seats")
        is_opening = ~is_null(names) & (hand >= 0)
        self.opening = np.flatnonzero(is_opening)
        self.line = read.line
        self.line_number = line_number[read.line]
        self.hand: Ints = hand
        self.n_hands = len(self.opening)
        self.reasons: dict[int, str] = {}
        self.names = names.filter(pa.array(is_opening))
        self.n_players = np.asarray(pc.fill_null(self.names.value_lengths(), 0), np.int64)
        self.seat_start = np.cumsum(self.n_players) - self.n_players
        self.n_seats = int(self.n_players.sum())
        self.number = ints_of(_column(table, "hand"))
        self.seat, self.has_seat = self._seats(is_opening)

    def mark(self, hands: Ints, reason: str) -> None:
        """Hands that are damaged, with the reason; the first reason of a hand stands."""
        for hand in np.unique(hands).tolist():
            self.reasons.setdefault(hand, reason)

    def _seats(self, is_opening: Mask) -> tuple[Ints, Mask]:
        """The row of `seats` of each event, and whether it has one; where it has none, it is in no hand or its hand is damaged."""
        self.mark(
            np.flatnonzero((self.n_players < 2) | (self.n_players > MOST_SEATS)),
            f"a hand has 2 to {MOST_SEATS} players",
        )
        self.mark(self.hand[is_opening & (self.number < 0)], "the hand has no number")
        inside = self.hand >= 0
        own = np.where(inside, self.number[self.opening[np.maximum(self.hand, 0)]] if self.n_hands else 0, NULL)
        for at in np.flatnonzero(inside & (own != self.number)).tolist():
            self.mark(self.hand[[at]], f"an event of hand {self.number[at]} stands within hand {own[at]}")
        seat = ints_of(pc.struct_field(self.events, "seat"))
        players = self.n_players[np.maximum(self.hand, 0)] if self.n_hands else np.ones(len(seat), np.int64)
        bad = inside & ~is_opening & ((seat < 0) | (seat >= players))
        self.mark(self.hand[bad], "an event has a seat that the hand does not have")
        known = pc.is_in(pc.struct_field(self.events, "event"), pa.array(list(KINDS)))
        self.mark(
            self.hand[inside & ~is_opening & ~np.asarray(known)], f"an event is unknown; known are {', '.join(KINDS)}"
        )
        first = self.seat_start[np.maximum(self.hand, 0)] if self.n_hands else np.zeros(len(seat), np.int64)
        # Left of the button first: seat 1, and seat 0, the button, last.
        has_seat = inside & ~is_opening & ~bad
        return np.where(has_seat, first + (seat - 1) % np.maximum(players, 1), 0), has_seat

    @property
    def seat_hand(self) -> Ints:
        """(n_seats,) the hand of each row of `seats`."""
        return np.repeat(np.arange(self.n_hands), self.n_players)

    def once(self, events: _Events, kind: str, *, is_needed: bool) -> None:
        """Marks hands in which a seat has two events of a kind, or none where it needs one."""
        count = np.bincount(events.seat, minlength=self.n_seats)
        self.mark(self.seat_hand[count > 1], f"a seat has two events {kind}")
        if is_needed:
            self.mark(self.seat_hand[count == 0], f"the hand is cut short: a seat has no event {kind}")


def raw_hands(hands: ArenaHands, logs: Logs, places: Places, source_file: str, unknown: list[str | None]) -> RawHands:
    """The hands of a chunk; `hands.reasons` then names those that are damaged, whose rows are without meaning."""
    kinds = {kind: _Events(hands, kind) for kind in KINDS}
    for kind in ("showdown", "score"):
        hands.once(kinds[kind], kind, is_needed=True)
    hands.once(kinds["fantasyland"], "fantasyland", is_needed=False)
    fantasy = np.zeros(hands.n_seats, np.int64)
    fantasy[kinds["fantasyland"].seat] = kinds["fantasyland"].ints("n_cards")
    hands.mark(hands.seat_hand[(fantasy < 0) | (fantasy > 52)], "the number of Fantasyland cards is impossible")
    place, deal = kinds["place"], kinds["deal"]
    street = _streets(hands, place, fantasy)
    card = _cards(hands, place, "discarded", street)
    shown = [
        _cards(hands, kinds["showdown"], row, np.zeros(len(kinds["showdown"]), np.uint8), at)
        for at, row in enumerate(ROWS)
    ]
    has_streets = np.unique(place.seat * (MOST_STREETS + 1) + street)
    seat_of_street = has_streets // (MOST_STREETS + 1)
    return RawHands(
        n_hands=hands.n_hands,
        hands=_hands(hands, logs, places, source_file, unknown),
        seats=_seats(hands, fantasy, place),
        placed=_placed(hands, place, street),
        discarded=card,
        discards_known=_is_whole(hands, place, "discarded"),
        dealt=_cards(hands, deal, "cards", _streets(hands, deal, fantasy)),
        dealt_known=_is_whole(hands, deal, "cards"),
        shown=_joined(shown),
        streets=StreetRows(
            seat_of_street,
            (has_streets % (MOST_STREETS + 1)).astype(np.uint8),
            np.full(len(has_streets), NULL),
            np.zeros(len(has_streets), np.int8),
        ),
        claims=_claims(hands, kinds["showdown"], kinds["score"]),
        pairs={"hand": no_ints()},
    )


def _column(table: pa.Table, name: str) -> pa.Array:
    column = table.column(name)
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def _streets(hands: ArenaHands, events: _Events, fantasy: Ints) -> Bytes:
    """The street of each event: its number among those of its seat, 0 in Fantasyland, where there is one only."""
    number = events.place(hands.n_seats)
    there = fantasy[events.seat] > 0
    hands.mark(events.hand[number >= np.where(there, 1, MOST_STREETS)], "a seat has more streets than any game")
    return np.where(there, 0, np.minimum(number + 1, MOST_STREETS)).astype(np.uint8)


def _cards(hands: ArenaHands, events: _Events, key: str, street: Bytes, row: int = 0) -> CardRows:
    """The cards of a list of each event."""
    lists = events.column(key)
    of = np.asarray(pc.list_parent_indices(lists), np.int64)
    code = pc.index_in(lists.flatten(), _CARD_VALUES)
    hands.mark(events.hand[of[is_null(code)]], f"{key}: a text is no card")
    codes = np.asarray(pc.fill_null(code, 0), np.uint8)
    return CardRows(events.seat[of], np.full(len(of), row, np.uint8), street[of], codes)


def _placed(hands: ArenaHands, events: _Events, street: Bytes) -> CardRows:
    lists = events.column("placements")
    of = np.asarray(pc.list_parent_indices(lists), np.int64)
    flat = lists.flatten()
    code = pc.index_in(pc.struct_field(flat, "card"), _CARD_VALUES)
    row = pc.index_in(pc.struct_field(flat, "row"), _ROW_VALUES)
    hands.mark(events.hand[of[is_null(code)]], "placements: a text is no card")
    hands.mark(events.hand[of[is_null(row)]], "placements: a row is top, middle or bottom")
    as_bytes = [np.asarray(pc.fill_null(values, 0), np.uint8) for values in (row, code)]
    return CardRows(events.seat[of], as_bytes[0], street[of], as_bytes[1])


def _is_whole(hands: ArenaHands, events: _Events, key: str) -> Mask:
    """(n_seats,) whether all cards of the seat's lists are shown: as many as `count` says of each event."""
    length = np.asarray(pc.fill_null(events.column(key).value_lengths(), 0), np.int64)
    count = events.ints("count")
    hands.mark(events.hand[(length > 0) & (length != count)], f"{key}: count is another number than there are cards")
    result = np.bincount(events.seat, minlength=hands.n_seats) > 0
    result[events.seat[length != count]] = False
    return result


def _joined(parts: list[CardRows]) -> CardRows:
    return CardRows(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("seat", "row", "street", "code"))
    )


def _hands(
    hands: ArenaHands, logs: Logs, places: Places, source_file: str, unknown: list[str | None]
) -> dict[str, Column]:
    n = hands.n_hands

    def same(text: str) -> pa.Array:
        return pa.array([text], pa.string()).take(pa.array(np.zeros(n, np.int64)))

    number = hands.number[hands.opening]
    table_id, rules_id = logs.of_hands(places.first_byte)
    return {
        "site": same(SITE),
        "hand_id": pa.array(number).cast(pa.string()),
        "hand_no": np.where(number <= np.iinfo(np.int32).max, number, NULL),
        "table_id": table_id,
        "rules_id": rules_id,
        "currency": same("points"),
        "point_value": np.full(n, MONEY_SCALE, np.int64),
        "unknown_keys": pa.array(unknown, pa.string()),
        "format": same("arena_jsonl"),
        "source_file": same(source_file),
        "first_line": places.first_line,
        "last_line": places.last_line,
        "first_byte": places.first_byte,
        "last_byte": places.last_byte,
    }


def _seats(hands: ArenaHands, fantasy: Ints, place: _Events) -> dict[str, Column]:
    acting = np.arange(hands.n_seats) - np.repeat(hands.seat_start, hands.n_players)
    # Names stand by seat number; left of the button acts first, so each row takes the name of the next seat.
    by_seat = hands.seat_start[hands.seat_hand] + (acting + 1) % np.maximum(hands.n_players[hands.seat_hand], 1)
    name = hands.names.flatten().take(pa.array(by_seat))
    line = hands.line_number[hands.opening][hands.seat_hand]
    board_line = np.full(hands.n_seats, NULL)
    board_line[place.seat[::-1]] = place.line[::-1]
    return {
        "hand": hands.seat_hand,
        "acting_order": acting,
        "player_id": name,
        "player_name": name,
        "is_fantasy": (fantasy > 0).astype(np.int8),
        "fantasy_cards": fantasy,
        "line": line,
        "board_line": board_line,
    }


def _claims(hands: ArenaHands, showdown: _Events, score: _Events) -> dict[str, Column]:
    def laid(events: _Events, values: Ints) -> Ints:
        result = np.full(hands.n_seats, NULL)
        result[events.seat] = values
        return result

    foul = flags_of(showdown.column("fouled")).astype(np.int64)
    royalties = showdown.column("royalties")
    following = laid(showdown, showdown.ints("next_fantasyland"))
    return {
        "is_foul": np.maximum(laid(showdown, foul), -1).astype(np.int8),
        **{
            f"{row}_royalties": laid(showdown, np.where(foul == 1, NULL, ints_of(pc.struct_field(royalties, row))))
            for row in ROWS
        },
        "points": laid(score, score.ints("points")),
        "is_fantasy_next": np.where(following == NULL, -1, following != 0).astype(np.int8),
        "fantasy_next": following,
        "showdown_line": laid(showdown, showdown.line),
        "line": laid(score, score.line),
    }
