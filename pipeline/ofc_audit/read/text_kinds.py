"""What each line of `ofc_text` is, told by its first bytes: every line gets exactly one kind."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ofc_audit.read.scan import Buffer, Bytes, Cursor, Ints, Lines, Mask, Words, is_word, split_lines
from ofc_audit.read.scan_words import WordTable


class Kind(IntEnum):
    """What a line is. Those of a hand's head are numbered in the order in which they stand there."""

    UNKNOWN = 0
    BLANK = 1
    NOTE = 2
    HEADER = 3
    OPTIONS = 4
    TOURNAMENT = 5
    LEVELS = 6
    MATCH = 7
    LAST = 8
    TABLE = 9
    SITE = 10
    SEAT = 11
    BUTTON = 12
    MARK = 13
    EVENT = 14
    DEALT = 15
    PLACED = 16
    ROYALTIES = 17
    FOUL = 18
    PAIR = 19
    RESULT = 20
    NEXT = 21
    BOUNTY = 22
    PLACE = 23
    RAKE = 24
    CANCELLED = 25
    END = 26


class Section(IntEnum):
    """Where in a hand a line stands, in the order of the sections; streets 1 to 9 are `STREET` + 0 to 8."""

    HEAD = 0
    READY = 1
    STREET = 2
    FANTASYLAND = 11
    SHOWDOWN = 12
    PAIRS = 13
    RESULT = 14
    END = 15


N_STREETS = 9
MAX_SEAT_NO = 32_767

_HEADER_WORD = b"OFC Hand #"
_END_MARK = b"*** END ***"
_BEGIN: Mapping[bytes, Kind] = {
    b"OFC Hand #": Kind.HEADER,
    b"Options: ": Kind.OPTIONS,
    b"Tournament #": Kind.TOURNAMENT,
    b"Levels: ": Kind.LEVELS,
    b"Match #": Kind.MATCH,
    b"Last hand of the match": Kind.LAST,
    b"Table '": Kind.TABLE,
    b"Site ": Kind.SITE,
    b"Rake ": Kind.RAKE,
    b"Hand cancelled": Kind.CANCELLED,
}
_WHOLE = (Kind.LAST, Kind.CANCELLED)
"""Kinds whose lines hold nothing more."""
_MARKS: Mapping[bytes, Section] = {
    b"FANTASYLAND ***": Section.FANTASYLAND,
    b"SHOWDOWN ***": Section.SHOWDOWN,
    b"PAIRS ***": Section.PAIRS,
    b"RESULT ***": Section.RESULT,
    b"END ***": Section.END,
}
_SEAT_BEGIN: Mapping[bytes, Kind] = {
    b"dealt [": Kind.DEALT,
    b"top [": Kind.PLACED,
    b"middle [": Kind.PLACED,
    b"bottom [": Kind.PLACED,
    b"discards": Kind.PLACED,
    b"points ": Kind.RESULT,
    b"net ": Kind.RESULT,
    b"rake ": Kind.RESULT,
    b"stack ": Kind.RESULT,
    b"royaltie": Kind.ROYALTIES,
    b"foul": Kind.FOUL,
    b"Fantasyl": Kind.NEXT,
    b"no Fanta": Kind.NEXT,
    b"bounty ": Kind.BOUNTY,
    b"place ": Kind.PLACE,
    b"disconne": Kind.EVENT,
    b"connecte": Kind.EVENT,
}
_BEGIN_TABLE, _MARK_TABLE, _SEAT_TABLE = WordTable(_BEGIN), WordTable(_MARKS), WordTable(_SEAT_BEGIN)

