"""Is a player in Fantasyland exactly when his hand before earned it? The verdict on each seat, and why where there is none."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.chain_due import Due
from ofc_audit.audit.chain_links import Links
from ofc_audit.audit.course import taken
from ofc_audit.audit.verdicts import NOT_APPLICABLE, OPEN, VERIFIED, WRONG
from ofc_audit.audit.view import Flags, Ints, Mask, flags, ints
from ofc_audit.money import NULL

_NO_RULES = "rule set unknown"
_NO_REASON = -1
_CANCELLED = "cancelled hand"


@dataclass(frozen=True)
class Seats:
    """By seat (n_seats,): the verdict on Fantasyland, and why there is none as a place in `words`, -1 for no reason.

    `before`: the player's seat in the hand before; `is_due`, `cards`: what that one earned; `was_told`, `told_cards`: what it announced;
    `is_announced`: wrong just as the hand before announced it: the mistake is that announcement's, and is named there.
    """

    verdict: Ints
    reason: Ints
    words: list[str]
    before: Ints
    is_due: Flags
    cards: Ints
    is_announced: Mask


def judge_seats(links: Links, due: Due) -> Seats:
    """The verdict on every seat of a course."""
    course = links.course
    view, hand = course.view, course.view.seat_hand
    claims, here = view.tables["claims"], course.is_fantasy
    cards_here = ints(view.tables["seats"], "fantasy_cards")
    before = links.seat_before
    first = links.is_first[hand]
    is_due = np.where(first, 0, _truth(due.is_fantasy_next, before)).astype(np.int8)
    cards = np.where(first, 0, taken(due.fantasy_next, before))
    told = _truth(flags(claims, "is_fantasy_next"), before)
    told_cards = taken(ints(claims, "fantasy_next"), before)

    differs = is_due != here
    excused = (links.may_restart | ~course.is_complete)[hand] | _was_out(links, before)
    known_cards = (cards != NULL) & (cards_here != NULL)
    verdict = np.full(len(hand), OPEN)
    judged = links.is_linked[hand] & course.has_rules[hand] & (here >= 0)
    chained = judged & ~first & (before >= 0) & (is_due >= 0)
    verdict[judged & first] = np.where(here[judged & first] == 0, VERIFIED, WRONG)
    verdict[chained & differs & ~excused] = WRONG
    verdict[chained & ~differs & (is_due == 0)] = VERIFIED
    both = chained & ~differs & (is_due == 1) & known_cards
    verdict[both] = np.where(cards[both] == cards_here[both], VERIFIED, WRONG)
    verdict[course.is_cancelled[hand]] = NOT_APPLICABLE

    wrong = verdict == WRONG
    announced = wrong & (told >= 0) & differs & (told == here)
    announced |= (
        wrong & (is_due == 1) & (here == 1) & (told_cards != NULL) & (told_cards != cards) & (told_cards == cards_here)
    )
    reason, words = _reasons(links, verdict, before, is_due, cards)
    return Seats(verdict, reason, words, before, is_due, cards, announced)


def _truth(values: Flags, at: Ints) -> Flags:
    return taken(values.astype(np.int64), at, -1).astype(np.int8)


def _was_out(links: Links, before: Ints) -> Mask:
    """(n_seats,) whether the player had nothing left after the hand before."""
    tables = links.course.view.tables
    after = taken(ints(tables["claims"], "stack"), before)
    stack, net = taken(ints(tables["seats"], "stack"), before), taken(ints(tables["claims"], "net"), before)
    out: Mask = (after == 0) | ((stack != NULL) & (net != NULL) & (stack == -np.where(net == NULL, 0, net)))
    return out


def _reasons(links: Links, verdict: Ints, before: Ints, is_due: Flags, cards: Ints) -> tuple[Ints, list[str]]:
    """(n_seats,) why there is no verdict, as a place in the words that are given too."""
    course = links.course
    words: list[str] = []
    reason = np.full(len(verdict), _NO_REASON)
    seats = np.flatnonzero(verdict == OPEN)
    hand, left = course.view.seat_hand[seats], np.ones(len(seats), bool)

    def because(text: str, holds: Mask) -> None:
        words.append(text)
        chosen = left & holds
        reason[seats[chosen]] = len(words) - 1
        left[chosen] = False

    because("conflicting record", ~links.is_linked[hand])
    named, name = _rules_named(links, hand)
    for number, rules_id in enumerate(named):
        text = _NO_RULES if rules_id is None else f"{_NO_RULES}: {rules_id}"
        because(text, ~course.has_rules[hand] & (name == number))
    because("Fantasyland not told", course.is_fantasy[seats] < 0)
    because("chain broken: match unknown", course.has_match[hand] & ~course.names_match[hand])
    because("chain broken: no earlier hand", links.has_none_before[hand])
    because("chain broken: missing hand", links.previous[hand] < 0)
    because("chain broken: not in the hand before", before[seats] < 0)
    is_due, cards = is_due[seats], cards[seats]
    was_foul = _truth(flags(course.view.tables["scored_seats"], "is_foul"), before[seats])
    because("chain broken: restart", (is_due < 0) & (was_foul < 0))
    because("rule unknown: fantasyland", is_due < 0)
    differs = is_due != course.is_fantasy[seats]
    because("player out", differs & _was_out(links, before)[seats])
    because("incomplete board", differs & ~links.may_restart[hand])
    because("chain broken: restart", differs)
    because("rule unknown: fantasyland.cards", cards == NULL)
    because("card count not shown", left.copy())
    words.append(_CANCELLED)
    reason[verdict == NOT_APPLICABLE] = len(words) - 1
    return reason, words


def _rules_named(links: Links, hand: Ints) -> tuple[list[str | None], Ints]:
    """The names of rule sets that some hands without a known one give, and of each hand which of them."""
    without = ~links.course.has_rules[hand]
    if not without.any():
        return [], np.empty(0, np.int64)
    encoded = pc.dictionary_encode(links.course.column("rules_id").take(pa.array(hand)), null_encoding="encode")
    return encoded.dictionary.to_pylist(), np.asarray(encoded.indices, np.int64)
