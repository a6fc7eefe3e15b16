"""The fewest payments that take everybody from what he was paid to what is right."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

HOUSE = -1
"""The party that is no player: it takes the rake, and money that appears or vanishes is its."""


class Payment(NamedTuple):
    """`amount` (above 0, ten-thousandths) from one party to another."""

    payer: int
    payee: int
    amount: int


def with_house(owed: Mapping[int, int]) -> dict[int, int]:
    """What each player is owed, negative when he owes it, with the house's side of it; who is owed nothing is left out."""
    whole = {party: amount for party, amount in owed.items() if amount}
    rest = -sum(whole.values())
    return {**whole, HOUSE: rest} if rest else whole


def fewest_payments(owed: Mapping[int, int]) -> list[Payment]:
    """The fewest payments after which nobody is owed anything, players in their order, the house last.

    `owed` sums to 0. Each group of parties whose sums are 0 among themselves saves a payment, so as many groups as there can be are
    formed; parties are the players of one hand and the house, and few. Raises ValueError where the sum is not 0.
    """
    if sum(owed.values()):
        raise ValueError(f"what is owed does not add up to nothing: {dict(owed)}")
    parties = sorted((party for party, amount in owed.items() if amount), key=lambda party: (party == HOUSE, party))
    payments = [payment for group in _groups(parties, owed) for payment in netted(group, owed)]
    order = {party: place for place, party in enumerate(parties)}
    return sorted(payments, key=lambda one: (order[one.payer], order[one.payee]))


def _groups(parties: Sequence[int], owed: Mapping[int, int]) -> list[list[int]]:
    """The parties in as many groups as possible that each sum to 0; the smallest group of the first party before others."""
    if not parties:
        return []
    first, rest = parties[0], parties[1:]
    best: list[list[int]] = []
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            if owed[first] + sum(owed[party] for party in others):
                continue
            left = [party for party in rest if party not in others]
            found = [[first, *others], *_groups(left, owed)]
            if len(found) > len(best):
                best = found
    return best


def netted(parties: Sequence[int], owed: Mapping[int, int]) -> list[Payment]:
    """Payments within one group that sums to 0, one fewer than it has members at most: each debtor in turn pays the next who is owed."""
    owing = [[party, -owed[party]] for party in parties if owed[party] < 0]
    claiming = [[party, owed[party]] for party in parties if owed[party] > 0]
    payments = []
    while owing and claiming:
        payer, payee = owing[0], claiming[0]
        amount = min(payer[1], payee[1])
        payments.append(Payment(payer[0], payee[0], amount))
        payer[1] -= amount
        payee[1] -= amount
        if not payer[1]:
            owing.pop(0)
        if not payee[1]:
            claiming.pop(0)
    return payments
