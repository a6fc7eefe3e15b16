"""Rakes of a batch: what the rules take of each player, what the record says was taken, and which of both the audit reckons with.

Reads the settlement.rake_* parameters (see `score.rake`). Where the rules do not give the rake, a player's own stated rake is taken; a
loser is never raked.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ofc_audit.audit.mismatch import adopt
from ofc_audit.audit.view import Ints, Mask, View, ints
from ofc_audit.money import NULL
from ofc_audit.score.rake import rake_of, rake_rule


@dataclass(frozen=True)
class Rakes:
    """Rakes by seat and by hand, in ten-thousandths, `NULL` unknown."""

    view: View
    judged: Mask
    """(n_seats,) whose money is held against the rules."""

    @cached_property
    def stated(self) -> Ints:
        """(n_seats,) as the record says."""
        return ints(self.view.tables["claims"], "rake")

    @cached_property
    def stated_sum(self) -> Ints:
        """(n_hands,) what the record says of its players, added up; `NULL` unless it says it of all."""
        return self._sum(self.stated)

    @cached_property
    def of_hand(self) -> Ints:
        """(n_hands,) as the record says of the whole hand."""
        return ints(self.view.tables["hands"], "rake")

    @cached_property
    def is_ruled(self) -> Mask:
        """(n_seats,) whether the rules give the rake of any win."""
        known = (rules is not None and rake_rule(rules) is not None for rules in self.view.rules)
        return self.view.where_rules(known)[self.view.seat_hand]

    def due(self, gross: Ints) -> Ints:
        """(n_seats,) what the rules take of players who get `gross` of their pairs; `NULL` of those who are not judged."""
        result = np.full(len(gross), NULL)
        number = self.view.rules_index[self.view.seat_hand]
        for at, rules in enumerate(self.view.rules):
            if rules is not None:
                chosen = (number == at) & self.judged
                result[chosen] = rake_of(gross[chosen], rules)
        return result

    def true(self, gross: Ints) -> Ints:
        """(n_seats,) the rake by the rules where they give it, else as the record states it or, where none is taken, 0.

        Of a hand's only winner the rake is that of the hand: losers are not raked.
        """
        stated = adopt(self.view.rake, self._of_lone_winner(gross))
        due = self.due(gross)
        return np.where(due != NULL, due, stated)

    def taken(self, gross: Ints) -> Ints:
        """(n_seats,) the rake that later claims are built on: as stated of the player or, if he alone wins, of the hand, else by the rules."""
        return adopt(adopt(self.stated, self._of_lone_winner(gross)), self.true(gross))

    def sum_due(self, gross: Ints) -> Ints:
        """(n_hands,) what the rules take in the whole hand; `NULL` unless it is known of every player."""
        return self._sum(self.due(gross))

    def sum_taken(self, gross: Ints) -> Ints:
        """(n_hands,) the rakes of all players as stated, else by the rules; `NULL` unless one of both is known of every player."""
        return self._sum(adopt(self.stated, self.due(gross)))

    def lone_gross(self, net: Ints, most: Ints, sound: Mask) -> Ints:
        """(n_seats,) what a hand's only winner gets of his pairs, by what the others lose; `NULL` for other hands.

        It holds whatever the stacks are. The others lose, or have no pair to win: who could have won a little, and lost it to the rake,
        may have been a winner. `most`: the most that can come to each seat; `sound`: hands whose nets are possible.
        """
        hand = self.view.seat_hand
        is_winner = net > 0
        is_other = (net != NULL) & ((net < 0) | ((net == 0) & (most == 0)))
        fits = ~self.view.any_seat(~is_winner & ~is_other) & sound
        fits &= self.view.seat_sum(is_winner.astype(np.int64)) == 1
        lost = self.view.seat_sum(np.where(is_other, net, 0))
        return np.where(fits[hand], np.where(is_winner, -lost[hand], net), NULL)

    def _of_lone_winner(self, gross: Ints) -> Ints:
        """(n_seats,) the hand's rake as stated, for its only winner; `NULL` for everybody else, and where a gross is not known."""
        hand = self.view.seat_hand
        is_alone = self.view.seat_sum((gross > 0).astype(np.int64)) == 1
        is_alone &= ~self.view.any_seat(gross == NULL)
        return np.where((gross > 0) & is_alone[hand], self.of_hand[hand], NULL)

    def _sum(self, rake: Ints) -> Ints:
        total = self.view.seat_sum(np.where(rake == NULL, 0, rake))
        return np.where(self.view.any_seat(rake == NULL), NULL, total)
