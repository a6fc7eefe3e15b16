"""Which payment answers which finding: what is owed in a hand, or in a match, divided among what was found wrong in it.

One finding answers for all that is owed. Several answer for their own differences of money where these come to exactly what is owed; where
they do not, or state none, what is owed is told for all of them together, with the first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ofc_audit.audit.payments import HOUSE, Payment, fewest_payments, with_house

PAID_WRONGLY = ("settle.amount", "settle.net", "settle.rake", "settle.conservation", "tournament.price")
"""Checks, beside those of points, whose findings make the payments of a hand or match wrong."""


@dataclass(frozen=True)
class Cause:
    """A finding of a hand, or of a match that the hand settles: `seats` are acting orders in that hand, none where it is about another.

    `money`: computed less claimed from the side of the first seat, in ten-thousandths; None where the finding states none.
    """

    finding_no: int
    check_id: str
    seats: tuple[int, ...] = ()
    money: int | None = None
    is_waived: bool = False


@dataclass(frozen=True)
class Answer:
    """A payment and the finding it stands with; `is_shared`: it answers others too."""

    finding_no: int
    payment: Payment
    is_shared: bool = False


def answers(causes: Sequence[Cause], owed: Mapping[int, int]) -> list[Answer]:
    """The fewest payments that pay what is owed, each with its finding; none for what a waiver lets stand.

    `causes` in the order of their numbers; `owed` by acting order, the house's side left out.
    """
    whole = with_house(owed)
    if not whole or not causes:
        return []
    # A rake of the hand that is stated wrongly moves nothing by itself.
    moving = [cause for cause in causes if cause.check_id != "settle.rake" or cause.seats] or list(causes)
    if len(moving) == 1:
        parts = [Answer(moving[0].finding_no, payment) for payment in fewest_payments(whole)]
    else:
        parts = _divided(moving, owed) or [
            Answer(moving[0].finding_no, payment, True) for payment in fewest_payments(whole)
        ]
    waived = {cause.finding_no for cause in moving if cause.is_waived}
    return [one for one in parts if not (waived if one.is_shared else one.finding_no in waived)]


def _divided(causes: Sequence[Cause], owed: Mapping[int, int]) -> list[Answer]:
    """Each finding with the payments that its own difference makes, where all of them come to what is owed; else nothing."""
    if any(cause.money is None or not cause.seats for cause in causes):
        return []
    rest = {seat: amount for seat, amount in owed.items() if amount}
    found: list[Answer] = []
    alone = []
    for cause in causes:
        assert cause.money is not None
        if cause.check_id == "settle.net":
            alone.append(cause)
            continue
        own = {cause.seats[0]: cause.money, (cause.seats[1] if len(cause.seats) > 1 else HOUSE): -cause.money}
        found += [Answer(cause.finding_no, payment) for payment in fewest_payments(own)]
        for seat, amount in own.items():
            rest[seat] = rest.get(seat, 0) - amount
    rest.pop(HOUSE, None)
    nets = {cause.seats[0]: cause for cause in alone}
    if len(nets) < len(alone) or {seat: amount for seat, amount in rest.items() if amount} != {
        seat: cause.money for seat, cause in nets.items()
    }:
        return []
    for payment in fewest_payments(with_house(rest)):
        of = [nets[party] for party in (payment.payer, payment.payee) if party in nets]
        first = min(of, key=lambda cause: cause.finding_no)
        found.append(Answer(first.finding_no, payment, len(of) > 1))
    return sorted(found, key=lambda one: one.finding_no)
