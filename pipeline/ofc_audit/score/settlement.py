"""Money: what moves between the players of each pair, within the cap of the stacks, in whole ten-thousandths.

Amounts up to `MAX_AMOUNT`, the most a money column holds, are exact: a product of points and point value beyond it is
recognised before it is formed, and is then known only where a stack limits it. Four stacks of that size add up within
63 bits.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Ints, Mask, Masked, as_mask, unknown
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.params import word, words

MAX_AMOUNT = 10**18 - 1
"""The largest amount of decimal(18, 4), in ten-thousandths."""


@dataclass(frozen=True)
class Settlement:
    """`amount` (h, k): what moves from the second to the first of each pair; `net` (h, p): what moves to each player.
    Before rake.
    """

    amount: Masked[Ints]
    net: Masked[Ints]


@dataclass(frozen=True)
class _Owed:
    """What each pair would move without a cap: size (h, k), whether the first wins, and which sizes and winners are
    known.

    `beyond`: the true size is more than `MAX_AMOUNT`, which stands in its place.
    """

    size: Ints
    first_wins: Mask
    size_known: Mask
    winner_known: Mask
    beyond: Mask


def settlement_order(n_players: int, order: str) -> tuple[int, ...]:
    """The columns of the pairs in the order in which they are settled.

    `left_of_button_first`: as the tables list them. `button_first`: the last to act, who has the button, against the
    others from his left on, then those among themselves.
    """
    pairs = pairs_of(n_players)
    columns = range(len(pairs))
    if order == "button_first":
        return tuple(sorted(columns, key=lambda column: pairs[column][1] != n_players - 1))
    return tuple(columns)


def _owed(points: Ints, point_value: Ints) -> _Owed:
    winner_known = points != NULL
    price_known = (point_value >= 0)[:, None]
    size = np.abs(np.where(winner_known, points, 0))
    price = np.where(point_value >= 0, point_value, 0)
    beyond = size > (MAX_AMOUNT // np.maximum(price, 1))[:, None]
    moved = np.where(beyond, MAX_AMOUNT, np.where(beyond, 0, size) * price[:, None])
    return _Owed(moved, points > 0, winner_known & (price_known | (size == 0)), winner_known, beyond)


def _without_cap(points: Ints, point_value: Ints, stacks: Ints) -> tuple[Ints, Mask]:
    """(h, k) what the points are worth, and (h,) in which hands a stack could limit a pair, or something is not known.

    A player who has at least the sum of all that is owed between him and others is not limited in any order.
    """
    is_close = np.zeros(len(points), bool)
    if (is_unknown := points == NULL).any():
        is_close = is_unknown.any(axis=1)
        points = np.where(is_unknown, 0, points)
    if (has_no_price := point_value < 0).any():
        is_close |= has_no_price
        point_value = np.where(has_no_price, 0, point_value)
    most = max(int(points.max(initial=0)), -int(points.min(initial=0)))
    if most * int(point_value.max(initial=0)) <= MAX_AMOUNT:
        amount = points * point_value[:, None]
        size = np.abs(amount)
    else:
        owed = _owed(points, point_value)
        size = owed.size
        amount = np.where(owed.first_wins, size, -size)
        is_close |= owed.beyond.any(axis=1)
    for seat in range(stacks.shape[1]):
        at_stake = np.zeros(len(points), np.int64)
        for column, pair in enumerate(pairs_of(stacks.shape[1])):
            if seat in pair:
                at_stake += size[:, column]
        is_close |= stacks[:, seat] < at_stake
    return amount, is_close


def _settle_one_way(
    owed: _Owed, stacks: Ints, cap: str, basis: str, order: str, moved_before: Ints | None
) -> Masked[Ints]:
    """(h, k) amounts from the first's side under one reading of the rules, with all three of them known."""
    h, k = owed.size.shape
    p = stacks.shape[1]
    pairs = pairs_of(p)
    amount, known = np.zeros((h, k), np.int64), np.zeros((h, k), bool)
    stack = [np.maximum(stacks[:, seat], 0) for seat in range(p)]
    has_stack = [stacks[:, seat] >= 0 for seat in range(p)]
    for column in settlement_order(p, order):
        a, b = pairs[column]
        first_wins, size = owed.first_wins[:, column], owed.size[:, column]
        size_known, beyond = owed.size_known[:, column], owed.beyond[:, column]
        if cap == "none":
            moved, is_known = size, size_known & ~beyond
        else:
            loser = np.where(first_wins, stack[b], stack[a])
            loser_known = np.where(first_wins, has_stack[b], has_stack[a])
            moved, limits_known = np.minimum(size, loser), loser_known
            is_empty = has_stack[a] & has_stack[b] & (stack[a] == 0) & (stack[b] == 0)
            nothing_left = is_empty | (loser_known & (loser == 0) & owed.winner_known[:, column])
            if cap == "both":
                winner = np.where(first_wins, stack[a], stack[b])
                winner_known = np.where(first_wins, has_stack[a], has_stack[b])
                moved, limits_known = np.minimum(moved, winner), loser_known & winner_known
                # With nothing on either side nothing moves, whoever won.
                nothing_left = (loser_known & (loser == 0)) | (winner_known & (winner == 0))
            limited = limits_known & ~(beyond & (moved == MAX_AMOUNT))
            is_known = (size_known & (limited | (size == 0))) | nothing_left
        signed = np.where(is_known, np.where(first_wins, moved, -moved), 0)
        amount[:, column], known[:, column] = signed, is_known
        if moved_before is not None:
            given = moved_before[:, column] != NULL
            signed = np.where(given, moved_before[:, column], signed)
            is_known = is_known | given
        if basis == "running":
            # An amount taken as moved may be more than there was: nothing is then left, and no debt.
            stack[a] = np.maximum(stack[a] + signed, 0)
            stack[b] = np.maximum(stack[b] - signed, 0)
            has_stack[a] = has_stack[a] & is_known
            has_stack[b] = has_stack[b] & is_known
    return Masked(amount, known)


