"""What a hand, or a match, moves between the players: the scorer's settlement, on what each has at stake."""

from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settle
from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.hand import Hand
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask, Tables


@dataclass(frozen=True)
class Payment:
    """`amount` (h, k) from the second to the first of each pair, `net` (h, p) to each player, before rake.

    Where a pool is short, no amount belongs to any pair (`NULL`).

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
    stakes = tables.stakes[hand.lane[:, None], hand.seats]
    if not session.has_stacks or session.room.pays_from_pool:
        amount = points * price[:, None]
        net = np.zeros((h, p), np.int64)
        for column, (a, b) in enumerate(pairs_of(p)):
            net[:, a] += amount[:, column]
            net[:, b] -= amount[:, column]
        if not session.has_stacks:
            return Payment(amount, net, np.zeros(h, bool))
        paid = share_pool(net, stakes)
        amount[(paid != net).any(axis=1)] = NULL
    else:
        money = settle(points, price, stakes, session.room_rules)
        amount, paid = money.amount.values, money.net.values
    left = tables.stakes[hand.lane]
    left[np.arange(h)[:, None], hand.seats] += paid
    return Payment(amount, paid, (left > 0).sum(axis=1) == 1)


def share_pool(owed: Ints, stacks: Ints) -> Ints:
    """(h, p) what each player gets of a pool: nobody loses or wins more than he has, on balance, and what losers can
    pay or winners can get, whichever is less, is paid and got in acting order until it is used up.

    `owed` (h, p): points times point value over all pairs of a player, in acting order, before any cap.
    """
    most = np.minimum(np.abs(owed), stacks)
    gives, gets = np.where(owed < 0, most, 0), np.where(owed > 0, most, 0)
    pool = np.minimum(gives.sum(axis=1), gets.sum(axis=1))[:, None]
    return _in_turn(gets, pool) - _in_turn(gives, pool)


def _in_turn(parts: Ints, pool: Ints) -> Ints:
    """Each part in turn, as far as the pool goes."""
    before = np.cumsum(parts, axis=1) - parts
    return np.asarray(np.clip(pool - before, 0, parts))


def _add_to_match(tables: Tables, hand: Hand, points: Ints) -> Ints:
    """(h, k) the points of each pair over the match so far, this hand included."""
    total = np.zeros_like(points)
    for column, (a, b) in enumerate(pairs_of(hand.seats.shape[1])):
        first, second = hand.seats[:, a], hand.seats[:, b]
        tables.sums[hand.lane, first, second] += points[:, column]
        tables.sums[hand.lane, second, first] -= points[:, column]
        total[:, column] = tables.sums[hand.lane, first, second]
    return total
