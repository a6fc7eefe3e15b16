"""Whether a board can still be made legal: against every completion there is, and boards that a reader can judge."""

import itertools

import numpy as np
import pytest

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.score import completions
from ofc_audit.score.completions import can_be_legal
from ofc_audit.score.dead import NEVER, dead_streets, out_of_order
from ofc_audit.score.masked import Cards, Mask
from ofc_audit.score.ranks import rank_boards, rank_tables


def by_all(board: Cards, cards: list[int], is_equal_legal: bool) -> bool:
    """The slow answer: every order of the cards on the empty places."""
    holes = np.flatnonzero(board == EMPTY)
    ways = np.array(list(itertools.permutations(cards, len(holes))), np.uint8)
    filled = np.repeat(board[None], len(ways), axis=0)
    filled[:, holes] = ways
    top, middle, bottom = rank_boards(filled)
    tables = rank_tables()
    allowed = (tables.legal_top if is_equal_legal else tables.legal_top_strict).take(middle)
    return bool(((top <= allowed) & ((bottom >= middle) if is_equal_legal else (bottom > middle))).any())


@pytest.mark.parametrize(("n_empty", "n_cards"), [(1, 9), (2, 8), (3, 7), (4, 6), (5, 5)])
@pytest.mark.parametrize("is_equal_legal", [True, False])
@pytest.mark.parametrize("few", [2000, 0])
def test_the_answer_is_that_of_all_completions(
    n_empty: int, n_cards: int, is_equal_legal: bool, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without chance on its side: no completion is drawn but one, so rows by themselves and the search decide.
    monkeypatch.setattr(completions, "FEW", few)
    monkeypatch.setattr(completions, "DRAWS", (1,))
    monkeypatch.setattr(completions, "LOOKED_AT_AFTER", 1)
    chance = np.random.default_rng(n_empty)
    boards, pools, answers = [], [], []
    for _ in range(60):
        deck = chance.permutation(52)
        board = deck[:13].astype(np.uint8)
        board[chance.choice(13, n_empty, replace=False)] = EMPTY
        pool = np.zeros(52, bool)
        pool[deck[13 : 13 + n_cards]] = True
        boards.append(board)
        pools.append(pool)
        answers.append(by_all(board, deck[13 : 13 + n_cards].tolist(), is_equal_legal))
    assert can_be_legal(np.array(boards), np.array(pools), is_equal_legal).tolist() == answers
    assert {True, False} == set(answers)


def board(text: str) -> Cards:
    """A board as text, dots where nothing lies."""
    return np.array(
        [EMPTY if word == ".." else card_codes(word)[0] for word in text.replace("/", " ").split()], np.uint8
    )


def pool(text: str) -> Mask:
    cards = np.zeros(52, bool)
    cards[card_codes(text)] = True
    return cards


@pytest.mark.parametrize(
    ("text", "cards", "answer"),
    [
        # A pair of aces on top needs two pair in the middle: the one nine that is left makes it.
        ("Ah Ac 2d / 9h 9c 5s 5d .. / 8s 8d 8c 4h 4d", "Kd", True),
        ("Ah Ac 2d / 9h 9c 5s 7d .. / 8s 8d 8c 4h 4d", "Kd 7s", True),
        ("Ah Ac 2d / 9h 9c 5s 7d .. / 8s 8d 8c 4h 4d", "Kd Qs", False),
        # Both rows want the same king.
        ("Qh Qc 2d / Kh 9c 5s 7d .. / Kc 9d 5h 7s ..", "Ks 2c", False),
        ("Qh Qc 2d / Kh 9c 5s 7d .. / Kc 9d 5h 7s ..", "Ks Kd", True),
        # Nothing to draw from.
        ("Qh Qc 2d / Kh 9c 5s 7d .. / Kc 9d 5h 7s 7c", "", False),
    ],
)
def test_boards_that_one_sees_through(text: str, cards: str, answer: bool) -> None:
    assert can_be_legal(board(text)[None], pool(cards)[None]).tolist() == [answer]


def test_a_foul_is_dead_from_the_first_street_that_no_unseen_card_can_mend() -> None:
    # Aces on top by street 3, the middle closed on street 4 with a pair of nines: dead on 4. Had he seen the two nines left when he had
    # acted on street 3, no more than a better pair was out of reach, so the answer is still 4; with every ace, king … seen it is 3.
    cards = board("Ah Ac 2d / 9h 9c 5s 7d 3c / 8s 8d 8c 4h 4d")
    streets = np.array([3, 3, 5, 1, 1, 2, 2, 4, 1, 1, 1, 4, 5], np.uint8)
    seen = np.full(52, NEVER, np.uint8)
    seen[cards] = streets
    assert dead_streets(cards[None], streets[None], seen[None]).tolist() == [4]
    useful = pool("9s 9d 5h 5d 5c 7h 7c 7s")
    seen[useful] = 3
    assert dead_streets(cards[None], streets[None], seen[None]).tolist() == [3]
    seen[useful] = 4
    assert dead_streets(cards[None], streets[None], seen[None]).tolist() == [4]


def test_which_rows_are_out_of_order() -> None:
    rows = rank_boards(
        np.array(
            [
                board("Ah Ac 2d / 9h 9c 5s 7d 3c / 8s 8d 8c 4h 4d"),
                board("2h 3c 4d / 9h 9c 9s 7d 3d / 8s 8d 7c 4h 5d"),
                board("Ah Ac 2d / 9h 9c 5s 7d 3c / Ks Qd 7c 4h 5d"),
            ]
        )
    )
    top, middle = out_of_order(*rows)
    assert (top.tolist(), middle.tolist()) == ([True, False, True], [False, True, True])
