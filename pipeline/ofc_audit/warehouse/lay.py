"""Parquet files whose bytes depend on their rows alone: rows in a stated order, row groups of the same hands in every hand table."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import conform, schema
from ofc_audit.tables import table as declared

HANDS_PER_GROUP = 8_192
"""Row group g of a hand table holds the hands g × 8,192 + 1 to (g + 1) × 8,192 in the order of the hands."""
LAID_BY_HAND = (*HAND_TABLES, "scored_seats", "scored_pairs", "verdicts", "seat_verdicts", "fouls", "fantasy_runs")
"""Tables whose row groups hold the same hands."""
SMALL_TABLES = ("findings", "id_clashes", "aliases", "calendar")
"""Tables with few rows that models read which work hand by hand, in row groups of their own."""
ROWS_PER_GROUP = 65_536
"""Rows of a group in tables that are not laid out by hand."""
_READ_ROWS = 8_192
_BOARD_LISTS = [
    f"{c.name}.list.element" for c in declared("boards").columns if c.type in ("board", "uint8_list", "int32_list")
]
"""The columns of hand tables that a dictionary makes smaller; the others are smaller, and written sooner, without."""


class OrderedWriter:
    """A Parquet file of a declared table, one row group for each table written, empty ones too."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.n_rows = 0
        self._writer = pq.ParquetWriter(
            path, schema(name), compression="zstd", use_dictionary=_BOARD_LISTS if name in HAND_TABLES else True
        )

    def write(self, data: pa.Table) -> None:
        """Writes one row group. Raises what `tables.conform` raises."""
        conformed = conform(self.name, data)
        self.n_rows += conformed.num_rows
        self._writer.write_table(conformed.combine_chunks(), row_group_size=max(1, conformed.num_rows))

    def close(self) -> None:
        """Completes the file."""
        self._writer.close()


def groups(reader: pa.RecordBatchReader, column: str, n_groups: int, first: int = 0) -> Iterator[pa.Table]:
    """A table for each group from `first` up to before `n_groups`, from rows sorted by an order number `column`, without that column.

    Cut where a group of hands ends; a group without rows gives an empty table.
    """
    waiting: list[pa.RecordBatch] = []
    group = first
    without = [name for name in reader.schema.names if name != column]

    def gathered() -> pa.Table:
        table = pa.Table.from_batches(waiting, reader.schema).select(without)
        waiting.clear()
        return table

    for batch in reader:
        number = (np.asarray(batch.column(column), np.int64) - 1) // HANDS_PER_GROUP
        start = 0
        while start < len(number):
            while group < number[start]:
                yield gathered()
                group += 1
            stop = int(np.searchsorted(number, group, side="right"))
            waiting.append(batch.slice(start, stop - start))
            start = stop
    while group < n_groups:
        yield gathered()
        group += 1


def group_count(n_hands: int) -> int:
    """How many row groups hand tables of so many hands have."""
    return -(-n_hands // HANDS_PER_GROUP)


def group_starts(path: Path) -> list[tuple[int, int]]:
    """The number of each row group of a Parquet file, with how many rows are before it."""
    about = pq.read_metadata(path)
    sizes = [about.row_group(group).num_rows for group in range(about.num_row_groups)]
    return list(enumerate(accumulate(sizes[:-1], initial=0))) if sizes else []


def row_group(path: Path, group: int) -> pa.Table:
    """One row group of a Parquet file, which stays open for the next."""
    return some_row_groups(path, range(group, group + 1))


def some_row_groups(path: Path, groups: range, columns: Sequence[str] | None = None) -> pa.Table:
    """Some row groups of a Parquet file, or some columns of them; the file stays open for the next."""
    about = path.stat()
    return _opened(path, about.st_ino, about.st_mtime_ns).read_row_groups(list(groups), columns)


@lru_cache(maxsize=2 * len(LAID_BY_HAND))
def _opened(path: Path, _inode: int, _changed: int) -> pq.ParquetFile:
    return pq.ParquetFile(path)


def lay_by_hand(con: duckdb.DuckDBPyConnection, name: str, query: str, path: Path, n_groups: int) -> None:
    """Writes the rows of a query as the declared table `name`, one row group for each group of hands.

    The query gives, beside the declared columns, `place_no`, the order number of the hand, and is sorted by it first.
    """
    writer = OrderedWriter(name, path)
    for table in groups(con.sql(query).to_arrow_reader(_READ_ROWS), "place_no", n_groups):
        writer.write(table)
    writer.close()


def lay_undeclared(con: duckdb.DuckDBPyConnection, query: str, path: Path, meanings: Mapping[str, str]) -> int:
    """Writes the rows of a query, whose columns `meanings` describes, in row groups of fixed size; gives how many there are."""
    reader = con.sql(query).to_arrow_reader(_READ_ROWS)
    described = pa.schema([field.with_metadata({"comment": meanings[field.name]}) for field in reader.schema])
    n_rows = 0
    with pq.ParquetWriter(path, described, compression="zstd") as writer:
        for table in fixed_groups(reader):
            writer.write_table(table.cast(described), row_group_size=ROWS_PER_GROUP)
            n_rows += table.num_rows
    return n_rows


def lay(con: duckdb.DuckDBPyConnection, name: str, query: str, path: Path) -> int:
    """Writes the rows of a query as the declared table `name`, in row groups of fixed size; gives how many there are."""
    writer = OrderedWriter(name, path)
    for table in fixed_groups(con.sql(query).to_arrow_reader(_READ_ROWS)):
        writer.write(table)
    writer.close()
    return writer.n_rows


def lay_nothing(name: str, path: Path) -> None:
    """Writes the declared table `name` without rows, as `lay` does."""
    OrderedWriter(name, path).close()


def fixed_groups(reader: pa.RecordBatchReader) -> Iterator[pa.Table]:
    """Tables of `ROWS_PER_GROUP` rows each, the last one shorter; batches may come in any size."""
    waiting: list[pa.RecordBatch] = []
    n_waiting = 0
    for batch in reader:
        start = 0
        while start < batch.num_rows:
            stop = min(batch.num_rows, start + ROWS_PER_GROUP - n_waiting)
            waiting.append(batch.slice(start, stop - start))
            n_waiting += stop - start
            start = stop
            if n_waiting == ROWS_PER_GROUP:
                yield pa.Table.from_batches(waiting, reader.schema)
                waiting, n_waiting = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting, reader.schema)
