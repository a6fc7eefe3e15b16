"""Lines of `ofc_jsonl` as one Arrow table: blocks of lines through Arrow's JSON reader, single lines through Python.

Arrow reads a block as a whole or not at all, so a block that it refuses is cut into smaller ones, and the lines of the last of
these are read one by one: a damaged line costs its neighbours two more readings and some Python, whatever the size of the file.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json as pa_json

from ofc_audit.read.batch import Ints
from ofc_audit.read.json_strict import Damage, decode
from ofc_audit.read.json_values import read_table
from ofc_audit.read.jsonl_hands import Places
from ofc_audit.read.jsonl_spec import TRUE_COUNT, arrow_schema
from ofc_audit.read.jsonl_words import Piece, levels_text, read_line
from ofc_audit.read.scan import Buffer, Lines, ragged

BLOCK_BYTES = 1 << 20
SMALLEST_BLOCK = 1 << 16
MOST_LEVEL_LISTS = 64
"""Different lists of prices in one block that are worth replacing one by one."""

_NULL = re.compile(rb"[:\[,]\s*null")
_TRUE_COUNT = re.compile(rb'("fantasy(?:_next)?"\s*:\s*)true\b')
_LEVELS = re.compile(rb'"point_value_by_level"\s*:\s*(?:\{[^{}]*\}|")')
_SCHEMA = arrow_schema()
_PARSE = pa_json.ParseOptions(explicit_schema=_SCHEMA, unexpected_field_behavior="error")


@dataclass
class Records:
    """The records found so far, block by block in any order, and the damaged stretches, by line."""

    tables: list[pa.Table] = field(default_factory=list)
    first_byte: list[Ints] = field(default_factory=list)
    last_byte: list[Ints] = field(default_factory=list)
    line: list[Ints] = field(default_factory=list)
    unknown_keys: dict[int, str] = field(default_factory=dict)
    """Keys the format does not define, by the first byte of the record."""
    damaged: list[tuple[int, Piece]] = field(default_factory=list)
    """Damaged pieces with the index of their line; places count from the start of the chunk."""

    def add(self, table: pa.Table, first_byte: Ints, last_byte: Ints, line: Ints) -> None:
        """Adds records with their places in the chunk and the indices of their lines."""
        self.tables.append(table)
        self.first_byte.append(first_byte)
        self.last_byte.append(last_byte)
        self.line.append(line)

    def moved(self, places: Callable[[Ints], Ints]) -> "Records":
        """The same records with other places, which a function tells for some."""

        def of(values: Iterable[int]) -> list[int]:
            found: list[int] = places(np.array(list(values), np.int64)).tolist()
            return found

        pieces = [piece for _, piece in self.damaged]
        starts, lasts = of(piece.start for piece in pieces), of(piece.end - 1 for piece in pieces)
        return Records(
            self.tables,
            [places(part) for part in self.first_byte],
            [places(part) for part in self.last_byte],
            self.line,
            dict(zip(of(self.unknown_keys), self.unknown_keys.values(), strict=True)),
            [
                (line, piece._replace(start=start, end=last + 1))
                for (line, piece), start, last in zip(self.damaged, starts, lasts, strict=True)
            ],
        )

    def in_order(self, chunk_start: int, line_number: Ints) -> tuple[pa.Table, Places]:
        """All records in the order of the file, with their places in it."""
        if not self.tables:
            none = np.empty(0, np.int64)
            return _SCHEMA.empty_table(), Places(none, none, none, None)
        table = pa.concat_tables(self.tables)
        first, last, line = (np.concatenate(part) for part in (self.first_byte, self.last_byte, self.line))
        if (first[1:] < first[:-1]).any():
            order = np.argsort(first, kind="stable")
            table, first, last, line = table.take(pa.array(order)), first[order], last[order], line[order]
        unknown = [self.unknown_keys.get(at) for at in first.tolist()] if self.unknown_keys else None
        return table, Places(first + chunk_start, last + chunk_start, line_number[line], unknown)


def read_lines(buf: Buffer, lines: Lines) -> Records:
    """The records of a chunk's lines."""
    records = Records()
    filled = lines.end > lines.start
    last = np.maximum(lines.end - 1, 0)
    is_whole = filled & (buf.bytes[lines.start] == ord("{")) & (buf.bytes[last] == ord("}"))
    single = [np.flatnonzero(filled & ~is_whole)]
    _read_blocks(buf, lines, np.flatnonzero(is_whole), BLOCK_BYTES, records, single)
    _read_single(buf, lines, np.sort(np.concatenate(single)), records)
    return records


