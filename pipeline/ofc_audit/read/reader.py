"""Reading a source of any known form: the format is detected, its reader does the rest, and an unknown file is one
reject.
"""

import re
from collections.abc import Iterator

import numpy as np

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.detect import FORMATS, detect, format_module
from ofc_audit.read.garbage import with_rare_searches
from ofc_audit.read.inputs import STDIN
from ofc_audit.read.rejects import quoted, rejects_table
from ofc_audit.read.scan import Buffer, split_lines
from ofc_audit.read.source import ADVICE, Source, binary_kind
from ofc_audit.read.table_place import own_mapping
from ofc_audit.tables import empty

CHUNK_BYTES = 8 << 20
TABLE_FORMS = ("Parquet", "SQLite", "XLSX")
"""Forms of files that are no text, and may be tables."""
RAW_LIMIT = 4096
"""Bytes of an unrecognised file that its reject keeps."""

_OTHER_GAME = re.compile(
    rb"(?i)(?:\bhand|\bgame|#|\*).*\b(?:hold ?'?em|omaha|stud|razz|badugi|five card draw|5 card draw)\b"
)
"""A first line as rooms write it over a hand of another poker game."""


def read_source(source: Source, chunk_bytes: int = CHUNK_BYTES) -> Iterator[HandBatch]:
    """The hands of a source, chunk by chunk; a file that no reader knows gives one batch with one reject."""
    name = format_of(source)
    if name is None:
        yield _unknown(source)
    else:
        yield from with_rare_searches(format_module(name).read(source, chunk_bytes))


def format_of(source: Source) -> str | None:
    """The format of a source: what its content shows; a table too where a mapping of its own says so and it shows nothing else."""
    if source.problem:
        return None
    if source.encoding is None:
        return "table" if binary_kind(source.data) in TABLE_FORMS else None
    name = detect(source.data)
    return name if name is not None or own_mapping(source) is None or not source.n_bytes else "table"


def _unknown(source: Source) -> HandBatch:
    n_lines = _count_lines(source)
    raw = bytes(source.data[:RAW_LIMIT])
    rejects = rejects_table(
        source.name, [1], [max(n_lines, 1)], [0], [source.n_bytes - 1], [_why_unknown(source, raw)], [0], [raw]
    )
    tables = {name: empty(name) for name in HAND_TABLES}
    return HandBatch(**tables, rejects=rejects, n_lines=n_lines, n_bytes=source.n_bytes, blank_bytes=0)


def _why_unknown(source: Source, raw: bytes) -> str:
    if source.problem:
        return source.problem
    if not source.n_bytes:
        return "standard input is empty" if source.name == STDIN else "the file is empty"
    kind = binary_kind(source.data)
    if kind:
        return f"{kind} file: no reader takes it; " + ADVICE.get(kind, f"known formats are {', '.join(FORMATS)}")
    if not raw.strip(b"\x00\x1a \t\r\n\xef\xbb\xbf"):
        return "the file holds nothing but blanks"
    first = next(line for line in raw.splitlines() if line.strip(b"\x00\x1a \t\r\n\xef\xbb\xbf"))
    if _OTHER_GAME.search(first[:RAW_LIMIT]):
        return f"hands of another game than Open Face Chinese; the file begins {quoted(first)}"
    return f"no known format ({', '.join(FORMATS)}); the file begins {quoted(first)}"


def _count_lines(source: Source) -> int:
    n_lines = 0
    after_cr = False
    ends_open = False
    for at in range(0, source.n_bytes, CHUNK_BYTES):
        piece = np.frombuffer(source.data[at : at + CHUNK_BYTES], np.uint8)
        n_lines += len(split_lines(Buffer(piece.tobytes()))) - ends_open
        # A line end of two bytes, or a line, may lie across two pieces.
        n_lines -= int(after_cr and piece[0] == 10)
        after_cr = bool(piece[-1] == 13)
        ends_open = bool(piece[-1] not in (10, 13))
    return n_lines
