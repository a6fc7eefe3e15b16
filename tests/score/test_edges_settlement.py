"""Money at its edges: amounts taken as moved before, the last ten-thousandth, prices of nothing, stacks that just reach."""

from typing import Any

import numpy as np
import pytest

from ofc_audit.money import NULL
from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.settlement import MAX_AMOUNT, settle
from score.scoring import rules_like, shown


def amounts(
    points: list[int], stacks: list[int], moved: list[int] | None = None, price: int = 1, **changed: Any
) -> tuple[list[Any], list[Any]]:
    """Amounts and nets in ten-thousandths under pokerbet with parameters of its settlement changed."""
    rules = rules_like(changed={f"settlement.{key}": value for key, value in changed.items()})
    given = None if moved is None else np.array([moved])
    result = settle(np.array([points]), np.array([price]), np.array([stacks]), rules, given)
    return shown(result.amount), shown(result.net)


def test_what_has_moved_decides_the_stacks_that_later_pairs_find() -> None:
    """The first paid the second 4 instead of 7, so that 6 of his 10 are left to lose to the third; the rules still give 7."""
    assert amounts([-7, -9, 0], [10, 50, 50]) == ([-7, -3, 0], [-10, 7, 3])
    assert amounts([-7, -9, 0], [10, 50, 50], [-4, NULL, NULL])[0] == [-7, -6, 0]
    assert amounts([-7, -9, 0], [10, 50, 50], [-10, NULL, NULL])[0] == [-7, 0, 0]
    assert amounts([7, -90, 0], [10, 50, 50], [2, NULL, NULL])[0] == [7, -12, 0]
    assert amounts([7, 0, -90], [50, 10, 500], [2, NULL, NULL])[0] == [7, 0, -8]
    assert amounts([7, 0, 90], [50, 10, 500], [2, NULL, NULL])[0] == [7, 0, 8]
    assert amounts([-7, -9, 0], [10, 50, 50], [-4, NULL, NULL], cap_basis="starting")[0] == [-7, -9, 0]


def test_a_payment_of_more_than_there_was_leaves_nothing_and_no_debt() -> None:
    assert amounts([-20, -5, 0], [10, 50, 50], [-20, NULL, NULL])[0] == [-10, 0, 0]
    assert amounts([-20, 5, 0], [10, 50, 50], [-20, NULL, NULL])[0] == [-10, 0, 0]
    assert amounts([-20, 5, 0], [10, 50, 50], [-20, NULL, NULL], cap="loser")[0] == [-10, 5, 0]


def test_what_has_moved_stands_in_for_what_is_not_known() -> None:
    assert amounts([NULL, -9, 0], [10, 50, 50], [-4, NULL, NULL])[0] == [None, -6, 0]
    assert amounts([-7, -9, 0], [10, NULL, 50], [-4, NULL, NULL])[0] == [None, -6, 0]
    assert amounts([-7, -9, 0], [10, NULL, 50], [NULL, NULL, NULL])[0] == [None, None, 0]


def test_hands_in_which_something_has_moved_beside_others() -> None:
    points, stacks = np.array([[-7, -3, 0]] * 3), np.array([[10, 50, 50], [10, 50, 50], [9, 50, 50]])
    moved = np.array([[NULL] * 3, [-10, NULL, NULL], [NULL] * 3])
    result = settle(points, np.ones(3, np.int64), stacks, rules_like(), moved)
    assert shown(result.amount) == [-7, -3, 0, -7, 0, 0, -7, -2, 0]


