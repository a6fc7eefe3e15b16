"""Money: caps, order and basis of the settlement, unknown stacks and rules, and amounts at the edge of 64 bits."""

from typing import Any

import numpy as np
import pytest

from ofc_audit.money import NULL
from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.settlement import MAX_AMOUNT, settle, settlement_order
from score.scoring import rules_like, shown

UNIT = 10_000


def money(text: float | None) -> int:
    return NULL if text is None else round(text * UNIT)


def settled(
    points: list[int | None], stacks: list[Any], price: float | None = 1, **changed: Any
) -> tuple[list[Any], list[Any]]:
    """Amounts and nets, in units of money, of one hand under pokerbet with parameters of its settlement changed."""
    rules = rules_like(changed={f"settlement.{key}": value for key, value in changed.items()})
    owed = np.array([[NULL if p is None else p for p in points]], np.int64)
    result = settle(owed, np.array([money(price)]), np.array([[money(s) for s in stacks]]), rules)
    return tuple([None if v is None else v / UNIT for v in shown(part)] for part in (result.amount, result.net))  # type: ignore[return-value]


def test_the_first_example_of_the_room() -> None:
    """Stacks 10 and 50, 25 points: 10 move, whoever wins."""
    assert settled([-25], [10, 50]) == ([-10], [-10, 10])
    assert settled([25], [10, 50]) == ([10], [10, -10])


def test_the_second_example_a_winner_of_little_doubles_up_twice() -> None:
    assert settled([40, 40, 0], [0.75, 20, 20], 0.05) == ([0.75, 1.5, 0], [2.25, -0.75, -1.5])


def test_the_third_example_in_chips() -> None:
    assert settled([9, 20, 0], [8, 100, 100]) == ([8, 16, 0], [24, -8, -16])


def test_who_has_lost_everything_moves_nothing_further() -> None:
    assert settled([-7, 9, 1], [5, 20, 20]) == ([-5, 0, 1], [-5, 6, -1])


def test_order_of_the_pairs() -> None:
    assert settlement_order(3, "left_of_button_first") == (0, 1, 2)
    assert settlement_order(3, "button_first") == (1, 2, 0)
    assert settlement_order(4, "button_first") == (2, 4, 5, 0, 1, 3)
    points, stacks = [-7, 9, 1], [5, 20, 20]
    assert settled(points, stacks, pair_order="button_first") == ([-7, 5, 1], [-2, 8, -6])
    assert settled(points, stacks, pair_order=UNKNOWN) == ([None, None, 1], [None, None, None])


def test_caps() -> None:
    assert settled([25], [10, 50], cap="loser") == ([25], [25, -25])
    assert settled([-25], [10, 50], cap="loser") == ([-10], [-10, 10])
    assert settled([-25], [10, 50], cap="none") == ([-25], [-25, 25])


def test_an_unknown_cap_is_known_where_all_readings_agree() -> None:
    assert settled([25], [30, 50], cap=UNKNOWN) == ([25], [25, -25])
    assert settled([25], [10, 50], cap=UNKNOWN) == ([None], [None, None])
    assert settled([25, 3, 0], [10, 50, 50], cap=UNKNOWN) == ([None, 3, 0], [None, None, -3])


def test_a_cap_of_which_only_the_losers_half_is_known() -> None:
    """Documents 002 and 003: the loser's stack limits a pair, and perhaps the winner's; no limit at all is no reading."""
    assert settled([-25], [10, 50], cap="loser_or_both") == ([-10], [-10, 10])
    assert settled([-25], [10, 50], cap=UNKNOWN) == ([None], [None, None])
    assert settled([25], [10, 50], cap="loser_or_both") == ([None], [None, None])
    assert settled([25], [25, 50], cap="loser_or_both") == ([25], [25, -25])
    assert settled([25, -90, 0], [15, 20, 90], cap="both") == ([15, -30, 0], [-15, -15, 30])
    assert settled([25, -90, 0], [15, 20, 90], cap="loser") == ([20, -35, 0], [-15, -20, 35])
    assert settled([25, -90, 0], [20, 20, 90], cap="loser_or_both") == ([20, -40, 0], [-20, -20, 40])
    assert settled([25, -90, 7], [15, 20, 90], cap="loser_or_both") == ([None, None, None], [None, None, None])


def test_starting_stacks_as_basis() -> None:
    assert settled([40, 40, 0], [8, 100, 100], cap_basis="starting") == ([8, 8, 0], [16, -8, -8])
    assert settled([40, 40, 0], [8, 100, 100], cap_basis=UNKNOWN) == ([8, None, 0], [None, -8, None])