def _read_blocks(buf: Buffer, lines: Lines, chosen: Ints, size: int, records: Records, single: list[Ints]) -> None:
    """Reads lines in blocks of about `size` bytes; what Arrow refuses goes into smaller blocks, at last to `single`."""
    if not len(chosen):
        return
    block = np.cumsum(lines.stop[chosen] - lines.start[chosen]) // size
    for part in np.split(chosen, np.flatnonzero(np.diff(block)) + 1):
        table = parse_block(_bytes_of(buf, lines, part), len(part))
        if table is not None:
            records.add(table, lines.start[part], lines.end[part] - 1, part)
        elif size > SMALLEST_BLOCK and len(part) > 1:
            _read_blocks(buf, lines, part, max(size // 16, SMALLEST_BLOCK), records, single)
        else:
            single.append(part)


def _bytes_of(buf: Buffer, lines: Lines, chosen: Ints) -> bytes:
    start, stop = int(lines.start[chosen[0]]), int(lines.stop[chosen[-1]])
    if chosen[-1] - chosen[0] + 1 == len(chosen):
        return buf.slice(start, stop)
    length = lines.stop[chosen] - lines.start[chosen]
    return buf.bytes[ragged(lines.start[chosen], length)].tobytes()


def _read_single(buf: Buffer, lines: Lines, chosen: Ints, records: Records) -> None:
    """Reads lines one by one in Python; the records among them go back to Arrow in the form that it takes."""
    good: list[Piece] = []
    first, last, line = [], [], []
    starts, ends = lines.start[chosen].tolist(), lines.end[chosen].tolist()
    for index, start, end in zip(chosen.tolist(), starts, ends, strict=True):
        for piece in read_line(buf.slice(start, end)):
            place = Piece(piece.start + start, piece.end + start, *piece[2:])
            if piece.reason is not None:
                records.damaged.append((index, place))
                continue
            good.append(place)
            first.append(place.start)
            last.append(place.end - 1)
            line.append(index)
            if place.unknown_keys is not None:
                records.unknown_keys[place.start] = place.unknown_keys
    if good:
        # The form that Python writes has no `true` and no object where Arrow wants a number or text.
        table = _read(b"\n".join(piece.record for piece in good))
        records.add(table, np.array(first, np.int64), np.array(last, np.int64), np.array(line, np.int64))


def _read(block: bytes) -> pa.Table:
    return read_table(block, _PARSE)


def parse_block(block: bytes, n_lines: int) -> pa.Table | None:
    """The records of lines that each begin with { and end with }; None when any of them is not exactly one plain record.

    Plain: valid UTF-8, no null, only keys of the format, values of the right kind. Since } is never followed by { inside a JSON
    value, no record spans two such lines; as many records as lines then means one record a line.
    """
    try:
        block.decode()
    except UnicodeDecodeError:
        return None
    # Arrow takes null for an absent key; whether it is one is for Python to say.
    if b"null" in block and _NULL.search(block):
        return None
    n_true = 0
    if b"true" in block:
        block, n_true = _TRUE_COUNT.subn(b"\\g<1>%d" % TRUE_COUNT, block)
    if b'"point_value_by_level"' in block:
        replaced = _levels_as_text(block)
        if replaced is None:
            return None
        block = replaced
    try:
        table = _read(block)
    except pa.ArrowException:
        return None
    # A record that writes the stand-in for `true` itself shows as one more than was put in.
    return table if table.num_rows == n_lines and _count_true(table) == n_true else None


def _levels_as_text(block: bytes) -> bytes | None:
    """The block with its lists of prices by level as JSON text; None where one is damaged, text already, or they are too many."""
    found = set(_LEVELS.findall(block))
    if len(found) > MOST_LEVEL_LISTS:
        return None
    for text in found:
        if not text.endswith(b"}"):
            return None
        try:
            value, _ = decode(text[text.index(b"{") :].decode(), 0)
            assert isinstance(value, dict)
            levels = json.dumps(levels_text(value))
        except Damage:
            return None
        block = block.replace(text, b'"point_value_by_level":' + levels.encode())
    return block


def _count_true(table: pa.Table) -> int:
    if not table.num_rows:
        return 0
    seats = table.column("seats").combine_chunks().flatten()
    counts = (seats.field("fantasy"), seats.field("claims").field("fantasy_next"))
    return sum(pc.sum(pc.equal(count, TRUE_COUNT)).as_py() or 0 for count in counts)
