"""What a hand states of its table, and what that changes, as `ofc explain` shows it."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from ofc_audit.report.hand import stated_options
from ofc_audit.rulesets import load_rules
from ofc_audit.score.effective import OPTION_COLUMNS

HAND: dict[str, Any] = {"rules_id": "pokerbet", "ended_at": None, **dict.fromkeys(OPTION_COLUMNS.values())}


def test_each_option_says_what_it_changes() -> None:
    hand = HAND | {"option_scoring": "2-4", "option_royalties": "american", "option_fantasyland": "progressive"}
    assert stated_options(hand | {"option_one_hand": False, "match_cap": Decimal("50.0000")}, load_rules()) == [
        "scoring 2-4 (score.method was unknown)",
        "royalties american (as the rule set has it)",
        "fantasyland progressive (fantasyland.mode was fixed, fantasyland.cards was QQ 14, KK 14, AA 14, trips 14)",
        "one hand no (as the rule set has it)",
        "match cap 50.00 (settlement.match_cap was none)",
    ]


def test_a_hand_that_states_nothing_and_one_of_no_known_rule_set() -> None:
    assert stated_options(HAND, load_rules()) == []
    assert stated_options(HAND | {"rules_id": "chess", "option_scoring": "1-6"}, load_rules()) == ["scoring 1-6"]


def test_what_is_changed_is_the_rule_set_of_the_hands_time(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text(
        'id = "old"\ntitle = "x"\nextends = "pokerbet"\n[dates]\ninstead_of = "pokerbet"\nuntil = 2019-07-01\n'
        '[score]\nmethod = { value = "1-6", source = "a letter" }\n',
        "utf-8",
    )
    hand = HAND | {"option_scoring": "2-4"}
    rules = load_rules([tmp_path])
    assert stated_options(hand | {"ended_at": datetime(2018, 1, 1, tzinfo=UTC)}, rules) == [
        "scoring 2-4 (score.method was 1-6)"
    ]
    assert stated_options(hand | {"ended_at": datetime(2020, 1, 1, tzinfo=UTC)}, rules) == [
        "scoring 2-4 (score.method was unknown)"
    ]
