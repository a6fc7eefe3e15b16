"""A rule set as an object: what it shows of itself, its digest to the letter, what tables and options carry from one form to the next."""

import hashlib
import json
from pathlib import Path

import pytest

from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters, load_rules
from ofc_audit.rulesets.model import STATED
from ofc_audit.rulesets.values import value_json
from rulesets_tooling.files import mine, write

YEAR = '[dates]\ninstead_of = "pokerbet"\nfrom = 2018-01-01\nuntil = 2019-07-01\n'
FORCE = "old, in force from 2018-01-01 until 2019-07-01: "


@pytest.fixture
def old(tmp_path: Path) -> RuleSet:
    body = f"""{YEAR}
[score]
scoop_bonus = {{ value = 2, source = "a letter" }}
[options.fantasyland.progressive]
"score.row_points" = {{ value = 2, source = "a letter" }}
"""
    write(tmp_path, "old", mine(body, name="old"))
    return load_rules([tmp_path])["old"]


def test_a_rule_set_is_shown_without_its_hundreds_of_values() -> None:
    shown = repr(load_rules()["pokerbet"])
    assert "id='pokerbet'" in shown
    assert not any(name in shown for name in ("_given", "_options", "_tables"))


def test_the_digest_is_that_of_the_values_in_a_form_that_does_not_change() -> None:
    rules = load_rules()["pokerbet"].with_options(scoring="1-6")
    cells = {f"{row}.{cell}": given.value for (row, cell), given in rules.royalty_table().cells.items()}
    values = {key: value_json(rules.value(key)) for key in all_parameters()}
    text = json.dumps({"parameters": values, "royalties": cells}, sort_keys=True, separators=(",", ":"))
    assert rules.digest == hashlib.sha256(text.encode()).hexdigest()
    assert text.startswith('{"parameters":{"board.equal_rows_legal":true,')
    assert '"fantasyland.cards":{"AA":14,"KK":14,"QQ":14,"trips":14}' in text
    assert '"settlement.rake_rate":null' in text


def test_every_royalty_table_knows_its_name_and_source() -> None:
    rules = load_rules()["pokerbet"]
    off, lost = rules.with_options(royalties="none"), rules.with_options(royalties="martian")
    assert [one.royalty_table().name for one in (rules, off, lost)] == ["american", "none", "unknown"]
    assert off.royalty_table().source("top", "AA") == STATED
    assert lost.royalty_table().source("top", "AA") == STATED
    changed = rules.with_values({"royalties.american.top.AA": 8, "score.scoop_bonus": 4}, "a test")
    assert changed.royalty_table().name == "american"
    assert changed.royalty_table().row("top")["AA"] == 8
    assert changed.royalty_table().source("top", "AA") == "a test"
    assert changed.royalty_table().source("top", "KK") == rules.royalty_table().source("top", "KK")
    assert changed.value("score.scoop_bonus") == 4


def test_what_is_changed_brings_along_what_is_tied_to_it_from_the_same_source() -> None:
    rules = load_rules()["spartan_refant14"]
    assert ("fantasyland", "fixed") not in rules.options
    changed = rules.with_values({"fantasyland.mode": "fixed"}, "a test")
    assert changed.value("fantasyland.cards") == {"QQ": UNKNOWN, "KK": UNKNOWN, "AA": UNKNOWN, "trips": UNKNOWN}
    assert changed.source("fantasyland.cards") == "a test"
    assert "changed to fixed Fantasyland" in changed.note("fantasyland.cards")
    stated = rules.with_options(fantasyland="fixed")
    assert stated.source("fantasyland.cards") == STATED
    assert "the hand states fixed Fantasyland" in stated.note("fantasyland.cards")


def test_a_rule_set_in_force_says_so_in_values_options_and_tables(old: RuleSet) -> None:
    one = old.in_force()
    assert one.source("score.scoop_bonus") == f"{FORCE}a letter"
    assert {name: table.name for name, table in one.royalty_tables.items()} == {
        name: name for name in old.royalty_tables
    }
    assert one.royalty_table().source("top", "AA") == FORCE + old.royalty_table().source("top", "AA")
    block = one.options["fantasyland", "progressive"]
    assert block["score.row_points"].source == f"{FORCE}a letter"


def test_rule_sets_agree_on_what_is_the_same(old: RuleSet) -> None:
    base = load_rules()["pokerbet"]
    both = base.agreed_with([base, old])
    assert both.id == "pokerbet"
    assert both.value("score.scoop_bonus") is UNKNOWN
    assert both.source("score.scoop_bonus") == "the hand has no time, and pokerbet has 3, old has 2"
    assert both.value("score.row_points") == base.value("score.row_points")
    assert both.royalty_table().name == "american"
    assert both.royalty_table().row("top") == base.royalty_table().row("top")
    assert base.agreed_with([old]) is old
    assert base.agreed_with([old, old]) is old


def test_a_match_of_one_hand_brings_along_what_is_tied_to_it() -> None:
    rules = load_rules()["quadnet"]
    changed = rules.with_values({"match.length": "one_hand"}, "a test")
    assert (changed.value("fantasyland.mode"), rules.value("fantasyland.mode")) == ("progressive", "fixed")
    assert changed.value("fantasyland.cards") == {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
    assert rules.with_values({"match.length": "players"}, "a test").value("fantasyland.mode") == "fixed"
    assert rules.with_options(one_hand=True).source("match.length") == STATED


@pytest.mark.parametrize("option", ["royalties.american", "match_cap.none"])
def test_options_that_nothing_can_be_tied_to(option: str, tmp_path: Path) -> None:
    body = f'[options.{option}]\n"score.row_points" = {{ value = 2, source = "the lobby" }}\n'
    write(tmp_path, "mine", mine(body))
    with pytest.raises(ValueError, match=rf"options\.{option}: nothing can be tied to this option$"):
        load_rules([tmp_path])


def test_notes_stay_with_a_rule_set_in_force(tmp_path: Path) -> None:
    body = f'{YEAR}[score]\nscoop_bonus = {{ value = 2, source = "a letter", note = "of May" }}\n'
    write(tmp_path, "old", mine(body, name="old"))
    assert load_rules([tmp_path])["old"].in_force().note("score.scoop_bonus") == "of May"


def test_a_mode_that_cannot_be_changes_no_cards_where_the_mode_was_not_known() -> None:
    cards = dict.fromkeys(("QQ", "KK", "AA", "trips"), 14)
    rules = load_rules()["pokerbet"].with_values({"fantasyland.mode": "unknown", "fantasyland.cards": cards}, "a test")
    stated = rules.with_options(fantasyland="wild")
    assert stated.value("fantasyland.mode") is UNKNOWN
    assert stated.value("fantasyland.cards") == cards
    assert load_rules()["pokerbet"].with_options(fantasyland="wild").value("fantasyland.cards") == dict.fromkeys(
        cards, UNKNOWN
    )
