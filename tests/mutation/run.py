"""Mutation testing of the scorer and the rule sets: does a test fail when a line of them is wrong?

The tests of both are collected once; each mutant (see `mutants.py`) meets, in a process forked from this one, the tests
that run its line, the quickest first, until one fails. What a module does when it is imported, and every mutant that
these let live in rulesets/, is tried a second time with everything imported and collected anew. A survivor must be argued in
`survivors.toml`; without that, or where an argued one no longer lives, the exit status is 1.

    make mutants                               everything
    make mutants MODULES="score/pairs.py"      some modules; arguments about the others are left alone
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from forked import QUIET, Tests, forget, in_child, put_in_place, run_afresh, run_items, trace_tests
from mutants import Mutant, mutants_of
from survivors import Argument, judge, read_arguments

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pipeline/ofc_audit"
SUITES = {
    "rulesets": (
        "tests/rulesets/",
        "tests/rulesets_tooling/",
        "tests/score/test_effective",
        "tests/score/test_edges_effective",
    ),
    "score": ("tests/score/",),
}
"""Where the tests that are to kill the mutants of a package begin."""
LONGEST = 5.0
LEFT_OUT = (
    "test_all_five_card_hands",
    "test_every_top_against_every_middle",
    "test_more_hands_than_a_chunk_holds",
    "score/test_hands.py",
    "test_exact_against_fractions",
    "test_fuzz",
)
"""Laws over many deals and comparisons over all hands, as well as any test that takes more than `LONGEST` seconds: a
survivor would have to sit through all of them, and what only they find deserves a small test.
"""
OUTCOMES = ("killed", "survived", "timed out")


class Runner:
    """Holds the collected tests and sends mutants through them; a plugin of pytest in place of its loop over tests."""

    def __init__(self, modules: Sequence[str], arguments: Sequence[Argument]) -> None:
        self._modules, self._arguments = modules, arguments
        self._slow: list[str] = []
        self.survivors: list[Mutant] = []
        self.late: list[Mutant] = []
        self.is_complete = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All mutants of all modules."""
        quick = [item for item in session.items if not any(name in item.nodeid for name in LEFT_OUT)]
        forget()
        if not any(module.startswith("rulesets/") for module in self._modules):
            load_once()
        tests = trace_tests(session, quick, str(PACKAGE), LONGEST)
        self._slow = [item.nodeid for item in session.items if item.nodeid not in tests]
        print(f"{len(tests)} tests, {len(self._slow)} left out", flush=True)
        total: Counter[str] = Counter()
        print(f"{'module':28}{'mutants':>9}{'killed':>9}{'survived':>9}{'timed out':>10}{'seconds':>9}")
        for module in self._modules:
            counts: Counter[str] = Counter()
            alive: list[Mutant] = []
            late: list[Mutant] = []
            started = time.monotonic()
            for mutant in mutants_of(PACKAGE / module, module):
                outcome = self._outcome(session, mutant, tests)
                counts[outcome] += 1
                if outcome != "killed":
                    (alive if outcome == "survived" else late).append(mutant)
            counts["seconds"] = round(time.monotonic() - started)
            print_counts(module, counts)
            for mutant in late:
                print_mutant("timed out", mutant)
            print_unargued(alive, self._arguments)
            total += counts
            self.survivors += alive
            self.late += late
        print_counts("all", total)
        self.is_complete = True
        return True

    def _outcome(self, session: pytest.Session, mutant: Mutant, tests: Tests) -> str:
        path = PACKAGE / mutant.module
        chosen = covering(mutant, tests, str(path))
        seconds = 5 + round(5 * sum(tests[name][0] for name in chosen))
        if mutant.function:
            by_name = {item.nodeid: item for item in session.items}

            def work() -> int:
                forget(unchanged(mutant))
                put_in_place(mutant)
                return run_items(session, [by_name[name] for name in chosen], lambda name: 2 + 5 * tests[name][0])

            outcome = in_child(work, seconds)
            if outcome != "survived" or mutant.module.startswith("score/"):
                return outcome
        files = list(dict.fromkeys(name.split("::")[0] for name in chosen))
        return in_child(lambda: run_afresh(mutant, path, files, self._slow), seconds + 20)


