"""The play of `ofc_text` hands: cards dealt, placed, discarded and shown, times and automatic placement."""

from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.read.batch import CardRows, Flags, Ints, Mask, StreetRows
from ofc_audit.read.scan import Bytes, CardList, Cursor
from ofc_audit.read.text_damage import Damage, Reading
from ofc_audit.read.text_kinds import Kind, Section
from ofc_audit.read.text_lines import Layout
from ofc_audit.read.text_seats import Seats

MAX_CARDS = 52
MAX_MS = 2**31 - 1
_ROWS = (b" top ", b" middle ", b" bottom ")


@dataclass(frozen=True)
class Play:
    """Cards and streets of all hands, and where each seat's board is stated (index of a line, -1 nowhere)."""

    placed: CardRows
    discarded: CardRows
    discards_known: Mask
    dealt: CardRows
    dealt_known: Mask
    shown: CardRows
    streets: StreetRows
    board_line: Ints


def seat_reading(layout: Layout, damage: Damage, seats: Seats, rows: Ints) -> tuple[Reading, Ints]:
    """A reading of lines that begin with a seat, put behind its `: `, and each one's row of `seats` (-1 is noted
    as damage).
    """
    line = layout.seats.line[rows]
    seat = seats.rows(layout.hand[line], layout.seats.number[rows])
    reading = Reading(damage, line, Cursor(layout.buf, layout.seats.at[rows], layout.lines.end[line]))
    reading.refuse(seat < 0, "no `Seat` line deals this seat in")
    return reading, seat


def refuse_again(reading: Reading, key: Ints, what: str) -> None:
    """Notes lanes that repeat the key of an earlier lane; keys below 0 are left alone."""
    order = np.argsort(key, kind="stable")
    again = np.zeros(len(key), bool)
    again[order[1:]] = (key[order[1:]] == key[order[:-1]]) & (key[order[1:]] >= 0)
    reading.refuse(again, what)


@dataclass(frozen=True)
class _Placings:
    """What placing lines and showdown boards say, lane by lane."""

    line: Ints
    seat: Ints
    street: Bytes
    is_shown: Mask
    rows: tuple[CardList, CardList, CardList]
    discards: CardList
    has_discards: Mask
    ms: Ints
    auto: Flags

    def n_placed(self) -> Ints:
        return self.rows[0].count + self.rows[1].count + self.rows[2].count


def read_play(layout: Layout, damage: Damage, seats: Seats) -> Play:
    """The cards of all hands. Streets run from 1; every card of a Fantasyland seat is on street 0."""
    dealt_seat, dealt_street, dealt_cards = _read_dealt(layout, damage, seats)
    lanes = _read_placings(layout, damage, seats)
    on_street, shown = ~lanes.is_shown & (lanes.seat >= 0), lanes.is_shown & (lanes.seat >= 0)

    # One entry for every street on which a seat was dealt or placed something.
    placed_key = lanes.seat[on_street] * 16 + lanes.street[on_street]
    dealt_key = (dealt_seat * 16 + dealt_street)[dealt_seat >= 0]
    lone_key = _fantasy_shown_only(lanes, seats, placed_key, dealt_key) * 16
    key = np.sort(np.concatenate([placed_key, dealt_key, lone_key]), kind="stable")
    key = key[np.r_[True, key[1:] != key[:-1]]] if len(key) else key
    seat, street = key >> 4, (key & 15).astype(np.uint8)
    entry = np.searchsorted(key, placed_key)

    ms, auto = np.full(len(key), NULL, np.int64), np.zeros(len(key), np.int8)
    ms[entry], auto[entry] = lanes.ms[on_street], lanes.auto[on_street]
    n_placed, has_discards = np.zeros(len(key), np.int64), np.zeros(len(key), bool)
    n_placed[entry], has_discards[entry] = lanes.n_placed()[on_street], lanes.has_discards[on_street]
    n_dealt = np.full(len(key), -1, np.int64)
    n_dealt[np.searchsorted(key, dealt_key)] = dealt_cards.count[dealt_seat >= 0]

    is_lone = np.isin(lanes.seat, lone_key >> 4) & shown
    board_line = np.full(len(seats), -1, np.int64)
    for chosen in (on_street, shown):
        board_line[lanes.seat[chosen]] = lanes.line[chosen]
    return Play(
        placed=_card_rows(lanes, on_street | is_lone),
        discarded=_flat(lanes.discards, lanes.seat, lanes.street, 0, on_street),
        discards_known=_discards_known(seat, street, has_discards, n_placed, n_dealt, len(seats)),
        dealt=_flat(dealt_cards, dealt_seat, dealt_street, 0, dealt_seat >= 0),
        dealt_known=_any(dealt_seat[dealt_seat >= 0], len(seats)),
        shown=_card_rows(lanes, shown & ~is_lone),
        streets=StreetRows(seat, street, ms, auto),
        board_line=board_line,
    )


def _discards_known(seat: Ints, street: Bytes, has_discards: Mask, n_placed: Ints, n_dealt: Ints, n_seats: int) -> Mask:
    """(n_seats,) whether a seat's discards are known on all of its streets.

    Where as many cards were dealt as placed, silence means none. So it does on a first street of which no deal is
    stated, when the seat's later streets tell theirs: nobody discards from the first.
    """
    tells = _any(seat[has_discards], n_seats)
    is_first = (street == 1) & (n_dealt < 0) & tells[seat]
    untold = _any(seat[~(has_discards | (n_dealt == n_placed) | is_first)], n_seats)
    return _any(seat, n_seats) & ~untold


