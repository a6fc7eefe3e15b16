"""Which files a command reads: those named, those below folders, those that a pattern matches.

* A folder is read with all folders below it. Left out, and told, are hidden and temporary files (another program's: half a download, an
  editor's copy), links to folders, which can lead in circles, and what is no regular file. Whoever names one of them has it read.
* A pattern (`week*/**/*.txt`) is expanded here, so that it may be quoted: `*`, `?`, `[…]` within a name, `**` for folders of any depth.
  A path that exists is never taken for a pattern. A pattern that matches nothing is an error.
* A link to a file is read as that file.
"""

import fnmatch
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

STDIN = "-"

_MAGIC = re.compile(r"[*?[]")
_ESCAPE = re.compile(rb"\\x([89a-f][0-9a-f])")
_TEMPORARY = re.compile(
    r"~\Z|\A~\$|\A#.*#\Z|\.(?:tmp|temp|part|partial|filepart|crdownload|download|swp|lock)\Z|\A(?:thumbs\.db|desktop\.ini)\Z",
    re.IGNORECASE,
)
_SYSTEM = "__MACOSX"
"""The folder of attributes that one system puts into its zip files: a shadow of every file, with nothing in it to read."""

HIDDEN = "hidden or temporary"
LINKED = "a link to a folder"
IRREGULAR = "no regular file"


@dataclass(frozen=True)
class Found:
    """A file to read, or, with a problem, a folder that could not be looked into.

    One that is named (not met in a folder or matched by a pattern) must be readable.
    """

    path: str
    problem: str | None = None
    is_named: bool = False


@dataclass
class Walk:
    """What was met on the way to the files: the folders that were walked, and what is not read, with the reason, by path
    as `shown_path` writes it."""

    folders: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def shown_path(path: str) -> str:
    """A path as text that any encoding can hold: bytes of a name that are no UTF-8 are written as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def system_path(shown: str) -> str:
    """The path that `shown_path` wrote so. Where nothing has the name as it stands, escapes in it are bytes."""
    path = os.fsdecode(shown.encode("utf-8", "surrogateescape"))
    if "\\x" not in shown or os.path.lexists(path):
        return path
    raw = _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), os.fsencode(path))
    return os.fsdecode(raw) if os.path.lexists(raw) else path


def is_passing(name: str) -> bool:
    """Whether a file or folder of that name is hidden or temporary."""
    return name.startswith(".") or name == _SYSTEM or _TEMPORARY.search(name) is not None


def is_passing_member(name: str) -> bool:
    """Whether a member of an archive is hidden or temporary, or lies in a folder that is."""
    return any(is_passing(part) for part in name.replace("\\", "/").split("/") if part not in (".", ".."))


def find_inputs(paths: Sequence[str], walk: Walk) -> list[Found]:
    """The files of the paths given, in the order given; those of a folder or a pattern sorted by their path, each once.

    Raises FileNotFoundError for a path that does not exist and a pattern that matches nothing, and ValueError when `-` is given twice.
    """
    if list(paths).count(STDIN) > 1:
        raise ValueError("standard input (-) can be read once only")
    # All words are looked at before any folder is walked: a mistake in the last one is told at once.
    named = [(given, [given] if given == STDIN else _named(given)) for given in paths]
    found: dict[str, Found] = {}
    for given, names in named:
        for name in names:
            if given != STDIN and Path(name).is_dir():
                found |= {each.path: each for each in _below(name, walk)}
            elif name != given and _is_irregular(name):
                walk.left_out[shown_path(name)] = IRREGULAR
            else:
                found[name] = Found(name, is_named=name == given)
    return list(found.values())


def is_input(word: str) -> bool:
    """Whether a word names files: standard input, a path that exists, or a pattern that matches something."""
    try:
        return word == STDIN or bool(_named(word))
    except FileNotFoundError:
        return False


def _named(given: str) -> list[str]:
    """The paths that a word of the command line names: itself, or what it matches."""
    if os.path.lexists(given):
        if not Path(given).exists():
            raise FileNotFoundError(f"a link that leads nowhere: {given}")
        return [given]
    if _MAGIC.search(given) is None:
        raise FileNotFoundError(f"no such file or folder: {given}")
    matched = sorted(set(_expanded(given)), key=os.fsencode)
    if not matched:
        raise FileNotFoundError(f"nothing matches the pattern {given}")
    return matched


def _expanded(pattern: str) -> Iterator[str]:
    root = "/" if pattern.startswith("/") else ""
    for path in _matches(root, [part for part in pattern.split("/") if part not in ("", ".")]):
        if not pattern.endswith("/") or Path(path).is_dir():
            yield path


def _matches(folder: str, parts: Sequence[str]) -> Iterator[str]:
    """What matches the rest of a pattern within a folder. Names that begin with a dot are matched only by a part that does."""
    if not parts:
        yield folder or "."
        return
    part, rest = parts[0], parts[1:]
    if part == "**":
        yield from _matches(folder, rest)
        for entry in _entries(folder):
            if entry.is_dir(follow_symlinks=False) and not is_passing(entry.name):
                yield from _matches(_join(folder, entry.name), parts)
    elif _MAGIC.search(part) is None:
        path = _join(folder, part)
        if os.path.lexists(path) and (not rest or Path(path).is_dir()):
            yield from _matches(path, rest)
    else:
        for entry in _entries(folder):
            is_shown = part.startswith(".") or not entry.name.startswith(".")
            if is_shown and fnmatch.fnmatchcase(entry.name, part) and (not rest or entry.is_dir()):
                yield from _matches(_join(folder, entry.name), rest)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder or ".") as entries:
            return list(entries)
    except OSError:
        # A folder that cannot be looked into matches nothing; below a folder that is read it is a reject.
        return []


def _join(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118


def _below(folder: str, walk: Walk) -> list[Found]:
    """All files below a folder, sorted by path."""
    walk.folders.append(folder)
    found: list[Found] = []

    def is_refused(error: OSError) -> None:
        found.append(Found(str(error.filename or folder), f"the folder cannot be opened: {error.strerror}"))

    for root, folders, names in os.walk(folder, onerror=is_refused):
        _prune(root, folders, walk)
        for name in names:
            path = _join(root, name)
            if is_passing(name):
                walk.left_out[shown_path(path)] = HIDDEN
            elif _is_irregular(path):
                walk.left_out[shown_path(path)] = IRREGULAR
            else:
                found.append(Found(path))
    return sorted(found, key=lambda each: os.fsencode(each.path))


def _prune(root: str, folders: list[str], walk: Walk) -> None:
    """Takes away, of the folders in `root`, those that are not walked."""
    for name in list(folders):
        path = _join(root, name)
        reason = HIDDEN if is_passing(name) else LINKED if os.path.islink(path) else None  # noqa: PTH114
        if reason:
            folders.remove(name)
            walk.left_out[shown_path(path)] = reason


def _is_irregular(path: str) -> bool:
    """Whether a path is a pipe, a socket or a device; what cannot be looked at is told when it is opened."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)  # noqa: PTH116
    except OSError:
        return False
