"""Suites of expectations held against the tables and marts of an output folder, by Great Expectations on pandas frames.

Rows come from the database in batches, so that memory does not grow with them. An expectation that raises an exception has failed, with
the text of the exception. Great Expectations and pandas are imported by `Frames` alone: together they take seconds and 240 MB.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa

from ofc_audit.warehouse.contracts import Expectation, Part, Suite
from ofc_audit.warehouse.contracts_derived import declared_columns
from ofc_audit.warehouse.contracts_frames import Frames, Seen
from ofc_audit.warehouse.engine import MEMORY_PER_THREAD_MB, quoted
from ofc_audit.warehouse.place import DATABASE, PARQUET

ROWS_AT_ONCE = 200_000
"""Rows of a frame: some ten expectations on thirty columns of so many take 200 MB."""
FAILING_ROWS = 1_000
"""Rows of a failing self-check that are looked at; all are counted."""


@dataclass(frozen=True)
class Outcome:
    """What came of one expectation: rows looked at, how many break it, the first of those, and the text of an exception."""

    suite: str
    part: str
    expectation: Expectation
    n_rows: int = 0
    n_unexpected: int = 0
    rows: tuple[Mapping[str, Any], ...] = ()
    error: str | None = None
    key: tuple[str, ...] = ()

    @property
    def is_met(self) -> bool:
        """Whether no row breaks it, and nothing went wrong in looking."""
        return self.n_unexpected == 0 and self.error is None

    def plus(self, seen: Seen, n_shown: int) -> "Outcome":
        """The same with what was seen in further rows."""
        return replace(
            self,
            n_rows=self.n_rows + seen.n_rows,
            n_unexpected=self.n_unexpected + seen.n_unexpected,
            rows=(self.rows + seen.rows)[:n_shown],
            error=self.error or seen.error,
        )


@dataclass(frozen=True)
class SuiteOutcome:
    """What came of a suite, expectation by expectation."""

    suite: Suite
    outcomes: tuple[Outcome, ...] = field(default=())

    @property
    def is_met(self) -> bool:
        """Whether every expectation is met."""
        return all(outcome.is_met for outcome in self.outcomes)

    @property
    def n_rows(self) -> int:
        """The most rows that any of its expectations looked at."""
        return max((outcome.n_rows for outcome in self.outcomes), default=0)


@contextmanager
def opened(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database of an output folder, read only, in bounded memory.

    Raises duckdb.Error for one that cannot be read, and KeyboardInterrupt when a query is interrupted.
    """
    with TemporaryDirectory(prefix="ofc-") as spill:
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": f"{4 * MEMORY_PER_THREAD_MB}MB",
            "temp_directory": spill,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        con = duckdb.connect(str(folder / DATABASE), read_only=True, config=config)
        try:
            con.execute("set TimeZone = 'UTC'")
            con.execute("set enable_progress_bar = false")
            con.execute("set preserve_insertion_order = false")
            yield con
        except duckdb.InterruptException as error:
            raise KeyboardInterrupt from error
        finally:
            con.close()


def hold_suites(
    con: duckdb.DuckDBPyConnection,
    folder: Path,
    suites: Sequence[Suite],
    frames: Frames,
    n_shown: int,
    facts: pa.Table | None = None,
) -> Iterator[SuiteOutcome]:
    """Each suite held against the database `con` of `folder`, one after the other.

    `facts`: the relation `rule_facts` that suites on what play can come to read, see `contracts_rules`.
    """
    columns = list(zip(*declared_columns(), strict=True))
    con.register(
        "contract_columns", pa.table(dict(zip(("relation", "column_name", "place", "type"), columns, strict=True)))
    )
    con.execute(
        "create temp view found_columns as select table_name as relation, column_name, column_index - 1 as place, data_type as type, comment"
        " from duckdb_columns() where schema_name = 'main' and not internal and table_name in (select relation from contract_columns)"
    )
    con.register("found_files", _files(con, folder, sorted(set(columns[0]))))
    if facts is not None:
        con.register("rule_facts", facts)
    for suite in suites:
        made = [outcome for part in suite.parts for outcome in hold_part(con, suite.name, part, frames, n_shown)]
        yield SuiteOutcome(suite, tuple(made))


