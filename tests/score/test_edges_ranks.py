"""Every class of rows once: values in the order of plain counting, categories, ranks, and the strongest legal top of each middle."""

from bisect import bisect_left, bisect_right
from itertools import combinations_with_replacement

import numpy as np
import pytest

from ofc_audit.cards import EMPTY, N_CARDS
from ofc_audit.score import ranks
from ofc_audit.score.ranks import CATEGORY_NAMES, FLUSH, HIGH_CARD, rank_boards, rank_five, rank_tables, rank_three
from score.scoring import plain_strength

STRAIGHT_FLUSH, ROYAL_FLUSH = 8, 9


def classes(size: int) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """One row of cards for each class that a deck can give, flushes too where they count, and what counting says of it."""
    rows: list[list[int]] = []
    strengths = []
    for held in combinations_with_replacement(range(13), size):
        if max(held.count(rank) for rank in held) <= 4:
            rows.append([rank * 4 + place % 4 for place, rank in enumerate(held)])
            strengths.append(plain_strength(held))
        if size == 5 and len(set(held)) == 5:
            rows.append([rank * 4 + 2 for rank in held])
            strengths.append(plain_strength(held, is_flush=True))
    return np.array(rows, np.uint8), strengths


@pytest.mark.parametrize(("size", "n_values"), [(3, 455), (5, 7462)])
def test_values_follow_plain_counting(size: int, n_values: int) -> None:
    cards, strengths = classes(size)
    values = (rank_three if size == 3 else rank_five)(cards)
    order = {strength: value for value, strength in enumerate(sorted(set(strengths)), 1)}
    assert len(order) == n_values
    assert np.array_equal(values, [order[strength] for strength in strengths])
    turned = (rank_three if size == 3 else rank_five)(np.ascontiguousarray(cards[:, ::-1]))
    assert np.array_equal(turned, values)
    tables = rank_tables()
    category = (tables.three_category if size == 3 else tables.five_category)[values]
    royal = (STRAIGHT_FLUSH, 12, 11, 10, 9, 8)
    assert np.array_equal(category, [ROYAL_FLUSH if strength == royal else strength[0] for strength in strengths])
    if size == 3:
        assert np.array_equal(tables.three_rank[values], [strength[1] for strength in strengths])


def test_the_strongest_top_that_a_middle_allows() -> None:
    middles, middle_strengths = classes(5)
    tops, top_strengths = classes(3)
    order = sorted(set(top_strengths))
    shared = [strength[:4] for strength in middle_strengths]
    tables = rank_tables()
    values = rank_five(middles)
    lax, strict = tables.legal_top[values], tables.legal_top_strict[values]
    assert len(tops) == len(order) == 455
    assert np.array_equal(lax, [bisect_right(order, middle) for middle in shared])
    assert np.array_equal(strict, [bisect_left(order, middle) for middle in shared])


def test_rows_that_no_deck_gives_and_rows_with_a_card_missing_have_no_value() -> None:
    five_of_a_kind = np.array([[0, 1, 2, 3, 0]], np.uint8)
    flush_with_a_pair = np.array([[0, 0, 8, 16, 24]], np.uint8)
    assert rank_five(five_of_a_kind).tolist() == [0]
    assert rank_five(flush_with_a_pair).tolist() == [0]
    whole = np.array([[0, 5, 10, 15, 51]], np.uint8)
    assert rank_five(whole).tolist() != [0]
    for place in range(5):
        row = whole.copy()
        row[0, place] = EMPTY
        assert rank_five(np.concatenate([row, whole])).tolist() == [0, *rank_five(whole).tolist()]
        row[0, place] = 52
        assert rank_five(row).tolist() == [0]
    for place in range(3):
        row = whole[:, :3].copy()
        for code in (EMPTY, N_CARDS):
            row[0, place] = code
            assert rank_three(row).tolist() == [0]


@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_boards_in_chunks_of_any_length(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    cards = np.stack([rng.permutation(52)[:13] for _ in range(5)]).astype(np.uint8)
    cards[1, 4] = EMPTY
    monkeypatch.setattr(ranks, "CHUNK", chunk)
    top, middle, bottom = rank_boards(cards)
    assert top.tolist() == rank_three(cards[:, :3]).tolist()
    assert middle.tolist() == rank_five(cards[:, 3:8]).tolist()
    assert bottom.tolist() == rank_five(cards[:, 8:]).tolist()
    assert [one.dtype for one in (top, middle, bottom)] == [np.uint16] * 3
    assert middle.tolist()[1] == 0


@pytest.mark.parametrize("suit", [0, 1, 2, 3])
def test_one_card_of_another_suit_is_no_flush(suit: int) -> None:
    suited = np.array([rank * 4 + suit for rank in (0, 2, 5, 8, 11)], np.uint8)
    flush, high_card = rank_five(suited[None])[0], rank_five(np.array([[0, 9, 22, 35, 44]], np.uint8))[0]
    assert rank_tables().five_category[flush] == FLUSH
    assert rank_tables().five_category[high_card] == HIGH_CARD
    for place in range(5):
        for other in {0, 1, 2, 3} - {suit}:
            row = suited.copy()
            row[place] = row[place] // 4 * 4 + other
            assert rank_five(row[None]).tolist() == [high_card]


def test_a_missing_card_leaves_the_rows_beside_its_own_as_they_are() -> None:
    cards = np.tile(np.random.default_rng(6).permutation(52)[:13].astype(np.uint8), (14, 1))
    for place in range(13):
        cards[place, place] = N_CARDS if place % 2 else EMPTY
    rows = [0] * 3 + [1] * 5 + [2] * 5
    values = rank_boards(cards)
    for row, found in enumerate(values):
        assert found.tolist() == [0 if own == row else int(found[13]) for own in rows] + [int(found[13])]
        assert found[13] > 0


def test_names_of_the_categories() -> None:
    assert CATEGORY_NAMES[HIGH_CARD] == "high card"
    assert CATEGORY_NAMES[ROYAL_FLUSH] == "royal flush"
    assert CATEGORY_NAMES[1:9] == (
        *("pair", "two pair", "three of a kind", "straight"),
        *("flush", "full house", "four of a kind", "straight flush"),
    )


def test_tables_have_the_shapes_and_types_that_are_declared() -> None:
    assert rank_five(np.array([[0, 4, 8, 12, 17]], np.uint8)).dtype == np.uint16
    tables = rank_tables()
    n_five, n_three = tables.five.max(), tables.three.max()
    assert {name: (array.shape, array.dtype) for name, array in vars(tables).items()} == {
        "five": ((2 * 13**5,), np.uint16),
        "three": ((13**3,), np.uint16),
        "five_category": ((n_five + 1,), np.int8),
        "three_category": ((n_three + 1,), np.int8),
        "three_rank": ((n_three + 1,), np.int8),
        "legal_top": ((n_five + 1,), np.uint16),
        "legal_top_strict": ((n_five + 1,), np.uint16),
    }
