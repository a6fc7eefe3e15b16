"""`docs/convert.md` holds: its commands print what it shows, one after the other."""

from pathlib import Path

from sessions import commands_of, run
from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "convert.md").read_text("utf-8")


def test_commands_in_the_order_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    commands = list(commands_of(PAGE))
    assert len(commands) == 7
    for command, shown in commands:
        done = run(command, tmp_path, 120)
        assert (done.returncode in (0, 2), done.stderr) == (True, ""), command
        assert matches(shown, done.stdout), f"{command}\n{done.stdout}"