def test_the_last_ten_thousandth() -> None:
    assert MAX_AMOUNT == 999_999_999_999_999_999
    whole = 10**9 - 1
    assert whole * (10**9 + 1) == MAX_AMOUNT
    assert amounts([whole], [NULL, NULL], price=10**9 + 1, cap="none") == ([MAX_AMOUNT], [MAX_AMOUNT, -MAX_AMOUNT])
    assert amounts([-whole], [NULL, NULL], price=10**9 + 1, cap="none") == ([-MAX_AMOUNT], [-MAX_AMOUNT, MAX_AMOUNT])
    assert amounts([10**9], [NULL, NULL], price=10**9, cap="none") == ([None], [None, None])
    assert amounts([MAX_AMOUNT], [NULL, NULL], cap="none")[0] == [MAX_AMOUNT]
    assert amounts([MAX_AMOUNT + 1], [NULL, NULL], cap="none")[0] == [None]
    assert amounts([MAX_AMOUNT - 1, 1, 0], [NULL] * 3, cap="none")[1] == [MAX_AMOUNT, -(MAX_AMOUNT - 1), -1]
    assert amounts([MAX_AMOUNT - 1, 2, 0], [NULL] * 3, cap="none")[1] == [None, -(MAX_AMOUNT - 1), -2]


def test_a_large_amount_beside_a_price_of_nothing() -> None:
    points, prices = np.array([[10**10], [5], [10**10]]), np.array([10**10, 0, 1])
    result = settle(points, prices, np.full((3, 2), NULL), rules_like(changed={"settlement.cap": "none"}))
    assert shown(result.amount) == [None, 0, 10**10]


def test_the_largest_amounts_beside_one_that_is_too_large() -> None:
    points = np.array([[10**10], [10**9 - 1], [10**18], [6 * 10**17], [-(10**9)]])
    prices = np.array([10**10, 10**9 + 1, 1, 1, 10**9])
    result = settle(points, prices, np.full((5, 2), NULL), rules_like(changed={"settlement.cap": "none"}))
    assert shown(result.amount) == [None, MAX_AMOUNT, None, 6 * 10**17, None]
    assert shown(result.net)[2:4] == [MAX_AMOUNT, -MAX_AMOUNT]


def test_who_can_pay_either_of_two_and_not_both() -> None:
    assert amounts([0, 9, 9], [50, 50, 10])[0] == [0, 9, 1]
    assert amounts([9, 0, -9], [50, 10, 50])[0] == [9, 0, -1]
    assert amounts([-9, -9, 0], [10, 50, 50])[0] == [-9, -1, 0]


def test_points_at_a_price_of_nothing_move_nothing() -> None:
    assert amounts([5, 3, -2], [100, 100, 100], price=0) == ([0, 0, 0], [0, 0, 0])
    assert amounts([5, 3, -2], [0, 0, 0], price=0) == ([0, 0, 0], [0, 0, 0])


def test_one_point_at_an_unknown_price_is_not_known() -> None:
    assert amounts([1, 0, 0], [100, 100, 100], price=NULL)[0] == [None, 0, 0]
    assert amounts([1, 0, 0], [100, 100, 100], price=NULL, cap="none")[0] == [None, 0, 0]


def test_stacks_of_one_are_not_empty() -> None:
    assert amounts([-5], [1, 50]) == ([-1], [-1, 1])
    assert amounts([-5], [1, 50], cap="loser") == ([-1], [-1, 1])
    assert amounts([NULL], [1, 50]) == ([None], [None, None])
    assert amounts([NULL], [1, 1], cap="loser") == ([None], [None, None])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_stack_of_exactly_what_is_at_stake_limits_nothing(seat: int) -> None:
    """The first loses 7 and 9, the second wins 7 and loses 4: a stack of the sum is enough in any order."""
    points, at_stake = [-7, -9, -4], [16, 11, 13]
    stacks = [100, 100, 100]
    stacks[seat] = at_stake[seat]
    for order in ("left_of_button_first", "button_first", UNKNOWN):
        assert amounts(points, stacks, pair_order=order) == ([-7, -9, -4], [-16, 3, 13])


def test_an_unknown_stack_stays_unknown_after_a_known_pair() -> None:
    assert amounts([0, -5, -3], [50, NULL, 50])[0] == [0, -5, None]
    assert amounts([0, 0, -3], [NULL, 50, 50])[0] == [0, 0, -3]
    assert amounts([0, 0, -3], [50, NULL, 50])[0] == [0, 0, None]
    assert amounts([0, -2, 0], [50, 50, NULL])[0] == [0, None, 0]


