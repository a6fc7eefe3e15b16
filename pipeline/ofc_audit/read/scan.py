"""The byte engine below the text readers: lines and cursors over many places of a buffer at once, in numpy.

A buffer is looked at through unaligned 64-bit loads, so that a literal of up to eight bytes is one comparison per
line and a number of up to eight digits a few multiplications. A `Cursor` holds one position per line ("lane") and
moves all of them together; a lane that does not read as it should loses its `ok` and stays where it is. Positions
never leave a line, because no literal, number or card holds a line end and the buffer is padded with zeros.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.read.scan_bytes import (
    BYTE_BITS,
    Buffer,
    Bytes,
    Ints,
    Lines,
    Mask,
    Words,
    digits,
    digits_value,
    is_word,
    ragged,
    split_lines,
)

__all__ = [
    "Buffer",
    "Bytes",
    "CardList",
    "Cursor",
    "Ints",
    "Lines",
    "Mask",
    "Words",
    "is_word",
    "ragged",
    "split_lines",
]

MONEY_DIGITS = 14
"""Most digits of an amount before its decimal point: decimal(18,4)."""

_POW10 = 10 ** np.arange(19, dtype=np.int64)
_CODE_OF_TWO = np.full(1 << 16, EMPTY, np.uint8)
for _code, _text in enumerate(CARD_TEXT):
    _CODE_OF_TWO[int.from_bytes(_text.encode(), "little")] = _code


@dataclass(frozen=True)
class CardList:
    """Cards read by `Cursor.cards`: for each card the lane it belongs to and its code, and how many cards each
    lane has.
    """

    lane: Ints
    code: Bytes
    count: Ints


class Cursor:
    """A position in each of many lines, moved by reading.

    Every reading method takes `where`: the lanes that read; the others stay as they are. A lane whose text is not
    what is asked for loses `ok` (a method that begins with `optional` instead says where it read). Values of lanes
    that did not read are 0.
    """

    def __init__(self, buf: Buffer, pos: Ints, end: Ints) -> None:
        self.buf = buf
        self.pos: Ints = pos.astype(np.int64, copy=True)
        self.end: Ints = end
        self.ok: Mask = np.ones(len(pos), bool)

    def __len__(self) -> int:
        return len(self.pos)

    def word(self) -> Words:
        """The next eight bytes of each lane, to tell classes of lines apart by `is_word`."""
        return self.buf.load(self.pos)

    def is_next(self, literal: bytes) -> Mask:
        """Whether `literal` comes next."""
        return self.buf.is_at(self.pos, literal)

    def literal(self, literal: bytes, where: Mask | None = None) -> None:
        """Reads `literal`."""
        found = self.optional(literal, where)
        self.ok &= found if where is None else found | ~where

    def optional(self, literal: bytes, where: Mask | None = None) -> Mask:
        """Reads `literal` where it comes next; says where."""
        found = self.is_next(literal)
        if where is not None:
            found &= where
        self.pos += found * np.int64(len(literal))
        return found

    def uint(self, limit: int, where: Mask | None = None) -> Ints:
        """Reads an unsigned whole number of at most `limit`."""
        return self._select(where, lambda part: part._uint(limit))

    def signed(self, limit: int, where: Mask | None = None) -> Ints:
        """Reads a whole number, with or without a sign, of at most `limit` either way."""
        return self._select(where, lambda part: part._signed(lambda: part._uint(limit)))

    def money(self, where: Mask | None = None) -> Ints:
        """Reads an amount without a sign, in ten-thousandths: up to 14 digits, then none to four decimals."""
        return self._select(where, lambda part: part._money())

    def signed_money(self, where: Mask | None = None) -> Ints:
        """Reads an amount with or without a sign, in ten-thousandths."""
        return self._select(where, lambda part: part._signed(part._money))

    def fixed_digits(self, n: int, where: Mask | None = None) -> Ints:
        """Reads exactly `n` (1 to 8) digits, whatever follows them."""
        return self._select(where, lambda part: part._fixed_digits(n))

    def cards(self, limit: int, where: Mask | None = None) -> CardList:
        """Reads `[Qh Qd 4c]`: none to `limit` cards separated by one blank."""
        if where is None:
            return self._cards(limit)
        lanes = np.flatnonzero(where)
        part = self._part(lanes)
        inner = part._cards(limit)
        self._put_back(lanes, part)
        count = np.zeros(len(self), np.int64)
        count[lanes] = inner.count
        return CardList(lanes[inner.lane], inner.code, count)

    def until(self, pair: bytes, where: Mask | None = None) -> tuple[Ints, Ints]:
        """Reads up to the next place of two bytes, which it passes; returns where the text before them starts and
        stops.
        """

        def read(part: Cursor) -> Ints:
            start = part.pos
            found = part.buf.find_pair(start, part.end, pair)
            part.ok &= found >= 0
            part.pos = np.where(found >= 0, found + 2, start)
            return np.where(found >= 0, found, start)

        start = self.pos.copy()
        if where is None:
            return start, read(self)
        stop = self._select(where, read)
        return start, np.where(where, stop, start)

    def at_end(self, where: Mask | None = None) -> Mask:
        """Wants the end of the line; says where it is reached."""
        reached: Mask = self.pos == self.end
        self.ok &= reached if where is None else reached | ~where
        return reached

    def _part(self, lanes: Ints) -> "Cursor":
        part = Cursor(self.buf, self.pos[lanes], self.end[lanes])
        part.ok = self.ok[lanes]
        return part

    def _put_back(self, lanes: Ints, part: "Cursor") -> None:
        self.pos[lanes] = part.pos
        self.ok[lanes] = part.ok

    def _select(self, where: Mask | None, read: Callable[["Cursor"], Ints]) -> Ints:
        """Runs a reading method on the lanes chosen only."""
        if where is None:
            return read(self)
        lanes = np.flatnonzero(where)
        result = np.zeros(len(self), np.int64)
        if len(lanes):
            part = self._part(lanes)
            result[lanes] = read(part)
            self._put_back(lanes, part)
        return result

    def _fixed_digits(self, n: int) -> Ints:
        off, n_digits = digits(self.buf.load(self.pos))
        good = n_digits >= n
        self.ok &= good
        self.pos += good * np.int64(n)
        return np.where(good, digits_value(off, np.full(len(self), n, np.int64)), 0)

    def _number(self, most_digits: int) -> tuple[Ints, Mask]:
        """Digits as a number, leading zeros allowed, and whether there were one to `most_digits` (at most 18) of
        them.
        """
        # Most numbers of a record have one digit, which two bytes tell.
        first = self.buf.bytes[self.pos] - np.uint8(48)
        if bool(((first <= 9) & (self.buf.bytes[self.pos + 1] - np.uint8(48) > 9)).all()):
            self.pos += 1
            return first.astype(np.int64), np.ones(len(self), bool)
        off, n_digits = digits(self.buf.load(self.pos))
        value = digits_value(off, n_digits)
        more = np.flatnonzero(n_digits == 8)
        total = n_digits.copy()
        while len(more):
            at = self.pos[more] + total[more]
            off, n_digits = digits(self.buf.load(at))
            # Past eighteen digits the value is of no use, nor is how many more there are.
            value[more] = np.where(
                total[more] < 16, value[more] * _POW10[n_digits] + digits_value(off, n_digits), value[more]
            )
            total[more] += n_digits
            more = more[(n_digits == 8) & (total[more] <= 18)]
        good = (total > 0) & (total <= most_digits)
        self.pos += np.where(good, total, 0)
        return np.where(good, value, 0), good

    def _uint(self, limit: int) -> Ints:
        start = self.pos.copy()
        value, good = self._number(16)
        good &= value <= limit
        self.ok &= good
        self.pos = np.where(good, self.pos, start)
        return np.where(good, value, 0)

    def _signed(self, read: Callable[[], Ints]) -> Ints:
        start = self.pos.copy()
        sign = self.buf.bytes[start]
        is_minus = sign == ord("-")
        self.pos += is_minus | (sign == ord("+"))
        value = read()
        self.pos = np.where(self.ok, self.pos, start)
        return np.where(is_minus, -value, value)

    def _money(self) -> Ints:
        start = self.pos.copy()
        whole, good = self._number(MONEY_DIGITS)
        words = self.buf.load(self.pos)
        has_point = good & ((words & np.uint64(0xFF)) == np.uint64(ord(".")))
        off, n_digits = digits(words >> BYTE_BITS)
        # Seven bytes are left of the word, of which the seventh shifted in is a zero byte and no digit.
        good &= ~has_point | ((n_digits >= 1) & (n_digits <= 4))
        has_point &= good
        n_digits = np.where(has_point, n_digits, 0)
        decimals = digits_value(off, n_digits) * _POW10[4 - n_digits]
        self.pos = np.where(good, self.pos + n_digits + has_point, start)
        self.ok &= good
        return np.where(good, whole * 10_000 + decimals, 0)

    def _cards(self, limit: int) -> CardList:
        buf, opening = self.buf, self.pos
        reach = np.minimum(self.end, opening + 3 * limit + 2)
        closing = buf.find_byte(opening, reach, ord("]"))
        length = closing - opening - 1
        count = (length + 1) // 3
        good = (closing > opening) & (buf.bytes[opening] == ord("[")) & ((length == 0) | (length == 3 * count - 1))
        count = np.where(good, count, 0)
        lane = np.repeat(np.arange(len(self)), count)
        within = np.arange(len(lane)) - np.repeat(np.cumsum(count) - count, count)
        place = opening[lane] + 1 + 3 * within
        words = buf.load(place)
        code = _CODE_OF_TWO[words & np.uint64(0xFFFF)]
        after = (words >> np.uint64(16)) & np.uint64(0xFF)
        bad = (code == EMPTY) | ((after != np.uint64(ord(" "))) & (after != np.uint64(ord("]"))))
        if bad.any():
            good[lane[bad]] = False
            keep = good[lane]
            lane, code = lane[keep], code[keep]
            count = np.where(good, count, 0)
        self.ok &= good
        self.pos = np.where(good, closing + 1, opening)
        return CardList(lane, code, count)
