"""Rounds of fuzzing: many mutants, each between two good hands, read as one file; some alone, in small chunks and packed.

One file for many mutants, because opening a file costs a reader more than a hundred hands do. It is the harder law too: whatever
a mutant is, the good hands on both sides of it must be read as if it were not there. Among many mutants a reader's fast road is seldom
taken, so some rounds are read again block by block, and in files of a few.
"""

import io
import resource
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from random import Random

import numpy as np

from fuzz.laws import Broken, Ints, check_accounts, guards_unchanged, keys_of
from fuzz.mutate import mutant
from fuzz.targets import TARGETS, Target
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.detect import format_module
from ofc_audit.read.garbage import with_rare_searches
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources

TOGETHER = 200
"""Mutants in one file."""
FEW = (1, 1, 1, 1, 2, 3, 5, 8)
"""Mutants in each of the files in which the first of a round are read again."""
IN_BLOCKS = 30
"""Mutants of a round that are read block by block."""
BLOATED_EVERY = 5
"""How many inputs that are read alone there are for one that is bloated."""
WHOLE, SMALL = 1 << 24, 1 << 16
BLOATED = 1 << 18
"""Bytes of a file that says the same over and over: what takes time or memory out of proportion shows there."""
MOST_MEMORY = 1 << 29
SECONDS_PER_MEGABYTE, SECONDS_TO_BEGIN = 2.0, 1.0


@dataclass
class Failure:
    """A law that some inputs broke: how to repeat it, and the least file found that does."""

    format: str
    seed: int
    numbers: list[int]
    law: str
    content: bytes
    between: int = 1

    @property
    def again(self) -> str:
        """The command that repeats it."""
        numbers = " ".join(map(str, self.numbers))
        between = f" --between {self.between}" if self.between > 1 else ""
        return f"PYTHONPATH=tests python -m fuzz.again {self.format} --seed {self.seed}{between} {numbers}"


@dataclass
class Tally:
    """What became of some inputs."""

    inputs: int = 0
    hands: int = 0
    rejects: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)


Law = Callable[[Target, Sequence[bytes], int, Tally | None, int], str | None]
"""What finds the law that a file of some mutants breaks."""


def fuzz(name: str, seed: int, first: int, count: int, alone_every: int, between: int = 1) -> Tally:
    """Reads the mutants `first` to `first + count`, so many of them between two good hands; one in `alone_every` of them alone as well, some
    of these bloated, some rounds block by block, and some in files of a few.
    """
    target, tally = TARGETS[name], Tally()
    started, memory = time.process_time(), peak_memory()
    for begin in range(first, first + count, TOGETHER):
        numbers = range(begin, min(begin + TOGETHER, first + count))
        mutants = [mutant(target, seed, number) for number in numbers]
        turn = begin // TOGETHER % 8
        # One round in eight is read in small chunks, whose borders fall anywhere.
        chunk_bytes = SMALL if turn == 7 else WHOLE
        law = together(target, mutants, chunk_bytes, tally, between)
        if law:
            tally.failures.append(least(Failure(name, seed, list(numbers), law, b""), mutants, chunk_bytes, between))
        if turn == 3 and (law := in_blocks(target, mutants[:IN_BLOCKS])):
            some = Failure(name, seed, list(numbers[:IN_BLOCKS]), law, b"")
            tally.failures.append(least(some, mutants[:IN_BLOCKS], WHOLE, 1, in_blocks))
        if turn == 5:
            tally.failures += _in_files_of_few(target, seed, numbers, mutants)
        for number, data in zip(numbers, mutants, strict=True):
            if number % alone_every == 0:
                checks = [(alone, data)]
                if number // alone_every % BLOATED_EVERY == 0:
                    checks.append((bloated, bloat(data, seed, number)))
                for check, content in checks:
                    law = check(target, content)
                    if law:
                        tally.failures.append(Failure(name, seed, [number], law, content))
        tally.inputs += len(mutants)
    tally.seconds = time.process_time() - started
    if peak_memory() - memory > MOST_MEMORY:
        law = f"memory grew by {(peak_memory() - memory) >> 20} MB"
        tally.failures.append(Failure(name, seed, list(range(first, first + count)), law, b""))
    return tally