BLANK_BYTES = bytes(range(0x21)) + b"\x7f"
BOM = b"\xef\xbb\xbf"
_IS_BLANK_BYTE = np.zeros(256, bool)
_IS_BLANK_BYTE[list(BLANK_BYTES + BOM)] = True
_LOWER_CASE = np.uint64(0x202020)
_PREFIX = re.compile(rb"(?:[\x00-\x20\x7f]|\xef\xbb\xbf)*")
LOOSE_HEADER = rb"(?i:ofc)[\W_]{0,8}(?i:hand|game|#)"
"""What counts as a header that may be misspelt: `ofc hand#7002`, `OFC Game #7`."""
_LOOSE_HEADER = re.compile(LOOSE_HEADER)
_GLUED_HEADER = re.compile(
    rb"OFC Hand #[^\r\n]{1,200}?: [^\r\n]{1,100}?, [0-9.]{1,20} [^\r\n ]{1,20} per point - "
    rb"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{8,15} UTC(?=[\r\n]|\Z)"
)


@dataclass(frozen=True)
class SeatLines:
    """The lines that begin with `Seat`: line, seat number, the position behind `: ` (or ` v Seat `), and whether
    `: ` is there.
    """

    line: Ints
    number: Ints
    at: Ints
    has_colon: Mask


def find_lines(buf: Buffer, first_number: int) -> tuple[Lines, Words, Ints]:
    """The lines, with glued ones cut apart and what precedes a header on its line left out; the first eight bytes
    of each; and the lines with a misspelt header.
    """
    lines = split_lines(buf, first_number)
    words = buf.load(lines.start)
    cuts = sorted(_glued(buf, lines, words))
    if cuts:
        lines = lines.cut(np.array([line for line, _ in cuts]), np.array([at for _, at in cuts]))
        words = buf.load(lines.start)
    lead = np.flatnonzero(_IS_BLANK_BYTE[words.astype(np.uint8)] & (lines.end > lines.start))
    if len(lead):
        start = lines.start.copy()
        for line in lead.tolist():
            text = buf.slice(int(lines.start[line]), int(lines.end[line]))
            skip = _blank_prefix(text)
            if skip == len(text) or _LOOSE_HEADER.match(text, skip):
                start[line] += skip
        lines = Lines(start, lines.end, lines.stop, lines.number)
        words = buf.load(start)
    loose = np.flatnonzero(is_word(words | _LOWER_CASE, b"ofc"))
    loose = loose[~buf.is_at(lines.start[loose], _HEADER_WORD)]
    is_header = [bool(_LOOSE_HEADER.match(buf.slice(int(lines.start[i]), int(lines.end[i])))) for i in loose.tolist()]
    return lines, words, loose[np.array(is_header, bool)]


def _blank_prefix(text: bytes) -> int:
    """How many bytes at the start are blanks, control characters or byte order marks."""
    match = _PREFIX.match(text)
    return match.end() if match else 0


def _glued(buf: Buffer, lines: Lines, words: Words) -> Iterator[tuple[int, int]]:
    """Lines that are two: where a file without a line end at its end was joined to the next. The line, and where
    to cut it.
    """
    cut: set[int] = set()
    ends = np.flatnonzero(is_word(words, _END_MARK[:8]) & (lines.end - lines.start > len(_END_MARK)))
    for line in ends[buf.is_at(lines.start[ends], _END_MARK)].tolist():
        at = int(lines.start[line]) + len(_END_MARK)
        rest = buf.slice(at, int(lines.end[line]))
        skip = _blank_prefix(rest)
        if skip == len(rest):
            lines.end[line] = at
        elif _LOOSE_HEADER.match(rest, skip):
            cut.add(line)
            yield line, at
    headers = np.flatnonzero(is_word(words, _HEADER_WORD[:8]))
    if buf.data.count(_HEADER_WORD) == int(buf.is_at(lines.start[headers], _HEADER_WORD).sum()):
        return
    for match in _GLUED_HEADER.finditer(buf.data):
        line = int(np.searchsorted(lines.start, match.start(), side="right")) - 1
        # A header cut off and joined to a whole one matches as one: the last of the two is the whole one.
        at = match.start() + match.group().rfind(_HEADER_WORD)
        before = buf.slice(int(lines.start[line]), at)
        is_start = _blank_prefix(before) == len(before)
        if not is_start and line not in cut and not before.startswith(b"#") and b'"' not in before:
            cut.add(line)
            yield line, at


