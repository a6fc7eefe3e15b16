"""The order of all hands without bringing them together: keys are sorted, and where each range of hands begins is found exactly.

Ranges are whole row groups of the tables on one machine. With each come the row groups before it that its chains and matches need, and the
one hand after it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.match_frame import MATCH_KEY, same_match
from ofc_audit.cluster.blocks import HOME, Block, by_kind, rows_of, table_block, told_block
from ofc_audit.cluster.identify import KEY, PAYLOAD
from ofc_audit.cluster.reading import parted
from ofc_audit.warehouse.stretches import CONTEXT_HANDS

KEYS, SIZE, EDGES = "keys", "size", "edges"


@dataclass(frozen=True)
class SendKeys:
    """Sends the keys of a task's hands to the tasks that sort them, divided at `cuts`."""

    cuts: Sequence[bytes]

    def __call__(self, part: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """Blocks of keys, with what tells matches apart."""
        hands = rows_of(by_kind(blocks)["hands"]).select([KEY, *MATCH_KEY])
        keys = hands.column(KEY).to_pylist()
        order = sorted(range(len(keys)), key=keys.__getitem__)
        hands = hands.take(pa.array(order, pa.int64()))
        ordered = [keys[at] for at in order]
        start = 0
        for to, stop in enumerate([*(bisect_left(ordered, cut) for cut in self.cuts), len(ordered)]):
            if stop > start:
                yield table_block(to, KEYS, part, hands.slice(start, stop - start))
            start = stop


def sort_keys(part: int, blocks: Sequence[Block]) -> Iterator[Block]:
    """The keys of a task in order, and for the driver how many they are."""
    keys = rows_of(by_kind(blocks)[KEYS]).sort_by(KEY)
    yield table_block(part, KEYS, part, keys)
    yield told_block(SIZE, part, keys.num_rows)


@dataclass(frozen=True)
class FindEdges:
    """Tells the driver the first and the last hand of each row group; `before`: how many hands are before those of each task."""

    before: Sequence[int]
    per_group: int

    def __call__(self, part: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """A block of those hands of the task that begin or end a row group, with their places from 0."""
        keys = blocks[0].table
        place = self.before[part] + np.arange(keys.num_rows)
        within = place % self.per_group
        some = np.flatnonzero((within == 0) | (within == self.per_group - 1))
        yield table_block(HOME, EDGES, part, keys.take(pa.array(some)).append_column("place", pa.array(place[some])))


@dataclass(frozen=True)
class Range:
    """Hands that one task audits: row groups from `first` up to before `stop`; with it those from `before` on, and a hand behind."""

    before: int
    first: int
    stop: int


@dataclass(frozen=True)
class Ranges:
    """All ranges, and the key of the first hand of each, of the hands that come with it, and of the range behind it, where there is one."""

    ranges: Sequence[Range]
    n_hands: int
    per_group: int
    starts: Sequence[bytes]
    contexts: Sequence[bytes]

    def __len__(self) -> int:
        return len(self.ranges)

    def own(self, number: int) -> tuple[int, int]:
        """The places, from 0, of the first hand of a range and of the first one behind it."""
        one = self.ranges[number]
        return one.first * self.per_group, min(one.stop * self.per_group, self.n_hands)


def cuts_of(samples: Sequence[Block], n_parts: int) -> list[bytes]:
    """Keys that divide all keys into about equal parts, as far as samples tell."""
    keys = sorted(key for block in samples for key in block.table.column(KEY).to_pylist())
    found = {keys[len(keys) * part // n_parts] for part in range(1, n_parts)} if keys else set()
    return sorted(found)


def ranges_of(edges: Sequence[Block], n_hands: int, per_group: int, groups_per_range: int) -> Ranges:
    """The ranges of so many hands, from the first and last hands of row groups."""
    if not n_hands:
        return Ranges((), 0, per_group, (), ())
    hands = rows_of(edges).sort_by("place")
    at = {place: row for row, place in enumerate(hands.column("place").to_pylist())}
    keys = hands.column(KEY).to_pylist()
    n_groups = -(-n_hands // per_group)

    def key(group: int) -> bytes:
        found: bytes = keys[at[group * per_group]]
        return found

    def continues(group: int) -> bool:
        """Whether a match goes on from the row group before."""
        rows = [at[group * per_group - 1], at[group * per_group]]
        return bool(same_match(hands.take(pa.array(rows)))[0])

    ranges = []
    for first in range(0, n_groups, groups_per_range):
        before = first
        while before and ((first - before) * per_group < CONTEXT_HANDS or continues(before)):
            before -= 1
        ranges.append(Range(before, first, min(first + groups_per_range, n_groups)))
    return Ranges(ranges, n_hands, per_group, [key(one.first) for one in ranges], [key(one.before) for one in ranges])


@dataclass(frozen=True)
class SendHands:
    """Sends the rows of hands to every range that needs them."""

    ranges: Ranges

    def __call__(self, part: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """Blocks of the hand tables for each range."""
        found = by_kind(blocks)
        tables = {name: rows_of(found[name]) for name in PAYLOAD if name in found}
        keys = sorted(enumerate(tables["hands"].column(KEY).to_pylist()), key=lambda one: one[1])
        rows, ordered = [row for row, _ in keys], [key for _, key in keys]
        for goes_to in self._rounds(ordered):
            part_of = np.full(len(rows), -1)
            part_of[rows] = goes_to
            yield from parted(tables, part_of, part, list(tables))

    def _rounds(self, ordered: Sequence[bytes]) -> Iterator["np.typing.NDArray[np.int64]"]:
        """(n,) for each hand a range that it goes to, -1 for none, as often as any hand goes to one more: nearly all go to their own only."""
        starts, contexts = self.ranges.starts, self.ranges.contexts
        first = [bisect_left(ordered, start) for start in starts]
        ends = [*first[1:], len(ordered)]
        n_sent = np.zeros(len(ordered), np.int64)
        rounds = [np.full(len(ordered), -1)]
        for number, (begin, end) in enumerate(zip(first, ends, strict=True)):
            low = bisect_left(ordered, contexts[number], 0, begin)
            # The one hand behind the range comes with it.
            is_behind = number + 1 < len(starts) and end < len(ordered) and ordered[end] == starts[number + 1]
            for at in range(low, end + is_behind):
                if begin <= at < end:
                    rounds[0][at] = number
                    continue
                n_sent[at] += 1
                if n_sent[at] == len(rounds):
                    rounds.append(np.full(len(ordered), -1))
                rounds[n_sent[at]][at] = number
        yield from rounds
