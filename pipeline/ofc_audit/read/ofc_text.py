"""The reader of `ofc_text`, version 1: the record that people write, read in chunks cut at headers.

A chunk is laid out line by line, each kind of line is read with one cursor over all lines of that kind, and the
hands that nothing was found wrong with become tables. Damaged hands, and stretches that belong to no hand, become
rejects with their bytes.
"""

import mmap
import re
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from ofc_audit.compiled import library
from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import Column, HandBatch, Ints, RawHands, misfits
from ofc_audit.read.parts import read_whole
from ofc_audit.read.rejects import quoted, rejects_table
from ofc_audit.read.scan import Buffer
from ofc_audit.read.scan_bytes import CR, LF
from ofc_audit.read.source import Source
from ofc_audit.read.text_claims import read_claims, read_events, read_pairs, read_rake
from ofc_audit.read.text_compiled import Run, clean_batch, runs_of
from ofc_audit.read.text_damage import Damage
from ofc_audit.read.text_head import read_heads
from ofc_audit.read.text_kinds import LOOSE_HEADER, Kind, Section
from ofc_audit.read.text_lines import Layout, lay_out, stray_stretches
from ofc_audit.read.text_play import Play, read_play
from ofc_audit.read.text_seats import Seats, read_seats, sitting_out_json

FORMAT = "ofc_text"
IS_BY_HAND = IS_BY_LINE = True

_PREFIX = rb"(?:[\x00-\x09\x0b\x0c\x0e-\x20\x7f]|\xef\xbb\xbf)*"
_HEADER = re.compile(rb"[\r\n]" + _PREFIX + LOOSE_HEADER)
_SIGNS = re.compile(
    rb"(?:\A|[\r\n])"
    + _PREFIX
    + rb"(?:"
    + LOOSE_HEADER
    + rb"|\*\*\* (?:STREET [1-9]|FANTASYLAND|SHOWDOWN|PAIRS|RESULT|END) \*\*\*)"
)
_CUT_WINDOW = 1 << 18


def looks_like(head: bytes) -> bool:
    """Whether a file that begins with `head` is `ofc_text`: a line that begins a hand, well spelt or not, or names
    a section.
    """
    if b"*** " not in head and b"ofc" not in head.lower():
        return False
    return _SIGNS.search(head) is not None


def read(source: Source, chunk_bytes: int) -> Iterator[HandBatch]:
    """The hands of a source, a batch for each stretch of about `chunk_bytes` bytes that ends before a header."""
    return read_whole(FORMAT, source, chunk_bytes)


def cut(data: bytes | mmap.mmap, start: int, chunk_bytes: int) -> int:
    """Where a chunk ends: before its last header, or, while it has none, before the last one of twice as many bytes."""
    chunk_bytes = max(chunk_bytes, 1)
    while True:
        stop = start + chunk_bytes
        if stop >= len(data):
            return len(data)
        at = stop
        while at > start:
            # Windows overlap by more than a header's beginning is long, so that none falls between two.
            at = max(at - _CUT_WINDOW, start)
            found = [match.start() + 1 for match in _HEADER.finditer(data[at : min(at + _CUT_WINDOW + 256, stop)])]
            if found:
                return at + found[-1]
        chunk_bytes *= 2


def read_part(
    data: bytes, source_file: str, first_byte: int, first_number: int, is_after_result: bool = False
) -> tuple[list[HandBatch], bool]:
    """The batches of a chunk that begins at a line's start, one behind the other, and whether it ends in a stray RESULT section.

    What is clean is read by the part in C where that is there; the tables are the same without.
    """
    batches: list[HandBatch] = []
    is_scanned = library() is not None and not len(_lines_not_utf8(data))
    for run in runs_of(data) if is_scanned else [Run(0, len(data))]:
        batch = None
        if run.clean is not None and not (is_after_result and run.clean.begins_without_result):
            batch = clean_batch(data, run, run.clean, source_file, first_byte, first_number)
        if batch is None:
            part = data[run.start : run.stop]
            batch, is_after_result = read_chunk(
                part, source_file, first_byte + run.start, first_number, is_after_result
            )
        else:
            is_after_result = False
        batches.append(batch)
        first_number += batch.n_lines
    return batches, is_after_result