def settle(points: Ints, point_value: Ints, stacks: Ints, rules: RuleSet, moved: Ints | None = None) -> Settlement:
    """What moves in each pair and to each player, before rake.

    Pair by pair in the order of `settlement.pair_order`, points times point value move, but under `settlement.cap`
    both not more than either player has, under loser not more than the loser has; have means at that moment
    (`settlement.cap_basis` running) or at the start of the hand (starting). Who has nothing left moves nothing in his
    further pairs. Where one of these parameters is unknown, or leaves open which of several it is (cap loser_or_both),
    an amount is known only if all readings agree; likewise an unknown stack leaves unknown what it could limit.
    Where all who lose pay into one pool (`settlement.method` pool), what a pair moves is known where no stack limits anybody; where one
    does, a pool moves nothing between two players that could be told. An unknown method leaves known what either gives.
    Nothing is known where money is settled for the match (`settlement.scope`), nor where the match has a stake of its
    own (`settlement.match_cap`): how much of it is left is not to be seen in one hand.

    `points`: (h, k) from the first's side; `point_value`: (h,) and `stacks`: (h, p) in ten-thousandths; `NULL` is
    unknown, and so is a negative stack or point value. `moved`: (h, k) amounts that are taken as having moved in a
    pair whatever the rules say, for the stacks that later pairs find (`NULL` for none); the amounts returned are what
    the rules give to each pair.
    """
    h, p = stacks.shape
    if word(rules, "settlement.scope") != "hand" or word(rules, "settlement.match_cap") != "none":
        return Settlement(unknown(points.shape, np.int64), unknown(stacks.shape, np.int64))
    caps, bases, orders = (words(rules, f"settlement.{key}") for key in ("cap", "cap_basis", "pair_order"))
    readings = [(cap, basis, order) for cap in caps for basis in bases for order in orders]
    amount, is_close = _without_cap(points, point_value, stacks)
    known = None
    if moved is not None:
        is_close |= (moved != NULL).any(axis=1)
    close = np.flatnonzero(is_close)
    if len(close):
        given = None if moved is None else moved[close]
        owed = _owed(points[close], point_value[close])
        first, *others = (
            _settle_one_way(owed, stacks[close], one_cap, one_basis, one_order, given)
            for one_cap, one_basis, one_order in readings
        )
        close_known = first.known_mask
        for other in others:
            close_known = close_known & other.known_mask & (first.values == other.values)
        if "pool" in words(rules, "settlement.method") and caps != ("none",):
            close_known = owed.size_known & (owed.size == 0)
        amount[close] = np.where(close_known, first.values, 0)
        if not close_known.all():
            known = np.ones(points.shape, bool)
            known[close] = close_known
    net, net_known = np.zeros((p, h), np.int64).T, np.ones((p, h), bool).T
    for column, (a, b) in enumerate(pairs_of(p)):
        net[:, a] += amount[:, column]
        net[:, b] -= amount[:, column]
        if known is not None:
            net_known[:, a] &= known[:, column]
            net_known[:, b] &= known[:, column]
    net_known &= np.abs(net) <= MAX_AMOUNT
    net_mask = as_mask(net_known)
    return Settlement(Masked(amount, known), Masked(net if net_mask is None else np.where(net_known, net, 0), net_mask))
