"""A range of hands on disk, in the shape that the stages of one machine read: some row groups of every table in a folder."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.cluster.blocks import Block, by_kind, files_of, put_files, rows_of
from ofc_audit.cluster.identify import IS_SHARED, KEY, RECORDS, staged_schema
from ofc_audit.cluster.ordering import Ranges
from ofc_audit.cluster.reading import IN_MEMORY, TASK_THREADS
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import schema
from ofc_audit.warehouse.engine import database
from ofc_audit.warehouse.lay import OrderedWriter
from ofc_audit.warehouse.staged import RAW_HAND

OWN, BEFORE, BEHIND, STAGED = "own", "before", "behind", "staged"
"""Folders of a range: the tables of its own hands, of those before them and of the one behind, and what is staged beside the own ones."""
_FOLDERS = (OWN, BEFORE, BEHIND, STAGED)
_WITHIN_HAND = {
    "seats": ["acting_order"],
    "boards": ["acting_order"],
    "claims": ["acting_order"],
    "claimed_pairs": ["a", "b"],
}


@dataclass(frozen=True)
class Part:
    """A range while its task works: its folders, and where among all hands it is."""

    number: int
    work: Path
    per_group: int
    first_group: int
    """The number of its first row group among those of all hands."""
    n_before: int
    n_own: int
    """Hands that come with it before its own, and its own."""

    @property
    def own(self) -> Path:
        """The folder of its own tables, in row groups as on one machine."""
        return self.work / OWN

    @property
    def staged(self) -> Path:
        """The folder of what is staged."""
        return self.work / STAGED

    @property
    def first_place(self) -> int:
        """The place, from 0, of its first own hand among all hands."""
        return self.first_group * self.per_group

    @contextmanager
    def database(self, name: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """A database of the task, in memory; what it has no room for goes to disk."""
        with database(IN_MEMORY, self.work / "spill" / name, TASK_THREADS) as con:
            yield con

    def put(self, con: duckdb.DuckDBPyConnection, name: str, data: pa.Table, place: str) -> None:
        """Makes a temp table of the rows about its own hands, whose places among all hands then count from its own first."""
        con.register("given", data)
        con.execute(
            f"create temp table {name} as select * replace ({place} - {self.first_place} as {place}) from given "
            f"where {place} between {self.first_place} and {self.first_place + self.n_own - 1} order by {place}"
        )
        con.unregister("given")

    def groups(self, name: str) -> Iterator[tuple[int, pa.Table]]:
        """The row groups of a table of its own hands, with their numbers among those of all hands."""
        with pq.ParquetFile(self.own / f"{name}.parquet") as file:
            for group in range(file.num_row_groups):
                yield self.first_group + group, file.read_row_group(group)

    def blocks(self) -> Iterator[Block]:
        """All of its files, for the task that goes on with it."""
        for folder in _FOLDERS:
            yield from files_of(self.work / folder, f"{folder}/", self.number)


@contextmanager
def part_of(ranges: Ranges, number: int) -> Iterator[Part]:
    """The range of a task, its folders empty; they are gone afterwards."""
    one, size = ranges.ranges[number], ranges.per_group
    first, stop = ranges.own(number)
    with TemporaryDirectory(prefix="ofc-") as name:
        part = Part(number, Path(name), size, one.first, first - one.before * size, stop - first)
        for folder in _FOLDERS:
            (part.work / folder).mkdir()
        yield part


@contextmanager
def part_again(ranges: Ranges, number: int, blocks: Sequence[Block]) -> Iterator[Part]:
    """The range of a task with its files as an earlier task left them."""
    with part_of(ranges, number) as part:
        found = by_kind(blocks)
        for folder in _FOLDERS:
            put_files(found, f"{folder}/", part.work / folder)
        yield part


@dataclass(frozen=True)
class Laid:
    """What a range has beside its tables: of each hand, whether another record shares its site and id; and the records of hands."""

    is_shared: "np.typing.NDArray[np.bool_]"
    records: pa.Table | None


def lay_part(part: Part, blocks: Sequence[Block]) -> Laid:
    """Writes the hand tables of a range to its folders from rows that came from anywhere."""
    found = by_kind(blocks)
    hands = rows_of(found["hands"]).sort_by(KEY)
    raw = np.asarray(hands.column(RAW_HAND), np.int64)
    by_raw = np.argsort(raw)

    def places(data: pa.Table) -> "np.typing.NDArray[np.int64]":
        own: np.typing.NDArray[np.int64] = by_raw[
            np.searchsorted(raw, np.asarray(data.column(RAW_HAND), np.int64), sorter=by_raw)
        ]
        return own

    for name in HAND_TABLES:
        data = hands if name == "hands" else rows_of(found.get(name, []), staged_schema(name))
        place = places(data)
        within = [np.asarray(data.column(key), np.int64) for key in reversed(_WITHIN_HAND.get(name, []))]
        order = np.lexsort((*within, place))
        _write(part, name, data.take(pa.array(order)), place[order], len(raw))
    own = slice(part.n_before, part.n_before + part.n_own)
    records = rows_of(found[RECORDS]) if RECORDS in found else None
    if records is not None:
        place = places(records) - part.n_before
        mine = (place >= 0) & (place < part.n_own)
        at = pa.array(part.first_place + place[mine])
        records = records.filter(pa.array(mine)).append_column("place", at)
    return Laid(np.asarray(hands.column(IS_SHARED))[own], records)


def _write(part: Part, name: str, data: pa.Table, place: "np.typing.NDArray[np.int64]", n_hands: int) -> None:
    """Writes rows, sorted by the place of their hand, to the folders that the hands belong to."""
    data = data.select(schema(name).names)
    behind = part.n_before + part.n_own
    for folder, begin, end in ((BEFORE, 0, part.n_before), (OWN, part.n_before, behind), (BEHIND, behind, n_hands)):
        writer = OrderedWriter(name, part.work / folder / f"{name}.parquet")
        for first in range(begin, end, part.per_group):
            start, stop = np.searchsorted(place, [first, min(first + part.per_group, end)])
            writer.write(data.slice(int(start), int(stop - start)))
        writer.close()
