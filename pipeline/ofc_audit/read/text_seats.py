"""The seats of `ofc_text` hands: who sits where, with what, and in which order they act."""

import json
import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.scan import Buffer, Cursor
from ofc_audit.read.text_damage import Damage, Reading
from ofc_audit.read.text_kinds import MAX_SEAT_NO, Kind
from ofc_audit.read.text_lines import Layout

MAX_PLAYERS = 15
"""Most players dealt into a hand: their pairs are numbered in a byte."""
MAX_FANTASY_CARDS = 52

_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')


@dataclass(frozen=True)
class Seats:
    """Players dealt in, one row each, by hand and acting order; and the seats that sit out.

    `fantasy_cards` is 0 outside Fantasyland, `NULL` where the count is not said. `line` is an index of lines.
    """

    n_hands: int
    hand: Ints
    seat_no: Ints
    acting_order: Ints
    name: pa.Array
    stack: Ints
    is_fantasy: Mask
    fantasy_cards: Ints
    line: Ints
    sitting_hand: Ints
    sitting_no: Ints

    def __len__(self) -> int:
        return len(self.hand)

    def rows(self, hand: Ints, seat_no: Ints) -> Ints:
        """The row of a seat number in a hand, elementwise; -1 where no such player was dealt in."""
        if not len(self):
            return np.full(len(hand), -1, np.int64)
        if self._row_table is not None:
            n_numbers = self._row_table.shape[1]
            row = self._row_table[hand, np.minimum(seat_no, n_numbers - 1)]
            return np.where(seat_no < n_numbers, row, -1)
        key, order = self._sorted_keys
        wanted = hand * (MAX_SEAT_NO + 1) + seat_no
        place = np.minimum(np.searchsorted(key, wanted), len(key) - 1)
        return np.where(key[place] == wanted, order[place], -1)

    @cached_property
    def _row_table(self) -> Ints | None:
        """(hands, seat numbers) rows, -1 for none, where seat numbers are as small as at a real table; None
        otherwise.
        """
        n_numbers = int(self.seat_no.max()) + 1
        if n_numbers > 32:
            return None
        table = np.full((self.n_hands, n_numbers), -1, np.int64)
        table[self.hand, self.seat_no] = np.arange(len(self))
        return table

    @cached_property
    def _sorted_keys(self) -> tuple[Ints, Ints]:
        key = self.hand * (MAX_SEAT_NO + 1) + self.seat_no
        order = np.argsort(key, kind="stable")
        return key[order], order


def read_seats(layout: Layout, damage: Damage) -> Seats:
    """The seats of all hands in acting order: left of the button first, rising seat numbers, round to the button."""
    rows = layout.of_seats(Kind.SEAT)
    line, seat_no = layout.seats.line[rows], layout.seats.number[rows]
    hand = layout.hand[line]
    start, end = layout.seats.at[rows], layout.lines.end[line]
    reading = Reading(damage, line, Cursor(layout.buf, start, end))

    end, sits_out, is_fantasy, fantasy_cards = _marks(layout.buf, start, end)
    reading.refuse((fantasy_cards == 0) & is_fantasy, "a Fantasyland hand has cards")
    name_end, stack = _stacks(layout.buf, start, end)
    names = _names(layout.buf, start, name_end, stack != NULL, reading)

    _refuse_twice(hand, seat_no, line, damage)
    button = _buttons(layout)
    dealt = np.flatnonzero(~sits_out)
    # The seats behind the button come first; those up to it follow, the button last.
    turn = np.where(seat_no > button[hand], seat_no, seat_no + MAX_SEAT_NO + 1)
    order = dealt[np.argsort(hand[dealt] * (1 << 18) + turn[dealt], kind="stable")]
    n_dealt = np.bincount(hand[order], minlength=layout.n_hands)
    damage.add_hands(
        np.flatnonzero(n_dealt == 0), "no player is dealt in: no `Seat <number>: <name>` before the button"
    )
    damage.add_hands(np.flatnonzero(n_dealt > MAX_PLAYERS), f"more than {MAX_PLAYERS} players")
    acting = np.arange(len(order)) - np.repeat(np.cumsum(n_dealt) - n_dealt, n_dealt)
    return Seats(
        n_hands=layout.n_hands,
        hand=hand[order],
        seat_no=seat_no[order],
        # A hand with more players than fit is damaged; its order only has to stay within bounds until it is left out.
        acting_order=np.minimum(acting, 127),
        name=names.take(pa.array(order)),
        stack=stack[order],
        is_fantasy=is_fantasy[order],
        fantasy_cards=fantasy_cards[order],
        line=line[order],
        sitting_hand=hand[sits_out],
        sitting_no=seat_no[sits_out],
    )


def sitting_out_json(seats: Seats, n_hands: int) -> pa.Array:
    """The seat numbers that sat out, rising, as JSON; null where nobody did."""
    order = np.argsort(seats.sitting_hand * (MAX_SEAT_NO + 1) + seats.sitting_no, kind="stable")
    return json_lists(seats.sitting_hand[order], pa.array(seats.sitting_no[order]).cast(pa.string()), n_hands)


