"""The long run of the fuzzing: any number of inputs for each reader, spread over as many days as it takes; as many again, guided by what
they reach, where there is atheris.

What is done stands in a file after every slice, so a run that is stopped goes on where it was; inputs that broke a law lie beside it.

    PYTHONPATH=tests python -m fuzz.long --inputs 1000000 --state .fuzz/state.json
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from fuzz.containers import forms, fuzz_form
from fuzz.guided import MISSING, Kept, can_guide, guide
from fuzz.rounds import Tally, fuzz
from fuzz.targets import TARGETS

SLICE = 2000
ALONE_EVERY = 100
MOST_OF_A_FORM = 50_000
"""Inputs of a form of tables that is no text, each of which is a file to open."""
NAMES = (*TARGETS, *forms())
GUIDED = "-guided"
GUIDED_SLICE = 20_000
"""Inputs of a slice under guidance, which begins with reading its corpus again; of forms that are no text there are fewer."""


def main() -> int:
    """Exit status 1 when any input so far broke a law, 130 when stopped."""
    try:
        return run()
    except KeyboardInterrupt:
        print("stopped; the same command goes on where this was", file=sys.stderr)
        return 130


def run() -> int:
    """Exit status 1 when any input so far broke a law."""
    parser = argparse.ArgumentParser(description="Mutation fuzzing of the readers, resumable.")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="inputs for each reader in all")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other inputs")
    parser.add_argument("--state", type=Path, default=Path(".fuzz/state.json"), help="what is done, read and written")
    parser.add_argument("--minutes", type=float, default=None, help="stop after so many minutes; go on another time")
    parser.add_argument("--readers", nargs="+", choices=(*NAMES, *(name + GUIDED for name in NAMES)))
    asked = parser.parse_args()
    asked.state.parent.mkdir(parents=True, exist_ok=True)
    state: dict[str, Any] = json.loads(asked.state.read_text("utf-8")) if asked.state.exists() else {}
    until = time.monotonic() + asked.minutes * 60 if asked.minutes is not None else float("inf")
    readers = asked.readers or [*NAMES, *(name + GUIDED for name in NAMES if can_guide())]
    if not can_guide():
        print(MISSING, file=sys.stderr, flush=True)
        readers = [name for name in readers if not name.endswith(GUIDED)]
    books = {name: state.setdefault(f"{name} seed {asked.seed}", empty_book()) for name in readers}
    while time.monotonic() < until:
        left = {name: inputs_of(name, asked.inputs) - book["inputs"] for name, book in books.items()}
        # The reader that is behind is next, so that all of them get on.
        name = min((name for name in books if left[name] > 0), key=lambda name: books[name]["inputs"], default=None)
        if name is None:
            break
        add(
            books[name],
            next_slice(name, asked.seed, books[name]["inputs"], left[name], asked.state.parent),
            asked.state.parent,
        )
        save(asked.state, state)
        print(line_of(name, books[name]), flush=True)
    print("\n".join(line_of(name, book) for name, book in books.items()))
    failures = [failure for book in books.values() for failure in book["failures"]]
    for failure in failures:
        print(f"{failure['law']}\n  {failure['again']}\n  kept as {failure['file']}")
    return int(bool(failures))


def next_slice(name: str, seed: int, begin: int, left: int, folder: Path) -> Tally:
    """Reads the next inputs of a reader."""
    reader = name.removesuffix(GUIDED)
    if name.endswith(GUIDED):
        # A seed for each slice: the corpus has grown, and the same choices again would find little.
        return guide(reader, seed + begin, min(GUIDED_SLICE if reader in TARGETS else SLICE, left), folder)
    read = fuzz if reader in TARGETS else fuzz_form
    return read(reader, seed, begin, min(SLICE, left), ALONE_EVERY)


def inputs_of(name: str, asked: int) -> int:
    """How many inputs a reader gets in all where so many are asked for."""
    return asked if name.removesuffix(GUIDED) in TARGETS else min(asked, MOST_OF_A_FORM)


def empty_book() -> dict[str, Any]:
    """The book of a reader that has read nothing."""
    return {"inputs": 0, "hands": 0, "rejects": 0, "seconds": 0.0, "failures": []}


def add(book: dict[str, Any], tally: Tally, folder: Path) -> None:
    """Enters a slice, and keeps its inputs that broke a law."""
    for name in ("inputs", "hands", "rejects", "seconds"):
        book[name] += getattr(tally, name)
    known = {failure["file"] for failure in book["failures"]}
    for failure in tally.failures:
        if isinstance(failure, Kept):
            if str(failure.file) not in known:
                book["failures"].append({"law": failure.law, "again": failure.again, "file": str(failure.file)})
            continue
        file = folder / f"{failure.format}-{failure.seed}-{failure.numbers[0]}.bin"
        file.write_bytes(failure.content)
        book["failures"].append({"law": failure.law, "again": failure.again, "file": str(file)})


def save(path: Path, state: dict[str, Any]) -> None:
    """Writes the state beside itself and puts it in place, so that it is whole whenever a run is stopped."""
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(state, indent=1) + "\n", "utf-8")
    aside.replace(path)


def line_of(name: str, book: dict[str, Any]) -> str:
    """What became of the inputs of a reader so far, in a line."""
    rate = book["inputs"] / book["seconds"] if book["seconds"] else 0
    return (
        f"{name:18} {book['inputs']:>9,} inputs {book['hands']:>9,} hands {book['rejects']:>9,} rejects "
        f"{rate:>7,.0f} inputs/s {len(book['failures'])} failures"
    )


if __name__ == "__main__":
    sys.exit(main())
