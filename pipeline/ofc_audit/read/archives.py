"""What is inside archives and compressed files, member by member: zip, tar, gzip, zstd, bzip2 and xz, nested within limits.

Nothing is ever written under a member's name: what is unpacked goes to memory, or to a file without a name. A member that is refused
(its name leaves the archive, a link, encrypted, there twice, damaged, too large) is told with its reason, and the others are read.
"""

import bz2
import gzip
import io
import lzma
import mmap
import re
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, BinaryIO, cast

import pyarrow as pa

Content = bytes | mmap.mmap

MOST_LEVELS = 4
"""Archives within archives that are opened; a compressed file around a tar counts as one of them."""
MOST_MEMBERS = 100_000
"""Members of one file given, nested ones counted."""
LEAST_ALLOWED = 256 << 20
MOST_EXPANSION = 200
"""A file given may unpack to `MOST_EXPANSION` times its size, and to `LEAST_ALLOWED` bytes in any case: hand histories come down to a
tenth or a thirtieth, and what grows more is made to fill a disk."""
IN_MEMORY = 1 << 20
"""Members of more bytes than these are mapped from a file without a name."""

_PIECE = 1 << 20
_TAR_MAGIC = slice(257, 262)
_DRIVE = re.compile(r"[A-Za-z]:")
_SUFFIX = re.compile(r"\.(?:gz|zst|zstd|bz2|xz)\Z", re.IGNORECASE)
_MAGIC = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
)


def _open_zstd(raw: BinaryIO) -> IO[bytes]:
    return cast(IO[bytes], pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), "zstd"))


_OPEN: Mapping[str, Callable[[BinaryIO], IO[bytes]]] = {
    "gzip": lambda raw: cast(IO[bytes], gzip.GzipFile(fileobj=raw)),
    "bzip2": bz2.open,
    "xz": lzma.open,
    "zstd": _open_zstd,
}
_DAMAGE = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError, ValueError)


@dataclass(frozen=True)
class Member:
    """One file inside an archive, by its place (`archive!member`), or why it is not read."""

    name: str
    data: Content = b""
    problem: str | None = None


class _TooLarge(Exception):
    """The file given unpacks to more than it may."""


@dataclass
class _Budget:
    """What may still be unpacked of the file given: bytes and members."""

    n_bytes: int
    n_members: int = field(default_factory=lambda: MOST_MEMBERS)
    allowed: int = field(init=False)

    def __post_init__(self) -> None:
        self.allowed = self.n_bytes

    @property
    def words(self) -> str:
        """The reason for what does not fit."""
        return f"unpacks to too much: a file of this size may unpack to {self.allowed >> 20:,} MB in all"


def archive_kind(content: Content) -> str | None:
    """The kind of archive or compression that a file's content shows; None for anything else, such as a workbook, which is a zip too."""
    kind = next((kind for magic, kind in _MAGIC if content[: len(magic)] == magic), None)
    if kind is None and content[_TAR_MAGIC] == b"ustar":
        return "tar"
    return None if kind == "zip" and _is_workbook(content) else kind


def unpack(name: str, content: Content) -> Iterator[Member]:
    """The files inside an archive or a compressed file, one by one and in the order in which they are there; see `archive_kind`."""
    yield from _inside(name, content, _Budget(max(LEAST_ALLOWED, MOST_EXPANSION * len(content))), 1)


