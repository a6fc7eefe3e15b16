"""Where bytes come from: files, standard input and what is packed in either, each as one `Source` of UTF-8 text with its checksum.
Which files those are is told by `inputs`.

Text that is not UTF-8 is decoded to it here, so that readers know one encoding: UTF-16 and UTF-32 by their byte order
mark, UTF-16 without one where most letters of the head have a zero byte beside them, and Windows-1252 where a file holds
bytes that are no UTF-8, not one valid character beyond ASCII, and no byte that Windows-1252 leaves undefined. Everything
else is handed on as it is: a damaged byte then quarantines its own hand and no other. Nothing here depends on the
process's locale.
"""

import codecs
import errno
import hashlib
import mmap
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, NamedTuple, Self

from ofc_audit.read.archives import archive_kind, unpack
from ofc_audit.read.inputs import HIDDEN, STDIN, Found, Walk, find_inputs, shown_path
from ofc_audit.read.packed import spooled

PIECE = 1 << 20
"""Bytes looked at together when a file is opened."""
MAPPED_FROM = 1 << 20
"""Files of at least this many bytes are mapped, not read."""

UTF8 = "utf-8"
UTF8_DAMAGED = "utf-8 with invalid bytes"
UTF16_LE, UTF16_BE = "utf-16-le", "utf-16-be"
UTF32_LE, UTF32_BE = "utf-32-le", "utf-32-be"
DETECTED = " (detected)"
CP1252 = "windows-1252 (detected)"

