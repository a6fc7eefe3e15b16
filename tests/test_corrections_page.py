"""`docs/corrections.md` holds: its commands print what it shows, one after the other, with the waiver it shows in a file."""

import os
import re
import subprocess
import sys
from pathlib import Path

from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "corrections.md").read_text("utf-8")
SESSIONS = re.findall(r"^```console\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
WAIVERS = re.findall(r"^```toml\n# waivers\.toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_commands_in_the_order_of_the_page(tmp_path: Path) -> None:
    [waivers] = WAIVERS
    (tmp_path / "waivers.toml").write_text(waivers, "utf-8")
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }
    commands = [part.partition("\n") for text in SESSIONS for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    assert len(commands) == 4
    for command, _, shown in commands:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert done.stderr == "", command
        assert matches(shown, done.stdout), f"{command}\n{done.stdout}"
