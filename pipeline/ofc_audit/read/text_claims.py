"""The claims of `ofc_text` hands: fouls, royalties, pairs, results, Fantasyland to come, rake, and connection
events.
"""

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import Column, Flags, Ints, Mask
from ofc_audit.read.scan import Cursor
from ofc_audit.read.text_damage import Damage, Reading
from ofc_audit.read.text_head import MAX_INT32
from ofc_audit.read.text_kinds import MAX_SEAT_NO, Kind
from ofc_audit.read.text_lines import Layout
from ofc_audit.read.text_play import refuse_again, seat_reading
from ofc_audit.read.text_seats import MAX_FANTASY_CARDS, Seats, json_lists

MAX_INT16 = 2**15 - 1
_TWICE = "this was said of the seat before"


class Parts:
    """The parts of a line such as `points +17, net +8.50`: each may be left out, those there are stand in their
    order.
    """

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._is_first: Mask = np.ones(len(cursor), bool)

    def named(self, name: bytes) -> Mask:
        """Reads `name` and its blank where that part comes next; says where."""
        cursor = self._cursor
        found = cursor.optional(b" " + name + b" ", self._is_first)
        later = ~self._is_first
        self._is_first &= ~found
        if later.any():
            found |= cursor.optional(b", " + name + b" ", later)
        return found

    def finish(self, reading: Reading, what: str) -> None:
        """Wants at least one part, and the end of the line."""
        self._cursor.ok &= ~self._is_first
        reading.finish(what)


def read_claims(layout: Layout, damage: Damage, seats: Seats) -> dict[str, Column]:
    """The columns of table `claims`, one entry per row of `seats`; line columns hold indices of lines, `NULL` for
    none.
    """
    columns: dict[str, Column] = {}
    columns |= _showdown(layout, damage, seats)
    columns |= _results(layout, damage, seats)
    columns |= _fantasy_next(layout, damage, seats)
    columns["bounty"] = _single(layout, damage, seats, Kind.BOUNTY, b"bounty ", "`bounty <money>`", lambda c: c.money())
    columns["place"] = _single(
        layout, damage, seats, Kind.PLACE, b"place ", "`place <number>`", lambda c: c.uint(MAX_INT16)
    )
    return columns


def _fill(seats: Seats, seat: Ints, values: Ints) -> Ints:
    column = np.full(len(seats), NULL, np.int64)
    known = seat >= 0
    column[seat[known]] = values[known]
    return column


def _showdown(layout: Layout, damage: Damage, seats: Seats) -> dict[str, Column]:
    fouls, foul_seat = seat_reading(layout, damage, seats, layout.of_seats(Kind.FOUL))
    fouls.cursor.literal(b"foul")
    fouls.finish("`foul` and the end of the line")
    refuse_again(fouls, foul_seat, _TWICE)
    reading, seat = seat_reading(layout, damage, seats, layout.of_seats(Kind.ROYALTIES))
    cursor = reading.cursor
    cursor.literal(b"royalties ")
    top = cursor.uint(MAX_INT16)
    cursor.literal(b" + ")
    middle = cursor.uint(MAX_INT16)
    cursor.literal(b" + ")
    bottom = cursor.uint(MAX_INT16)
    reading.finish("`royalties <top> + <middle> + <bottom>`")
    refuse_again(reading, seat, _TWICE)

    is_foul = np.full(len(seats), -1, np.int8)
    is_foul[seat[seat >= 0]] = 0
    is_foul[foul_seat[foul_seat >= 0]] = 1
    foul_line, line = _fill(seats, foul_seat, fouls.line), _fill(seats, seat, reading.line)
    return {
        "is_foul": is_foul,
        "top_royalties": _fill(seats, seat, top),
        "middle_royalties": _fill(seats, seat, middle),
        "bottom_royalties": _fill(seats, seat, bottom),
        "showdown_line": np.where(foul_line != NULL, foul_line, line),
    }


