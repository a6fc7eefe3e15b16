"""Where a report comes from: the inputs and the rule sets in force, each with its SHA-256, and the program that made it."""

from dataclasses import dataclass
from typing import Any

from ofc_audit.report.store import Store
from ofc_audit.report.summary import file_rows
from ofc_audit.report.text import visible

Row = dict[str, Any]

MAX_FILES = 300
"""Files listed in a page; `run.json` has all."""


@dataclass(frozen=True)
class Provenance:
    """The inputs (the first of them), how many there are, and the rule sets that hands were judged under."""

    files: list[Row]
    n_files: int
    rule_sets: list[Row]


def provenance(store: Store, names: frozenset[str] | None = None) -> Provenance:
    """The provenance of results; of some files only where `names` are given."""
    rows = [row for row in file_rows(store) if names is None or row["source_file"] in names]
    shown = [
        {**row, "source_file": visible(row["source_file"])[-200:], "format": row["format"] or "not recognised"}
        for row in rows[:MAX_FILES]
    ]
    return Provenance(shown, len(rows), list(store.run.get("rule_sets", ())))
