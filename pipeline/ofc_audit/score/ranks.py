"""How strong a row is: a number per row from lookup tables, higher wins, equal numbers tie.

Five-card rows have values 1 to 7462, three-card rows 1 to 455; 0 is a row without a value (a card is missing, or no
deck can give it: five cards of one rank, a flush with a pair). Suits never break ties, A-2-3-4-5 is the lowest
straight, and on the top straights and flushes do not count. A row is looked up by its ranks read as a number in base
13, in whatever order they lie.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import N_CARDS
from ofc_audit.score.masked import Cards, Tiny, Values

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
CATEGORY_NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
N_FIVE = 7462
N_THREE = 455
CHUNK = 1 << 16
"""Boards looked up at a time, so that what lies between two steps stays in the processor's cache."""

_FLUSHES = 13**5
_ACE = 12
Keys = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RankTables:
    """Everything about rows that can be looked up.

    `five` (2 × 13^5,) and `three` (13^3,) give values by ranks in base 13, `five` with flushes in its second half. By
    value: `five_category`, `three_category` and `three_rank` (index 0 unused), and `legal_top` and
    `legal_top_strict`, the strongest top that a middle allows when rows that are equal as far as both go are legal,
    and when they are not.
    """

    five: Values
    three: Values
    five_category: Tiny
    three_category: Tiny
    three_rank: Tiny
    legal_top: Values
    legal_top_strict: Values


def _by_count(ranks: Keys) -> tuple[Keys, Keys]:
    """Ranks of each row in the order in which they are compared, most frequent first, then highest; and their
    counts.
    """
    count = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    key = -np.sort(-(count * 16 + ranks), axis=1)
    return key % 16, key // 16


def _base_13(digits: Keys) -> Keys:
    number = np.zeros(len(digits), np.int64)
    for column in digits.T:
        number = number * 13 + column
    return number


def _five_categories(ranks: Keys, count: Keys) -> tuple[Keys, Keys]:
    """Category of each row of five ranks without and with one suit; -1 where no deck can give the row."""
    first, second = count[:, 0], count[:, -1]
    plain = np.full(len(ranks), HIGH_CARD)
    plain[first == 2] = np.where(count[first == 2, 2] == 2, TWO_PAIR, PAIR)
    plain[first == 3] = np.where(second[first == 3] == 2, FULL_HOUSE, TRIPS)
    plain[first == 4] = QUADS
    plain[first == 5] = -1
    different = first == 1
    wheel = different & (ranks[:, 0] == _ACE) & (ranks[:, 1] == 3)
    straight = (different & (ranks[:, 0] - ranks[:, 4] == 4)) | wheel
    plain[straight] = STRAIGHT
    suited = np.where(different, FLUSH, -1)
    suited[straight] = STRAIGHT_FLUSH
    suited[straight & (ranks[:, 0] == _ACE) & ~wheel] = ROYAL_FLUSH
    # The ace of a wheel counts below the two: the five leads.
    ranks[wheel] = (3, 2, 1, 0, 0)
    return plain, suited


