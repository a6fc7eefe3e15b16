"""Words of a recomputation: what changes in a pair, who would be in Fantasyland instead, and in which unit."""

from decimal import Decimal
from typing import Any

import pytest

from ofc_audit.report.rescore_rows import cause_words, pair_words, unit_words

PAIR: dict[str, Any] = {
    **{"name_a": "Ana", "name_b": "Bo", "own_points": 17, "new_points": 14, "points_delta": -3},
    **{f"{side}_{row}": 1 for side in ("own", "new") for row in ("top", "middle", "bottom")},
    **{"own_bonus": 3, "new_bonus": 0, "own_royalties_a": 11, "new_royalties_a": 11},
    **{"own_royalties_b": 0, "new_royalties_b": 0, "own_amount": Decimal("8.5"), "new_amount": Decimal(7)},
    **{"is_other_foul_a": False, "is_other_foul_b": False, "new_foul_a": False, "new_foul_b": False},
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "Ana v Bo +17 to +14 (bonus +3 to 0)"),
        ({"new_bonus": 3, "new_royalties_b": 3}, "Ana v Bo +17 to +14 (royalties 11 - 0 to 11 - 3)"),
        (
            {"is_other_foul_b": True, "own_top": -1, "new_bonus": 3},
            "Ana v Bo +17 to +14 (Bo does not foul, rows -1 +1 +1 to +1 +1 +1)",
        ),
        ({"is_other_foul_a": True, "new_foul_a": True, "new_bonus": 3}, "Ana v Bo +17 to +14 (Ana fouls)"),
        ({"new_bonus": 3}, "Ana v Bo +17 to +14"),
        ({"points_delta": 0}, "Ana v Bo +8.50 to +7.00 within the cap"),
    ],
)
def test_a_pair_says_what_changes_and_from_what(changed: dict[str, Any], words: str) -> None:
    assert pair_words({**PAIR, **changed}) == words


@pytest.mark.parametrize(
    ("own", "new", "words"),
    [
        ((True, 15), (True, 14), "Ana 14 cards instead of 15 cards"),
        ((True, 14), (False, 0), "Ana no Fantasyland instead of 14 cards"),
        ((False, 0), (True, None), "Ana unknown cards instead of no Fantasyland"),
        ((None, None), (True, 14), "Ana 14 cards instead of what no rule tells"),
    ],
)
def test_a_cause_names_the_player_and_both_rules(
    own: tuple[bool | None, int | None], new: tuple[bool | None, int | None], words: str
) -> None:
    seat = {"player_name": "Ana"}
    for side, (is_next, cards) in (("own", own), ("new", new)):
        seat |= {f"{side}_is_fantasy_next": is_next, f"{side}_fantasy_next": cards}
    assert cause_words(seat) == words


def test_chips_of_different_worth_are_different_units() -> None:
    row = {"currency": "chips", "chip_price": Decimal("1.6000"), "chip_currency": "AUD"}
    assert unit_words(row) == "chips of 1.60 AUD"
    assert unit_words({**row, "chip_price": None, "chip_currency": None}) == "chips"
    assert unit_words({**row, "currency": None}) == "unnamed currency"
