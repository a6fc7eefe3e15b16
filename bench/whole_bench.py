"""A whole `ofc run` on inputs of growing size: hands a second, processor seconds, peak memory, and where the time goes.

    python bench/whole_bench.py [hands…]

Simulated three-player hands in text, 10,000 and 100,000 if none is said. Each run is a process of its own; the memory is
that of it and its workers together. The yardstick beside it is the same bytes read line by line by Python, so that a ratio remains
where the machine is another. `growth.py` goes on to ten million.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from figures import Figure, is_brief, report
from hands import OFC, folder_of
from process import Cost, cost_of

SIZES = (10_000, 100_000)
ROUNDS = 3


def run_once(hands: Path, out: Path, words: Sequence[str] = ()) -> tuple[Cost, dict[str, float]]:
    """One `ofc run` on a folder of hands: what it cost, and the seconds of its stages as it says itself."""
    cost = cost_of([*OFC, "run", str(hands), "--out", str(out), "--format", "json", *words])
    record = json.loads((out / "run.json").read_text("utf-8"))
    return cost, record["timings_s"]


def measure(n_hands: int, rounds: int) -> list[Figure]:
    """Runs and prints one size; gives its figures."""
    hands = folder_of(n_hands)
    runs, stages = [], []
    with tempfile.TemporaryDirectory(prefix="ofc-whole-") as folder:
        for _ in range(rounds):
            cost, timings = run_once(hands, Path(folder) / "out")
            runs.append(cost)
            stages.append(timings)
    size = f"{n_hands:,} hands"

    def ours(what: str, unit: str, values: Sequence[float]) -> Figure:
        return Figure("run", f"{size}, {what}", "ofc run", unit, tuple(values), is_ours=True)

    figures = [
        ours("seconds", "s", [run.seconds for run in runs]),
        ours("rate", "hands/s", [n_hands / run.seconds for run in runs]),
        ours("work", "CPU-s", [run.cpu_seconds for run in runs]),
        ours("peak", "MB", [run.peak_mb for run in runs]),
    ]
    names = dict.fromkeys(name for each in stages for name in each)
    figures += [ours(f"stage {name}", "s", [each.get(name, 0.0) for each in stages]) for name in names]
    for figure in figures:
        report([figure])
    return figures


def main(sizes: Sequence[int]) -> None:
    """Measures each size."""
    for size in sizes:
        measure(size, 1 if is_brief() else ROUNDS)


if __name__ == "__main__":
    given = [int(size.replace(",", "").replace("_", "")) for size in sys.argv[1:]]
    main(given or ([2_000] if is_brief() else SIZES))
