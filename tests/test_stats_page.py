"""`docs/stats.md` holds: its commands print what it shows, one after the other."""

import shlex
from pathlib import Path

import pytest

from ofc_audit.cli.main import run_command
from ofc_audit.report.groups import MARTS, PARTS
from ofc_audit.report.hand_filter import OPPONENTS, POSITIONS, STATES
from sessions import commands_of
from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "stats.md").read_text("utf-8")


def test_commands_in_the_order_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    commands = list(commands_of(PAGE))
    assert len(commands) == 8
    for command, shown in commands:
        status = run_command(shlex.split(command)[1:])
        out, err = capfdbinary.readouterr()
        assert (status, err) == (0, b""), command
        assert matches(shown, out.decode()), f"{command}\n{out.decode()}"


def test_every_choice_is_on_the_page() -> None:
    for word in (*STATES, *OPPONENTS, *POSITIONS):
        assert f"`{word}`" in PAGE or f" {word}`" in PAGE, word
    for word in (*PARTS, *MARTS):
        assert f"  {word} " in PAGE, word
