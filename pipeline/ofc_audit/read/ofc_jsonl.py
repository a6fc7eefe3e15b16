"""Reader of `ofc_jsonl`, version 1: the program's own record, one JSON object a line.

Plain records are read by the part in C where that is there (`jsonl_compiled`); the tables are the same without. The road of all others
is Arrow's JSON reader over blocks of lines with the schema of `jsonl_spec`, then flat arrays. Lines that it refuses
(damaged, keys of others, two records where files were glued) are read one by one in Python, which gives the reason or the record.
"""

import mmap
import re
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import HandBatch, Ints, misfits
from ofc_audit.read.excerpt import excerpt_of
from ofc_audit.read.interleave import in_file_order
from ofc_audit.read.jsonl_blocks import Records, read_lines
from ofc_audit.read.jsonl_compiled import Plain, plain_batch, scan
from ofc_audit.read.jsonl_hands import raw_hands
from ofc_audit.read.jsonl_words import Piece, read_line
from ofc_audit.read.parts import read_whole
from ofc_audit.read.rejects import rejects_table
from ofc_audit.read.scan import Buffer, Lines, split_lines
from ofc_audit.read.source import Source

FORMAT = "ofc_jsonl"
IS_BY_HAND = IS_BY_LINE = True
UNSAID = "the record is damaged"
"""The reason where the checks in words find nothing that the checks in arrays found; no input is known to bring it about."""
CHUNK_BYTES = 16 << 20

_LOOKS = re.compile(rb'(?:\A|[\r\n])(?:[\x00-\x09\x0b\x0c\x0e-\x20\x7f]|\xef\xbb\xbf)*\{[^\r\n]*?"ofc"[ \t]*:')
_OWN_KEY = re.compile(rb'"(?:ofc|site|hand_id|rules|seats)"[ \t]*:')


def looks_like(head: bytes) -> bool:
    """Whether a line of the head is an object with the key `ofc`."""
    return b'"ofc"' in head and _LOOKS.search(head) is not None


def read(source: Source, chunk_bytes: int = CHUNK_BYTES) -> Iterator[HandBatch]:
    """The hands of a source in chunks of about `chunk_bytes`, cut at line ends. Never raises on bad data."""
    return read_whole(FORMAT, source, chunk_bytes)


def read_part(
    data: bytes, source_file: str, first_byte: int, first_line: int, _is_after_result: bool = False
) -> tuple[list[HandBatch], bool]:
    """The batch of a chunk that begins at a line's start. Lines are records each by itself: nothing is to be told to the next chunk."""
    plain = scan(data)
    if plain is None or not plain.n_hands:
        return [read_chunk(data, source_file, first_byte, first_line)], False
    batch = plain_batch(data, plain, source_file, first_byte, first_line)
    if len(plain.left["start"]):
        return [in_file_order(read_chunk(data, source_file, first_byte, first_line, plain), batch)], False
    return [batch], False


def cut(data: bytes | mmap.mmap, start: int, chunk_bytes: int) -> int:
    """Where a chunk ends: behind the last line end within `chunk_bytes`, else behind the next one."""
    limit = start + max(chunk_bytes, 1)
    if limit >= len(data):
        return len(data)
    stop = data.rfind(b"\n", start, limit) + 1
    if not stop:
        # A CR at the very limit may be the first half of CR LF.
        stop = data.rfind(b"\r", start, limit - 1) + 1
    if stop:
        return stop
    lf = data.find(b"\n", limit - 1)
    cr = data.find(b"\r", limit - 1, lf if lf >= 0 else len(data))
    if cr < 0 or cr + 1 == lf:
        return lf + 1 if lf >= 0 else len(data)
    return cr + 1


