"""Which format a file has, told by its content and never by its name."""

import mmap
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from ofc_audit.read.batch import HandBatch

if TYPE_CHECKING:
    from ofc_audit.read.source import Source

FORMATS = (
    "ofc_text",
    "ofc_jsonl",
    "capture_hh",
    "arena_jsonl",
    "swc_capture",
    "table",
)
"""Every format there is a reader for, in the order in which they are asked, which matters where two know one file; each is a module of this
package."""

GLUED = ("ofc_text", "ofc_jsonl", "capture_hh", "arena_jsonl")
"""Formats whose records are like no other text."""
HEADS = (1 << 16, 1 << 24)
"""Bytes from the start of a file that a format is shown: few at first, more when no format knows them."""

_FIRST_LINE = re.compile(rb"(?:[\x00-\x20\x7f]|\xef\xbb\xbf)*[^\r\n]*")


class Format(Protocol):
    """What a format's module offers.

    One that also says `IS_BY_HAND = True` reads every hand by itself, whatever stands before and behind it in a file, and names no line of the
    file in its reasons, so that many small files may be read as one text; with `IS_BY_LINE = True` a line that begins a hand ends any other.

    One whose files tell something of all their hands may have `read_together(sources)`, which reads small files each by itself and makes
    their tables at once (`batch.Together`), or `read_laid(laid, start, sources)`: the batches of files laid one behind the other, each
    beginning at a byte of `start`, and which of the files are beyond doubt, or None; with `kin(source)` only files of one kin are so laid,
    and those whose kin is None never; with `as_texts(sources)` files that are no text are brought to it before, each with the form it was
    brought out of, and those for which it gives None are read by themselves.
    """

    FORMAT: str

    def looks_like(self, head: bytes) -> bool:
        """Whether a file that begins with `head` is of this format."""

    def read(self, source: "Source", chunk_bytes: int) -> Iterator[HandBatch]:
        """The hands of a source, chunk by chunk."""


@cache
def format_module(name: str) -> Format:
    """The module of a format, imported when it is first needed. Raises KeyError for an unknown name."""
    if name not in FORMATS:
        raise KeyError(f"no format {name!r}; known are {', '.join(FORMATS)}")
    return cast(Format, import_module(f"ofc_audit.read.{name}"))


def detect(data: bytes | mmap.mmap) -> str | None:
    """The format id of a file's content; None when no reader knows it.

    A line is a sign wherever it stands, for what is before it may be damage; but where the first line is one, no other counts: a
    dealer's line begins with a player's name, and that may be anything.
    """
    first = _FIRST_LINE.match(data, 0, HEADS[0])
    if first is not None:
        # A heading alone makes no table.
        for name in FORMATS[:-1]:
            if format_module(name).looks_like(first.group()):
                return name
    seen = 0
    for size in HEADS:
        if seen >= len(data):
            break
        head = bytes(data[:size])
        for name in FORMATS:
            if format_module(name).looks_like(head):
                return name
        seen = size
    return None


def glued_format(raw: bytes) -> str | None:
    """The format that a stretch begins with in which its own reader found no hand, and that no other text is taken for; None for most."""
    head = raw[: HEADS[0]]
    return next((name for name in GLUED if format_module(name).looks_like(head)), None)
