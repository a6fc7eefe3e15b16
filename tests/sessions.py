"""The console sessions of a page of the documents, run again one command after the other."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_SESSION = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands_of(page: str) -> Iterator[tuple[str, str]]:
    """Each command of a page in order, with what the page shows of its output."""
    for session in _SESSION.findall(page):
        for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield command, shown


def run(command: str, folder: Path, columns: int) -> "subprocess.CompletedProcess[str]":
    """What comes of a command in `folder`, in a terminal so wide and without colours."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": str(columns),
        "NO_COLOR": "1",
    }
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