def read_chunk(
    data: bytes, source_file: str, first_byte: int, first_number: int, is_after_result: bool = False
) -> tuple[HandBatch, bool]:
    """The batch of a chunk that begins at a line's start, and whether it ends in a stray RESULT section, as the
    next must know.
    """
    buf = Buffer(data)
    layout, damage = lay_out(buf, first_number, _lines_not_utf8(data))
    strays = list(stray_stretches(layout))
    is_after_result = _refuse_parted(layout, damage, strays, is_after_result)
    raw = _raw_hands(layout, damage, source_file, first_byte)
    for hand, reason in misfits(raw).items():
        damage.add_hands(np.array([hand], np.int64), reason)
    kept = raw.keep(~damage.is_bad)
    rejects, reject_bytes = _rejects(layout, damage, strays, source_file, first_byte)
    hand_bytes = int((kept.hands["last_byte"] - kept.hands["first_byte"] + 1).sum())
    batch = assemble(
        kept,
        rejects,
        n_lines=_n_lines(layout),
        n_bytes=len(data),
        blank_bytes=len(data) - hand_bytes - reject_bytes,
    )
    return batch, is_after_result


def _n_lines(layout: Layout) -> int:
    number = layout.lines.number
    return int(number[-1] - number[0]) + 1 if len(number) else 0


def _lines_not_utf8(data: bytes) -> Ints:
    """The first byte that is no UTF-8 of each line that has such; most chunks have none and are decoded once."""
    if data.isascii() or _first_undecodable(data) is None:
        return np.empty(0, np.int64)
    array = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero((array == LF) | (array == CR))
    starts = np.concatenate([[0], ends + 1])
    stops = np.append(ends, len(data))
    found: list[int] = []
    for line in np.unique(np.searchsorted(ends, np.flatnonzero(array >= 0x80))).tolist():
        start = int(starts[line])
        place = _first_undecodable(data[start : int(stops[line])])
        if place is not None:
            found.append(start + place)
    return np.array(found, np.int64)


def _first_undecodable(data: bytes) -> int | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _refuse_parted(layout: Layout, damage: Damage, strays: list[tuple[int, int]], is_after_result: bool) -> bool:
    """A hand without results behind stray results is one hand torn in two: neither part is taken for the whole.

    `is_after_result` says the same of what precedes the chunk; returned is what precedes the next one.
    """
    is_result = layout.section_marks == Section.RESULT
    has_result = np.zeros(layout.n_hands, bool)
    has_result[layout.hand[is_result & (layout.hand >= 0)]] = True
    torn = [0] if is_after_result and layout.n_hands else []
    is_after_result = is_after_result and not layout.n_hands
    for begin, stop in strays:
        if not bool((layout.section_marks[begin : stop + 1] == Section.RESULT).any()):
            continue
        following = int(np.searchsorted(layout.first, stop))
        if following < layout.n_hands:
            torn.append(following)
        else:
            is_after_result = True
    hands = np.array([hand for hand in torn if not has_result[hand]], np.int64)
    damage.add_hands(hands, "the hand has no RESULT section, and one stands before its header: sections out of order")
    return is_after_result


