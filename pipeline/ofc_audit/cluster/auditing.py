"""The tasks that score and audit a range of hands: single hands first, then what needs all hands of a club, then chains and matches.

Each calls the stages of one machine on the folder of its range. Between them the driver learns from all ranges what no range can know by
itself: a price that a room really pays, the rake of a club, what stacks were at least.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.cluster.blocks import HOME, Block, by_kind, rows_of, table_block, told_block
from ofc_audit.cluster.identify import RECORDS
from ofc_audit.cluster.ordering import Ranges
from ofc_audit.cluster.ranges import BEFORE, BEHIND, OWN, Laid, Part, lay_part, part_again, part_of
from ofc_audit.cluster.reading import TASK_THREADS
from ofc_audit.infer.clubs import Club, InferredRakes
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import schema
from ofc_audit.warehouse.across import audit_across
from ofc_audit.warehouse.fit import Causes, apply
from ofc_audit.warehouse.identity import find_clashes
from ofc_audit.warehouse.inferring import apply_rakes, count_winnings
from ofc_audit.warehouse.judge import EVIDENCE_FILE, judge
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.lay import OrderedWriter
from ofc_audit.warehouse.stack_search import find_searched, search_found

TABLE, STAGED_TABLE = "table:", "staged:"
"""What the kinds of blocks begin with that are rows of a table of the results, or of one that is staged."""
MET, EVIDENCE, SHARED, CLASHES, WINNINGS, SEARCHED = "met", "evidence", "shared", "clashes", "winnings", "searched"
CLUB = tuple(one.name for one in fields(Club))
_CLASH_COLUMNS = (
    *("hand_key", "deal_key", "site", "club_id", "table_id", "hand_id", "status"),
    *("source_file", "first_line", "last_line"),
)
_ACROSS = ("hands", "seats", "claims", "claimed_pairs", *SCORED)
"""Tables that the audit across hands reads of the hands before and behind a range too."""


def results(part: Part, names: Sequence[str]) -> Iterator[Block]:
    """The rows of finished tables by hand, a block for each row group."""
    for name in names:
        for group, rows in part.groups(name):
            yield table_block(HOME, TABLE + name, group, rows)


@dataclass(frozen=True)
class AuditHands:
    """Lays, scores and audits the single hands of a range."""

    ranges: Ranges
    rules: Mapping[str, RuleSet]
    n_parts: int

    def __call__(self, number: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """The files of the range; for the driver the hand tables, and what the hands show of their rooms."""
        with part_of(self.ranges, number) as part:
            laid = lay_part(part, blocks)
            judged = judge(part.own, part.staged, self.rules, part.n_own)
            _score(part.work / BEFORE, self.rules)
            evidence = pq.read_table(part.staged / EVIDENCE_FILE)
            (part.staged / EVIDENCE_FILE).unlink()
            place = pc.add(evidence.column("place"), part.first_place)
            yield table_block(HOME, EVIDENCE, number, evidence.set_column(0, evidence.schema.field(0), place))
            rule_sets = [(*name, n) for name, n in judged.rule_sets.items()]
            yield told_block(MET, number, [rule_sets, judged.n_without_rules, judged.chains_know_more])
            if laid.records is not None:
                yield table_block(HOME, RECORDS, number, laid.records)
            yield from self._shared(part, laid)
            yield from results(part, HAND_TABLES)
            yield from part.blocks()

    def _shared(self, part: Part, laid: Laid) -> Iterator[Block]:
        """The hands whose site and id others have too, to the task that has them all."""
        if not laid.is_shared.any():
            return
        hands = pq.read_table(part.own / "hands.parquet", columns=list(_CLASH_COLUMNS))
        place = pa.array(part.first_place + np.arange(hands.num_rows))
        hands = hands.append_column("raw_hand", place).filter(pa.array(laid.is_shared))
        with duckdb.connect() as con:
            con.register("shared_hands", hands)
            query = f"select (hash(site, hand_id) % {self.n_parts})::bigint as part, * from shared_hands order by part, raw_hand"
            sent = con.sql(query).to_arrow_table()
        to = np.asarray(sent.column("part"), np.int64)
        for one in np.unique(to).tolist():
            yield table_block(one, SHARED, part.number, sent.filter(pa.array(to == one)).drop_columns(["part"]))


def _score(folder: Path, rules: Mapping[str, RuleSet]) -> None:
    """Scores the hand tables of a folder, row group by row group."""
    from ofc_audit.score.batch import score_tables

    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in ("hands", "seats", "boards")}
    writers = {name: OrderedWriter(name, folder / f"{name}.parquet") for name in SCORED}
    for group in range(files["hands"].num_row_groups):
        hands, seats, boards = (file.read_row_group(group) for file in files.values())
        made = score_tables(hands, seats, boards, rules)
        for writer, rows in zip(writers.values(), made, strict=True):
            writer.write(rows)
    for closing in (*files.values(), *writers.values()):
        closing.close()


def clash(number: int, blocks: Sequence[Block]) -> Iterator[Block]:
    """Rows of `id_clashes`, with the place of each hand, among hands of which all with a site and an id are in the task."""
    hands = rows_of(by_kind(blocks)[SHARED])
    with duckdb.connect(config={"threads": TASK_THREADS}) as con:
        con.execute("set TimeZone = 'UTC'")
        con.register("staged_hands", hands)
        con.execute("create view kept as select raw_hand from staged_hands")
        con.execute("create table hand_order as select raw_hand, hand_key, raw_hand as hand_order from staged_hands")
        find_clashes(con)
        found = con.sql("select c.*, o.hand_order as place from id_clashes as c join hand_order as o using (hand_key)")
        yield table_block(HOME, CLASHES, number, found.to_arrow_table())


@dataclass(frozen=True)
class Shares:
    """The causes that many hands share, and the tables of `find_causes` that say which, with places among all hands."""

    causes: Causes
    tables: Mapping[str, pa.Table]

    def apply(self, part: Part, rules: Mapping[str, RuleSet]) -> None:
        """Revises what single hands of a range gave."""
        if not (self.causes.stakes or self.causes.misfits):
            return
        with part.database("fit") as con:
            for name, data in self.tables.items():
                part.put(con, name, data, "place")
            apply(con, part.own, part.staged, rules, self.causes.of(part.first_place, part.n_own))


@dataclass(frozen=True)
class Weigh:
    """Counts what winners of a range were paid and what was taken of them, and finds the hands whose stacks are searched."""

    ranges: Ranges
    rules: Mapping[str, RuleSet]
    conflicts: "np.typing.NDArray[np.int64]"
    shares: Shares

    def __call__(self, number: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """For the driver, what winners of a range were paid, and the hands whose stacks have to be searched."""
        with part_again(self.ranges, number, blocks) as part:
            self.shares.apply(part, self.rules)
            yield from self._winnings(part)
            with part.database("search") as con:
                find_searched(con, part.staged)
                searched = con.sql("from searched_hands").to_arrow_table()
            if searched.num_rows:
                yield table_block(HOME, SEARCHED, number, searched)

    def _winnings(self, part: Part) -> Iterator[Block]:
        numbers: dict[Club, int] = {}
        counted = list(count_winnings(part.own, part.staged, self.rules, self.conflicts, numbers))
        if counted:
            wins = pa.concat_tables(counted).group_by(["club_no", "kind", "gross", "rake"]).aggregate([("n", "sum")])
            clubs = {name: pa.array([getattr(club, name) for club in numbers], pa.string()) for name in CLUB}
            number = wins.column("club_no").combine_chunks()
            for name, values in clubs.items():
                wins = wins.append_column(name, values.take(number))
            yield table_block(HOME, WINNINGS, part.number, wins)


@dataclass(frozen=True)
class AuditAcross:
    """Closes what was open for want of what clubs take and stacks were, and audits chains and matches of a range."""

    ranges: Ranges
    rules: Mapping[str, RuleSet]
    conflicts: "np.typing.NDArray[np.int64]"
    shares: Shares
    rakes: InferredRakes
    floors: pa.Table | None
    clashes: pa.Table
    knows_more: bool

    def __call__(self, number: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """For the driver all tables about the hands of the range, and the files of the range for the models."""
        with part_again(self.ranges, number, blocks) as part:
            self.shares.apply(part, self.rules)
            apply_rakes(part.own, part.staged, self.rules, self.conflicts, self.rakes)
            self._search(part)
            yield from self._across(part)
            yield from results(part, (*SCORED, "verdicts", "seat_verdicts", "fouls", "fantasy_runs"))
            for name in ("hand_findings", "chain_findings"):
                rows = pq.read_table(part.staged / f"{name}.parquet")
                if rows.num_rows:
                    yield table_block(HOME, STAGED_TABLE + name, number, rows)
            for path in part.staged.glob("*.parquet"):
                path.unlink()
            for folder in (BEFORE, BEHIND):
                for path in (part.work / folder).glob("*.parquet"):
                    path.unlink()
            yield from part.blocks()

    def _search(self, part: Part) -> None:
        writer = OrderedWriter("implied_stacks", part.own / "implied_stacks.parquet")
        if self.floors is not None:
            with part.database("search") as con:
                part.put(con, "stack_floors", self.floors, "row_no")
                take = self.rakes.take if self.rakes.tells_anything else None
                search_found(con, part.own, part.staged, self.rules, take, writer)
        writer.close()

    def _across(self, part: Part) -> Iterator[Block]:
        around = part.work / "around"
        around.mkdir()
        n_before = 0
        for name in _ACROSS:
            writer = OrderedWriter(name, around / f"{name}.parquet")
            for folder in (BEFORE, OWN, BEHIND):
                path = part.work / folder / f"{name}.parquet"
                if not path.exists():
                    continue
                with pq.ParquetFile(path) as file:
                    n_before = file.num_row_groups if folder == BEFORE else n_before
                    for group in range(file.num_row_groups):
                        writer.write(file.read_row_group(group))
            writer.close()
        with pq.ParquetFile(part.own / "hands.parquet") as file:
            own = range(n_before, n_before + file.num_row_groups)
        clashes = OrderedWriter("id_clashes", around / "id_clashes.parquet")
        clashes.write(self.clashes)
        clashes.close()
        audit_across(around, part.staged, self.rules, part.n_own, knows_more=self.knows_more, own=own)
        made = ["verdicts", "seat_verdicts", "fantasy_runs", *(SCORED if self.knows_more else ())]
        for name in made:
            (around / f"{name}.parquet").replace(part.own / f"{name}.parquet")
        for name, path in (("stack_changes", around), ("implied_stacks", part.own)):
            with pq.ParquetFile(path / f"{name}.parquet") as file:
                for at in range(file.num_row_groups):
                    yield table_block(HOME, TABLE + name, part.first_group + at, file.read_row_group(at))
        (part.own / "implied_stacks.parquet").unlink()


def conflicts_of(clashes: pa.Table) -> "np.typing.NDArray[np.int64]":
    """The keys of hands that are on record twice, told differently."""
    found = clashes.filter(pc.field("kind") == "conflict")
    return np.concatenate([np.asarray(found.column(name), np.int64) for name in ("hand_key", "other_hand_key")])


def clashes_of(blocks: Sequence[Block]) -> pa.Table:
    """Table `id_clashes` in the order of the hands."""
    names = schema("id_clashes").names
    if not blocks:
        return schema("id_clashes").empty_table()
    return rows_of(blocks).sort_by("place").select(names).cast(schema("id_clashes"))
