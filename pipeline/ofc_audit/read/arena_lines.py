"""The lines of an `arena_jsonl` log as one Arrow table: blocks of lines through Arrow's JSON reader, single lines through Python."""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import json as pa_json

from ofc_audit.read.arena_spec import SCHEMA, fits, line_of, plain
from ofc_audit.read.batch import Ints
from ofc_audit.read.json_strict import Damage
from ofc_audit.read.json_values import read_table
from ofc_audit.read.scan import Buffer, Lines

BLOCK_BYTES = 1 << 20
SMALLEST_BLOCK = 1 << 14
SHORTEST = len('{"hand":0,')
"""Bytes that a line has at least which says of what hand it is; a shorter one is damaged, whatever it holds."""
_PARSE = pa_json.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="error")
OPENING = rb'\{[ \t]*"hand"[ \t]*:[ \t]*\d+[ \t]*,[ \t]*"seats"[ \t]*:'
"""How the line begins that opens a hand."""
_INNER = re.compile(rb"(?<=[^\x00-\x20\x7f\xbf])" + OPENING)
"""An opening within a line. In a text its quotes would be escaped, so no text is taken for one."""
_BLANK = re.compile(rb"[\x00-\x20\x7f]|\xef\xbb\xbf")


@dataclass
class ArenaLines:
    """The lines that are read, with the index of each in the chunk; the damaged ones by index, with the reason; unknown keys by index."""

    table: pa.Table
    line: Ints
    damaged: dict[int, str | None] = field(default_factory=dict)
    """A reason that is None is what `line_of` says: it is not asked of lines that are too short for it to say anything else."""
    unknown: dict[int, dict[str, Any]] = field(default_factory=dict)


def read_lines(buf: Buffer, lines: Lines) -> tuple[ArenaLines, Lines]:
    """All lines of a chunk that are not blank, in order, and the lines: one in which a hand is opened behind other text is cut in two.

    Such a line stands where a log was joined to one that broke off.
    """
    tables: list[pa.Table] = []
    places: list[Ints] = []
    single: list[Ints] = []
    filled = lines.end > lines.start
    last = np.maximum(lines.end - 1, 0)
    whole = filled & (buf.bytes[lines.start] == ord("{")) & (buf.bytes[last] == ord("}"))
    # A file that is no log may have half a million lines to the megabyte, of which one is told.
    first_byte = buf.bytes[lines.start]
    tiny = (
        filled
        & (lines.end - lines.start < SHORTEST)
        & (first_byte > ord(" "))
        & (first_byte != 0x7F)
        & (first_byte != 0xEF)
    )
    whole &= ~tiny
    single.append(np.flatnonzero(filled & ~whole & ~tiny))
    _blocks(buf, lines, np.flatnonzero(whole), BLOCK_BYTES, tables, places, single)
    one_by_one = _Single(damaged=dict.fromkeys((2 * np.flatnonzero(tiny)).tolist()))
    for at in np.concatenate(single).tolist():
        one_by_one.read(at, buf.slice(int(lines.start[at]), int(lines.end[at])))
    if one_by_one.good:
        tables.append(_read(b"\n".join(one_by_one.good)))
    cut = np.array(sorted(one_by_one.cuts), np.int64)

    def index(half: Ints) -> Ints:
        """Where the first (even) or second (odd) half of a line stands once lines are cut."""
        return half // 2 + np.searchsorted(cut, half // 2) + half % 2

    def moved(found: dict[int, Any]) -> dict[int, Any]:
        return dict(zip(index(np.array(list(found), np.int64)).tolist(), found.values(), strict=True))

    result = ArenaLines(
        SCHEMA.empty_table(), np.empty(0, np.int64), moved(one_by_one.damaged), moved(one_by_one.unknown)
    )
    if tables:
        halves = [2 * place for place in places] + [np.array(one_by_one.good_at, np.int64)]
        line = index(np.concatenate(halves))
        order = np.argsort(line, kind="stable")
        result.table, result.line = pa.concat_tables(tables).take(pa.array(order)).combine_chunks(), line[order]
    if len(cut):
        lines = lines.cut(cut, lines.start[cut] + np.array([one_by_one.cuts[at] for at in cut.tolist()]))
    return result, lines