_LOOKED_AT = 1 << 12
"""Bytes of a head that tell UTF-16 without a mark."""
_ONE_BYTE_LETTERS = re.compile(rb"[^\0]{64}")
"""What no text in UTF-16 holds but prose of another script: so many bytes without a blank, digit or mark, each of which has a zero byte."""
_CP1252_UNDEFINED = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])
_BINARY = (
    (b"PK\x03\x04", "XLSX"),
    (b"PAR1", "Parquet"),
    (b"SQLite format 3\x00", "SQLite"),
    (b"%PDF", "PDF"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office (xls, doc)"),
)
ADVICE = {
    "PDF": "a PDF is a picture of pages: ask for the hands as text or as a table",
    "7z": "unpack it, or pack it as zip",
    "RAR": "unpack it, or pack it as zip",
    "old Office (xls, doc)": "save it as XLSX or CSV",
}
"""What to do with a binary form that no reader takes."""


@dataclass(frozen=True)
class Source:
    """One file to read: its name as given, its text as UTF-8, the SHA-256 of its bytes on disk and the encoding found.

    Line numbers and byte offsets count in `data`: for a decoded file, in the decoded text. `problem` says why a
    file found in a folder, or packed in an archive, is not read; `data` is empty then.
    """

    name: str
    data: bytes | mmap.mmap
    sha256: str
    encoding: str | None
    problem: str | None = None
    mapping: str | None = None
    """The file of the mapping that tables of the run are read with, where one was named."""
    path: str | None = None
    """The file that `data` is mapped from as it is; None where it was decoded, unpacked or copied."""
    given: str | None = None
    """The file that it is or is packed in, by the name that the system knows; None for standard input. `name` shows it, and any bytes may
    be in it."""

    @property
    def n_bytes(self) -> int:
        """Bytes of `data`: what the accounts of hands, rejects and blanks add up to."""
        return len(self.data)


def open_sources(paths: Sequence[str], stdin: BinaryIO | None = None, walk: Walk | None = None) -> Iterator[Source]:
    """The sources of files, folders, patterns and `-` (standard input), as `find_inputs` finds them, opened one by one; an archive or
    a compressed file gives a source for each file in it. What is met and not read is noted in `walk`.

    Raises FileNotFoundError, before anything is read, for a path that does not exist and a pattern that matches nothing,
    and ValueError when `-` is given twice.
    """
    walk = walk or Walk()
    return sources_of(find_inputs(paths, walk), walk, stdin)


def sources_of(
    found: Sequence[Found], walk: Walk, stdin: BinaryIO | None = None, is_live: bool = False
) -> Iterator[Source]:
    """The sources of files that were found. A file met in a folder that cannot be opened is reported and stops no other; raises OSError
    for one that was named. `is_live`: others may write to the files, so each is copied before it is looked at.
    """
    for each in found:
        name = shown_path(each.path)
        if each.problem is not None:
            yield _not_read(name, each.problem)
            continue
        try:
            content = spooled(stdin or sys.stdin.buffer) if each.path == STDIN else _content(each.path, is_live)
        except OSError as error:
            if each.is_named:
                if error.errno == errno.ENXIO:
                    raise OSError(
                        errno.ENXIO, "a socket, which is no file; name a file, a folder or a pipe", name
                    ) from None
                raise
            yield _not_read(name, f"cannot be opened: {error.strerror}")
            continue
        given = None if each.path == STDIN else each.path
        for source in _opened(name, content, walk, None if is_live else each.path):
            yield replace(source, given=given)


def source_of_bytes(name: str, content: bytes) -> Source:
    """A source from bytes in memory."""
    return _source(name, content)


class FileState(NamedTuple):
    """What tells that a file is the one it was: its device and number, the time of its last change, and its bytes."""

    device: int
    number: int
    time_ns: int
    n_bytes: int

    def is_still(self, now: "FileState") -> bool:
        """Whether what a file held is there yet: it is the same and unchanged, or has got more behind it."""
        is_same = (now.device, now.number) == (self.device, self.number)
        return is_same and (now.n_bytes > self.n_bytes or now == self)


class Mapped(mmap.mmap):
    """A file of which pages come into memory as they are looked at.

    Looking behind the end of one that has become shorter would end the process, so that is told before: raises OSError.
    """

    path: str
    state: FileState

    def __new__(cls, file: BinaryIO, path: str) -> Self:
        """All of an open file as it is now."""
        self = super().__new__(cls, file.fileno(), 0, access=mmap.ACCESS_READ)
        self.path, self.state = path, _state(os.fstat(file.fileno()), len(self))
        return self

    def __getitem__(self, key: Any) -> Any:
        """A byte or a stretch of them, while all of them are there."""
        self.require_whole()
        return super().__getitem__(key)

    def require_whole(self) -> None:
        """Raises OSError where the file has become shorter than it was."""
        if self.size() < len(self):
            raise _changed(self.path)


def state_of(source: Source) -> FileState:
    """The state in which the file of a source was found; of a small one, which was read at once, that in which it is."""
    if isinstance(source.data, Mapped):
        return source.data.state
    found = os.stat(source.path or source.name)  # noqa: PTH116
    return _state(found, found.st_size)


def _state(found: os.stat_result, n_bytes: int) -> FileState:
    return FileState(found.st_dev, found.st_ino, found.st_mtime_ns, n_bytes)


def mapped_again(path: str, state: FileState) -> Mapped:
    """A file that another process has opened and found in a state. Raises OSError where it is not in it any more: parts of two files would
    be taken for one.
    """
    with open(path, "rb") as file:  # noqa: PTH123
        if not os.fstat(file.fileno()).st_size:
            raise _changed(path)
        data = Mapped(file, path)
    if not state.is_still(data.state):
        raise _changed(path)
    return data


def _changed(path: str) -> OSError:
    return OSError(errno.EIO, "it changed while it was read: try again when no other program writes to it", path)


def release_pages(data: bytes | mmap.mmap) -> None:
    """Lets go of the memory in which pages of a mapped file were looked at: they are read again when needed, from
    the system's cache.
    """
    if isinstance(data, mmap.mmap):
        data.madvise(mmap.MADV_DONTNEED)


def binary_kind(data: bytes | mmap.mmap) -> str | None:
    """The name of a binary form that no reader takes as it is, by its first bytes; None for anything else."""
    return next((kind for magic, kind in _BINARY if data[: len(magic)] == magic), None)


def _content(path: str, is_live: bool) -> bytes | mmap.mmap:
    with open(path, "rb") as file:  # noqa: PTH123
        state = os.fstat(file.fileno())
        # Nobody could go on after a file that shrinks, and of those that others write to some do.
        if is_live or not stat.S_ISREG(state.st_mode):
            return spooled(file)
        if state.st_size < MAPPED_FROM:
            return file.read()
        return Mapped(file, path)


def _opened(name: str, content: bytes | mmap.mmap, walk: Walk, path: str | None) -> Iterator[Source]:
    """The source that a file is, or those packed in it."""
    if archive_kind(content) is None:
        yield _source(name, content, path)
        return
    for member in unpack(name, content):
        if member.is_passing:
            walk.left_out[member.name] = HIDDEN
        else:
            yield _not_read(member.name, member.problem) if member.problem else _source(member.name, member.data)


def sources_in(name: str, content: bytes, walk: Walk) -> Iterator[Source]:
    """The sources of a file whose content is there already: itself, or those packed in it."""
    yield from _opened(name, content, walk, None)


def _not_read(name: str, problem: str) -> Source:
    return Source(name, b"", hashlib.sha256().hexdigest(), None, problem)


def _source(name: str, content: bytes | mmap.mmap, path: str | None = None) -> Source:
    """`path`: where the file lies that holds just this content."""
    sha256 = _sha256(content)
    if binary_kind(content):
        return Source(name, content, sha256, None, path=path)
    wide = _wide(content)
    if wide is not None:
        return Source(name, wide[0], sha256, wide[1])
    encoding = _detect_encoding(content)
    if encoding == CP1252:
        return Source(name, bytes(content).decode("cp1252").encode(), sha256, encoding)
    return Source(name, content, sha256, encoding, path=path)


def _sha256(content: bytes | mmap.mmap) -> str:
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    digest = hashlib.sha256()
    for piece, _ in _pieces(content):
        digest.update(piece)
    return digest.hexdigest()


def _wide(content: bytes | mmap.mmap) -> tuple[bytes, str] | None:
    """A text with two or four bytes a letter as UTF-8, and its encoding; None for any other."""
    for mark, encoding in ((codecs.BOM_UTF32_LE, UTF32_LE), (codecs.BOM_UTF32_BE, UTF32_BE)):
        if content[:4] == mark:
            try:
                return bytes(content[4:]).decode(encoding).encode(), encoding
            except UnicodeDecodeError:
                break
    for mark, encoding in ((codecs.BOM_UTF16_LE, UTF16_LE), (codecs.BOM_UTF16_BE, UTF16_BE)):
        if content[:2] == mark:
            return _decode_utf16(bytes(content[2:]), encoding), encoding
    head = bytes(content[:_LOOKED_AT])
    for encoding, high, low in ((UTF16_LE, head[1::2], head[::2]), (UTF16_BE, head[::2], head[1::2])):
        # Some letters of a name have two bytes that are none; a zero byte where the letters stand is of no text. Hands of one byte a
        # letter may be followed by damage that is mostly zeros.
        if 2 * high.count(0) > len(high) and not low.count(0) and not _ONE_BYTE_LETTERS.search(head):
            return _decode_utf16(bytes(content), encoding), encoding + DETECTED
    return None


def _decode_utf16(content: bytes, encoding: str) -> bytes:
    # A lone surrogate becomes bytes that are no UTF-8, and half a character at the end stays as it is: both show
    # as damage.
    whole = len(content) // 2 * 2
    return content[:whole].decode(encoding, "surrogatepass").encode("utf-8", "surrogatepass") + content[whole:]


def _pieces(content: bytes | mmap.mmap) -> Iterator[tuple[memoryview, bool]]:
    """The bytes in pieces, and whether each is the last; none stays in memory for having been looked at."""
    view = memoryview(content)
    for at in range(0, len(view), PIECE):
        if isinstance(content, Mapped):
            content.require_whole()
        yield view[at : at + PIECE], at + PIECE >= len(view)
        release_pages(content)


def _detect_encoding(content: bytes | mmap.mmap) -> str:
    """UTF-8, Windows-1252, or UTF-8 with invalid bytes; one pass, in pieces."""
    if isinstance(content, bytes) and content.isascii():
        return UTF8
    decoder = codecs.getincrementaldecoder("utf-8")()
    for piece, is_last in _pieces(content):
        try:
            decoder.decode(piece, final=is_last)
        except UnicodeDecodeError:
            return UTF8_DAMAGED if _has_utf8_or_undefined(content) else CP1252
    return UTF8


def _has_utf8_or_undefined(content: bytes | mmap.mmap) -> bool:
    """Whether the bytes hold a valid character beyond ASCII, or one that Windows-1252 does not define."""
    # Whatever is undecodable is left out, so all that remains beyond ASCII is valid UTF-8.
    decoder = codecs.getincrementaldecoder("utf-8")("ignore")
    for view, is_last in _pieces(content):
        piece = bytes(view)
        if not decoder.decode(piece, final=is_last).isascii():
            return True
        if piece.translate(None, delete=_CP1252_UNDEFINED) != piece:
            return True
    return False
