"""A whole run: files in, one folder of results out, built aside and put in place at once."""

import json
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import duckdb
import pyarrow as pa

from ofc_audit.read.inputs import Found, Walk, find_inputs
from ofc_audit.read.source import Source, sources_of
from ofc_audit.read.table_mapping import load_mapping
from ofc_audit.read.table_place import with_mapping
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.warehouse.across import audit_across
from ofc_audit.warehouse.aliases import Aliases, aliases_record, lay_aliases, read_aliases
from ofc_audit.warehouse.blank import blank_aside
from ofc_audit.warehouse.correct import lay_corrections
from ofc_audit.warehouse.days import Calendar, lay_calendar
from ofc_audit.warehouse.engine import count, database, quoted, single
from ofc_audit.warehouse.fit import fit
from ofc_audit.warehouse.gather import lay_hand_tables
from ofc_audit.warehouse.identity import identify, keep, source_counts
from ofc_audit.warehouse.inferring import infer
from ofc_audit.warehouse.judge import Judged, judge
from ofc_audit.warehouse.lay import OrderedWriter
from ofc_audit.warehouse.load import fill_database
from ofc_audit.warehouse.merge import lay_findings, lay_rest, relate
from ofc_audit.warehouse.models import load_models
from ofc_audit.warehouse.place import (
    DATABASE,
    PARQUET,
    RUN_FILE,
    absolute,
    building,
    locked,
    refuse_foreign,
    refuse_inside,
    swap,
)
from ofc_audit.warehouse.run import HandsMade, fill_marts, lay_marts
from ofc_audit.warehouse.spread import Crew
from ofc_audit.warehouse.stack_search import search_stacks
from ofc_audit.warehouse.stage import DefaultRules, Progress, ReadSource, Staging, stage
from ofc_audit.warehouse.stage_parts import PARTED_FROM
from ofc_audit.warehouse.staged import view_staged
from ofc_audit.warehouse.staging import rejects_files
from ofc_audit.warehouse.summary import (
    COUNTS,
    RunResult,
    findings_by,
    require_balance,
    run_record,
    sources_table,
    totals,
)
from ofc_audit.warehouse.unite_records import merged_counts, unite_records
from ofc_audit.warehouse.waivers import Waivers, read_waivers

Finish = Callable[[Path, Mapping[str, Any]], None]
"""Called with the built folder and its run record before it is put in place, to add files such as a report."""

_WORK = "work"


class Elsewhere(Protocol):
    """Where the tables about hands are made, other than in this process and its workers: a cluster."""

    def find(self, paths: Sequence[str], walk: Walk) -> list[Found]:
        """The files of the paths, as `find_inputs` finds them, and where else it can read."""

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
        """Everything up to what chains of hands say, and `work.duckdb` and `staged` in `work` with what the merge of findings reads."""

    def hands_made(self, parquet: Path) -> Iterator[HandsMade]:
        """What came of the models that work hand by hand, in the order of the hands."""


class _Clock:
    """Seconds spent in each stage, in the order of the stages."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Times a stage and announces it."""
        if self._progress:
            self._progress(name, 0, None)
        started = time.perf_counter()
        yield
        # What a stage leaves free is given back, so that the next one's needs do not come on top of it.
        pa.default_memory_pool().release_unused()
        self.seconds[name] = time.perf_counter() - started


