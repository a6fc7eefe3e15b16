"""The survivors that are argued: `survivors.toml` beside this file, and what it says of the mutants of a run."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutants import Mutant

REASONS = ("equivalent", "speed", "guard", "wording", "typing")
"""Why a mutant may live: nothing that can be seen changes (`equivalent`), only the time it takes (`speed`), only an error
that no input can raise (`guard`), only the letters of a message (`wording`), only what the type checker reads (`typing`).
"""


@dataclass(frozen=True)
class Argument:
    """Why a mutant may live, by `key`, or a kind of mutants: those whose change lies within `pattern`."""

    reason: str
    why: str
    key: tuple[str, str, str, str] | None
    pattern: re.Pattern[str] | None

    def covers(self, mutant: Mutant) -> bool:
        """Whether this argument is about that mutant."""
        if self.pattern is None:
            return mutant.key == self.key
        return self.pattern.search(mutant.before) is not None and self.pattern.sub("", mutant.before) == (
            self.pattern.sub("", mutant.after)
        )

    def __str__(self) -> str:
        if self.key is None:
            return f"kind {self.pattern.pattern if self.pattern else ''}"
        module, where, before, after = self.key
        return f"{module}: {where}\n    - {before}\n    + {after}"


def read_arguments(path: Path) -> list[Argument]:
    """The arguments of the file. Raises SystemExit naming the entry that says too little."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    result = []
    for table, fields in (("kind", ("pattern",)), ("survivor", ("module", "where", "before", "after"))):
        for number, entry in enumerate(data.get(table, []), 1):
            if set(entry) != {*fields, "reason", "why"} or entry["reason"] not in REASONS or not entry["why"]:
                raise SystemExit(
                    f"{path}: {table} {number} needs {', '.join(fields)}, a why and a reason (one of {', '.join(REASONS)})"
                )
            if table == "kind":
                result.append(Argument(entry["reason"], entry["why"], None, re.compile(entry["pattern"])))
                continue
            for after in entry["after"]:
                key = (entry["module"], entry["where"], entry["before"], after)
                result.append(Argument(entry["reason"], entry["why"], key, None))
    return result


def judge(
    survivors: Iterable[Mutant], late: Iterable[Mutant], arguments: list[Argument], modules: Sequence[str] | None
) -> tuple[list[Mutant], list[Argument]]:
    """Survivors that nobody argues, and arguments about mutants that no longer live. Those whose tests took too long (`late`) may live on a
    machine with less to do.

    `modules`: those that were tried, None for all; an argument about another one, or about a kind, is then not judged.
    """
    used: set[int] = set()
    unargued = []
    for mutant in survivors:
        matching = [number for number, argument in enumerate(arguments) if argument.covers(mutant)]
        used.update(matching)
        if not matching:
            unargued.append(mutant)
    for mutant in late:
        used.update(number for number, argument in enumerate(arguments) if argument.covers(mutant))
    idle = [argument for number, argument in enumerate(arguments) if number not in used]
    if modules is not None:
        idle = [argument for argument in idle if argument.key is not None and argument.key[0] in modules]
    return unargued, idle
