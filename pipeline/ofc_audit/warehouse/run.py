"""The models made into relations: those that work hand by hand for some thousand hands at a time, the others over all hands.

Staging models become views of the database, intermediate ones tables filled slice by slice, marts tables sorted by their key. No join
of two relations with a row per seat ever runs over all hands, so that memory does not grow with them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.tables import all_tables
from ofc_audit.warehouse.engine import quoted
from ofc_audit.warehouse.lay import lay_undeclared
from ofc_audit.warehouse.models import Model, ModelError

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


def run_by_hand(
    con: duckdb.DuckDBPyConnection, models: Sequence[Model], slices: Iterable[Mapping[str, pa.Table]], folder: Path
) -> list[CheckFailure]:
    """Makes the models that work hand by hand, for one slice of hands after the other, and runs their checks.

    `slices`: the declared tables that such models read, by name, of some hands each; tables that `con` has already need not be
    among them. Each intermediate model goes to `<folder>/<model>.parquet`. Raises ModelError, naming the file, for a query that fails.
    """
    _prepare(con)
    by_hand = [model for model in models if model.is_by_hand]
    writers: dict[str, pq.ParquetWriter] = {}
    failures: dict[str, CheckFailure] = {}
    for slice_no, tables in enumerate(slices):
        for name, data in tables.items():
            con.register(name, data)
        for model in by_hand:
            try:
                if model.layer == "intermediate":
                    made = con.sql(_sorted(model)).to_arrow_table()
                    con.register(model.name, made)
                    if model.name not in writers:
                        writers[model.name] = pq.ParquetWriter(
                            folder / f"{model.name}.parquet", made.schema, compression="lz4"
                        )
                    writers[model.name].write_table(made)
                elif model.layer == "staging" and slice_no == 0:
                    con.execute(f"create temp view {model.name} as {model.sql}")
                found = _run_check(con, *_check_of(model))
            except duckdb.InterruptException:
                raise
            except duckdb.Error as error:
                raise _failed(model, error) from error
            if found:
                failures[found.check] = failures[found.check].plus(found) if found.check in failures else found
    for writer in writers.values():
        writer.close()
    return list(failures.values())


def run_whole(con: duckdb.DuckDBPyConnection, models: Sequence[Model], made: Path, folder: Path) -> list[CheckFailure]:
    """Makes all relations in `con`, which has the declared tables, with comments, and runs the checks that are about all hands.

    `made`: where `run_by_hand` left the intermediate models. Each mart also goes to `<folder>/<mart>.parquet`. Raises
    ModelError, naming the file, for a query that fails, a column without a meaning and a meaning without its column.
    """
    # Marts are sorted by their key; the order of what they read need not be kept, which saves memory.
    con.execute("set preserve_insertion_order = false")
    _prepare(con)
    meanings = {name: {c.name: c.meaning for c in t.columns} for name, t in all_tables().items()}
    failures = []
    for model in models:
        try:
            if model.layer != "checks":
                _create(con, model, made)
                meanings[model.name] = _describe(con, model, meanings)
            found = None if model.is_by_hand else _run_check(con, *_check_of(model))
        except duckdb.InterruptException:
            raise
        except duckdb.Error as error:
            raise _failed(model, error) from error
        if found:
            failures.append(found)
    con.execute("reset preserve_insertion_order")
    for model in models:
        if model.layer == "marts":
            lay_undeclared(con, f"from {model.name}", folder / f"{model.name}.parquet", meanings[model.name])
    return failures


def _prepare(con: duckdb.DuckDBPyConnection) -> None:
    for macro in MACROS:
        con.execute(macro)


def _failed(model: Model, error: duckdb.Error) -> ModelError:
    return ModelError(f"{model.file}: {str(error).splitlines()[0]}")


def _sorted(model: Model) -> str:
    key = ", ".join(f"{column} nulls first" for column in model.grain)
    return f"select * from ({model.sql}\n) order by {key}"


def _create(con: duckdb.DuckDBPyConnection, model: Model, made: Path) -> None:
    if model.layer == "staging":
        con.execute(f"create view {model.name} as {model.sql}")
    elif model.layer == "intermediate" and (made / f"{model.name}.parquet").exists():
        con.execute(f"create table {model.name} as from read_parquet({quoted(made / f'{model.name}.parquet')})")
    else:
        con.execute(f"create table {model.name} as {_sorted(model)}")


def _describe(
    con: duckdb.DuckDBPyConnection, model: Model, meanings: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Comments a relation and its columns; gives what each column means."""
    names = [row[0] for row in con.execute(f"describe {model.name}").fetchall()]
    strangers = sorted((set(model.columns) | set(model.grain)) - set(names))
    if strangers:
        raise ModelError(f"{model.file}: its head speaks of {strangers[0]}, which is no column of it")
    inherited: dict[str, str] = {}
    for read in reversed(model.reads):
        inherited |= meanings[read]
    own = {name: model.columns.get(name) or inherited.get(name, "") for name in names}
    silent = [name for name, meaning in own.items() if not meaning]
    if silent:
        raise ModelError(f"{model.file}: nothing says what column {silent[0]} means; add `-- column {silent[0]}: …`")
    kind = "view" if model.layer == "staging" else "table"
    about = " ".join([model.title, f"Key: {', '.join(model.grain)}.", *model.notes])
    comments = [f"comment on {kind} {model.name} is {quoted(about)}"]
    comments += [f"comment on column {model.name}.{name} is {quoted(meaning)}" for name, meaning in own.items()]
    # Each by itself would be a transaction of its own, and wait for the disk.
    con.execute(";".join(["begin", *comments, "commit"]))
    return own


def _check_of(model: Model) -> tuple[str, str, str]:
    """Name, title and query of a check, or of the check that a relation's key is unique."""
    if model.layer == "checks":
        return model.name, model.title, model.sql
    key = ", ".join(model.grain)
    query = f"select {key}, count(*) as n from {model.name} group by {key} having count(*) > 1"
    return f"{model.name}_grain", f"{model.name} has one row per {key}.", query


def _run_check(con: duckdb.DuckDBPyConnection, name: str, title: str, query: str) -> CheckFailure | None:
    result = con.execute(f"select *, count(*) over () as n_of_rows from ({query}\n) limit {SHOWN_ROWS}")
    columns = [column[0] for column in result.description or []][:-1]
    rows = result.fetchall()
    if not rows:
        return None
    shown = tuple(", ".join(f"{c} {v}" for c, v in zip(columns, row, strict=False)) for row in rows)
    return CheckFailure(name, title, int(rows[0][-1]), shown)
