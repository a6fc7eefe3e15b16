"""What each player got of his pairs before rake, in hands without stacks: exactly, or between which amounts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ofc_audit.audit.view import Ints, Mask, View, ints, worth
from ofc_audit.money import NULL

MOST_SPLITS = 10_000
"""Ways tried to split what the losers paid between two winners."""
_STEPS_AT_ONCE = 16

Take = Callable[[View, Ints], Ints]
"""(n_seats,) what the clubs of a view take of players who get a gross of their pairs; `NULL` where it cannot be told."""


@dataclass(frozen=True)
class Grosses:
    """The grosses of a view's hands, in ten-thousandths. A loser is never raked, so what he lost is what his pairs cost him.

    `take`: what the clubs take of a gross, as far as their rake is inferred; None where nothing is.
    """

    view: View
    take: Take | None

    @cached_property
    def net(self) -> Ints:
        """(n_seats,) as claimed, `NULL` where not."""
        return ints(self.view.tables["claims"], "net")

    @cached_property
    def owed(self) -> Ints:
        """(n_pairs,) what each pair's points are worth."""
        points = ints(self.view.tables["scored_pairs"], "points")
        return worth(points, self.view.point_value[self.view.pair_hand])

    @cached_property
    def is_told(self) -> Mask:
        """(n_hands,) complete hands whose nets, points and point value are all known, and in which no money appears."""
        view = self.view
        missing = view.any_seat(self.net == NULL) | view.any_pair(self.owed == NULL)
        result: Mask = view.complete & ~missing & (self.taken >= 0)
        return result

    @cached_property
    def taken(self) -> Ints:
        """(n_hands,) what the losers paid and nobody got."""
        return -self.view.seat_sum(np.where(self.net == NULL, 0, self.net))

    @cached_property
    def may_be_raked(self) -> Mask:
        """(n_seats,) players of whom rake may have been taken: they did not lose, and could win something."""
        most = self.view.pair_bounds(self.owed)[1]
        result: Mask = (self.net >= 0) & (most > 0) & (self.taken > 0)[self.view.seat_hand]
        return result

    @cached_property
    def bounds(self) -> tuple[Ints, Ints]:
        """(n_seats,) the least and the most that each player can have got."""
        view, net, taken = self.view, self.net, self.taken[self.view.seat_hand]
        rake = view.rake
        n_raked = view.seat_sum(self.may_be_raked.astype(np.int64))[view.seat_hand]
        alone = self.may_be_raked & (n_raked == 1)
        stated = self.may_be_raked & (rake != NULL)
        most = np.where(self.may_be_raked, net + taken, net)
        least = np.where(alone, net + taken, net)
        stated_net = net + np.where(rake == NULL, 0, rake)
        return np.where(stated, stated_net, least), np.where(stated, stated_net, most)


@dataclass(frozen=True)
class Raked:
    """Grosses with what an inferred rake adds, (n_seats,) each.

    `least` and `most` that each player can have got; `follows`: players raked as their club rakes; `deviates`: players of whom it is known
    that they were not.
    """

    least: Ints
    most: Ints
    follows: Mask
    deviates: Mask


def raked(grosses: Grosses) -> Raked:
    """What the rake of the clubs makes of the grosses.

    What the only winner of a hand got is what the others lost. Of two winners, some way to split that must explain what both were paid.
    """
    view, net = grosses.view, grosses.net
    least, most = (bound.copy() for bound in grosses.bounds)
    nobody = np.zeros(len(net), bool)
    result = Raked(least, most, nobody, nobody.copy())
    if grosses.take is None:
        return result
    asked = grosses.may_be_raked & grosses.is_told[view.seat_hand] & (view.rake == NULL)
    n_asked = view.seat_sum(asked.astype(np.int64))[view.seat_hand]
    alone, two = asked & (n_asked == 1), asked & (n_asked == 2)
    due = grosses.take(view, np.where(alone, least, 0))
    told = alone & (due != NULL)
    result.follows[told & (least - due == net)] = True
    result.deviates[told & (least - due != net)] = True
    if two.any():
        _split(grosses, two, result)
    return result


def _split(grosses: Grosses, two: Mask, result: Raked) -> None:
    """Two winners of a hand: all ways to split what the losers paid, by whole units of the hand's amounts."""
    assert grosses.take is not None
    view, net, hand = grosses.view, grosses.net, grosses.view.seat_hand
    taken = grosses.taken
    unit = np.zeros(view.n_hands, np.int64)
    np.gcd.at(unit, hand, np.where(net == NULL, 0, net))
    np.gcd.at(unit, view.pair_hand, np.where(grosses.owed == NULL, 0, grosses.owed))
    steps = np.where(view.any_seat(two), taken // np.maximum(unit, 1), 0)
    first = two & (np.searchsorted(np.flatnonzero(two), np.arange(len(net))) % 2 == 0)
    low, high = np.full(len(net), NULL), np.full(len(net), NULL)
    is_told = np.ones(view.n_hands, bool)
    tried = (steps <= MOST_SPLITS)[hand] & two
    start = 0
    # Hands of few steps leave early: one that has thousands does not have all others looked at as often.
    while (left := view.any_seat(tried & (steps >= start)[hand])).any():
        seats, stop = left[hand], 2 * start + _STEPS_AT_ONCE
        part = View({"hands": view.tables["hands"].filter(pa.array(left))}, view.rules, view.rules_index[left])
        own = part.seat_hand
        for step in range(start, min(stop, int(steps[left].max()) + 1)):
            lost = np.minimum(step * unit[left], taken[left])[own]
            gross = np.where(first[seats], lost, taken[left][own] - lost) + net[seats]
            gross = np.where(tried[seats], gross, np.minimum(net[seats], 0))
            due = grosses.take(part, gross)
            is_told[left] &= ~part.any_seat(tried[seats] & (due == NULL))
            fits = ~part.any_seat(tried[seats] & (gross - due != net[seats]))[own] & tried[seats]
            fits &= (step <= steps[left])[own]
            low[seats] = np.where(fits & ((low[seats] == NULL) | (gross < low[seats])), gross, low[seats])
            high[seats] = np.where(fits & ((high[seats] == NULL) | (gross > high[seats])), gross, high[seats])
        start = stop
    told = tried & is_told[hand]
    result.follows[told & (low != NULL)] = True
    result.deviates[told & (low == NULL)] = True
    chosen = result.follows & two
    result.least[chosen], result.most[chosen] = low[chosen], high[chosen]
