"""The clean half: true histories, of which the audit must find nothing, and how much of them it could tell."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pyarrow.parquet as pq

from ofc_audit.warehouse.build import build
from trial.settings import file_name, settings_of, write

DIMENSIONS = ("layout", "points", "money", "fantasyland", "match")
PACK = 10_000
"""Hands in one run of the program."""
SHOWN = 5


@dataclass(frozen=True)
class CleanTask:
    """One run of the program on hands of one rule set, a file for each of its settings; reproducible by its seed."""

    rules_id: str
    n_hands: int
    seed: int


@dataclass
class CleanSeen:
    """What the audit said of true hands: verdicts by dimension and reason, and everything it should not have said."""

    n_hands: int = 0
    seconds: float = 0.0
    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    accused: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    @property
    def n_wrong(self) -> int:
        """Verdicts that call a true hand wrong."""
        return sum(n for (_, verdict, _), n in self.verdicts.items() if verdict == "wrong")

    @property
    def is_clean(self) -> bool:
        """Whether nothing was said against anybody."""
        return not self.accused and not self.n_wrong

    def add(self, more: "CleanSeen") -> None:
        """What was seen of other hands too."""
        self.n_hands += more.n_hands
        self.seconds += more.seconds
        self.verdicts += more.verdicts
        self.accused += more.accused
        self.examples = (self.examples + more.examples)[:SHOWN]


def clean_tasks(rules_ids: Sequence[str], n_hands: int, first_seed: int, pack: int = PACK) -> Iterator[CleanTask]:
    """The hands shared out evenly over rule sets, so many to a run of the program."""
    seed = first_seed
    for number, rules_id in enumerate(rules_ids):
        left = n_hands // len(rules_ids) + (number < n_hands % len(rules_ids))
        while left > 0:
            yield CleanTask(rules_id, min(pack, left), seed)
            left, seed = left - pack, seed + 1


def run_clean(task: CleanTask) -> tuple[str, CleanSeen]:
    """Play, write, read and audit the hands of a task, every setting in a format of its own turn; what was seen."""
    started = perf_counter()
    settings = settings_of(task.rules_id)
    seen = CleanSeen(n_hands=task.n_hands)
    with TemporaryDirectory() as scratch:
        files = {}
        for number, setting in enumerate(settings):
            n_hands = task.n_hands // len(settings) + (number < task.n_hands % len(settings))
            if not n_hands:
                continue
            file_format = setting.formats[(task.seed + number) % len(setting.formats)]
            seed = task.seed * len(settings) + number
            path = Path(scratch) / f"{number:02}-{file_name(file_format)}"
            path.write_bytes(write(setting.play(n_hands, seed), file_format))
            files[str(path)] = f"{setting.rules_id}, {setting.name}, {file_format}, seed {seed}"
        run = build(list(files), Path(scratch) / "out", threads=1)
        _look(Path(scratch) / "out" / "parquet", files, seen)
    if (told := run.counts["n_stored"]) != seen.n_hands or run.n_rejects:
        seen.accused["hands lost or rejected"] += 1
        seen.examples.append(f"{task}: {told} hands of {seen.n_hands} read, {run.n_rejects} rejects")
    for failure in run.check_failures:
        seen.accused[f"check of the warehouse: {failure.check}"] += 1
    seen.seconds = perf_counter() - started
    return task.rules_id, seen


def _look(parquet: Path, files: Mapping[str, str], seen: CleanSeen) -> None:
    verdicts = pq.read_table(parquet / "verdicts.parquet", columns=["dimension", "verdict", "reason"])
    for row in verdicts.group_by(verdicts.column_names).aggregate([([], "count_all")]).to_pylist():
        seen.verdicts[row["dimension"], row["verdict"], row["reason"] or ""] += row["count_all"]
    for row in pq.read_table(parquet / "findings.parquet").to_pylist():
        seen.accused[row["check_id"]] += 1
        if len(seen.examples) < SHOWN:
            seen.examples.append(
                f"{files.get(row['source_file'], 'no file')}, line {row['first_line']}: {row['check_id']}: {row['message']}"
            )
