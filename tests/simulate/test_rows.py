import numpy as np

from ofc_audit.cards import card_codes
from ofc_audit.simulate.rows import is_one_suit, made_value, rank_words, suit_words


def value(text: str) -> float:
    cards = np.array(card_codes(text), np.uint8)
    ranks, suits = rank_words(cards).sum(keepdims=True), suit_words(cards).sum(keepdims=True).astype(np.uint16)
    n = np.array([len(cards)], np.int8)
    return float(made_value(ranks, n, is_one_suit(suits, n))[0])


def test_value_is_category_and_leading_rank() -> None:
    assert value("2c") == 0
    assert value("Ac Kd") == 12
    assert value("2c 2d") == 13
    assert value("Qc Qd 7h") == 13 + 10
    assert value("9c 9d 4h 4s Ac") == 26 + 7
    assert value("5c 5d 5h") == 39 + 3
    assert value("Ac 2d 3h 4s 5c") == 52 + 12
    assert value("6c 2d 3h 4s 5c") == 52 + 4
    assert value("2h 9h Kh 4h 5h") == 65 + 11
    assert value("8c 8d 8h Ks Kc") == 78 + 6
    assert value("Tc Td Th Ts") == 91 + 8
    assert value("6h 2h 3h 4h 5h") == 104 + 4


def test_straights_and_flushes_need_five_cards() -> None:
    assert value("2h 3h 4h") == 2
    assert value("2h 3h 4h 5h") == 3
