"""Whole hands by example: every row is compared with its own, a missing row hides its board, hands do not meet."""

from itertools import permutations

import numpy as np
import pytest

from ofc_audit.score.hands import score_hands
from score.scoring import board, play, rules_like, shown

# Aces on top, the weaker middle, and a bottom equal to the other's: won, lost, tied.
ONE = "Ac Ad 2s/Kc Kd Ah 4s 4d/9c 9d 9h 3s 3d"
OTHER = "Jc Td 3c/Kh Ks As 5s 5d/9c 9d 9h 3s 3d"
WEAKEST = "2h 3d 4c/2c 3c 4d 5d 7h/2s 3s 4s 5h 7d"
HALVES = (
    "Ac Ad/Kc Kd Ah 4s 4d/9c 9d 9h 3s 3d",
    "Ac Ad 2s/Kc Kd Ah 4s/9c 9d 9h 3s 3d",
    "Ac Ad 2s/Kc Kd Ah 4s 4d/9c 9d 9h 3s",
)


def test_rows_that_go_three_ways() -> None:
    scored = play(["Ac Ad 2s/As Ah Kc 4s 4d/9c 9d 9h 3s 3d", "Jc Td 3c/7h 7s 7c 5s 6d/9c 9d 9h 3s 3d"], rules_like())
    assert [shown(row)[0] for row in scored.pairs.rows] == [1, -1, 0]
    assert shown(scored.pairs.bonus) == [0]
    assert [shown(royalties) for royalties in scored.royalties] == [[9, 0], [0, 2], [6, 6]]
    assert [shown(collected)[0] for collected in scored.pairs.royalties] == [15, 8]
    assert shown(scored.points) == [7, -7]


@pytest.mark.parametrize("text", HALVES)
def test_one_missing_card_leaves_the_board_without_an_answer(text: str) -> None:
    scored = play([text, WEAKEST], rules_like())
    assert shown(scored.is_foul) == [None, False]
    assert [shown(row) for row in scored.royalties] == [[None, 0]] * 3
    assert shown(scored.points) == [None, None]


def test_the_weakest_board_is_complete() -> None:
    scored = play([WEAKEST, WEAKEST], rules_like())
    assert shown(scored.is_foul) == [False, False]
    assert scored.is_foul.known is None
    assert scored.points.known is None
    assert shown(scored.points) == [0, 0]


def test_hands_beside_each_other_are_as_alone() -> None:
    boards = (ONE, OTHER, WEAKEST, HALVES[0])
    hands = list(permutations(boards, 3))
    cards = np.stack([np.stack([board(text) for text in hand]) for hand in hands])
    together = score_hands(cards, np.zeros((len(hands), 3), np.int16), rules_like())
    for number, hand in enumerate(hands):
        alone = play(hand, rules_like())
        for whole, part in (
            (together.is_foul, alone.is_foul),
            (together.points, alone.points),
            (together.pairs.points, alone.pairs.points),
            (together.pairs.bonus, alone.pairs.bonus),
            (together.fantasy.is_next, alone.fantasy.is_next),
            *zip(together.royalties, alone.royalties, strict=True),
            *zip(together.pairs.rows, alone.pairs.rows, strict=True),
        ):
            width = whole.values.shape[1]
            assert shown(whole)[number * width : (number + 1) * width] == shown(part), hand


def test_types() -> None:
    scored = play([ONE, OTHER, HALVES[1]], rules_like())
    assert scored.points.values.dtype == np.int32
    assert scored.pairs.points.values.dtype == np.int32
    assert scored.pairs.bonus.values.dtype == np.int16
    assert [row.values.dtype for row in scored.pairs.rows] == [np.int8] * 3
    assert [one.values.dtype for one in (*scored.royalties, *scored.pairs.royalties)] == [np.int16] * 5
    nothing = play([ONE, OTHER], None)
    assert nothing.points.values.dtype == np.int32
    assert nothing.pairs.points.values.dtype == np.int32
    assert [one.values.dtype for one in (nothing.pairs.bonus, *nothing.royalties)] == [np.int16] * 4
