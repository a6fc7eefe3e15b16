"""What readers of archives share: a member, what may still be unpacked, and where unpacked bytes are kept."""

import lzma
import mmap
import re
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

Content = bytes | mmap.mmap

IN_MEMORY = 1 << 20
"""Of what is unpacked or comes through a pipe, up to so many bytes are kept in memory; more are mapped from a file without a name."""
MOST_WORK = 2
"""Times what a file may unpack to that is unpacked at most, what is then refused for its size included."""
DAMAGE = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
    LookupError,
    OverflowError,
    MemoryError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    tarfile.TarError,
)
"""What the standard library raises for bytes that are no such archive, or are packed in a way that it does not know."""

_PIECE = 1 << 20
_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True)
class Member:
    """One file inside an archive, by its place (`archive!member`), or why it is not read."""

    name: str
    data: Content = b""
    problem: str | None = None
    is_passing: bool = False
    """Hidden or temporary, as `inputs` says: not read, as in a folder."""


class TooLarge(Exception):
    """The file given unpacks to more than it may."""


@dataclass
class Budget:
    """What may still be unpacked of the file given: bytes and members."""

    n_bytes: int
    n_members: int
    _allowed: int = field(init=False)
    _most_members: int = field(init=False)
    _work: int = field(init=False)

    def __post_init__(self) -> None:
        self._allowed, self._most_members = self.n_bytes, self.n_members
        self._work = MOST_WORK * self.n_bytes

    def take(self, n_bytes: int) -> None:
        """Takes bytes. Raises TooLarge where so many are not left, or too much was unpacked in vain."""
        self._work -= n_bytes
        if n_bytes > self.n_bytes or self._work < 0:
            raise TooLarge
        self.n_bytes -= n_bytes

    @property
    def too_large(self) -> str:
        """The reason for what does not fit."""
        return f"unpacks to too much: a file of this size may unpack to {self._allowed >> 20:,} MB in all"

    @property
    def too_many(self) -> str:
        """The reason for a member after the last that is allowed."""
        return f"more than {self._most_members:,} files in one archive: unpack it first"


def refused(name: str, met: set[str], budget: Budget) -> str | None:
    """Why a member is refused by its name alone, or for being one too many; notes that it was met."""
    budget.n_members -= 1
    parts = name.replace("\\", "/").split("/")
    if budget.n_members < 0:
        return budget.too_many
    if not parts[0] or _DRIVE.match(name) or ".." in parts:
        return "its name leads out of the archive"
    plain = "/".join(part for part in parts if part not in ("", "."))
    if plain in met:
        return "there twice under this name: the first one is read"
    met.add(plain)
    return None


def kept(stream: IO[bytes], budget: Budget) -> Content:
    """All of a stream, as `spooled` keeps it, taken from the budget. Raises TooLarge, having kept nothing, where it is more than is left."""
    n_bytes = budget.n_bytes
    try:
        return spooled(stream, budget.take)
    except BaseException:
        budget.n_bytes = n_bytes
        raise


def spooled(stream: IO[bytes], take: Callable[[int], None] | None = None) -> Content:
    """All of a stream, in memory or mapped; `take` is told the size of each piece before it is kept."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        n_bytes = 0
        while piece := stream.read(_PIECE):
            if take:
                take(len(piece))
            n_bytes += len(piece)
            file.write(piece)
        if n_bytes <= IN_MEMORY:
            file.seek(0)
            return file.read()
        file.flush()
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
