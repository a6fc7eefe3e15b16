"""Writes the pages of `docs/` that follow from the sources: the data dictionary, the checks, the rule sets.

`python docs/generate.py` writes them; the tests hold them to what it would write.
"""

from collections.abc import Mapping
from pathlib import Path

from ofc_audit.findings import CHECKS
from ofc_audit.rulesets import describe, load_rules
from ofc_audit.tables import dictionary_markdown

FOLDER = Path(__file__).resolve().parent


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def checks_markdown() -> str:
    """The catalogue of checks."""
    lines = [
        "# Checks",
        "",
        "Generated from `pipeline/ofc_audit/findings.py`; do not edit. `ofc checks` lists the same.",
        "",
        "| check | severity | what holds | what it protects from |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| `{check.id}` | {check.severity} | {_cell(check.title)}. | {_cell(check.protects)} |"
        for check in CHECKS.values()
    ]
    return "\n".join(lines) + "\n"


def rules_markdown() -> str:
    """Every rule set, parameter by parameter, each with its source."""
    lines = ["# Rule sets", "", "Generated from `schemas/rules/`; do not edit. `ofc rules show ID` prints the same."]
    for rules in load_rules().values():
        lines += ["", f"## {rules.id}", "", f"{rules.title}. Rests on {rules.basis}.", ""]
        lines += ["| parameter | value | in words | source |", "|---|---|---|---|"]
        lines += [
            f"| `{row.key}` | {_cell(row.value)} | {_cell(row.sentence)} | {_cell(row.source)} |"
            for row in describe(rules)
        ]
    return "\n".join(lines) + "\n"


def pages() -> Mapping[str, str]:
    """The generated pages by file name."""
    return {"tables.md": dictionary_markdown(), "checks.md": checks_markdown(), "rules.md": rules_markdown()}


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name)
