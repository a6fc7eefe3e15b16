"""Files that commands write: never over one that is there unasked, and nothing is there before all of it is."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from ofc_audit.cli.console import SetupError

STDOUT = "-"
_PIECE = 1 << 20


def refuse_existing(path: Path | None, replace: bool) -> None:
    """Raises SetupError for a file that is there, unless it may be replaced, and for one that cannot be made."""
    if path is None:
        return
    if not path.absolute().parent.is_dir():
        raise SetupError(f"{path.parent} is no folder that is there; make it, or name a file elsewhere")
    if not path.exists():
        return
    if path.is_dir():
        raise SetupError(f"{path} is a folder; name a file")
    if not replace:
        raise SetupError(f"{path} is there; say --replace to write over it, or name another file")


@contextmanager
def written_to(out: str) -> Iterator[tuple[BinaryIO, Callable[[], None]]]:
    """A file to write, or standard output for `-`, and what puts it in its place: nothing is there before all of it is."""
    if out == STDOUT:
        with TemporaryFile() as held:
            yield held, lambda: _copy(held)
        return
    path = Path(out)
    beside = path.with_name(f".{path.name}.writing-{os.getpid()}")
    try:
        with beside.open("wb") as file:

            def put() -> None:
                file.flush()
                os.fsync(file.fileno())
                beside.replace(path)

            yield file, put
    finally:
        beside.unlink(missing_ok=True)


def _copy(held: BinaryIO) -> None:
    """Everything to standard output; when the reader of a pipe has gone, the rest is dropped without a word."""
    held.seek(0)
    try:
        shutil.copyfileobj(held, sys.stdout.buffer, _PIECE)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
