"""Faults of the money: amounts, nets, rake and stacks that do not follow from points that are right."""

from decimal import Decimal

import pyarrow as pa

from ofc_audit.simulate.edits import (
    Tables,
    UnsuitableError,
    change_row,
    hand_rows,
    player_row,
    row_of,
    rows_of,
    unit_of,
)
from ofc_audit.simulate.fault import CAPTURE, LARGE, MONEY_SIZES, UNIT, Aim, Fault, Rules
from ofc_audit.simulate.tell import stated_pairs, tell

_MANY = 1_000
"""Points that cost more than anybody brings to a table."""


def _sum_of(tables: Tables, aim: Aim) -> Decimal:
    """What the fault is worth: a point, the smallest unit, or more than anybody has."""
    hand = row_of(tables, "hands", aim.hand)
    price: Decimal = hand["point_value"]
    if aim.size == UNIT:
        return unit_of(hand)
    return price * _MANY if aim.size == LARGE else price


def amount_not_capped(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A pair moves all that its points cost, though the winner has less; the loser can pay it."""
    pairs = stated_pairs(tables, aim.hand)
    price = row_of(tables, "hands", aim.hand)["point_value"]
    for pair in pairs:
        winner = pair["a"] if pair["amount"] > 0 else pair["b"]
        if winner == aim.seat and 0 < abs(pair["amount"]) < abs(pair["points"]) * price:
            pair["amount"] = pair["points"] * price
            changed = tell(tables, rules, aim.hand, pairs, start="amounts")
            if any(claim["stack"] < 0 for claim in hand_rows(changed, "claims", aim.hand)):
                raise UnsuitableError
            return changed
    raise UnsuitableError


def amount_off(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A pair moves less than it costs to its winner: a point's worth or a unit less, or nothing at all."""
    pairs = stated_pairs(tables, aim.hand)
    price = row_of(tables, "hands", aim.hand)["point_value"]
    for pair in pairs:
        winner = pair["a"] if pair["amount"] > 0 else pair["b"]
        size = abs(pair["amount"])
        less = size if aim.size == LARGE else _sum_of(tables, aim)
        if winner == aim.seat and size >= less and size == abs(pair["points"]) * price:
            pair["amount"] -= less if pair["amount"] > 0 else -less
            return tell(tables, rules, aim.hand, pairs, start="amounts")
    raise UnsuitableError


def net_off(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Part of what others won is paid to a player, all that the next one has at the most; the pairs are right."""
    del rules
    stated_pairs(tables, aim.hand)
    claims = hand_rows(tables, "claims", aim.hand)
    other = (aim.seat + 1) % len(claims)
    by = _sum_of(tables, aim)
    if aim.size == LARGE and claims[other]["stack"] is not None:
        by = claims[other]["stack"]
    changed: dict[str, pa.Table] = dict(tables)
    for seat, more in ((aim.seat, by), (other, -by)):
        claim = claims[seat]
        stack = None if claim["stack"] is None else claim["stack"] + more
        if not more or (stack is not None and stack < 0):
            raise UnsuitableError
        at = player_row(tables, "claims", aim.hand, seat)
        changed = change_row(changed, "claims", at, net=claim["net"] + more, stack=stack)
    return changed


def rake_hidden(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The hand's rake is more than the rakes of the seats."""
    del rules
    rake = row_of(tables, "hands", aim.hand)["rake"]
    if rake is None:
        raise UnsuitableError
    return change_row(tables, "hands", aim.hand, rake=rake + _sum_of(tables, aim))


def stack_off(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The stack after the hand is not the stack before it plus the net."""
    del rules
    at = player_row(tables, "claims", aim.hand, aim.seat)
    stack = row_of(tables, "claims", at)["stack"]
    if stack is None:
        raise UnsuitableError
    return change_row(tables, "claims", at, stack=stack + _sum_of(tables, aim))


def _recorded(tables: Tables, hand: int) -> list[tuple[int, Decimal]]:
    """Where the claims of a recording are and what net they state; only a recording states nets without pairs."""
    rows = [(at, row_of(tables, "claims", at)["net"]) for at in rows_of(tables, "claims", hand)]
    if hand_rows(tables, "claimed_pairs", hand) or any(net is None for _, net in rows):
        raise UnsuitableError
    return rows


def loser_overpays(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """In a recording, a loser pays a winner more than his points cost."""
    del rules
    more = _sum_of(tables, aim)
    rows = _recorded(tables, aim.hand)
    winners = [row for row in rows if row[1] > 0]
    loser, lost = rows[aim.seat]
    if lost >= 0 or not winners:
        raise UnsuitableError
    winner, won = winners[0]
    return change_row(change_row(tables, "claims", loser, net=lost - more), "claims", winner, net=won + more)


def money_appears(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """In a recording, a loser pays one point of many, as if he had no more, and the winners get theirs in full."""
    del rules
    price = row_of(tables, "hands", aim.hand)["point_value"]
    at, net = _recorded(tables, aim.hand)[aim.seat]
    if net > -5 * price:
        raise UnsuitableError
    return change_row(tables, "claims", at, net=-price)


_NO_PAIRS = {CAPTURE: "a recording states no pairs"}

KINDS = (
    Fault(amount_not_capped, "settle.amount", "lets more move than a player has", has_seats=True, hidden=_NO_PAIRS),
    Fault(
        amount_off,
        "settle.amount",
        "moves less than the points cost",
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden=_NO_PAIRS,
    ),
    Fault(net_off, "settle.net", "pays one player what another won", has_seats=True, sizes=MONEY_SIZES),
    Fault(
        rake_hidden,
        "settle.rake",
        "states more rake than it took from the seats",
        sizes=MONEY_SIZES,
        hidden={CAPTURE: "a recording states no rake"},
    ),
    Fault(
        stack_off,
        "settle.stack",
        "states a stack that does not follow",
        carries=False,
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden={CAPTURE: "a recording states no stacks"},
    ),
    Fault(
        loser_overpays,
        "settle.net",
        "takes more from a loser than his points cost",
        has_seats=True,
        sizes=MONEY_SIZES,
    ),
    Fault(
        money_appears,
        "settle.conservation",
        "pays the winners more than the losers paid",
        has_seats=True,
        in_recording=("settle.net",),
    ),
)
