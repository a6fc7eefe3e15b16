"""Reader of `capture_hh`: pretty-printed JSON hands, one after another, as a capture tool writes them for PPPoker, UPoker and Spartan.

Keys, ids and defects as recorded files have them: players in any order, no points or money in the oldest, hidden discards,
voided hands with a few cards, which stay as incomplete hands. Plain records are read by the part in C where that is there
(`capture_compiled`); the tables are the same without. Never raises on bad data.
"""

import mmap
import re
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import HandBatch, Ints, misfits
from ofc_audit.read.capture_compiled import Plain, plain_batch, scan
from ofc_audit.read.capture_hands import raw_hands
from ofc_audit.read.capture_records import Found, Stretch, find_records
from ofc_audit.read.capture_spec import check_record
from ofc_audit.read.interleave import in_file_order
from ofc_audit.read.json_strict import Damage, decode
from ofc_audit.read.parts import read_whole
from ofc_audit.read.rejects import rejects_table
from ofc_audit.read.scan import Buffer, Lines, split_lines
from ofc_audit.read.source import Source

FORMAT = "capture_hh"
IS_BY_HAND = True
CHUNK_BYTES = 16 << 20
UNSAID = "the record is damaged"
"""The reason where the checks in words find nothing that the checks in arrays found; no input is known to bring it about."""

_LOOKS = re.compile(rb'"handData"[ \t\r\n]*:')
_CUT = re.compile(rb"\}[ \t]*(?:\r\n|\r|\n)(?=[\x00-\x20]*\{)")
_INDENT = 16
_KEYS = ("playerName", "rows", "result", "win")


def looks_like(head: bytes) -> bool:
    """Whether the head holds the key `handData`."""
    return _LOOKS.search(head) is not None


def read(source: Source, chunk_bytes: int = CHUNK_BYTES) -> Iterator[HandBatch]:
    """The hands of a source in chunks of about `chunk_bytes`, cut between records. Never raises on bad data."""
    return read_whole(FORMAT, source, chunk_bytes)


def read_part(
    data: bytes, source_file: str, first_byte: int, first_line: int, _is_after_result: bool = False
) -> tuple[list[HandBatch], bool]:
    """The batch of a chunk that begins between records: nothing is to be told to the next one."""
    plain = scan(data)
    if plain is None or not plain.n_hands:
        return [read_chunk(data, source_file, first_byte, first_line)], False
    batch = plain_batch(data, plain, source_file, first_byte, first_line)
    if plain.n_left:
        return [in_file_order(read_chunk(data, source_file, first_byte, first_line, plain), batch)], False
    return [batch], False


def cut(data: bytes | mmap.mmap, start: int, chunk_bytes: int) -> int:
    """Where a chunk ends: behind the line that ends a record, the first one behind `chunk_bytes`."""
    at = start + max(chunk_bytes, 1)
    window = 1 << 20
    while at < len(data):
        match = _CUT.search(data[at : at + window])
        if match:
            return at + match.end()
        if at + window >= len(data):
            break
        at += window - 256
    return len(data)


def read_chunk(data: bytes, name: str, chunk_start: int, first_number: int, plain: Plain | None = None) -> HandBatch:
    """The batch of a chunk without its plain records, which were taken already and are accounted for."""
    buf = Buffer(data)
    lines = split_lines(buf, first_number)
    found = find_records(buf, lines, None if plain is None else plain.hands["first_byte"])
    table, start, stop = found.in_order()
    first_line = _line_at(lines, start)
    raw, bad = raw_hands(
        table, start + chunk_start, stop - 1 + chunk_start, first_line, _line_at(lines, stop - 1),
        _player_lines(buf, lines, table, start, stop, first_line), name, [found.unknown_keys.get(at) for at in start.tolist()],
    )  # fmt: skip
    reasons = {int(i): UNSAID for i in np.flatnonzero(bad)} | misfits(raw)
    for i, reason in reasons.items():
        low, high = int(start[i]), int(stop[i])
        found.damaged.append(Stretch(low, high, _reason(buf.slice(low, high)) or reason, is_hand=True))
    keep = np.ones(raw.n_hands, bool)
    keep[list(reasons)] = False
    rejects = _rejects(name, buf, lines, found, chunk_start)
    n_rejected = sum(one.stop - one.start for one in found.damaged)
    n_taken = int((stop - start)[keep].sum())
    if plain is not None:
        n_taken += plain.n_bytes
    return assemble(
        raw.keep(keep), rejects, n_lines=len(lines), n_bytes=buf.n, blank_bytes=buf.n - n_taken - n_rejected
    )


