"""The hands of a build in stretches of some row groups, each with the hands before it that its chains and matches need."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.audit.match_frame import MATCH_KEY, Following, codes, following, same_match
from ofc_audit.audit.view import Ints, Mask, ints
from ofc_audit.tables import schema
from ofc_audit.warehouse.lay import group_starts, row_group, some_row_groups

GROUPS_AT_ONCE = 4
"""Row groups of hands whose chains are judged together."""
CONTEXT_HANDS = 4096
"""So many hands of the same table before a stretch are looked at with it, and all of a match that it continues. A chain looks one hand back,
or further over cancelled hands."""

_TABLE_KEY = ("site", "club_id", "table_id")
_READ = ("hands", "seats", "claims", "claimed_pairs", "scored_seats", "scored_pairs")


@dataclass(frozen=True)
class Span:
    """Row groups of hands, from `first` up to before `last`, and how many hands are before each of them and behind the last."""

    first: int
    last: int
    starts: tuple[int, ...]
    is_last: bool
    given_from: int = 0
    """The row group of hands that the first row group of what single hands gave is about."""

    @property
    def end(self) -> int:
        """How many hands there are up to its end."""
        return self.starts[-1]


def spans(folder: Path, own: range | None = None) -> list[Span]:
    """The stretches of the hands in `folder`. `own`: the row groups to go through, where others there are looked at only as what was before and
    comes behind; what single hands gave is there of the own alone."""
    starts = group_starts(folder / "hands.parquet")
    if not starts:
        return []
    n_hands = starts[-1][1] + row_group(folder / "hands.parquet", starts[-1][0]).num_rows
    before = (*(n for _, n in starts), n_hands)
    own = range(len(starts)) if own is None else own
    return [
        Span(first, last, before[first : last + 1], last == len(starts), own.start)
        for first in range(own.start, own.stop, GROUPS_AT_ONCE)
        for last in (min(first + GROUPS_AT_ONCE, own.stop),)
    ]


@dataclass(frozen=True)
class Stretch:
    """The tables of the hands of a span, and of `n_before` hands before them, in order."""

    tables: dict[str, pa.Table]
    span: Span
    n_before: int
    upcoming: pa.Table
    """The hand after the last one, if there is one."""
    is_upcoming_in_fantasy: bool

    @property
    def n_hands(self) -> int:
        """Hands in the tables."""
        return int(self.tables["hands"].num_rows)

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """For each row group where its hands begin in the tables and where they end."""
        at = [start - self.span.starts[0] + self.n_before for start in self.span.starts]
        return list(pairwise(at))

    @property
    def after(self) -> Following:
        """What follows each hand on record, in the stretch or right after it."""
        seats = self.tables["seats"]
        hands = pa.concat_tables(
            [one.select([*MATCH_KEY, "deal_key"]) for one in (self.tables["hands"], self.upcoming)]
        )
        there = np.asarray(seats.filter(seats.column("is_fantasy")).column("hand_key"), np.int64)
        is_fantasy = np.isin(ints(self.tables["hands"], "hand_key"), there)
        told = following(hands, np.append(is_fantasy, np.full(self.upcoming.num_rows, self.is_upcoming_in_fantasy)))
        return Following(told.goes_on[: self.n_hands], told.in_fantasy[: self.n_hands])

    def hand_of(self, data: pa.Table) -> Ints:
        """(n_rows,) the place in `hands` of the hand of each row of a table whose rows lie in the order of the hands."""
        key, hands = ints(data, "hand_key"), ints(self.tables["hands"], "hand_key")
        begins = np.flatnonzero(np.append(True, key[1:] != key[:-1])[: len(key)])
        order = np.argsort(hands, kind="stable")
        of_run = order[np.searchsorted(hands, key[begins], sorter=order)]
        return np.repeat(of_run, np.diff(np.append(begins, len(key))))

    def groups_of(self, data: pa.Table) -> Iterator[pa.Table]:
        """The rows of the new hands of a table by seat or pair, for each row group of hands."""
        hand = self.hand_of(data)
        for start, end in self.ends:
            first, stop = np.searchsorted(hand, [start, end]).tolist()
            yield data.slice(first, stop - first)


def read_stretch(
    folder: Path,
    span: Span,
    also: Collection[str] = (),
    staged: Path | None = None,
    given: Collection[str] = (),
    without: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> Stretch:
    """The hands of a span, with those before them that they need.

    `also`: tables by hand in `folder` to be read beside those that an audit across hands needs; `given`: what single hands gave, in
    `staged`, here as `hand_<name>`; `without`: columns of tables that need not be read.
    """
    paths = {name: folder / f"{name}.parquet" for name in (*_READ, *also)}
    of_hands = {f"hand_{name}": staged / f"hand_{name}.parquet" for name in given} if staged is not None else {}
    shift = span.given_from
    columns = {name: [one for one in schema(name).names if one not in without.get(name, ())] for name in paths}

    def read(first: int, last: int) -> dict[str, pa.Table]:
        laid = {name: some_row_groups(path, range(first, last), columns[name]) for name, path in paths.items()}
        own = range(max(first - shift, 0), max(last - shift, 0))
        return laid | {name: some_row_groups(path, own) for name, path in of_hands.items()}

    tables = read(span.first, span.last)
    opening, before, n_before = tables["hands"].slice(0, 1), span.first, 0
    context: list[dict[str, pa.Table]] = []
    while before:
        before -= 1
        names = [*_TABLE_KEY, "match_id", "hand_key"]
        earlier = some_row_groups(paths["hands"], range(before, before + 1), names)
        n = _needed(pa.concat_tables([earlier, opening.select(names)]), CONTEXT_HANDS - n_before)
        n_before += n
        if n:
            context.insert(0, {name: _last(data, earlier, n) for name, data in read(before, before + 1).items()})
        if n < earlier.num_rows:
            break
        opening = earlier.slice(0, 1)
    # Each column in one piece: whoever reads it would make it so, time and again.
    tables = {
        name: pa.concat_tables([*(part[name] for part in context), data]).combine_chunks()
        for name, data in tables.items()
    }
    upcoming, is_fantasy = schema("hands").empty_table(), False
    if not span.is_last:
        upcoming = row_group(paths["hands"], span.last).slice(0, 1)
        seats = row_group(paths["seats"], span.last).slice(0, int(upcoming.column("n_seats")[0].as_py()))
        is_fantasy = any(seats.column("is_fantasy").to_pylist())
    return Stretch(tables, span, n_before, upcoming, is_fantasy)


def _needed(hands: pa.Table, n_wanted: int) -> int:
    """How many of the hands before the last one it needs: those of its table, up to the number wanted and to the start of a match."""
    same_table: Mask = np.ones(hands.num_rows - 1, bool)
    for name in _TABLE_KEY:
        code = codes(hands, name)
        same_table &= code[1:] == code[:-1]
    others = np.flatnonzero(~same_table)
    start = int(others[-1]) + 1 if len(others) else 0
    wanted = max(start, hands.num_rows - 1 - max(n_wanted, 0))
    same = same_match(hands)
    while wanted > start and same[wanted - 1]:
        wanted -= 1
    return int(hands.num_rows - 1 - wanted)


def _last(data: pa.Table, hands: pa.Table, n: int) -> pa.Table:
    """The rows of the last so many hands."""
    dropped = ints(hands.slice(0, hands.num_rows - n), "hand_key")
    return data.slice(int(np.count_nonzero(np.isin(ints(data, "hand_key"), dropped))))


@dataclass(frozen=True)
class Clashes:
    """Keys of hands under an id that others have too, and of those of them that are second records of one deal."""

    every: pa.Array
    conflicts: pa.Array

    def of(self, hands: pa.Table) -> tuple[Mask, Mask]:
        """(n_hands,) which of some hands are under an id that others have too, and which are second records."""
        key = hands.column("hand_key").combine_chunks()
        every, conflicts = (np.asarray(pc.is_in(key, one), bool) for one in (self.every, self.conflicts))
        return every, conflicts


def read_clashes(path: Path) -> Clashes:
    """The hands in table `id_clashes`; read once for all stretches of a build."""
    about = path.stat()
    return _read_clashes(path, about.st_ino, about.st_mtime_ns)


@lru_cache(maxsize=1)
def _read_clashes(path: Path, _inode: int, _changed: int) -> Clashes:
    data = pq.read_table(path, columns=["hand_key", "kind"])
    conflicts = data.filter(pc.equal(data.column("kind"), "conflict"))
    return Clashes(data.column("hand_key").combine_chunks(), conflicts.column("hand_key").combine_chunks())
