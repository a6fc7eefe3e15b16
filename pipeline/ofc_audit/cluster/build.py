"""A build whose tables about hands are made in tasks of an engine; what is about few rows is made by the driver, as on one machine."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from ofc_audit.cluster import tables
from ofc_audit.cluster.engine import Blocks, Engine
from ofc_audit.cluster.modelling import hands_made
from ofc_audit.read.inputs import HIDDEN, STDIN, Found, Walk, find_inputs, is_passing
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import schema
from ofc_audit.warehouse.engine import count, quoted, view_of_parquet
from ofc_audit.warehouse.judge import Judged
from ofc_audit.warehouse.lay import OrderedWriter
from ofc_audit.warehouse.merge import lay_rest
from ofc_audit.warehouse.run import HandsMade
from ofc_audit.warehouse.stage import DefaultRules, rejects_file
from ofc_audit.warehouse.summary import require_balance, sources_table


@dataclass
class Cluster:
    """Makes the tables of a build with an engine. `groups_per_range`: row groups of hands that one task audits."""

    engine: Engine
    groups_per_range: int = tables.GROUPS_PER_RANGE
    _files: Blocks | None = None
    _sizes: dict[str, int] = field(default_factory=dict)

    def find(self, paths: Sequence[str], walk: Walk) -> list[Found]:
        """The files of paths: as on one machine, or those that the engine finds where paths name their file system.

        Raises ValueError where there are both, and what `find_inputs` raises.
        """
        remote = [path for path in paths if tables.is_remote(path)]
        if not remote:
            return find_inputs(paths, walk)
        if len(remote) < len(paths):
            raise ValueError(f"{remote[0]} names its file system and others do not; name them all by it (file:///…)")
        found: dict[str, Found] = {}
        for root in remote:
            for path, size in self.engine.listed(root):
                below = path.removeprefix(root.rstrip("/"))
                if any(is_passing(part) for part in below.split("/") if part):
                    walk.left_out[path] = HIDDEN
                else:
                    found[path] = Found(path)
                    self._sizes[path] = size
        return list(found.values())

    def make_tables(
        self,
        found: Sequence[Found],
        walk: Walk,
        mapping: Path | None,
        default_rules: DefaultRules | None,
        rules: dict[str, RuleSet],
        work: Path,
        parquet: Path,
        stage: Callable[[str], AbstractContextManager[None]],
        threads: int | None,
    ) -> tuple[pa.Table, Judged, int]:
        """Every table about hands but those of findings; gives table `sources`, what the audit met, and how many rejects there are."""
        if any(each.path == STDIN for each in found):
            raise ValueError("standard input (-) cannot be read on a cluster; name files")
        task = tables.Task(self.engine, rules, work, parquet, threads)
        task.staged.mkdir()
        with stage("read"):
            sent = tables.read(
                task, found, [self._sizes.get(each.path) or _size(each) for each in found], mapping, default_rules
            )
            walk.left_out |= sent.books.left_out
        with stage("order"):
            ranges = tables.order(sent, self.groups_per_range)
        with stage("audit"):
            audited = tables.audit_hands(task, sent, ranges)
        with stage("rest"):
            made = _lay_rest(task, sent, audited)
        with stage("chains"):
            self._files = tables.audit_across(task, audited)
        return made[0], audited.judged, made[1]

    def hands_made(self, parquet: Path) -> Iterator[HandsMade]:
        """What came of the models that work hand by hand, made in the tasks that audited the hands."""
        assert self._files is not None
        return hands_made(self._files, parquet, parquet.parent)


def _size(found: Found) -> int:
    try:
        return Path(found.path).stat().st_size
    except OSError:
        return 0


def _lay_rest(task: tables.Task, sent: tables.Sent, audited: tables.Audited) -> tuple[pa.Table, int]:
    """Lays `sources`, `id_clashes`, `hand_records` and `rejects`; the database of the driver then has what the merge of findings needs."""
    with task.database("work") as con:
        view_of_parquet(con, "staged_rejects", rejects_file(task.staged))
        con.register("books", _read_sources(sent))
        con.execute("create table read_sources as from books")
        hands = quoted(task.parquet / "hands.parquet")
        con.execute(
            "create table hand_order as select file_row_number as raw_hand, hand_key, file_row_number + 1 as hand_order "
            f"from read_parquet({hands}, file_row_number = true)"
        )
        con.register("given", audited.clashes)
        con.execute("create table id_clashes as from given")
        con.register("given", _records(audited.records))
        con.execute("create table records_of_hands as from given")
        sources = sources_table(sent.books.books, *_counts(sent))
        n_rejected = count(con, "select sum(n_hands) from staged_rejects")
        require_balance(sources, count(con, "select count(*) from hand_order"), n_rejected)
        n_rejects = lay_rest(con, task.parquet)
    writer = OrderedWriter("sources", task.parquet / "sources.parquet")
    writer.write(sources)
    writer.close()
    return sources, n_rejects


def _read_sources(sent: tables.Sent) -> pa.Table:
    read = [book for book in sent.books.books if book.same_as is None]
    columns = {"source_no": [book.source_no for book in read], "sha256": [book.sha256 for book in read]}
    return pa.table(columns, pa.schema([("source_no", pa.int64()), ("sha256", pa.string())]))


def _records(records: pa.Table | None) -> pa.Table:
    """The records that hands were made of, by the number that `hand_order` has for the hand."""
    if records is None:
        empty = schema("hand_records").empty_table().drop_columns(["hand_key"])
        return empty.append_column("raw_hand", pa.array([], pa.int64()))
    at = records.column_names.index("raw_hand")
    return records.set_column(at, "raw_hand", records.column("place"))


def _counts(sent: tables.Sent) -> tuple[dict[int, tuple[int, int]], dict[int, int]]:
    """By source, how many hands are stored and kept as cancelled, and how many records joined another: the sums over all tasks."""
    kept: dict[int, tuple[int, int]] = {}
    merged: dict[int, int] = {}
    for told in sent.counts:
        for number, stored, cancelled in told["sources"]:
            before = kept.get(number, (0, 0))
            kept[number] = before[0] + stored, before[1] + cancelled
        for number, n in told["merged"]:
            merged[number] = merged.get(number, 0) + n
    return kept, merged
