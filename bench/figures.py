"""What a benchmark measured: the sides of a case, timed in turn, printed, and handed on as lines of JSON.

A *section* is what one script of this folder measures, a *case* is one piece of work in it, and the *sides* are those
who do it, this package and others. Rounds go through the sides in turn, so that whatever else the machine does slows
all of them alike; the figure of a side is the median of its rounds, and a ratio is the median of the ratios of the
rounds. `run.py` gathers the figures by the file that it names in the environment, so nothing reads what is printed.
"""

import ctypes
import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

FIGURES_FILE = "OFC_BENCH_FIGURES"
"""Names the file to which every figure is appended as a line of JSON."""
BRIEF = "OFC_BENCH_BRIEF"
"""Set to anything but nothing: a few seconds a section, for a look and for tests."""

Clock = Callable[[], float]


@dataclass(frozen=True)
class Figure:
    """What one side of a case came to, round by round; `unit` is a rate (`hands/s`), `s`, `CPU-s` or `MB`."""

    section: str
    case: str
    side: str
    unit: str
    rounds: tuple[float, ...]
    is_ours: bool = False

    @property
    def value(self) -> float:
        """The median."""
        return statistics.median(self.rounds)

    @property
    def spread(self) -> float:
        """From the lowest to the highest round, as a share of the median."""
        return (max(self.rounds) - min(self.rounds)) / self.value if self.value else 0.0


@dataclass(frozen=True)
class Side:
    """One who does the work: its name, the work itself, and how much it does (hands, boards, MB); 0 makes the figure seconds."""

    name: str
    work: Callable[[], object]
    amount: float = 0.0
    is_ours: bool = False


def is_brief() -> bool:
    """Whether a short run was asked for."""
    return bool(os.environ.get(BRIEF))


def ratio(ours: Figure, other: Figure) -> float:
    """How many times as good ours is as the other: above 1 we are faster, or need less."""
    if len(ours.rounds) == len(other.rounds):
        value = statistics.median(a / b for a, b in zip(ours.rounds, other.rounds, strict=True))
    else:
        value = ours.value / other.value
    return value if ours.unit.endswith("/s") else 1 / value


def steady_memory() -> None:
    """Has the allocator keep what it was given back, where it is that of Linux: whether a large array comes as fresh pages or as used ones
    is otherwise chance, and half of the time of short work."""
    if sys.platform == "linux":
        trim, by_map, never = -1, -3, 1 << 30
        for option in (trim, by_map):
            getattr(ctypes.CDLL(None), "mallopt", lambda *_: 0)(option, never)


def in_turn(
    section: str, case: str, unit: str, sides: Sequence[Side], rounds: int, clock: Clock = time.process_time
) -> list[Figure]:
    """Does the work of all sides `rounds` times in turn, after once without the clock; prints and gives the figures.

    `unit` is that of the amount, such as `hands`, or `s` where there is none. The clock counts the processor's seconds
    of this process, which on one idle core are those of the wall; where several processes work give `time.perf_counter`.
    """
    steady_memory()
    seconds: dict[str, list[float]] = {side.name: [] for side in sides}
    for side in sides:
        side.work()
    for _ in range(rounds):
        for side in sides:
            gc.collect()
            started = clock()
            side.work()
            seconds[side.name].append(clock() - started)
    figures = [
        Figure(
            section,
            case,
            side.name,
            f"{unit}/s" if side.amount else unit,
            tuple(side.amount / taken if side.amount else taken for taken in seconds[side.name]),
            side.is_ours,
        )
        for side in sides
    ]
    report(figures)
    return figures


def report(figures: Sequence[Figure]) -> None:
    """Prints the figures of one case with the ratios to our side, and hands them on."""
    ours = next((figure for figure in figures if figure.is_ours), None)
    for figure in figures:
        line = (
            f"{figure.case:<34} {figure.side:<26} {number(figure.value):>12} {figure.unit:<9} ±{figure.spread / 2:4.0%}"
        )
        if ours is not None and figure is not ours:
            line += f"   ours is {ratio(ours, figure):,.2f} ×"
        print(line.rstrip(), flush=True)
    hand_on(figures)


def hand_on(figures: Iterable[Figure]) -> None:
    """Appends the figures to the file that the environment names, if it does."""
    name = os.environ.get(FIGURES_FILE)
    if name:
        with Path(name).open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(figure)) + "\n" for figure in figures)


def read_figures(path: Path) -> tuple[list[Figure], list[dict[str, str]]]:
    """The figures handed on to a file, and the sides that are missing; none where nobody handed anything on."""
    if not path.exists():
        return [], []
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [figure_of(r) for r in records if "missing" not in r], [r for r in records if "missing" in r]


def figure_of(record: dict[str, object]) -> Figure:
    """A figure from its record in JSON."""
    figure = Figure(**record)  # type: ignore[arg-type]
    return replace(figure, rounds=tuple(figure.rounds))


def number(value: float) -> str:
    """Three or more digits of a figure: 4,123,456 · 83.1 · 0.312."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.3f}"


def missing(section: str, side: str, why: str) -> None:
    """Says loudly, and hands on, that one side could not be measured here; the others are."""
    print(f"MISSING: {section}: {side} is not measured: {why}", file=sys.stderr, flush=True)
    name = os.environ.get(FIGURES_FILE)
    if name:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"missing": side, "section": section, "why": why}) + "\n")