def _results(layout: Layout, damage: Damage, seats: Seats) -> dict[str, Column]:
    reading, seat = seat_reading(layout, damage, seats, layout.of_seats(Kind.RESULT))
    cursor = reading.cursor
    cursor.pos -= 1
    parts = Parts(cursor)
    columns: dict[str, Column] = {}
    has_points = parts.named(b"points")
    points = cursor.signed(MAX_INT32, has_points)
    columns["points"] = _fill(seats, seat, np.where(has_points, points, NULL))
    reading.expect("whole points, such as `points +17`")
    for name, is_signed in ((b"net", True), (b"rake", False), (b"stack", False)):
        has = parts.named(name)
        value = cursor.signed_money(has) if is_signed else cursor.money(has)
        columns[name.decode()] = _fill(seats, seat, np.where(has, value, NULL))
        reading.expect(f"{name.decode()} as a plain decimal of at most four places")
    parts.finish(reading, "`points <n>, net <money>, rake <money>, stack <money>`, each where it is known")
    refuse_again(reading, seat, _TWICE)
    columns["line"] = _fill(seats, seat, reading.line)
    return columns


def _fantasy_next(layout: Layout, damage: Damage, seats: Seats) -> dict[str, Column]:
    reading, seat = seat_reading(layout, damage, seats, layout.of_seats(Kind.NEXT))
    cursor = reading.cursor
    is_none = cursor.optional(b"no Fantasyland next")
    cursor.literal(b"Fantasyland ", ~is_none)
    is_counted = ~is_none & cursor.ok & ~cursor.is_next(b"next")
    count = cursor.uint(MAX_FANTASY_CARDS, is_counted)
    cursor.ok &= ~is_counted | (count >= 1)
    cursor.literal(b" cards ", is_counted & cursor.ok)
    cursor.literal(b"next", ~is_none & cursor.ok)
    reading.finish("`Fantasyland <n> cards next`, `Fantasyland next` or `no Fantasyland next`")
    refuse_again(reading, seat, _TWICE)
    known = seat >= 0
    is_next: Flags = np.full(len(seats), -1, np.int8)
    is_next[seat[known]] = ~is_none[known]
    return {
        "is_fantasy_next": is_next,
        "fantasy_next": _fill(seats, seat, np.where(is_none, 0, np.where(is_counted, count, NULL))),
    }


def _single(
    layout: Layout, damage: Damage, seats: Seats, kind: Kind, word: bytes, form: str, read: Callable[[Cursor], Ints]
) -> Ints:
    """A fact that a line of its own states."""
    reading, seat = seat_reading(layout, damage, seats, layout.of_seats(kind))
    reading.cursor.literal(word)
    value = read(reading.cursor)
    reading.finish(form)
    refuse_again(reading, seat, _TWICE)
    return _fill(seats, seat, value)


def read_pairs(layout: Layout, damage: Damage, seats: Seats) -> dict[str, Column]:
    """The columns of table `claimed_pairs`, in the order of the lines, turned so that a acts before b; `line` is
    an index.
    """
    rows = layout.of_seats(Kind.PAIR)
    line = layout.seats.line[rows]
    hand = layout.hand[line]
    reading = Reading(damage, line, Cursor(layout.buf, layout.seats.at[rows], layout.lines.end[line]))
    cursor = reading.cursor
    second_no = cursor.uint(MAX_SEAT_NO)
    cursor.literal(b":")
    reading.expect("`Seat <a> v Seat <b>:`")
    first, second = seats.rows(hand, layout.seats.number[rows]), seats.rows(hand, second_no)
    reading.refuse((first < 0) | (second < 0), "a pair names a seat that no `Seat` line deals in")
    reading.refuse(first == second, "a pair is of two seats")

    parts = Parts(cursor)
    has = parts.named(b"rows")
    values: dict[str, Ints] = {}
    for name, more in (("top", True), ("middle", True), ("bottom", False)):
        values[name] = np.where(has, cursor.signed(1, has), NULL)
        if more:
            cursor.literal(b" ", has)
    reading.expect("three rows, each +1, 0 or -1")
    has = parts.named(b"bonus")
    values["bonus"] = np.where(has, cursor.signed(MAX_INT16, has), NULL)
    reading.expect("a whole bonus, such as `bonus +3`")
    has = parts.named(b"royalties")
    royalties_first = np.where(has, cursor.uint(MAX_INT16, has), NULL)
    cursor.literal(b" - ", has)
    royalties_second = np.where(has, cursor.uint(MAX_INT16, has), NULL)
    reading.expect("royalties of both, such as `royalties 11 - 0`")
    has = parts.named(b"points")
    values["points"] = np.where(has, cursor.signed(MAX_INT32, has), NULL)
    reading.expect("whole points, such as `points +17`")
    has = parts.named(b"amount")
    values["amount"] = np.where(has, cursor.signed_money(has), NULL)
    reading.expect("an amount as a plain decimal of at most four places")
    parts.finish(
        reading,
        "`rows <a> <b> <c>, bonus <n>, royalties <n> - <n>, points <n>, amount <money>`, each where it is known",
    )

    low, high = np.minimum(first, second), np.maximum(first, second)
    refuse_again(reading, np.where(low >= 0, low * (len(seats) + 1) + high, -1), "this pair was stated before")
    return _turned(hand, first, second, seats, values, royalties_first, royalties_second, line)


