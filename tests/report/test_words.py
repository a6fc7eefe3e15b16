import pytest

from ofc_audit.cards import card_codes
from ofc_audit.report.words import plural, row_words


@pytest.mark.parametrize(
    ("cards", "category", "words"),
    [
        ("Qs 8h 5d", 0, "queen high"),
        ("6s 6h 5d", 1, "pair of sixes"),
        ("Ks 2h Kd 2c 9s", 2, "two pair, kings and twos"),
        ("4s 4h 4d", 3, "three fours"),
        ("5s 4h 3d 2c As", 4, "straight to the five"),
        ("Ts Jh Qd Kc As", 4, "straight to the ace"),
        ("2s Js 9s 5s 3s", 5, "flush, jack high"),
        ("4s 4h 4d Kc Ks", 6, "full house, fours over kings"),
        ("9s 9h 9d 9c As", 7, "four nines"),
        ("As 2s 3s 4s 5s", 8, "straight flush to the five"),
        ("As Ks Qs Js Ts", 9, "royal flush"),
        ("As Ks", None, ""),
    ],
)
def test_a_row_is_called_by_its_name(cards: str, category: int | None, words: str) -> None:
    assert row_words(card_codes(cards), category) == words


def test_ranks_have_a_plural() -> None:
    assert [plural(rank) for rank in (0, 4, 12)] == ["twos", "sixes", "aces"]
