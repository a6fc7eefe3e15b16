"""Findings about payments that no starting stacks explain."""

from collections.abc import Sequence
from dataclasses import dataclass

from ofc_audit.audit.view import View, decimal_of
from ofc_audit.findings import Finding
from ofc_audit.infer.nearest import Change
from ofc_audit.infer.stacks import Reading
from ofc_audit.money import amount_text

_HOW = {
    ("pairs", "both"): "pairs settled one after the other, nobody winning more than the other or he himself has",
    ("pairs", "loser"): "pairs settled one after the other, nobody winning more than the other has",
    ("pairs", "none"): "pairs paid in full",
    ("pool", "both"): "losers paying into a pool what they have, winners getting at most as much as they have",
    ("pool", "loser"): "losers paying into a pool what they have",
    ("pool", "none"): "losers paying into a pool in full",
}


@dataclass(frozen=True)
class Proven:
    """What a stack was at least before the hand, in ten-thousandths, and since which hand that is known."""

    amount: int
    since: str


def unexplained(
    view: View, hand: int, worth: Sequence[int], proven: Sequence[Proven], reading: Reading, nearest: Change | None
) -> Finding:
    """A hand whose payments no stacks explain: what was paid, what is known of the stacks, and the nearest that could be.

    `worth`: what each player's pairs are worth in full; `proven`: what is known of each stack where that is what contradicts the payments.
    """
    first = int(view.seat_start[hand])
    seats = range(first, first + int(view.n_players[hand]))
    nets = view.tables["claims"].column("net")
    said = [int(nets[seat].as_py().scaleb(4)) for seat in seats]
    names = [view.names[seat] for seat in seats]
    currency = view.currency[hand] or ""

    def money(amount: int) -> str:
        return f"{amount_text(amount)} {currency}".rstrip()

    paid = ", ".join(
        f"{name} {_signed(net)} of {_signed(full)}" for name, net, full in zip(names, said, worth, strict=True)
    )
    known = [
        f"{name} had at least {money(one.amount)}, by his payments and winnings since hand {one.since}"
        for name, one in zip(names, proven, strict=True)
        if one.amount
    ]
    stacks = "these stacks" if known else "no starting stacks"
    message = f"Paid was {paid}{' ' + currency if currency else ''}, less than the points are worth. "
    message += f"{'; '.join(known)}. " if known else ""
    message += f"With {_HOW[reading.method, reading.cap]}, " + (
        "no such stacks explain that." if known else f"{stacks} explain that."
    )
    computed = None
    if nearest is not None:
        right = list(said)
        right[nearest.to] += nearest.amount
        right[nearest.of] -= nearest.amount
        computed = ", ".join(_signed(net) for net in right)
        message += (
            f" The nearest that some stacks explain: {names[nearest.to]} got {money(nearest.amount)} too little,"
            f" {names[nearest.of]} as much too much."
        )
    rules = view.rules_of(hand)
    key = "settlement.cap"
    return Finding(
        "settle.net",
        message,
        acting_order=None if nearest is None else nearest.to,
        other_order=None if nearest is None else nearest.of,
        claimed=", ".join(_signed(net) for net in said),
        computed=computed,
        money_delta=None if nearest is None else decimal_of(nearest.amount),
        rule_key=key,
        rule_source=None if rules is None else rules.source(key),
        mark="net",
        **view.place(hand),  # type: ignore[arg-type]
    )


def _signed(amount: int) -> str:
    return f"{'+' if amount > 0 else ''}{amount_text(amount)}"
