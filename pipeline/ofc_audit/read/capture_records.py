"""Records of a capture file as one Arrow table: blocks of pretty-printed records through Arrow, all others one by one in Python.

A record begins with `{` at the start of a line. Arrow reads a block as a whole or not at all; a block that it refuses is read record
by record, which gives the reason of a damaged one, or the record where only its layout is unusual.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pyarrow as pa
from pyarrow import json as pa_json

from ofc_audit.read.batch import Ints
from ofc_audit.read.capture_spec import HAND_KINDS, SCHEMA, check_record
from ofc_audit.read.json_strict import TEXT_BLANKS, ByteCount, Damage, damaged_byte, decode, loose_text
from ofc_audit.read.json_values import read_table
from ofc_audit.read.scan import Buffer, Lines

BLOCK_BYTES = (1 << 20, 1 << 16, 1 << 13)
"""Sizes of blocks, each tried where Arrow refuses one of the size before: a damaged record costs a few neighbours some Python."""
_PARSE = pa_json.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="error", newlines_in_values=True)
_HAND_KEY = b'"handData": {"'
_LIST = b'": ['
_ODD_AMOUNT = rb'"\s*:\s*(?:"|-?[0-9.]*[eE]|-?[0-9]{15}|-?[0-9]+\.[0-9]{5})'
_ODD = (
    re.compile(rb'"stakes' + _ODD_AMOUNT),
    re.compile(rb'"win' + _ODD_AMOUNT),
    re.compile(rb'"stakes"\s*:\s*-'),
    re.compile(rb'\\u[^"\n]*"\s*:'),
)
"""What Arrow takes and the format does not know: amounts in quotes, with an exponent, too long (Arrow lets them overflow) or below
zero where they are a price; and keys with escapes, behind which the others could hide."""
_AT_LINE = r"[\r\n][\x00-\x09\x0b\x0c\x0e-\x1f\ufeff]*\{"
_GLUED = r'\{(?=\s*"(?:' + "|".join((*HAND_KINDS, "handData")) + r')"\s*:)'
_INNER = re.compile(_GLUED)
_NEXT_START = re.compile(f"{_AT_LINE}|{_GLUED}")
"""Where a record begins: `{` at the start of a line, or before a key of records, where a file was glued to half a record.

