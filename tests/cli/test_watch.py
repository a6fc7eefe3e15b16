"""`ofc watch`: what it says, how it ends, and what a kill leaves."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow.parquet as pq
import pytest

import ofc_audit
from cli.conftest import Ofc
from ofc_audit.cli import watch as watch_command
from ofc_audit.cli.console import SetupError
from ofc_audit.cli.stopping import stopped_cleanly
from ofc_audit.report.store import open_store
from report.examples import SCOOP


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()


def result(**counts: int) -> Any:
    """What a build says, as far as the line of an import reads it."""
    found = {name: counts.get(name, 0) for name in ("n_found", "n_stored", "n_duplicates", "n_cancelled", "n_rejected")}
    run = {"left_out": [{"path": "in/.x", "reason": "hidden or temporary"}], "default_rules": None, "inputs": []}
    n = counts.get("n_rejects", 0)
    return SimpleNamespace(counts=found, n_rejects=n, findings_by_severity={"error": 1, "note": 2}, run=run)


def test_each_import_is_one_line_and_a_problem_is_said_once(ofc: Ofc, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = iter(("a", "", "a b", "", "", "b", "", None))
    full = SetupError("the disk is full")
    outcomes = iter((result(n_found=1, n_stored=1), full, full, result(n_found=2, n_stored=2)))

    def sleep(_: float) -> None:
        names = next(steps)
        if names is None:
            raise KeyboardInterrupt
        for name in names.split():
            Path("in", name).write_text(Path("in", name).read_text() + "x" if Path("in", name).exists() else "")

    def built(*_: object, **options: Any) -> Any:
        assert options["is_locked"]
        outcome = next(outcomes)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(watch_command, "built", built)
    monkeypatch.setattr(watch_command.time, "sleep", sleep)
    monkeypatch.setattr(watch_command, "RETRY", 1e9)
    ran = ofc("watch", "in", "--out", "out")
    assert (ran.status, next(outcomes, None)) == (130, None)
    assert [line.partition(" UTC: ")[2].partition(":")[0] for line in ran.out.splitlines()] == [
        "1 file (1 new, 0 changed, 0 gone)",
        "2 files (1 new, 1 changed, 0 gone)",
    ]
    assert ran.err == (
        "ofc: not read, hidden or temporary: 1 (in/.x); name one to have it read\n"
        "ofc: nothing was imported, the results stay as they are: the disk is full\n"
        "ofc: interrupted\n"
    )
    assert not Path("out.lock").exists()


def test_the_line_of_an_import() -> None:
    due = SimpleNamespace(files={"a": 1, "b": 2}, n_new=1, n_changed=0, n_gone=3)
    line = watch_command._line(
        due, result(n_found=1234, n_stored=1200, n_duplicates=30, n_rejected=4, n_rejects=5), 1.25
    )  # type: ignore[arg-type]
    assert line.partition(" UTC: ")[2] == (
        "2 files (1 new, 0 changed, 3 gone): 1,234 hands found = 1,200 stored + 30 duplicate + 0 cancelled + 4 rejected"
        " (5 stretches set aside); 3 findings; 1.2 s"
    )


def test_what_cannot_begin_is_one_line(ofc: Ofc) -> None:
    assert ofc("watch", "gone", "--out", "out").err == "ofc: no such folder: gone\n"
    assert ofc("watch", "in", "--out", "in/out").err.startswith(f"ofc: {Path.cwd()}/in/out lies inside in, which is")
    ran = ofc("watch", "in", "--out", "out", "--once", "--every", "0.1")
    assert (ran.status, ran.out, ran.err) == (2, "", "ofc: no files: the folder is empty\n")
    Path("in/letter.txt").write_text("Dear Ana,\n")
    ran = ofc("watch", "in", "--out", "out", "--rules", "poker", "--once", "--every", "0.1")
    assert (ran.status, ran.err[:36]) == (2, "ofc: no rule set 'poker'; known are ")
    assert sorted(path.name for path in Path().iterdir()) == ["in"]


def test_being_told_to_end_is_an_interrupt_and_then_what_it_was() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), stopped_cleanly():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_kill_leaves_results_and_the_next_start_has_all(ofc: Ofc) -> None:
    Path("in/a.txt").write_text(SCOOP)
    code = "from ofc_audit.cli.main import main; main()"
    command = [sys.executable, "-c", code, "watch", "in", "--out", "out", "--every", "0.1"]
    environment = os.environ | {"PYTHONPATH": str(Path(ofc_audit.__file__).parents[1])}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "1 file (1 new, 0 changed, 0 gone): 1 hand found = 1 stored + 0" in process.stdout.readline()
        ran = ofc("run", "in", "--out", "out")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert ran.err.startswith(f"ofc: {Path.cwd()}/out is being written by process {process.pid} since ")
        Path("in/b.txt").write_text(SCOOP.replace("#1842-3", "#1842-4"))
        while not list(Path().glob("out.building-*")) and process.poll() is None:
            time.sleep(0.01)
        time.sleep(random.random())
        process.kill()
    with open_store(Path("out")) as store:
        assert store.value("select count(*) from hands") in (1, 2)
    ran = ofc("watch", "in", "--out", "out", "--once", "--every", "0.1")
    assert "2 files (2 new, 0 changed, 0 gone): 2 hands found = 2 stored + 0" in ran.out
    assert pq.read_table("out/parquet/hands.parquet").column("hand_id").to_pylist() == ["1842-3", "1842-4"]
    assert sorted(path.name for path in Path().iterdir()) == ["in", "out"]
