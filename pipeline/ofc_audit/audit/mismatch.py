"""One claim that differs from the truth: the cause of a finding, or the consequence of another.

Each claim is held against two numbers: what the rules give (`computed`), and what they would give if the claims it is built on were true
(`expected`). A claim that differs from the first and agrees with the second follows from a mistake made before it; one that differs
from both is a mistake of its own. So a wrong royalty that makes the points, the pair and the net wrong is one finding.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ofc_audit.audit.view import Ints, Mask, View, decimal_of
from ofc_audit.findings import Finding
from ofc_audit.money import NULL
from ofc_audit.score.settlement import MAX_AMOUNT

MAX_POINTS = 2**31 - 1
"""The largest difference in points that column points_delta holds."""

LEVELS = (
    "foul",
    "royalties",
    "rows",
    "bonus",
    "pair royalties",
    "pair points",
    "points",
    "amount",
    "rake",
    "net",
    "conservation",
    "stack",
    "fantasyland",
)
"""The order in which claims build on each other."""


@dataclass(frozen=True)
class Mismatch:
    """A claim that differs from the truth. `seats` are rows of seats (one, or two for a pair, first the side that values are told from)."""

    hand: int
    level: str
    seats: tuple[int, ...]
    is_own: bool
    check_id: str
    what: str
    claimed: str
    computed: str
    message: Callable[[], str]
    points_delta: int | None = None
    money_delta: int | None = None
    rule_key: str | None = None
    line: int = NULL
    mark: str | None = None

    @property
    def as_consequence(self) -> str:
        """How it is told when another mistake is its cause."""
        return f"{self.what} {self.claimed} for {self.computed}"


def judge(claimed: Ints, computed: Ints, expected: Ints) -> tuple[Mask, Mask]:
    """(differs from the truth, and also from what follows from the claims before it); unknown differs from nothing.

    A claim that agrees with the truth, although a claim before it was wrong, differs from nothing either.
    """
    said = claimed != NULL
    differs = said & (computed != NULL) & (claimed != computed)
    own = differs & ((expected == NULL) | (claimed != expected))
    return differs, own


def adopt(claimed: Ints, expected: Ints) -> Ints:
    """What later claims are built on: the claim where there is one, else what follows from those before."""
    return np.where(claimed != NULL, claimed, expected)


def one_of_each(view: View, own: Mask, short: Ints, adds_up: Mask) -> Mask:
    """(n_seats,) the claims that are causes: of several in a hand that `adds_up`, only that of the player who got too little by most.

    What one player got too much another got too little: that is one mistake. `short`: (n_seats,) what each got too little.
    """
    order = np.lexsort((np.arange(len(own)), np.where(own, -short, 0), ~own, view.seat_hand))
    first = order[np.unique(view.seat_hand[order], return_index=True)[1]]
    chosen = np.zeros(len(own), bool)
    chosen[first] = True
    result: Mask = own & (chosen | ~adds_up[view.seat_hand])
    return result


def signed(points: int) -> str:
    """Points with a sign, none for zero."""
    return f"{points:+d}" if points else "0"


def _held(delta: int | None, most: int) -> int | None:
    """A difference, none where it is larger than its column holds: both numbers are in the finding as text."""
    return None if delta is None or abs(delta) > most else delta


def findings_of(view: View, mismatches: list[Mismatch]) -> list[Finding]:
    """Findings, hand by hand: each cause once, with the claims that follow from it.

    A consequence goes to the first cause that shares a player with it, else to the first of the hand.
    """
    by_hand: dict[int, list[Mismatch]] = {}
    for mismatch in mismatches:
        by_hand.setdefault(mismatch.hand, []).append(mismatch)
    findings = []
    for hand in sorted(by_hand):
        group = sorted(by_hand[hand], key=lambda m: (LEVELS.index(m.level), m.seats))
        causes = [m for m in group if m.is_own] or group[:1]
        follows: dict[int, list[str]] = {}
        for mismatch in group:
            if mismatch in causes:
                continue
            shared = [i for i, cause in enumerate(causes) if set(cause.seats) & set(mismatch.seats)]
            follows.setdefault(shared[0] if shared else 0, []).append(mismatch.as_consequence)
        for i, cause in enumerate(causes):
            rules = view.rules_of(hand)
            seats = [int(view.acting_order[seat]) for seat in cause.seats]
            findings.append(
                Finding(
                    cause.check_id,
                    cause.message(),
                    acting_order=seats[0] if seats else None,
                    other_order=seats[1] if len(seats) > 1 else None,
                    claimed=cause.claimed,
                    computed=cause.computed,
                    points_delta=_held(cause.points_delta, MAX_POINTS),
                    money_delta=None if (money := _held(cause.money_delta, MAX_AMOUNT)) is None else decimal_of(money),
                    rule_key=cause.rule_key,
                    rule_source=None if rules is None or cause.rule_key is None else rules.source(cause.rule_key),
                    consequences="; ".join(follows[i]) if i in follows else None,
                    mark=cause.mark,
                    **view.place(hand, cause.line),  # type: ignore[arg-type]
                )
            )
    return findings
