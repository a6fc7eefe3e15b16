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
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.cluster.blocks import HOME, Block, table_block, told_block
from ofc_audit.cluster.pieces import Piece, in_whole, is_open, source_of, together, whole_sha256
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.inputs import Found, Walk
from ofc_audit.read.source import Source, sources_in, sources_of
from ofc_audit.read.table_place import with_mapping
from ofc_audit.warehouse.engine import database
from ofc_audit.warehouse.stage import DefaultRules, ReadSource, Staging, rejects_file, stage
from ofc_audit.warehouse.staged import RAW_HAND, SOURCE_NO, read_staged

RECORDS_PER_TASK = 1 << 32
"""Records of a task are numbered from its own number times this."""
MEMBERS_PER_FILE = 1 << 24
"""Sources of a file (those packed in an archive) are numbered from its own number times this."""
BOOKS, REJECTS = "books", "rejects"
PIECE = "piece"
IN_MEMORY = Path(":memory:")
"""The database of a task: what it has no room for goes to disk."""
TASK_THREADS = 1
"""Threads of the database in a task: an engine counts a task as one core."""


@dataclass(frozen=True)
class ReadFiles:
    """Reads the files of a task, or pieces of them: those of each task are `pieces`; the records go to `n_parts` tasks."""

    found: Sequence[Found]
    pieces: Sequence[Sequence[Piece]]
    mapping: Path | None
    n_parts: int
    rules_id: str | None

    def __call__(self, task: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """The blocks of records for the tasks that they go to, and those of rejects and books for the driver."""
        walk = Walk()
        with TemporaryDirectory(prefix="ofc-") as name:
            work = Path(name)
            read: list[_Read] = []
            with Staging(work / "staged") as staging:
                books = stage(self._sources(task, blocks, walk, read), staging)
            told: dict[str, Any] = {"left_out": walk.left_out}
            told["problems"] = sorted(one.number for one in read if one.is_problem)
            told["books"] = [asdict(_numbered_book(book, read)) for book in books]
            tables = _numbered(work / "staged", task, read, books)
            told["open"] = _open_files(tables, read, books)
            with database(IN_MEMORY, work / "spill", TASK_THREADS) as con:
                told["rules"] = _named_rules(con, tables["hands"])
                told["has_matches"] = tables["hands"].column("match_id").null_count < tables["hands"].num_rows
                yield told_block(BOOKS, task, told)
                if tables[REJECTS].num_rows:
                    yield table_block(HOME, REJECTS, task, tables.pop(REJECTS))
                if self.rules_id is not None:
                    tables["hands"] = _with_rules(tables["hands"], self.rules_id)
                yield from _parted(con, tables, task, self.n_parts)

    def _sources(self, task: int, blocks: Sequence[Block], walk: Walk, read: list["_Read"]) -> Iterator[Source]:
        content = {block.seq: block.data for block in blocks}
        for piece in self.pieces[task]:
            found = self.found[piece.number]
            if piece.number in content:
                opened = sources_in(found.path, content[piece.number], walk)
            else:
                opened = sources_of([found], walk) if piece.is_whole else source_of(found, piece)
            for member, source in enumerate(with_mapping(opened, self.mapping)):
                number = piece.number * MEMBERS_PER_FILE + member
                read.append(_Read(number, piece, source.problem is not None))
                yield source


@dataclass(frozen=True)
class _Read:
    """A source as a task read it: its number among those of all tasks, and the piece of a file that it is."""

    number: int
    piece: Piece
    is_problem: bool


def _numbered_book(book: ReadSource, read: Sequence[_Read]) -> ReadSource:
    same_as = None if book.same_as is None else read[book.same_as].number
    return replace(book, source_no=read[book.source_no].number, sha256=whole_sha256(book), same_as=same_as)


def _numbered(staged: Path, task: int, read: Sequence[_Read], books: Sequence[ReadSource]) -> dict[str, pa.Table]:
    """The staged tables with the numbers that tell records and sources of all tasks apart, places in whole files, and of each hand and
    reject the checksum of its file, and which piece of the task it is from."""
    number = np.array([one.number for one in read], np.int64)
    before = [
        np.array(values, np.int64) for values in zip(*((one.piece.start, one.piece.line) for one in read), strict=True)
    ]
    sums = {book.source_no: whole_sha256(book) for book in books}
    tables: dict[str, pa.Table] = {}
    source_of_hand = np.empty(0, np.int64)
    for name in (*HAND_TABLES, REJECTS):
        data = pq.read_table(rejects_file(staged)) if name == REJECTS else read_staged(staged, name)
        if SOURCE_NO in data.column_names:
            source = np.asarray(data.column(SOURCE_NO), np.int64)
            data = _put(data, SOURCE_NO, pa.array(number[source]))
            data = data.append_column("sha256", pa.array([sums[one] for one in source.tolist()], pa.string()))
            data = data.append_column(PIECE, pa.array(source))
        else:
            source = source_of_hand[np.asarray(data.column(RAW_HAND), np.int64)]
        if name == "hands":
            source_of_hand = np.empty(len(source), np.int64)
            source_of_hand[np.asarray(data.column(RAW_HAND), np.int64)] = source
        if RAW_HAND in data.column_names:
            data = _put(data, RAW_HAND, pa.array(task * RECORDS_PER_TASK + np.asarray(data.column(RAW_HAND), np.int64)))
        if any(not one.piece.is_whole for one in read):
            data = in_whole(name, data, *(values[source] for values in before))
        tables[name] = data
    return tables


def _put(data: pa.Table, name: str, values: pa.Array) -> pa.Table:
    at = data.column_names.index(name)
    return data.set_column(at, data.schema.field(at), values)


def _open_files(tables: dict[str, pa.Table], read: Sequence[_Read], books: Sequence[ReadSource]) -> list[int]:
    """The numbers of files that must be read whole, as a piece of them ends in what is no hand, or is not known for what it is; the column of
    pieces is taken away."""
    cut = [at for at, one in enumerate(read) if not (one.piece.is_whole or one.piece.is_last)]
    found = {
        read[book.source_no].piece.number
        for book in books
        if not read[book.source_no].piece.is_whole and book.format != read[book.source_no].piece.form
    }
    for at in cut:
        of_piece = [tables[name].filter(pc.equal(tables[name].column(PIECE), at)) for name in ("hands", REJECTS)]
        if is_open(*of_piece):
            found.add(read[at].piece.number)
    for name in ("hands", REJECTS):
        tables[name] = tables[name].drop_columns([PIECE])
    return sorted(found)


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


def grouped(pieces: Sequence[tuple[Piece, int]], about: int) -> list[list[Piece]]:
    """Pieces with their sizes, in the order given, in groups of about so many bytes."""
    groups: list[list[Piece]] = []
    n_bytes = 0
    for piece, size in pieces:
        if not groups or n_bytes + size > about:
            groups.append([])
            n_bytes = 0
        groups[-1].append(piece)
        n_bytes += size
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
    of_pieces: dict[int, list[ReadSource]] = {}
    for book in (ReadSource(**book) for one in told for book in one["books"]):
        of_pieces.setdefault(book.source_no, []).append(book)
    every = [together(of_pieces[number]) for number in sorted(of_pieces)]
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
