"""Where the time of a whole run goes: `python bench/profile_stages.py [--json FILE] [hands]`.

One build of 100,000 simulated hands in this process, on one core, with the profiler of Python's library changed at every
stage: processor seconds of each, who has them (the database, Arrow and Parquet, functions of numpy, the part in C, the
package itself, operators on arrays among it), and the calls that have most of their own. Nothing is done hand by hand in
Python, so the profiler adds little; what it adds is counted as the package's.
"""

import argparse
import cProfile
import json
import pstats
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import duckdb
from hands import folder_of
from machine import commit, machine, now

KINDS = ("database", "Arrow", "numpy", "part in C", "threads beside", "package")
QUERIES = ("execute", "executemany", "_submit", "_bind", "_result_as_arrow")
"""Methods of a connection that the profiler does not see by itself, for they are no functions of Python's kind."""
SEEN = "seen_query"
SHOWN = 5
"""Calls of each stage that are shown."""
LEAST = 0.03
"""Share of a stage from which on a call is shown."""
PACKAGE = re.compile(r".*/ofc_audit/")

Call = tuple[str, int, str]
"""File, line and function, as the profiler names them."""


@dataclass(frozen=True)
class Stage:
    """A stage: its processor seconds, shares of them by kind, and (call, share) of those that have most of their own."""

    name: str
    cpu_seconds: float
    kinds: Mapping[str, float]
    calls: Sequence[tuple[str, float]]


@dataclass
class Recorder:
    """Called by a build with the name of the stage that begins; keeps a profile of each."""

    seconds: dict[str, float] = field(default_factory=dict)
    profiles: dict[str, cProfile.Profile] = field(default_factory=dict)
    _now: str | None = None
    _since: float = 0.0

    def __call__(self, stage: str, _done: int, _of: int | None) -> None:
        """Ends the stage before, where this is another."""
        if stage == self._now:
            return
        self.end()
        self._now, self._since = stage, time.process_time()
        self.profiles.setdefault(stage, cProfile.Profile(time.process_time)).enable()

    def end(self) -> None:
        """Ends the stage that is going on."""
        if self._now is not None:
            self.profiles[self._now].disable()
            self.seconds[self._now] = self.seconds.get(self._now, 0.0) + time.process_time() - self._since
            self._now = None

    def stages(self) -> list[Stage]:
        """What was recorded, in the order of the stages."""
        return [stage_of(name, self.seconds[name], profile) for name, profile in self.profiles.items()]


def stage_of(name: str, seconds: float, profile: cProfile.Profile) -> Stage:
    """The shares of one profile: own time of calls, of all own time."""
    own: Counter[Call] = Counter()
    for call, (_, _, own_seconds, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        made = callers if call[2] == SEEN else {}
        for (file, line, function), (_, _, seconds_of, _) in made.items():
            own[file, line, f"{function}, a query"] += seconds_of
        own[call] += own_seconds - sum(of[2] for of in made.values())
    total = sum(own.values()) or 1.0
    kinds: Counter[str] = Counter()
    for call, value in own.items():
        kinds[kind_of(call)] += value / total
    calls = [(words(call), value / total) for call, value in own.most_common(SHOWN) if value / total >= LEAST]
    return Stage(name, round(seconds, 3), {kind: round(kinds[kind], 3) for kind in KINDS if kinds[kind]}, calls)


def kind_of(call: Call) -> str:
    """Who does the work of a call."""
    file, _, function = call
    if function == SEEN or function.endswith(", a query"):
        return "database"
    if "_thread.lock" in function:
        return "threads beside"
    text = f"{file} {function}".lower()
    for kind, marks in {"database": ("duckdb",), "Arrow": ("pyarrow", "parquet"), "numpy": ("numpy",)}.items():
        if any(mark in text for mark in marks):
            return kind
    if "compiled.py" in file:
        return "part in C"
    return "package"


def words(call: Call) -> str:
    """A call as one would say it: file of the package and function, or the function of a library."""
    file, line, function = call
    if file == "~":
        return re.sub(r"^<(?:built-in )?(?:method )?|>$|<|'", "", function).replace("of numpy.", "of ").strip()
    return f"{PACKAGE.sub('', file) if '/ofc_audit/' in file else Path(file).name}:{line} {function}"


def table(stages: Sequence[Stage], n_hands: int) -> str:
    """The stages below one another, with their calls."""
    total = sum(stage.cpu_seconds for stage in stages)
    lines = [f"{n_hands:,} hands, {total:.1f} processor seconds, {1e6 * total / n_hands:.0f} µs a hand", ""]
    for stage in stages:
        kinds = ", ".join(
            f"{kind} {share:.0%}"
            for kind, share in sorted(stage.kinds.items(), key=lambda one: -one[1])
            if share >= LEAST
        )
        lines.append(f"{stage.name:<10}{stage.cpu_seconds:>7.2f} s {stage.cpu_seconds / total:>4.0%}   {kinds}")
        lines += [f"{share:>22.0%}   {call}" for call, share in stage.calls]
    return "\n".join(lines)


@contextmanager
def seen_queries() -> Iterator[None]:
    """Meanwhile every query is a call of a function, so that the profiler sees it and who made it."""
    methods = {
        name: getattr(duckdb.DuckDBPyConnection, name) for name in QUERIES if hasattr(duckdb.DuckDBPyConnection, name)
    }
    for name, method in methods.items():
        setattr(duckdb.DuckDBPyConnection, name, _seen(method))
    try:
        yield
    finally:
        for name, method in methods.items():
            setattr(duckdb.DuckDBPyConnection, name, method)


def _seen(method: Callable[..., Any]) -> Callable[..., Any]:
    def seen_query(connection: Any, *given: Any, **named: Any) -> Any:
        return method(connection, *given, **named)

    return seen_query


def profiled(n_hands: int) -> list[Stage]:
    """One build on one core."""
    from ofc_audit.warehouse.build import build

    hands, recorder = folder_of(n_hands), Recorder()
    with tempfile.TemporaryDirectory(prefix="ofc-profile-") as folder:
        with seen_queries():
            build([str(hands)], Path(folder) / "out", threads=1, progress=recorder)
        recorder.end()
    return recorder.stages()


def main(given: Sequence[str]) -> int:
    """Profiles, prints, and keeps what was found where it is asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("hands", nargs="?", type=lambda text: int(text.replace(",", "")), default=100_000)
    parser.add_argument("--json", type=Path, help="a file for the same as data")
    options = parser.parse_args(given)
    stages = profiled(options.hands)
    print(table(stages, options.hands))
    if options.json:
        record: dict[str, Any] = {"machine": machine(), "commit": commit(), "at": now(), "hands": options.hands}
        record["stages"] = [asdict(stage) for stage in stages]
        options.json.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
