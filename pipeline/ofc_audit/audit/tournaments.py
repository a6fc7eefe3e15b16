"""Tournaments, across hands: the price of a point by level and through Fantasyland, the places of eliminated players, and their bounties.

Only what the hands on record prove is an accusation. What other tables did is not in the record of a table: places are held against each
other at one table, never counted.
"""

import json
from collections.abc import Sequence

import duckdb
import pyarrow as pa

from ofc_audit.audit import bounty_sql, place_sql, price_sql
from ofc_audit.audit.tournament_sql import RESULTS, STEPS
from ofc_audit.money import MONEY
from ofc_audit.rulesets import RuleSet, Unknown
from ofc_audit.score.params import flag, word

_ASKED = ("settlement.price", "fantasyland.price_frozen", "tournament.places", "tournament.bounty")


def audit_tournaments(con: duckdb.DuckDBPyConnection, effective: Sequence[RuleSet | None]) -> None:
    """Adds what tournaments show to the temp tables `chain_findings`, `chain_verdicts` and `chain_seat_verdicts` in `con`.

    The price of a point is that of the level (settlement.price); while a level changes that of an earlier one may still be in force, and
    until Fantasyland is over that of the hand which began it (fantasyland.price_frozen). Who is eliminated later has the better place;
    in one hand, with the fantasy hands that continue it, who had more chips at the start of the match, then who sits left of the button
    first (tournament.places). The bounty is that of the player who won the last comparison in which the eliminated player lost chips
    (tournament.bounty).

    Needs relations hands, seats, claims, scored_seats, scored_pairs, hand_order, hand_rules, id_clashes, hand_verdicts and
    hand_seat_verdicts, and the tables of `audit_chains`; `effective` as that takes it.
    """
    by_level = [n for n, one in enumerate(effective) if one is not None and word(one, "settlement.price") == "by_level"]
    hands = con.sql(
        "select hands.* from hands join hand_rules using (hand_key) where tournament_id is not null or levels is not null or "
        "list_contains($by_level::integer[], rules_no) or hand_key in (select hand_key from claims where place is not null or bounty <> 0)",
        params={"by_level": by_level},
    ).to_arrow_table()
    if not hands.num_rows:
        return
    con.register(
        "tournament_rules", pa.Table.from_pylist([_rules_row(n, one) for n, one in enumerate(effective)], _RULES)
    )
    con.register("level_prices", _level_prices(hands))
    for steps in (STEPS, price_sql.STEPS, place_sql.STEPS, bounty_sql.STEPS, RESULTS):
        for name, query in steps.items():
            con.execute(f"create or replace temp table {name} as {query}")
    for name in ("findings", "verdicts", "seat_verdicts"):
        con.execute(f"insert into chain_{name} by name select * from tournament_{name}")


_RULES = pa.schema(
    [
        ("rules_no", pa.int64()),
        ("is_by_level", pa.bool_()),
        ("is_frozen", pa.bool_()),
        ("has_match", pa.bool_()),
        ("scope", pa.string()),
        ("pair_order", pa.string()),
        ("places", pa.list_(pa.string())),
        ("bounty", pa.string()),
        *((f"{key.split('.')[1]}_source", pa.string()) for key in _ASKED),
    ]
)


def _rules_row(number: int, rules: RuleSet | None) -> dict[str, object]:
    """What is asked of a rule set; null is unknown, and without a rule set everything is."""
    if rules is None:
        return {"rules_no": number}
    places = rules.value("tournament.places")
    return {
        "rules_no": number,
        "is_by_level": word(rules, "settlement.price") == "by_level",
        "is_frozen": flag(rules, "fantasyland.price_frozen"),
        "has_match": word(rules, "match.length") not in (None, "no_match"),
        "scope": word(rules, "settlement.scope"),
        "pair_order": word(rules, "settlement.pair_order"),
        "places": None if isinstance(places, Unknown) else places,
        "bounty": word(rules, "tournament.bounty"),
        **{f"{key.split('.')[1]}_source": rules.source(key) for key in _ASKED},
    }


def _level_prices(hands: pa.Table) -> pa.Table:
    """The prices per point that the records list, one row for each list and level."""
    listed = [text for text in hands.column("levels").unique().to_pylist() if text is not None]
    rows = [(text, int(level), price) for text in listed for level, price in json.loads(text).items()]
    texts, levels, prices = zip(*rows, strict=True) if rows else ((), (), ())
    return pa.table(
        {
            "levels": pa.array(texts, pa.string()),
            "level": pa.array(levels, pa.int64()),
            "price": pa.array(prices, pa.string()).cast(MONEY),
        }
    )
