"""The folder of a simulation: the hands as files of bounded size, the truth beside them, and what was asked for.

`hands/hands-00001.txt` and so on, `truth/<table>/part-00001.parquet`, and `simulation.json`; put in place whole.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import Any

from ofc_audit import __version__
from ofc_audit.simulate.packs import HANDS, TRUTH, Job, Made, check_job, make_packs
from ofc_audit.simulate.plan import resolved
from ofc_audit.warehouse.errors import OutputRefusedError
from ofc_audit.warehouse.place import PROGRAM, absolute, building, locked, swap
from ofc_audit.warehouse.spread import Crew

RECORD_FILE = "simulation.json"
_OURS = {RECORD_FILE, HANDS, TRUTH}

Progress = Callable[[str, int, int | None], None]


def write_simulation(
    job: Job, out_dir: Path, processes: int, *, replaces: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """Play what a job asks for into a folder; gives its `simulation.json`.

    Raises ValueError for what cannot be simulated, OutputRefusedError for a folder that holds something: a simulation
    is replaced only where `replaces` says so, anything else never.
    """
    check_job(job)
    out_dir = absolute(out_dir)
    _refuse(out_dir, replaces)
    with locked(out_dir), building(out_dir) as folder, Crew(processes) as crew:
        _refuse(out_dir, replaces)
        made, n_hands = [], 0
        for one in make_packs(job, folder, crew):
            made.append(one)
            n_hands += one.n_hands
            if progress is not None:
                progress("simulate", n_hands, job.n_hands)
        record = _record(job, made)
        (folder / RECORD_FILE).write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", "utf-8")
        swap(folder, out_dir)
    return record


def _refuse(out_dir: Path, replaces: bool) -> None:
    if not out_dir.exists():
        return
    if not out_dir.is_dir():
        raise OutputRefusedError(f"{out_dir} is a file; name a folder for the simulation")
    found = {entry.name for entry in out_dir.iterdir()}
    if not found:
        return
    if RECORD_FILE not in found or found - _OURS:
        foreign = sorted(found - _OURS)
        what = f"holds {foreign[0]!r}, which no simulation wrote" if foreign else "holds no simulation"
        raise OutputRefusedError(f"{out_dir} {what}, and is left alone; name an empty or a new folder")
    if not replaces:
        raise OutputRefusedError(f"{out_dir} holds a simulation; say --replace, or name a new folder")


def _record(job: Job, made: list[Made]) -> dict[str, Any]:
    """What was asked for and what became of it; nothing in it changes when it is done again."""
    lies: Counter[str] = Counter()
    for one in made:
        lies.update(one.lies)
    files = sorted(made, key=lambda one: one.file)
    return {
        "program": PROGRAM,
        "version": __version__,
        "rules_id": job.rules.id,
        "rules_digest": job.rules.digest,
        "seed": job.seed,
        "format": job.format_id,
        "n_hands": sum(one.n_hands for one in made),
        "plan": _plain(asdict(resolved(job.rules, job.plan))),
        "faults": job.faults,
        "lies": dict(sorted(lies.items())),
        "n_lies": lies.total(),
        "n_lies_hidden": sum(one.n_hidden for one in made),
        "n_lies_missed": sum(one.n_missed for one in made),
        "files": [{"file": one.file, "n_hands": one.n_hands, "sha256": one.sha256} for one in files],
    }


def _plain(value: Any) -> Any:
    """A setting as JSON holds it."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
