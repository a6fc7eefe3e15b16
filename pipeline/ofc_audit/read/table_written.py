"""The text that a table which is none is brought to: rows as lines of quoted cells."""

import csv
import io
import mmap
import tempfile
from collections.abc import Iterable, Sequence
from typing import IO, Any

from ofc_audit.read.packed import IN_MEMORY
from ofc_audit.read.table_text import Content, TableError

BATCH_ROWS = 1 << 15
"""Rows that are written together."""


class WrittenText(tempfile.SpooledTemporaryFile[bytes]):
    """A text that is written: in memory, and in a file without a name once it is long. It must begin with a line, and end before it has more
    bytes than a number: what does otherwise is not written to its end. Raises TableError."""

    def __init__(self, line: bytes, most: int | None) -> None:
        super().__init__(IN_MEMORY)
        self._line, self._most, self._n_bytes = line, most, 0

    def write(self, data: Any, /) -> int:
        """Writes, and looks at the beginning while that is written."""
        at, size = self._n_bytes, memoryview(data).nbytes
        self._n_bytes += size
        if at < len(self._line):
            some = bytes(data)[: len(self._line) - at]
            if some != self._line[at : at + len(some)]:
                raise TableError("the headings are others")
        if self._most is not None and self._n_bytes > self._most:
            raise TableError("the text is longer")
        return super().write(data)

    def content(self) -> Content:
        """All that was written."""
        if self._n_bytes <= IN_MEMORY:
            self.seek(0)
            return self.read()
        self.flush()
        return mmap.mmap(self.fileno(), 0, access=mmap.ACCESS_READ)


def write_rows(out: IO[bytes], rows: Iterable[Sequence[str]]) -> None:
    """Writes rows of cells, each as a line of quoted texts, and those without cells as blank ones."""
    text = io.TextIOWrapper(out, "utf-8", "surrogateescape", newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for row in rows:
        if row:
            writer.writerow(row)
        else:
            text.write("\n")
    text.detach()


def first_line(error: BaseException) -> str:
    """What an error says, in a line."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
