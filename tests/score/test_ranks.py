"""Ranks: every hand there is, counted per category and in the order of an evaluator that others wrote."""

from itertools import combinations, permutations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.score.ranks import (
    CATEGORY_NAMES,
    FLUSH,
    HIGH_CARD,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    rank_boards,
    rank_five,
    rank_tables,
    rank_three,
)
from score.scoring import deals, plain_strength

FIVE_COUNTS = {
    "high card": 1_302_540,
    "pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind": 624,
    "straight flush": 36,
    "royal flush": 4,
}


@pytest.fixture(scope="module")
def all_fives() -> np.ndarray:
    """(2598960, 5) every five-card hand."""
    flat = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8, 2_598_960 * 5)
    return flat.reshape(-1, 5)


@pytest.fixture(scope="module")
def all_values(all_fives: np.ndarray) -> np.ndarray:
    """(2598960,) their values."""
    return rank_five(all_fives)


def five(text: str) -> int:
    return int(rank_five(np.array([card_codes(text)], np.uint8))[0])


def three(text: str) -> int:
    return int(rank_three(np.array([card_codes(text)], np.uint8))[0])


def test_all_five_card_hands_by_category(all_values: np.ndarray) -> None:
    counted = np.bincount(rank_tables().five_category[all_values], minlength=10)
    assert dict(zip(CATEGORY_NAMES, counted.tolist(), strict=True)) == FIVE_COUNTS


def test_all_five_card_hands_have_7462_values(all_values: np.ndarray) -> None:
    assert np.array_equal(np.unique(all_values), np.arange(1, 7463))


def test_all_five_card_hands_as_phevaluator_orders_them(all_fives: np.ndarray, all_values: np.ndarray) -> None:
    """All 2,598,960, one by one: phevaluator has the same card codes and numbers the same classes 1 (best) to 7462."""
    theirs = np.fromiter(map(evaluate_cards, *all_fives.T.tolist()), np.int64, len(all_fives))
    assert np.array_equal(7463 - theirs, all_values)


def test_all_tops_by_category_in_455_values_in_plain_order() -> None:
    tops = np.array(list(combinations(range(52), 3)), np.uint8)
    values = rank_three(tops)
    assert len(tops) == 22_100
    assert np.bincount(rank_tables().three_category[values], minlength=4).tolist() == [18_304, 3_744, 0, 52]
    strengths = [plain_strength(ranks) for ranks in (tops >> 2).tolist()]
    order = {strength: place for place, strength in enumerate(sorted(set(strengths)), start=1)}
    assert len(order) == 455
    assert [order[strength] for strength in strengths] == values.tolist()
    assert [s[1] for s in sorted(set(strengths))] == rank_tables().three_rank[1:].tolist()


def test_order_of_the_cards_does_not_matter() -> None:
    hand = card_codes("Ah 5h 4h 3h 2h")
    values = rank_five(np.array(list(permutations(hand)), np.uint8))
    assert set(values.tolist()) == {five("Ah 2h 3h 4h 5h")}
    tops = rank_three(np.array(list(permutations(card_codes("Qh 7d Qc"))), np.uint8))
    assert set(tops.tolist()) == {three("Qh Qc 7d")}


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("As Kd Qh Jc 9s", "Ac 2d 3h 4s 5c"),
        ("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c"),
        ("Ah 2h 3h 4h 5h", "2h 3h 4h 5h 6h"),
        ("9s Ts Js Qs Ks", "As Ts Js Qs Ks"),
        ("Kc Kd Kh Ks Qc", "Ac 2c 3c 4c 5c"),
        ("8c 8d 7h 7s Ac", "9c 9d 2h 2s 3c"),
        ("2c 2d 2h As Kc", "3c 3d 3h 2s 4c"),
        ("Ac Ad Kh Qs Jc", "2c 2d 3h 3s 4c"),
        ("Ah Kh Qh Jh 9h", "2c 2d 2h 3s 3c"),
    ],
)
def test_stronger_rows_have_higher_values(weaker: str, stronger: str) -> None:
    assert five(weaker) < five(stronger)


def test_a_straight_does_not_wrap_around() -> None:
    assert rank_tables().five_category[five("Qc Kd Ah 2s 3c")] == HIGH_CARD
    assert rank_tables().five_category[five("Ac 2d 3h 4s 5c")] == STRAIGHT


def test_on_top_straights_and_flushes_are_high_cards() -> None:
    assert three("Ah Kh Qh") == three("Ac Kd Qs")
    assert rank_tables().three_category[three("4h 3h 2h")] == HIGH_CARD
    assert three("Ah Kh Qh") < three("2c 2d 3h")


@pytest.mark.parametrize(
    ("hand", "category"),
    [("Ts Js Qs Ks As", ROYAL_FLUSH), ("9s Ts Js Qs Ks", STRAIGHT_FLUSH), ("Ts Js Qs Ks 2s", FLUSH)],
)
def test_categories_that_royalties_tell_apart(hand: str, category: int) -> None:
    assert rank_tables().five_category[five(hand)] == category


def test_rows_without_a_value() -> None:
    cards = np.array([[0, 4, 8, 12, EMPTY], [0, 4, 8, 12, 52], [48, 49, 50, 51, 48], [48, 48, 44, 40, 36]], np.uint8)
    assert rank_five(cards).tolist() == [0, 0, 0, 0]
    assert rank_three(cards[:, 2:]).tolist() == [0, 0, three("Ah As Ac"), three("Kc Qc Jc")]


def test_boards_are_ranked_row_by_row_also_across_chunks() -> None:
    boards = deals(70_000, 1, seed=11)[:, 0]
    boards[69_999, 2] = EMPTY
    top, middle, bottom = rank_boards(boards)
    assert np.array_equal(top[:-1], rank_three(boards[:-1, :3]))
    assert top[-1] == 0
    assert np.array_equal(middle, rank_five(boards[:, 3:8]))
    assert np.array_equal(bottom, rank_five(boards[:, 8:]))


def test_nothing_to_rank() -> None:
    assert [len(values) for values in rank_boards(np.empty((0, 13), np.uint8))] == [0, 0, 0]