def build(
    paths: Sequence[str],
    out_dir: Path,
    *,
    rules_dirs: Sequence[Path] = (),
    waiver_files: Sequence[Path] = (),
    progress: Progress | None = None,
    threads: int | None = None,
    processes: int = 1,
    stdin: BinaryIO | None = None,
    finish: Finish | None = None,
    rules_id: str | None = None,
    mapping: Path | None = None,
    aliases_file: Path | None = None,
    calendar: Calendar = Calendar(),
    only: Collection[str] | None = None,
    is_locked: bool = False,
    elsewhere: Elsewhere | None = None,
) -> RunResult:
    """Reads the files, scores and audits every hand, computes the statistics, and leaves the results in `out_dir`.

    `out_dir` then holds `ofc.duckdb`, `parquet/<table>.parquet` for every declared table and mart, `run.json`, and what `finish` adds; an
    older result there is replaced whole, and stays as it is when anything stops the build. The tables depend on what the files hold,
    not on their names, their order, or how often they are given, but for the columns that name places.

    `threads` are those of the database, `processes` those that stages are spread over where there is much to do; neither changes a byte of the
    tables. Whoever asks for more than one process does so below `if __name__ == "__main__"`, for each begins by reading the program anew.

    `rules_id` is the rule set of hands that name none; tables are read with `mapping`, or with one beside them. Statistics join the accounts of
    `aliases_file` and go by the days of `calendar`. Of the files found
    only those in `only` are read, where it is given, and each is copied first, for others may write to them. `is_locked`: the
    caller holds the lock of `out_dir`. `elsewhere`: where the tables about hands are made, if not in this process and its workers.

    Raises FileNotFoundError for a path that does not exist, ValueError for rule sets, waivers, aliases and a mapping that cannot be read,
    OutputRefusedError for an output folder that is not ours, LockHeldError while another build into it runs, and InternalError when our
    books do not balance.
    """
    started_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    out_dir = absolute(out_dir)
    walk = Walk()
    met = find_inputs(paths, walk) if elsewhere is None else elsewhere.find(paths, walk)
    found = [each for each in met if only is None or each.path in only]
    rules = load_rules(tuple(rules_dirs))
    waivers = read_waivers(waiver_files)
    aliases = read_aliases(aliases_file)
    models = load_models()
    default_rules = None if rules_id is None else DefaultRules(rules_id)
    if mapping is not None:
        load_mapping(mapping)
    if rules_id is not None and rules_id not in rules:
        raise ValueError(f"no rule set {rules_id!r}; known are {', '.join(rules)}")
    refuse_inside(out_dir, walk.folders)
    refuse_foreign(out_dir)
    clock = _Clock(progress)
    with (
        nullcontext() if is_locked else locked(out_dir),
        building(out_dir) as folder,
        Crew(processes) as crew,
        blank_aside() as empty,
    ):
        # Again, under the lock: another build may have put its results there in between.
        refuse_foreign(out_dir)
        work, parquet = folder / _WORK, folder / PARQUET
        work.mkdir()
        parquet.mkdir()
        if elsewhere is not None:
            table_of_sources, judged, n_rejects = elsewhere.make_tables(
                found, walk, mapping, default_rules, dict(rules), work, parquet, clock.stage, threads
            )
        else:
            table_of_sources, judged, n_rejects = _make_tables(
                with_mapping(sources_of(found, walk, stdin, is_live=only is not None), mapping),
                default_rules,
                rules,
                work,
                parquet,
                clock,
                progress,
                threads,
                crew,
                is_large=crew.processes > 1 and _n_bytes(found) >= PARTED_FROM,
            )
        _merge_tables(rules, waivers, (aliases, calendar), work, parquet, clock, threads)
        (folder / DATABASE).write_bytes(empty().content)
        with database(folder / DATABASE, work / "spill", threads) as con:
            with clock.stage("load"), single(con):
                made = None if elsewhere is None else elsewhere.hands_made(parquet)
                failures = fill_database(con, parquet, work, crew, made)
            with clock.stage("models"):
                failures += fill_marts(con, models)
                lay_marts(con, models, empty().meanings, parquet)
            run = run_record(con, table_of_sources, judged, failures, clock.seconds, started_at, waivers)
            run |= {"aliases": aliases_record(con, aliases), "calendar": asdict(calendar)}
            severities = findings_by(con, "severity")
        shutil.rmtree(work)
        if finish:
            with clock.stage("report"):
                finish(folder, run)
        run["left_out"] = [{"path": path, "reason": why} for path, why in sorted(walk.left_out.items())]
        run["default_rules"] = None if default_rules is None else asdict(default_rules)
        run["timings_s"] = {name: round(seconds, 3) for name, seconds in clock.seconds.items()}
        run["holds"] = sorted({RUN_FILE, *(entry.name for entry in folder.iterdir())})
        text = json.dumps(run, ensure_ascii=False, indent=1, default=str)
        (folder / RUN_FILE).write_text(text + "\n", "utf-8")
        swap(folder, out_dir)
    n_recognised = sum(row["format"] is not None for row in table_of_sources.to_pylist())
    counts = totals(table_of_sources, COUNTS)
    return RunResult(out_dir, run, n_recognised, counts, n_rejects, severities, tuple(failures))


