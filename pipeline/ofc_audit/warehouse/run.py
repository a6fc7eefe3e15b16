"""The models made into relations: staging models become views of the database, intermediate ones tables filled slice by slice (see
`by_hand`), sums temporary tables for as long as marts are made of them (see `adding`), marts tables sorted by their key.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from ofc_audit.warehouse.adding import Parts, stored_sum
from ofc_audit.warehouse.lay import lay_undeclared
from ofc_audit.warehouse.models import Model, ModelError

_KINDS = {"staging": ("view", ""), "sums": ("temp table", " with no data")}
"""Of layers whose relations are no tables of the results: what is created instead of them, and how the statement ends."""
SHOWN_ROWS = 5
"""Rows of a failing check that are kept to be shown."""

MACROS = (
    """create or replace macro wilson_low(hits, n) as case when n > 0 then greatest(0e0,
        (hits + 1.920729410347062e0) / (n + 3.841458820694124e0)
        - 1.959963984540054e0 * sqrt(hits * (n - hits)::double / n + 0.960364705173531e0) / (n + 3.841458820694124e0)) end""",
    """create or replace macro wilson_high(hits, n) as case when n > 0 then least(1e0,
        (hits + 1.920729410347062e0) / (n + 3.841458820694124e0)
        + 1.959963984540054e0 * sqrt(hits * (n - hits)::double / n + 0.960364705173531e0) / (n + 3.841458820694124e0)) end""",
    "create or replace macro ratio(part, n) as case when n > 0 then part::double / n end",
    """create or replace macro sample_sd(n, total, squares) as case when n > 1 then
        sqrt((n::hugeint * squares::hugeint - total::hugeint * total::hugeint)::double / (n::hugeint * (n::hugeint - 1))::double)
        end""",
    """create or replace macro standard_error(n, total, squares) as case when n > 1 then
        sqrt((n::hugeint * squares::hugeint - total::hugeint * total::hugeint)::double / (n::hugeint * (n::hugeint - 1))::double / n)
        end""",
    "create or replace macro play_day(moment, zone, day_cut) as (timezone(zone, moment) - to_minutes(day_cut))::date",
    """create or replace macro week_ending(moment, zone, week_end) as (
        date_trunc('week', timezone(zone, moment) - to_minutes(week_end % 10080))
        + to_minutes(10080 + week_end % 10080 - 1))::date""",
)
"""Formulas that models share: Wilson's 95 % interval of `hits` in `n`, a ratio, standard deviation of a sample and standard error of its
mean from integer sums, and the day and the last day of the week, by a zone's clock, in which a moment lies (see `calendar`)."""


@dataclass(frozen=True)
class CheckFailure:
    """A check of the warehouse that returned rows: its name, what must hold, how many rows break it and the first of them."""

    check: str
    title: str
    n_rows: int
    rows: tuple[str, ...]

    def plus(self, other: "CheckFailure") -> "CheckFailure":
        """The same check's failures in two sets of hands."""
        rows = (self.rows + other.rows)[:SHOWN_ROWS]
        return CheckFailure(self.check, self.title, self.n_rows + other.n_rows, rows)


@dataclass(frozen=True)
class HandsMade:
    """What came of some hands: the rows of each intermediate model, the sums over these hands, and the checks that failed."""

    tables: Mapping[str, pa.Table]
    failures: tuple[CheckFailure, ...]


def create_relations(con: duckdb.DuckDBPyConnection, models: Sequence[Model]) -> None:
    """Makes the relations of all models in `con`, which has the declared tables: staging models as views, all others as empty tables, which of
    sums are temporary.

    Raises ModelError, naming the file, for a query that fails.
    """
    prepare(con)
    for model in models:
        if model.layer != "checks":
            kind, rest = _KINDS.get(model.layer, ("table", " with no data"))
            try:
                con.execute(f"create {kind} {model.name} as {model.sql}{rest}")
            except duckdb.Error as error:
                raise failed(model, error) from error


def fill_by_hand(
    con: duckdb.DuckDBPyConnection,
    slices: Iterable[HandsMade],
    failures: dict[str, CheckFailure],
    models: Sequence[Model],
) -> None:
    """Puts what was made of some hands after the other into the tables of `con`, sums added up, and adds the checks that failed to `failures`."""
    parts = Parts(con, models)
    # In one transaction, for what is written in small parts is written again at the end of each.
    con.execute("begin")
    for made in slices:
        for name, rows in made.tables.items():
            # Not by a name for the rows: until the transaction ends, names that were given in it keep what they named.
            if name in parts:
                parts.add(name, rows)
            else:
                con.from_arrow(rows).insert_into(name)
        for found in made.failures:
            failures[found.check] = failures[found.check].plus(found) if found.check in failures else found
    parts.add_up()
    con.execute("commit")


