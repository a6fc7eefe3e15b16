"""The first tasks: each reads some files by the same readers as on one machine, and sends every record to the task of its site and id.

Whatever makes two records one hand, or in conflict, they have the site and the id in common: all of it is decided by the task that they
meet in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.cluster.blocks import HOME, Block, table_block, told_block
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.inputs import Found, Walk
from ofc_audit.read.source import Source, sources_of
from ofc_audit.read.table_place import with_mapping
from ofc_audit.warehouse.engine import database
from ofc_audit.warehouse.stage import DefaultRules, ReadSource, Staging, rejects_file, stage
from ofc_audit.warehouse.staged import RAW_HAND, SOURCE_NO, read_staged

RECORDS_PER_TASK = 1 << 32
"""Records of a task are numbered from its own number times this."""
MEMBERS_PER_FILE = 1 << 24
"""Sources of a file (those packed in an archive) are numbered from its own number times this."""
BOOKS, REJECTS = "books", "rejects"
IN_MEMORY = Path(":memory:")
"""The database of a task: what it has no room for goes to disk."""
TASK_THREADS = 1
"""Threads of the database in a task: an engine counts a task as one core."""


@dataclass(frozen=True)
class ReadFiles:
    """Reads the files of a task: `groups` are the numbers of those of each task, `n_parts` how many tasks the records go to."""

    found: Sequence[Found]
    groups: Sequence[range]
    mapping: Path | None
    n_parts: int
    rules_id: str | None

    def __call__(self, task: int, _: Sequence[Block]) -> Iterator[Block]:
        """The blocks of records for the tasks that they go to, and those of rejects and books for the driver."""
        walk = Walk()
        with TemporaryDirectory(prefix="ofc-") as name:
            work = Path(name)
            numbers: list[int] = []
            problems: set[int] = set()
            with Staging(work / "staged") as staging:
                sources = self._sources(task, walk, numbers, problems)
                books = [
                    replace(book, source_no=numbers[book.source_no], same_as=_same(book, numbers))
                    for book in stage(sources, staging)
                ]
            told: dict[str, Any] = {"left_out": walk.left_out, "problems": sorted(problems)}
            told["books"] = [asdict(book) for book in books]
            with database(IN_MEMORY, work / "spill", TASK_THREADS) as con:
                tables = _numbered(work / "staged", task, numbers, books)
                told["rules"] = _named_rules(con, tables["hands"])
                told["has_matches"] = tables["hands"].column("match_id").null_count < tables["hands"].num_rows
                yield told_block(BOOKS, task, told)
                if tables[REJECTS].num_rows:
                    yield table_block(HOME, REJECTS, task, tables.pop(REJECTS))
                if self.rules_id is not None:
                    tables["hands"] = _with_rules(tables["hands"], self.rules_id)
                yield from _parted(con, tables, task, self.n_parts)

    def _sources(self, task: int, walk: Walk, numbers: list[int], problems: set[int]) -> Iterator[Source]:
        for number in self.groups[task]:
            opened = with_mapping(sources_of([self.found[number]], walk), self.mapping)
            for member, source in enumerate(opened):
                numbers.append(number * MEMBERS_PER_FILE + member)
                if source.problem:
                    problems.add(numbers[-1])
                yield source


def _same(book: ReadSource, numbers: Sequence[int]) -> int | None:
    return None if book.same_as is None else numbers[book.same_as]


def _numbered(staged: Path, task: int, numbers: Sequence[int], books: Sequence[ReadSource]) -> dict[str, pa.Table]:
    """The staged tables with the numbers that tell records and sources of all tasks apart, and of each hand the checksum of its file."""
    of_source = np.array(numbers, np.int64)
    sums = {book.source_no: book.sha256 for book in books}
    tables = {}
    for name in (*HAND_TABLES, REJECTS):
        data = pq.read_table(rejects_file(staged)) if name == REJECTS else read_staged(staged, name)
        for column in {RAW_HAND, SOURCE_NO} & set(data.column_names):
            local = np.asarray(data.column(column), np.int64)
            given = of_source[local] if column == SOURCE_NO else task * RECORDS_PER_TASK + local
            at = data.column_names.index(column)
            data = data.set_column(at, data.schema.field(at), pa.array(given))
        if name in ("hands", REJECTS):
            sha = pa.array([sums[no] for no in data.column(SOURCE_NO).to_pylist()], pa.string())
            data = data.append_column("sha256", sha)
        tables[name] = data
    return tables


def _named_rules(con: duckdb.DuckDBPyConnection, hands: pa.Table) -> list[tuple[int, str | None, int]]:
    """How many hands of each source name which rule set."""
    con.register("read_hands", hands)
    query = f"select {SOURCE_NO}, rules_id, count(*) from read_hands group by all order by all"
    rows = con.execute(query).fetchall()
    con.unregister("read_hands")
    return rows


def _with_rules(hands: pa.Table, rules_id: str) -> pa.Table:
    at = hands.column_names.index("rules_id")
    return hands.set_column(at, hands.schema.field(at), hands.column("rules_id").fill_null(rules_id))


def _parted(con: duckdb.DuckDBPyConnection, tables: Mapping[str, pa.Table], task: int, n_parts: int) -> Iterator[Block]:
    """The rows of the hand tables by the part that site and id of their record fall to."""
    con.register("read_hands", tables["hands"])
    part = con.sql(f"select (hash(site, hand_id) % {n_parts})::bigint as part from read_hands").to_arrow_table()
    con.unregister("read_hands")
    yield from parted(tables, np.asarray(part.column(0), np.int64), task)


def parted(
    tables: Mapping[str, pa.Table], part: "np.typing.NDArray[np.int64]", seq: int, names: Sequence[str] = HAND_TABLES
) -> Iterator[Block]:
    """Blocks of the rows of tables by hand, by the number that `part` gives each row of `hands`: below 0, it is not sent."""
    raw = np.asarray(tables["hands"].column(RAW_HAND), np.int64)
    order = np.argsort(raw, kind="stable")
    for name in names:
        data = tables[name]
        own = np.asarray(data.column(RAW_HAND), np.int64)
        of_row = part[order[np.searchsorted(raw, own, sorter=order)]]
        sent = np.flatnonzero(of_row >= 0)
        by_part = sent[np.argsort(of_row[sent], kind="stable")]
        data, of_row = data.take(pa.array(by_part)), of_row[by_part]
        for to in np.unique(of_row).tolist():
            start, stop = np.searchsorted(of_row, [to, to + 1]).tolist()
            yield table_block(to, name, seq, data.slice(start, stop - start))


def grouped(sizes: Sequence[int], about: int) -> list[range]:
    """Files in the order given, in groups of about so many bytes."""
    groups, first, n_bytes = [], 0, 0
    for number, size in enumerate(sizes):
        if number > first and n_bytes + size > about:
            groups.append(range(first, number))
            first, n_bytes = number, 0
        n_bytes += size
    if sizes:
        groups.append(range(first, len(sizes)))
    return groups


@dataclass
class Books:
    """What the reading tasks told of all files: their books as on one machine, and the numbers of sources whose bytes were read before."""

    books: list[ReadSource]
    dropped: frozenset[int]
    left_out: dict[str, str]
    has_matches: bool


def close_books(told: Sequence[Mapping[str, Any]], default_rules: DefaultRules | None) -> Books:
    """Brings together what tasks told. A source with the bytes of an earlier one counts as its copy, whichever task read it."""
    every = sorted((ReadSource(**book) for one in told for book in one["books"]), key=lambda book: book.source_no)
    problems = {number for one in told for number in one["problems"]}
    first_with: dict[tuple[str, str | None], ReadSource] = {}
    met: set[tuple[str, str]] = set()
    books: list[ReadSource] = []
    dropped: set[int] = set()
    for book in every:
        if (book.name, book.sha256) in met:
            dropped.add(book.source_no)
            continue
        met.add((book.name, book.sha256))
        first = book if book.source_no in problems else first_with.setdefault((book.sha256, book.mapping_sha256), book)
        if first is not book:
            dropped.add(book.source_no)
            book = replace(first, source_no=book.source_no, name=book.name, same_as=first.source_no)
        books.append(book)
    if default_rules is not None:
        _count_rules(told, dropped, default_rules)
    left_out = {path: why for one in told for path, why in one["left_out"].items()}
    return Books(books, frozenset(dropped), left_out, any(one["has_matches"] for one in told))


def _count_rules(told: Sequence[Mapping[str, Any]], dropped: set[int], default_rules: DefaultRules) -> None:
    for number, rules_id, n in (row for one in told for row in one["rules"]):
        if number in dropped:
            continue
        if rules_id is None:
            default_rules.n_given += n
        elif rules_id != default_rules.rules_id:
            default_rules.others[rules_id] = default_rules.others.get(rules_id, 0) + n