def _make_tables(
    sources: Iterator[Source],
    default_rules: DefaultRules | None,
    rules: Mapping[str, RuleSet],
    work: Path,
    parquet: Path,
    clock: _Clock,
    progress: Progress | None,
    threads: int | None,
    crew: Crew,
    is_large: bool,
) -> tuple[pa.Table, Judged, int]:
    """Everything up to what chains of hands say; gives table `sources`, what the audit met, and how many rejects there are."""
    staged = work / "staged"
    with clock.stage("read"), Staging(staged) as staging:
        books = stage(sources, staging, progress, default_rules, crew if is_large else None)
    with database(work / "work.duckdb", work / "spill", threads) as con:
        with clock.stage("order"):
            register(con, staged, books)
            keep(con)
            unite_records(con, staged)
            identify(con)
            n_hands = count(con, "select count(*) from hand_order")
            table_of_sources = sources_table(books, source_counts(con), merged_counts(con))
            n_rejected = count(con, "select sum(n_hands) from staged_rejects")
            require_balance(table_of_sources, n_hands, n_rejected)
            lay_hand_tables(con, staged, parquet, threads)
            n_rejects = lay_rest(con, parquet)
        writer = OrderedWriter("sources", parquet / "sources.parquet")
        writer.write(table_of_sources)
        writer.close()
    with clock.stage("audit"):
        judged = judge(parquet, staged, rules, n_hands, progress, crew)
    with clock.stage("fit"):
        fit(partial(database, work / "fit.duckdb", work / "spill", threads), parquet, staged, rules)
    with clock.stage("infer"):
        opened = partial(database, work / "infer.duckdb", work / "spill", threads)
        rakes = infer(opened, parquet, staged, rules, crew)
        search_stacks(opened, parquet, staged, rules, rakes.take if rakes.tells_anything else None)
    with clock.stage("chains"):
        audit_across(parquet, staged, rules, n_hands, progress, crew, knows_more=judged.chains_know_more)
    return table_of_sources, judged, n_rejects


def _merge_tables(
    rules: Mapping[str, RuleSet],
    waivers: Waivers,
    people_and_days: tuple[Aliases, Calendar],
    work: Path,
    parquet: Path,
    clock: _Clock,
    threads: int | None,
) -> None:
    """The rest of the declared tables: findings of hands, chains and records together, and what follows from them."""
    staged = work / "staged"
    with clock.stage("merge"), database(work / "work.duckdb", work / "spill", threads) as con:
        relate(con, parquet, staged)
        lay_findings(con, parquet, waivers)
        lay_aliases(con, people_and_days[0], parquet)
        lay_calendar(people_and_days[1], parquet)
    with clock.stage("correct"):
        lay_corrections(partial(database, work / "corrections.duckdb", work / "spill", threads), parquet, rules)


def _n_bytes(found: Sequence[Found]) -> int:
    """Bytes of the files found; what cannot be asked for its size has none."""
    total = 0
    for each in found:
        with suppress(OSError):
            total += Path(each.path).stat().st_size
    return total


def register(con: duckdb.DuckDBPyConnection, staged: Path, books: Sequence[ReadSource]) -> None:
    """Creates views `staged_*` on what was staged, and `read_sources(source_no, sha256)`, the files that were read."""
    view_staged(con, staged)
    files = ", ".join(quoted(path) for path in rejects_files(staged))
    con.execute(f"create or replace view staged_rejects as select * from read_parquet([{files}])")
    read = [book for book in books if book.same_as is None]
    numbers = pa.table({"source_no": [b.source_no for b in read], "sha256": [b.sha256 for b in read]})
    numbers = numbers.cast(pa.schema([("source_no", pa.int64()), ("sha256", pa.string())]))
    con.register("books", numbers)
    con.execute("create table read_sources as select * from books")
    con.unregister("books")
