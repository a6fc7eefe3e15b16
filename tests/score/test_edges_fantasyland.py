"""Fantasyland at its edges: words for the entry that mean nothing, boards that are not complete beside others, types of what comes out."""

from typing import Any

import numpy as np
import pytest

from ofc_audit.rulesets import UNKNOWN
from score.scoring import play, rules_like, shown

ROYAL = "Ts Js Qs Ks As"
FULL = "8c 8d 8h 9s 9c"
STRAIGHT = "4c 5d 6h 7s 8c"
LOW = "2h 3d 5s"
HALF = f"{LOW}/{STRAIGHT}/Ts Js"


@pytest.mark.parametrize("least", ["", "Q", "QQQQ", "QK", "QQK", "xx", "11"])
def test_an_entry_that_names_no_top_is_an_error(least: str) -> None:
    with pytest.raises(ValueError) as error:
        play([f"{LOW}/{STRAIGHT}/{ROYAL}"], rules_like(changed={"fantasyland.entry": least}))
    assert str(error.value) == (
        f"pokerbet: fantasyland.entry is {least!r}; a pair such as QQ or three of a kind such as 222 is needed"
    )


def test_without_a_stay_a_board_that_is_not_complete_still_has_no_answer() -> None:
    scored = play([HALF, f"{LOW}/{STRAIGHT}/{ROYAL}"], rules_like(changed={"fantasyland.stay": "none"}), [14, 14])
    assert shown(scored.fantasy.is_stay_qualified) == [None, False]
    assert shown(scored.fantasy.is_next) == [None, False]
    assert shown(scored.fantasy.cards) == [None, 0]


def test_what_is_open_stays_open_beside_a_board_that_is_not_complete() -> None:
    rules = rules_like(changed={"fantasyland.stay_middle": UNKNOWN})
    scored = play([f"{LOW}/{FULL}/Tc Td Th 9h 9d", HALF, f"{LOW}/{STRAIGHT}/{FULL}"], rules, [14, 14, 14])
    assert shown(scored.fantasy.is_stay_qualified) == [None, None, False]
    assert shown(scored.fantasy.is_next) == [None, None, False]


@pytest.mark.parametrize("fantasy", [[0, 0], [14, 0]])
@pytest.mark.parametrize("rules", [None, rules_like(), rules_like("pppoker_progressive17")])
def test_types(rules: Any, fantasy: list[int]) -> None:
    earned = play([f"Qh Qd 2c/{STRAIGHT}/{ROYAL}", f"{LOW}/{STRAIGHT}/{ROYAL}"], rules, fantasy).fantasy
    assert earned.cards.values.dtype == np.int8
    assert earned.is_next.values.dtype == np.bool_
    assert earned.is_stay_qualified.values.dtype == np.bool_


def test_nothing_is_qualified_where_nobody_is_in_fantasyland() -> None:
    scored = play([f"2h 2d 2c/{STRAIGHT}/{ROYAL}", HALF], rules_like())
    assert shown(scored.fantasy.is_stay_qualified) == [False, None]
    assert shown(scored.fantasy.is_next) == [True, None]


@pytest.mark.parametrize("text", [HALF, f"{LOW}//{ROYAL}", f"/{STRAIGHT}/{ROYAL}"])
def test_an_unknown_entry_says_nothing_of_a_board_that_is_not_complete(text: str) -> None:
    scored = play([text, f"{LOW}/{STRAIGHT}/{ROYAL}"], rules_like(changed={"fantasyland.entry": UNKNOWN}))
    assert shown(scored.fantasy.is_next) == [None, None]
    assert shown(scored.fantasy.cards) == [None, None]


def test_a_limit_of_stays_says_nothing_of_a_board_that_is_not_complete() -> None:
    scored = play([HALF, f"{LOW}/{STRAIGHT}/{ROYAL}"], rules_like(changed={"fantasyland.stay_limit": 1}), [14, 0])
    assert shown(scored.fantasy.is_next) == [None, False]
