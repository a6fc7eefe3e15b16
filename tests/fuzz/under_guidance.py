"""One slice of coverage-guided fuzzing of one reader, as a process of its own: libFuzzer ends the process that it runs in.

A reader's own modules are instrumented when they are imported, so nothing of them is imported before that. The laws are those of the mutants;
an input that breaks one is kept, and the run goes on. `guided` starts this and reads what it leaves.
"""

import argparse
import importlib
import os
import pkgutil
import sys
from pathlib import Path
from random import Random

import atheris

from fuzz.modules import MODULES

MOST_SECONDS, MOST_MEGABYTES = 60, 3000


def main() -> None:
    """Never returns: the process ends when the inputs are read."""
    parser = argparse.ArgumentParser(description="A slice of coverage-guided fuzzing.")
    parser.add_argument("reader")
    parser.add_argument("--inputs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    _import_readers(asked.reader)
    from fuzz.guided import ENDED
    from fuzz.slices import LONGEST, Slice, changed_input

    one = Slice(asked.reader, asked.inputs, asked.folder)

    def read(data: bytes) -> None:
        if one.read(data):
            # What libFuzzer would do at its end is said to it alone.
            sys.stderr.flush()
            os._exit(0)

    def change(data: bytes, most: int, seed: int) -> bytes:
        return changed_input(
            asked.reader, data, most, Random(seed), lambda some, limit: bytes(atheris.Mutate(some, limit))
        )

    options = {
        "seed": asked.seed,
        "timeout": MOST_SECONDS,
        "rss_limit_mb": MOST_MEGABYTES,
        "max_len": LONGEST,
        "len_control": 0,
        "mutate_depth": 1,
        "artifact_prefix": asked.folder / ENDED,
    }
    atheris.Setup(
        [sys.argv[0], *(f"-{key}={value}" for key, value in options.items()), str(asked.folder / "corpus")],
        read,
        custom_mutator=change,
    )
    atheris.Fuzz()


def _import_readers(name: str) -> None:
    """Imports the modules of all readers, those of one instrumented."""
    names = [found.name for found in pkgutil.iter_modules(importlib.import_module("ofc_audit.read").__path__)]
    own = [one for one in names if one.startswith(MODULES[name])]
    with atheris.instrument_imports(include=[f"ofc_audit.read.{one}" for one in own]):
        for one in [*own, *names]:
            importlib.import_module(f"ofc_audit.read.{one}")


if __name__ == "__main__":
    main()