def test_unknown_stacks() -> None:
    assert settled([5, 0, -2], [100, None, 100]) == ([None, 0, None], [None, None, None])
    assert settled([5, 0, -2], [None, None, None], cap="none") == ([5, 0, -2], [5, -7, 2])
    assert settled([5], [0, None]) == ([0], [0, 0])
    assert settled([5], [None, 30], cap="loser") == ([5], [5, -5])
    assert settled([0, 0, 0], [None, None, None], cap=UNKNOWN) == ([0, 0, 0], [0, 0, 0])


def test_what_an_unknown_amount_leaves_unknown() -> None:
    """The stacks of both players of an unknown pair are unknown from then on; the third pair's are not needed."""
    assert settled([5, 1, 0], [100, None, 100]) == ([None, None, 0], [None, None, None])
    assert settled([None, 4, 0], [100, 100, 100]) == ([None, None, 0], [None, None, None])
    assert settled([0, 4, None], [100, 100, 100]) == ([0, 4, None], [4, None, None])


def test_unknown_points_of_who_has_nothing() -> None:
    assert settled([None], [0, 50]) == ([0], [0, 0])
    assert settled([None], [0, 50], cap="loser") == ([None], [None, None])
    assert settled([None], [0, 0], cap="loser") == ([0], [0, 0])
    assert settled([None], [0, None], cap="loser") == ([None], [None, None])


def test_an_unknown_point_value() -> None:
    assert settled([3, 0, 1], [100, 100, 0], None) == ([None, 0, 0], [None, None, 0])


@pytest.mark.parametrize(("stack", "price"), [(-1, 1), (100, -1)])
def test_a_negative_stack_or_price_is_none(stack: int, price: int) -> None:
    assert settled([3], [stack, 100], price) == ([None], [None, None])


@pytest.mark.parametrize(
    "changed", [{"scope": "match"}, {"scope": UNKNOWN}, {"match_cap": "50.00"}, {"match_cap": UNKNOWN}]
)
def test_money_of_a_match_is_not_known_from_one_hand(changed: dict[str, Any]) -> None:
    assert settled([3, 0, 1], [100, 100, 100], **changed) == ([None, None, None], [None, None, None])


def test_a_million_points_at_a_billion_each() -> None:
    """1e6 points × 1e9 of money is 1e19 ten-thousandths, beyond 64 bits: the stacks decide, exactly, or it is not
    known.
    """
    price, points, stack = 10**9 * UNIT, 10**6, 7 * 10**16 + 1
    assert points * price > np.iinfo(np.int64).max

    def exactly(stacks: list[int], cap: str, price: int = price) -> list[Any]:
        rules = rules_like(changed={"settlement.cap": cap})
        return shown(settle(np.array([[points]]), np.array([price]), np.array([stacks]), rules).amount)

    assert exactly([stack, stack + 5], "both") == [stack]
    assert exactly([1, stack], "loser") == [stack]
    assert exactly([stack, stack], "none") == [None]
    assert exactly([stack, 0], "none", MAX_AMOUNT // points) == [MAX_AMOUNT // points * points]
    assert exactly([MAX_AMOUNT, MAX_AMOUNT], "both") == [None]
    assert exactly([MAX_AMOUNT, MAX_AMOUNT - 1], "both") == [MAX_AMOUNT - 1]


def test_a_net_that_no_money_column_holds_is_not_known() -> None:
    rules = rules_like(changed={"settlement.cap": "none"})
    result = settle(np.array([[6, 6, 0]]), np.array([10**17]), np.full((1, 3), NULL), rules)
    assert shown(result.amount) == [6 * 10**17, 6 * 10**17, 0]
    assert shown(result.net) == [None, -6 * 10**17, -6 * 10**17]


def test_hands_that_no_stack_limits_are_settled_as_the_others() -> None:
    """Hands far from any cap take a shorter way; beside hands that do not, both come out right."""
    points = np.array([[25, 3, -4], [25, 3, -4], [0, 0, 0]])
    stacks = np.array([[money(s) for s in hand] for hand in ([28, 29, 7], [10, 50, 50], [None, 0, 0])])
    result = settle(points, np.array([UNIT] * 3), stacks, rules_like())
    assert shown(result.amount) == [25 * UNIT, 3 * UNIT, -4 * UNIT, 10 * UNIT, 3 * UNIT, -4 * UNIT, 0, 0, 0]
    assert shown(result.net)[:3] == [28 * UNIT, -29 * UNIT, 1 * UNIT]
