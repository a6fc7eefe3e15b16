"""What came of the data contracts, to read: a line per suite, then each expectation that is broken with the first rows that break it."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.report.rendering import Field, cell_text, plain_value, render_csv, render_markdown, render_table
from ofc_audit.report.text import visible, wrap
from ofc_audit.warehouse.contracts_run import Outcome, SuiteOutcome

SUITE_FIELDS = (
    Field("suite", "suite"),
    Field("kind", "about"),
    Field("rows", "rows", "int"),
    Field("expectations", "expectations", "int"),
    Field("broken", "broken", "int"),
)
OUTCOME_FIELDS = (
    Field("suite", "suite"),
    Field("part", "part"),
    Field("expectation", "expectation"),
    Field("rows", "rows", "int"),
    Field("unexpected", "rows that break it", "int"),
    Field("error", "error"),
    Field("examples", "examples"),
)


def contracts_text(found: Sequence[SuiteOutcome], unknown_rules: Sequence[str], form: str, width: int) -> str:
    """The outcome of all suites in the form asked for; `unknown_rules` are rule sets of the run that are not at hand."""
    if form == "json":
        return _json(found, unknown_rules)
    if form in ("csv", "md"):
        rows = [_outcome_row(outcome) for one in found for outcome in one.outcomes]
        return render_csv(OUTCOME_FIELDS, rows) if form == "csv" else render_markdown(OUTCOME_FIELDS, rows)
    return _table(found, unknown_rules, width)


def _table(found: Sequence[SuiteOutcome], unknown_rules: Sequence[str], width: int) -> str:
    parts = [render_table(SUITE_FIELDS, [_suite_row(one) for one in found], width)]
    broken = [outcome for one in found for outcome in one.outcomes if not outcome.is_met]
    unseen = [group for one in found for group in _unseen(one)]
    told_together = {id(outcome) for group in unseen for outcome in group}
    parts += [_unseen_text(group, width) for group in unseen]
    parts += [_broken_text(outcome, width) for outcome in broken if id(outcome) not in told_together]
    n_all = sum(len(one.outcomes) for one in found)
    if broken:
        told = f"{len(broken)} of {n_all:,} expectations in {len(found)} suites {'is' if len(broken) == 1 else 'are'} broken."
    else:
        told = f"All {n_all:,} expectations in {len(found)} suites are met."
    if unknown_rules:
        told += (
            f" The limits of Fantasyland were not held against hands under {', '.join(unknown_rules)}, which no folder of rule sets has;"
            " --rules-dir names yours."
        )
    parts.append("\n".join(wrap(visible(told), width)) + "\n")
    return "\n".join(parts)


def _unseen(one: SuiteOutcome) -> list[list[Outcome]]:
    """Expectations of a part none of which could be looked at, for one reason: they are told together."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in one.outcomes:
        if outcome.error is not None:
            groups.setdefault((outcome.part, outcome.error), []).append(outcome)
    sizes = Counter(outcome.part for outcome in one.outcomes)
    return [group for (part, _), group in groups.items() if 1 < len(group) == sizes[part]]


def _unseen_text(group: Sequence[Outcome], width: int) -> str:
    head = f"{_where(group[0])}: none of its {len(group)} expectations can be looked at"
    return "\n".join([*wrap(visible(head), width), *_error_lines(group[0], width)]) + "\n"


def _where(outcome: Outcome) -> str:
    return outcome.suite if outcome.part in ("rows", "key") else f"{outcome.suite}.{outcome.part}"


def _error_lines(outcome: Outcome, width: int) -> list[str]:
    return [] if outcome.error is None else wrap(visible(f"error: {outcome.error}"), width, "    ", "  ")


def _suite_row(one: SuiteOutcome) -> dict[str, Any]:
    n_broken = sum(not outcome.is_met for outcome in one.outcomes)
    return {
        "suite": one.suite.name,
        "kind": one.suite.kind,
        "rows": one.n_rows,
        "expectations": len(one.outcomes),
        "broken": n_broken or None,
    }


def _broken_text(outcome: Outcome, width: int) -> str:
    head = f"{_where(outcome)}: not met: {outcome.expectation.phrase.rstrip('.')}"
    if outcome.n_unexpected:
        rows = "row breaks" if outcome.n_unexpected == 1 else "rows break"
        head += f"; {outcome.n_unexpected:,} {rows} it"
    lines = wrap(visible(head), width)
    lines += _error_lines(outcome, width)
    for row in outcome.rows:
        lines += wrap(visible(example_text(outcome, row)), width, "    ", "  ")
    if outcome.rows and outcome.n_unexpected > len(outcome.rows):
        lines.append(f"  … {outcome.n_unexpected - len(outcome.rows):,} more")
    return "\n".join(lines) + "\n"


def example_text(outcome: Outcome, row: Mapping[str, Any]) -> str:
    """A row that breaks an expectation: its key, then the columns that the expectation is about."""
    about = [name for name in row if name not in outcome.key]
    told = [f"{name} {_shown(row[name])}" for name in outcome.key if name in row]
    values = [f"{name}: {_shown(row[name])}" for name in about]
    return ", ".join(told) + (f": {', '.join(values)}" if values else "")


def _shown(value: object) -> str:
    if value is None:
        return "unknown"
    return (
        str(value) if isinstance(value, int) and not isinstance(value, bool) else cell_text(plain_value(value), "text")
    )


def _outcome_row(outcome: Outcome) -> dict[str, Any]:
    return {
        "suite": outcome.suite,
        "part": outcome.part,
        "expectation": outcome.expectation.phrase,
        "rows": outcome.n_rows,
        "unexpected": outcome.n_unexpected,
        "error": outcome.error,
        "examples": "; ".join(example_text(outcome, row) for row in outcome.rows) or None,
    }


def _json(found: Sequence[SuiteOutcome], unknown_rules: Sequence[str]) -> str:
    told = {
        "is_met": all(one.is_met for one in found),
        "rule_sets_not_at_hand": list(unknown_rules),
        "suites": [
            {
                **{key: value for key, value in _suite_row(one).items() if key != "broken"},
                "title": one.suite.title,
                "outcomes": [
                    {
                        "part": outcome.part,
                        "expectation": outcome.expectation.phrase,
                        "type": outcome.expectation.type,
                        "arguments": dict(outcome.expectation.arguments),
                        "is_met": outcome.is_met,
                        "rows": outcome.n_rows,
                        "unexpected": outcome.n_unexpected,
                        "error": outcome.error,
                        "examples": [{name: plain_value(value) for name, value in row.items()} for row in outcome.rows],
                    }
                    for outcome in one.outcomes
                ],
            }
            for one in found
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1, default=str) + "\n"
