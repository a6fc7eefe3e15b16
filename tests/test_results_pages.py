"""`docs/export.md` and `docs/contracts.md` hold: their commands, run in this process one after the other, print what they show."""

import shlex
from pathlib import Path

import pytest

from cli.conftest import Ofc
from cli.conftest import ofc as ofc
from sessions import commands_of
from test_docs import ROOT, matches


@pytest.mark.parametrize(("page", "n_commands"), [("export.md", 4), ("contracts.md", 2)])
def test_commands_in_the_order_of_the_page(
    ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, n_commands: int
) -> None:
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    monkeypatch.chdir(tmp_path)
    commands = list(commands_of((ROOT / "docs" / page).read_text("utf-8")))
    assert len(commands) == n_commands
    for command, shown in commands:
        ran = ofc(*shlex.split(command)[1:])
        assert (ran.status in (0, 1), ran.err) == (True, ""), command
        assert matches(shown, ran.out), f"{command}\n{ran.out}"
