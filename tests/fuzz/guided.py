"""Coverage-guided fuzzing of every reader, slice by slice: what reached new code is kept and changed further.

Done with atheris, which exists for some Pythons and machines only. The corpus of a reader lies in a folder, so that a run goes on where it was.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

from fuzz.containers import form_of
from fuzz.rounds import Failure, Tally
from fuzz.targets import TARGETS

MISSING = (
    "Only mutation is done: coverage-guided fuzzing needs atheris (requirements-fuzz.lock), which is not installed or has no wheel for this"
    " Python and machine."
)


ENDED = "ended-"
"""How the names of inputs begin that ended the process, or took longer or more memory than is allowed."""


class Kept(Failure):
    """An input that broke a law, kept as a file: it has no number."""

    file: Path

    @property
    def again(self) -> str:
        """The command that repeats it."""
        return f"PYTHONPATH=tests python -m fuzz.again {self.format} --file {self.file}"


def can_guide() -> bool:
    """Whether there is what it takes."""
    return importlib.util.find_spec("atheris") is not None


def guide(name: str, seed: int, count: int, folder: Path) -> Tally:
    """Reads `count` inputs more of a reader, beginning from its corpus in a folder of its own.

    Raises RuntimeError where the process ends before it reads anything new.
    """
    own = folder / "guided" / name
    corpus = own / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    if not any(corpus.iterdir()):
        target = TARGETS.get(name)
        for at, data in enumerate(target.seeds if target else form_of(name).files):
            (corpus / f"good-{at}").write_bytes(data)
    if (own / "result.json").is_file():
        # A run that was stopped left it: what it read counts, and what it found is kept.
        return _tally_of(name, seed, own, sorted(own.glob(f"{ENDED}*")), count)
    command = [sys.executable, "-m", "fuzz.under_guidance", name]
    options = ["--inputs", str(count), "--seed", str(seed), "--folder", str(own)]
    with (own / "log").open("w", encoding="utf-8") as log:
        status = subprocess.run([*command, *options], stdout=log, stderr=log, check=False).returncode
    ended = sorted(own.glob(f"{ENDED}*"))
    if not (own / "result.json").is_file() and not ended:
        raise RuntimeError(f"fuzzing {name} ended with status {status} before it began; see {own / 'log'}")
    return _tally_of(name, seed, own, ended, count)


def _tally_of(name: str, seed: int, own: Path, ended: list[Path], count: int) -> Tally:
    saved = own / "result.json"
    result = json.loads(saved.read_text("utf-8")) if saved.is_file() else {}
    saved.unlink(missing_ok=True)
    broken = dict(result.pop("failures", {}))
    tally = Tally(**result)
    if ended and not tally.inputs:
        # A slice that ended early is behind it all the same: the next begins with another seed.
        tally.inputs = min(count, 1)
    files = [(own / f"{kind}.bin", law) for kind, law in broken.items()]
    for path in ended:
        files.append(
            (own / f"{path.name.removeprefix(ENDED)}.bin", "the process ended, or took too long or too much memory")
        )
        shutil.move(path, files[-1][0])
    for path, law in files:
        kept = Kept(name, seed, [], law, path.read_bytes())
        kept.file = path
        tally.failures.append(kept)
    return tally
