"""The staged hand tables laid out in the order of the hands: rows are fetched from where they stand, not sorted by a query.

What fits is fetched in memory. More is first dealt out to stretches of the order, each of which fits, in one pass over the staged rows; so
memory holds rows of `HANDS_AT_ONCE` hands, or of a `MOST_STRETCHES`-th of all hands where that is more, beside eight bytes for each record.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import one_array
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.warehouse import lay
from ofc_audit.warehouse.engine import count
from ofc_audit.warehouse.lay import OrderedWriter, group_count
from ofc_audit.warehouse.packed_boards import unpacked
from ofc_audit.warehouse.staged import PART_BITS, RAW_HAND, SOURCE_NO, staged_file, staged_folders
from ofc_audit.warehouse.unite_records import UNITED

Ints = npt.NDArray[np.int64]

HANDS_AT_ONCE = 1 << 17
"""Hands whose rows are held in memory together."""
MOST_STRETCHES = 200
"""Stretches of the order that hands are dealt out to at most: each has a file that is open meanwhile."""
_DEALT_ROWS = 1 << 18
"""Rows that are dealt out together."""
_WITHIN_HAND: Mapping[str, Sequence[str]] = {
    "hands": (),
    "seats": ("acting_order",),
    "boards": ("acting_order",),
    "claims": ("acting_order",),
    "claimed_pairs": ("a", "b"),
}
_KEY, _WITHIN_BITS = "order_key", 14
"""A column that sorts rows: the place of the hand, and in the lowest bits what orders rows within it, seven bits for each acting order."""


@dataclass(frozen=True)
class _Places:
    """For each record the place of its hand in the order, -1 where its rows are not kept; `first`: where those of each part begin."""

    first: Ints
    place: Ints

    def at(self, raw_hand: Ints) -> Ints:
        """Where the numbers of records stand in `place`."""
        at: Ints = self.first[raw_hand >> PART_BITS] + (raw_hand & ((1 << PART_BITS) - 1))
        return at

    def with_only(self, raw_hand: Ints) -> "_Places":
        """Only those records are kept."""
        place = np.full(len(self.place), -1)
        place[self.at(raw_hand)] = self.place[self.at(raw_hand)]
        return _Places(self.first, place)

    def without(self, raw_hand: Ints) -> "_Places":
        """Those records are not kept."""
        place = self.place.copy()
        place[self.at(raw_hand)] = -1
        return _Places(self.first, place)


@dataclass(frozen=True)
class _Staged:
    """A staged file, and which of its rows are kept and where."""

    path: Path
    places: _Places


def lay_hand_tables(con: duckdb.DuckDBPyConnection, staged: Path, folder: Path, threads: int | None = None) -> None:
    """Writes the hand tables, kept records only, in the order of the hands, from what is staged, `hand_order` and `joined_records`.

    With more than one thread two tables are written at a time.
    """
    places = _places(con)
    joined, base = (
        np.asarray(con.sql(f"select distinct {name} as no from joined_records").fetchnumpy()["no"], np.int64)
        for name in ("raw_hand", "base_hand")
    )
    apart, together = (places.without(joined), places.with_only(base)) if len(joined) else (places, places)
    n_hands = count(con, "select count(*) from hand_order")
    is_over = threading.Event()

    def lay_one(name: str) -> None:
        files = [_Staged(staged_file(each, name), apart) for each in staged_folders(staged)]
        if len(joined):
            files.append(_Staged(staged_file(staged, name, UNITED), together))
        _lay(name, files, folder / f"{name}.parquet", staged / f"dealt_{name}", n_hands, is_over)

    with ThreadPoolExecutor(1 if threads == 1 else 2) as pool:
        try:
            # The largest table goes first, so that the others are written beside it.
            for done in [pool.submit(lay_one, name) for name in sorted(HAND_TABLES, key=lambda name: name != "boards")]:
                done.result()
        finally:
            is_over.set()


def _places(con: duckdb.DuckDBPyConnection) -> _Places:
    sizes = con.sql(
        f"select raw_hand >> {PART_BITS} as part, max(raw_hand & ((1::bigint << {PART_BITS}) - 1)) + 1 as n from "
        "(select raw_hand from staged_hands union all select raw_hand from joined_records) group by part"
    ).fetchnumpy()
    n_records = np.zeros(int(max(sizes["part"], default=-1)) + 1, np.int64)
    n_records[sizes["part"].astype(np.int64)] = sizes["n"]
    places = _Places(np.cumsum(n_records) - n_records, np.full(int(n_records.sum()), -1, np.int64))
    for batch in con.sql("select raw_hand, hand_order from hand_order").to_arrow_reader(1 << 16):
        places.place[places.at(np.asarray(batch.column(0), np.int64))] = np.asarray(batch.column(1), np.int64) - 1
    return places


def _lay(name: str, files: Sequence[_Staged], path: Path, dealt: Path, n_hands: int, is_over: threading.Event) -> None:
    n_groups = group_count(n_hands)
    n_at_once = max(HANDS_AT_ONCE // lay.HANDS_PER_GROUP, -(-n_groups // MOST_STRETCHES))
    rows = (_keyed(name, data, file.places) for file in files for data in _pieces(file.path))
    parts = _dealt_out(rows, dealt, n_groups, n_at_once) if n_groups > n_at_once else iter([pa.concat_tables(rows)])
    writer = OrderedWriter(name, path)
    for number, part in enumerate(parts):
        for group in _groups(part, number * n_at_once, min(n_groups, (number + 1) * n_at_once)):
            if is_over.is_set():
                return
            writer.write(unpacked(group) if name == "boards" else group)
    writer.close()


def _pieces(path: Path) -> Iterator[pa.Table]:
    """The rows of a staged file as they were written together; of an empty one its columns."""
    with pa.ipc.open_file(path) as staged:
        for number in range(staged.num_record_batches):
            yield pa.Table.from_batches([staged.get_batch(number)])
        if not staged.num_record_batches:
            yield staged.schema.empty_table()


def _keyed(name: str, data: pa.Table, places: _Places) -> pa.Table:
    """The rows that are kept, with their keys in place of the numbers of record and source."""
    place = places.place[places.at(np.asarray(one_array(data.column(RAW_HAND)), np.int64))]
    within = np.zeros(len(place), np.int64)
    for column in _WITHIN_HAND[name]:
        within = (within << 7) + np.asarray(one_array(data.column(column)), np.int64)
    columns = [column for column in data.column_names if column not in (RAW_HAND, SOURCE_NO)]
    keyed = data.select(columns).append_column(_KEY, pa.array((place << _WITHIN_BITS) + within))
    return keyed if (place >= 0).all() else keyed.filter(pa.array(place >= 0))


def _sorted(data: pa.Table) -> tuple[pa.Table, Ints]:
    """The rows by their keys, and the place of the hand of each."""
    key = data.column(_KEY).to_numpy()
    order = np.argsort(key, kind="stable")
    is_sorted = bool((np.diff(order) == 1).all())
    return data if is_sorted else data.take(pa.array(order)), key[order] >> _WITHIN_BITS


def _groups(part: pa.Table, first: int, stop: int) -> Iterator[pa.Table]:
    """The rows of each group of hands from `first` up to before `stop`, of which `part` holds all rows in any order."""
    data, place = _sorted(part)
    data = data.drop_columns([_KEY])
    edges = np.searchsorted(place, np.arange(first, stop + 1) * lay.HANDS_PER_GROUP)
    for begin, end in pairwise(edges.tolist()):
        yield data.slice(begin, end - begin)


def _dealt_out(rows: Iterator[pa.Table], folder: Path, n_groups: int, n_at_once: int) -> Iterator[pa.Table]:
    """The rows of each stretch of `n_at_once` groups of hands, one stretch after the other, by way of a file for each."""
    folder.mkdir()
    n_stretches = -(-n_groups // n_at_once)
    edges = np.arange(n_stretches + 1) * (n_at_once * lay.HANDS_PER_GROUP)
    paths = [folder / f"{number}.arrow" for number in range(n_stretches)]
    packing = pa.ipc.IpcWriteOptions(compression="lz4", use_threads=False)
    with ExitStack() as stack:
        writers: list[pa.ipc.RecordBatchStreamWriter] = []
        for data in _gathered(rows):
            if not writers:
                writers = [stack.enter_context(pa.ipc.new_stream(path, data.schema, options=packing)) for path in paths]
            some, place = _sorted(data)
            bounds = np.searchsorted(place, edges).tolist()
            for writer, (begin, end) in zip(writers, pairwise(bounds), strict=True):
                if begin < end:
                    writer.write_table(some.slice(begin, end - begin))
    for path in paths:
        with pa.ipc.open_stream(path) as reader:
            yield reader.read_all()
        path.unlink()


def _gathered(rows: Iterator[pa.Table]) -> Iterator[pa.Table]:
    """Tables of some hundred thousand rows: every file of a stretch gets a piece of each of them."""
    waiting: list[pa.Table] = []
    for data in rows:
        waiting.append(data)
        if sum(table.num_rows for table in waiting) >= _DEALT_ROWS:
            yield pa.concat_tables(waiting)
            waiting = []
    if waiting:
        yield pa.concat_tables(waiting)
