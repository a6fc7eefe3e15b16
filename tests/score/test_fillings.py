"""The weakest and the strongest filling of a row: the cards taken for it, flushes, the ends of the list, and sets of cards."""

import numpy as np
import pytest

from ofc_audit.cards import EMPTY, N_CARDS, card_codes, cards_text
from ofc_audit.score.fillings import Filled, Rows, card_sets, cards_in, highest, least_middles, lowest
from ofc_audit.score.masked import Cards
from ofc_audit.score.ranks import N_FIVE, N_THREE, rank_five, rank_tables, rank_three

DECK = "23456789TJQKA"


def row(text: str) -> Cards:
    """(1, k) cards of a row, dots where nothing lies."""
    return np.array([[EMPTY if word == ".." else card_codes(word)[0] for word in text.split()]], np.uint8)


def one_set(text: str) -> np.ndarray:
    pool = np.zeros((1, N_CARDS), bool)
    pool[0, card_codes(text)] = True
    return card_sets(pool)


def value_of(text: str) -> int:
    cards = row(text)
    return int((rank_three if cards.shape[1] == 3 else rank_five)(cards)[0])


def told(filled: Filled) -> tuple[int, str, bool]:
    return int(filled.value[0]), cards_text(cards_in(filled.taken[0])), bool(filled.is_real[0])


def weakest(text: str, cards: str, at_least: str = "") -> tuple[int, str, bool]:
    """Value, cards taken and whether they give it, of the weakest filling, from the value of another row on."""
    bound = np.array([value_of(at_least)]) if at_least else None
    return told(Rows(row(text)).weakest(one_set(cards), bound))


def strongest(text: str, cards: str) -> tuple[int, str, bool]:
    return told(Rows(row(text)).strongest(one_set(cards)))


def test_a_set_of_cards_is_its_cards() -> None:
    pool = np.zeros((3, N_CARDS), bool)
    pool[1] = True
    pool[2, [0, 7, 8, 31, 51]] = True
    sets = card_sets(pool)
    assert (sets.tolist(), sets.dtype) == ([0, 2**52 - 1, 1 | 1 << 7 | 1 << 8 | 1 << 31 | 1 << 51], np.uint64)
    assert [cards_in(one).tolist() for one in sets] == [[], list(range(N_CARDS)), [0, 7, 8, 31, 51]]
    assert cards_in(sets[2]).dtype == np.uint8


@pytest.mark.parametrize("rank", DECK)
def test_the_lowest_and_the_highest_card_of_a_rank(rank: str) -> None:
    # Its two neighbours are there in full, so that a bit that strays is seen.
    near = DECK[max(DECK.index(rank) - 1, 0) :][:3].replace(rank, "")
    others = [other + suit for other in near for suit in "cdhs"]
    for number in range(1, 16):
        cards = [rank + suit for place, suit in enumerate("cdhs") if number >> place & 1]
        sets = one_set(" ".join(cards + others))
        assert cards_in(lowest(sets)[0]).tolist() == sorted(card_codes(" ".join([cards[0], *others[::4]])))
        assert cards_in(highest(sets)[0]).tolist() == sorted(card_codes(" ".join([cards[-1], *others[3::4]])))