def _is_workbook(content: Content) -> bool:
    try:
        with zipfile.ZipFile(_opened(content)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except _DAMAGE:
        return False


def _opened(content: Content) -> BinaryIO:
    if isinstance(content, bytes):
        return io.BytesIO(content)
    content.seek(0)
    return cast(BinaryIO, content)


def _inside(name: str, content: Content, budget: _Budget, level: int) -> Iterator[Member]:
    kind = archive_kind(content)
    if level > MOST_LEVELS:
        yield Member(name, problem=f"an archive within {MOST_LEVELS} others: unpack it first")
        return
    try:
        if kind == "zip":
            found = _zip(name, content, budget)
        elif kind == "tar":
            found = _tar(name, content, budget)
        else:
            found = _stream(name, content, str(kind), budget)
        n_found = 0
        for member in found:
            n_found += 1
            if member.problem is None and archive_kind(member.data) is not None:
                yield from _inside(member.name, member.data, budget, level + 1)
            else:
                yield member
        if not n_found:
            yield Member(name, problem=f"the archive ({kind}) holds no files")
    except _TooLarge:
        yield Member(name, problem=budget.words)
    except _DAMAGE as error:
        yield Member(name, problem=f"damaged or cut short ({kind}): {error}")


def _stream(name: str, content: Content, kind: str, budget: _Budget) -> Iterator[Member]:
    """The one file of a compressed stream, under the name without its ending."""
    inner = _SUFFIX.sub("", name.replace("\\", "/").rpartition("/")[2].rpartition("!")[2]) or kind
    raw = _opened(content)
    yield Member(f"{name}!{inner}", _kept(_OPEN[kind](raw), budget))


def _zip(name: str, content: Content, budget: _Budget) -> Iterator[Member]:
    with zipfile.ZipFile(_opened(content)) as archive:
        met: set[str] = set()
        for info in archive.infolist():
            if info.is_dir():
                continue
            place = f"{name}!{_shown(info.filename)}"
            problem = _refused(info.filename, met, budget)
            if problem is None and stat.S_ISLNK(info.external_attr >> 16):
                problem = "a link, not a file: links are not followed"
            elif problem is None and info.flag_bits & 1:
                problem = "encrypted: unpack it with its password first"
            elif problem is None and info.file_size > budget.n_bytes:
                problem = budget.words
            if problem is not None:
                yield Member(place, problem=problem)
                continue
            try:
                with archive.open(info) as file:
                    data = _kept(file, budget)
            except (*_DAMAGE, NotImplementedError) as error:
                yield Member(place, problem=f"damaged, or packed in a way that is not known (zip): {error}")
                continue
            yield Member(place, data)


def _tar(name: str, content: Content, budget: _Budget) -> Iterator[Member]:
    with tarfile.open(fileobj=_opened(content), mode="r:") as archive:
        met: set[str] = set()
        for info in archive:
            if info.isdir():
                continue
            place = f"{name}!{_shown(info.name)}"
            problem = _refused(info.name, met, budget)
            if problem is None and not info.isreg():
                problem = "a link or a device, not a file: links are not followed"
            elif problem is None and info.size > budget.n_bytes:
                problem = budget.words
            file = None if problem else archive.extractfile(info)
            if file is None:
                yield Member(place, problem=problem or "not a file")
            else:
                yield Member(place, _kept(file, budget))


def _refused(name: str, met: set[str], budget: _Budget) -> str | None:
    """Why a member is refused by its name alone, or for being one too many; notes that it was met."""
    budget.n_members -= 1
    plain = name.replace("\\", "/")
    if budget.n_members < 0:
        return f"more than {MOST_MEMBERS:,} files in one archive: unpack it first"
    if plain.startswith("/") or _DRIVE.match(plain) or ".." in plain.split("/"):
        return "its name leads out of the archive"
    if plain in met:
        return "there twice under this name: the first one is read"
    met.add(plain)
    return None


def _shown(name: str) -> str:
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _kept(stream: IO[bytes], budget: _Budget) -> Content:
    """All of a stream, in memory or mapped. Raises _TooLarge, having kept nothing, where it is more than may be unpacked."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        n_bytes = 0
        while piece := stream.read(_PIECE):
            n_bytes += len(piece)
            if n_bytes > budget.n_bytes:
                raise _TooLarge
            file.write(piece)
        budget.n_bytes -= n_bytes
        if n_bytes <= IN_MEMORY:
            file.seek(0)
            return file.read()
        file.flush()
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
