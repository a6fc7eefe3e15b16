"""`docs/adding-a-format.md` holds: in a copy of the program one file and one line are added, and the commands print what it shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "adding-a-format.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PROGRAM = '#!/bin/sh\nexec "{python}" -c "from ofc_audit.cli.main import main; main()" "$@"\n'


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which a command `ofc` runs it."""
    made = tmp_path_factory.mktemp("copy")
    leave_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "pipeline" / "ofc_audit", made / "pipeline" / "ofc_audit", ignore=leave_out)
    for name in ("schemas", "sql", "docs"):
        (made / name).symlink_to(ROOT / name)
    (made / "bin").mkdir()
    (made / "bin" / "ofc").write_text(PROGRAM.format(python=sys.executable))
    (made / "bin" / "ofc").chmod(0o755)
    return made


def add_lines(path: Path, diff: str) -> int:
    """Puts the added lines of a diff before the line that it shows behind them; how many there are."""
    added = [line[1:] for line in diff.splitlines() if line.startswith("+")]
    (behind,) = [line[1:] for line in diff.splitlines() if line.startswith(" ")]
    before, found, after = path.read_text("utf-8").partition(f"\n{behind}\n")
    assert found
    path.write_text("\n".join([before, *added]) + found + after, "utf-8")
    return len(added)


def test_the_page_adds_one_file_and_one_line(copy: Path) -> None:
    kinds = [kind for kind, _ in BLOCKS]
    assert kinds == ["text", "python", "diff", "console", "console"]
    environment = os.environ | {
        "PATH": f"{copy / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(copy / "pipeline"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "120",
        "NO_COLOR": "1",
    }
    for kind, text in BLOCKS:
        name, _, rest = text.removeprefix("# ").partition("\n")
        if kind == "python":
            assert not (copy / name).exists()
            (copy / name).write_text(text, "utf-8")
        elif kind == "text":
            (copy / name).write_text(rest, "utf-8")
        elif kind == "diff":
            assert add_lines(copy / name, rest) == 1
        else:
            command, _, shown = text.removeprefix("$ ").partition("\n")
            done = subprocess.run(
                ["bash", "-c", command], cwd=copy, env=environment, capture_output=True, text=True, timeout=300
            )
            assert done.stderr == ""
            assert matches(shown, done.stdout), done.stdout
