"""Reader of `swc_capture`: the open tracker's record of an OFC hand on SwC, an object a line, and what the dealer says, beside it or alone.

What the tracker saw is partial evidence: discards of others, streets that it missed and points that were never settled are unknown. The
dealer alone tells points, payouts and who is in Fantasyland: hands without boards. Never raises on bad data.
"""

import hashlib
import mmap
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pyarrow as pa

from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import HandBatch, Ints, Together, misfits
from ofc_audit.read.json_strict import TEXT_BLANKS, TOO_DEEP, ByteCount, Damage, damaged_byte, decode, loose_text, trim
from ofc_audit.read.rejects import quoted, rejects_table
from ofc_audit.read.scan import Buffer, Lines, split_lines
from ofc_audit.read.source import Source
from ofc_audit.read.swc_hands import Places, check, raw_hands
from ofc_audit.read.swc_lines import line_of
from ofc_audit.read.swc_log import Hand, Log, Piece
from ofc_audit.read.swc_spec import record_of

FORMAT = "swc_capture"
CHUNK_BYTES = 4 << 20
SHORTEST = len("a wins 1")
"""Bytes that a line has at least which tells something."""
_HAS_NO_BLANKS = re.compile(rb"[!-~]+").fullmatch
MOST_DAMAGED = 100
"""Damaged stretches of one line that are told apart; what follows them in the line belongs to the last one."""

_BLANK = rb"(?:[\x00-\x09\x0b\x0c\x0e-\x20\x7f]|\xef\xbb\xbf)*+"
_SAID = rb"(?:New game started \(\d+ hands?\)|Hand #\d+ finished - |Game complete, \d+ hands? played)"
_SAID_IN_WORDS = (b"New game started (", b" finished - ", b"Game complete, ")
_DEALER = re.compile(rb"(?:\A|[\r\n])" + _BLANK + _SAID)
_OBJECT = re.compile(rb"(?:\A|[\r\n])" + _BLANK + rb"\{")
_KEYS = (b'"seat_idx"', b'"players"', b'"site"')
_CUT_GAME = re.compile(rb"[\r\n](?=New game started \([0-9]{1,4} hands?\)[ \t]*(?:[\r\n]|\Z))")
_CUT_RECORD = re.compile(rb"[\r\n](?=\{)")
_FIRST_GAME = re.compile(_SAID + rb".*?(?:[\r\n]New game started|Game complete, \d+ hands|\Z)", re.DOTALL)
_RECORD_START = re.compile(r'\{\s*"(?:site|hand_id)"\s*:')


def looks_like(head: bytes) -> bool:
    """Whether a line of the head is the dealer's, or begins an object with the tracker's keys."""
    if any(said in head for said in _SAID_IN_WORDS) and _DEALER.search(head):
        return True
    return all(key in head for key in _KEYS) and _OBJECT.search(head) is not None


def read(source: Source, chunk_bytes: int = CHUNK_BYTES) -> Iterator[HandBatch]:
    """The hands of a source in chunks of about `chunk_bytes`, cut before games, or before records where the dealer is silent."""
    log_id = log_of(source.data)
    cut = _CUT_RECORD if log_id is None else _CUT_GAME
    log = Log()
    start, first_line = 0, 1
    while start < source.n_bytes:
        match = cut.search(source.data, start + max(chunk_bytes, 1))
        stop = match.end() if match else source.n_bytes
        buf = Buffer(source.data[start:stop])
        lines = split_lines(buf, first_line)
        log.take(_pieces(buf, lines))
        yield _batch([_Part(source.name, log_id or "", buf, len(lines), start, log.hands, log.damaged)]).batch
        log.hands, log.damaged = [], []
        first_line += len(lines)
        start = stop


def read_together(sources: Sequence[Source]) -> Together:
    """The hands of small files. Each is read by itself, so that nothing goes from one to another; their tables are made at once."""
    parts = []
    for source in sources:
        buf = Buffer(bytes(source.data))
        lines, log = split_lines(buf), Log()
        log.take(_pieces(buf, lines))
        parts.append(_Part(source.name, log_of(buf.data) or "", buf, len(lines), 0, log.hands, log.damaged))
    return _batch(parts)


def log_of(data: bytes | mmap.mmap) -> str | None:
    """What tells the dealer's words in a file from those in others: the digest of the first game; None where he says nothing.

    A log that has grown by further games is the same.
    """
    said = _DEALER.search(data)
    if said is None:
        return None
    first = _FIRST_GAME.search(data, said.start())
    return hashlib.sha256(b"".join(first.group().split()) if first else b"").hexdigest()[:12]


def _pieces(buf: Buffer, lines: Lines) -> Iterator[Piece]:
    for start, end, number in zip(lines.start.tolist(), lines.end.tolist(), lines.number.tolist(), strict=True):
        raw = buf.slice(start, end)
        first, last = (0, len(raw)) if len(raw) < SHORTEST and _HAS_NO_BLANKS(raw) else trim(raw, 0, len(raw))
        if first < last < first + SHORTEST:
            piece = _tiny(raw[first:last])
            yield Piece(start + first, start + last, number, piece.value, piece.is_hand)
        elif first < last:
            yield from _line(raw[first:last], start + first, number)


@lru_cache(maxsize=1 << 12)
def _tiny(raw: bytes) -> Piece:
    """A line that is too short for a record and for any words of the dealer: one damaged piece."""
    if raw.isascii() and raw[0] != ord("{"):
        return _words(raw.decode(), 0, len(raw), 0)
    (piece,) = _line(raw, 0, 0)
    return piece


