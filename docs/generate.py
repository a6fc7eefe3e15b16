"""Writes the pages of `docs/` that follow from the sources: the data dictionary, the checks, the rule sets, the messages.

`python docs/generate.py` writes them; the tests hold them to what it would write.
"""

import contextlib
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ofc_audit.findings import CHECKS
from ofc_audit.read.carry import FACTS, TARGETS, holding, limits_of
from ofc_audit.read.table_fields import CONSTANTS, FIELDS
from ofc_audit.report.gallery import PAGE, gallery_markdown
from ofc_audit.report.kinds import kind_of
from ofc_audit.report.rendering import Field, render_table
from ofc_audit.report.store import Store, open_store
from ofc_audit.rulesets import describe, load_rules
from ofc_audit.simulate.expected import input_files
from ofc_audit.simulate.fault import FORMATS, Fault
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.tables import dictionary_markdown
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.contracts import Suite
from ofc_audit.warehouse.contracts_derived import suites
from ofc_audit.warehouse.definitions import statistics_markdown

FOLDER = Path(__file__).resolve().parent
QUERY_WIDTH = 120
_QUERY = re.compile(r"```sql\n(.*?)```\n(?:\n```text\n.*?```\n)?", re.DOTALL)
CONTRACTS_BEGIN, CONTRACTS_END = "<!-- what each suite expects: generated -->", "<!-- end of what is generated -->"
CARRY_BEGIN, CARRY_END = "<!-- what each format holds: generated -->", "<!-- end of what is generated -->"


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


def _seen(fault: Fault) -> list[str]:
    """For each format whether it shows a kind of fault, and what else hides it in some hands."""
    cells = ["no" if name in fault.hidden else "yes" for name in FORMATS]
    reasons = [f"{name}: {reason}" for name, reason in fault.hidden.items()]
    return [*cells, "; ".join([*reasons, *(f"unless: {blind.reason}" for blind in fault.unless)])]


def faults_markdown() -> str:
    """The kinds of faults, check by check: what the site does, and where it can be seen."""
    lines = [
        "# Faults",
        "",
        f"Generated from `pipeline/ofc_audit/simulate/*_faults.py`; do not edit. {len(FAULTS)} kinds of lies that a simulated site can tell,",
        "each with the check that names it and with the formats that show it. Visibility is declared from what a format can say and a rule",
        "set knows, not from what the audit finds. `seat`: it is done to one player, who can be chosen; `size`: for how much.",
        "",
        f"| kind | check | the site | seat | size | {' | '.join(FORMATS)} | what hides it |",
        f"|---|---|---|---|---|{'---|' * (len(FORMATS) + 1)}",
    ]
    for check in CHECKS:
        for fault in (one for one in FAULTS.values() if one.check_id == check):
            cells = [
                f"`{fault.name}`",
                f"`{check}`",
                fault.what,
                "yes" if fault.has_seats else "",
                ", ".join(fault.sizes),
            ]
            lines.append(f"| {' | '.join(_cell(cell) for cell in (*cells, *_seen(fault)))} |")
    return "\n".join(lines) + "\n"


def table_fields_markdown() -> str:
    """What a column of a table can be named as in a mapping, field by field."""
    lines = [
        "# Fields of a table",
        "",
        "Generated from `pipeline/ofc_audit/read/table_fields.py`; do not edit. Keys of `[columns]` in a mapping (see `docs/table.md`), and of",
        "`[constants]` where the third column says so.",
        "",
        "| field | kind | constant | what it holds |",
        "|---|---|---|---|",
    ]
    for one in FIELDS.values():
        is_constant = one.name in CONSTANTS
        words = f"; one of {', '.join(f'`{word}`' for word in one.words)}" if one.words else ""
        bounds = f"; {one.low} to {one.high}" if one.high and one.kind == "int" else ""
        cells = (
            f"`{one.name}`",
            one.kind.replace("_", " "),
            "yes" if is_constant else "",
            f"{one.meaning}{words}{bounds}",
        )
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    return "\n".join(lines) + "\n"


