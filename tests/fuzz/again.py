"""Repeats inputs of the fuzzing by their numbers, or one that was kept as a file, and says which laws they break.

PYTHONPATH=tests python -m fuzz.again ofc_text --seed 0 1234 --keep input.bin
PYTHONPATH=tests python -m fuzz.again xlsx --file input.bin
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from fuzz.containers import form_law, form_mutant, forms, packed_law
from fuzz.mutate import mutant
from fuzz.rounds import SMALL, WHOLE, alone, between_guards, bloat, bloated, in_blocks, together
from fuzz.slices import parts_of
from fuzz.targets import TARGETS


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 1 when a law is broken."""
    parser = argparse.ArgumentParser(description="Repeats inputs of the fuzzing.")
    parser.add_argument("reader", choices=(*TARGETS, *forms()))
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--between", type=int, default=1, help="so many mutants between two good hands")
    parser.add_argument("--file", type=Path, help="an input that was kept, in place of numbers")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="write the inputs, with good hands between them where they are text"
    )
    asked = parser.parse_intermixed_args(arguments)
    if bool(asked.numbers) == bool(asked.file):
        parser.error("name inputs by their numbers, or one by its --file")
    inputs = inputs_of(asked)
    numbers = asked.numbers or range(len(inputs))
    laws = (text_laws if asked.reader in TARGETS else form_laws)(asked, numbers, inputs)
    if asked.keep:
        whole = (
            between_guards(TARGETS[asked.reader], inputs, asked.between)[0]
            if asked.reader in TARGETS
            else b"".join(inputs)
        )
        asked.keep.write_bytes(whole)
    for name, law in laws.items():
        print(f"{name}: {law or 'all laws hold'}")
    return int(any(laws.values()))


def inputs_of(asked: argparse.Namespace) -> list[bytes]:
    """The inputs asked for."""
    if asked.file:
        return parts_of(asked.reader, asked.file.read_bytes())
    make = mutant_of if asked.reader in TARGETS else form_mutant
    return [make(asked.reader, asked.seed, number) for number in asked.numbers]


def mutant_of(name: str, seed: int, number: int) -> bytes:
    """The mutant of a number of a reader of text."""
    return mutant(TARGETS[name], seed, number)


def text_laws(asked: argparse.Namespace, numbers: Sequence[int], inputs: Sequence[bytes]) -> dict[str, str | None]:
    """What each law says of inputs of a reader of text: between good hands, alone, and over and over."""
    target = TARGETS[asked.reader]
    laws = {
        "together": together(target, inputs, WHOLE, None, asked.between),
        "together, in chunks": together(target, inputs, SMALL, None, asked.between),
        "together, block by block": in_blocks(target, inputs, WHOLE, None, asked.between),
    }
    for number, data in zip(numbers, inputs, strict=True):
        laws[f"{number} alone"] = alone(target, data)
        laws[f"{number} bloated"] = bloated(target, bloat(data, asked.seed, number))
    return laws


def form_laws(asked: argparse.Namespace, numbers: Sequence[int], inputs: Sequence[bytes]) -> dict[str, str | None]:
    """What each law says of tables that are no text."""
    laws = {f"{number}": form_law(asked.reader, data) for number, data in zip(numbers, inputs, strict=True)}
    return laws | {f"{number} packed": packed_law(data) for number, data in zip(numbers, inputs, strict=True)}


if __name__ == "__main__":
    sys.exit(main())
