"""The catalogue of checks and the rule sets, as rows to show."""

from collections.abc import Mapping

from ofc_audit.findings import CHECKS
from ofc_audit.report.rendering import Field, Row
from ofc_audit.report.text import wrap
from ofc_audit.rulesets import RuleSet, all_parameters, describe

CHECK_FIELDS = (
    Field("check_id", "check"),
    Field("severity", "severity"),
    Field("title", "what holds"),
    Field("protects", "protects you from"),
)
CHECK_FIELDS_SHORT = (
    CHECK_FIELDS[0],
    CHECK_FIELDS[1],
    Field("text", "what holds · what it protects you from", wraps=True),
)

RULE_SET_FIELDS = (
    Field("rules_id", "rule set"),
    Field("sites", "sites"),
    Field("n_unknown", "unknown", "int"),
    Field("title", "what it is", wraps=True),
)
RULE_FIELDS = (
    Field("key", "parameter"),
    Field("value", "value"),
    Field("sentence", "in words"),
    Field("source", "source"),
    Field("note", "note"),
)


_SHORT = 50
"""Characters of a value that stands beside its key although the sentence has it too."""


def check_rows() -> list[Row]:
    """One row per check, in the order of the catalogue."""
    return [
        {
            "check_id": check.id,
            "severity": check.severity,
            "title": check.title,
            "protects": check.protects,
            "text": f"{check.title}. · {check.protects}",
        }
        for check in CHECKS.values()
    ]


def rule_set_rows(rules: Mapping[str, RuleSet]) -> list[Row]:
    """One row per rule set, with how many of its parameters no source gives, wholly or in part."""
    return [
        {
            "rules_id": one.id,
            "sites": ", ".join(one.sites),
            "n_unknown": sum(not one.is_known(key) for key in all_parameters()),
            "title": one.title,
            "basis": one.basis,
            "digest": one.digest,
        }
        for one in rules.values()
    ]


def rule_rows(rules: RuleSet) -> list[Row]:
    """One row per parameter of a rule set."""
    return [row._asdict() for row in describe(rules)]


def rule_set_text(rules: RuleSet, width: int) -> str:
    """A rule set to read: every parameter with its value, a sentence, its source and what else is known."""
    lines = wrap(f"{rules.id}: {rules.title}", width)
    lines += wrap(f"Basis: {rules.basis}. Sites: {', '.join(rules.sites)}.", width)
    if rules.extends:
        lines += wrap(f"Extends {rules.extends}.", width)
    if rules.period is not None:
        lines += wrap(f"In force {rules.period}, instead of {rules.period.instead_of}.", width)
    lines.append(f"SHA-256 {rules.digest}")
    section = ""
    for row in describe(rules):
        if row.section != section:
            section = row.section
            lines += ["", section.upper()]
        # A value that is a text of its own, or a row of royalties, is the sentence already.
        is_said = len(row.value) > _SHORT and row.value in row.sentence
        lines += wrap(row.key if is_said else f"{row.key} = {row.value}", width, "    ", "  ")
        lines += wrap(row.sentence, width, "      ")
        lines += wrap(f"Source: {row.source}", width, "      ")
        if row.note:
            lines += wrap(f"Note: {row.note}", width, "      ")
    return "\n".join(lines) + "\n"
