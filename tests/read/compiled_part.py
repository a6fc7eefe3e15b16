"""What the tests of the part in C share: that it is built, and that two ways of reading a chunk give the same."""

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pyarrow as pa

from fuzz.mutate import changed
from fuzz.targets import Target
from ofc_audit import compiled
from ofc_audit.compiled import build as builder
from ofc_audit.read.batch import HAND_TABLES, HandBatch


def ensure_built() -> None:
    """The library of these sources: an installation has it already, a checkout that was changed has not."""
    if compiled.library() is None and shutil.which("cc"):
        assert builder.build() is None
        compiled.library.cache_clear()


def joined(batches: list[HandBatch]) -> dict[str, pa.Table]:
    tables = {name: pa.concat_tables([batch.tables[name] for batch in batches]) for name in HAND_TABLES}
    tables["rejects"] = pa.concat_tables([batch.rejects for batch in batches])
    return {name: data.combine_chunks() for name, data in tables.items()}


def assert_agree(data: bytes, whole: HandBatch, parts: list[HandBatch]) -> None:
    """Both readings of a chunk have the same tables, rejects, lines and bytes."""
    ours, theirs = joined(parts), joined([whole])
    for name, table in theirs.items():
        assert ours[name].equals(table), f"{name} of {data!r}"
    assert sum(part.n_lines for part in parts) == whole.n_lines
    assert sum(part.n_bytes for part in parts) == whole.n_bytes == len(data)
    assert sum(part.blank_bytes for part in parts) == whole.blank_bytes


def assert_columns(header: Path, given: Mapping[str, Sequence[str]], like: Mapping[str, str]) -> None:
    """The columns of a header stand where Python has them; `like`: those of other names, or of several places."""
    text = header.read_text("utf-8")
    for prefix, columns in given.items():
        [(body, n)] = re.findall(rf"enum {{\s+({prefix}_[^}}]*?), N_[A-Z]+(?: = ([0-9]+))?\s+}};", text)
        place = -1
        for name, start in re.findall(r"(\w+)(?: = ([0-9]+))?", body):
            place = int(start) if start else place + 1
            assert columns[place] == like.get(name.lower(), name[2:].lower())
        assert (int(n) if n else place + 1) == len(columns)


def mutants(target: Target, whole: Sequence[bytes], n: int) -> Iterator[bytes]:
    """Chunks of one to three hands of which most are damaged."""
    for number in range(n):
        rng = Random(f"compiled {target.format} {number}")
        parts = []
        for _ in range(rng.choice((1, 2, 3))):
            hand = rng.choice((*target.seeds, *whole))
            hand = hand.replace(b"\n", b"\r\n") if rng.random() < 0.15 else hand
            parts.append(changed(hand, target, rng) if rng.random() < 0.6 else hand)
        yield b"".join(parts)
