"""Whether a board can still be made legal: against every completion there is, and boards that a reader can judge."""

import itertools

import numpy as np
import pytest

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.score import completions
from ofc_audit.score.completions import can_be_legal
from ofc_audit.score.dead import NEVER, dead_streets, out_of_order
from ofc_audit.score.fillings import Rows, card_sets, cards_in
from ofc_audit.score.masked import Cards, Mask
from ofc_audit.score.ranks import rank_boards, rank_five, rank_tables, rank_three


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
@pytest.mark.parametrize("is_searched", [False, True])
def test_the_answer_is_that_of_all_completions(
    n_empty: int, n_cards: int, is_equal_legal: bool, is_searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_searched:
        # No completion is tried in between: what the bounds leave open is searched, a few boards at a time.
        monkeypatch.setattr(completions, "ORDERS", ())
        monkeypatch.setattr(completions, "AT_ONCE", 100)
    chance = np.random.default_rng(n_empty)
    boards, pools, answers = [], [], []
    for number in range(90):
        deck = chance.permutation(52)
        if number % 3 == 0:
            # Mostly of one suit: flushes, and rows that only a flush can fill.
            deck = deck[np.argsort((deck % 4 > 0) + chance.random(52), kind="stable")]
        board = deck[:13].astype(np.uint8)
        board[chance.choice(13, n_empty, replace=False)] = EMPTY
        pool = np.zeros(52, bool)
        pool[deck[13 : 13 + n_cards]] = True
        boards.append(board)
        pools.append(pool)
        answers.append(by_all(board, deck[13 : 13 + n_cards].tolist(), is_equal_legal))
    assert can_be_legal(np.array(boards), np.array(pools), is_equal_legal).tolist() == answers
    assert {True, False} == set(answers)


@pytest.mark.parametrize("width", [3, 5])
def test_the_fillings_of_a_row_are_the_weakest_and_the_strongest_there_are(width: int) -> None:
    chance = np.random.default_rng(width)
    for n_empty in range(width + 1):
        for number in range(40):
            deck = chance.permutation(52).astype(np.uint8)
            if number % 2:
                deck = deck[np.argsort((deck % 4 > 0) + chance.random(52), kind="stable")]
            row, cards = deck[:width].copy(), deck[width : width + 7]
            holes = chance.choice(width, n_empty, replace=False)
            ways = np.array(list(itertools.combinations(cards, n_empty)), np.uint8)
            filled = np.repeat(row[None], len(ways), axis=0)
            filled[:, holes] = ways
            values = (rank_three if width == 3 else rank_five)(filled).astype(int)
            row[holes] = EMPTY
            pool = np.zeros((1, 52), bool)
            pool[0, cards] = True
            rows, at_least = Rows(row[None]), int(chance.choice(values)) + number % 3 - 1
            found = rows.strongest(card_sets(pool))
            assert found.value[0] == values.max()
            assert not found.value[0] or len(cards_in(found.taken[0])) == n_empty
            found = rows.weakest(card_sets(pool), np.array([at_least]))
            right = values[values >= at_least]
            if found.is_real[0]:
                assert found.value[0] == (right.min() if len(right) else 0)
                assert set(cards_in(found.taken[0]).tolist()) <= set(cards.tolist())
            else:
                # Ranks that lie there in one suit only, so that they make a flush and not the row they are listed for.
                assert found.value[0] < right.min(initial=9999)


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
    assert can_be_legal(board(text)[None], pool(cards)[None], True).tolist() == [answer]


def test_a_foul_is_dead_from_the_first_street_that_no_unseen_card_can_mend() -> None:
    # Aces on top by street 3, the middle closed on street 4 with a pair of nines: dead on 4. Had he seen the two nines left when he had
    # acted on street 3, no more than a better pair was out of reach, so the answer is still 4; with every ace, king … seen it is 3.
    cards = board("Ah Ac 2d / 9h 9c 5s 7d 3c / 8s 8d 8c 4h 4d")
    streets = np.array([3, 3, 5, 1, 1, 2, 2, 4, 1, 1, 1, 4, 5], np.uint8)
    seen = np.full(52, NEVER, np.uint8)
    seen[cards] = streets
    assert dead_streets(cards[None], streets[None], seen[None], True).tolist() == [4]
    useful = pool("9s 9d 5h 5d 5c 7h 7c 7s")
    seen[useful] = 3
    assert dead_streets(cards[None], streets[None], seen[None], True).tolist() == [3]
    seen[useful] = 4
    assert dead_streets(cards[None], streets[None], seen[None], True).tolist() == [4]


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
    top, middle = out_of_order(*rows, True)
    assert (top.tolist(), middle.tolist()) == ([True, False, True], [False, True, True])
