"""What a hand, or a match, moves between the players: the scorer's settlement, on what each has at stake."""

from dataclasses import dataclass

import numpy as np

from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settle
from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.hand import Hand
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask, Tables


@dataclass(frozen=True)
class Payment:
    """`amount` (h, k) from the second to the first of each pair, `net` (h, p) to each player, before rake.

    `has_everything` (h,): whether one player has all that was at stake. Money settled at the end of the match is that
    of the match so far, on trial.
    """

    amount: Ints
    net: Ints
    has_everything: Mask


def pay(tables: Tables, hand: Hand, price: Ints, session: Session) -> Payment:
    """What the hand moves, or what its match moves if it ends with it.

    Points of a match are summed pair by pair, and settled in the pair order of this hand on the stakes brought.
    """
    points = hand.scored.pairs.points.values.astype(np.int64)
    h, p = hand.seats.shape
    if session.settles_matches:
        points = _add_to_match(tables, hand, points)
    row = hand.lane[:, None]
    stakes = tables.stakes[row, hand.seats]
    if not session.has_stacks:
        amount = points * price[:, None]
        net = np.zeros((h, p), np.int64)
        for column, (a, b) in enumerate(pairs_of(p)):
            net[:, a] += amount[:, column]
            net[:, b] -= amount[:, column]
        return Payment(amount, net, np.zeros(h, bool))
    money = settle(points, price, stakes, session.room_rules)
    left = tables.stakes[hand.lane]
    left[np.arange(h)[:, None], hand.seats] += money.net.values
    return Payment(money.amount.values, money.net.values, (left > 0).sum(axis=1) == 1)


def _add_to_match(tables: Tables, hand: Hand, points: Ints) -> Ints:
    """(h, k) the points of each pair over the match so far, this hand included."""
    total = np.zeros_like(points)
    for column, (a, b) in enumerate(pairs_of(hand.seats.shape[1])):
        first, second = hand.seats[:, a], hand.seats[:, b]
        tables.sums[hand.lane, first, second] += points[:, column]
        tables.sums[hand.lane, second, first] -= points[:, column]
        total[:, column] = tables.sums[hand.lane, first, second]
    return total