def peak_memory() -> int:
    """Bytes that this process had in memory at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def together(
    target: Target, mutants: Sequence[bytes], chunk_bytes: int, tally: Tally | None = None, between: int = 1
) -> str | None:
    """The law that a file of these mutants breaks, so many of them between two good hands; None where none is broken."""
    data, starts = between_guards(target, mutants, between)
    try:
        batches = read_timed(target, data, chunk_bytes)
        check_accounts(data, batches, target.outside)
        column, expected = guard_keys(target.format, len(starts)) if target.is_guarded else ("", None)
        harmed = () if expected is None else guards_unchanged(batches, starts, column, expected)
        if target.mapping is not None:
            # A quote that is not closed takes the rows up to the next one with it; they are told then.
            told = b"".join(raw for batch in batches for raw in batch.rejects["raw"].to_pylist())
            harmed = [at for at in harmed if _guards(target, int(at))[1][: target.guard.index(b",")] not in told]
        if len(harmed):
            raise Broken(f"a good hand is not read as it is (at byte {starts[harmed[0]]})")
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    if tally is not None:
        tally.hands += sum(batch.hands.num_rows for batch in batches) - len(starts)
        tally.rejects += sum(batch.rejects.num_rows for batch in batches)
    return None


def _in_files_of_few(target: Target, seed: int, numbers: Sequence[int], mutants: Sequence[bytes]) -> list[Failure]:
    """The laws that the first mutants of a round break in files of a few, each between two good hands."""
    failures, at = [], 0
    for size in FEW:
        few = mutants[at : at + size]
        if few and (law := together(target, few, WHOLE)):
            failures.append(least(Failure(target.format, seed, list(numbers[at : at + size]), law, b""), few, WHOLE, 1))
        at += size
    return failures


def in_blocks(
    target: Target, mutants: Sequence[bytes], chunk_bytes: int = WHOLE, _: Tally | None = None, between: int = 1
) -> str | None:
    """The law that a file of these mutants breaks where every line or record is a block of its own, so that the fast road takes what it can:
    it must be read as ever. None where none is broken, and for a reader that has no blocks.
    """
    if not target.blocks:
        return None
    data, _ = between_guards(target, mutants, between)
    try:
        as_ever = read_timed(target, data, chunk_bytes)
        with _blocks_of_one(target):
            batches = list(format_module(target.module).read(target.source(data), chunk_bytes))
        check_accounts(data, batches, target.outside)
        for name in ("hands", "rejects"):
            some, other = (_told(of, name) for of in (as_ever, batches))
            if some != other:
                raise Broken(f"other {name} block by block: {sorted(some ^ other)[:2]}")
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    return None


@contextmanager
def _blocks_of_one(target: Target) -> Iterator[None]:
    module, sizes = import_module(f"ofc_audit.read.{target.blocks[0]}"), target.blocks[1:]
    before = {name: getattr(module, name) for name in sizes}
    for name, size in before.items():
        setattr(module, name, (1,) * len(size) if isinstance(size, tuple) else 1)
    try:
        yield
    finally:
        for name, size in before.items():
            setattr(module, name, size)


def _told(batches: Sequence[HandBatch], name: str) -> set[tuple[object, ...]]:
    columns = ["first_byte", "last_byte", "first_line", "last_line"]
    columns += ["hand_key"] if name == "hands" else ["reason", "n_hands"]
    return {tuple(row.values()) for batch in batches for row in getattr(batch, name).select(columns).to_pylist()}


def alone(target: Target, data: bytes) -> str | None:
    """The law that a mutant breaks as a file of its own: read whole, in small chunks, and packed; None where none is broken."""
    try:
        source = target.source(target.head + data)
        batches = list(read_source(source))
        content = bytes(source.data)
        recognised = [batch for batch in batches if batch.n_bytes]
        if recognised:
            check_accounts(content, batches, target.outside)
        # Formats of text are read in chunks, whose borders fall anywhere.
        if keys_of(list(read_source(source, max(len(content) // 3, 1)))) != keys_of(batches):
            raise Broken("other hands in small chunks")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("mutant", target.head + data)
        members = [
            batch
            for member in open_sources(["-"], io.BytesIO(packed.getvalue()))
            for batch in read_source(replace(member, mapping=source.mapping))
        ]
        if source.n_bytes and keys_of(members) != keys_of(batches):
            raise Broken("other hands out of an archive")
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    return None


def bloat(data: bytes, seed: int, number: int) -> bytes:
    """A short stretch of a mutant, over and over, behind its beginning."""
    rng = Random(f"bloat {seed} {number}")
    start, head = rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)
    piece = data[start : start + rng.choice((1, 2, 3, 8, 20, 60, 200))] or b"{"
    return data[:head] + piece * (BLOATED // len(piece))


def bloated(target: Target, data: bytes) -> str | None:
    """The law that such a file breaks; None where none is broken."""
    try:
        source = target.source(target.head + target.guard + b"\n" + data)
        check_accounts(bytes(source.data), read_timed(target, bytes(source.data)), target.outside)
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    return None


def between_guards(target: Target, mutants: Sequence[bytes], between: int = 1) -> tuple[bytes, Ints]:
    """One file of mutants, with a good hand before them, after each or each few, and at the end, and where the good hands start."""
    parts, starts, at = [target.head], [], len(target.head)
    # A line end, so that no two mutants have a line together.
    groups = [b"\n".join(mutants[first : first + between]) for first in range(0, len(mutants), between)]
    for number, data in enumerate((*groups, b"")):
        before, guard, behind = _guards(target, number)
        starts.append(at + len(before))
        # A line end, so that no line of a mutant is a line of the good hand's as well.
        parts += [before, guard, behind, data, b"\n"]
        at += len(before) + len(guard) + len(behind) + len(data) + 1
    return b"".join(parts), np.array(starts, np.int64)


def _guards(target: Target, number: int) -> tuple[bytes, bytes, bytes]:
    """The good hand, with another on either side where the target needs them; in a table each has an id of its own."""
    if target.mapping is None:
        return b"", target.guard, b""
    before, guard, behind = (target.guard.replace(b"guard-1", b"guard-%d" % (3 * number + at)) for at in range(3))
    return before, guard, behind


def read_timed(target: Target, data: bytes, chunk_bytes: int = WHOLE) -> list[HandBatch]:
    """The batches of a file that is read by the target's own reader. Raises Broken where it takes too long."""
    source = target.source(data)
    if bytes(source.data) != data:
        raise Broken(f"a file of valid UTF-8 hands was taken for {source.encoding}")
    started = time.process_time()
    batches = list(with_rare_searches(format_module(target.module).read(source, chunk_bytes)))
    seconds = time.process_time() - started
    allowed = SECONDS_TO_BEGIN + SECONDS_PER_MEGABYTE * len(data) / 1e6 + len(data) / chunk_bytes * 0.05
    if seconds > allowed:
        raise Broken(f"reading {len(data)} bytes took {seconds:.1f} s, {allowed:.1f} s are allowed")
    return batches


