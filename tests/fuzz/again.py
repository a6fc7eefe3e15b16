"""Repeats inputs of the fuzzing by their numbers, and says which laws they break.

PYTHONPATH=tests python -m fuzz.again ofc_text --seed 0 1234 --keep input.bin
"""

import argparse
import sys
from pathlib import Path

from fuzz.mutate import mutant
from fuzz.rounds import SMALL, WHOLE, alone, between_guards, bloat, bloated, together
from fuzz.targets import TARGETS


def main() -> int:
    """Exit status 1 when a law is broken."""
    parser = argparse.ArgumentParser(description="Repeats inputs of the fuzzing.")
    parser.add_argument("reader", choices=list(TARGETS))
    parser.add_argument("numbers", nargs="+", type=int, metavar="NUMBER")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="write the file of all of them, with good hands between"
    )
    asked = parser.parse_args()
    target = TARGETS[asked.reader]
    mutants = [mutant(target, asked.seed, number) for number in asked.numbers]
    if asked.keep:
        asked.keep.write_bytes(between_guards(target, mutants)[0])
    laws = {"together": together(target, mutants, WHOLE), "together, in chunks": together(target, mutants, SMALL)}
    for number, data in zip(asked.numbers, mutants, strict=True):
        laws[f"{number} alone"] = alone(target, data)
        laws[f"{number} bloated"] = bloated(target, bloat(data, asked.seed, number))
    for name, law in laws.items():
        print(f"{name}: {law or 'all laws hold'}")
    return int(any(laws.values()))


if __name__ == "__main__":
    sys.exit(main())
