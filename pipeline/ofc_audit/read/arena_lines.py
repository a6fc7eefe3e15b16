"""The lines of an `arena_jsonl` log as one Arrow table: blocks of lines through Arrow's JSON reader, single lines through Python."""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import json as pa_json

from ofc_audit.read.arena_spec import SCHEMA, line_of, plain
from ofc_audit.read.batch import Ints
from ofc_audit.read.json_strict import Damage
from ofc_audit.read.json_values import read_table
from ofc_audit.read.scan import Buffer, Lines

BLOCK_BYTES = 1 << 20
SMALLEST_BLOCK = 1 << 14
_PARSE = pa_json.ParseOptions(explicit_schema=SCHEMA, unexpected_field_behavior="error")
_BLANK = re.compile(rb"[\x00-\x20\x7f]|\xef\xbb\xbf")


@dataclass
class ArenaLines:
    """The lines that are read, with the index of each in the chunk; the damaged ones by index, with the reason; unknown keys by index."""

    table: pa.Table
    line: Ints
    damaged: dict[int, str] = field(default_factory=dict)
    unknown: dict[int, dict[str, Any]] = field(default_factory=dict)


def read_lines(buf: Buffer, lines: Lines) -> ArenaLines:
    """All lines of a chunk that are not blank, in order."""
    tables: list[pa.Table] = []
    places: list[Ints] = []
    single: list[Ints] = []
    filled = lines.end > lines.start
    last = np.maximum(lines.end - 1, 0)
    whole = filled & (buf.bytes[lines.start] == ord("{")) & (buf.bytes[last] == ord("}"))
    single.append(np.flatnonzero(filled & ~whole))
    _blocks(buf, lines, np.flatnonzero(whole), BLOCK_BYTES, tables, places, single)
    result = ArenaLines(SCHEMA.empty_table(), np.empty(0, np.int64))
    good: list[bytes] = []
    good_at: list[int] = []
    for at in np.concatenate(single).tolist():
        raw = buf.slice(int(lines.start[at]), int(lines.end[at]))
        raw = raw if raw[:1] == b"{" and raw[-1:] == b"}" else trimmed(raw)
        if not raw:
            continue
        try:
            text, unknown = line_of(raw)
        except Damage as damage:
            result.damaged[at] = damage.reason if damage.at is None else f"character {damage.at + 1}: {damage.reason}"
            continue
        good.append(text)
        good_at.append(at)
        if unknown:
            result.unknown[at] = unknown
    if good:
        tables.append(_read(b"\n".join(good)))
        places.append(np.array(good_at, np.int64))
    if tables:
        line = np.concatenate(places)
        order = np.argsort(line, kind="stable")
        result.table, result.line = pa.concat_tables(tables).take(pa.array(order)).combine_chunks(), line[order]
    return result


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
    return table if table.num_rows == n_lines else None


def _read(block: bytes) -> pa.Table:
    return read_table(block, _PARSE)
