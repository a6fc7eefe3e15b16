"""Members of zip files."""

import io
import mmap
import re
import stat
import zipfile
from collections.abc import Iterator
from typing import Any, BinaryIO

from ofc_audit.read.inputs import is_passing_member
from ofc_audit.read.packed import DAMAGE, Budget, Content, Member, TooLarge, kept, refused

WORKBOOK = "xl/workbook.xml"

_UTF8_NAME = 0x800
_ENCRYPTED = 0x1
_TWO_SCRIPTS = re.compile(r"[A-Za-z][Ѐ-ӿ]|[Ѐ-ӿ][A-Za-z]")
_CYRILLIC = re.compile(r"[\x00-\x7fЀ-ӿ]+")


def zip_members(name: str, content: Content, budget: Budget) -> Iterator[Member]:
    """The files of a zip, in the order of its directory; a member that is refused or damaged costs itself alone."""
    with zipfile.ZipFile(opened(content)) as archive:
        infos = archive.infolist()
        before = min((info.header_offset for info in infos), default=0)
        if before > 0:
            yield Member(
                name, problem=f"its first {before:,} bytes are in no member: two archives joined? unpack it first"
            )
        met: set[str] = set()
        for info in infos:
            if not info.filename.endswith("/"):
                yield _member(name, archive, info, met, budget)


def is_workbook(content: Content) -> bool:
    """Whether a zip is a spreadsheet."""
    try:
        with zipfile.ZipFile(opened(content)) as archive:
            return WORKBOOK in archive.NameToInfo
    except DAMAGE:
        return False


def opened(content: Content) -> BinaryIO:
    """The bytes as a file, at its beginning."""
    return io.BytesIO(content) if isinstance(content, bytes) else io.BufferedReader(_Mapped(content))


class _Mapped(io.RawIOBase):
    """A mapped file with all that a file can do; what is mapped lacks some of it, on older versions of the language."""

    def __init__(self, content: mmap.mmap) -> None:
        super().__init__()
        self._content, self._at = content, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: len(self._content)}[whence]
        if base + offset < 0:
            raise OSError("before the beginning of the file")
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        piece = self._content[self._at : self._at + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)


def _member(name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, met: set[str], budget: Budget) -> Member:
    inner = _name(info)
    place = f"{name}!{inner}"
    if is_passing_member(inner):
        return Member(place, is_passing=True)
    problem = refused(inner, met, budget)
    if problem is None and not _is_file(info):
        problem = "a link or a device, not a file: links are not followed"
    elif problem is None and info.flag_bits & _ENCRYPTED:
        problem = "encrypted: unpack it with its password first"
    elif problem is None and info.file_size > budget.n_bytes:
        problem = budget.too_large
    if problem is not None:
        return Member(place, problem=problem)
    try:
        with archive.open(info) as file:
            return Member(place, kept(file, budget))
    except TooLarge:
        return Member(place, problem=budget.too_large)
    except DAMAGE as error:
        return Member(place, problem=f"damaged, or packed in a way that is not known (zip): {error}")


def _is_file(info: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind in (0, stat.S_IFREG)


def _name(info: zipfile.ZipInfo) -> str:
    """The name of a member as text. Where it is not marked as UTF-8 it may be all the same, or be in the code page of a Russian or a
    western DOS: Russian where no word mixes both alphabets. Nothing but what is shown depends on it.
    """
    if info.flag_bits & _UTF8_NAME or info.filename.isascii():
        return info.filename
    raw = info.filename.encode("cp437")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        russian = raw.decode("cp866")
        return russian if _CYRILLIC.fullmatch(russian) and not _TWO_SCRIPTS.search(russian) else info.filename
