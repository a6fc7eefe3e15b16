"""Fantasyland as claimed at the end of a hand: who is sent there, and with how many cards.

Whether he then was there is a question across hands (`audit.chains`). Reads fantasyland.entry, fantasyland.cards, the stay conditions and
fantasyland.cards_on_stay. Nothing is due from the hand that ends a match, nor to a player who is out: there a claim of
nothing, of the count, or none is equally right.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.audit.mismatch import Mismatch
from ofc_audit.audit.view import Mask, View, flags, ints
from ofc_audit.cards import cards_text
from ofc_audit.money import NULL


@dataclass
class FantasyClaims:
    """Mismatches, and by seat whether the claim is wrong."""

    mismatches: list[Mismatch]
    is_wrong: Mask


def audit_fantasy_claims(view: View, foul_differs: Mask) -> FantasyClaims:
    """Hold the Fantasyland announced by each hand against what its boards earned; a wrong foul explains a wrong announcement."""
    table, scored, seats = view.tables["claims"], view.tables["scored_seats"], view.tables["seats"]
    said, said_cards = flags(table, "is_fantasy_next"), ints(table, "fantasy_next")
    right, right_cards = flags(scored, "is_fantasy_next"), ints(scored, "fantasy_next")
    net, stack, after = ints(table, "net"), ints(seats, "stack"), ints(table, "stack")
    out = (after == 0) | ((after == NULL) & (stack != NULL) & (net != NULL) & (stack + net == 0))
    ends = (flags(view.tables["hands"], "last_of_match") == 1)[view.seat_hand]
    judged = view.complete[view.seat_hand] & (said >= 0) & (right >= 0)
    judged &= ~((out | ends) & ~((said == 1) & (right == 0)))
    wrong_entry = judged & (said != right)
    wrong_cards = (
        judged & (said == 1) & (right == 1) & (said_cards != NULL) & (right_cards != NULL) & (said_cards != right_cards)
    )
    line = ints(table, "line")
    in_fantasy = flags(seats, "is_fantasy") == 1
    boards = view.tables["boards"].column("cards")
    found = []
    for seat in np.flatnonzero(wrong_entry | wrong_cards).tolist():
        name = view.names[seat]
        claimed, computed = (
            _words(int(said[seat]), int(said_cards[seat])),
            _words(int(right[seat]), int(right_cards[seat])),
        )

        def message(seat: int = seat, name: str = name, claimed: str = claimed, computed: str = computed) -> str:
            cards = boards[seat].as_py()
            rows = f"top {cards_text(cards[:3])}, middle {cards_text(cards[3:8])}, bottom {cards_text(cards[8:])}"
            kind = "stay in" if in_fantasy[seat] else "enter"
            if right[seat] == 0:
                return f"{name} does not {kind} Fantasyland with {rows}; {claimed} is claimed."
            return f"{name} earns Fantasyland, {computed}, with {rows}; {claimed} is claimed."

        key = "fantasyland.entry"
        if in_fantasy[seat]:
            key = "fantasyland.cards_on_stay" if wrong_cards[seat] else "fantasyland.stay"
        elif wrong_cards[seat]:
            key = "fantasyland.cards"
        found.append(
            Mismatch(
                int(view.seat_hand[seat]),
                "fantasyland",
                (seat,),
                not bool(foul_differs[seat]),
                "fantasy.claim",
                f"Fantasyland of {name}",
                claimed,
                computed,
                message,
                rule_key=key,
                line=int(line[seat]),
                mark="Fantasyland",
            )
        )
    return FantasyClaims(found, wrong_entry | wrong_cards)


def _words(is_next: int, cards: int) -> str:
    if not is_next:
        return "no Fantasyland"
    return "Fantasyland" if cards == NULL else f"{cards} cards"
