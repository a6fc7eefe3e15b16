"""Tasks in which records meet that share site and id: which stay, which are one hand. Then each hand gets the key that it is sorted by.

The same statements decide as on one machine (`warehouse.identity`, `warehouse.unite`), over the records of a task.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cluster.blocks import HOME, Block, by_kind, rows_of, table_block, told_block
from ofc_audit.cluster.reading import IN_MEMORY, TASK_THREADS, parted
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import schema
from ofc_audit.warehouse.engine import database
from ofc_audit.warehouse.identity import NATURAL, keep, source_counts
from ofc_audit.warehouse.packed_boards import unpacked
from ofc_audit.warehouse.staged import RAW_HAND, SOURCE_NO, StagedWriter, view_staged
from ofc_audit.warehouse.unite_records import merged_counts, unite_records

RECORDS = "records"
"""The records that each hand was made of, where there are several."""
PAYLOAD = (*HAND_TABLES, RECORDS)
KEY, IS_SHARED = "sort_key", "is_shared"
"""Columns of `hands` on the way: bytes that sort as the hands do, and whether another record has the same site and id."""
COUNTS, SAMPLE = "counts", "sample"
SAMPLES_PER_TASK = 200
"""Keys that each task shows of its own, from which the others are divided evenly."""

# The order of identity's `hand_order`, as one text of bytes for each hand.
_KEYS = f"""
with timed as (
    select
        *,
        case when match_id is null then ended_at else min(ended_at) over (partition by site, club_id, table_id, match_id) end
            as begins_at
    from keyed_hands
)
select
    {RAW_HAND},
    create_sort_key(
        site, 'asc nulls first', club_id, 'asc nulls first', table_id, 'asc nulls first',
        begins_at, 'asc nulls last', natural_order(match_id), 'asc nulls first', match_id, 'asc nulls first',
        case when match_id is not null then hand_no end, 'asc nulls last',
        ended_at, 'asc nulls last', hand_no, 'asc nulls last', natural_order(hand_id), 'asc nulls first', hand_id, 'asc nulls first',
        hand_key, 'asc nulls first'
    ) as {KEY}
from timed
order by {KEY}
"""


@dataclass(frozen=True)
class Identify:
    """Decides which records of a task are hands. `dropped`: sources that are copies of others; `n_parts`: tasks that the hands go to."""

    dropped: frozenset[int]
    has_matches: bool
    n_parts: int

    def __call__(self, part: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """The rows of the hands kept, by task, and for the driver how many of each source they are."""
        found = by_kind(blocks)
        with TemporaryDirectory(prefix="ofc-") as name:
            work, staged = Path(name), Path(name) / "staged"
            staged.mkdir()
            with database(IN_MEMORY, work / "spill", TASK_THREADS) as con:
                self._put(
                    con, staged, {name: rows_of(found.get(name, []), staged_schema(name)) for name in HAND_TABLES}
                )
                keep(con)
                unite_records(con, staged)
                counts = told_block(COUNTS, part, _counts(con))
                # They go the way that the hands go, so that no second walk is needed to fetch them.
                yield replace(counts, to=part) if self.has_matches else counts
                tables = {name: _kept(con, name) for name in HAND_TABLES}
                tables[RECORDS] = con.sql(
                    f"select * from records_of_hands order by {RAW_HAND}, record_no"
                ).to_arrow_table()
                if not tables["hands"].num_rows:
                    return
                if self.has_matches:
                    yield from parted(tables, _of_match(con, tables["hands"], self.n_parts), part, PAYLOAD)
                else:
                    yield from keyed(con, tables, part)

    def _put(self, con: duckdb.DuckDBPyConnection, staged: Path, tables: Mapping[str, pa.Table]) -> None:
        hands = tables["hands"]
        sources = hands.select([SOURCE_NO, "sha256"]).group_by([SOURCE_NO, "sha256"]).aggregate([])
        con.register("books", sources)
        con.execute("create table read_sources as select * from books")
        con.unregister("books")
        gone = pa.array(sorted(self.dropped), pa.int64())
        left = pc.invert(pc.is_in(hands.column(SOURCE_NO), gone))
        raw = hands.column(RAW_HAND).filter(left).combine_chunks()
        for name, data in tables.items():
            if len(gone):
                data = data.filter(pc.is_in(data.column(RAW_HAND), raw))
            writer = StagedWriter(staged, name)
            writer.write(data.drop_columns(["sha256"]) if name == "hands" else data)
            writer.close()
        view_staged(con, staged)


def staged_schema(name: str) -> pa.Schema:
    """The columns of a hand table that a task has of records whose others have none."""
    return schema(name).append(pa.field(RAW_HAND, pa.int64()))


def _counts(con: duckdb.DuckDBPyConnection) -> dict[str, object]:
    return {
        "sources": [(no, *counts) for no, counts in source_counts(con).items()],
        "merged": list(merged_counts(con).items()),
    }


def _kept(con: duckdb.DuckDBPyConnection, name: str) -> pa.Table:
    shared = f", count(*) over (partition by site, hand_id) > 1 as {IS_SHARED}" if name == "hands" else ""
    kept = con.sql(f"select *{shared} from staged_{name} semi join kept using ({RAW_HAND})").to_arrow_table()
    return unpacked(kept) if name == "boards" else kept


def _of_match(con: duckdb.DuckDBPyConnection, hands: pa.Table, n_parts: int) -> "np.typing.NDArray[np.int64]":
    """The part that each hand falls to: the same for all hands of a match, which begins when its first hand ended."""
    con.register("matched_hands", hands)
    part = con.sql(
        "select (hash(site, club_id, table_id, match_id, case when match_id is null then hand_key end) "
        f"% {n_parts})::bigint as part from matched_hands"
    ).to_arrow_table()
    con.unregister("matched_hands")
    return np.asarray(part.column(0), np.int64)


def find_keys(part: int, blocks: Sequence[Block]) -> Iterator[Block]:
    """The rows of hands of which all of a match are in the task, with the keys that they are sorted by."""
    found = by_kind(blocks)
    yield from (replace(block, to=HOME) for block in found.get(COUNTS, ()))
    if "hands" not in found:
        return
    tables = {name: rows_of(found[name]) for name in PAYLOAD if name in found}
    with duckdb.connect() as con:
        con.execute("set TimeZone = 'UTC'")
        yield from keyed(con, tables, part)


def keyed(con: duckdb.DuckDBPyConnection, tables: Mapping[str, pa.Table], part: int) -> Iterator[Block]:
    """The same rows with the sort key of each hand, and for the driver some of the keys."""
    con.execute(NATURAL)
    con.register("keyed_hands", tables["hands"])
    keys = con.sql(_KEYS).to_arrow_table()
    con.unregister("keyed_hands")
    raw, order = (np.asarray(one.column(RAW_HAND), np.int64) for one in (tables["hands"], keys))
    at = np.argsort(order)[np.searchsorted(np.sort(order), raw)]
    hands = tables["hands"].append_column(KEY, keys.column(KEY).take(pa.array(at)))
    for name, data in tables.items():
        yield table_block(part, name, part, hands if name == "hands" else data)
    step = max(1, keys.num_rows // SAMPLES_PER_TASK)
    some = np.arange(step // 2, keys.num_rows, step)
    yield table_block(HOME, SAMPLE, part, keys.take(pa.array(some)).select([KEY]))
