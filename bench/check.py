"""Whether a change made something slower: `python bench/check.py`, a part of `make test`; `--write` keeps the figures as those to come up to.

Each piece of work of `work.py` is timed in turn with its yardstick, in processor seconds, and told as so many yardsticks;
`expected.json` says how many it was. More than a tenth above that is measured again, since one round can be disturbed, and
then marked: a mark is for whoever reviews the change, who may have meant it. It fails only from 1.6 times on, and only
where the figures of `expected.json` are of the same kind of machine and the same versions: a yardstick takes out how fast a
machine is, but not that another has, say, slower memory for the same processor, and nobody's test shall fail for that.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures import steady_memory
from machine import commit, machine, now, versions
from work import WORKS, timed
from yardstick import YARDSTICKS

EXPECTED = Path(__file__).with_name("expected.json")
MARKED, FAILED = 0.10, 0.60
"""Shares above what was expected."""
AGAIN = 3
"""How often as many rounds are made while a figure is above the mark, or where there is none to come up to."""
ENOUGH = 3
"""Rounds of the yardstick for each one of work that takes long."""


@dataclass(frozen=True)
class Checked:
    """One piece of work: how many yardsticks it takes, how many it took, both or the change null where one is not known."""

    name: str
    was: float | None
    now: float

    @property
    def change(self) -> float | None:
        """The share that it takes more, below 0 less."""
        return None if self.was is None else self.now / self.was - 1


def measure(name: str, was: float | None, scratch: Path) -> Checked:
    """Times one piece of work beside its yardstick, again while it seems to be slower than it was."""
    work = WORKS[name]
    do, lay = work.prepare(scratch), YARDSTICKS[work.yardstick]()
    lay()
    if work.rounds > 1:
        do()
    done: list[float] = []
    unit: list[float] = []
    for _ in range(AGAIN):
        for _ in range(work.rounds):
            done.append(timed(do))
            unit += [timed(lay) for _ in range(ENOUGH if work.rounds == 1 else 1)]
        checked = Checked(name, was, statistics.median(done) / statistics.median(unit))
        if was is not None and checked.now <= was * (1 + MARKED):
            break
    return checked


def lines_of(checked: Sequence[Checked], expected: Mapping[str, Any]) -> list[str]:
    """The table: what each took, takes, and the change."""
    since = f"{expected['commit']}, {expected['at'][:10]}" if expected else "no figures yet"
    lines = [f"Speed, in yardsticks of the same run (was: {since})", f"{'':<24}{'was':>8}{'is':>8}{'change':>10}"]
    for one in checked:
        change = one.change
        mark = (
            ""
            if change is None
            else "   SLOWER by more than a tenth"
            if change > MARKED
            else "   faster"
            if change < -MARKED
            else ""
        )
        was, share = ("", "") if one.was is None or change is None else (f"{one.was:.2f}", f"{change:+.0%}")
        lines.append(f"{one.name:<24}{was:>8}{one.now:>8.2f}{share:>10}{mark}".rstrip())
    return lines


def is_alike(expected: Mapping[str, Any]) -> bool:
    """Whether the figures kept are of a machine and of versions like these."""
    keys, packages = ("processor", "processors", "python", "is_compiled"), ("duckdb", "numpy", "pyarrow")
    here, with_these = machine(), versions()
    return all(expected["machine"].get(key) == here[key] for key in keys) and all(
        expected["versions"].get(name) == with_these.get(name) for name in packages
    )


def main(given: Sequence[str]) -> int:
    """Measures and prints all; 1 where something is far slower than on the same machine before, 2 for a word that is none."""
    if set(given) - {"--write"}:
        print("usage: python bench/check.py [--write]", file=sys.stderr)
        return 2
    expected = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
    was = {} if "--write" in given else expected.get("yardsticks", {})
    steady_memory()
    with tempfile.TemporaryDirectory(prefix="ofc-check-") as scratch:
        checked = [measure(name, was.get(name), Path(scratch)) for name in WORKS]
    print("\n".join(lines_of(checked, expected)))
    if "--write" in given:
        kept = {"commit": commit(), "at": now(), "machine": machine(), "versions": versions()}
        kept["yardsticks"] = {one.name: round(one.now, 3) for one in checked}
        EXPECTED.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        return 0
    if not expected or not is_alike(expected):
        print("The figures kept are not of a machine and versions like these: where all change alike, it is that.")
        return 0
    far = [one.name for one in checked if one.change is not None and one.change > FAILED]
    if far:
        print(f"Far slower than before: {', '.join(far)}. Meant? Then: python bench/check.py --write", file=sys.stderr)
    return 1 if far else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
