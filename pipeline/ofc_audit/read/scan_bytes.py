"""Bytes looked at through unaligned 64-bit loads: lines, searches and digits at many places at once, in numpy."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]
BytesLike = bytes | bytearray | memoryview

PAD = 64
"""Zero bytes behind the data (and eight before it), so that loads need no bounds test."""
STEPS = 32
"""Words that are searched in all lines at once; the few lines that are longer are then searched one by one."""
LF, CR = 10, 13
BYTE_BITS = np.uint64(8)
_ZEROS = np.uint64(0x3030303030303030)
_LOW7 = np.uint64(0x7F7F7F7F7F7F7F7F)
_HIGH = np.uint64(0x8080808080808080)
_ONES = np.uint64(0x0101010101010101)
_TEN_OR_MORE = np.uint64(0x7676767676767676)
_PAIRS = np.uint64(0x000000FF000000FF)


class Buffer:
    """Bytes of a chunk, padded with zeros, with unaligned 64-bit loads. Positions are those of the data: 0 to n."""

    def __init__(self, data: BytesLike) -> None:
        view = np.frombuffer(data, np.uint8)
        self.data = data if isinstance(data, bytes) else bytes(data)
        """The data as it was given."""
        self.n = len(view)
        padded = np.zeros(8 + self.n + PAD, np.uint8)
        self.bytes: Bytes = padded[8:]
        """The data followed by zeros; index it with positions up to n + PAD."""
        self.bytes[: self.n] = view
        self._words_from_before: Words = np.ndarray((self.n + PAD,), np.dtype("<u8"), padded.data, strides=(1,))
        self._words: Words = self._words_from_before[8:]

    def load(self, pos: Ints) -> Words:
        """The eight bytes from each position on, the first in the lowest byte."""
        return self._words[pos]

    def load_before(self, pos: Ints) -> Words:
        """The eight bytes before each position, the last in the highest byte; zeros before the data's start."""
        return self._words_from_before[pos]

    def slice(self, start: int, stop: int) -> bytes:
        """The bytes of one stretch."""
        return self.data[start:stop]

    def find(self, byte: int) -> Ints:
        """Every position of one byte value, ascending."""
        return np.flatnonzero(self.bytes[: self.n] == byte)

    def is_at(self, pos: Ints, literal: bytes) -> Mask:
        """Whether `literal` stands at each position."""
        found: Mask | None = None
        for at in range(0, len(literal), 8):
            part = literal[at : at + 8]
            words = self.load(pos + at) if at else self.load(pos)
            if len(part) < 8:
                words = words & np.uint64((1 << (8 * len(part))) - 1)
            here = words == np.uint64(int.from_bytes(part, "little"))
            found = here if found is None else found & here
        return np.ones(len(pos), bool) if found is None else found

    def ends_with(self, start: Ints, end: Ints, literal: bytes) -> Mask:
        """Whether the stretch from `start` up to `end` ends with `literal` (at most `PAD` bytes long)."""
        return (end - start >= len(literal)) & self.is_at(end - len(literal), literal)

    def find_byte(self, pos: Ints, end: Ints, byte: int) -> Ints:
        """The first place of `byte` from `pos` on and before `end`, -1 where there is none."""
        pattern = np.uint64(byte) * _ONES
        found, far, at = _march(pos, end, lambda _lane, at: _first_zero(self.load(at) ^ pattern))
        for lane, begin in zip(far.tolist(), at.tolist(), strict=True):
            found[lane] = self.data.find(byte, begin, int(end[lane]))
        return found

    def find_pair(self, pos: Ints, end: Ints, pair: bytes) -> Ints:
        """The first place of two given bytes from `pos` on and wholly before `end`, -1 where there is none."""
        found = self.find_byte(pos, end, pair[0])
        # Where the first byte alone comes before the two, the stretch is searched by itself.
        for lane in np.flatnonzero((found >= 0) & ((self.bytes[found + 1] != pair[1]) | (found + 1 >= end))).tolist():
            place = self.slice(int(found[lane]), int(end[lane])).find(pair)
            found[lane] = found[lane] + place if place >= 0 else -1
        return found

    def find_byte_back(self, start: Ints, end: Ints, byte: int) -> Ints:
        """The last place of `byte` at or after `start` and before `end`, -1 where there is none."""
        pattern = np.uint64(byte) * _ONES

        # The line is read mirrored: a distance from the end takes the place of a position.
        def place_in_word(lane: Ints, at: Ints) -> Ints:
            return _first_zero((self.load_before(end[lane] - at) ^ pattern).byteswap())

        distance, far, at = _march(np.zeros(len(end), np.int64), end - start, place_in_word)
        found = np.where(distance < 0, -1, end - 1 - distance)
        for lane, passed in zip(far.tolist(), at.tolist(), strict=True):
            found[lane] = self.data.rfind(byte, int(start[lane]), int(end[lane]) - passed)
        return found

    def strings(self, start: Ints, stop: Ints) -> pa.Array:
        """The stretches as an Arrow string array; null where `start` is negative or behind `stop`. The bytes must
        be UTF-8.
        """
        known = (start >= 0) & (stop >= start)
        begin = np.where(known, start, 0)
        length = np.where(known, stop - start, 0)
        offsets = np.zeros(len(start) + 1, np.int64)
        np.cumsum(length, out=offsets[1:])
        text = self.bytes[ragged(begin, length)]
        valid = None if known.all() else pa.py_buffer(np.packbits(known, bitorder="little"))
        buffers = [valid, pa.py_buffer(offsets), pa.py_buffer(text)]
        return pa.Array.from_buffers(pa.large_string(), len(start), buffers).cast(pa.string())


