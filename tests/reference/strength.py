"""How strong a row is: every distinct row enumerated once, sorted, and numbered from the weakest.

Nothing here is shared with the scorer that is tested.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
QUEEN, KING, ACE = 10, 11, 12
WHEEL = (12, 3, 2, 1, 0)
_OF_SHAPE = {
    (4, 1): QUADS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): TRIPS,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
    (1, 1, 1, 1, 1): HIGH_CARD,
    (3,): TRIPS,
    (2, 1): PAIR,
    (1, 1, 1): HIGH_CARD,
}


class Row(NamedTuple):
    """A ranked row: its number among all distinct rows of its length from 1, its category, its ranks in order of weight."""

    value: int
    category: int
    ranks: tuple[int, ...]


def weigh(ranks: Sequence[int], is_flush: bool) -> tuple[int, tuple[int, ...]]:
    """Category and ranks, those that occur more often first; rows compare as these pairs do.

    Straights and flushes are made of five cards. The ace of A-2-3-4-5 stands last, so that it is the lowest straight.
    """
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    in_order = tuple(rank for rank, count in groups for _ in range(count))
    category = _OF_SHAPE[tuple(count for _, count in groups)]
    if len(ranks) == 5 and category == HIGH_CARD:
        if in_order == WHEEL:
            in_order = (3, 2, 1, 0, 12)
        is_straight = in_order == (3, 2, 1, 0, 12) or in_order[0] - in_order[4] == 4
        if is_straight and is_flush:
            category = ROYAL_FLUSH if in_order[0] == ACE else STRAIGHT_FLUSH
        elif is_straight:
            category = STRAIGHT
        elif is_flush:
            category = FLUSH
    return category, in_order


Rows = dict[tuple[tuple[int, ...], bool], Row]


@cache
def all_rows(n_cards: int) -> Rows:
    """Every distinct row of three or five cards, by its ranks in falling order and whether it is of one suit.

    No rank can occur more than four times, and none twice in one suit.
    """
    kinds = [(ranks, False) for ranks in combinations_with_replacement(range(12, -1, -1), n_cards)]
    kinds = [(ranks, False) for ranks, _ in kinds if max(Counter(ranks).values()) <= 4]
    if n_cards == 5:
        kinds += [(ranks, True) for ranks in combinations(range(12, -1, -1), n_cards)]
    weights = {kind: weigh(*kind) for kind in kinds}
    numbers = {weight: number for number, weight in enumerate(sorted(set(weights.values())), start=1)}
    return {kind: Row(numbers[weight], *weight) for kind, weight in weights.items()}


def rank_row(cards: Sequence[int]) -> Row:
    """A row of three or five different cards ranked; a card is rank × 4 + suit."""
    ranks = tuple(sorted((card >> 2 for card in cards), reverse=True))
    suit = cards[0] & 3
    is_flush = len(cards) == 5 and all(card & 3 == suit for card in cards)
    return all_rows(len(cards))[ranks, is_flush]


def is_out_of_order(top: Row, middle: Row, bottom: Row, equal_is_legal: bool) -> bool:
    """Whether a board is a foul: a row is stronger than the one below it, or equal where that is not legal.

    A top goes against the middle by category, then by the ranks as far as the three cards of the top go.
    """
    as_far_as_top = (middle.category, middle.ranks[:3])
    if equal_is_legal:
        return middle.value > bottom.value or (top.category, top.ranks) > as_far_as_top
    return middle.value >= bottom.value or (top.category, top.ranks) >= as_far_as_top
