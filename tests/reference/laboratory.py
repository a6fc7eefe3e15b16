"""Rule sets that nobody plays: every parameter that the score depends on drawn anew, unknown among the answers."""

from dataclasses import replace
from random import Random
from typing import Any

from ofc_audit.rulesets import RuleSet, all_parameters

NUMBERS: dict[str, tuple[int, ...]] = {
    "score.row_points": (1, 2),
    "score.scoop_bonus": (0, 3, 5),
    "score.majority_bonus": (0, 1, 3),
    "score.foul_fine_1_6": (4, 6, 9),
    "score.foul_fine_2_4": (4, 6),
    "fantasyland.stay_limit": (0, 1),
}
CHOICES = (
    "board.equal_rows_legal",
    "score.method",
    "score.both_foul",
    "score.royalty_settlement",
    "fantasyland.entry",
    "fantasyland.stay",
    "fantasyland.stay_top",
    "fantasyland.stay_middle",
    "fantasyland.stay_bottom",
    "settlement.scope",
    "settlement.method",
    "settlement.pair_order",
    "settlement.cap",
    "settlement.cap_basis",
)
OFTEN = {"settlement.scope": "hand", "settlement.method": "pairs", "fantasyland.stay": "allowed"}
"""Values that are drawn more often than others, since what they let happen is what there is to see."""
UNKNOWNS = 0.12


def invented_rules(rng: Random, like: RuleSet, name: str) -> RuleSet:
    """A rule set with answers drawn at random, each unknown once in eight, where a shipped one has its own."""
    values: dict[str, Any] = {}
    for key, numbers in NUMBERS.items():
        values[key] = rng.choice(numbers)
    for key in CHOICES:
        parameter = all_parameters()[key]
        answers = (True, False) if parameter.type == "bool" else parameter.values
        values[key] = OFTEN[key] if key in OFTEN and rng.random() < 0.7 else rng.choice(answers)
    values["score.royalties"] = rng.choice(("american", "russian", "none"))
    values["fantasyland.cards_on_stay"] = rng.choice((14, 17, "as_before"))
    values["settlement.match_cap"] = rng.choice(("none", "none", "none", "25.00"))
    for key in values:
        if rng.random() < UNKNOWNS:
            values[key] = "unknown"
    values["fantasyland.mode"] = "progressive"
    values["fantasyland.cards"] = {top: rng.choice((14, 15, 16, 17, "unknown")) for top in ("QQ", "KK", "AA", "trips")}
    return replace(like.with_values(values, "invented"), id=name)