def _march(pos: Ints, end: Ints, place_in_word: Callable[[Ints, Ints], Ints]) -> tuple[Ints, Ints, Ints]:
    """Searches `STEPS` words of eight bytes, -1 where nothing is found; and the lanes with more than those, and where each has got to.

    `place_in_word` gets lanes and their positions and answers the place found in the word there, 8 for none.
    """
    result = np.full(len(pos), -1, np.int64)
    lane = np.arange(len(pos))
    at, stop = pos, end
    for _ in range(STEPS):
        if not len(lane):
            break
        place = place_in_word(lane, at)
        found = (place < 8) & (at + place < stop)
        result[lane[found]] = (at + place)[found]
        on = np.flatnonzero(~found & (at + 8 < stop))
        lane, at, stop = lane[on], at[on] + 8, stop[on]
    return result, lane, at


def _first_zero(words: Words) -> Ints:
    """The place, 0 to 7, of the first zero byte of each word; 8 where it has none."""
    marks = ((words & _LOW7) + _LOW7) | words
    return _first_mark(~marks & _HIGH)


def _first_mark(marks: Words) -> Ints:
    """The number of whole bytes before the lowest set bit; 8 where no bit is set."""
    below = (marks & (~marks + np.uint64(1))) - np.uint64(1)
    return (np.bitwise_count(below) >> np.uint8(3)).astype(np.int64)


def digits(words: Words) -> tuple[Words, Ints]:
    """Words with the ASCII zero taken off each byte, and how many digits each begins with."""
    off = words ^ _ZEROS
    return off, _first_mark((((off & _LOW7) + _TEN_OR_MORE) | off) & _HIGH)


def digits_value(off: Words, n_digits: Ints) -> Ints:
    """The number that the first `n_digits` (0 to 8) bytes spell; `off` as `digits` gives it."""
    # The shift brings the digits to the end of the word and zeros in front; by 64 bits numpy gives 0.
    shifted = off << ((BYTE_BITS - n_digits.astype(np.uint64)) * BYTE_BITS)
    two = shifted * np.uint64(10) + (shifted >> BYTE_BITS)
    low = (two & _PAIRS) * np.uint64(0x000F424000000064)
    high = ((two >> np.uint64(16)) & _PAIRS) * np.uint64(0x0000271000000001)
    return ((low + high) >> np.uint64(32)).astype(np.int64)


def ragged(start: Ints, length: Ints) -> Ints:
    """The positions of all stretches, one after the other."""
    first = np.cumsum(length) - length
    places: Ints = np.repeat(start - first, length)
    places += np.arange(len(places))
    return places


@dataclass(frozen=True)
class Lines:
    """The lines of a buffer: where each starts, where its text ends, where the next one starts, and its number in
    the file.
    """

    start: Ints
    end: Ints
    stop: Ints
    number: Ints

    def __len__(self) -> int:
        return len(self.start)

    def cut(self, line: Ints, at: Ints) -> "Lines":
        """The lines with some of them (`line`, ascending) cut in two at a position; both parts bear the line's
        number.
        """
        end, stop = self.end.copy(), self.stop.copy()
        end[line], stop[line] = at, at
        return Lines(
            np.insert(self.start, line + 1, at),
            np.insert(end, line + 1, self.end[line]),
            np.insert(stop, line + 1, self.stop[line]),
            np.insert(self.number, line + 1, self.number[line]),
        )


def split_lines(buf: Buffer, first_number: int = 1) -> Lines:
    """The lines of a buffer. LF, CR LF and a lone CR each end a line; text behind the last one is a line too."""
    data = buf.bytes[: buf.n]
    is_end = data == LF
    has_cr = b"\r" in buf.data
    if has_cr:
        is_end |= (data == CR) & (buf.bytes[1 : buf.n + 1] != LF)
    end = np.flatnonzero(is_end)
    stop = end + 1
    if buf.n and (not len(stop) or stop[-1] != buf.n):
        end, stop = np.append(end, buf.n), np.append(stop, buf.n)
    start = np.concatenate([np.zeros(1, np.int64), stop[:-1]]) if len(stop) else stop
    if has_cr:
        end = end - ((end > start) & (buf.bytes[end] == LF) & (buf.bytes[end - 1] == CR))
    return Lines(start, end, stop, np.arange(first_number, first_number + len(start), dtype=np.int64))


def is_word(words: Words, literal: bytes) -> Mask:
    """Whether words loaded by `Buffer.load` begin with `literal` (at most eight bytes)."""
    want = np.uint64(int.from_bytes(literal, "little"))
    found: Mask = (words if len(literal) == 8 else words & np.uint64((1 << (8 * len(literal))) - 1)) == want
    return found