@cache
def rank_tables() -> RankTables:
    """The tables, built once when first used (11 ms) and kept."""
    rows = np.array(list(combinations_with_replacement(range(13), 5)), np.int64)
    ranks, count = _by_count(rows)
    plain, suited = _five_categories(ranks, count)
    digits = _base_13(ranks)
    category = np.concatenate([plain, suited])
    strength = np.concatenate([plain, suited]) * 13**5 + np.concatenate([digits, digits])
    possible = category >= 0
    order, first, inverse = np.unique(strength[possible], return_index=True, return_inverse=True)
    value = np.zeros(len(strength), np.uint16)
    value[possible] = inverse + 1
    five_category = np.zeros(N_FIVE + 1, np.int8)
    five_category[1:] = category[possible][first]
    five = np.zeros(2 * _FLUSHES, np.uint16)
    for places in permutations(range(5)):
        at = _base_13(rows[:, places])
        five[at] = value[: len(rows)]
        five[at + _FLUSHES] = value[len(rows) :]

    tops = np.array(list(combinations_with_replacement(range(13), 3)), np.int64)
    top_ranks, top_count = _by_count(tops)
    top_category = np.array([HIGH_CARD, PAIR, TRIPS])[top_count[:, 0] - 1]
    top_strength = top_category * 13**3 + _base_13(top_ranks)
    top_order, top_first, top_inverse = np.unique(top_strength, return_index=True, return_inverse=True)
    three = np.zeros(13**3, np.uint16)
    for places in permutations(range(3)):
        three[_base_13(tops[:, places])] = top_inverse + 1
    three_category = np.zeros(N_THREE + 1, np.int8)
    three_category[1:] = top_category[top_first]
    three_rank = np.zeros(N_THREE + 1, np.int8)
    three_rank[1:] = top_ranks[top_first, 0]

    # Category, then the first three ranks: as far as a three-card row goes.
    middle = (order // 13**5) * 13**3 + (order % 13**5) // 13**2
    legal_top = np.zeros(N_FIVE + 1, np.uint16)
    legal_top[1:] = np.searchsorted(top_order, middle, side="right")
    legal_top_strict = np.zeros(N_FIVE + 1, np.uint16)
    legal_top_strict[1:] = np.searchsorted(top_order, middle, side="left")
    return RankTables(five, three, five_category, three_category, three_rank, legal_top, legal_top_strict)


def _rank_three(columns: Cards, ranks: Cards) -> Values:
    """(n,) values from (3, n) codes and ranks; ranks of missing cards must be below 13 and are not looked at."""
    at = (ranks[0] * np.uint8(13) + ranks[1]).astype(np.int64)
    at *= 13
    at += ranks[2]
    value: Values = rank_tables().three.take(at, mode="clip")
    if columns.max(initial=0) >= N_CARDS:
        value[(columns >= N_CARDS).any(axis=0)] = 0
    return value


def _rank_five(columns: Cards, ranks: Cards) -> Values:
    """(n,) values from (5, n) codes and ranks; as `_rank_three`."""
    thirteen = np.uint8(13)
    high = (ranks[0] * thirteen + ranks[1]).astype(np.uint16)
    at = (high * np.uint16(169) + (ranks[2] * thirteen + ranks[3])).astype(np.int64)
    at *= 13
    at += ranks[4]
    suits_differ = (
        (columns[0] ^ columns[1]) | (columns[0] ^ columns[2]) | (columns[0] ^ columns[3]) | (columns[0] ^ columns[4])
    ) & 3
    at += (suits_differ == 0) * np.int64(_FLUSHES)
    value: Values = rank_tables().five.take(at, mode="clip")
    if columns.max(initial=0) >= N_CARDS:
        value[(columns >= N_CARDS).any(axis=0)] = 0
    return value


def _columns(cards: Cards) -> tuple[Cards, Cards]:
    """(k, n) codes and ranks of (n, k) cards, column by column in memory."""
    columns = np.ascontiguousarray(cards.T)
    ranks = columns >> np.uint8(2)
    if columns.max(initial=0) >= N_CARDS:
        ranks[columns >= N_CARDS] = 0
    return columns, ranks


def rank_three(cards: Cards) -> Values:
    """Values 1 to 455 of (n, 3) card codes, higher wins; 0 where a card is missing.

    On the top only three of a kind, a pair and high cards count.
    """
    return _rank_three(*_columns(cards))


def rank_five(cards: Cards) -> Values:
    """Values 1 to 7462 of (n, 5) card codes, higher wins; 0 where a card is missing or no deck can give the row."""
    return _rank_five(*_columns(cards))


def rank_boards(cards: Cards) -> tuple[Values, Values, Values]:
    """Values of top, middle and bottom of (n, 13) boards (three top, five middle, five bottom); 0 where a row has
    none.
    """
    n = len(cards)
    top, middle, bottom = (np.empty(n, np.uint16) for _ in range(3))
    for start in range(0, n, CHUNK):
        chunk = slice(start, start + CHUNK)
        columns, ranks = _columns(cards[chunk])
        top[chunk] = _rank_three(columns[:3], ranks[:3])
        middle[chunk] = _rank_five(columns[3:8], ranks[3:8])
        bottom[chunk] = _rank_five(columns[8:], ranks[8:])
    return top, middle, bottom
