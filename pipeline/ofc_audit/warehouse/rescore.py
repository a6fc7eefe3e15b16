"""Recomputing in bulk: every hand of the results of a run under other rules, with what would have changed, as tables of their own.

The results are read as they lie and left as they are; files are not read again. Hands are recomputed on what their record
states: boards, who was in Fantasyland, stacks. Later stacks are not replayed, and where other rules would have changed the
play itself, the hands after that are marked, not played anew.
"""

import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit import __version__
from ofc_audit.rulesets import RuleSet
from ofc_audit.rulesets.model import OPTION_KEYS
from ofc_audit.warehouse import rescore_sql
from ofc_audit.warehouse.engine import database, view_of_parquet
from ofc_audit.warehouse.errors import OutputRefusedError
from ofc_audit.warehouse.lay import OrderedWriter, group_count, lay, lay_by_hand
from ofc_audit.warehouse.place import (
    DATABASE,
    PARQUET,
    PROGRAM,
    RUN_FILE,
    absolute,
    building,
    locked,
    refuse_foreign,
    refuse_inside,
    swap,
)
from ofc_audit.warehouse.rescore_groups import Recomputation
from ofc_audit.warehouse.rescore_hands import Rescored, rescore_hands
from ofc_audit.warehouse.rescore_matches import KINDS
from ofc_audit.warehouse.rescore_rules import Change, RulePair, RulesError
from ofc_audit.warehouse.stage import Progress
from ofc_audit.warehouse.summary import peak_memory

LISTED = ("rescore_players", "rescore_tables", "rescore_hands")
"""The tables that are written as CSV too."""
RESCORE_TABLES = (*LISTED, "rescored_seats", "rescored_pairs")


