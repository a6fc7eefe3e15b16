"""`docs/table.md` holds: its files are read as shown, its commands print what it shows, and it names every key of a mapping."""

import re
from dataclasses import fields
from pathlib import Path

from ofc_audit.read.table_mapping import SECTIONS
from sessions import run
from test_docs import ROOT, matches

PAGE = (ROOT / "docs" / "table.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_files_and_commands_in_the_order_of_the_page(tmp_path: Path) -> None:
    assert [kind for kind, _ in BLOCKS] == ["csv", "console", "toml", "console"]
    for kind, text in BLOCKS:
        if kind != "console":
            name, _, content = text.removeprefix("# ").partition("\n")
            (tmp_path / name).write_text(content, "utf-8")
            continue
        command, _, shown = text.removeprefix("$ ").partition("\n")
        done = run(command, tmp_path, 100)
        assert (done.returncode, done.stderr) == (0, ""), command
        assert matches(shown, done.stdout), f"{command}\n{done.stdout}"


def test_the_page_names_every_key() -> None:
    for section, kind in SECTIONS.items():
        assert f"`[{section}]`" in PAGE
        missing = [one.name for one in fields(kind) if f"`{one.name}`" not in PAGE]
        assert missing == []
    assert all(f"`[{name}]`" in PAGE for name in ("columns", "constants", "rows"))
