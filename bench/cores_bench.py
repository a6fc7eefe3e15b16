"""How a whole `ofc run` scales with the processor's cores: `python bench/cores_bench.py [hands]`.

The same input with `--threads 1` and with as many threads as there are cores, in turn, by the wall clock; the ratios of
the stages are from what the runs say of themselves. The tables must be the same to the byte.
"""

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from figures import Figure, is_brief, missing, report
from hands import OFC, folder_of
from process import cost_of
from whole_bench import run_once

SECTION = "cores"


def digest(out: Path) -> dict[str, str]:
    """SHA-256 of every Parquet table of a result."""
    tables = sorted((out / "parquet").rglob("*.parquet"))
    return {str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest() for path in tables}


def main(n_hands: int, rounds: int) -> None:
    """Prints seconds with one core and with all. Raises AssertionError where the tables differ."""
    cores = os.cpu_count() or 1
    if "--threads" not in cost_of([*OFC, "run", "--help"]).printed:
        missing(SECTION, "ofc run --threads", "there is no such option")
        report([Figure(SECTION, "start of a command", "ofc run --help", "s", (_help(),), is_ours=True)])
        return
    if cores == 1:
        missing(SECTION, "several cores", "there is one")
    hands = folder_of(n_hands)
    seconds: dict[int, list[float]] = {1: [], cores: []}
    stages: dict[int, list[dict[str, float]]] = {1: [], cores: []}
    tables = {}
    with tempfile.TemporaryDirectory(prefix="ofc-cores-") as folder:
        for _ in range(rounds):
            for threads in seconds:
                out = Path(folder) / "out"
                cost, timings = run_once(hands, out, ("--threads", str(threads)))
                seconds[threads].append(cost.seconds)
                stages[threads].append(timings)
                tables[threads] = digest(out)
    assert tables[1] == tables[cores], "other tables with other threads"
    both("whole run", seconds, cores)
    for name in stages[1][0]:
        both(f"stage {name}", {threads: [each[name] for each in stages[threads]] for threads in stages}, cores)


def both(case: str, seconds: dict[int, list[float]], cores: int) -> None:
    """Prints one case on all cores and on one."""

    def figure(side: str, values: Sequence[float], is_ours: bool = False) -> Figure:
        return Figure(SECTION, case, side, "s", tuple(max(value, 1e-3) for value in values), is_ours)

    report([figure(f"{cores} cores", seconds[cores], is_ours=True), figure("one core", seconds[1])])


def _help() -> float:
    started = time.perf_counter()
    cost_of([*OFC, "run", "--help"])
    return time.perf_counter() - started


if __name__ == "__main__":
    given = [int(argument.replace(",", "")) for argument in sys.argv[1:]]
    main(given[0] if given else 2_000 if is_brief() else 100_000, 1 if is_brief() else 3)
