"""What a board can still become, at the edges: equal rows, rows that want the same card, rows that nothing fills; and how it is found."""

import numpy as np
import pytest

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.score import completions
from ofc_audit.score.completions import BOTTOM, MIDDLE, ORDERS, TOP, can_be_legal
from ofc_audit.score.fillings import card_sets
from ofc_audit.score.masked import Cards, Mask


def board(text: str) -> Cards:
    """A board as text, dots where nothing lies."""
    words = text.replace("/", " ").split()
    return np.array([EMPTY if word == ".." else card_codes(word)[0] for word in words], np.uint8)


def pool(text: str) -> Mask:
    cards = np.zeros(52, bool)
    cards[card_codes(text)] = True
    return cards


def answers(text: str, cards: str) -> tuple[bool, bool]:
    """Whether a board can be made legal where equal rows are, and where they are not."""
    lax, strict = (can_be_legal(board(text)[None], pool(cards)[None], is_legal).tolist() for is_legal in (True, False))
    return lax[0], strict[0]


@pytest.mark.parametrize(
    ("text", "cards", "found"),
    [
        # Middle and bottom equal, whichever of them is still open.
        ("2s 3s 4d / 8c 8d 7h 6s 5c / 8h 8s 7c 6d ..", "5h 4h", (True, False)),
        ("2s 3s 4d / 8c 8d 7h 6s 5c / 8h 8s 7c 6d ..", "9h 4h", (True, True)),
        ("2s 3s 4d / 8c 8d 7h 6s .. / 8h 8s 7c 6d 5h", "5c Ah", (True, False)),
        ("2s 3s 4d / 8c 8d 7h 6s .. / 8h 8s 7c 6d 5h", "4c Ah", (True, True)),
        # Top and middle equal as far as the three cards go.
        ("Qh Qd 7c / Qs Qc .. 3h 2c / As Ks Qs Js Ts", "7d 6d", (True, False)),
        ("Qh Qd 7c / Qs Qc .. 3h 2c / As Ks Qs Js Ts", "8d 6d", (True, True)),
        ("Qh Qd .. / Qs Qc 7d 3h 2c / As Ks Qs Js Ts", "7s 8d", (True, False)),
        ("Qh Qd .. / Qs Qc 7d 3h 2c / As Ks Qs Js Ts", "6s 8d", (True, True)),
        # All rows want the same fives, so that an order of filling them has to find it.
        ("2s 3s .. / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "5h 5c 5s", (True, False)),
        ("2s 3s .. / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "5h 5c 4s", (True, True)),
        # A full board, whatever is left.
        ("2s 3s 4d / 8c 8d 7h 6s 5c / 8h 8s 7c 6d 5h", "", (True, False)),
        ("2s 3s 4d / 8c 8d 7h 6s 4c / 8h 8s 7c 6d 5h", "Ah", (True, True)),
        ("2s 3s 4d / 8c 8d 7h 6s 5c / 8h 8s 7c 6d 4h", "Ah 5h", (False, False)),
        # The weakest rows that there are.
        ("2c 3c 4d / 7c 5h 4h 3s .. / 7d 6h 5s 3h 2h", "2d", (True, True)),
        ("2c 3c .. / 7c 5h 4h 3s 2d / 7d 6h 5s 3h 2h", "4d", (True, True)),
        ("2c 2d .. / 3c 3d 3h 5s 4d / 7d 7h 7s 3s 2h", "2s", (True, True)),
        ("2c 2d .. / 2h 3d 3h 5s 4d / 7d 7h 7s 3s 6h", "2s", (False, False)),
    ],
)
def test_rows_that_are_just_in_order_or_just_not(text: str, cards: str, found: tuple[bool, bool]) -> None:
    assert answers(text, cards) == found


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("2s 3s .. / 8c 8d 7h 6s 4c / 8h 8s 7c 6d 5h", ""),
        ("2s 3s 4d / 8c 8d 7h 6s .. / 8h 8s 7c 6d 5h", ""),
        ("2s 3s 4d / 8c 8d 7h 6s 4c / 8h 8s 7c 6d ..", ""),
        ("2s 3s .. / 8c 8d 7h 6s .. / 8h 8s 7c 6d 5h", "4c"),
        ("2s 3s .. / 8c 8d 7h 6s 4c / 8h 8s 7c 6d ..", "5h"),
        ("2s 3s 4d / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "Ah"),
        (".. .. .. / .. .. .. .. .. / .. .. .. .. ..", "2c 2d 2h 3s 3c 4d 4h 5s 7c 9d Jh Ks"),
    ],
)
def test_with_too_few_cards_no_board_becomes_legal(text: str, cards: str) -> None:
    assert answers(text, cards) == (False, False)


@pytest.mark.parametrize(
    ("text", "cards", "found"),
    [
        # Each row has its card, but two of them have the same one, and the other makes a foul.
        ("Qh Qc .. / Qs Qd 9s 5s .. / As Ad Ah 7s 7d", "8c", False),
        ("Qh Qc .. / Qs Qd 9s 5s .. / As Ad Ah 7s 7d", "8c Kc", True),
        ("Qh Qc .. / Kh Qd 9s 5s .. / As Ad Ah 7s 7d", "Ks 2c", True),
        ("Qh Qc .. / Kh Kd 9s 5s 4c / Ks Jd Th 7s ..", "Ac 2c", False),
        ("Qh Qc .. / Kh Kd 9s 5s 4c / Ks Ad Th 7s ..", "Ac 2c", True),
        ("Kh Kc .. / As Ad Qs 5s 4c / Ah Jd Th 7s ..", "Ac 2c", False),
        ("Kh Kc 2h / As Kd 9s 5s .. / Ah Jd Td 7s ..", "Ac 2c", False),
        ("Kh Kc 2h / As Kd 9s 5s .. / Ah Jd Td 7s ..", "Ac 2c Jc", False),
        # All three: one king for a top that needs none, a middle and a bottom.
        ("Qh Jc .. / Kh Qd 9s 5s .. / Ks Jd Th 7s ..", "Kc Qc 2c", True),
        ("Qh Qc .. / Kh Qd 9s 5s .. / Ks Jd Th 7s ..", "Kc 2c 3c", False),
    ],
)
def test_rows_that_want_the_same_card(text: str, cards: str, found: bool) -> None:
    assert answers(text, cards) == (found, found)


@pytest.mark.parametrize(
    ("text", "cards", "found"),
    [
        ("2s 3s .. / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "5h 5c 5s", (True, False)),
        ("As Kc Qc / Ah Kh Qh 3d .. / 2s 2h Td 9s ..", "2c 2d", (True, False)),
        ("Ks 3s .. / Ah Kh Qh Jd .. / Ad Kd Qd Js ..", "2c 3c 3d", (True, False)),
        ("Ks 3s .. / Ah Kh Qh Jd .. / Ad Kd Qd Js ..", "2c 3c 4d", (True, True)),
        ("2s 3s 4d / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "5h 5c", (True, False)),
    ],
)
@pytest.mark.parametrize("orders", [ORDERS, ()])
def test_equal_rows_are_found_by_filling_in_order_and_by_search(
    text: str,
    cards: str,
    found: tuple[bool, bool],
    orders: tuple[tuple[int, ...], ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(completions, "ORDERS", orders)
    assert answers(text, cards) == found


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("2s 3s 4d / 8c 8d 7h 6s 5c / 9h 9h 2h 3h ..", "4h"),
        ("2s 3s .. / 8c 8d 7h 6s .. / 9h 9h 2h 3h ..", "4h 5h Kh"),
    ],
)
def test_a_card_that_lies_there_twice_helps_no_row(text: str, cards: str) -> None:
    # A damaged record: five hearts with a pair among them are a row that no deck can give.
    assert answers(text, cards) == (False, False)


@pytest.fixture
def unsearched(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """What neither bounds nor orders tell counts as dead, for it is not searched."""
    monkeypatch.setattr(completions, "_search", lambda boards, *_: np.zeros(len(boards), bool))
    return monkeypatch


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("2s 3s .. / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "6c 7d 9h Ac"),
        ("2s 4s .. / 8c 8d 7h 6s .. / 8h 8s 7c 6d 5h", "5c 4c"),
        ("2s 3s .. / 8c 8d 7h 6s 4c / 8h 8s 7c 6d ..", "9h 4h"),
        ("2s 3s 4d / 8c 8d 7h 6s .. / 8h 8s 7c 6d ..", "9h 4c"),
        ("2s 3s 4d / 8c 8d 7h 6s 4c / 8h 8s 7c 6d 5h", ""),
    ],
)
def test_rows_whose_best_fillings_share_no_card_are_in_order_at_first_sight(
    text: str, cards: str, unsearched: pytest.MonkeyPatch
) -> None:
    unsearched.setattr(completions, "ORDERS", ())
    assert answers(text, cards) == (True, True)


@pytest.mark.parametrize(
    ("order", "text", "cards"),
    [
        ((BOTTOM, TOP, MIDDLE), ".. 7c 2d / Kh Jc Td Tc .. / .. 4d 4c 5d Js", "4s 7h 9d"),
        ((BOTTOM, TOP, MIDDLE), "4d Ah .. / 2h .. Ts As 4h / 4s Td .. 7h 8c", "7c 9c Qd Qh"),
        ((MIDDLE, BOTTOM, TOP), "Td 3d 4h / .. 6s 7s Kd 3c / As .. Th 5s 2c", "3s 9s"),
        ((MIDDLE, BOTTOM, TOP), "Qc 3s Ad / 8h 7c Kc .. 4s / .. 8s 8d Js ..", "3h 6c 8c Jd"),
        ((TOP, BOTTOM, MIDDLE), ".. Kd Qc / Qd Tc 9d Kh 7d / 3d 4h Ts 4c ..", "3s Ks"),
        ((TOP, BOTTOM, MIDDLE), "Ts .. 5c / 6d 8s Th 7s 2c / 3h 4d .. .. 3s", "4c 4s 9h Kc"),
    ],
)
def test_boards_that_one_order_of_filling_their_rows_makes_legal(
    order: tuple[int, ...], text: str, cards: str, unsearched: pytest.MonkeyPatch
) -> None:
    assert answers(text, cards)[0]
    for given in ((), (order,), tuple(other for other in ORDERS if other != order)):
        unsearched.setattr(completions, "ORDERS", given)
        assert answers(text, cards)[0] == (given == (order,))


@pytest.mark.usefixtures("unsearched")
def test_equal_rows_that_an_order_of_filling_their_rows_finds() -> None:
    assert answers("As Kc Qc / Ah Kh Qh 3d .. / 2s 2h Td 9s ..", "2c 2d") == (True, False)
    assert answers("Ks 3s .. / Ah Kh Qh Jd .. / Ad Kd Qd Js ..", "2c 3c 3d") == (True, False)


def test_the_search_fills_the_row_with_the_fewest_empty_places() -> None:
    ways = []
    for text in (
        "2s .. .. / 8c .. .. .. .. / 8h 8s 7c 6d ..",
        "2s .. .. / 8c 9c 6c 7s .. / 8h 8s .. .. ..",
        "2s .. .. / 8c 9c 6c 7s 7d / 8h 8s .. .. ..",
    ):
        filled, left = completions._fillings_of_one_row(board(text), card_sets(pool("Ac Kd Qh Jd Ts")[None])[0])
        assert (np.bitwise_count(left) + (filled < EMPTY).sum(axis=1)).tolist() == [
            5 + (board(text) < EMPTY).sum()
        ] * len(left)
        ways.append(len(filled))
    assert ways == [5, 5, 10]
