"""Hands without stacks: do some starting stacks explain all payments, and between which amounts were they then?

A rule that documents give is held to. One that was read off recorded hands, or decided by us, accuses nobody: what another reading of it
explains is left open, with the name of the rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from ofc_audit.infer.pair_stacks import pair_stacks
from ofc_audit.infer.payments import Implied, Ints, Mask, Payments
from ofc_audit.infer.pool_stacks import pool_stacks
from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters
from ofc_audit.score.params import words
from ofc_audit.score.settlement import settlement_order

MAX_SEARCHED = 3
"""Players up to whom stacks are searched where pairs are settled one after the other."""

_KEYS = ("settlement.method", "settlement.cap", "settlement.cap_basis", "settlement.pair_order")
_SOFT = ("recorded hands", "[decision]")


@dataclass(frozen=True)
class Reading:
    """One way to read the rules of settlement: `settlement.method`, cap, cap_basis and pair_order, each known."""

    method: str
    cap: str
    basis: str
    order: str

    def differs_from(self, others: Sequence["Reading"]) -> str:
        """The first rule that this reading has otherwise than all of `others`."""
        for key, name in zip(_KEYS, ("method", "cap", "basis", "order"), strict=True):
            if getattr(self, name) not in {getattr(other, name) for other in others}:
                return key
        return _KEYS[0]


@dataclass(frozen=True)
class Readings:
    """How a rule set can be read: `held`, as far as its rules are known, and `soft`, as they might be besides.

    `open_rule`: the rule that leaves several to hold, empty where there is one.
    """

    held: tuple[Reading, ...]
    soft: tuple[Reading, ...]
    open_rule: str

    @property
    def methods(self) -> set[str]:
        """`settlement.method` of all of them."""
        return {one.method for one in (*self.held, *self.soft)}


@dataclass(frozen=True)
class Decision:
    """Of each hand (h,): whether its payments are explained under every reading held, and whether under no reading whatever.

    `open_rule` (h,): the rule on which it depends where neither is true. `stacks`: what the explanations say of the stacks.
    """

    explained: Mask
    impossible: Mask
    open_rule: list[str]
    stacks: Implied


def readings(rules: RuleSet) -> Readings:
    """The readings of a rule set's settlement. Where it states no cap at all, none of `settlement.cap` is among the soft ones."""
    told = [words(rules, key) for key in _KEYS]
    held = _distinct(told)
    wide = [_all_words(key) if _is_soft(rules, key) else known for key, known in zip(_KEYS, told, strict=True)]
    soft = tuple(one for one in _distinct(wide) if one not in held and one.cap != "none")
    open_rule = next((key for key, known in zip(_KEYS, told, strict=True) if len(known) > 1), "")
    return Readings(held, soft, open_rule if len(held) > 1 else "")


def explain(paid: Payments, reading: Reading) -> Implied:
    """Whether some starting stacks, none below its floor, explain all payments under one reading, and which.

    Where pairs are settled one after the other, payments of more than three players are not searched: ask `is_searched` before.
    """
    if reading.method == "pool":
        return pool_stacks(paid, reading.cap)
    order = settlement_order(paid.least.shape[1], reading.order)
    return pair_stacks(paid, reading.cap, reading.basis, order)


def is_searched(n_players: int, found: Readings) -> bool:
    """Whether payments of so many players can be decided under all of these readings."""
    return n_players <= MAX_SEARCHED or found.methods == {"pool"}


def decide(paid: Payments, found: Readings) -> Decision:
    """Holds payments against every reading of the rules."""
    h, p = paid.least.shape
    every, any_held = np.ones(h, bool), Implied.nothing((h, p))
    for reading in found.held:
        one = explain(paid, reading)
        every &= one.explained
        any_held = any_held.either(one)
    open_rule = [found.open_rule if held else "" for held in any_held.explained]
    possible, stacks = any_held.explained.copy(), any_held
    for reading in found.soft:
        left = np.flatnonzero(~any_held.explained)
        if not len(left):
            break
        one = _spread(explain(paid.take(left), reading), left, h)
        stacks = stacks.either(one)
        for hand in np.flatnonzero(one.explained & ~possible).tolist():
            open_rule[hand] = reading.differs_from(found.held)
        possible |= one.explained
    return Decision(every, ~possible, open_rule, stacks)


def without_floor(paid: Payments) -> Payments:
    """The same payments, nothing being known of the stacks."""
    return replace(paid, floor=np.zeros_like(paid.floor))


def _spread(part: Implied, hands: Ints, n_hands: int) -> Implied:
    whole = Implied.nothing((n_hands, part.low.shape[1]))
    for target, values in ((whole.explained, part.explained), (whole.low, part.low), (whole.high, part.high)):
        target[hands] = values
    return whole


def _distinct(told: Sequence[Sequence[str]]) -> tuple[Reading, ...]:
    """All combinations; in a pool, and without a cap, neither basis nor order matters."""
    methods, caps, bases, orders = told
    found: dict[Reading, None] = {}
    for method, cap, basis, order in product(methods, caps, bases, orders):
        matters = method == "pairs" and cap != "none"
        found[Reading(method, cap, basis if matters else "running", order if matters else "left_of_button_first")] = (
            None
        )
    return tuple(found)


def _all_words(key: str) -> tuple[str, ...]:
    return tuple(str(value) for value in all_parameters()[key].readings(UNKNOWN))


def _is_soft(rules: RuleSet, key: str) -> bool:
    return any(word in rules.source(key) for word in _SOFT)
