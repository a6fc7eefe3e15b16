"""What a half-filled row is worth: rank counts packed into one word per row, looked at with bit operations.

A row is a uint64 with four bits per rank, holding how many cards of that rank lie in it. So a card is added with one
addition, and pairs, trips and straights of millions of rows are found without looking at cards.
"""

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_ONES = np.uint64(0x1111111111111)
_STRAIGHT = np.uint64(0x11111)
_WHEEL = np.uint64(0x1000000001111)
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(13, 13 * 9, 13)
"""The least value of each category in `made_value`."""


def rank_words(cards: npt.NDArray[np.uint8]) -> Words:
    """The word of each card."""
    return np.uint64(1) << (np.uint64(4) * (cards >> np.uint8(2)).astype(np.uint64))


def suit_words(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """The word of each card for suits: four bits per suit."""
    return np.uint16(1) << (np.uint16(4) * (cards & np.uint8(3)).astype(np.uint16))


def _highest(mask: Words) -> Floats:
    """The highest rank 0 to 12 in a mask with one bit per rank; -1 for an empty one."""
    exponent = np.frexp(mask.astype(np.float64))[1]
    return ((exponent + 3) // 4 - 1).astype(np.float32)


def is_one_suit(suits: npt.NDArray[np.uint16], n_cards: npt.NDArray[np.int8]) -> Mask:
    """Whether all cards of the row have one suit; an empty row has."""
    result = np.zeros(suits.shape, bool)
    for suit in range(4):
        result |= suits == (n_cards.astype(np.uint16) << np.uint16(4 * suit))
    return result


def made_value(ranks: Words, n_cards: npt.NDArray[np.int8], one_suit: Mask) -> Floats:
    """What the cards in a row make by now, as 13 × category + leading rank: comparable between rows, kickers aside.

    Straights and flushes count in a row of five only.
    """
    ones, twos, fours = ranks & _ONES, (ranks >> np.uint64(1)) & _ONES, (ranks >> np.uint64(2)) & _ONES
    pairs, trips = twos & ~ones, twos & ones
    value = _highest(ones | twos | fours)
    is_paired = twos > 0
    n_pairs = np.bitwise_count(pairs)
    value = np.where(is_paired, np.where(n_pairs > 1, TWO_PAIR, PAIR) + _highest(pairs), value)
    has_trips = trips > 0
    value = np.where(has_trips, np.where(n_pairs > 0, FULL_HOUSE, TRIPS) + _highest(trips), value)
    value = np.where(fours > 0, QUADS + _highest(fours), value)
    full = (n_cards == 5) & (np.bitwise_count(ones) == 5)
    low = ones & (~ones + np.uint64(1))
    straight = full & ((ones == low * _STRAIGHT) | (ones == _WHEEL))
    flush = full & one_suit
    high = _highest(ones)
    value = np.where(flush, FLUSH + high, np.where(straight, STRAIGHT + high, value))
    return np.where(flush & straight, STRAIGHT_FLUSH + high, value).astype(np.float32)
