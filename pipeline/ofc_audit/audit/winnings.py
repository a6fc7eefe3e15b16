"""What each winner got of his pairs and what he was paid of it, as far as a hand tells: what the rake of a club is found from.

A gross is known where stacks are; of a hand's only winner it is what the others lost, whatever the stacks; and where all who lose by their
points pay all that these are worth, nothing was cut and everybody got what his points are worth.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ofc_audit.audit.rakes import Rakes
from ofc_audit.audit.view import Ints, Mask, View, ints, worth
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.rake import rake_rule


def leaves_rake_open(rules: RuleSet | None) -> bool:
    """Whether rules leave open how a win is raked, in a hand or when a match ends."""
    keys = ("rate", "rounding", "unit", "minimum", "cap", "free")
    none = (
        rules is None
        or rules.value("settlement.rake_when") == "none"
        or rules.value("settlement.rake_from") == "nobody"
    )
    return not none and not all(rules is not None and rules.is_known(f"settlement.rake_{key}") for key in keys)


def _leaves_rake_open(rules: RuleSet | None) -> bool:
    """Whether rules that settle every hand leave open how it is raked."""
    return (
        rules is not None
        and rules.value("settlement.scope") == "hand"
        and rules.value("settlement.rake_when") != "match_end"
        and rake_rule(rules) is None
    )


def _played(view: View, sound: Mask) -> Mask:
    """(n_hands,) complete and sound hands that belong to no tournament: there a hand is not raked."""
    tournament = view.tables["hands"].column("tournament_id").combine_chunks().is_valid()
    played: Mask = view.complete & sound & ~tournament.to_numpy(zero_copy_only=False)
    return played


@dataclass(frozen=True)
class Winnings:
    """Winnings in ten-thousandths, `NULL` unknown, of the hands that may tell a rake.

    `view`: the hands with their scored tables; `sound`: (n_hands,) hands whose points and money nothing speaks against.
    """

    view: View
    sound: Mask

    @cached_property
    def asked(self) -> Mask:
        """(n_hands,) sound hands settled for themselves, in no tournament, under rules that do not give the rake."""
        return _played(self.view, self.sound) & self.view.where_rules(_leaves_rake_open(one) for one in self.view.rules)

    @cached_property
    def net(self) -> Ints:
        """(n_seats,) what each player was paid, of hands that tell it of all players."""
        net = ints(self.view.tables["claims"], "net")
        told = self.asked & ~self.view.any_seat(net == NULL)
        return np.where(told[self.view.seat_hand], net, NULL)

    @cached_property
    def gross(self) -> Ints:
        """(n_seats,) what came to each player of his pairs."""
        view = self.view
        pairs = view.tables["scored_pairs"]
        settled = view.pair_totals(ints(pairs, "amount"))
        uncut = worth(ints(pairs, "points"), view.point_value[view.pair_hand])
        whole, most = view.pair_totals(uncut), view.pair_bounds(uncut)[1]
        lone = Rakes(view, self.asked[view.seat_hand]).lone_gross(self.net, most, self.asked)
        is_paid = ~view.any_seat((whole == NULL) | ((whole <= 0) & (self.net != whole)))
        paid = np.where(is_paid[view.seat_hand], whole, NULL)
        gross = np.where(settled != NULL, settled, np.where(lone != NULL, lone, paid))
        return np.where(self.net == NULL, NULL, gross)

    @cached_property
    def is_certain(self) -> Mask:
        """(n_seats,) whose gross holds whatever the stacks are: it is settled on known ones, or all others lost to him."""
        settled = self.view.pair_totals(ints(self.view.tables["scored_pairs"], "amount")) != NULL
        result: Mask = self.alone | (self.won & settled)
        return result

    @cached_property
    def won(self) -> Mask:
        """(n_seats,) who won something that is known, in hands where it is known of all."""
        told = ~self.view.any_seat(self.gross == NULL)
        result: Mask = told[self.view.seat_hand] & (self.gross > 0)
        return result

    @cached_property
    def rake(self) -> Ints:
        """(n_seats,) what was taken of those who won; `NULL` of others, and where more was paid than was won."""
        taken = self.gross - self.net
        return np.where(self.won & (taken >= 0) & (taken <= self.gross), taken, NULL)

    @cached_property
    def alone(self) -> Mask:
        """(n_seats,) who won as the only one."""
        n_winners = self.view.seat_sum(self.won.astype(np.int64))
        result: Mask = self.won & (n_winners == 1)[self.view.seat_hand]
        return result

    def pots(self) -> tuple[Mask, Ints, Ints]:
        """Hands with several winners: (n_hands,) which these are, what all of them won together, and what was taken of it."""
        is_shared = self.view.any_seat(self.won & ~self.alone) & ~self.view.any_seat(self.won & (self.rake == NULL))
        gross = self.view.seat_sum(np.where(self.won, self.gross, 0))
        rake = self.view.seat_sum(np.where(self.won, self.rake, 0))
        return is_shared, gross, rake


@dataclass(frozen=True)
class StatedRakes:
    """Rakes that records state of winners where rules take them when a match ends, and do not say how much.

    Not every end of a match is raked, so a rake of nothing tells nothing. `view`, `sound` and units as in `Winnings`.
    """

    view: View
    sound: Mask

    @cached_property
    def won(self) -> Mask:
        """(n_seats,) winners of whom a rake is stated."""
        at_end = self.view.where_rules(
            leaves_rake_open(one) and one is not None and one.value("settlement.scope") == "match"
            for one in self.view.rules
        )
        asked = (_played(self.view, self.sound) & at_end)[self.view.seat_hand]
        result: Mask = asked & (self._net > 0) & (self._stated > 0)
        return result

    @cached_property
    def alone(self) -> Mask:
        """(n_seats,) those of whom everybody else lost."""
        n_winners = self.view.seat_sum((self._net > 0).astype(np.int64))
        result: Mask = self.won & (n_winners == 1)[self.view.seat_hand]
        return result

    @cached_property
    def gross(self) -> Ints:
        """(n_seats,) net and rake together."""
        return np.where(self.won, self._net + self._stated, NULL)

    @property
    def rake(self) -> Ints:
        """(n_seats,) as stated of the player."""
        return np.where(self.won, self._stated, NULL)

    @cached_property
    def _net(self) -> Ints:
        return ints(self.view.tables["claims"], "net")

    @cached_property
    def _stated(self) -> Ints:
        return ints(self.view.tables["claims"], "rake")