def find_kinds(buf: Buffer, lines: Lines, words: Words) -> tuple[Bytes, Ints, SeatLines]:
    """The kind of each line, the section it begins (-1 for none), and the lines that begin with `Seat`."""
    kind = np.zeros(len(lines), np.uint8)
    section = np.full(len(lines), -1, np.int64)
    is_blank = lines.start >= lines.end
    is_seat, is_star = is_word(words, b"Seat "), is_word(words, b"*** ")
    kind[is_blank] = Kind.BLANK

    rest = np.flatnonzero(~(is_seat | is_star | is_blank))
    words = words[rest]
    found = _BEGIN_TABLE.values(words)
    length = lines.end[rest] - lines.start[rest]
    for literal, value in _BEGIN.items():
        if len(literal) > 8:
            near = np.flatnonzero(found == value)
            wrong = ~buf.is_at(lines.start[rest[near]], literal)
            if value in _WHOLE:
                wrong |= length[near] != len(literal)
            found[near[wrong]] = Kind.UNKNOWN
    found[is_word(words, b"# ") | (is_word(words, b"#") & (length == 1))] = Kind.NOTE
    kind[rest] = found

    _read_marks(buf, lines, np.flatnonzero(is_star), kind, section)
    return kind, section, _read_seats(buf, lines, np.flatnonzero(is_seat), kind)


def _read_marks(buf: Buffer, lines: Lines, line: Ints, kind: Bytes, section: Ints) -> None:
    """Lines that begin with stars: `*** RESULT ***`, `*** STREET 3 ***`."""
    start, end = lines.start[line] + 4, lines.end[line]
    found = _MARK_TABLE.values(buf.load(start)).astype(np.int64)
    for literal, value in _MARKS.items():
        near = np.flatnonzero(found == value)
        found[near[(end[near] - start[near] != len(literal)) | ~buf.is_at(start[near], literal)]] = 0
    number = buf.bytes[start + 7].astype(np.int64) - ord("0")
    is_street = (end - start == 12) & (number >= 1) & (number <= N_STREETS)
    is_street &= buf.is_at(start, b"STREET ") & buf.is_at(start + 8, b" ***")
    found[is_street] = Section.STREET - 1 + number[is_street]
    section[line] = np.where(found > 0, found, -1)
    kind[line] = np.where(found == Section.END, Kind.END, np.where(found > 0, Kind.MARK, Kind.UNKNOWN))


def _read_seats(buf: Buffer, lines: Lines, line: Ints, kind: Bytes) -> SeatLines:
    """Lines that begin with `Seat`: the number, then `: ` and what it says, ` v Seat `, or ` is the button`."""
    cursor = Cursor(buf, lines.start[line] + 5, lines.end[line])
    number = cursor.uint(MAX_SEAT_NO)
    has_colon = cursor.optional(b": ", cursor.ok)
    words = cursor.word()
    found = _SEAT_TABLE.values(words)
    # A street of which only the time is known.
    found[is_word(words, b"(")] = Kind.PLACED
    found[~has_colon] = Kind.UNKNOWN
    other = np.flatnonzero(~has_colon & cursor.ok)
    is_pair = buf.is_at(cursor.pos[other], b" v Seat ")
    is_button = buf.is_at(cursor.pos[other], b" is the button") & (cursor.end[other] == cursor.pos[other] + 14)
    found[other[is_pair]] = Kind.PAIR
    found[other[is_button]] = Kind.BUTTON
    cursor.pos[other[is_pair]] += 8
    kind[line] = found
    return SeatLines(line, number, cursor.pos, has_colon)