In a text the quotes of such a key would be escaped, so no text is taken for a beginning.
"""
_KEY = r'(?=\s*"[^"\\\x00-\x1f]*["\\])'
_KEYED = re.compile(r"\{" + _KEY)
_NEXT_KEYED = re.compile(f"{_AT_LINE}{_KEY}|{_GLUED}")
"""Where a record begins that has a first key, without which it is none."""
_HAND = re.compile('"handdata"', re.IGNORECASE)
_BLANK = np.zeros(256, bool)
_BLANK[[*range(0x21), 0x7F]] = True
_BLANKS = bytes(np.flatnonzero(_BLANK).tolist())
_MARK = b"\xef\xbb\xbf"


@dataclass
class Stretch:
    """A damaged stretch of the chunk, and whether a hand was found in it."""

    start: int
    stop: int
    reason: str
    is_hand: bool


@dataclass
class Found:
    """Records with their places in the chunk (first and behind the last byte), and the damaged stretches between them."""

    tables: list[pa.Table] = field(default_factory=list)
    start: list[Ints] = field(default_factory=list)
    stop: list[Ints] = field(default_factory=list)
    unknown_keys: dict[int, str] = field(default_factory=dict)
    damaged: list[Stretch] = field(default_factory=list)
    last_good: int = -1
    """Where the last record begins that was read."""

    def in_order(self) -> tuple[pa.Table, Ints, Ints]:
        """All records with their first byte and the byte behind their last."""
        if not self.tables:
            none = np.empty(0, np.int64)
            return SCHEMA.empty_table(), none, none
        return pa.concat_tables(self.tables), np.concatenate(self.start), np.concatenate(self.stop)


_NEAR = 4
"""Blanks that stand between two records at most, as tools write them."""


def record_starts(buf: Buffer, lines: Lines) -> Ints:
    """Where records begin: `{` at the start of a line, with a `}` or nothing before it."""
    brace = lines.start[buf.bytes[lines.start] == ord("{")]
    at = brace - 1
    for _ in range(_NEAR):
        at = np.where((at >= 0) & _BLANK[buf.bytes[at]], at - 1, at)
    last = np.where(at >= 0, buf.bytes[at], np.uint8(ord("}")))
    if not (_BLANK[last] | (last == _MARK[-1])).any():
        near: Ints = brace[last == ord("}")]
        return near
    # More blanks than usual, or a byte order mark, which is none.
    solid = _solid(buf, 0, buf.n)
    before = np.searchsorted(solid, brace) - 1
    last = np.where(before >= 0, buf.bytes[solid[np.maximum(before, 0)]] if len(solid) else 0, ord("}"))
    starts: Ints = brace[last == ord("}")]
    return starts


def find_records(buf: Buffer, lines: Lines, taken: Ints | None = None) -> Found:
    """All records of a chunk, but for those that were taken already (where they begin, ascending)."""
    found = Found()
    starts = record_starts(buf, lines)
    first = int(starts[0]) if len(starts) else buf.n
    if not len(starts) or len(_solid(buf, 0, first)):
        _read_single(buf, (0, first), found)
    edges = np.append(starts, buf.n)
    is_taken = np.zeros(len(edges), bool) if taken is None else np.isin(edges, taken)
    is_taken[-1] = True
    at = 0
    # Records that follow each other are read together; a record that was taken stands between damage before it and behind it.
    for stop in np.flatnonzero(is_taken).tolist():
        if stop > at:
            _read_blocks(buf, edges[at : stop + 1], BLOCK_BYTES, found)
        found.last_good = int(edges[stop])
        at = stop + 1
    return found


def _read_blocks(buf: Buffer, edges: Ints, sizes: tuple[int, ...], found: Found) -> None:
    """Reads the records between neighbouring edges in blocks; what Arrow refuses in smaller blocks, at last one by one."""
    block = (edges[1:] - edges[0]) // sizes[0]
    for part in np.split(np.arange(len(edges) - 1), np.flatnonzero(np.diff(block)) + 1):
        inner = edges[part[0] : part[-1] + 2]
        begin, end = int(inner[0]), int(inner[-1])
        table = _parse(buf.slice(begin, end), len(part))
        if table is not None:
            found.tables.append(table)
            found.start.append(inner[:-1])
            found.stop.append(_ends(buf, inner))
            found.last_good = int(inner[-2])
        elif len(sizes) > 1 and len(part) > 1:
            _read_blocks(buf, inner, sizes[1:], found)
        else:
            _read_single(buf, inner.tolist(), found)


def _ends(buf: Buffer, edges: Ints) -> Ints:
    """Behind the last `}` of each stretch between two edges; blanks follow it."""
    brace = np.flatnonzero(buf.bytes[edges[0] : edges[-1]] == ord("}")) + edges[0]
    ends: Ints = brace[np.searchsorted(brace, edges[1:]) - 1] + 1
    return ends


def _parse(text: bytes, n_records: int) -> pa.Table | None:
    """The records of a block of pretty-printed records; None when any of them is not plain."""
    # In the pretty print the hand's id is the one key before a list, and the one key of handData.
    if text.count(_HAND_KEY) != n_records or text.count(_LIST) != n_records or text.count(b'"handData"') != n_records:
        return None
    # Each begins with letters of its own, for which all of the text is searched at once.
    if any(odd.search(text) for odd in _ODD):
        return None
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    plain = (
        text.strip(b"\x00\x1a \t\r\n").replace(_HAND_KEY, b'"handData": {"id": "').replace(_LIST, b'", "players": [')
    )
    try:
        table = read_json(plain)
    except pa.ArrowException:
        return None
    return table if table.num_rows == n_records else None


def read_json(text: bytes) -> pa.Table:
    """Records in the form of `SCHEMA`. Raises ArrowException."""
    return read_table(text, _PARSE)


@dataclass
class _Single:
    """Records that were read alone, with their first byte and the byte behind their last."""

    records: list[bytes] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    stop: list[int] = field(default_factory=list)


def _read_single(buf: Buffer, edges: Sequence[int], found: Found) -> None:
    """Reads the records between neighbouring edges one by one. No record goes on behind an edge, so that damage is told alike whatever
    follows."""
    good = _Single()
    for begin, end in pairwise(edges):
        _read_stretch(buf, begin, end, good, found)
    if good.records:
        found.tables.append(read_json(b"\n".join(good.records)))
        found.start.append(np.array(good.start, np.int64))
        found.stop.append(np.array(good.stop, np.int64))


def _read_stretch(buf: Buffer, begin: int, end: int, good: _Single, found: Found) -> None:
    """Reads a stretch record by record; what is no record is damaged up to the next line that begins with `{`."""
    text = loose_text(buf.slice(begin, end))
    to_byte = ByteCount(text)
    rest = _Rest(text)
    at = looked_until = 0
    while True:
        blank = TEXT_BLANKS.match(text, at)
        at = blank.end() if blank else at
        if at >= len(text):
            break
        first = at
        before = found.damaged[-1] if found.damaged else None
        if before is not None and found.last_good <= before.start and (at := rest.behind(first)) > first:
            before.stop = _trimmed(buf, begin + to_byte(first), begin + to_byte(at))
            continue
        reason: str | None = None
        unknown = None
        is_object = text[at] == "{"
        try:
            if not is_object:
                raise Damage("text that is no record stands here")
            value, at = decode(text, at)
            broken = damaged_byte(text[first:at])
            if broken:
                raise Damage(broken)
            record, unknown = check_record(value)
        except Damage as damage:
            reason = damage.reason
            if damage.at is not None:
                reason = f"line {_line_in(text, first, damage.at)}: {reason}"
            if at == first:
                following = _NEXT_START.search(text, first + 1)
                at = following.end() - 1 if following else len(text)
            elif first >= looked_until and (inner := _INNER.search(text, first + 1, at)):
                # A record that broke off and the rest of it, with a whole one between them, can make an object together.
                at, looked_until = inner.end() - 1, at
        low, high = begin + to_byte(first), begin + to_byte(at)
        if reason is None:
            good.records.append(record)
            good.start.append(low)
            good.stop.append(high)
            found.last_good = low
            if unknown is not None:
                found.unknown_keys[low] = unknown
            continue
        is_hand = is_object and _HAND.search(text, first, at) is not None
        if before is not None and not is_hand and found.last_good <= before.start:
            # What follows a damaged record and is none itself belongs to it.
            before.stop = _trimmed(buf, low, high)
            continue
        found.damaged.append(Stretch(low, _trimmed(buf, low, high), reason, is_hand))


class _Rest:
    """What follows a damaged record and belongs to it, told by patterns alone: reading each of a million torn lines takes its time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._hand = -1

    def behind(self, at: int) -> int:
        """Where such a stretch ends that begins at `at`: before the next object with a key, or with the name of a hand's key in it; `at` itself
        where what begins there may be a record, or a hand that is damaged."""
        text = self._text
        if _KEYED.match(text, at):
            return at
        following = _NEXT_KEYED.search(text, at + 1)
        stop = following.end() - 1 if following else len(text)
        if self._hand < at:
            hand = _HAND.search(text, at)
            self._hand = hand.start() if hand else len(text)
        if self._hand < stop:
            stop = at
            for start in _NEXT_START.finditer(text, at + 1, self._hand):
                stop = start.end() - 1
        return stop


def _line_in(text: str, first: int, at: int) -> int:
    part = text[first:at].replace("\r\n", "\n").replace("\r", "\n")
    return part.count("\n") + 1


def _trimmed(buf: Buffer, start: int, stop: int) -> int:
    """The end of a stretch without the blanks behind it."""
    raw = buf.slice(start, stop).rstrip(_BLANKS)
    if raw and not raw.endswith(_MARK):
        return start + len(raw)
    solid = _solid(buf, start, stop)
    return int(solid[-1]) + 1 if len(solid) else stop


def _solid(buf: Buffer, start: int, stop: int) -> Ints:
    """Where bytes stand that are no blanks; a byte order mark is one where it is whole."""
    raw = buf.bytes[start:stop]
    is_solid = ~_BLANK[raw]
    mark = np.flatnonzero(raw[:-2] == _MARK[0])
    mark = mark[(raw[mark + 1] == _MARK[1]) & (raw[mark + 2] == _MARK[2])]
    is_solid[(mark[:, None] + np.arange(len(_MARK))).ravel()] = False
    found: Ints = np.flatnonzero(is_solid) + start
    return found
