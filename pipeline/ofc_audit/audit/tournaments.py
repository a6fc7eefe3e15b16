"""Tournaments, across hands: the price of a point by level and through Fantasyland, the places of eliminated players, and their bounties.

Only what the hands on record prove is an accusation. What other tables did is not in the record of a table: places are held against each
other at one table, never counted.
"""

import json
from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from ofc_audit.audit import bounty_sql, place_sql, price_sql
from ofc_audit.audit.course import Course
from ofc_audit.audit.tournament_sql import RESULTS, STEPS
from ofc_audit.audit.view import ints
from ofc_audit.audit.words import in_memory
from ofc_audit.money import MONEY, NULL
from ofc_audit.rulesets import RuleSet, Unknown
from ofc_audit.score.params import flag, word

_ASKED = ("settlement.price", "fantasyland.price_frozen", "tournament.places", "tournament.bounty")


def audit_tournaments(course: Course, given: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
    """Findings, verdicts and seat verdicts on money that tournaments decide; nothing where the course has no tournament.

    The price of a point is that of the level (settlement.price); while a level changes that of an earlier one may still be in force, and
    until Fantasyland is over that of the hand which began it (fantasyland.price_frozen). Who is eliminated later has the better place;
    in one hand, with the fantasy hands that continue it, who had more chips at the start of the match, then who sits left of the button
    first (tournament.places). The bounty is that of the player who won the last comparison in which the eliminated player lost chips
    (tournament.bounty).

    `given`: what single hands gave (verdicts and seat_verdicts).
    """
    view = course.view
    if not _has_tournaments(course):
        return {}
    keys = pa.array(view.hand_key)
    clashes = pa.table({"hand_key": keys, "kind": pa.repeat(pa.scalar("conflict"), len(keys))})
    relations = {name: view.tables[name] for name in ("hands", "seats", "claims", "scored_seats", "scored_pairs")}
    relations |= {f"hand_{name}": given[name] for name in ("verdicts", "seat_verdicts")}
    relations |= {
        "hand_order": pa.table({"hand_key": keys, "hand_order": np.arange(view.n_hands)}),
        "hand_rules": pa.table({"hand_key": keys, "rules_no": view.rules_index}),
        "id_clashes": clashes.filter(pa.array(course.conflict)),
        "tournament_rules": pa.Table.from_pylist([_rules_row(n, one) for n, one in enumerate(view.rules)], _RULES),
        "level_prices": _level_prices(view.tables["hands"]),
    }
    with in_memory() as con:
        for name, data in relations.items():
            con.register(name, data)
        for steps in (STEPS, price_sql.STEPS, place_sql.STEPS, bounty_sql.STEPS, RESULTS):
            for name, query in steps.items():
                con.execute(f"create or replace temp table {name} as {query}")
        names = ("findings", "verdicts", "seat_verdicts")
        return {name: con.sql(f"from tournament_{name}").to_arrow_table() for name in names}


def _has_tournaments(course: Course) -> bool:
    """Whether any hand is of a tournament, or has what only tournaments have."""
    tables = course.view.tables
    named = any(tables["hands"].column(name).null_count < course.view.n_hands for name in ("tournament_id", "levels"))
    bounty = ints(tables["claims"], "bounty")
    claimed = tables["claims"].column("place").null_count < len(bounty) or ((bounty != NULL) & (bounty != 0)).any()
    return bool(named or claimed or course.is_word("settlement.price", "by_level").any())


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