def _files(con: duckdb.DuckDBPyConnection, folder: Path, relations: Sequence[str]) -> pa.Table:
    """For each relation the rows and a checksum of them, independent of their order, in the database and in its Parquet file."""
    there = {name: kinds for name, kinds in _kinds(con).items() if name in relations}
    rows = []
    for name in relations:
        path = folder / PARQUET / f"{name}.parquet"
        source = f"read_parquet({quoted(path / '*.parquet' if path.is_dir() else path)})"
        row: dict[str, Any] = {"relation": name, "has its Parquet file": path.exists()}
        if name in there:
            row |= _sums(con, name, there[name], "database")
            if path.exists():
                row |= _sums(con, source, there[name], "parquet")
        rows.append(row)
    names = ("rows_in_database", "rows_in_parquet", "checksum_in_database", "checksum_in_parquet")
    fields = [("relation", pa.string()), ("has its Parquet file", pa.bool_()), *((name, pa.string()) for name in names)]
    return pa.Table.from_pylist(rows, pa.schema(fields))


def _kinds(con: duckdb.DuckDBPyConnection) -> dict[str, dict[str, str]]:
    """The columns of every relation with their types."""
    found: dict[str, dict[str, str]] = {}
    for name, column, kind in con.execute(
        "select table_name, column_name, data_type from duckdb_columns() where schema_name = 'main' order by table_name, column_index"
    ).fetchall():
        found.setdefault(name, {})[column] = kind
    return found


def _sums(con: duckdb.DuckDBPyConnection, source: str, columns: Mapping[str, str], where: str) -> dict[str, str]:
    """How many rows there are, and the sum of their hashes; what cannot be read is told in their place."""
    # An array of fixed length is hashed as the list that it is in Parquet.
    values = ", ".join(
        f'"{name}"::{kind.partition("[")[0]}[]' if "[" in kind else f'"{name}"::{kind}'
        for name, kind in columns.items()
    )
    try:
        [(n, total)] = con.execute(f"select count(*), coalesce(sum(hash({values})), 0) from {source}").fetchall()
    except duckdb.Error as error:
        return {f"rows_in_{where}": str(error).splitlines()[0], f"checksum_in_{where}": "unreadable"}
    return {f"rows_in_{where}": str(n), f"checksum_in_{where}": str(total)}


def hold_part(con: duckdb.DuckDBPyConnection, suite: str, part: Part, frames: Frames, n_shown: int) -> list[Outcome]:
    """Each expectation of a part held against the rows of its query; at most `n_shown` rows that break one are named."""
    outcomes = [Outcome(suite, part.name, each, key=part.key) for each in part.expectations]
    try:
        for batch in _batches(con, part):
            seen = frames.see(batch, part.expectations, part.key, n_shown)
            outcomes = [outcome.plus(one, n_shown) for outcome, one in zip(outcomes, seen, strict=True)]
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        return [replace(outcome, error=str(error).splitlines()[0]) for outcome in outcomes]
    return outcomes


def _batches(con: duckdb.DuckDBPyConnection, part: Part) -> Iterator[pa.Table]:
    """The rows of a part, so many at a time; where it needs all rows of a key together, keys are dealt out by their hash."""
    needed = ", ".join(f'"{name}"' for name in part.columns)
    if part.is_whole:
        [(n_rows,)] = con.execute(f"select count(*) from ({part.query}\n)").fetchall()
        key = ", ".join(f'"{name}"' for name in part.key)
        n_batches = max(1, -(-n_rows // ROWS_AT_ONCE))
        for number in range(n_batches):
            dealt = f"where hash({key}) % {n_batches} = {number}" if n_batches > 1 else ""
            yield con.sql(f"select {needed} from ({part.query}\n) {dealt}").to_arrow_table()
        return
    if not any(each.columns for each in part.expectations):
        yield from _failing(con, part)
        return
    n_yielded = 0
    for batch in con.sql(f"select {needed} from ({part.query}\n)").to_arrow_reader(ROWS_AT_ONCE):
        n_yielded += 1
        yield pa.Table.from_batches([batch])
    if not n_yielded:
        yield con.sql(f"select {needed} from ({part.query}\n) limit 0").to_arrow_table()


def _failing(con: duckdb.DuckDBPyConnection, part: Part) -> Iterator[pa.Table]:
    """The rows of a self-check, which should be none, with how many there are in all where that is more than are looked at."""
    needed = ", ".join(f'"{name}"' for name in part.columns)
    yield con.sql(f"select {needed} from ({part.query}\n) limit {FAILING_ROWS}").to_arrow_table()