def test_what_is_known_at_an_unknown_price_under_a_cap_of_the_loser() -> None:
    assert amounts([3], [50, 50], price=NULL, cap="loser")[0] == [None]
    assert amounts([3], [50, 1], price=NULL, cap="loser")[0] == [None]
    assert amounts([3], [50, 0], price=NULL, cap="loser")[0] == [0]


def test_where_all_has_moved_the_stacks_are_those_it_left() -> None:
    """Without what moved nothing in this hand would come near a stack."""
    assert amounts([-7, -9, 1], [100, 50, 50])[0] == [-7, -9, 1]
    assert amounts([-7, -9, 1], [100, 50, 50], [-100, 0, 1])[0] == [-7, 0, 1]


def test_no_hands() -> None:
    for players, pairs in ((2, 1), (4, 6)):
        nothing = np.zeros((0, pairs), np.int64), np.zeros(0, np.int64), np.zeros((0, players), np.int64)
        result = settle(*nothing, rules_like())
        assert (result.amount.values.shape, result.net.values.shape) == ((0, pairs), (0, players))


def test_a_product_that_runs_over_to_nothing_is_too_large() -> None:
    """Points times price is 2 to the 64th: in 64 bits that is nothing, which every stack could pay."""
    for points in (2**32, -(2**32)):
        assert amounts([points], [MAX_AMOUNT] * 2, price=2**32, cap="none") == ([None], [None, None])
        assert amounts([points], [10**17] * 2, price=2**32)[0] == [10**17 if points > 0 else -(10**17)]


def test_hands_beside_one_that_is_too_large_are_settled_as_ever() -> None:
    points = np.array([[10**10, 1, 1], [5, -3, 0], [NULL, 2, 2], [1, 1, 1]])
    prices, stacks = np.array([10**10, 2, 2, NULL]), np.full((4, 3), MAX_AMOUNT)
    result = settle(points, prices, stacks, rules_like(changed={"settlement.cap": "none"}))
    assert shown(result.amount) == [None, 10**10, 10**10, 10, -6, 0, None, 4, 4, None, None, None]
    assert shown(result.net)[3:9] == [4, -10, 6, None, None, -8]


def test_a_stack_that_is_one_ten_thousandth_short_of_a_large_sum_limits_it() -> None:
    short = 2**59
    assert amounts([-short - 1], [short, MAX_AMOUNT])[0] == [-short]
    assert amounts([short + 1], [MAX_AMOUNT, short])[0] == [short]
    assert amounts([-short], [short, MAX_AMOUNT])[0] == [-short]


def test_hands_without_a_price_beside_others_without_points() -> None:
    points, prices = np.array([[NULL], [3], [3], [NULL]]), np.array([2, -1, 2, NULL])
    result = settle(points, prices, np.full((4, 2), 100), rules_like())
    assert shown(result.amount) == [None, None, 6, None]


def test_a_pool_tells_what_moves_between_two_only_where_no_stack_limits_anybody() -> None:
    assert amounts([7, -3, 0], [10, 50, 50], method="pool") == ([7, -3, 0], [4, -7, 3])
    assert amounts([-7, -9, 0], [10, 50, 50], method="pool") == ([None, None, 0], [None, None, None])
    assert amounts([-7, -9, 1], [10, 50, 50], method="pool") == ([None, None, None], [None, None, None])
    assert amounts([NULL, 0, 0], [10, 50, 50], method="pool") == ([None, 0, 0], [None, None, 0])
    assert amounts([-7, -9, 0], [10, 50, 50], method="pool", cap="none") == ([-7, -9, 0], [-16, 7, 9])
    # Either of two ways of settling: known is what both give.
    assert amounts([-7, -9, 0], [10, 50, 50], method=UNKNOWN) == ([None, None, 0], [None, None, None])
    assert amounts([-7, -9, 0], [10, 50, 50], method="pairs") == ([-7, -3, 0], [-10, 7, 3])