@dataclass
class _Single:
    """Lines read one by one, each by twice its index, and one more for what was cut off it."""

    good: list[bytes] = field(default_factory=list)
    good_at: list[int] = field(default_factory=list)
    damaged: dict[int, str | None] = field(default_factory=dict)
    unknown: dict[int, dict[str, Any]] = field(default_factory=dict)
    cuts: dict[int, int] = field(default_factory=dict)

    def read(self, at: int, raw: bytes) -> None:
        """Reads the line with an index."""
        if self._take(2 * at, raw):
            return
        openings = [match.start() for match in _INNER.finditer(raw)]
        if openings:
            self.cuts[at] = openings[-1]
            self._take(2 * at, raw[: openings[-1]])
            self._take(2 * at + 1, raw[openings[-1] :])

    def _take(self, half: int, raw: bytes) -> bool:
        """Whether a line or a half of one is read, or blank."""
        raw = raw if raw[:1] == b"{" and raw[-1:] == b"}" else trimmed(raw)
        self.damaged.pop(half, None)
        if not raw:
            return True
        try:
            text, unknown = line_of(raw)
        except Damage as damage:
            self.damaged[half] = in_words(damage)
            return False
        self.good.append(text)
        self.good_at.append(half)
        if unknown:
            self.unknown[half] = unknown
        return True


def in_words(damage: Damage) -> str:
    """What is wrong with a line, and where in it."""
    return damage.reason if damage.at is None else f"character {damage.at + 1}: {damage.reason}"


def trimmed(raw: bytes) -> bytes:
    """A line without blanks, control characters and byte order marks at its start, and without blanks at its end."""
    start, end = 0, len(raw)
    while (match := _BLANK.match(raw, start)) is not None:
        start = match.end()
    while end > start and (raw[end - 1] <= 0x20 or raw[end - 1] == 0x7F):
        end -= 1
    return raw[start:end]


def _blocks(
    buf: Buffer, lines: Lines, chosen: Ints, size: int, tables: list[pa.Table], places: list[Ints], single: list[Ints]
) -> None:
    """Reads lines in blocks of about `size` bytes; what Arrow refuses goes into smaller ones, at last to `single`."""
    if not len(chosen):
        return
    block = np.cumsum(lines.stop[chosen] - lines.start[chosen]) // size
    for part in np.split(chosen, np.flatnonzero(np.diff(block)) + 1):
        table = _parse(_bytes_of(buf, lines, part), len(part))
        if table is not None:
            tables.append(table)
            places.append(part)
        elif size > SMALLEST_BLOCK and len(part) > 1:
            _blocks(buf, lines, part, max(size // 8, SMALLEST_BLOCK), tables, places, single)
        else:
            single.append(part)


def _bytes_of(buf: Buffer, lines: Lines, chosen: Ints) -> bytes:
    if chosen[-1] - chosen[0] + 1 == len(chosen):
        return buf.slice(int(lines.start[chosen[0]]), int(lines.end[chosen[-1]]))
    return b"\n".join(buf.slice(int(lines.start[at]), int(lines.end[at])) for at in chosen.tolist())


def _parse(block: bytes, n_lines: int) -> pa.Table | None:
    """The lines of a block; None where any is not exactly one object of the format."""
    try:
        block.decode()
    except UnicodeDecodeError:
        return None
    text = plain(block)
    if text is None:
        return None
    try:
        table = _read(text)
    except pa.ArrowException:
        return None
    return table if table.num_rows == n_lines and fits(table) else None


def _read(block: bytes) -> pa.Table:
    return read_table(block, _PARSE)