@dataclass
class _Met:
    """What was met on the way: rule sets by id and digest with their hands, and options that hands state."""

    own: Counter[tuple[str, str]] = field(default_factory=Counter)
    new: Counter[tuple[str, str]] = field(default_factory=Counter)
    stated: Counter[tuple[str, str]] = field(default_factory=Counter)
    not_replayed: set[str] = field(default_factory=set)
    matches: Counter[str] = field(default_factory=Counter)

    def add(
        self, hands: pa.Table, pairs: Sequence[RulePair], index: np.ndarray[Any, Any], matches: Counter[str]
    ) -> None:
        """Counts the hands of a group, and the matches settled in it."""
        self.matches.update(matches)
        for pair, n in zip(pairs, np.bincount(index, minlength=len(pairs)).tolist(), strict=True):
            for rules, counter in ((pair.own, self.own), (pair.new, self.new)):
                if rules is not None:
                    counter[rules.id, rules.digest] += n
            if pair.own is not None:
                self.not_replayed.update(pair.not_replayed)
        for option in OPTION_KEYS:
            column = hands.column(option if option == "match_cap" else f"option_{option}")
            for entry in column.value_counts().to_pylist():
                if entry["values"] is not None:
                    self.stated[option, _word(entry["values"])] += entry["counts"]


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rescore_into(
    results: Path,
    run: Mapping[str, Any],
    out_dir: Path,
    rules: Mapping[str, RuleSet],
    change: Change,
    paths: Sequence[str] = (),
    finish: Callable[[Path], None] | None = None,
    *,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Mapping[str, Any]:
    """Recomputes the hands of some results into an output folder of its own, put in place whole; gives its `run.json`.

    The folder then holds `parquet/<table>.parquet`, `run.json`, and what `finish` adds to the built folder. `paths`:
    what the results were asked for by, so that nothing is written into it.

    Raises what `rescore` raises, OutputRefusedError for a folder that is not a recomputation's, and LockHeldError while
    another process writes into it.
    """
    out_dir = absolute(out_dir)
    refuse_results(out_dir)
    refuse_inside(out_dir, [str(results), *paths])
    with locked(out_dir), building(out_dir) as folder:
        # Again, under the lock: another process may have put its results there in between.
        refuse_results(out_dir)
        record = dict(rescore(results, run, folder, rules, change, progress=progress, threads=threads))
        if finish is not None:
            finish(folder)
        record["holds"] = sorted({RUN_FILE, *(entry.name for entry in folder.iterdir())})
        text = json.dumps(record, ensure_ascii=False, indent=1, default=str)
        (folder / RUN_FILE).write_text(text + "\n", "utf-8")
        swap(folder, out_dir)
    return record


def refuse_results(out_dir: Path) -> None:
    """Raises OutputRefusedError for a folder that is not free and holds no recomputation: results of a run stay as they are."""
    refuse_foreign(out_dir)
    if (out_dir / DATABASE).exists():
        raise OutputRefusedError(f"{out_dir} holds results of ofc run, which stay as they are; name another folder")


def rescore(
    results: Path,
    run: Mapping[str, Any],
    folder: Path,
    rules: Mapping[str, RuleSet],
    change: Change,
    *,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Mapping[str, Any]:
    """Recomputes the hands of the results in `results`, whose `run.json` is `run`, into `<folder>/parquet`; gives the record.

    Group by group of hands, then over all of them in the database, so that memory does not grow with the input.
    Raises RulesError for rules that cannot be, and when `rules` are not those that the results were scored under.
    """
    started_at, started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), time.perf_counter()
    used = [entry["id"] for entry in run["rule_sets"]]
    if change.rules_id is None and not used:
        raise RulesError("no hand has a rule set of its own; name one with --rules")
    new_rules = change.apply(rules, used)
    known = {(entry["id"], entry["sha256"]) for entry in run["rule_sets"]}
    parquet = folder / PARQUET
    parquet.mkdir()
    with tempfile.TemporaryDirectory(prefix="work-", dir=folder) as work:
        asked = Recomputation(results / PARQUET, rules, new_rules, change, known)
        met = _recompute(asked, Path(work), parquet, progress)
        if progress:
            progress("compare", 0, None)
        _relate(results / PARQUET, Path(work), parquet, threads)
    return {
        "program": PROGRAM,
        "version": __version__,
        "command": "rescore",
        "started_at": started_at,
        "rules": change.rules_id,
        "set": dict(change.texts),
        "own_rule_sets": _listed(met.own),
        "new_rule_sets": _listed(met.new),
        "stated_options": [
            {"option": option, "value": value, "hands": n, "in_force": not change.overrides(option)}
            for (option, value), n in sorted(met.stated.items())
        ],
        "settled_matches": [{"kind": kind, "matches": met.matches[kind]} for kind in KINDS if met.matches[kind]],
        "not_replayed": sorted(met.not_replayed),
        "inputs": run["inputs"],
        "seconds": round(time.perf_counter() - started, 3),
        "peak_memory_bytes": peak_memory(),
    }


def _listed(rule_sets: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
    return [{"id": name, "sha256": digest, "hands": n} for (name, digest), n in sorted(rule_sets.items())]


def _recompute(asked: Recomputation, work: Path, parquet: Path, progress: Progress | None) -> _Met:
    """Writes `rescored_seats` and `rescored_pairs`, and to `work` the facts of hands and what is due after them."""
    met = _Met()
    conflicts = _conflicts(asked.source)
    n_hands = pq.ParquetFile(asked.source / "hands.parquet").metadata.num_rows
    with _writers(work, parquet) as write:
        place = 1
        for group in asked.groups():
            hands = group.tables["hands"]
            met.add(hands, *group.rules, group.settled)
            write(rescore_hands(group.tables, group.new, group.rules, group.notes, conflicts, place))
            place += hands.num_rows
            if progress:
                progress("rescore", place - 1, n_hands)
    return met


def _conflicts(source: Path) -> np.ndarray[Any, np.dtype[np.int64]]:
    clashes = pq.read_table(source / "id_clashes.parquet", columns=["kind", "hand_key", "other_hand_key"]).to_pylist()
    keys = {row[name] for row in clashes if row["kind"] == "conflict" for name in ("hand_key", "other_hand_key")}
    return np.array(sorted(keys - {None}), np.int64)


@contextmanager
def _writers(work: Path, parquet: Path) -> Iterator[Any]:
    """A function that writes a group of recomputed hands."""
    laid = {name: OrderedWriter(name, parquet / f"{name}.parquet") for name in ("rescored_seats", "rescored_pairs")}
    staged: dict[str, pq.ParquetWriter] = {}

    def write(group: Rescored) -> None:
        laid["rescored_seats"].write(group.seats)
        laid["rescored_pairs"].write(group.pairs)
        for name, data in (("facts", group.facts), ("due", group.due)):
            if name not in staged:
                staged[name] = pq.ParquetWriter(work / f"{name}.parquet", data.schema, compression="lz4")
            staged[name].write_table(data)

    yield write
    for closing in (*laid.values(), *staged.values()):
        closing.close()


def _relate(source: Path, work: Path, parquet: Path, threads: int | None) -> None:
    """Writes `rescore_hands`, `rescore_players` and `rescore_tables` from what was staged."""
    with database(work / "rescore.duckdb", work / "spill", threads) as con:
        view_of_parquet(con, "seats", source / "seats.parquet")
        view_of_parquet(con, "rescored_seats", parquet / "rescored_seats.parquet")
        for name in ("facts", "due"):
            view_of_parquet(con, name, work / f"{name}.parquet")
        for name, query in rescore_sql.STEPS.items():
            con.execute(f"create table {name} as {query}")
        con.execute(f"create table hands as {rescore_sql.HANDS}")
        [(n_hands,)] = con.execute("select count(*) from hands").fetchall()
        query = "select * from hands order by place_no"
        lay_by_hand(con, "rescore_hands", query, parquet / "rescore_hands.parquet", group_count(n_hands))
        lay(con, "rescore_players", rescore_sql.PLAYERS, parquet / "rescore_players.parquet")
        lay(con, "rescore_tables", rescore_sql.TABLES, parquet / "rescore_tables.parquet")
