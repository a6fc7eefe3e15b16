"""Faults: a true history with one thing wrong, and the check that must find it.

A fault changes what a site would have changed, and lets everything follow that a site adds up from it: a scoop
that was not paid changes points, amounts, nets and stacks, and is still one cause.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pyarrow as pa

from ofc_audit.rulesets import RuleSet
from ofc_audit.simulate import claim_faults as claims
from ofc_audit.simulate import clock_faults as clocks
from ofc_audit.simulate import deal_faults as deals
from ofc_audit.simulate import match_faults as matches
from ofc_audit.simulate import record_faults as record
from ofc_audit.simulate import tournament_faults as tournaments
from ofc_audit.simulate.edits import Tables, UnsuitableError, carry_stacks, keys_of, rekey, row_of

Rules = Mapping[str, RuleSet]
Make = Callable[[Tables, Rules, int], dict[str, pa.Table]]


@dataclass(frozen=True)
class Fault:
    """One kind of fault: its name, the check that finds it, what the site does, and the change made to a hand.

    `make` raises `UnsuitableError` for a hand in which it cannot happen.
    """

    name: str
    check_id: str
    what: str
    make: Make
    carries: bool = True
    """Whether the site plays on with the stacks it claims; else with those that would have been right."""


@dataclass(frozen=True)
class Planted:
    """Where a fault was put: the hand's place in `hands`, its id, and its key after the change."""

    fault: Fault
    hand: int
    hand_id: str
    hand_key: int


def _fault(make: Make, check_id: str, what: str, carries: bool = True) -> Fault:
    return Fault(make.__name__, check_id, what, make, carries)


_FAULTS = (
    _fault(deals.card_missing, "layout.board", "loses a card of a board"),
    _fault(deals.duplicate_card, "layout.duplicate_card", "deals a card twice"),
    _fault(deals.extra_discard, "layout.deal", "deals a fourth card on a street"),
    _fault(deals.fantasy_extra_card, "layout.fantasy_cards", "deals one more card than it says"),
    _fault(deals.other_board_shown, "layout.showdown", "shows another board than was placed"),
    _fault(deals.fourth_player, "layout.players", "lets a fourth player in"),
    _fault(claims.foul_not_called, "score.foul", "pays a foul as a legal hand"),
    _fault(claims.foul_called_wrongly, "score.foul", "pays a legal hand as a foul"),
    _fault(claims.royalties_not_paid, "score.royalties", "pays no royalties for a row"),
    _fault(claims.royalties_too_high, "score.royalties", "pays one point too much for a row"),
    _fault(claims.row_to_wrong_hand, "score.rows", "gives a row to the weaker hand"),
    _fault(claims.scoop_not_paid, "score.scoop", "pays no bonus for all three rows"),
    _fault(claims.pair_added_wrong, "score.pair_points", "adds a pair up wrongly"),
    _fault(claims.points_added_wrong, "score.points", "adds a player's pairs up wrongly"),
    _fault(claims.amount_not_capped, "settle.amount", "lets more move than a player has"),
    _fault(claims.amount_off, "settle.amount", "moves less than the points cost"),
    _fault(claims.net_off, "settle.net", "pays one player what another won"),
    _fault(claims.rake_hidden, "settle.rake", "states more rake than it took from the seats"),
    _fault(claims.stack_off, "settle.stack", "states a stack that does not follow", carries=False),
    _fault(claims.loser_overpays, "settle.net", "takes more from a loser than his points cost"),
    _fault(claims.money_appears, "settle.conservation", "pays the winners more than the losers paid"),
    _fault(claims.fantasy_not_announced, "fantasy.claim", "says nothing is earned where it is"),
    _fault(claims.fantasy_announced_wrongly, "fantasy.claim", "announces what was not earned"),
    _fault(deals.fantasy_denied, "fantasy.denied", "deals an ordinary hand to who earned Fantasyland"),
    _fault(deals.fantasy_undue, "fantasy.undue", "deals Fantasyland to who did not earn it"),
    _fault(deals.fantasy_cards_off, "fantasy.cards", "deals another number of Fantasyland cards"),
    _fault(deals.button_not_moved, "match.button", "leaves the button where it was"),
    _fault(matches.match_cut_short, "match.length", "ends a match before its last hand"),
    _fault(matches.match_goes_on, "match.length", "goes on with a match that is over"),
    _fault(matches.player_joins, "match.players", "lets somebody into a match that is played"),
    _fault(matches.bust_dealt_in, "match.players", "deals in who has nothing left"),
    _fault(matches.match_amount_off, "settle.amount", "moves less than a whole match cost"),
    _fault(matches.last_hand_paid_for_match, "settle.amount", "pays the last hand in place of the match"),
    _fault(clocks.placed_elsewhere, "clock.placement", "puts cards into other rows than the rule says"),
    _fault(clocks.goes_on_out_of_time, "clock.rest", "lets a player go on whose time has run out"),
    _fault(clocks.too_much_time, "clock.time", "gives a player more time than he has"),
    _fault(tournaments.price_off, "tournament.price", "plays at the price of another level"),
    _fault(tournaments.price_not_frozen, "tournament.price", "raises the price in the middle of Fantasyland"),
    _fault(tournaments.places_swapped, "tournament.place", "gives two players each other's places"),
    _fault(tournaments.bounty_to_another, "tournament.bounty", "pays a bounty to the wrong player"),
    _fault(record.reused_id, "source.reused_id", "gives a hand the id of the hand before"),
    _fault(record.conflict, "source.conflict", "has a second record of a hand, at another time"),
    _fault(record.unknown_key, "source.unknown_key", "states something that the format does not define"),
)

FAULTS: Mapping[str, Fault] = {fault.name: fault for fault in _FAULTS}
"""Every kind of fault by name."""


def plant(tables: Tables, rules: Rules, name: str, start: int = 0) -> tuple[dict[str, pa.Table], Planted]:
    """A history with the fault in the first hand from `start` on in which it can happen, and where it is.

    Raises KeyError for a name that is no fault and ValueError when no hand suits it.
    """
    fault = FAULTS[name]
    for hand in range(start, tables["hands"].num_rows):
        try:
            changed = fault.make(tables, rules, hand)
            if fault.carries:
                changed = carry_stacks(changed, rules, hand)
            changed = rekey(changed)
        except UnsuitableError:
            continue
        hand_id = row_of(changed, "hands", hand)["hand_id"]
        return changed, Planted(fault, hand, hand_id, int(keys_of(changed)[hand]))
    raise ValueError(f"no hand from number {start} on suits the fault {name}: {fault.what}")
