"""What the benchmarks are held to: the marks that were set, and whether the figures of a run reach them.

A mark is on a ratio, which any machine can be held to, or on a figure, which is that of the machine that was thought of:
one core of it scores, reads and writes as the probes did from which the marks came.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from figures import Figure, number, ratio


@dataclass(frozen=True)
class Goal:
    """A mark: of the cases of a section that a pattern names, our figure, or its ratio to the side that `against` names.

    `bound` is the least for a rate or a ratio, the most for seconds and megabytes.
    """

    section: str
    case: str
    bound: float
    against: str | None = None

    def is_of(self, ours: Figure) -> bool:
        """Whether it is about this figure of ours."""
        return ours.is_ours and ours.section == self.section and re.fullmatch(self.case, ours.case) is not None

    def is_against(self, other: Figure) -> bool:
        """Whether it asks for a ratio to this side of the case that it is about."""
        return self.against is not None and not other.is_ours and re.match(self.against, other.side) is not None


GOALS = (
    Goal("score", r"pokerbet, 3 players", 4_000_000),
    Goal("score", r"pokerbet, 3 players", 1 / 3, r"C loop"),
    Goal("score", r"(?!pokerbet, 3 players|all ).*", 2_000_000),
    Goal("read", r"ofc_text\b.*", 6, r".*patterns"),
    Goal("read", r"ofc_jsonl\b.*", 1, r"DuckDB.*"),
    Goal("read", r"capture_hh\b.*", 0.5, r"DuckDB.*"),
    Goal("run", r"1,000,000 hands, seconds", 60),
    Goal("run", r".* peak", 2_000),
    Goal("cores", r"stage (read|audit)", 1.7, r"one core"),
    Goal("everyday", r"ofc --help", 0.3),
    Goal("everyday", r"ofc score.*", 0.6),
    Goal("everyday", r"ofc explain.*", 1.0),
    Goal("everyday", r"ofc stats --player.*", 1.0),
)


FEW = 4
"""Cases of a goal that are all shown."""


@dataclass(frozen=True)
class Mark:
    """A goal held against one case: what was measured, what was wanted, in words, and whether it is reached."""

    goal: Goal
    case: str
    measured: float
    wanted: str
    is_reached: bool


def marks(figures: Sequence[Figure]) -> list[Mark]:
    """Every goal against every case that it names, in the order of the goals; of more than a few cases the one that is furthest from it.

    Goals of cases that were not measured are left out.
    """
    return [mark for goal in GOALS for mark in _few(list(_marks_of(goal, figures)))]


def _marks_of(goal: Goal, figures: Sequence[Figure]) -> Iterator[Mark]:
    for ours in (figure for figure in figures if goal.is_of(figure)):
        if goal.against is None:
            at_least = ours.unit.endswith("/s")
            reached = ours.value >= goal.bound if at_least else ours.value <= goal.bound
            words = f"{'at least' if at_least else 'at most'} {number(goal.bound)} {ours.unit}"
            yield Mark(goal, ours.case, ours.value, words, reached)
            continue
        for other in figures:
            if (other.section, other.case) == (ours.section, ours.case) and goal.is_against(other):
                times = ratio(ours, other)
                yield Mark(goal, ours.case, times, f"at least {goal.bound:.2f} × {other.side}", times >= goal.bound)


def _few(found: Sequence[Mark]) -> Sequence[Mark]:
    if len(found) <= FEW:
        return found
    is_most = found[0].wanted.startswith("at most")
    worst = max(found, key=lambda mark: mark.measured if is_most else -mark.measured)
    return [replace(worst, case=f"{worst.case}, last of {len(found)}")]
