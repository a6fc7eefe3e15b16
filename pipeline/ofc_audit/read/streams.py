"""Compressed streams (gzip, bzip2, xz) to the end of what is compressed: the library passes over what stands behind it, or gives up all of it."""

import bz2
import lzma
import zlib
from collections.abc import Callable
from typing import BinaryIO, Protocol

from ofc_audit.read.packed import Content

_PIECE = 1 << 16
_PADDING = b"\0\t\n\r "
"""Bytes behind a stream that say nothing."""


class _Decompressor(Protocol):
    """What the library unpacks one stream with."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    @property
    def needs_input(self) -> bool: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gzip:
    """One stream of gzip, as the other two kinds are unpacked."""

    def __init__(self) -> None:
        self._one = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    @property
    def eof(self) -> bool:
        return self._one.eof

    @property
    def unused_data(self) -> bytes:
        return self._one.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._one.unconsumed_tail

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._one.decompress(self._one.unconsumed_tail + data, max(max_length, 0))


STREAMS: dict[str, tuple[bytes, Callable[[], _Decompressor]]] = {
    "gzip": (b"\x1f\x8b", _Gzip),
    "bzip2": (b"BZh", bz2.BZ2Decompressor),
    "xz": (b"\xfd7zXZ\x00", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ)),
}
"""How each kind begins, and what unpacks it."""


class Unpacked:
    """The text of compressed streams that are joined, as a file to read from. `end`: where the last of them ended, once all is read."""

    def __init__(self, raw: BinaryIO, kind: str) -> None:
        self._raw = raw
        self._magic, self._new = STREAMS[kind]
        self._one = self._new()
        self._is_done = False
        self.end = 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most `size`; none at the end. Raises EOFError for a stream that is cut short."""
        while True:
            if self._one.eof and not self._goes_on():
                return b""
            data = self._raw.read(_PIECE) if self._one.needs_input else b""
            wants = self._one.needs_input
            found = self._one.decompress(data, size)
            if found:
                return found
            if wants and not data and not self._one.eof:
                raise EOFError("it ends before its end mark")

    def _goes_on(self) -> bool:
        """Begins the next stream, where one follows, behind padding or not."""
        if self._is_done:
            return False
        at = self.end = self._raw.tell() - len(self._one.unused_data)
        self._is_done = True
        self._raw.seek(at)
        while (piece := self._raw.read(_PIECE)) and not (left := piece.lstrip(_PADDING)):
            at += len(piece)
        if not piece:
            return False
        at += len(piece) - len(left)
        self._raw.seek(at)
        if self._raw.read(len(self._magic)) != self._magic:
            return False
        self._raw.seek(at)
        self._one, self._is_done = self._new(), False
        return True


def behind(content: Content, end: int) -> tuple[int, int] | None:
    """The first and the last byte of what stands behind the streams, but for padding; None where nothing does."""
    at = end
    while at < len(content):
        piece = content[at : at + _PIECE]
        left = piece.lstrip(_PADDING)
        if left:
            return at + len(piece) - len(left), len(content) - 1
        at += len(piece)
    return None