def read_chunk(data: bytes, name: str, chunk_start: int, first_number: int, plain: Plain | None = None) -> HandBatch:
    """The batch of a chunk without its plain records, which were taken already and are accounted for."""
    records, lines = _records(data, first_number, plain)
    table, places = records.in_order(chunk_start, lines.number)
    raw, bad = raw_hands(table, places, name)
    reasons = {int(i): "" for i in np.flatnonzero(bad)}
    for i, reason in misfits(raw).items():
        reasons.setdefault(i, reason)
    line = np.searchsorted(lines.number, places.line)
    for i, reason in reasons.items():
        start, end = int(places.first_byte[i]) - chunk_start, int(places.last_byte[i]) - chunk_start + 1
        records.damaged.append((int(line[i]), Piece(start, end, reason=reason or _reason(data[start:end]))))
    keep = np.ones(raw.n_hands, bool)
    keep[list(reasons)] = False
    begins = places.first_byte[keep] - chunk_start
    n_taken = int((places.last_byte - places.first_byte + 1)[keep].sum())
    if plain is not None:
        begins = np.sort(np.concatenate([begins, plain.hands["first_byte"]]))
        n_taken += plain.n_bytes
    rejects = _rejects(name, data, lines, records, begins, chunk_start)
    n_rejected = int(np.sum(np.asarray(rejects["last_byte"]) - np.asarray(rejects["first_byte"]) + 1))
    return assemble(
        raw.keep(keep),
        rejects,
        n_lines=len(lines) if plain is None else plain.n_lines,
        n_bytes=len(data),
        blank_bytes=len(data) - n_taken - n_rejected,
    )


def _records(data: bytes, first_number: int, plain: Plain | None) -> tuple[Records, Lines]:
    """The records of a chunk that are not plain, with their places in it, and the lines that they stand in."""
    if plain is None:
        buf = Buffer(data)
        lines = split_lines(buf, first_number)
        return read_lines(buf, lines), lines
    left = excerpt_of(data, plain.left["start"], plain.left["stop"], plain.left["line"])
    buf = Buffer(left.text)
    lines = left.numbered(split_lines(buf), first_number)
    return read_lines(buf, lines).moved(left.places), lines


def _reason(record: bytes) -> str:
    """Why a record that the arrays refuse is damaged."""
    for piece in read_line(record):
        if piece.reason is not None:
            return piece.reason
    return UNSAID


def _rejects(name: str, data: bytes, lines: Lines, records: Records, taken: Ints, chunk_start: int) -> pa.Table:
    """The damaged stretches in order; lines that follow one and are no record of their own belong to it. `taken`: where hands begin."""
    stretches: list[list[tuple[int, Piece]]] = []
    damaged = sorted(records.damaged, key=lambda item: item[1].start)
    n_before = np.searchsorted(taken, np.array([piece.start for _, piece in damaged], np.int64)).tolist()
    for i, (line, piece) in enumerate(damaged):
        # Where no record stands between it and the one before.
        if stretches and n_before[i - 1] == n_before[i] and not _is_own(data[piece.start : piece.end]):
            stretches[-1].append((line, piece))
            continue
        stretches.append([(line, piece)])
    first = [stretch[0] for stretch in stretches]
    last = [stretch[-1] for stretch in stretches]
    return rejects_table(
        name,
        [int(lines.number[line]) for line, _ in first],
        [int(lines.number[line]) for line, _ in last],
        [piece.start + chunk_start for _, piece in first],
        [piece.end - 1 + chunk_start for _, piece in last],
        [_worded(stretch, lines) for stretch in stretches],
        [int(piece.is_record) for _, piece in first],
        [data[a.start : b.end] for (_, a), (_, b) in zip(first, last, strict=True)],
    )


def _is_own(raw: bytes) -> bool:
    """Whether a damaged stretch counts as a record: an object on one line, or one that has a key of the format."""
    return raw.startswith(b"{") and (raw.endswith(b"}") or _OWN_KEY.search(raw) is not None)


def _worded(stretch: list[tuple[int, Piece]], lines: Lines) -> str:
    reason = stretch[0][1].reason or ""
    n_lines = int(lines.number[stretch[-1][0]] - lines.number[stretch[0][0]])
    if not n_lines:
        return reason
    return f"{reason}; {n_lines} more line{'s' * (n_lines > 1)} up to the next record belong to no record either"
