"""One slice of coverage-guided fuzzing of one reader, as a process of its own: libFuzzer ends the process that it runs in.

What reads hands is instrumented when it is imported, so nothing of it is imported before that. The laws are those of the mutants; an input that
breaks one is kept, and the run goes on. `guided` starts this and reads what it leaves.
"""

import argparse
import hashlib
import importlib
import json
import os
import pkgutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import atheris

SAVE_EVERY = 200
ARTIFACTS = "ended-"
"""How the names of inputs begin that ended the process, or took longer or more memory than libFuzzer allows."""
MOST_SECONDS, MOST_MEGABYTES, LONGEST = 60, 3000, 1 << 14

with atheris.instrument_imports(include=["ofc_audit.read"]):
    import ofc_audit.read

    for found in pkgutil.iter_modules(ofc_audit.read.__path__):
        importlib.import_module(f"ofc_audit.read.{found.name}")

from fuzz.containers import form_law, form_of  # noqa: E402
from fuzz.mutate import changed  # noqa: E402
from fuzz.rounds import WHOLE, Tally, together  # noqa: E402
from fuzz.targets import TARGETS  # noqa: E402


class Slice:
    """The inputs that libFuzzer proposes, until there are enough of them."""

    def __init__(self, name: str, inputs: int, folder: Path) -> None:
        self._name, self._wanted, self._folder = name, inputs, folder
        # What is in the corpus is read first, and is nothing new.
        self._known = len(list((folder / "corpus").iterdir()))
        self._seen = 0
        self._tally = Tally()
        self._failures: dict[str, str] = {}

    def read(self, data: bytes) -> None:
        """Holds an input against the laws."""
        target = TARGETS.get(self._name)
        law = together(target, [data], WHOLE, self._tally) if target else form_law(self._name, data, self._tally)
        if law:
            self._keep(law, data)
        self._seen += 1
        is_done = self._seen >= self._known + self._wanted
        if is_done or self._seen % SAVE_EVERY == 0:
            self._save()
        if is_done:
            # What libFuzzer would do at its end is said to it alone.
            sys.stderr.flush()
            os._exit(0)

    def change(self, data: bytes, most: int, seed: int) -> bytes:
        """The next input: as libFuzzer changes bytes, or as mutants are made."""
        rng = Random(seed)
        if rng.random() < 0.4:
            return bytes(atheris.Mutate(data, most))
        form = TARGETS.get(self._name)
        return (changed(data, form, rng) if form else form_of(self._name).damage(data, form_of(self._name), rng))[:most]

    def _keep(self, law: str, data: bytes) -> None:
        kind = hashlib.sha256(law[:60].encode()).hexdigest()[:8]
        if kind not in self._failures:
            self._failures[kind] = law
            (self._folder / f"{kind}.bin").write_bytes(data)

    def _save(self) -> None:
        result = {
            "inputs": max(self._seen - self._known, 0),
            "hands": self._tally.hands,
            "rejects": self._tally.rejects,
            "seconds": time.process_time(),
            "failures": self._failures,
        }
        aside = self._folder / "result.new"
        aside.write_text(json.dumps(result), "utf-8")
        aside.replace(self._folder / "result.json")


def main() -> None:
    """Never returns: the process ends when the inputs are read."""
    parser = argparse.ArgumentParser(description="A slice of coverage-guided fuzzing.")
    parser.add_argument("reader")
    parser.add_argument("--inputs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    one = Slice(asked.reader, asked.inputs, asked.folder)
    options = {
        "seed": asked.seed,
        "timeout": MOST_SECONDS,
        "rss_limit_mb": MOST_MEGABYTES,
        "max_len": LONGEST,
        "artifact_prefix": asked.folder / ARTIFACTS,
    }
    read: Callable[[bytes], None] = one.read
    atheris.Setup(
        [sys.argv[0], *(f"-{key}={value}" for key, value in options.items()), str(asked.folder / "corpus")],
        read,
        custom_mutator=one.change,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
