"""How large a cluster a build needs: computed from what a hand costs, and played through task by task.

    python bench/cluster_size.py [hands] [--cores N] [--price P] [--overhead F]

What a hand costs are the figures of `cluster_cost.py`, below; replace them by those of your machines. Tasks are given to cores as an engine gives
them, each stage after the one before; a task takes its mean time, more or less by a third, and one in a thousand is lost and done again.
"""

import argparse
import heapq
import random
from dataclasses import dataclass

TEXT, MOVED, KEPT, HOME, WRITTEN = 2_356, 1_156, 1_451, 863, 382
"""Bytes a hand: of text, moved between tasks, kept on the disks of executors, sent to the driver, and of the results."""
TASKS_US, DRIVER_US = 230.0, 100.0
"""Processor microseconds a hand, in the tasks and in the driver."""
SHARES = (("read", 0.30), ("identify", 0.15), ("order", 0.05), ("audit", 0.20), ("across", 0.15), ("models", 0.15))
"""What part of the work of tasks each stage is."""
RANGE_HANDS, READ_BYTES, PART_BYTES = 65_536, 64 << 20, 256 << 20
LOST, SPREAD = 0.001, 1 / 3


@dataclass(frozen=True)
class Size:
    """What a build comes to: bytes, tasks, files, hours of the tasks and of the driver, and the price of both."""

    read: float
    moved: float
    kept: float
    written: float
    tasks: int
    hours: float
    driver_hours: float
    price: float


def tasks_of(stage: str, hands: int) -> int:
    """How many tasks a stage has."""
    size = {"read": READ_BYTES, "identify": PART_BYTES, "order": PART_BYTES}.get(stage)
    return max(1, -(-hands * TEXT // size) if size else -(-hands // RANGE_HANDS))


def stage_seconds(seconds: float, n_tasks: int, cores: int, chance: random.Random) -> float:
    """How long cores take for the tasks of a stage, which together are so many seconds of work."""
    mean = seconds / n_tasks
    free = [0.0] * min(cores, n_tasks)
    for _ in range(n_tasks):
        takes = mean * chance.uniform(1 - SPREAD, 1 + SPREAD) * (2 if chance.random() < LOST else 1)
        heapq.heappush(free, heapq.heappop(free) + takes)
    return max(free)


def size_of(hands: int, cores: int, price: float, overhead: float) -> Size:
    """The size of a build of so many hands on so many cores; `overhead`: of the engine, a share of the work of tasks."""
    chance = random.Random(hands)
    work = hands * TASKS_US / 1e6 * (1 + overhead)
    seconds = sum(stage_seconds(work * share, tasks_of(name, hands), cores, chance) for name, share in SHARES)
    driver = hands * DRIVER_US / 1e6
    used = (seconds * cores + driver) / 3600
    return Size(
        hands * TEXT,
        hands * MOVED,
        hands * KEPT,
        hands * WRITTEN,
        sum(tasks_of(name, hands) for name, _ in SHARES),
        seconds / 3600,
        driver / 3600,
        used * price,
    )


def lines(size: Size) -> list[str]:
    """The size in words."""
    terabytes = {
        "read": size.read,
        "moved between tasks": size.moved,
        "kept on executors": size.kept,
        "written": size.written,
    }
    told = [f"{name:<22}{value / 1e12:>10,.2f} TB" for name, value in terabytes.items()]
    told.append(f"{'tasks':<22}{size.tasks:>10,}")
    told += [
        f"{name:<22}{hours:>10,.1f} h"
        for name, hours in (("tasks take", size.hours), ("the driver takes", size.driver_hours))
    ]
    return [*told, f"{'price':<22}{size.price:>10,.0f}"]


def main() -> None:
    """Prints the size that was asked for, or those of one and of ten billion hands."""
    parser = argparse.ArgumentParser(description="How large a cluster a build needs.")
    parser.add_argument("hands", nargs="?", type=int)
    parser.add_argument("--cores", type=int, default=320)
    parser.add_argument("--price", type=float, default=0.05, help="of a core hour")
    parser.add_argument("--overhead", type=float, default=0.3, help="of the engine, a share of the work of tasks")
    given = parser.parse_args()
    for hands in [given.hands] if given.hands else [10**9, 10**10]:
        print(f"{hands:,} hands on {given.cores} cores")
        print("\n".join(lines(size_of(hands, given.cores, given.price, given.overhead))))


if __name__ == "__main__":
    main()
