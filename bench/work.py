"""The work of the package that is watched from change to change: small, whole, and told in yardsticks.

    python bench/work.py NAME

does one of them once for every line on standard input and prints its processor seconds: `against.py` calls it so, with
the package of another commit.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from figures import steady_memory
from hands import folder_of
from process import cpu_of_all

PACK = 300
"""Hands that are played for it: playing more would take longer than the work."""
FEW, MANY = 100, 3_000
"""Hands of a build in which only what every build costs counts, and of one in which the hands count."""
SCORED = 50_000


@dataclass(frozen=True)
class Work:
    """What is done in a round, the yardstick it is told in, and its rounds in a check, more of what is short."""

    prepare: Callable[[Path], Callable[[], object]]
    yardstick: str
    rounds: int


def score(_: Path) -> Callable[[], object]:
    """`score_tables` on three-player hands, Arrow in to Arrow out."""
    import pyarrow as pa
    from score_bench import make_tables

    from ofc_audit.rulesets import load_rules
    from ofc_audit.score.batch import score_tables

    pa.set_cpu_count(1)
    tables, rules = make_tables(SCORED), load_rules()
    return lambda: score_tables(*tables, rules)


def read(_: Path) -> Callable[[], object]:
    """The text of hands to tables."""
    from ofc_audit.read.reader import read_source
    from ofc_audit.read.source import open_sources

    folder = folder_of(MANY, pack=PACK)
    return lambda: [batch.hands.num_rows for source in open_sources([str(folder)]) for batch in read_source(source)]


def _build(n_hands: int, scratch: Path) -> Callable[[], object]:
    from ofc_audit.warehouse.build import build

    folder = folder_of(n_hands, pack=PACK)
    return lambda: build([str(folder)], scratch / "out", threads=1)


def small_build(scratch: Path) -> Callable[[], object]:
    """Files to tables and marts of a hundred hands: what a build costs however small it is."""
    return _build(FEW, scratch)


def build_of_hands(scratch: Path) -> Callable[[], object]:
    """Files to tables and marts of three thousand hands."""
    return _build(MANY, scratch)


WORKS: Mapping[str, Work] = {
    "score": Work(score, "arrays", 9),
    "read ofc_text": Work(read, "text", 9),
    "build, 100 hands": Work(small_build, "queries", 1),
    "build, 3,000 hands": Work(build_of_hands, "queries", 1),
}


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of all processes that it takes."""
    started = cpu_of_all()
    work()
    return cpu_of_all() - started


def main(name: str) -> None:
    """Does the work once without the clock, then as often as asked."""
    steady_memory()
    with tempfile.TemporaryDirectory(prefix="ofc-work-") as folder:
        work = WORKS[name].prepare(Path(folder))
        work()
        for _ in sys.stdin:
            print(timed(work), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