def fill_marts(con: duckdb.DuckDBPyConnection, models: Sequence[Model]) -> list[CheckFailure]:
    """Fills the marts in `con`, where all other relations are made, and runs the checks that are about all hands. Sums that are not there are
    made of the rows of all hands.

    Raises ModelError, naming the file, for a query that fails.
    """
    # Marts are sorted by their key; the order of what they read need not be kept, which saves memory.
    con.execute("set preserve_insertion_order = false")
    failures = []
    sums = _Sums(con, models)
    for model in models:
        try:
            if model.layer == "marts":
                sums.make(model)
                con.execute(f"insert into {model.name} {_sorted(model)}")
                sums.drop(model)
            found = None if model.is_made_by_hand else run_check(con, *check_of(model))
        except duckdb.InterruptException:
            raise
        except duckdb.Error as error:
            raise failed(model, error) from error
        if found:
            failures.append(found)
    con.execute("reset preserve_insertion_order")
    return failures


class _Sums:
    """The sums that marts read: each is there from the first mart that reads it to the last one."""

    def __init__(self, con: duckdb.DuckDBPyConnection, models: Sequence[Model]) -> None:
        self._con = con
        self._models = {model.name: model for model in models if model.layer == "sums"}
        self._readers = Counter(
            read for model in models if model.layer == "marts" for read in model.reads if read in self._models
        )
        there = con.execute("select table_name from duckdb_tables() where temporary").fetchall()
        # One without rows is made anew, which costs nothing where there are no hands.
        self._made = {
            name
            for (name,) in there
            if name in self._models and con.execute(f"select 1 from temp.{name} limit 1").fetchall()
        }

    def make(self, mart: Model) -> None:
        """Makes the sums that the mart reads and that are not there."""
        for name in mart.reads:
            if name in self._models and name not in self._made:
                try:
                    stored_sum(self._con, name, self._models[name].sql)
                except duckdb.InterruptException:
                    raise
                except duckdb.Error as error:
                    raise failed(self._models[name], error) from error
                self._made.add(name)

    def drop(self, mart: Model) -> None:
        """Drops the sums that no other mart reads."""
        for name in mart.reads:
            if name in self._models:
                self._readers[name] -= 1
                if not self._readers[name]:
                    self._con.execute(f"drop table {name}")
                    self._made.discard(name)


def lay_marts(
    con: duckdb.DuckDBPyConnection, models: Sequence[Model], meanings: Mapping[str, Mapping[str, str]], folder: Path
) -> None:
    """Writes each mart to `<folder>/<mart>.parquet`; `meanings` says of each relation what its columns mean."""
    for model in models:
        if model.layer == "marts":
            lay_undeclared(con, f"from {model.name}", folder / f"{model.name}.parquet", meanings[model.name])


def prepare(con: duckdb.DuckDBPyConnection) -> None:
    """Makes the formulas that models share."""
    for macro in MACROS:
        con.execute(macro)


def failed(model: Model, error: duckdb.Error) -> ModelError:
    """What is said of a model whose query failed."""
    return ModelError(f"{model.file}: {str(error).splitlines()[0]}")


def _sorted(model: Model) -> str:
    key = ", ".join(f"{column} nulls first" for column in model.grain)
    return f"select * from ({model.sql}\n) order by {key}"


def check_of(model: Model) -> tuple[str, str, str]:
    """Name, title and query of a check, or of the check that a relation's key is unique."""
    if model.layer == "checks":
        return model.name, model.title, model.sql
    key = ", ".join(model.grain)
    query = f"select {key}, count(*) as n from {model.name} group by {key} having count(*) > 1"
    return f"{model.name}_grain", f"{model.name} has one row per {key}.", query


def run_check(con: duckdb.DuckDBPyConnection, name: str, title: str, query: str) -> CheckFailure | None:
    """Runs the query of a check, which must give no rows; what it gives is kept to be shown."""
    result = con.execute(f"select *, count(*) over () as n_of_rows from ({query}\n) limit {SHOWN_ROWS}")
    columns = [column[0] for column in result.description or []][:-1]
    rows = result.fetchall()
    if not rows:
        return None
    shown = tuple(", ".join(f"{c} {v}" for c, v in zip(columns, row, strict=False)) for row in rows)
    return CheckFailure(name, title, int(rows[0][-1]), shown)
