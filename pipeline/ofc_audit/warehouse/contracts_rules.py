"""What contracts need to know of the rule sets that a run was made under: relation `rule_facts`."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from ofc_audit.rulesets import RuleSet

FACTS: Mapping[str, str] = {
    "royalties": "score.royalties",
    "stay": "fantasyland.stay",
    "stay_top": "fantasyland.stay_top",
    "stay_middle": "fantasyland.stay_middle",
    "stay_bottom": "fantasyland.stay_bottom",
}
"""The columns of `rule_facts` beside rules_id, and the parameter that each holds; null where it is unknown."""


def rule_facts(run: Mapping[str, Any], rules: Mapping[str, RuleSet]) -> pa.Table:
    """One row per rule set of a run that is at hand just as the run had it, told by its SHA-256; of any other nothing is known."""
    judged = [(one["id"], one["sha256"]) for one in run.get("rule_sets") or ()]
    rows = [
        {"rules_id": name, **{column: _word(rules[name], key) for column, key in FACTS.items()}}
        for name, digest in judged
        if name in rules and rules[name].digest == digest
    ]
    return pa.Table.from_pylist(rows, pa.schema([(name, pa.string()) for name in ("rules_id", *FACTS)]))


def _word(rules: RuleSet, key: str) -> str | None:
    return str(rules.value(key)) if rules.is_known(key) else None
