"""Across hands: is a player in Fantasyland exactly when his hand before earned it, and does the button go where the rules send it?

Fantasyland is due in the player's next hand at the same table: in a match the next hand_no, else the next by time with no gap in
the room's numbering. Where that hand is missing, or he is not in it, nothing can be told. Rooms without matches may restart a table
without saying so: after a capped hand, after a voided one, and when the players change after a pause; there a Fantasyland not given is
no accusation, and one that is given all the same is verified.
"""

from collections.abc import Mapping, Sequence

import duckdb
import pyarrow as pa

from ofc_audit.audit import chain_sql
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.params import whole, word

PAUSE_SECONDS = 300
"""A change of players after a pause of at least this is taken for a possible restart [decision]: pauses of 16 and 23 minutes were seen."""

LONG_PAUSE_SECONDS = 3600
"""After a pause of at least this a table may have restarted with the same players [decision]."""


def audit_chains(con: duckdb.DuckDBPyConnection, effective: Sequence[RuleSet | None]) -> None:
    """Creates temp tables `chain_findings`, `chain_verdicts` and `chain_seat_verdicts` in `con`, and `chain_due`: what each hand earns.

    Needs relations hands, seats, claims, scored_seats, hand_findings, hand_order, id_clashes and hand_rules (hand_key, rules_no: the place
    in `effective` of the rule set the hand is played under).
    """
    _run(con, effective, chain_sql.STEPS)


def lay_due(con: duckdb.DuckDBPyConnection, effective: Sequence[RuleSet | None]) -> None:
    """Creates temp table `chain_due` in `con` alone: what each hand earns; needs the relations of `audit_chains` but for hand_findings."""
    last = list(chain_sql.STEPS).index("chain_due")
    _run(con, effective, dict(list(chain_sql.STEPS.items())[: last + 1]))


def _run(con: duckdb.DuckDBPyConnection, effective: Sequence[RuleSet | None], steps: Mapping[str, str]) -> None:
    _lay_rules(con, effective)
    bounds = {"pause": PAUSE_SECONDS, "long_pause": LONG_PAUSE_SECONDS}
    for name, query in steps.items():
        used = {key: value for key, value in bounds.items() if f"${key}" in query}
        con.execute(f"create or replace temp table {name} as {query}", used)


_KEYS = ("button", "entry", "cards", "stay", "cards_on_stay", "stay_limit")
_RULES = pa.schema(
    [
        ("rules_no", pa.int64()),
        ("has_match", pa.bool_()),
        ("button", pa.string()),
        ("stay_limit", pa.int64()),
        ("cards_on_stay", pa.int64()),
        ("is_stay_as_before", pa.bool_()),
        ("is_uncapped", pa.bool_()),
        ("sources", pa.map_(pa.string(), pa.string())),
    ]
)


def _lay_rules(con: duckdb.DuckDBPyConnection, effective: Sequence[RuleSet | None]) -> None:
    """Relation `chain_rules`: what chains ask of each rule set; nothing is null but what is unknown."""
    rows = [
        {
            "rules_no": number,
            "has_match": one.value("match.length") != "no_match",
            "button": word(one, "fantasyland.button"),
            "stay_limit": whole(one, "fantasyland.stay_limit"),
            "cards_on_stay": cards if isinstance(cards := one.value("fantasyland.cards_on_stay"), int) else None,
            "is_stay_as_before": cards == "as_before",
            "is_uncapped": word(one, "settlement.cap") == "none",
            "sources": [(key, one.source(key)) for key in (f"fantasyland.{name}" for name in _KEYS)],
        }
        for number, one in enumerate(effective)
        if one is not None
    ]
    con.register("chain_rules", pa.Table.from_pylist(rows, _RULES))
