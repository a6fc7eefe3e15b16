"""Reader of `arena_jsonl`: the log of an open engine in which bots play, a line for each event.

A hand begins with the line that names its seats and ends before the next one. The log names no variant and no table: the deals tell
the game, a Fantasyland of more than 14 cards that it is progressive, and the first deal which log it is. Never raises on bad data.
"""

import hashlib
import mmap
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa

from ofc_audit.read.arena_hands import ArenaHands, Log, Logs, Places, raw_hands
from ofc_audit.read.arena_lines import OPENING, ArenaLines, in_words, read_lines, trimmed
from ofc_audit.read.arena_parts import Parts, divide
from ofc_audit.read.arena_spec import line_of
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import HandBatch, Ints, Mask, misfits
from ofc_audit.read.json_strict import Damage, dump
from ofc_audit.read.rejects import rejects_table
from ofc_audit.read.scan import Buffer, Lines, split_lines
from ofc_audit.read.source import Source

FORMAT = "arena_jsonl"
CHUNK_BYTES = 16 << 20
STRAY = "events stand before the line that opens their hand (hand, seats)"

_EVENT = rb'\{[ \t]*"hand"[ \t]*:[ \t]*\d+[ \t]*,[ \t]*"ev"[ \t]*:'
# A line begins behind the last of its line ends: to look from every one of a thousand blank lines takes a thousand times as long.
_LOOKS = re.compile(
    rb"(?:\A|[\r\n])(?:[\x00-\x09\x0b\x0c\x0e-\x20\x7f]|\xef\xbb\xbf)*+(?:" + OPENING + rb"|" + _EVENT + rb")"
)
_CUT = re.compile(rb"[\r\n](?=" + OPENING + rb")")
_FIRST = re.compile(OPENING + rb"[^\r\n]*[\r\n]+[^\r\n]*")
_DEAL = re.compile(rb'"event"\s*:\s*"deal"')
_LINE_END = re.compile(rb"[\r\n]")
_SINGLE, _TRIPLE = (re.compile(rb'"count"\s*:\s*%d\b' % count) for count in (1, 3))
_MANY_CARDS = re.compile(rb'"(?:next_fantasyland|cards)"\s*:\s*1[5-9]\b')


def looks_like(head: bytes) -> bool:
    """Whether a line of the head opens a hand or tells an event of one."""
    return b'"hand"' in head and _LOOKS.search(head) is not None


def read(source: Source, chunk_bytes: int = CHUNK_BYTES) -> Iterator[HandBatch]:
    """The hands of a log in chunks of about `chunk_bytes`, cut before hands. Never raises on bad data."""
    logs = Logs(np.zeros(1, np.int64), [log_of(source.data)])
    start, first_line = 0, 1
    while start < source.n_bytes:
        match = _CUT.search(source.data, start + max(chunk_bytes, 1))
        stop = match.end() if match else source.n_bytes
        buf = Buffer(source.data[start:stop])
        lines = split_lines(buf, first_line)
        yield _batch(source.name, logs, buf, lines, start)
        first_line += len(lines)
        start = stop


def read_laid(laid: Source, start: Ints, sources: Sequence[Source]) -> tuple[list[HandBatch], Mask]:
    """The hands of logs that are laid one behind the other from `start` on, each with what its own log tells, and which are beyond doubt."""
    logs = Logs(start, [log_of(source.data) for source in sources])
    buf = Buffer(bytes(laid.data))
    return [_batch(laid.name, logs, buf, split_lines(buf), 0)], np.ones(len(sources), bool)


def log_of(data: bytes | mmap.mmap) -> Log:
    """What a whole log tells of its hands.

    The rule set is null where deals of one card and of three stand side by side, or neither does. A log is told from others by its
    first hand and the first event of it, so that one that has grown since is the same.
    """
    first = _FIRST.search(data)
    digest = hashlib.sha256(b"".join(first.group().split()) if first else b"").hexdigest()
    is_classic, is_pineapple = _has_deal(data, _SINGLE), _has_deal(data, _TRIPLE)
    rules_id = None
    if is_classic != is_pineapple:
        is_progressive = is_pineapple and _MANY_CARDS.search(data) is not None
        rules_id = "arena_classic" if is_classic else "arena_progressive" if is_progressive else "arena_pineapple"
    return Log(f"log {digest[:12]}", rules_id)


def _has_deal(data: bytes | mmap.mmap, count: re.Pattern[bytes]) -> bool:
    """Whether a line tells a deal and behind it that count."""
    # Line by line: one pattern for both would look through a torn line again from each deal in it.
    at = 0
    while (deal := _DEAL.search(data, at)) is not None:
        end = _LINE_END.search(data, deal.end())
        at = end.start() if end else len(data)
        if count.search(data, deal.end(), at):
            return True
    return False