def suite(*packages: str) -> tuple[str, ...]:
    """Where the names of the tests begin that are to kill the mutants of these packages."""
    return tuple(start for package in packages for start in SUITES[package])


def load_once() -> None:
    """The rule sets and the tables of ranks, which most tests of the scorer ask for first."""
    from ofc_audit.score.ranks import rank_tables
    from score.scoring import shipped

    shipped(), rank_tables()


def unchanged(mutant: Mutant) -> tuple[str, ...]:
    """What is loaded once and no part of what the mutant changes."""
    if mutant.module.startswith("rulesets/"):
        return ()
    return ("shipped",) if mutant.module in ("score/ranks.py", "score/masked.py") else ("shipped", "rank_tables")


def covering(mutant: Mutant, tests: Tests, path: str) -> list[str]:
    """The tests that run a line of the mutant, those of its own module first, then the quickest.

    For what the module does when it is imported, those that run any line of it; for what was run once before all tests
    and is kept, those of its own.
    """
    first, last = mutant.lines
    lines = set(range(first, last + 1))
    stem = Path(mutant.module).stem
    starts = suite(mutant.module.split("/")[0])
    touching = [name for name, (_, ran) in tests.items() if path in ran and name.startswith(starts)]
    names = [name for name in touching if not mutant.function or not lines.isdisjoint(tests[name][1][path])]
    names = names or [name for name in touching if stem in name.split("::")[0]] or touching
    return sorted(names, key=lambda name: (stem not in name.split("::")[0], tests[name][0]))


def every_module() -> list[str]:
    """The modules that have mutants."""
    return [f"{name}/{path.name}" for name in ("rulesets", "score") for path in sorted((PACKAGE / name).glob("*.py"))]


def print_counts(name: str, counts: Counter[str]) -> None:
    """One line of the table."""
    mutants = sum(counts[outcome] for outcome in OUTCOMES)
    figures = "".join(f"{counts[o]:>{width}}" for o, width in zip((*OUTCOMES, "seconds"), (9, 9, 10, 9), strict=True))
    print(f"{name:28}{mutants:>9}{figures}", flush=True)


def print_unargued(survivors: Sequence[Mutant], arguments: Sequence[Argument]) -> None:
    """The survivors of a module that somebody has to kill or to argue."""
    for mutant in survivors:
        if not any(argument.covers(mutant) for argument in arguments):
            print_mutant("not argued", mutant)


def print_mutant(what: str, mutant: Mutant) -> None:
    """A mutant, and what is to be said of it."""
    print(f"  {what}, in {mutant.where}:\n    - {mutant.before}\n    + {mutant.after}", flush=True)


def main() -> int:
    """Exit status 0 when every survivor is argued and every argument is about a survivor, 2 when the tests themselves fail."""
    parser = argparse.ArgumentParser(description="Mutation testing of score/ and rulesets/.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="such as score/pairs.py; all where none is given")
    asked = parser.parse_args().modules
    strange = [name for name in asked if name not in every_module()]
    if strange:
        parser.error(f"{', '.join(strange)}: no such module; there are {', '.join(every_module())}")
    arguments = read_arguments(Path(__file__).with_name("survivors.toml"))
    os.environ["CI"] = "1"  # hypothesis then draws the same examples each time
    os.chdir(ROOT)
    modules = [name for name in every_module() if not asked or name in asked]
    packages = dict.fromkeys(name.split("/")[0] for name in modules)
    files = sorted(str(path) for path in Path("tests").glob("*/test_*.py") if str(path).startswith(suite(*packages)))
    runner = Runner(modules, arguments)
    pytest.main([*QUIET, *files], plugins=[runner])
    unargued, idle = judge(runner.survivors, runner.late, arguments, asked if asked else None)
    if not runner.is_complete:
        return 2
    print(f"\n{len(runner.survivors) - len(unargued)} survivors argued in survivors.toml, {len(unargued)} not")
    for argument in idle:
        print(f"\nargued, but does not survive: {argument}")
    return 1 if unargued or idle else 0


if __name__ == "__main__":
    sys.exit(main())