@cache
def guard_keys(name: str, count: int) -> tuple[str, Ints]:
    """The column that tells a good hand's facts, and its values where the good hands stand alone."""
    target = TARGETS[name]
    # What a whole log tells of its hands, its rule set or the game of the dealer's, is no fact of one of them.
    column = "deal_key" if name in ("arena_jsonl", "swc_capture") else "hand_key"
    data, starts = between_guards(target, [b""] * (count - 1))
    batches = read_timed(target, data)
    first = [at for batch in batches for at in batch.hands["first_byte"].to_pylist()]
    keys = dict(zip(first, keys_of(batches, column), strict=True))
    return column, np.array([keys[at] for at in starts.tolist()], np.int64)


def least(
    failure: Failure, mutants: Sequence[bytes], chunk_bytes: int, between: int, law_of: Law | None = None
) -> Failure:
    """A failure with as few mutants as it takes: halves, quarters and so on are left out while some law stays broken."""
    target, numbers, law, mutants = TARGETS[failure.format], failure.numbers, failure.law, list(mutants)
    law_of = law_of or together
    size = len(mutants)
    while size > 1 and len(mutants) > 1:
        size = (size + 1) // 2
        at = 0
        while at < len(mutants):
            fewer = mutants[:at] + mutants[at + size :]
            still = law_of(target, fewer, chunk_bytes, None, between) if fewer else None
            if still:
                mutants, numbers, law = fewer, numbers[:at] + numbers[at + size :], still
            else:
                at += size
    return Failure(failure.format, failure.seed, numbers, law, between_guards(target, mutants, between)[0], between)
