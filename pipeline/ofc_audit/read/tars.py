"""Members of tar files."""

import tarfile
from collections.abc import Iterator

from ofc_audit.read.inputs import is_passing_member
from ofc_audit.read.packed import DAMAGE, Budget, Content, Member, TooLarge, kept, refused
from ofc_audit.read.zips import opened

_BLOCK = 512
_CHECKSUM = slice(148, 156)
_TYPE = 156
_MAGIC = slice(257, 263)
_GLOBAL_HEADER = b"g"


def is_tar(content: Content) -> bool:
    """Whether the bytes begin as a tar does: with its mark, or, as the oldest ones, with a block that adds up to its checksum."""
    head = content[:_BLOCK]
    if len(head) < _BLOCK:
        return False
    if head[_MAGIC] in (b"ustar\0", b"ustar "):
        return True
    try:
        checksum = int(head[_CHECKSUM].strip(b" \0"), 8)
    except ValueError:
        return False
    return sum(head) - sum(head[_CHECKSUM]) + 8 * ord(" ") == checksum


def tar_members(name: str, content: Content, budget: Budget) -> Iterator[Member]:
    """The files of a tar, in the order in which they are there, also behind a damaged member and in a second tar joined to the first.

    The library passes over what is no header in silence: bytes between members that are not blank are told here.
    """
    with tarfile.open(fileobj=opened(content), mode="r:", ignore_zeros=True) as archive:
        met: set[str] = set()
        end = 0
        for info in archive:
            yield from _between(name, content, end, info.offset)
            if not info.isdir():
                yield _member(name, archive, info, met, budget)
            end = archive.offset
            if end > len(content):
                return
        yield from _between(name, content, end, len(content))


def _between(name: str, content: Content, start: int, stop: int) -> Iterator[Member]:
    """Tells of bytes that belong to no member, unless they are blank or a header for all members that follow."""
    if (
        start < stop
        and content[start:stop].strip(b"\0")
        and content[start + _TYPE : start + _TYPE + 1] != _GLOBAL_HEADER
    ):
        yield Member(name, problem=f"damaged (tar): bytes {start:,} to {stop - 1:,} are in no member")


def _member(name: str, archive: tarfile.TarFile, info: tarfile.TarInfo, met: set[str], budget: Budget) -> Member:
    inner = info.name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    place = f"{name}!{inner}"
    if is_passing_member(inner):
        return Member(place, is_passing=True)
    problem = refused(inner, met, budget)
    if problem is None and not info.isreg():
        problem = "a link or a device, not a file: links are not followed"
    elif problem is None and info.size > budget.n_bytes:
        problem = budget.too_large
    if problem is not None:
        return Member(place, problem=problem)
    try:
        file = archive.extractfile(info)
        return Member(place, problem="not a file") if file is None else Member(place, kept(file, budget))
    except TooLarge:
        return Member(place, problem=budget.too_large)
    except DAMAGE as error:
        return Member(place, problem=f"damaged or cut short (tar): {error}")
