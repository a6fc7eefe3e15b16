"""The results of a run, opened to be read: rows of its DuckDB file, and what `run.json` says of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from ofc_audit.rulesets import RuleSet

DATABASE, RUN = "ofc.duckdb", "run.json"


class NoResultsError(ValueError):
    """A folder that holds no results of `ofc run`, or results that cannot be read."""


class Store:
    """An output folder: `rows` asks its database, `run` is its `run.json`.

    `paths` are the words by which a command finds the results again: the folder, or the files they were made of for the moment.
    """

    def __init__(
        self, folder: Path, con: duckdb.DuckDBPyConnection, run: Mapping[str, Any], paths: Sequence[str] | None = None
    ) -> None:
        self.folder = folder
        self.run = run
        self.is_kept = paths is None
        self.paths = (str(folder),) if paths is None else tuple(paths)
        self._con = con

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[dict[str, Any]]:
        """The rows of a query, as dictionaries by column. Raises NoResultsError when the database does not have what is
        asked for."""
        result = self._asked(query, parameters)
        names = [column[0] for column in result.description or []]
        return [dict(zip(names, values, strict=True)) for values in result.fetchall()]

    def execute(self, statement: str) -> duckdb.DuckDBPyConnection:
        """Runs a statement, such as one that makes a temporary relation. Raises NoResultsError like `rows`."""
        return self._asked(statement, ())

    def _asked(self, query: str, parameters: Sequence[object]) -> duckdb.DuckDBPyConnection:
        with self._told():
            return self._con.execute(query, list(parameters))

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (duckdb.CatalogException, duckdb.BinderException) as error:
            raise NoResultsError(
                f"{self.folder}: the results were made by another version: {_first_line(error)}"
            ) from None

    def table(self, query: str) -> pa.Table:
        """The rows of a query as an Arrow table. Raises NoResultsError like `rows`."""
        with self._told():
            return self._con.sql(query).to_arrow_table()

    def value(self, query: str, parameters: Sequence[object] = ()) -> Any:
        """The one value of a query."""
        row = self.rows(query, parameters)[0]
        return next(iter(row.values()))

    def batches(self, query: str, parameters: Sequence[object], n_rows: int) -> pa.RecordBatchReader:
        """The rows of a query as Arrow batches of at most so many rows; nothing else may be asked before they are read.

        Raises NoResultsError like `rows`.
        """
        try:
            return self._con.sql(query, params=list(parameters)).to_arrow_reader(n_rows)
        except (duckdb.CatalogException, duckdb.BinderException) as error:
            raise NoResultsError(
                f"{self.folder}: the results were made by another version: {_first_line(error)}"
            ) from None

    def was_judged_under(self, rules: RuleSet) -> bool:
        """Whether the run had this very rule set, every value of it; where its record does not say, it is taken to have had it."""
        judged = self.run.get("rule_sets")
        return judged is None or any((one["id"], one["sha256"]) == (rules.id, rules.digest) for one in judged)


def is_results(path: str) -> bool:
    """Whether a path is the output folder of a run."""
    return (Path(path) / DATABASE).is_file() and (Path(path) / RUN).is_file()


@contextmanager
def open_store(folder: Path, paths: Sequence[str] | None = None) -> Iterator[Store]:
    """The results in an output folder, read only; `paths` are the files they were made of where the folder is not kept.

    Raises NoResultsError, with what to do, where there are none.
    """
    if not is_results(str(folder)):
        raise NoResultsError(f"{folder} holds no results; make them with: ofc run PATH --out {folder}")
    try:
        run = json.loads((folder / RUN).read_text("utf-8"))
    except ValueError as error:
        raise _unreadable(folder, error) from None
    with open_database(folder, run, folder, paths) as store:
        yield store


@contextmanager
def open_database(
    folder: Path, run: Mapping[str, Any], shown: Path, paths: Sequence[str] | None = None
) -> Iterator[Store]:
    """The database of a folder with the run record given, read only; `shown` is the folder that people will find it in.

    Raises NoResultsError for a database that cannot be read.
    """
    try:
        con = duckdb.connect(str(folder / DATABASE), read_only=True)
    except duckdb.Error as error:
        raise _unreadable(shown, error) from None
    try:
        con.execute("set TimeZone = 'UTC'")
        # DuckDB's own bar goes to standard output, which is for reports, as soon as a query takes two seconds.
        con.execute("set enable_progress_bar = false")
        yield Store(shown, con, run, paths)
    finally:
        con.close()


def _unreadable(folder: Path, error: Exception) -> NoResultsError:
    return NoResultsError(f"{folder}: the results cannot be read: {_first_line(error)}; make them anew with ofc run")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
