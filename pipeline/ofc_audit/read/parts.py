"""Files cut into parts that can be read each by itself, in any process: where they are cut, and at which line each begins.

One thing a part cannot know is whether the one before it ends in results that belong to no hand; where it does, the part is read with that told.
"""

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from ofc_audit.read.batch import HandBatch
from ofc_audit.read.detect import format_module
from ofc_audit.read.garbage import rare_searches
from ofc_audit.read.source import Source, release_pages

Content = bytes | mmap.mmap


class PartedFormat(Protocol):
    """The module of a format whose files can be cut into parts."""

    def cut(self, data: Content, start: int, chunk_bytes: int) -> int:
        """Where a part of about so many bytes ends that begins at `start`."""

    def read_part(
        self, data: bytes, source_file: str, first_byte: int, first_line: int, is_after_result: bool = ..., /
    ) -> tuple[list[HandBatch], bool]:
        """The batches of a part, and whether it ends in a stray RESULT section."""


@dataclass(frozen=True)
class Part:
    """A stretch of a file: where it begins and stops, and the number of its first line."""

    start: int
    stop: int
    first_line: int


def can_be_parted(form: str | None) -> bool:
    """Whether files of a format can be cut into parts."""
    return form is not None and hasattr(format_module(form), "read_part")


def parts_of(data: Content, form: str, n_bytes: int) -> Iterator[Part]:
    """The parts of a file, of about `n_bytes` each; none of a file without bytes."""
    module, start, first_line = _module(form), 0, 1
    while start < len(data):
        stop = module.cut(data, start, n_bytes)
        yield Part(start, stop, first_line)
        first_line += _line_ends(data[start:stop])
        release_pages(data)
        start = stop


def read_parted(
    form: str, name: str, data: Content, part: Part, chunk_bytes: int, is_after_result: bool = False
) -> Iterator[tuple[HandBatch, bool]]:
    """The batches of a part, read some bytes at a time, and after each whether a stray RESULT section precedes what follows."""
    module, start, first_line = _module(form), part.start, part.first_line
    while start < part.stop:
        stop = min(module.cut(data, start, chunk_bytes), part.stop)
        with rare_searches():
            batches, is_after_result = module.read_part(data[start:stop], name, start, first_line, is_after_result)
        for batch in batches:
            yield batch, is_after_result
            first_line += batch.n_lines
        start = stop


def read_whole(form: str, source: Source, chunk_bytes: int) -> Iterator[HandBatch]:
    """The batches of a source in one part."""
    for batch, _ in read_parted(form, source.name, source.data, Part(0, source.n_bytes, 1), chunk_bytes):
        yield batch


def _module(form: str) -> PartedFormat:
    return cast(PartedFormat, format_module(form))


def _line_ends(data: bytes) -> int:
    """How many lines end in these bytes: LF, CR LF and a lone CR each end one."""
    ends = int(np.count_nonzero(np.frombuffer(data, np.uint8) == 10))
    return ends + data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else ends