@pytest.mark.parametrize(
    ("text", "cards", "weak", "strong"),
    [
        # Of a rank the lowest codes are taken, and as many as the filling has of it.
        ("9c .. .. .. ..", "Ac Ad Ah As", ("9c Ac Ad Ah As", "Ac Ad Ah As"), ("9c Ac Ad Ah As", "Ac Ad Ah As")),
        ("9c .. .. .. ..", "2c 2d 2h 3d 3s", ("9c 2c 2d 3d 3s", "2c 2d 3d 3s"), ("9c 2c 2d 2h 3d", "2c 2d 2h 3d")),
        ("9c 9d ..", "8s 8h 9s", ("9c 9d 8h", "8h"), ("9c 9d 9s", "9s")),
        (".. .. ..", "2c 2d 2h 2s", ("2c 2d 2h", "2c 2d 2h"), ("2c 2d 2h", "2c 2d 2h")),
        (".. .. ..", "4s 2d 3h Kc Ks", ("2d 3h 4s", "2d 3h 4s"), ("Kc Ks 4s", "4s Kc Ks")),
        # The first filling in the list of a row and the last.
        ("3c 4d 5h 7s ..", "2c", ("2c 3c 4d 5h 7s", "2c"), ("2c 3c 4d 5h 7s", "2c")),
        ("Tc Jc Qc Kd ..", "Ac", ("Tc Jc Qc Kd Ac", "Ac"), ("Tc Jc Qc Kd Ac", "Ac")),
        (
            ".. .. .. .. ..",
            "As Ks Qs Js Ts 2c",
            ("Ks Qs Js Ts 2c", "2c Ts Js Qs Ks"),
            ("As Ks Qs Js Ts", "Ts Js Qs Ks As"),
        ),
        # Five of a rank is no filling.
        ("2c 2d 2h 2s ..", "3c", ("2c 2d 2h 2s 3c", "3c"), ("2c 2d 2h 2s 3c", "3c")),
    ],
)
def test_the_cards_that_a_row_is_filled_with(
    text: str, cards: str, weak: tuple[str, str], strong: tuple[str, str]
) -> None:
    assert weakest(text, cards) == (value_of(weak[0]), weak[1], True)
    assert strongest(text, cards) == (value_of(strong[0]), strong[1], True)


@pytest.mark.parametrize("suit", "cdhs")
def test_a_row_of_one_suit_takes_its_flush_or_its_other_cards(suit: str) -> None:
    other = "c" if suit != "c" else "d"
    four, seven = f"2{suit} 3{suit} 4{suit} 5{suit} ..", f"7{suit}"
    flush = value_of(f"2{suit} 3{suit} 4{suit} 5{suit} 7{suit}")
    # The only card makes a flush: it is no high card, which is told as a bound.
    assert weakest(four, seven) == (value_of("2c 3d 4h 5s 7c"), seven, False)
    assert strongest(four, seven) == (flush, seven, True)
    assert weakest(four, seven, at_least="2c 3d 4h 5s 8c") == (flush, seven, True)
    # Whichever of the two sevens comes first, the weakest takes the one and the strongest the other.
    assert weakest(four, f"7{suit} 7{other}") == (value_of("2c 3d 4h 5s 7c"), f"7{other}", True)
    assert strongest(four, f"7{suit} 7{other}") == (flush, seven, True)
    # The weakest flush of a row and the strongest, each its only filling.
    ends = f"3{suit} 4{suit} 5{suit} 7{suit} ..", f"T{suit} J{suit} Q{suit} K{suit} .."
    assert strongest(ends[0], f"2{suit}") == (value_of(ends[0].replace("..", f"2{suit}")), f"2{suit}", True)
    assert strongest(ends[1], f"A{suit}") == (N_FIVE, f"A{suit}", True)
    assert weakest(ends[1], f"A{suit}") == (value_of("Tc Jd Qh Ks Ac"), f"A{suit}", False)
    # A straight lies below the flush, a straight flush over it.
    assert strongest(four, f"6{suit} 7{suit}") == (
        value_of(f"2{suit} 3{suit} 4{suit} 5{suit} 6{suit}"),
        f"6{suit}",
        True,
    )
    assert strongest(four, f"6{other} 7{other}") == (value_of("2c 3d 4h 5s 6c"), f"6{other}", True)


@pytest.mark.parametrize("suit", "cdhs")
def test_an_empty_row_may_become_a_flush_of_any_suit(suit: str) -> None:
    cards = " ".join(rank + suit for rank in "24579")
    assert strongest(".. .. .. .. ..", cards) == (value_of(cards), cards, True)
    assert weakest(".. .. .. .. ..", cards)[2] is False
    assert weakest(".. .. .. .. ..", cards, at_least="Ac Ad Ah Ks Qc") == (value_of(cards), cards, True)


