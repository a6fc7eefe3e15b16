"""Fantasyland: entry by top, stays by the list alone, and the number of cards."""

from typing import Any

import pytest

from ofc_audit.rulesets import UNKNOWN
from score.scoring import play, rules_like, shown

ROYAL = "Ts Js Qs Ks As"
MIDDLE = "8c 8d 8h 9s 9c"
QUADS = "7c 7d 7h 7s 2c"
STRAIGHT = "4c 5d 6h 7s 8c"
LOW = "2h 3d 5s"
FULL_FIX = {
    "fantasyland.stay_middle": "full_house_or_better",
    "fantasyland.cards_on_stay": 13,
}


def next_hand(text: str, rules: Any, fantasy: int = 0) -> tuple[Any, Any]:
    """Whether the one board goes to Fantasyland, and the cards."""
    scored = play([text, f"{LOW}/{STRAIGHT}/{ROYAL}"], rules, [fantasy, 0])
    return shown(scored.fantasy.is_next)[0], shown(scored.fantasy.cards)[0]


@pytest.mark.parametrize(
    ("top", "fixed", "progressive"),
    [
        ("Jh Jd Ac", 0, 0),
        ("Ah Kd Qc", 0, 0),
        ("Qh Qd 2c", 14, 14),
        ("Kh Kd 2c", 14, 15),
        ("Ah Ad 2c", 14, 16),
        ("2h 2d 2c", 14, 17),
        ("Ah Ad Ac", 14, 17),
    ],
)
def test_entry_by_top(top: str, fixed: int, progressive: int) -> None:
    text = f"{top}/{MIDDLE}/{ROYAL}"
    assert next_hand(text, rules_like("pokerbet")) == (fixed > 0, fixed)
    assert next_hand(text, rules_like("pokerbet_progressive")) == (progressive > 0, progressive)
    assert next_hand(text, rules_like("pokerbet", fantasyland="progressive")) == (progressive > 0, progressive)


def test_a_foul_neither_enters_nor_stays() -> None:
    assert next_hand(f"Qh Qd 2c/{ROYAL}/{MIDDLE}", rules_like()) == (False, 0)
    assert next_hand(f"Qh Qd Qc/{ROYAL}/{QUADS}", rules_like(), 14) == (False, 0)


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        (f"Qh Qd 2c/{MIDDLE}/{ROYAL}", True),
        (f"Ah Ad 2c/{STRAIGHT}/{MIDDLE}", False),
        (f"{LOW}/{STRAIGHT}/{QUADS}", True),
        (f"{LOW}/{STRAIGHT}/{MIDDLE}", False),
        (f"2h 2d 2s/{STRAIGHT}/{MIDDLE}", True),
        (f"{LOW}/8c 8d 8h 9s 9c/Tc Td Th 9h 9d", False),
    ],
)
def test_the_stay_list_is_the_whole_rule(text: str, stays: bool) -> None:
    """Trips top or quads bottom; queens made in Fantasyland do not count, nor does a full house in the middle."""
    assert next_hand(text, rules_like(), 14) == (stays, 14 if stays else 0)


@pytest.mark.parametrize(
    ("condition", "middle", "stays"),
    [
        ("full_house_or_better", MIDDLE, True),
        ("full_house_or_better", QUADS, True),
        ("full_house_or_better", "2c 5c 7c 8c 9c", False),
        ("better_than_full_house", MIDDLE, False),
        ("better_than_full_house", QUADS, True),
        ("none", QUADS, False),
    ],
)
def test_a_middle_that_stays(condition: str, middle: str, stays: bool) -> None:
    changed = {"fantasyland.stay_middle": condition, "fantasyland.stay_bottom": "none"}
    assert next_hand(f"{LOW}/{middle}/{ROYAL}", rules_like(changed=changed), 14)[0] is stays


def test_as_many_cards_as_before() -> None:
    rules = rules_like("pppoker_progressive17")
    text = f"{LOW}/{STRAIGHT}/{QUADS}"
    assert next_hand(text, rules, 16) == (True, 16)
    assert next_hand(text, rules, -1) == (True, None)
    assert next_hand(f"{LOW}/{STRAIGHT}/{MIDDLE}", rules, -1) == (False, 0)
    assert next_hand(text, rules_like("pokerbet_progressive"), 16) == (True, 14)
    assert next_hand(text, rules_like("pokerbet_progressive"), -1) == (True, 14)
    assert next_hand(text, rules_like(changed={"fantasyland.cards_on_stay": UNKNOWN}), 16) == (True, None)


