"""The gallery: every check with what it holds and protects from, and the messages of sample histories that provoke it.

The page is written from an audit of the samples (`docs/messages.md`); `ofc checks ID` reads its examples from there, so that the program
shows what the page shows.
"""

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from ofc_audit.data import data_dir
from ofc_audit.findings import CHECKS, Check
from ofc_audit.report.audit_rows import finding_rows, lines_for
from ofc_audit.report.finding_text import explain_command, render_finding
from ofc_audit.report.store import Store
from ofc_audit.report.text import wrap

PAGE = "messages.md"
WIDTH = 110
"""Columns of a message on the page."""
_FENCE = "```"

Row = Mapping[str, Any]


def gallery_markdown(store: Store) -> str:
    """The page: the results are those of the sample histories, each file named as the commands on the page name it."""
    rows = finding_rows(store)
    lines = lines_for(store, rows)
    parts = [
        "# Messages",
        "",
        "Generated from `sample_histories/` by `docs/generate.py`; do not edit. Every check of the catalogue with what it holds and what it",
        "protects from, and what `ofc audit` shows where it does not hold, once for each sample that provokes it. `ofc checks ID` shows",
        "the same in a terminal.",
    ]
    for check in CHECKS.values():
        parts += ["", f"## {check.id}", "", f"**{check.severity}** · {check.title}. *Protects from:* {check.protects}"]
        for row in _one_a_file(rows, check.id):
            explain = explain_command(row, [row["source_file"]]) if row["hand_id"] is not None else None
            text = render_finding(row, lines.get((row["source_file"], row["first_line"])), WIDTH, explain)
            command = shlex.join(["ofc", "audit", row["source_file"], "--check", check.id])
            parts += ["", f"{_FENCE}console", f"$ {command}", *text.rstrip("\n").split("\n"), _FENCE]
    return "\n".join(parts) + "\n"


def _one_a_file(rows: list[dict[str, Any]], check_id: str) -> Iterator[Row]:
    """The first finding of the check in each file, by file."""
    first: dict[str, Row] = {}
    for row in rows:
        if row["check_id"] == check_id and row["source_file"] is not None:
            first.setdefault(row["source_file"], row)
    yield from (first[name] for name in sorted(first))


def examples(check_id: str) -> list[str]:
    """The messages of a check as the page shows them, each with its command; none where the page has none."""
    text = (data_dir("docs") / PAGE).read_text("utf-8")
    _, _, section = text.partition(f"\n## {check_id}\n")
    section = section.partition("\n## ")[0]
    return [part.partition(f"\n{_FENCE}")[0] for part in section.split(f"{_FENCE}console\n")[1:]]


def check_text(check: Check, width: int) -> str:
    """One check to read in a terminal: what it holds, how grave a finding is, what it protects from, and an example."""
    lines = [f"{check.id} ({check.severity})"]
    lines += wrap(f"What holds: {check.title}.", width)
    lines += wrap(f"Protects you from: {check.protects}", width)
    shown = examples(check.id)
    if shown:
        more = f", one of {len(shown)} in docs/{PAGE}" if len(shown) > 1 else ""
        lines += ["", f"Example, with the sample histories of the project{more}:", *shown[0].split("\n")]
    return "\n".join(lines) + "\n"