def convert_markdown() -> str:
    """The page on conversion as it is, with what each format holds put in anew."""
    page = (FOLDER / "convert.md").read_text("utf-8")
    before, _, rest = page.partition(CARRY_BEGIN)
    _, _, after = rest.partition(CARRY_END)
    return before + CARRY_BEGIN + "\n\n" + "\n".join(_carry_lines()) + "\n\n" + CARRY_END + after


def _carry_lines() -> list[str]:
    lines = [f"| fact | {' | '.join(f'`{target}`' for target in TARGETS)} |", f"|---|{'---|' * len(TARGETS)}"]
    for rows in zip(*(holding(target) for target in TARGETS), strict=True):
        lines.append(f"| {rows[0][0].name} | {' | '.join(cell for _, cell in rows)} |")
    for target in TARGETS:
        lines += ["", f"Not held by `{target}`, where a fact is held in part or needed:", ""]
        parts = [limit for limit in limits_of(target) if not limit.is_whole]
        lines += [
            f"* {FACTS[one.fact].name}: {one.words}{'' if one.drop else ' (the hand is left out)'}" for one in parts
        ]
    return lines


def contracts_markdown() -> str:
    """The page on contracts as it is, with what each suite expects put in anew."""
    page = (FOLDER / "contracts.md").read_text("utf-8")
    before, _, rest = page.partition(CONTRACTS_BEGIN)
    _, _, after = rest.partition(CONTRACTS_END)
    lines = [line for suite in suites() for line in _contract_lines(suite)]
    return before + CONTRACTS_BEGIN + "\n\n" + "\n".join(lines) + "\n\n" + CONTRACTS_END + after


def _contract_lines(suite: Suite) -> list[str]:
    """A suite: what it is, and its expectations, those that a column is known in one line."""
    every = [each for part in suite.parts for each in part.expectations]
    known = [each.columns[0] for each in every if each.type == "expect_column_values_to_not_be_null"]
    others = [each.phrase.rstrip(".") for each in every if each.type != "expect_column_values_to_not_be_null"]
    if known:
        others.insert(0, f"never null: {', '.join(known)}")
    return [f"## {suite.name}", "", suite.title, "", *(f"* {_cell(phrase)}" for phrase in others), ""]


def pages() -> Mapping[str, str]:
    """The generated pages by file name."""
    return {
        "tables.md": dictionary_markdown(),
        "checks.md": checks_markdown(),
        "rules.md": rules_markdown(),
        "faults.md": faults_markdown(),
        "table-fields.md": table_fields_markdown(),
        "convert.md": convert_markdown(),
        "statistics.md": statistics_markdown(),
        "contracts.md": contracts_markdown(),
    }


def sample_pages() -> Mapping[str, str]:
    """The gallery of messages, and the queries with what they print, from an audit of the sample histories: they take seconds."""
    with contextlib.chdir(FOLDER.parent), tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out"
        build([str(path) for path in input_files(Path("sample_histories"))], out, threads=1)
        with open_store(out) as store:
            return {PAGE: gallery_markdown(store), "queries.md": queries_markdown(store)}


def queries_markdown(store: Store) -> str:
    """The page of queries as it is, with what each of them prints put in anew."""

    def answered(block: re.Match[str]) -> str:
        data = store.batches(block[1], (), 1_000).read_all()
        fields = [Field(f.name, f.name, kind_of(f.name, f.type), wraps=True) for f in data.schema]
        return f"```sql\n{block[1]}```\n\n```text\n{render_table(fields, data.to_pylist(), QUERY_WIDTH)}```\n"

    return _QUERY.sub(answered, (FOLDER / "queries.md").read_text("utf-8"))


if __name__ == "__main__":
    for name, text in {**pages(), **sample_pages()}.items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name)
