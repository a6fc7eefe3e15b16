"""Fantasyland: who enters, who stays, and with how many cards in the next hand."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ofc_audit.cards import RANKS
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Mask, Masked, Small, Tiny, Values, as_mask, unknown
from ofc_audit.score.params import counts, whole, word
from ofc_audit.score.ranks import FULL_HOUSE, PAIR, QUADS, TRIPS, rank_tables
from ofc_audit.score.royalties import cells_of_values

COUNT_UNKNOWN = -1
"""In `fantasy_cards`: a player in Fantasyland whose number of cards is not known."""

# Each condition for staying: the row category from which it is met, by the word that the rule set uses for it.
_STAY_FROM = {
    "fantasyland.stay_top": {"trips": TRIPS},
    "fantasyland.stay_middle": {"full_house_or_better": FULL_HOUSE, "better_than_full_house": QUADS},
    "fantasyland.stay_bottom": {"quads_or_better": QUADS},
}


@dataclass(frozen=True)
class FantasyNext:
    """What each seat's hand earns: `is_next` in Fantasyland in the next hand, `cards` (0 when not), and
    `is_stay_qualified`.

    `is_stay_qualified` says that a player in Fantasyland met a condition for staying; whether a limit of stays in a row
    (`fantasyland.stay_limit`) lets him stay is not to be seen in one hand, so `is_next` is then not known.
    """

    is_next: Masked[Mask]
    cards: Masked[Tiny]
    is_stay_qualified: Masked[Mask]


def _strength(top: str) -> tuple[int, int]:
    return (PAIR if len(top) == 2 else TRIPS), RANKS.index(top[0])


@lru_cache(maxsize=64)
def entry_table(rules: RuleSet) -> Masked[Mask]:
    """By top value: whether that top enters Fantasyland (`fantasyland.entry` is the least that does)."""
    tables = rank_tables()
    least = word(rules, "fantasyland.entry")
    if least is None:
        return unknown((len(tables.three_category),), np.bool_)
    if not 2 <= len(least) <= 3 or least != least[0] * len(least) or least[0] not in RANKS:
        raise ValueError(
            f"{rules.id}: fantasyland.entry is {least!r}; a pair such as QQ or three of a kind such as 222 is needed"
        )
    category, rank = _strength(least)
    strength = tables.three_category.astype(np.int64) * 16 + tables.three_rank
    return Masked(strength >= category * 16 + rank)


@lru_cache(maxsize=64)
def cards_table(rules: RuleSet) -> Masked[Tiny]:
    """By top value: how many cards that top gives on entry (`fantasyland.cards`); not known where that is not said."""
    by_top = counts(rules, "fantasyland.cards")
    cells, of_value = cells_of_values("top")
    numbers = [by_top.get("trips" if len(cell) == 3 else cell) for cell in cells]
    cards = np.array([number or 0 for number in numbers], np.int8)
    known = np.array([number is not None for number in numbers])
    return Masked(cards[of_value], known[of_value])


@lru_cache(maxsize=64)
def _stay_tables(rules: RuleSet) -> list[tuple[Mask, Mask]]:
    """For top, middle and bottom, by row value: meets the condition for certain, and could meet it."""
    tables = rank_tables()
    result = []
    for key, words in _STAY_FROM.items():
        category = tables.three_category if key.endswith("top") else tables.five_category
        condition = word(rules, key)
        if condition == "none":
            certain = possible = np.zeros(len(category), bool)
        elif condition is None:
            certain, possible = np.zeros(len(category), bool), category >= min(words.values())
        else:
            certain = possible = category >= words[condition]
        result.append((certain, possible))
    return result


def qualify_stays(rows: tuple[Values, Values, Values], is_foul: Masked[Mask], rules: RuleSet) -> Masked[Mask]:
    """Whether each board, made in Fantasyland, meets one condition for staying; a foul never does.

    The conditions are `fantasyland.stay_top`, `stay_middle` and `stay_bottom`, any one of which is enough, and the
    whole rule: a new pair of queens on top does not count. `fantasyland.stay` says whether there is a stay at all.
    """
    n = len(is_foul.values)
    stay = word(rules, "fantasyland.stay")
    if stay == "none":
        return Masked(np.zeros(n, bool), is_foul.known)
    certain, possible = np.zeros(n, bool), np.zeros(n, bool)
    for value, (sure, may) in zip(rows, _stay_tables(rules), strict=True):
        certain |= sure.take(value, mode="clip")
        possible |= may.take(value, mode="clip")
    legal = ~is_foul.values
    certain &= legal
    possible &= legal
    known = ~possible if stay is None else certain | ~possible
    if is_foul.known is not None:
        known &= is_foul.known
    return Masked(certain, as_mask(known))


def find_fantasy(
    rows: tuple[Values, Values, Values], is_foul: Masked[Mask], fantasy_cards: Small, rules: RuleSet | None
) -> FantasyNext:
    """Who is in Fantasyland in his next hand, and with how many cards.

    Outside Fantasyland a board that is no foul enters with a top from `fantasyland.entry` on, and `fantasyland.cards`
    says with how many cards. In it, see `qualify_stays`; `fantasyland.cards_on_stay` gives the cards (a number, or as
    many as before), and with a `fantasyland.stay_limit` the outcome of a qualified stay is not known from one hand.
    Without a rule set nothing is known.

    `rows`: (n,) values of top, middle, bottom; `fantasy_cards`: (n,) 0 outside Fantasyland, the cards dealt, -1 when
    in it with an unknown number.
    """
    n = len(fantasy_cards)
    if rules is None:
        return FantasyNext(unknown((n,), np.bool_), unknown((n,), np.int8), unknown((n,), np.bool_))
    legal = ~is_foul.values
    enters, cards = entry_table(rules), cards_table(rules)
    is_next = enters.values.take(rows[0], mode="clip") & legal
    entry_known = is_foul.known_mask.copy()
    if enters.known is not None:
        entry_known &= ~legal
    next_cards = cards.values.take(rows[0], mode="clip") * is_next
    cards_known = entry_known & (cards.known_mask.take(rows[0], mode="clip") | ~is_next)
    in_fantasy = fantasy_cards != 0
    if not in_fantasy.any():
        return FantasyNext(
            Masked(is_next, as_mask(entry_known)),
            Masked(next_cards, as_mask(cards_known)),
            Masked(np.zeros(n, bool), is_foul.known),
        )

    at = np.flatnonzero(in_fantasy)
    there_known = None if is_foul.known is None else is_foul.known[at]
    qualified = qualify_stays((rows[0][at], rows[1][at], rows[2][at]), Masked(is_foul.values[at], there_known), rules)
    qualified_known = qualified.known_mask
    stays_known = qualified_known.copy()
    if whole(rules, "fantasyland.stay_limit") != 0:
        stays_known &= ~qualified.values
    is_next[at] = qualified.values
    entry_known[at] = stays_known
    on_stay = rules.value("fantasyland.cards_on_stay")
    before = fantasy_cards[at]
    if on_stay == "as_before":
        number, number_known = before, before > 0
    elif on_stay == "none":
        number, number_known = np.zeros(len(at), np.int16), np.ones(len(at), bool)
    else:
        fixed = whole(rules, "fantasyland.cards_on_stay")
        number = np.full(len(at), fixed or 0, np.int16)
        number_known = np.full(len(at), fixed is not None)
    next_cards[at] = np.where(qualified.values & number_known, number, 0)
    cards_known[at] = stays_known & (number_known | ~qualified.values)
    is_qualified, qualified_mask = np.zeros(n, bool), is_foul.known_mask.copy()
    is_qualified[at], qualified_mask[at] = qualified.values, qualified_known
    return FantasyNext(
        Masked(is_next, as_mask(entry_known)),
        Masked(next_cards, as_mask(cards_known)),
        Masked(is_qualified, as_mask(qualified_mask)),
    )
