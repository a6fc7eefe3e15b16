"""Lines of source files, fetched again for the report, and only from the very bytes that were audited."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ofc_audit.read.inputs import system_path
from ofc_audit.read.source import Source, open_sources

PIECE = 16 << 20
LONGEST = 4096
"""Bytes of a line that are handed on; a longer one is cut."""

_LF, _CR = 10, 13


def fetch_lines(wanted: Mapping[str, Iterable[int]], sha256: Mapping[str, str]) -> dict[tuple[str, int], str]:
    """The text of lines by (file, line from 1); a file that is gone or no longer has the SHA-256 it was audited with
    gives none.

    Lines end at LF, CRLF or CR, as the readers count them; bytes that are no UTF-8 are written as escapes.
    """
    found: dict[tuple[str, int], str] = {}
    files: dict[str, set[str]] = {}
    for name in wanted:
        files.setdefault(_file_of(name), set()).add(name)
    for file, names in files.items():
        for source in _reopened(file):
            if source.name not in names or source.sha256 != sha256.get(source.name):
                continue
            # A table of another form than text has rows, and no lines to show.
            if source.encoding is None:
                continue
            for number, text in lines_of(source, wanted[source.name]).items():
                found[source.name, number] = text
            names.discard(source.name)
            if not names:
                break
    return found


def fetch_bytes(
    wanted: Mapping[str, Iterable[tuple[int, int]]], sha256: Mapping[str, str]
) -> dict[tuple[str, int, int], bytes]:
    """Stretches of sources by (file, first byte, last byte), both included; as of `fetch_lines`, only from what was audited.

    A table of another form than text has rows, and no bytes of its own.
    """
    found: dict[tuple[str, int, int], bytes] = {}
    for file in dict.fromkeys(_file_of(name) for name in wanted):
        for source in _reopened(file):
            if source.name in wanted and source.sha256 == sha256.get(source.name) and source.encoding is not None:
                for first, last in wanted[source.name]:
                    found[source.name, first, last] = bytes(source.data[first : last + 1])
    return found


def _file_of(name: str) -> str:
    """The file that a source is, or is packed in."""
    at = name.find("!")
    while at >= 0 and not _path(name[:at]).is_file():
        at = name.find("!", at + 1)
    return name if at < 0 or _path(name).is_file() else name[:at]


def _path(name: str) -> Path:
    return Path(system_path(name))


def _reopened(file: str) -> Iterator[Source]:
    if file == "-" or not _path(file).is_file():
        return
    try:
        yield from open_sources([str(_path(file))])
    except OSError:
        return


def lines_of(source: Source, numbers: Iterable[int]) -> dict[int, str]:
    """The lines of a source with the numbers given, those that it has."""
    wanted = np.array(sorted(number for number in set(numbers) if number > 0), np.int64)
    found: dict[int, str] = {}
    n_before = 0
    start = 0
    at = 0
    size = source.n_bytes
    while at < size and len(wanted):
        stop = min(at + PIECE, size)
        ends = _line_ends(source, at, stop)
        # Line n_before + 1 begins at `start`; line n_before + i + 1 begins after end i - 1 of this piece.
        for number in wanted[wanted <= n_before + len(ends)].tolist():
            i = number - n_before - 1
            first = start if i == 0 else int(ends[i - 1]) + 1
            found[number] = _text(source, first, int(ends[i]) + 1)
        wanted = wanted[wanted > n_before + len(ends)]
        if len(ends):
            n_before += len(ends)
            start = int(ends[-1]) + 1
        at = stop
    if start < size and len(wanted) and wanted[0] == n_before + 1:
        found[n_before + 1] = _text(source, start, size)
    return found


def _line_ends(source: Source, at: int, stop: int) -> npt.NDArray[np.int64]:
    """Offsets of the last byte of each line that ends in [at, stop); a CR before an LF ends nothing."""
    piece = np.frombuffer(source.data[at : stop + 1], np.uint8)
    here = piece[: stop - at]
    after = np.zeros(len(here), np.uint8)
    after[: len(piece) - 1] = piece[1:][: len(here)]
    return np.flatnonzero((here == _LF) | ((here == _CR) & (after != _LF))) + at


def _text(source: Source, first: int, stop: int) -> str:
    return bytes(source.data[first : min(stop, first + LONGEST)]).rstrip(b"\r\n").decode("utf-8", "backslashreplace")
