"""The rule set of each hand: its own, with the options it states."""

from decimal import Decimal
from typing import Any

import pyarrow as pa

from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.effective import DECIDING, effective_rules, rules_of_hand
from ofc_audit.tables import schema
from score.scoring import shipped


def hands_table(rows: list[dict[str, Any]]) -> pa.Table:
    """Only what decides about rules."""
    fields = [f for f in schema("hands") if f.name in DECIDING]
    return pa.table({f.name: pa.array([row.get(f.name) for row in rows], f.type) for f in fields})


def test_what_decides_about_rules() -> None:
    options = [f.name for f in schema("hands") if f.name.startswith("option_")]
    assert sorted(DECIDING) == sorted(["rules_id", "ended_at", "match_cap", *options])


def test_options_of_the_hand_override_its_rule_set() -> None:
    rows = [
        {"rules_id": "pokerbet", "option_scoring": "2-4"},
        {"rules_id": "pokerbet", "option_scoring": "1-6", "option_royalties": "none"},
        {"rules_id": "pokerbet", "option_scoring": "2-4"},
        {"rules_id": "pokerbet"},
        {"rules_id": "pokerbet", "option_fantasyland": "progressive"},
        {"rules_id": "pokerbet", "option_royalty_settlement": "winner_only"},
        {"rules_id": "pokerbet", "match_cap": Decimal("50.0000")},
        {"rules_id": "pokerbet", "option_one_hand": True},
    ]
    effective, index = effective_rules(hands_table(rows), shipped())
    assert index.tolist() == [0, 1, 0, 2, 3, 4, 5, 6]
    by_hand = [effective[place] for place in index.tolist()]
    assert [rules.value("score.method") for rules in by_hand[:4]] == ["2-4", "1-6", "2-4", UNKNOWN]
    assert [rules.value("score.royalties") for rules in by_hand[:2]] == ["american", "none"]
    assert by_hand[4].value("fantasyland.cards")["trips"] == 17
    assert by_hand[5].value("score.royalty_settlement") == "winner_only"
    assert by_hand[6].value("settlement.match_cap") == "50.00"
    assert by_hand[7].value("match.length") == "one_hand"
    assert by_hand[3].value("match.length") == "players"


def test_hands_without_a_known_rule_set() -> None:
    rows = [{"rules_id": None}, {"rules_id": "spartan_refant14"}, {"rules_id": "mars", "option_scoring": "1-6"}, {}]
    effective, index = effective_rules(hands_table(rows), shipped())
    assert index.tolist() == [0, 1, 0, 0]
    assert effective[0] is None
    assert effective[1].id == "spartan_refant14"


def test_options_that_change_nothing_keep_their_source() -> None:
    rows = [
        {"rules_id": "pokerbet"},
        {"rules_id": "pokerbet", "option_royalties": "american"},
        {"rules_id": "pokerbet"},
    ]
    effective, index = effective_rules(hands_table(rows), shipped())
    assert index.tolist() == [0, 1, 0]
    assert [one.source("score.royalties") for one in effective if one] == [
        "document 000, Bonuses (Royalties)",
        "stated by the hand",
    ]
    assert len({one.digest for one in effective if one}) == 1


def test_hands_that_state_what_no_rule_set_can_take_keep_their_notes() -> None:
    rows = [{"rules_id": "pokerbet", "option_royalties": name} for name in ("finnish", "dutch", "finnish")]
    effective, index = effective_rules(hands_table(rows), shipped())
    assert index.tolist() == [0, 1, 0]
    assert effective[1] is not None
    assert '"dutch"' in effective[1].note("score.royalties")


def test_a_single_hand_has_the_rules_of_its_row() -> None:
    row = hands_table([{"rules_id": "pokerbet", "option_scoring": "2-4"}]).to_pylist()[0]
    played = rules_of_hand(row, shipped())
    assert played is not None
    assert played.value("score.method") == "2-4"
    assert rules_of_hand(row | {"rules_id": "chess"}, shipped()) is None
    assert rules_of_hand(row | {"rules_id": None}, shipped()) is None


def test_columns_in_several_chunks() -> None:
    one, other = hands_table([{"rules_id": "pokerbet"}]), hands_table([{"rules_id": "upoker_refant14"}, {}])
    _, index = effective_rules(pa.concat_tables([one, other, one]), shipped())
    assert index.tolist() == [0, 1, 2, 0]


def test_no_hands() -> None:
    effective, index = effective_rules(hands_table([]), shipped())
    assert effective == []
    assert index.tolist() == []
