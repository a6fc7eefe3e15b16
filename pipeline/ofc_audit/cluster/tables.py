"""The driver's part of a build on a cluster: it starts the tasks, joins what they tell, and lays the tables that they give.

The declared tables are those of one machine, with the same rows in the same order.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.cluster import auditing, identify, ordering, reading
from ofc_audit.cluster.blocks import Block, incoming_blocks, rows_of
from ofc_audit.cluster.engine import Blocks, Engine, File
from ofc_audit.cluster.ordering import Ranges
from ofc_audit.cluster.pieces import PIECES, FindPieces, Piece
from ofc_audit.infer.clubs import Club, InferredRakes, rakes_table
from ofc_audit.infer.evidence import EVIDENCE
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.inputs import Found
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import schema
from ofc_audit.warehouse import lay
from ofc_audit.warehouse.engine import database, usual_threads
from ofc_audit.warehouse.fit import find_causes
from ofc_audit.warehouse.floors import make_floors
from ofc_audit.warehouse.inferring import rakes_of
from ofc_audit.warehouse.judge import EVIDENCE_FILE, Judged
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.stage import DefaultRules

READ_BYTES = 64 << 20
"""Bytes of files that a task reads, about."""
PART_BYTES = 256 << 20
"""Bytes of input for each of the tasks that records meet in, about."""
GROUPS_PER_RANGE = 8
"""Row groups of hands that a task audits: 65,536 hands."""


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


def is_remote(path: str) -> bool:
    """Whether a path names its file system, which the engine then reads (`hdfs://…`, `s3a://…`)."""
    return _SCHEME.match(path) is not None


@dataclass(frozen=True)
class Task:
    """What the driver works with: the engine, rule sets, folders, and the threads of its own database."""

    engine: Engine
    rules: Mapping[str, RuleSet]
    work: Path
    parquet: Path
    threads: int | None

    @property
    def staged(self) -> Path:
        """Where what is staged is."""
        return self.work / "staged"

    def database(self, name: str) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        """A database of the driver."""
        return database(self.work / f"{name}.duckdb", self.work / "spill", self.threads)


@dataclass(frozen=True)
class Sent:
    """The hands in tasks by site and id: their rows with keys, what was read, and the counts of each source."""

    hands: Blocks
    books: reading.Books
    counts: Sequence[Mapping[str, Sequence[Sequence[int]]]]
    samples: Sequence[Block]
    n_parts: int


def read(
    task: Task, found: Sequence[Found], sizes: Sequence[int], mapping: Path | None, default_rules: DefaultRules | None
) -> Sent:
    """Reads the files in tasks, and brings together the records that may be one hand."""
    n_parts = max(1, -(-sum(sizes) // PART_BYTES))
    rules_id = None if default_rules is None else default_rules.rules_id
    whole: set[int] = set()
    while True:
        pieces = _pieces(task, found, sizes, whole)
        groups = reading.grouped(pieces, READ_BYTES)
        read_files = reading.ReadFiles(found, groups, mapping, n_parts, rules_id)
        if any(is_remote(each.path) for each in found):
            addressed = [
                File(to, one.number, found[one.number].path, sizes[one.number])
                for to, group in enumerate(groups)
                for one in group
            ]
            staged = task.engine.files(addressed).exchange(len(groups)).map(read_files).kept()
        else:
            staged = task.engine.start(len(groups), read_files).kept()
        told = [block.told for block in sorted(staged.collect(reading.BOOKS), key=lambda block: block.seq)]
        is_open = {number for one in told for number in one["open"]}
        if not is_open:
            break
        # What is wrong at the end of a piece may go on in the next one: such files are read again in one go.
        whole |= is_open
        staged.forget()
    books = reading.close_books(told, default_rules)
    _keep_rejects(task, staged.collect(reading.REJECTS), books)
    hands = staged.exchange(n_parts).map(identify.Identify(books.dropped, books.has_matches, n_parts))
    if books.has_matches:
        hands = hands.exchange(n_parts).map(identify.find_keys)
    hands = hands.kept()
    counts = [block.told for block in hands.collect(identify.COUNTS)]
    samples = list(hands.collect(identify.SAMPLE))
    staged.forget()
    return Sent(hands, books, counts, samples, n_parts)


def _pieces(task: Task, found: Sequence[Found], sizes: Sequence[int], whole: set[int]) -> list[tuple[Piece, int]]:
    """What is to be read, with its size: files, and pieces of those that are large and need not be read whole."""
    large = [
        number
        for number, size in enumerate(sizes)
        if size > READ_BYTES and number not in whole and not is_remote(found[number].path)
    ]
    cut: dict[int, list[Piece]] = {}
    if large:
        looked = task.engine.start(len(large), FindPieces(found, large, READ_BYTES)).kept()
        cut = {block.seq: [Piece(**told) for told in block.told] for block in looked.collect(PIECES)}
        looked.forget()
    return [
        (piece, sizes[number] if piece.stop is None else piece.stop - piece.start)
        for number in range(len(found))
        for piece in cut.get(number, [Piece(number)])
    ]


def _keep_rejects(task: Task, blocks: Iterable[Block], books: reading.Books) -> None:
    declared = schema("rejects").append(pa.field("source_no", pa.int64(), nullable=False))
    dropped = pa.array(sorted(books.dropped), pa.int64())
    with pq.ParquetWriter(task.staged / "rejects.parquet", declared, compression="lz4") as writer:
        for block in blocks:
            rows = block.table.drop_columns(["sha256"])
            writer.write_table(rows.filter(pc.invert(pc.is_in(rows.column("source_no"), dropped))).cast(declared))


def order(sent: Sent, groups_per_range: int) -> Ranges:
    """The ranges of all hands in their order."""
    cuts = ordering.cuts_of(sent.samples, sent.n_parts)
    keys = sent.hands.map(ordering.SendKeys(cuts)).exchange(len(cuts) + 1).map(ordering.sort_keys).kept()
    sizes = {block.seq: int(block.told) for block in keys.collect(ordering.SIZE)}
    before = [sum(size for part, size in sizes.items() if part < number) for number in range(len(cuts) + 1)]
    edges = list(keys.map(ordering.FindEdges(before, lay.HANDS_PER_GROUP)).collect(ordering.EDGES))
    keys.forget()
    return ordering.ranges_of(edges, sum(sizes.values()), lay.HANDS_PER_GROUP, groups_per_range)


@dataclass(frozen=True)
class Audited:
    """Ranges whose single hands are audited: what came of the tasks, what was met, and which ids clash."""

    blocks: Blocks
    ranges: Ranges
    judged: Judged
    clashes: pa.Table
    records: pa.Table | None


def audit_hands(task: Task, sent: Sent, ranges: Ranges) -> Audited:
    """Audits single hands in tasks, and lays the hand tables."""
    hands = sent.hands.map(ordering.SendHands(ranges)).exchange(len(ranges))
    audited = hands.map(auditing.AuditHands(ranges, task.rules, sent.n_parts)).kept()
    judged, records = Judged(), []
    for block in audited.collect(auditing.MET, identify.RECORDS):
        if block.kind == identify.RECORDS:
            records.append(block)
        else:
            rule_sets, n_without, knows_more = block.told
            judged.add(Judged(Counter({(i, digest): n for i, digest, n in rule_sets}), n_without, knows_more))
    sent.hands.forget()
    evidence = incoming_blocks(task.work, audited.collect(auditing.EVIDENCE))
    with pq.ParquetWriter(task.staged / EVIDENCE_FILE, EVIDENCE, compression="lz4") as writer:
        for block in evidence(auditing.EVIDENCE):
            writer.write_table(block.table)
    lay_tables(task, audited, HAND_TABLES)
    shared = audited.only(auditing.SHARED).exchange(sent.n_parts).map(auditing.clash)
    clashes = auditing.clashes_of(list(shared.collect(auditing.CLASHES)))
    return Audited(
        audited,
        ranges,
        judged,
        clashes,
        rows_of(records) if records else None,
    )


def audit_across(task: Task, audited: Audited) -> Blocks:
    """Finds what only all hands together tell, audits chains and matches in tasks, and lays what comes of it; gives the files of the ranges."""
    conflicts = auditing.conflicts_of(audited.clashes)
    ranges = audited.blocks.but(auditing.SHARED)
    shares = _causes(task)
    weighed = ranges.map(auditing.Weigh(audited.ranges, task.rules, conflicts, shares)).kept()
    rakes = _rakes(task, list(weighed.collect(auditing.WINNINGS)))
    _lay_rakes(task, rakes)
    floors = _floors(task, list(weighed.collect(auditing.SEARCHED)))
    across = auditing.AuditAcross(
        audited.ranges, task.rules, conflicts, shares, rakes, floors, audited.clashes, audited.judged.chains_know_more
    )
    files = ranges.map(across).kept()
    names = (*SCORED, "verdicts", "seat_verdicts", "fouls", "fantasy_runs", "stack_changes", "implied_stacks")
    lay_tables(task, files, names)
    _keep_findings(task, files)
    weighed.forget()
    audited.blocks.forget()
    return files


def _causes(task: Task) -> auditing.Shares:
    from ofc_audit.score.batch import score_tables

    def tables_of(group: int) -> Mapping[str, pa.Table]:
        tables = {name: lay.row_group(task.parquet / f"{name}.parquet", group) for name in HAND_TABLES}
        scored = score_tables(tables["hands"], tables["seats"], tables["boards"], task.rules)
        return tables | dict(zip(SCORED, scored, strict=True))

    with task.database("fit") as con:
        groups = lay.group_starts(task.parquet / "hands.parquet")
        causes = find_causes(con, task.staged, task.rules, groups, tables_of)
        tables = {name: con.sql(f"from {name}").to_arrow_table() for name in ("stake_members", "fit_members")}
    return auditing.Shares(causes, tables)


def _rakes(task: Task, blocks: Sequence[Block]) -> InferredRakes:
    if not blocks:
        return InferredRakes()
    club = ", ".join(auditing.CLUB)
    with task.database("infer") as con:
        con.register("counted", rows_of(blocks))
        con.execute(
            f"create table clubs as select row_number() over () - 1 as club_no, * from (select distinct {club} from counted)"
        )
        con.execute(
            "create view winnings as select c.club_no, w.kind, w.gross, w.rake, w.n_sum as n "
            f"from counted as w join clubs as c using ({club})"
        )
        clubs = {int(no): Club(*names) for no, *names in con.execute(f"select club_no, {club} from clubs").fetchall()}
        return rakes_of(con, "winnings", clubs)


def _lay_rakes(task: Task, rakes: InferredRakes) -> None:
    writer = lay.OrderedWriter("inferred_rakes", task.parquet / "inferred_rakes.parquet")
    writer.write(rakes_table(rakes))
    writer.close()


def _floors(task: Task, blocks: Sequence[Block]) -> pa.Table | None:
    """The least that stacks can have been, of all hands whose stacks are searched."""
    if not blocks:
        return None
    with task.database("search") as con:
        con.register("given", rows_of(blocks))
        con.execute("create temp table searched_hands as from given")
        make_floors(con, task.parquet)
        return con.sql("from stack_floors").to_arrow_table()


def _keep_findings(task: Task, files: Blocks) -> None:
    names = ("hand_findings", "chain_findings")
    incoming = incoming_blocks(task.work, files.collect(*(auditing.STAGED_TABLE + name for name in names)))
    for name in names:
        with pq.ParquetWriter(task.staged / f"{name}.parquet", schema("findings"), compression="lz4") as writer:
            for block in incoming(auditing.STAGED_TABLE + name):
                writer.write_table(block.table.cast(schema("findings")))


def lay_tables(task: Task, files: Blocks, names: Sequence[str]) -> None:
    """Writes tables of the results from their row groups, which come in any order."""
    incoming = incoming_blocks(task.work, files.collect(*(auditing.TABLE + name for name in names)))

    def write(name: str) -> None:
        writer = lay.OrderedWriter(name, task.parquet / f"{name}.parquet")
        for block in incoming(auditing.TABLE + name):
            writer.write(block.table)
        writer.close()

    # The driver is where all rows come together: on as many cores as it has, table by table.
    with ThreadPoolExecutor(task.threads or usual_threads()) as pool:
        list(pool.map(write, names))
