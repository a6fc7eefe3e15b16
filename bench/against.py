"""This checkout beside another commit, in turn in one run: `python bench/against.py REVISION [work…]`.

The package of the other commit is put into a folder of its own and does the same work of `work.py` in a process of its
own, round by round in turn with this one. Nothing but the package differs, so a change of a few percent shows. Figures
are processor seconds.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from check import MARKED
from work import WORKS

ROOT = Path(__file__).resolve().parents[1]
FEW_ROUNDS, MANY_ROUNDS = 5, 20
"""Rounds of work that takes long, and of what is short."""


class Worker:
    """A process that does one piece of work with the package below `root`, whenever it is asked."""

    def __init__(self, root: Path, name: str) -> None:
        command = [sys.executable, str(ROOT / "bench" / "work.py"), name]
        environment = os.environ | {"PYTHONPATH": str(root / "pipeline")}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def round(self) -> float:
        """Processor seconds of one more round. Raises RuntimeError when the process is gone."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the other commit cannot do this work")
        return float(line)


def checked_out(revision: str, folder: Path) -> Path:
    """The files of a commit in a folder, its part in C built where it has one. Raises CalledProcessError for what is no commit."""
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", revision], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    if (folder / "pipeline" / "ofc_audit" / "compiled").exists():
        environment = os.environ | {"PYTHONPATH": str(folder / "pipeline")}
        subprocess.run(
            [sys.executable, "-m", "ofc_audit.compiled"], env=environment, stderr=subprocess.DEVNULL, check=False
        )
    return folder


def compare(name: str, other: Path) -> str:
    """One piece of work on both sides: a line of what it took there, takes here, and the change."""
    rounds = FEW_ROUNDS if WORKS[name].rounds == 1 else MANY_ROUNDS
    with ExitStack() as stack:
        there, here = (stack.enter_context(Worker(root, name)) for root in (other, ROOT))
        pairs = [(there.round(), here.round()) for _ in range(rounds)]
    was, now = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    change = statistics.median(after / before for before, after in pairs) - 1
    mark = "   SLOWER by more than a tenth" if change > MARKED else "   faster" if change < -MARKED else ""
    return f"{name:<24}{was:>10.4f}{now:>10.4f}{change:>+9.1%}{mark}"


def main(given: Sequence[str]) -> int:
    """Prints all works, or those named; 2 for words that name none."""
    names = list(given[1:]) or list(WORKS)
    if not given or not set(names) <= set(WORKS):
        print(f"usage: python bench/against.py REVISION [work…], of {', '.join(map(repr, WORKS))}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="ofc-against-") as folder:
        try:
            other = checked_out(given[0], Path(folder))
        except subprocess.CalledProcessError as error:
            print(error.stderr.decode().strip() if error.stderr else error, file=sys.stderr)
            return 2
        print(f"{'processor seconds':<24}{given[0][:9]:>10}{'here':>10}{'change':>9}")
        for name in names:
            try:
                print(compare(name, other), flush=True)
            except RuntimeError as error:
                print(f"{name:<24}{error}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