def json_lists(hand: Ints, items: pa.Array, n_hands: int) -> pa.Array:
    """Items (JSON text each, sorted by hand) as one JSON list for each hand; null where a hand has none."""
    if not len(hand):
        return pa.nulls(n_hands, pa.string())
    count = np.bincount(hand, minlength=n_hands)
    offsets = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
    lists = pa.ListArray.from_arrays(pa.array(offsets), items, mask=pa.array(count == 0))
    return pc.binary_join_element_wise("[", pc.binary_join(lists, ", "), "]", "")


def _buttons(layout: Layout) -> Ints:
    """The seat number with the button of each hand; -1 where no line says it (such a hand is damaged already)."""
    rows = layout.of_seats(Kind.BUTTON)[::-1]
    button = np.full(layout.n_hands, -1, np.int64)
    button[layout.hand[layout.seats.line[rows]]] = layout.seats.number[rows]
    return button


def _refuse_twice(hand: Ints, seat_no: Ints, line: Ints, damage: Damage) -> None:
    key = hand * (MAX_SEAT_NO + 1) + seat_no
    order = np.argsort(key, kind="stable")
    again = order[1:][key[order[1:]] == key[order[:-1]]]
    damage.add(line[again], "this seat number was given before")


def _marks(buf: Buffer, start: Ints, end: Ints) -> tuple[Ints, Mask, Mask, Ints]:
    """What follows name and stack: `, sitting out`, `, Fantasyland 15 cards`, `, Fantasyland`; and where it begins."""
    sits_out = buf.ends_with(start, end, b", sitting out")
    is_fantasy = buf.ends_with(start, end, b", Fantasyland")
    end = np.where(sits_out | is_fantasy, end - len(b", Fantasyland"), end)
    cards = np.where(is_fantasy, NULL, 0)
    counted = np.flatnonzero(buf.ends_with(start, end, b" cards"))
    if len(counted):
        begin, stop = start[counted], end[counted] - len(b" cards")
        number = buf.find_byte_back(begin, stop, ord(" ")) + 1
        mark = number - len(b", Fantasyland ")
        found = (mark >= begin) & buf.is_at(np.maximum(mark, 0), b", Fantasyland ")
        cursor = Cursor(buf, np.where(found, number, stop), stop)
        value = cursor.uint(MAX_FANTASY_CARDS, found)
        cursor.at_end()
        found &= cursor.ok
        end[counted[found]] = mark[found]
        cards[counted[found]] = value[found]
        is_fantasy[counted[found]] = True
    return end, sits_out, is_fantasy, cards


def _stacks(buf: Buffer, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Where the name ends, and the stack in the last parenthesis, `NULL` where that is not one of money."""
    opening = buf.find_byte_back(start, end, ord("("))
    # Names can be long, but an amount is not: a parenthesis further off holds something else.
    found = (opening > start) & (buf.bytes[np.maximum(opening - 1, 0)] == ord(" ")) & (buf.bytes[end - 1] == ord(")"))
    cursor = Cursor(buf, np.where(found, opening + 1, end - 1), end - 1)
    stack = cursor.money(found)
    cursor.at_end()
    found &= cursor.ok
    return np.where(found, opening - 1, end), np.where(found, stack, NULL)


def _names(buf: Buffer, start: Ints, end: Ints, has_stack: Mask, reading: Reading) -> pa.Array:
    """The names: JSON strings where they begin with a quote, else as they stand.

    A name without a stack behind it must not hold what could be a stack or a mark that does not read: ` (` or a comma.
    """
    quoted = (buf.bytes[start] == ord('"')) & (end > start)
    reading.refuse(end <= start, "a seat has a name")
    bare = np.flatnonzero(~quoted & ~has_stack)
    if len(bare):
        unclear = (buf.find_pair(start[bare], end[bare], b" (") >= 0) | (
            buf.find_byte(start[bare], end[bare], ord(",")) >= 0
        )
        refused = np.zeros(len(start), bool)
        refused[bare[unclear]] = True
        reading.refuse(
            refused,
            "expected `Seat <number>: <name> (<money>)`, then nothing, `, sitting out`, `, Fantasyland` or"
            " `, Fantasyland <n> cards` (a name with a comma or ` (` is quoted where no stack follows)",
        )
    names = buf.strings(start, end)
    lanes = np.flatnonzero(quoted)
    if not len(lanes):
        return names
    texts: list[str] = []
    bad = np.zeros(len(start), bool)
    for lane in lanes.tolist():
        text = _unquoted(buf.slice(int(start[lane]), int(end[lane])))
        bad[lane] = text is None
        texts.append(text or "")
    reading.refuse(bad, "a name that begins with a quote is a JSON string, with the stack or nothing behind it")
    return pc.replace_with_mask(names, pa.array(quoted), pa.array(texts, pa.string()))


def _unquoted(raw: bytes) -> str | None:
    """The text of a JSON string that can be written as UTF-8; None for anything else."""
    try:
        text = raw.decode("utf-8")
        if not _QUOTED.fullmatch(text):
            return None
        value = json.loads(text)
        value.encode("utf-8")
    except ValueError:
        return None
    return str(value)
