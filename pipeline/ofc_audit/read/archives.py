"""What is inside archives and compressed files, member by member: zip, tar, gzip, zstd, bzip2 and xz, nested within limits.

Nothing is ever written under a member's name: what is unpacked goes to memory, or to a file without a name. A member that is refused
(its name leaves the archive, a link, encrypted, there twice, damaged, too large) is told with its reason, and the others are read.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, BinaryIO, cast

import pyarrow as pa

from ofc_audit.read.packed import DAMAGE, Budget, Content, Member, TooLarge, kept
from ofc_audit.read.streams import Unpacked, behind
from ofc_audit.read.tars import is_tar, tar_members
from ofc_audit.read.zips import is_workbook, opened, zip_members

MOST_LEVELS = 4
"""Archives within archives that are opened; a compressed file around a tar counts as one of them."""
MOST_MEMBERS = 100_000
"""Members of one file given, nested ones counted."""
LEAST_ALLOWED = 256 << 20
MOST_EXPANSION = 200
"""A file given may unpack to `MOST_EXPANSION` times its size, and to `LEAST_ALLOWED` bytes in any case: hand histories come down to a
tenth or a thirtieth, and what grows more is made to fill a disk."""

_SUFFIX = re.compile(r"\.(?:gz|zst|zstd|bz2|xz)\Z", re.IGNORECASE)
_MAGIC = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ\x00", "xz"),
)
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")


def _open_zstd(raw: BinaryIO) -> IO[bytes]:
    return cast(IO[bytes], pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), "zstd"))


def archive_kind(content: Content) -> str | None:
    """The kind of archive or compression that a file's content shows; None for anything else, such as a workbook, which is a zip too."""
    kind = next((kind for magic, kind in _MAGIC if content[: len(magic)] == magic), None)
    if kind is None:
        return "bzip2" if _BZIP2.match(content) else "tar" if is_tar(content) else None
    return None if kind == "zip" and is_workbook(content) else kind


def unpack(name: str, content: Content) -> Iterator[Member]:
    """The files inside an archive or a compressed file, one by one and in the order in which they are there; see `archive_kind`."""
    budget = Budget(max(LEAST_ALLOWED, MOST_EXPANSION * len(content)), MOST_MEMBERS)
    met: set[str] = set()
    for member in _inside(name, content, budget, 1):
        own, n = member.name, 1
        # Books are kept by name, so each member has one of its own.
        while own in met:
            n += 1
            own = f"{member.name} ({n})"
        met.add(own)
        yield member if n == 1 else replace(member, name=own)


def _inside(name: str, content: Content, budget: Budget, level: int) -> Iterator[Member]:
    kind = archive_kind(content)
    if level > MOST_LEVELS:
        yield Member(name, problem=f"an archive within {MOST_LEVELS} others: unpack it first")
        return
    try:
        n_found = 0
        for member in _members(name, content, str(kind), budget):
            n_found += 1
            if member.problem is None and not member.is_passing and archive_kind(member.data) is not None:
                yield from _inside(member.name, member.data, budget, level + 1)
            else:
                yield member
        if not n_found:
            yield Member(name, problem=f"the archive ({kind}) holds no files")
    except TooLarge:
        yield Member(name, problem=budget.too_large)
    except DAMAGE as error:
        yield Member(name, problem=f"damaged or cut short ({kind}): {error}")


def _members(name: str, content: Content, kind: str, budget: Budget) -> Iterator[Member]:
    if kind == "zip":
        return zip_members(name, content, budget)
    if kind == "tar":
        return tar_members(name, content, budget)
    return _stream(name, content, kind, budget)


def _stream(name: str, content: Content, kind: str, budget: Budget) -> Iterator[Member]:
    """The one file of a compressed stream, under the name without its ending, and what stands behind it."""
    inner = _SUFFIX.sub("", name.replace("\\", "/").rpartition("/")[2].rpartition("!")[2])
    inner = kind if inner in ("", "-") else inner
    raw = opened(content)
    if kind == "zstd":
        yield Member(f"{name}!{inner}", kept(_open_zstd(raw), budget))
        return
    unpacked = Unpacked(raw, kind)
    yield Member(f"{name}!{inner}", kept(cast(IO[bytes], unpacked), budget))
    left = behind(content, unpacked.end)
    if left is not None:
        problem = f"bytes {left[0]:,} to {left[1]:,} stand behind what is compressed ({kind}) and are no part of it"
        yield Member(name, problem=problem)
