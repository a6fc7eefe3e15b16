"""What a build in tasks costs beside one of this machine: processor seconds, bytes that move between tasks, and the same on Spark.

    python bench/cluster_cost.py [hands]

The stages run in this process, one task after the other, so that every block is counted. With PySpark and Java a build on Spark, on the two
cores of `local[2]`, is measured too: the seconds of its processes together, and how many times those of this machine they are.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, report
from hands import OFC, folder_of, n_bytes

from ofc_audit.cluster.blocks import HOME, Block
from ofc_audit.cluster.build import Cluster
from ofc_audit.cluster.engine import Blocks, Function, Inline
from ofc_audit.warehouse.build import build

HANDS = 20_000
_TICKS = os.sysconf("SC_CLK_TCK")


class Counted(Inline):
    """An engine that counts the bytes of blocks: those that move to another task, that are kept, and that go to the driver."""

    def __init__(self) -> None:
        self.bytes: Counter[str] = Counter()
        self.seconds = 0.0

    def start(self, n_tasks: int, function: Function) -> Blocks:
        """See `Engine`."""
        return _Counted(super().start(n_tasks, self.timed(function)), self)

    def timed(self, function: Function) -> Function:
        """The function, with its seconds counted as those of tasks."""

        def run(number: int, blocks: object) -> Iterator[Block]:
            started = time.process_time()
            made = list(function(number, blocks))  # type: ignore[arg-type]
            self.seconds += time.process_time() - started
            yield from made

        return run


class _Counted:
    def __init__(self, blocks: Blocks, engine: Counted) -> None:
        self._blocks, self._engine = blocks, engine

    def map(self, function: Function) -> "_Counted":
        return _Counted(self._blocks.map(self._engine.timed(function)), self._engine)

    def exchange(self, n_tasks: int) -> "_Counted":
        moved = self._blocks.exchange(n_tasks)
        self._engine.bytes["moved"] += _size(moved)
        return _Counted(moved, self._engine)

    def kept(self) -> "_Counted":
        self._engine.bytes["kept"] += _size(self._blocks)
        return self

    def forget(self) -> None:
        self._blocks.forget()

    def only(self, *kinds: str) -> "_Counted":
        return _Counted(self._blocks.only(*kinds), self._engine)

    def but(self, *kinds: str) -> "_Counted":
        return _Counted(self._blocks.but(*kinds), self._engine)

    def collect(self, *kinds: str) -> Iterator[Block]:
        for block in self._blocks.collect(*kinds):
            self._engine.bytes["to the driver"] += len(block.data)
            yield block


def _size(blocks: Blocks) -> int:
    return sum(len(block.data) for block in blocks._blocks if block.to != HOME)  # type: ignore[attr-defined]


def count_blocks(hands: Path, n_hands: int, out: Path) -> None:
    """Bytes and processor seconds of a build in tasks, a hand."""
    engine, started = Counted(), time.process_time()
    build([str(hands)], out, threads=1, elsewhere=Cluster(engine))
    driver = time.process_time() - started - engine.seconds
    case = f"{n_hands:,} hands in tasks"
    print(f"{case}: {n_bytes(hands) / n_hands:,.0f} bytes of text a hand")
    for name, value in sorted(engine.bytes.items()):
        print(f"{case}: {value / n_hands:,.0f} bytes a hand {name}")
    written = sum(path.stat().st_size for path in (out / "parquet").iterdir())
    print(f"{case}: {written / n_hands:,.0f} bytes a hand written")
    for name, value in (("tasks", engine.seconds), ("driver", driver)):
        print(f"{case}: {value / n_hands * 1e6:,.1f} processor µs a hand in the {name}")


def cost_of_family(command: list[str]) -> tuple[float, float]:
    """Seconds of a command, and processor seconds of its process and all below it, as far as was seen ten times a second."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen: dict[int, float] = {}
    while process.poll() is None:
        parents, used = _processes()
        for pid in used:
            above = pid
            while above in parents and above != process.pid:
                above = parents[above]
            if above == process.pid:
                seen[pid] = used[pid]
        time.sleep(0.1)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command)} ended with status {process.returncode}")
    return time.perf_counter() - started, sum(seen.values())


def _processes() -> tuple[dict[int, int], dict[int, float]]:
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(path.parent.name)
        parents[pid], used[pid] = int(fields[1]), (int(fields[11]) + int(fields[12])) / _TICKS
    return parents, used


def beside_spark(hands: Path, n_hands: int, folder: Path) -> None:
    """The same hands on this machine and on Spark."""
    missing = [
        name
        for name, there in (("PySpark", importlib.util.find_spec("pyspark")), ("Java", shutil.which("java")))
        if not there
    ]
    if missing:
        print(f"not measured on Spark: {' and '.join(missing)} missing; `make cluster` installs PySpark")
        return
    words = [*OFC, "run", str(hands), "--format", "json", "--out"]
    sides = {
        "ofc run": [*words, str(folder / "alone")],
        "ofc run --engine spark": [*words, str(folder / "spark"), "--engine", "spark", "--master", "local[2]"],
    }
    costs = {name: cost_of_family(command) for name, command in sides.items()}
    for at, unit in enumerate(("s", "CPU-s")):
        report(
            [
                Figure("cluster", f"{n_hands:,} hands, {unit}", name, unit, (cost[at],), name == "ofc run")
                for name, cost in costs.items()
            ]
        )


def main(n_hands: int) -> None:
    """Measures both."""
    hands = folder_of(n_hands)
    with tempfile.TemporaryDirectory(prefix="ofc-cluster-") as folder:
        count_blocks(hands, n_hands, Path(folder) / "tasks")
        beside_spark(hands, n_hands, Path(folder))


if __name__ == "__main__":
    main(int(sys.argv[1].replace(",", "").replace("_", "")) if len(sys.argv) > 1 else HANDS)