def _batch(name: str, logs: Logs, buf: Buffer, lines: Lines, chunk_start: int) -> HandBatch:
    n_lines = len(lines)
    read_of, lines = read_lines(buf, lines)
    parts = divide(read_of, buf, lines)
    hands = ArenaHands(read_of, lines.number, parts.hand)
    hands.mark(np.flatnonzero(parts.has_damage), "")
    first, last = parts.first, parts.last
    start, stop = lines.start[first], lines.end[last]
    places = Places(start + chunk_start, stop - 1 + chunk_start, lines.number[first], lines.number[last])
    raw = raw_hands(hands, logs, places, name, _unknown_keys(read_of, parts))
    reasons = hands.reasons
    for hand, reason in misfits(raw).items():
        reasons.setdefault(hand, reason)
    keep = np.ones(raw.n_hands, bool)
    keep[list(reasons)] = False
    stretches = _stretches(parts, reasons, _Words(buf, lines, read_of.damaged))
    rejects = _rejects(name, buf, lines, stretches, chunk_start)
    n_rejected = sum(int(lines.end[b] - lines.start[a]) for a, b, _, _ in stretches)
    n_taken = int((stop - start)[keep].sum())
    return assemble(raw.keep(keep), rejects, n_lines=n_lines, n_bytes=buf.n, blank_bytes=buf.n - n_taken - n_rejected)


def _stretches(parts: Parts, reasons: Mapping[int, str], words: "_Words") -> list[tuple[int, int, str, int]]:
    """What becomes a reject: first and last line, reason, and how many hands were there."""
    last = parts.last.copy()
    found: list[tuple[int, int, str, int]] = []
    for stray in parts.strays:
        if stray.hand in reasons and not stray.is_hand:
            # Nothing says that it was another hand's, and its own is damaged all the same.
            last[stray.hand] = stray.last
        else:
            found.append((stray.first, stray.last, words.of(stray.first, stray.last) or STRAY, int(stray.is_hand)))
    for hand, reason in reasons.items():
        begin, end = int(parts.first[hand]), int(last[hand])
        found.append((begin, end, words.of(begin, end) or reason, 1))
    return sorted(found)


class _Words:
    """What is wrong with lines, in words."""

    def __init__(self, buf: Buffer, lines: Lines, damaged: Mapping[int, str | None]) -> None:
        self._buf, self._lines, self._damaged = buf, lines, damaged

    def of(self, first: int, last: int) -> str | None:
        """The first line from `first` to `last` that is damaged by itself, counted from `first`, with the reason; None where only the lines
        together are."""
        for line in range(first, last + 1):
            is_damaged = line in self._damaged
            if is_damaged and self._damaged[line] is not None:
                return f"line {self._counted(first, line)}: {self._damaged[line]}"
            raw = trimmed(self._buf.slice(int(self._lines.start[line]), int(self._lines.end[line])))
            try:
                if raw:
                    line_of(raw)
            except Damage as damage:
                return f"line {self._counted(first, line)}: {in_words(damage) if is_damaged else damage.reason}"
        return None

    def _counted(self, first: int, line: int) -> int:
        return int(self._lines.number[line] - self._lines.number[first]) + 1


def _unknown_keys(read_of: ArenaLines, parts: Parts) -> list[str | None]:
    """The keys of each hand that the format does not define, as JSON from key to its first value."""
    found: list[dict[str, object]] = [{} for _ in parts.first]
    for at, keys in sorted(read_of.unknown.items()):
        hand = int(parts.hand[np.searchsorted(read_of.line, at)])
        if hand >= 0:
            found[hand] = keys | found[hand]
    return [dump(dict(sorted(keys.items()))) if keys else None for keys in found]


def _rejects(
    name: str, buf: Buffer, lines: Lines, stretches: list[tuple[int, int, str, int]], chunk_start: int
) -> pa.Table:
    return rejects_table(
        name,
        [int(lines.number[first]) for first, _, _, _ in stretches],
        [int(lines.number[last]) for _, last, _, _ in stretches],
        [int(lines.start[first]) + chunk_start for first, _, _, _ in stretches],
        [int(lines.end[last]) - 1 + chunk_start for _, last, _, _ in stretches],
        [reason for _, _, reason, _ in stretches],
        [n_hands for _, _, _, n_hands in stretches],
        [buf.slice(int(lines.start[first]), int(lines.end[last])) for first, last, _, _ in stretches],
    )
