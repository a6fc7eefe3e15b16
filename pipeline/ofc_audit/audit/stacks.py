"""Stacks from hand to hand: what a player brings to a hand is what he had after the one before.

During a match and in a tournament nobody puts chips on the table or takes any off (document 000: nobody leaves or joins a match that is
played; 004: everybody starts with the same chips, and who has none is out). Where money is settled at the end of a match, what was brought
to it stands in every hand. At a table without matches, and between matches, chips are bought at any time: a stack that has risen is no
mistake. One that has fallen is one where the player played on, hand after hand. Between matches he may come back with less.
"""

from collections.abc import Sequence

import duckdb
import pyarrow as pa

from ofc_audit.audit import stack_sql
from ofc_audit.audit.chains import LONG_PAUSE_SECONDS, PAUSE_SECONDS
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.params import word


def audit_stacks(con: duckdb.DuckDBPyConnection, effective: Sequence[RuleSet | None]) -> None:
    """Adds what stacks show to the temp tables `chain_findings`, `chain_verdicts` and `chain_seat_verdicts` in `con`; creates `stack_changes`.

    A change is held against what was claimed of the hand before, or against what would have been right: a site may play on with either, and
    a wrong claim is told in its own hand. Where numbers leave no room for a hand in between, chips that went from one stack to another are
    a mistake; where a hand may have been played unseen, only chips that appear or vanish are.

    Needs what `audit_chains` needs, and its tables; `effective` as that takes it. Reads settlement.scope, settlement.rake_when,
    settlement.price and match.length.
    """
    con.register("stack_rules", pa.Table.from_pylist([_row(n, one) for n, one in enumerate(effective) if one], _RULES))
    bounds = {"pause": PAUSE_SECONDS, "long_pause": LONG_PAUSE_SECONDS}
    for name, query in stack_sql.STEPS.items():
        used = {key: value for key, value in bounds.items() if f"${key}" in query}
        con.execute(f"create or replace temp table {name} as {query}", used)
    for name in ("findings", "verdicts", "seat_verdicts"):
        con.execute(f"insert into chain_{name} by name select * from stack_{name}")


_RULES = pa.schema(
    [
        ("rules_no", pa.int64()),
        ("has_match", pa.bool_()),
        ("scope", pa.string()),
        ("scope_source", pa.string()),
        ("is_rake_free", pa.bool_()),
        ("is_by_level", pa.bool_()),
    ]
)


def _row(number: int, rules: RuleSet) -> dict[str, object]:
    return {
        "rules_no": number,
        "has_match": rules.value("match.length") != "no_match",
        "scope": word(rules, "settlement.scope"),
        "scope_source": rules.source("settlement.scope"),
        "is_rake_free": word(rules, "settlement.rake_when") == "none",
        "is_by_level": word(rules, "settlement.price") == "by_level",
    }
