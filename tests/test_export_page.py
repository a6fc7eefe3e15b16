"""`docs/export.md` holds: its commands, run in this process one after the other, print what it shows."""

import shlex
from pathlib import Path

import pytest

from cli.conftest import Ofc
from cli.conftest import ofc as ofc
from sessions import commands_of
from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "export.md").read_text("utf-8")


def test_commands_in_the_order_of_the_page(ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    monkeypatch.chdir(tmp_path)
    commands = list(commands_of(PAGE))
    assert len(commands) == 4
    for command, shown in commands:
        ran = ofc(*shlex.split(command)[1:])
        assert (ran.status in (0, 1), ran.err) == (True, ""), command
        assert matches(shown, ran.out), f"{command}\n{ran.out}"
