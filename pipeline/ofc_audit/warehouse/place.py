"""Where results are built and how they get into place: a lock, a folder aside, and a swap that leaves either the old or the new.

Beside the output folder `out` there may be, while a build runs or after one was killed: `out.lock`, `out.building-<pid>` and
`out.old-<pid>`. Whoever holds the lock owns the others, so what a killed build left is put right by the next.
"""

import ctypes
import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from ofc_audit.warehouse.errors import LockHeldError, OutputRefusedError

RUN_FILE = "run.json"
PROGRAM = "ofc-audit"
DATABASE = "ofc.duckdb"
PARQUET = "parquet"
_HERE, _EXCHANGE = -100, 2
"""Of the system call `renameat2`: paths from the working directory, and both exchanged."""
OURS = frozenset({RUN_FILE, DATABASE, f"{DATABASE}.wal", PARQUET, "report.html"})
"""What a run writes into its folder, beside whatever its `run.json` lists."""


def absolute(path: Path) -> Path:
    """The folder itself, not a link to it: a swap must rename what the link points to."""
    return path.expanduser().resolve()


def refuse_foreign(out_dir: Path) -> None:
    """Raises OutputRefusedError for a path that is no folder, a folder without our `run.json`, or one that holds other things beside it.

    A folder that does not exist or is empty is free to be used.
    """
    if not out_dir.exists():
        return
    if not out_dir.is_dir():
        raise OutputRefusedError(f"{out_dir} is a file; name a folder for the results")
    found = {entry.name for entry in out_dir.iterdir()}
    if not found:
        return
    listed = _listed(out_dir / RUN_FILE)
    if listed is None:
        raise OutputRefusedError(
            f"{out_dir} holds no results of ofc run and is left alone; name an empty or a new folder"
        )
    foreign = sorted(found - OURS - listed)
    if foreign:
        raise OutputRefusedError(
            f"{out_dir} holds {foreign[0]!r}, which no run wrote; move it elsewhere, the folder is replaced whole"
        )


def refuse_inside(out_dir: Path, paths: Sequence[str]) -> None:
    """Raises OutputRefusedError when the output folder lies in a folder that is to be read, or is to be read itself."""
    for given in paths:
        if given == "-":
            continue
        folder = absolute(Path(given))
        if folder == out_dir or (folder in out_dir.parents and folder.is_dir()):
            raise OutputRefusedError(f"{out_dir} lies inside {given}, which is to be read; name a folder outside it")


def _listed(run_file: Path) -> frozenset[str] | None:
    """The names of the folder's own content as its `run.json` lists them; None when that file is not ours."""
    try:
        run = json.loads(run_file.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(run, dict) or run.get("program") != PROGRAM:
        return None
    names = run.get("holds", [])
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()


@contextmanager
def locked(out_dir: Path) -> Iterator[None]:
    """Holds the lock of an output folder. Raises LockHeldError, naming the process and since when, if another holds it."""
    path = out_dir.with_name(out_dir.name + ".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = _lock(path, out_dir)
    try:
        yield
    finally:
        # Removed while still held; whoever waits at the removed file notices and tries again.
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _lock(path: Path, out_dir: Path) -> int:
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 200).decode("utf-8", "replace").strip() or "another process"
            os.close(descriptor)
            raise LockHeldError(f"{out_dir} is being written by {holder}; wait for it or name another folder") from None
        except BaseException:
            os.close(descriptor)
            raise
        if _is_same_file(descriptor, path):
            since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"process {os.getpid()} since {since}\n".encode())
            return descriptor
        os.close(descriptor)


def _is_same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


@contextmanager
def building(out_dir: Path) -> Iterator[Path]:
    """A fresh folder beside the output folder, on the same file system; whatever becomes of the build, it is gone afterwards.

    Needs the lock: leftovers of a killed build are cleared first, and an old result it had moved aside is put back.
    """
    prefix = out_dir.name
    for old in sorted(out_dir.parent.glob(f"{_escaped(prefix)}.old-*")):
        if out_dir.exists():
            shutil.rmtree(old)
        else:
            old.rename(out_dir)
    for left in out_dir.parent.glob(f"{_escaped(prefix)}.building-*"):
        shutil.rmtree(left)
    folder = out_dir.with_name(f"{prefix}.building-{os.getpid()}")
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _escaped(name: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)


def swap(built: Path, out_dir: Path) -> None:
    """Puts a built folder in the place of the output folder, and removes the old one.

    Where the system can exchange two folders in one step, there is no moment without results. Elsewhere it is two renames, the
    second undone if it fails.
    """
    if out_dir.exists() and _exchange(built, out_dir):
        shutil.rmtree(built)
        return
    aside = out_dir.with_name(f"{out_dir.name}.old-{os.getpid()}")
    had_old = out_dir.exists()
    if had_old:
        out_dir.rename(aside)
    try:
        built.rename(out_dir)
    except BaseException:
        if had_old:
            aside.rename(out_dir)
        raise
    if had_old:
        shutil.rmtree(aside)


def _exchange(one: Path, other: Path) -> bool:
    """Exchanges two folders in one step; False where the system or its file system cannot."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)
