"""`docs/reports.md` holds: its commands run in the order of the page, and each writes the page it names."""

import shlex
from pathlib import Path

import pytest

from ofc_audit.cli.main import run_command
from sessions import commands_of
from test_docs import ROOT

PAGE = (ROOT / "docs" / "reports.md").read_text("utf-8")


def test_commands_in_the_order_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample_histories").symlink_to(ROOT / "sample_histories")
    monkeypatch.chdir(tmp_path)
    kinds = set()
    for command, _ in commands_of(PAGE):
        words = shlex.split(command)[1:]
        assert run_command(words) == 1, command
        if words[0] == "report":
            kinds.add(words[1])
            assert Path(words[words.index("-o") + 1]).read_text("utf-8").startswith("<!DOCTYPE html>")
    assert kinds == {"run", "player", "table", "club-week", "finding", "hand"}