def test_rows_that_no_filling_reaches() -> None:
    nothing = (0, "")
    for text in (".. .. ..", "2c 3d ..", ".. .. .. .. ..", "2c 3c 4c 5c .."):
        assert weakest(text, "")[:2] == strongest(text, "")[:2] == nothing
    assert weakest("2c 3d 4h 5s ..", "7c 8c 9c", at_least="2c 3d 4h 5s Tc")[:2] == nothing
    assert weakest("2c 3d 4h 5s ..", "7c 8c Tc", at_least="2c 3d 4h 5s Tc") == (value_of("2c 3d 4h 5s Tc"), "Tc", True)
    assert weakest("Ac Ad Ah As ..", "Kc", at_least="Ac Kc Qc Jc Tc")[:2] == nothing


def test_a_full_row_is_what_it_is() -> None:
    trips, straight = "2c 2d 2h 9s 8c", "2c 3d 4h 5s 6c"
    assert weakest(trips, "Ac") == strongest(trips, "Ac") == (value_of(trips), "", True)
    assert weakest(trips, "Ac", at_least=trips) == (value_of(trips), "", True)
    assert weakest(trips, "Ac", at_least=straight) == (0, "", True)
    assert weakest("2c 2d Ah", "Ac") == strongest("2c 2d Ah", "") == (value_of("2c 2d Ah"), "", True)
    flush = "2c 4c 6c 8c Tc"
    assert weakest(flush, "2d 4d 6d 8d Td") == strongest(flush, "Ac") == (value_of(flush), "", True)


def test_a_card_that_lies_there_twice_makes_no_flush() -> None:
    # A damaged record: a pair of one suit with three more of it is no hand at all, so that the pair is not one that can be had.
    value, _, is_real = strongest("9h 9h 2h 3h ..", "4h")
    assert (value, is_real) == (value_of("9h 9c 2h 3h 4h"), False)
    assert strongest("9h 9h 2h 3h ..", "4h 4c") == (value_of("9h 9c 2h 3h 4h"), "4c", True)
    # Nor five of a kind.
    quads = (value_of("2c 2d 2h 2s 3c"), "3c", True)
    assert weakest("2c 2c 2d 2h ..", "2s 3c") == strongest("2c 2c 2d 2h ..", "2s 3c") == quads


def test_many_rows_at_a_time_are_filled_each_from_its_own_set() -> None:
    rows = np.concatenate([row("9c 9d 9h 2s 3c"), row("2h 3h 4h 5h .."), row("9c 9d .. 2s 3c"), row("2s 3s 4s 6s ..")])
    sets = np.concatenate([one_set(text) for text in ("Ac", "7h", "Kc Ks", "8c 8s")])
    found = Rows(rows).strongest(sets)
    right = [value_of(text) for text in ("9c 9d 9h 2s 3c", "2h 3h 4h 5h 7h", "9c 9d Kc 2s 3c", "2s 3s 4s 6s 8s")]
    assert found.value.tolist() == right
    assert [cards_text(cards_in(one)) for one in found.taken] == ["", "7h", "Kc", "8s"]
    some = Rows(rows).of(np.array([3, 1])).weakest(sets[[3, 1]])
    assert some.value.tolist() == [value_of("2c 3s 4s 6s 8s"), value_of("2c 3h 4h 5h 7h")]
    assert some.is_real.tolist() == [True, False]
    assert found.value.dtype == some.value.dtype == np.int64


def test_the_weakest_middle_over_a_top() -> None:
    tables = rank_tables()
    for is_equal_legal, allowed in ((True, tables.legal_top), (False, tables.legal_top_strict)):
        least = least_middles(is_equal_legal)
        assert (len(least), least[0]) == (N_THREE + 1, N_FIVE + 1)
        for top in range(1, N_THREE + 1):
            assert allowed[least[top]] >= top > allowed[least[top] - 1]
    assert least_middles(True)[value_of("Qh Qd 7c")] == value_of("Qs Qc 7d 3h 2c")
    assert least_middles(False)[value_of("Qh Qd 7c")] == value_of("Qs Qc 8d 3h 2c")