def _line_at(lines: Lines, at: Ints) -> Ints:
    """The number of the line that holds each byte."""
    if not len(at):
        return np.empty(0, np.int64)
    line: Ints = lines.number[np.searchsorted(lines.start, at, side="right") - 1]
    return line


def _player_lines(
    buf: Buffer, lines: Lines, table: pa.Table, start: Ints, stop: Ints, first_line: Ints
) -> dict[str, Ints]:
    """(n_players,) the lines of each player's name, rows and result, where the pretty print has one line for each key; else the record's."""
    counts = np.asarray(
        table.column("handData").combine_chunks().field("players").value_lengths().fill_null(0), np.int64
    )
    hand = np.repeat(np.arange(table.num_rows), counts)
    text = lines.start + _INDENT
    inside = text < lines.end
    opens = lines.start[(lines.end - lines.start == 13) & (buf.bytes[np.minimum(lines.start + 12, buf.n)] == ord("{"))]
    owner = np.searchsorted(start, opens, side="right") - 1
    opens = opens[(owner >= 0) & (opens < stop[np.maximum(owner, 0)])] if len(start) else opens[:0]
    plain = (
        np.bincount(np.searchsorted(start, opens, side="right") - 1, minlength=table.num_rows) == counts
        if len(start)
        else np.empty(0, bool)
    )
    result: dict[str, Ints] = {}
    first_player = np.cumsum(counts) - counts
    for key in _KEYS:
        line = first_line[hand] if key != "win" else np.full(len(hand), NULL)
        at = np.flatnonzero(inside)
        at = at[buf.is_at(text[at], f'"{key}": '.encode())]
        place = lines.start[at]
        record = np.searchsorted(start, place, side="right") - 1
        good = (record >= 0) & (place < stop[np.maximum(record, 0)]) if len(start) else np.zeros(len(place), bool)
        at, place, record = at[good], place[good], record[good]
        good = plain[record]
        at, place, record = at[good], place[good], record[good]
        number = np.searchsorted(opens, place) - np.searchsorted(opens, start[record]) - 1
        inside_record = (number >= 0) & (number < counts[record])
        at, record, number = at[inside_record], record[inside_record], number[inside_record]
        line[first_player[record] + number] = lines.number[at]
        result[key] = line
    return result


def _reason(record: bytes) -> str | None:
    """Why a record that the arrays refuse is damaged, in the words of one that was read alone."""
    try:
        check_record(decode(record.decode("utf-8", "surrogateescape"), 0)[0])
    except Damage as damage:
        return damage.reason
    return None


def _rejects(name: str, buf: Buffer, lines: Lines, found: Found, chunk_start: int) -> pa.Table:
    damaged = sorted(found.damaged, key=lambda stretch: stretch.start)
    start = np.array([stretch.start for stretch in damaged], np.int64)
    stop = np.array([stretch.stop for stretch in damaged], np.int64)
    return rejects_table(
        name,
        _line_at(lines, start).tolist(),
        _line_at(lines, stop - 1).tolist(),
        (start + chunk_start).tolist(),
        (stop - 1 + chunk_start).tolist(),
        [stretch.reason for stretch in damaged],
        [int(stretch.is_hand) for stretch in damaged],
        [buf.slice(low, high) for low, high in zip(start.tolist(), stop.tolist(), strict=True)],
    )