def _turned(
    hand: Ints, first: Ints, second: Ints, seats: Seats, values: dict[str, Ints], left: Ints, right: Ints, line: Ints
) -> dict[str, Column]:
    """Pairs from the side of the one who acts before; rows of `seats` of one hand are in acting order."""
    kept = np.flatnonzero((first >= 0) & (second >= 0))
    hand, first, second, line = hand[kept], first[kept], second[kept], line[kept]
    is_swapped = first > second
    start = np.flatnonzero(np.r_[True, hand[1:] != hand[:-1]]) if len(hand) else hand
    n_pairs = np.diff(np.append(start, len(hand)))
    number = np.arange(len(hand)) - np.repeat(start, n_pairs)
    columns: dict[str, Column] = {
        "hand": hand,
        "pair_no": np.minimum(number, 127),
        "a": seats.acting_order[np.minimum(first, second)],
        "b": seats.acting_order[np.maximum(first, second)],
        "royalties_a": np.where(is_swapped, right[kept], left[kept]),
        "royalties_b": np.where(is_swapped, left[kept], right[kept]),
        "is_swapped": is_swapped.astype(np.int8),
        "line": line,
    }
    for name, value in values.items():
        value = value[kept]
        columns[name] = np.where(is_swapped & (value != NULL), -value, value)
    return columns


def read_rake(layout: Layout, damage: Damage) -> Ints:
    """(n_hands,) the rake of each hand, `NULL` where it is not stated."""
    line = layout.of_kind(Kind.RAKE)
    start = layout.lines.start[line] + len(b"Rake ")
    reading = Reading(damage, line, Cursor(layout.buf, start, layout.lines.end[line]))
    rake = reading.cursor.money()
    reading.finish("`Rake <money>`")
    hand = layout.hand[line]
    refuse_again(reading, hand, "the rake was stated before")
    column = np.full(layout.n_hands, NULL, np.int64)
    column[hand] = rake
    return column


def read_events(layout: Layout, damage: Damage, seats: Seats) -> pa.Array:
    """The disconnects and returns of each hand in their order, as JSON; null where there are none."""
    rows = layout.of_seats(Kind.EVENT)
    line = layout.seats.line[rows]
    hand, number = layout.hand[line], layout.seats.number[rows]
    reading = Reading(damage, line, Cursor(layout.buf, layout.seats.at[rows], layout.lines.end[line]))
    is_back = reading.cursor.optional(b"connected")
    reading.cursor.literal(b"disconnected", ~is_back)
    reading.finish("`disconnected` or `connected`")
    known = (seats.rows(hand, number) >= 0) | np.isin(
        hand * (MAX_SEAT_NO + 1) + number, seats.sitting_hand * (MAX_SEAT_NO + 1) + seats.sitting_no
    )
    reading.refuse(~known, "no `Seat` line introduces this seat")
    return events_json(hand, number, is_back, layout.n_hands)


def events_json(hand: Ints, seat_no: Ints, is_back: Mask, n_hands: int) -> pa.Array:
    """Disconnects and returns, sorted by hand, as one JSON list for each hand; null where there are none."""
    what = pc.if_else(pa.array(is_back), "connected", "disconnected")
    items = pc.binary_join_element_wise('{"seat": ', pa.array(seat_no).cast(pa.string()), ', "what": "', what, '"}', "")
    return json_lists(hand, items, n_hands)
