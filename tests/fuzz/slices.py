"""What a slice of coverage-guided fuzzing reads, counts and keeps, without what guides it.

An input of a reader of text is a file of several mutants, for reading a file costs more than reading a dozen hands. Inputs are changed mutant
by mutant, so that what reached new code stays in the corpus among few others.
"""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from fuzz.containers import form_law, form_of
from fuzz.mutate import changed
from fuzz.rounds import WHOLE, Failure, Tally, least, together
from fuzz.targets import TARGETS

SAVE_EVERY = 200
BETWEEN = b"\n\x00\x1e~~\x1e\x00\n"
"""What stands between the mutants of an input."""
SIZES = (1, 1, 4, 12, 12, 16, 16)
"""Mutants of an input, one of which is chosen each time. One alone is between good hands only, and takes a reader's fast road."""
LONGEST = 1 << 14
"""Bytes of an input at most."""
LONGEST_PART = 3 << 10
"""Bytes of one of several mutants at most: what was changed many times over would grow without end."""
Bytes = Callable[[bytes, int], bytes]
"""Changes bytes, to so many at most."""


def parts_of(name: str, data: bytes) -> list[bytes]:
    """The mutants of an input."""
    return data.split(BETWEEN) if name in TARGETS else [data]


def changed_input(name: str, data: bytes, most: int, rng: Random, change_bytes: Bytes) -> bytes:
    """The next input: mutants made as ever, and some as `change_bytes` changes bytes."""
    target = TARGETS.get(name)
    if target is None:
        if rng.random() < 0.4:
            return change_bytes(data, most)
        return form_of(name).damage(data, form_of(name), rng)[:most]
    before = parts_of(name, data)
    # One of those before stays as it is: what it reaches is reached again, together with something else.
    parts = [rng.choice(before)] if rng.random() < 0.5 else []
    size, wanted = len(BETWEEN) * len(parts), rng.choice(SIZES)
    while len(parts) < wanted and size < most:
        one = (
            rng.choice(before)
            if rng.random() < 0.6
            else rng.choice(target.seeds)
            if rng.random() < 0.2
            else target.short
        )
        one = change_bytes(one, LONGEST_PART) if rng.random() < 0.3 else changed(one, target, rng)
        parts.append(one[: min(most - size, LONGEST_PART)])
        size += len(parts[-1]) + len(BETWEEN)
    rng.shuffle(parts)
    return BETWEEN.join(parts)[:most]


class Slice:
    """The inputs that are proposed, until there are enough mutants among them."""

    def __init__(self, name: str, wanted: int, folder: Path) -> None:
        self.name, self._wanted, self._folder = name, wanted, folder
        # What is in the corpus is read first, and is nothing new.
        self._n_known = len(list((folder / "corpus").iterdir()))
        self._n_read = 0
        self._tally = Tally()
        self._met: set[bytes] = set()
        self._failures: dict[str, str] = {}

    def read(self, data: bytes) -> bool:
        """Holds an input against the laws; whether the slice is at its end."""
        parts = parts_of(self.name, data)
        target = TARGETS.get(self.name)
        law = together(target, parts, WHOLE, self._tally) if target else form_law(self.name, data, self._tally)
        if law:
            self._keep(law, parts)
        self._n_read += 1
        new = {hashlib.blake2b(part, digest_size=8).digest() for part in parts} - self._met
        self._met |= new
        self._tally.inputs += len(new) * (self._n_read > self._n_known)
        is_done = self._tally.inputs >= self._wanted
        if is_done or self._n_read % SAVE_EVERY == 0:
            self.save()
        return is_done

    def _keep(self, law: str, parts: Sequence[bytes]) -> None:
        """Keeps the first input of each kind of failure, with as few mutants as it takes."""
        if self.name in TARGETS:
            found = least(Failure(self.name, 0, list(range(len(parts))), law, b""), parts, WHOLE, 1)
            law, parts = found.law, [parts[at] for at in found.numbers]
        kind = hashlib.sha256(law[:60].encode()).hexdigest()[:8]
        if kind not in self._failures:
            self._failures[kind] = law
            (self._folder / f"{kind}.bin").write_bytes(BETWEEN.join(parts))
            self.save()

    def save(self) -> None:
        """Writes what became of the inputs, so that it is whole whenever the process is stopped."""
        result = {
            "inputs": self._tally.inputs,
            "hands": self._tally.hands,
            "rejects": self._tally.rejects,
            "seconds": time.process_time(),
            "failures": self._failures,
        }
        aside = self._folder / "result.new"
        aside.write_text(json.dumps(result), "utf-8")
        aside.replace(self._folder / "result.json")
