"""DuckDB as a build uses it: bounded memory, spilling beside the build, no extension fetched, times in UTC."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

MEMORY_LIMIT = "384MB"


@contextmanager
def database(path: Path, spill: Path, threads: int | None) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database file, closed afterwards. Results keep the order of the query."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY_LIMIT,
        "temp_directory": str(spill),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    if threads is not None:
        config["threads"] = threads
    con = duckdb.connect(str(path), config=config)
    try:
        con.execute("set TimeZone = 'UTC'")
        yield con
    finally:
        con.close()


def quoted(value: object) -> str:
    """A value as an SQL text literal."""
    return "'" + str(value).replace("'", "''") + "'"


def view_of_parquet(con: duckdb.DuckDBPyConnection, name: str, path: Path) -> None:
    """A view `name` over a Parquet file."""
    con.execute(f"create or replace view {name} as select * from read_parquet({quoted(path)})")


def count(con: duckdb.DuckDBPyConnection, query: str) -> int:
    """The one number of a query."""
    [(number,)] = con.execute(query).fetchall()
    return int(number or 0)