def _line(raw: bytes, start: int, number: int) -> Iterator[Piece]:
    """The records, words of the dealer and damaged stretches of a line; where files were glued it holds several."""
    text = loose_text(raw)
    to_byte = ByteCount(text)
    at = n_damaged = 0
    while at < len(text):
        low = start + to_byte(at)
        try:
            if _is_record(text, at):
                value, end = decode(text, at)
                bad = damaged_byte(text[at:end])
                if bad:
                    raise Damage(bad)
                record = record_of(value)
                yield Piece(low, start + to_byte(end), number, record)
            else:
                end = _next_record(text, at + 1)
                yield _words(text[at:end], low, start + to_byte(end), number)
        except Damage as damage:
            n_damaged += 1
            is_hopeless = damage.reason == TOO_DEEP or n_damaged >= MOST_DAMAGED
            end = len(text) if is_hopeless else _next_record(text, at + 1)
            reason = damage.reason if damage.at is None else f"character {damage.at - at + 1}: {damage.reason}"
            yield Piece(low, start + to_byte(end), number, reason)
        blank = TEXT_BLANKS.match(text, end)
        at = blank.end() if blank else end


def _is_record(text: str, at: int) -> bool:
    """Whether an object begins here, and not a line of the dealer's on a player whose name begins like one."""
    return text[at] == "{" and (_RECORD_START.match(text, at) is not None or line_of(text[at:].rstrip()) is None)


def _next_record(text: str, at: int) -> int:
    match = _RECORD_START.search(text, at)
    return match.start() if match else len(text)


def _words(text: str, start: int, stop: int, number: int) -> Piece:
    """A line of the dealer, or a damaged piece that is a hand where it ends one."""
    bad = damaged_byte(text)
    said = None if bad else line_of(text.rstrip())
    if said is not None:
        return Piece(start, stop, number, said)
    reason = bad or f"neither a record nor a line of the dealer: {quoted(text.encode('utf-8', 'surrogateescape'))}"
    return Piece(start, stop, number, reason, text.startswith("Hand #"))


@dataclass(frozen=True)
class _Part:
    """What a file, or a chunk of one that begins at byte `start`, holds."""

    name: str
    log_id: str
    buf: Buffer
    n_lines: int
    start: int
    hands: list[Hand]
    damaged: list[Piece]


def _batch(parts: Sequence[_Part]) -> Together:
    found = [
        (file, hand, seats)
        for file, part in enumerate(parts)
        for hand in part.hands
        if (seats := check(hand)) is not None
    ]
    owner = np.array([file for file, _, _ in found], np.int64)
    hands = [hand for _, hand, _ in found]
    shift = np.array([part.start for part in parts], np.int64)[owner]
    first = np.array([hand.pieces[0].start for hand in hands], np.int64)
    last = np.array([hand.pieces[-1].stop - 1 for hand in hands], np.int64)
    places = Places(
        owner.tolist(),
        [parts[file].log_id for file, _, _ in found],
        [parts[file].name for file, _, _ in found],
        first + shift,
        last + shift,
        np.array([hand.pieces[0].line for hand in hands], np.int64),
        np.array([hand.pieces[-1].line for hand in hands], np.int64),
    )
    raw = raw_hands(hands, [seats for _, _, seats in found], places)
    for at, reason in misfits(raw).items():
        hands[at].refuse(reason)
    keep = np.array([hand.damage is None for hand in hands], bool)
    rejects, reject_owner, n_rejected = _rejects(parts)
    n_taken = int((last + 1 - first)[keep].sum())
    n_lines, n_bytes = [part.n_lines for part in parts], sum(part.buf.n for part in parts)
    blank_bytes = n_bytes - n_taken - n_rejected
    batch = assemble(raw.keep(keep), rejects, n_lines=sum(n_lines), n_bytes=n_bytes, blank_bytes=blank_bytes)
    return Together(batch, owner[keep], reject_owner, n_lines)


def _rejects(parts: Sequence[_Part]) -> tuple[pa.Table, Ints, int]:
    """Damaged hands and pieces, the file of each, and their bytes."""
    rejected = [
        (file, first, last, reason, n_hands)
        for file, part in enumerate(parts)
        for first, last, reason, n_hands in sorted(
            [
                *((hand.pieces[0], hand.pieces[-1], hand.damage, 1) for hand in part.hands if hand.damage),
                *((piece, piece, str(piece.value), int(piece.is_hand)) for piece in part.damaged),
            ],
            key=lambda one: one[0].start,
        )
    ]
    rejects = rejects_table(
        [parts[file].name for file, *_ in rejected],
        [first.line for _, first, _, _, _ in rejected],
        [last.line for _, _, last, _, _ in rejected],
        [first.start + parts[file].start for file, first, _, _, _ in rejected],
        [last.stop - 1 + parts[file].start for file, _, last, _, _ in rejected],
        [reason for _, _, _, reason, _ in rejected],
        [n_hands for _, _, _, _, n_hands in rejected],
        [parts[file].buf.slice(first.start, last.stop) for file, first, last, _, _ in rejected],
    )
    n_bytes = sum(last.stop - first.start for _, first, last, _, _ in rejected)
    return rejects, np.array([file for file, *_ in rejected], np.int64), n_bytes