def test_an_unknown_count_leaves_the_entry_known() -> None:
    cards = {"QQ": 14, "KK": 15, "AA": 16, "trips": UNKNOWN}
    rules = rules_like(changed={"fantasyland.cards": cards})
    assert next_hand(f"2h 2d 2c/{MIDDLE}/{ROYAL}", rules) == (True, None)
    assert next_hand(f"Ah Ad 2c/{MIDDLE}/{ROYAL}", rules) == (True, 16)
    assert next_hand(f"Jh Jd 2c/{MIDDLE}/{ROYAL}", rules) == (False, 0)


def test_an_unknown_entry() -> None:
    rules = rules_like(changed={"fantasyland.entry": UNKNOWN})
    assert next_hand(f"Ah Ad 2c/{MIDDLE}/{ROYAL}", rules) == (None, None)
    assert next_hand(f"Ah Ad 2c/{ROYAL}/{MIDDLE}", rules) == (False, 0)


def test_other_entries_than_queens() -> None:
    kings = rules_like(changed={"fantasyland.entry": "KK"})
    assert next_hand(f"Qh Qd 2c/{MIDDLE}/{ROYAL}", kings) == (False, 0)
    assert next_hand(f"Kh Kd 2c/{MIDDLE}/{ROYAL}", kings) == (True, 14)
    trips = rules_like(changed={"fantasyland.entry": "222"})
    assert next_hand(f"Ah Ad 2c/{MIDDLE}/{ROYAL}", trips) == (False, 0)
    assert next_hand(f"2h 2d 2c/{MIDDLE}/{ROYAL}", trips) == (True, 14)
    with pytest.raises(ValueError, match=r"pokerbet: fantasyland\.entry is 'QK'"):
        next_hand(f"Qh Qd 2c/{MIDDLE}/{ROYAL}", rules_like(changed={"fantasyland.entry": "QK"}))


def test_no_stay_at_all() -> None:
    rules = rules_like(changed={"fantasyland.stay": "none"})
    assert next_hand(f"Ah Ad Ac/{QUADS}/{ROYAL}", rules, 14) == (False, 0)
    norway = rules_like("norway_tournament")
    assert next_hand(f"Ah Ad Ac/{QUADS}/{ROYAL}", norway, 15) == (False, 0)
    assert next_hand(f"Ah Ad Ac/{QUADS}/{ROYAL}", norway, -1) == (False, 0)
    assert next_hand(f"Qh Qd 2c/{MIDDLE}/{ROYAL}", norway) == (True, None)


def test_an_unknown_condition_hides_only_what_it_could_decide() -> None:
    rules = rules_like(changed={"fantasyland.stay_middle": UNKNOWN})
    assert next_hand(f"{LOW}/{MIDDLE}/Tc Td Th 9h 9d", rules, 14) == (None, None)
    assert next_hand(f"{LOW}/{STRAIGHT}/{MIDDLE}", rules, 14) == (False, 0)
    assert next_hand(f"{LOW}/{MIDDLE}/{QUADS}", rules, 14) == (True, 14)
    maybe = rules_like(changed={"fantasyland.stay": UNKNOWN})
    assert next_hand(f"{LOW}/{MIDDLE}/{QUADS}", maybe, 14) == (None, None)
    assert next_hand(f"{LOW}/{STRAIGHT}/{MIDDLE}", maybe, 14) == (False, 0)


@pytest.mark.parametrize("limit", [1, UNKNOWN])
def test_a_limit_of_stays_is_not_decided_in_one_hand(limit: Any) -> None:
    rules = rules_like(changed={"fantasyland.stay_limit": limit})
    text = f"{LOW}/{STRAIGHT}/{QUADS}"
    assert next_hand(text, rules, 14) == (None, None)
    assert next_hand(f"{LOW}/{STRAIGHT}/{MIDDLE}", rules, 14) == (False, 0)
    assert next_hand(f"Qh Qd 2c/{MIDDLE}/{ROYAL}", rules) == (True, 14)
    qualified = play([text, text, f"{LOW}/{STRAIGHT}/{MIDDLE}"], rules, [14, 0, 14]).fantasy.is_stay_qualified
    assert shown(qualified) == [True, False, False]


def test_entry_in_the_fantasy_hand_of_another() -> None:
    scored = play([f"Qh Qd 2c/{MIDDLE}/{ROYAL}", f"Qh Qd 2c/{STRAIGHT}/{MIDDLE}"], rules_like(), [0, 14])
    assert shown(scored.fantasy.is_next) == [True, False]
    assert shown(scored.fantasy.cards) == [14, 0]


def test_incomplete_boards_and_no_rule_set() -> None:
    assert next_hand(f"Qh Qd/{MIDDLE}/{ROYAL}", rules_like()) == (None, None)
    assert next_hand(f"Qh Qd Qc/{MIDDLE}/Ts Js", rules_like(), 14) == (None, None)
    assert next_hand(f"Qh Qd Qc/{MIDDLE}/{ROYAL}", None) == (None, None)
