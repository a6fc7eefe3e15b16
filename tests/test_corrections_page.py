"""`docs/corrections.md` holds: its commands print what it shows, one after the other, with the waiver it shows in a file."""

import re
from pathlib import Path

from sessions import commands_of, run
from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "corrections.md").read_text("utf-8")
WAIVERS = re.findall(r"^```toml\n# waivers\.toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_commands_in_the_order_of_the_page(tmp_path: Path) -> None:
    [waivers] = WAIVERS
    (tmp_path / "waivers.toml").write_text(waivers, "utf-8")
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    commands = list(commands_of(PAGE))
    assert len(commands) == 4
    for command, shown in commands:
        done = run(command, tmp_path, 100)
        assert done.stderr == "", command
        assert matches(shown, done.stdout), f"{command}\n{done.stdout}"