def _any(seat: Ints, n_seats: int) -> Mask:
    found = np.zeros(n_seats, bool)
    found[seat] = True
    return found


def _fantasy_shown_only(lanes: _Placings, seats: Seats, placed_key: Ints, dealt_key: Ints) -> Ints:
    """Seats in Fantasyland whose board only the showdown states: it was set at once, so its street is known."""
    shown = lanes.seat[lanes.is_shown & (lanes.seat >= 0)]
    stated = np.zeros(len(seats), bool)
    stated[placed_key >> 4] = True
    stated[dealt_key >> 4] = True
    return np.unique(shown[seats.is_fantasy[shown] & ~stated[shown]])


def _street(layout: Layout, line: Ints) -> Bytes:
    section = layout.section[line]
    return np.where(section == Section.FANTASYLAND, 0, section - np.uint8(Section.STREET - 1)).astype(np.uint8)


def _check_place(reading: Reading, seat: Ints, street: Bytes, on_street: Mask, seats: Seats) -> None:
    in_fantasy = np.zeros(len(seat), bool)
    in_fantasy[seat >= 0] = seats.is_fantasy[seat[seat >= 0]]
    reading.refuse(
        on_street & (seat >= 0) & in_fantasy & (street != 0), "this seat is in Fantasyland and plays in its section"
    )
    reading.refuse(
        on_street & (seat >= 0) & ~in_fantasy & (street == 0), "this seat's `Seat` line does not say Fantasyland"
    )


def _read_dealt(layout: Layout, damage: Damage, seats: Seats) -> tuple[Ints, Bytes, CardList]:
    reading, seat = seat_reading(layout, damage, seats, layout.of_seats(Kind.DEALT))
    cursor = reading.cursor
    cursor.literal(b"dealt ")
    cards = cursor.cards(MAX_CARDS)
    reading.expect("cards such as `[Qh Qd 4c]`")
    reading.finish("the end of the line behind the cards dealt")
    street = _street(layout, reading.line)
    _check_place(reading, seat, street, np.ones(len(seat), bool), seats)
    refuse_again(reading, np.where(seat >= 0, seat * 16 + street, -1), "this seat was dealt to before on this street")
    return seat, street, cards


def _read_placings(layout: Layout, damage: Damage, seats: Seats) -> _Placings:
    reading, seat = seat_reading(layout, damage, seats, layout.of_seats(Kind.PLACED))
    cursor = reading.cursor
    is_shown = layout.section[reading.line] == Section.SHOWDOWN
    cursor.pos -= 1
    rows = []
    for name in _ROWS:
        rows.append(cursor.cards(MAX_CARDS, cursor.optional(name)))
    reading.expect("rows such as `top [Qh Qd] middle [9s]`, in the order top, middle, bottom")
    has_discards = cursor.optional(b" discards ")
    discards = cursor.cards(MAX_CARDS, has_discards)
    reading.expect("discards such as `[2c]`")
    reading.refuse(is_shown & has_discards, "a showdown shows no discards")
    ms, auto = _read_time(cursor, cursor.ok & ~is_shown)
    reading.expect("time and placement such as `(12.4 s)`, `(12.4 s, auto)` or `(auto)`")
    reading.finish(
        "`top [..] middle [..] bottom [..]`, each where it is known, then on a street `discards [..]` and"
        " `(<seconds> s, auto)`"
    )
    street = _street(layout, reading.line)
    _check_place(reading, seat, street, ~is_shown, seats)
    key = np.where(is_shown, 15, street)
    refuse_again(
        reading, np.where(seat >= 0, seat * 16 + key, -1), "this seat's cards were stated before in this section"
    )
    street = np.where(is_shown, 0, street).astype(np.uint8)
    return _Placings(
        reading.line, seat, street, is_shown, (rows[0], rows[1], rows[2]), discards, has_discards, ms, auto
    )


def _read_time(cursor: Cursor, where: Mask) -> tuple[Ints, Flags]:
    """Reads ` (12.4 s)`, ` (12.4 s, auto)` or ` (auto)` where one of them comes next: milliseconds and the mark."""
    auto = cursor.optional(b" (auto)", where)
    timed = cursor.optional(b" (", where & ~auto)
    seconds = cursor.money(timed)
    cursor.ok &= (seconds % 10 == 0) & (seconds <= MAX_MS * 10)
    cursor.literal(b" s", timed)
    auto |= cursor.optional(b", auto", timed & cursor.ok)
    cursor.literal(b")", timed & cursor.ok)
    return np.where(timed, seconds // 10, NULL), auto.astype(np.int8)


def _flat(cards: CardList, seat: Ints, street: Bytes, row: int, where: Mask) -> CardRows:
    chosen = where[cards.lane]
    lane, code = (cards.lane, cards.code) if chosen.all() else (cards.lane[chosen], cards.code[chosen])
    return CardRows(seat[lane], np.full(len(lane), row, np.uint8), street[lane], code)


def _card_rows(lanes: _Placings, where: Mask) -> CardRows:
    parts = [_flat(cards, lanes.seat, lanes.street, row, where) for row, cards in enumerate(lanes.rows)]
    return CardRows(
        np.concatenate([part.seat for part in parts]),
        np.concatenate([part.row for part in parts]),
        np.concatenate([part.street for part in parts]),
        np.concatenate([part.code for part in parts]),
    )
