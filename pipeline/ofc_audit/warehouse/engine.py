"""DuckDB as a build uses it: bounded memory, spilling beside the build, no extension fetched, times in UTC."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import duckdb

MEMORY_PER_THREAD_MB = 160
"""What the database may hold, for each of its threads but for two at least; what needs more goes to disk."""
MOST_THREADS = 4
"""Threads where none are asked for, on machines that have so many: more of them need more memory, and gain little here."""


def usual_threads() -> int:
    """Threads where none are asked for: as many as there are processors for this process, within bounds."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_THREADS, there)


Opened = Callable[[], AbstractContextManager[duckdb.DuckDBPyConnection]]
"""Opens a database: for stages that mostly need none, for opening one costs more than the hands of a small file."""


@contextmanager
def database(path: Path, spill: Path, threads: int | None) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database file, closed afterwards. Results keep the order of the query.

    Raises KeyboardInterrupt, as anywhere else, when a query is interrupted.
    """
    if threads is None:
        threads = usual_threads()
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": threads,
        "memory_limit": f"{max(2, threads) * MEMORY_PER_THREAD_MB}MB",
        "temp_directory": str(spill),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    con = duckdb.connect(str(path), config=config)
    try:
        yield quiet(con)
    except Exception as error:
        # Ctrl-C within a query comes out as an error of the database, or of whoever told which query failed.
        if "interrupted" in str(error).lower() or "KeyboardInterrupt" in str(error):
            raise KeyboardInterrupt from error
        raise
    finally:
        con.close()


@contextmanager
def single(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """A database on the threads of those who ask it alone, for a while: what is written in order is written by one of them."""
    [(threads,)] = con.execute("select current_setting('threads')").fetchall()
    con.execute("set threads = 1")
    yield
    con.execute(f"set threads = {threads}")


def in_memory() -> duckdb.DuckDBPyConnection:
    """A database in memory for some hands at a time, on the core of whoever asks it."""
    con = duckdb.connect(
        config={
            "threads": 1,
            "memory_limit": f"{2 * MEMORY_PER_THREAD_MB}MB",
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
    )
    return quiet(con)


def quiet(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """A connection with times in UTC, that shows nothing."""
    con.execute("set TimeZone = 'UTC'")
    # DuckDB's own bar goes to standard output, which is for reports.
    con.execute("set enable_progress_bar = false")
    return con


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
