"""Builds that are killed, and builds beside one another: results are the old ones or the new ones, whole, and never anything between."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import LockHeldError
from read.dirt.hands import T0
from read.dirt.spelling import FORMATS
from read.dirt.tables import TABLE_FORMS, WITH_OFF
from read.swc_records import finished
from warehouse.histories import hand, rows, write

FORMS: dict[str, str | bytes] = {
    **{name: form.file(T0.but(number=900 + at, table=name)) for at, (name, form) in enumerate(FORMATS.items())},
    **{name: form.file(T0.but(number=950 + at, table=name)) for at, (name, form) in enumerate(TABLE_FORMS.items())},
    "dealer": finished(1, Ana=17, Bo=-17),
}
"""A hand in every format and every form of a table."""
OLD = {"old": hand("1")}
NEW: dict[str, str | bytes] = {
    name: "".join(hand(str(n), n % 2) for n in range(first, first + 20)) for name, first in (("a", 100), ("b", 200))
} | FORMS
N_NEW = 40 + len(FORMS)

KILLED = """
import os, signal, sys
from pathlib import Path
from ofc_audit.warehouse import build as module
from ofc_audit.warehouse import place

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def child(when, out, paths):
    met = []
    if when == "between the renames":
        # As where the system cannot exchange two folders in one step.
        place._exchange = lambda *_: False
        rename = Path.rename
        Path.rename = lambda self, to: (met.append(to), die() if len(met) > 1 else rename(self, to))[1]
    def progress(stage, done, of):
        if stage == when:
            die()
    module.build(paths, Path(out), progress=progress)

out, *paths = sys.argv[2:]
for when in sys.argv[1].split(","):
    # Nothing has been read yet, so no thread of a library is lost by the fork.
    pid = os.fork()
    if not pid:
        child(when, out, paths)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    left = sorted(path.name.partition("-")[0] for path in Path(out).parent.iterdir() if path.name.startswith("out"))
    print(when, os.WTERMSIG(status), *left, sep="|", flush=True)
"""
HELD = """
import sys
from pathlib import Path
from ofc_audit.warehouse.build import build

def progress(stage, done, of):
    if stage == "load" and not done:
        print("loading", flush=True)
        sys.stdin.readline()

build(sys.argv[2:], Path(sys.argv[1]), progress=progress)
"""


def new(folder: Path) -> list[str]:
    """The files of `NEW`, and beside them the mapping of the tables."""
    paths = write(folder, NEW)
    write(folder, {"mapping.toml": WITH_OFF})
    return paths


def parquet(out: Path) -> dict[str, object]:
    """Every table of a result, but for what names files."""
    return {
        path.stem: pq.read_table(path).to_pydict()
        for path in sorted((out / "parquet").iterdir())
        if path.stem != "sources"
    }


def test_a_build_that_is_killed_leaves_the_old_results_and_the_next_one_is_whole(tmp_path: Path) -> None:
    out, paths = tmp_path / "out", new(tmp_path / "in")
    build(write(tmp_path / "in", OLD), out)
    stages: list[str] = []
    undisturbed = build(paths, tmp_path / "undisturbed", progress=lambda stage, *_: stages.append(stage))
    moments = ["read", "models", "between the renames"]
    assert set(moments[:-1]) <= set(stages)
    words = [sys.executable, "-c", KILLED, ",".join(moments), str(out), *paths]
    ran = subprocess.run(words, check=True, capture_output=True, text=True)
    told = [line.split("|") for line in ran.stdout.splitlines()]
    assert [(when, int(number)) for when, number, *_ in told] == [(when, signal.SIGKILL) for when in moments]
    # The old results stand under their name, or, where the kill fell between the two renames, beside it.
    assert all("out" in left for _, _, *left in told[:-1])
    assert {"out.old", "out.building"} <= set(told[-1][2:])
    again = build(paths, out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out", "undisturbed"]
    assert again.counts == undisturbed.counts
    assert parquet(out) == parquet(tmp_path / "undisturbed")
    assert rows(out, "select count(*) from hands") == [(N_NEW,)]


def test_a_second_importer_is_refused_and_a_report_reads_the_old_results(tmp_path: Path) -> None:
    out, first, second = tmp_path / "out", new(tmp_path / "one"), write(tmp_path / "two", OLD)
    build(second, out)
    words = [sys.executable, "-c", HELD, str(out), *first]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as importer:
        assert importer.stdout is not None
        assert importer.stdout.readline() == "loading\n"
        with pytest.raises(LockHeldError, match=rf"^{out} is being written by process {importer.pid} since "):
            build(second, out)
        assert rows(out, "select hand_id from hands") == [("1",)]
        assert json.loads((out / "run.json").read_text("utf-8"))["program"] == "ofc-audit"
        importer.communicate("go on\n")
        assert importer.returncode == 0
    assert rows(out, "select count(*) from hands") == [(N_NEW,)]