def _raw_hands(layout: Layout, damage: Damage, source_file: str, first_byte: int) -> RawHands:
    heads = read_heads(layout, damage)
    seats = read_seats(layout, damage)
    play = read_play(layout, damage, seats)
    claims = read_claims(layout, damage, seats)
    pairs = read_pairs(layout, damage, seats)
    number = layout.lines.number
    for columns in (claims, pairs):
        for name in ("line", "showdown_line"):
            if name in columns:
                columns[name] = _numbers(number, columns[name])
    cancelled = np.zeros(layout.n_hands, np.int8)
    cancelled[layout.hand[layout.of_kind(Kind.CANCELLED)]] = 1
    hands: dict[str, Column] = {
        **heads,
        "rake": read_rake(layout, damage),
        "is_cancelled": cancelled,
        "sitting_out": sitting_out_json(seats, layout.n_hands),
        "events": read_events(layout, damage, seats),
        "format": _repeated(FORMAT, layout.n_hands),
        "source_file": _repeated(source_file, layout.n_hands),
        "first_line": number[layout.first],
        "last_line": number[layout.last],
        "first_byte": layout.lines.start[layout.first] + first_byte,
        "last_byte": layout.lines.stop[layout.last] + (first_byte - 1),
    }
    return RawHands(
        n_hands=layout.n_hands,
        hands=hands,
        seats=_seat_columns(seats, play, number),
        placed=play.placed,
        discarded=play.discarded,
        discards_known=play.discards_known,
        dealt=play.dealt,
        dealt_known=play.dealt_known,
        shown=play.shown,
        streets=play.streets,
        claims=claims,
        pairs=pairs,
    )


def _seat_columns(seats: Seats, play: Play, number: Ints) -> dict[str, Column]:
    return {
        "hand": seats.hand,
        "acting_order": seats.acting_order,
        "seat_no": seats.seat_no,
        "player_id": seats.name,
        "player_name": seats.name,
        "is_fantasy": seats.is_fantasy.astype(np.int8),
        "fantasy_cards": seats.fantasy_cards,
        "stack": seats.stack,
        "line": number[seats.line],
        "board_line": _numbers(number, np.where(play.board_line < 0, NULL, play.board_line)),
    }


def _numbers(number: Ints, line: Column) -> Ints:
    """Line numbers of indices of lines, `NULL` where there is none."""
    assert isinstance(line, np.ndarray)
    if not len(line):
        return line.astype(np.int64)
    return np.where(line == NULL, NULL, number[np.where(line == NULL, 0, line)])


def _repeated(text: str, n: int) -> pa.Array:
    return pa.array([text], pa.string()).take(pa.array(np.zeros(n, np.int64)))


def _rejects(
    layout: Layout, damage: Damage, strays: list[tuple[int, int]], source_file: str, first_byte: int
) -> tuple[pa.Table | None, int]:
    """The damaged hands and stray stretches of a chunk in their order, and how many bytes they have."""
    reasons = damage.reasons()
    found = [(int(layout.first[hand]), int(layout.last[hand]), reason, 1) for hand, reason in reasons.items()]
    for begin, stop in strays:
        # A stretch with an END was a hand once; without, its bytes belong to none.
        is_hand = bool(layout.kind[stop] == Kind.END)
        text = layout.buf.slice(int(layout.lines.start[begin]), int(layout.lines.end[begin]))
        where = "a hand without its header" if is_hand else "text outside any hand"
        found.append((begin, stop, f"line 1: {where}; one begins `OFC Hand #`: {quoted(text)}", int(is_hand)))
    if not found:
        return None, 0
    found.sort()
    lines = layout.lines
    starts = [int(lines.start[begin]) for begin, _, _, _ in found]
    stops = [int(lines.stop[end]) for _, end, _, _ in found]
    table = rejects_table(
        source_file,
        [int(lines.number[begin]) for begin, _, _, _ in found],
        [int(lines.number[end]) for _, end, _, _ in found],
        [first_byte + start for start in starts],
        [first_byte + stop - 1 for stop in stops],
        [reason for _, _, reason, _ in found],
        [n_hands for _, _, _, n_hands in found],
        [layout.buf.slice(start, stop) for start, stop in zip(starts, stops, strict=True)],
    )
    return table, sum(stops) - sum(starts)
