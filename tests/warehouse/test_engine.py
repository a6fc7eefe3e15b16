"""The database as builds use it: bounded, without extensions from elsewhere, in UTC."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import duckdb
import pytest

from ofc_audit.warehouse.engine import count, database, quoted, usual_threads


def setting(path: Path, name: str, threads: int | None) -> object:
    with database(path / "d.duckdb", path / "spill", threads) as con:
        return con.execute("select current_setting($1)", [name]).fetchall()[0][0]


@pytest.mark.parametrize(("threads", "limit"), [(1, "305.1 MiB"), (2, "305.1 MiB"), (3, "457.7 MiB")])
def test_memory_is_bounded_by_the_threads(tmp_path: Path, threads: int, limit: str) -> None:
    assert setting(tmp_path, "threads", threads) == threads
    assert setting(tmp_path, "memory_limit", threads) == limit


def test_threads_not_asked_for_are_four_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: set(range(64)), raising=False)
    assert setting(tmp_path, "threads", None) == 4


def test_nothing_is_fetched_and_times_are_utc(tmp_path: Path) -> None:
    assert setting(tmp_path, "autoinstall_known_extensions", None) is False
    assert setting(tmp_path, "autoload_known_extensions", None) is False
    assert setting(tmp_path, "TimeZone", None) == "UTC"
    assert setting(tmp_path, "temp_directory", None) == str(tmp_path / "spill")


def test_a_count_of_nothing_is_zero_and_text_is_quoted(tmp_path: Path) -> None:
    text = quoted("it's")
    with database(tmp_path / "d.duckdb", tmp_path / "spill", 1) as con:
        assert count(con, "select sum(x) from (select 1 as x) where false") == 0
        assert con.execute(f"select {text}").fetchall() == [("it's",)]


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("Query interrupted"),
        duckdb.InterruptException("INTERRUPT Error: Interrupted!"),
        duckdb.InvalidInputException("counting the rows of the object registered as 'x' failed: KeyboardInterrupt: "),
    ],
)
def test_an_interrupted_query_is_an_interrupt(tmp_path: Path, error: Exception) -> None:
    with pytest.raises(KeyboardInterrupt), database(tmp_path / "d.duckdb", tmp_path / "spill", 1):
        raise error


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard, also where whoever began the tests had it ignored, as a shell does for what it runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_a_signal_within_a_query_is_an_interrupt(tmp_path: Path) -> None:
    Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt), database(tmp_path / "d.duckdb", tmp_path / "spill", 1) as con:
        con.execute("select sum(hash(a.range + b.range)) from range(1000000) as a, range(100000) as b").fetchall()


def test_other_errors_pass(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"^another$"), database(tmp_path / "d.duckdb", tmp_path / "spill", 1):
        raise RuntimeError("another")


def test_threads_not_asked_for_are_those_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {5, 7}, raising=False)
    assert usual_threads() == 2
