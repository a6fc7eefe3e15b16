"""`docs/own-rules.md` holds: its files are written as shown, and its commands print what it shows, one after the other."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "own-rules.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page, but for the settings, which come after the other commands."""
    made = tmp_path_factory.mktemp("own_rules")
    (made / "sample_histories").symlink_to(ROOT / "sample_histories")
    return made


def test_every_block_is_a_file_or_a_session() -> None:
    assert {kind for kind, _ in BLOCKS} == {"toml", "console"}
    assert all(text.startswith("# ") if kind == "toml" else text.startswith("$ ") for kind, text in BLOCKS)
    assert len(BLOCKS) >= 8


def test_files_and_commands_in_the_order_of_the_page(folder: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "120",
        "NO_COLOR": "1",
    }
    for kind, text in BLOCKS:
        if kind == "toml":
            path = folder / text.split("\n", 1)[0].removeprefix("# ")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
            )
            assert (done.returncode, done.stderr) in ((0, ""), (1, "")), command
            assert matches(shown, done.stdout), f"{command}\n{done.stdout}"
