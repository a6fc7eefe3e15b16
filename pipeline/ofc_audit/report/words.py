"""Rows and verdicts in a player's words."""

from collections import Counter
from collections.abc import Sequence

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
ROW_NAMES = ("top", "middle", "bottom")
_HIGH, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH, _ROYAL = range(10)
_WHEEL = {12, 0, 1, 2, 3}


def plural(rank: int) -> str:
    """A rank, 0 to 12, in the plural: `sixes`."""
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def row_words(cards: Sequence[int], category: int | None) -> str:
    """A full row as it is called: `pair of queens`, `full house, nines over fives`; nothing where the category is not
    known.

    `cards` are codes, `category` that of table `scored_seats`.
    """
    if category is None:
        return ""
    ranks = [card // 4 for card in cards]
    counted = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    first = counted[0][0]
    second = counted[1][0] if len(counted) > 1 else first
    high = 3 if set(ranks) == _WHEEL else max(ranks)
    return {
        _HIGH: f"{RANK_NAMES[first]} high",
        _PAIR: f"pair of {plural(first)}",
        _TWO_PAIR: f"two pair, {plural(first)} and {plural(second)}",
        _TRIPS: f"three {plural(first)}",
        _STRAIGHT: f"straight to the {RANK_NAMES[high]}",
        _FLUSH: f"flush, {RANK_NAMES[first]} high",
        _FULL_HOUSE: f"full house, {plural(first)} over {plural(second)}",
        _QUADS: f"four {plural(first)}",
        _STRAIGHT_FLUSH: f"straight flush to the {RANK_NAMES[high]}",
        _ROYAL: "royal flush",
    }[category]
