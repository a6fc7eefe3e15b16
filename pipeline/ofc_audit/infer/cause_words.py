"""A cause of many hands in words: findings at the first hand that shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ofc_audit.findings import Finding
from ofc_audit.infer.rule_fit import Candidate
from ofc_audit.money import amount_text

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Stake:
    """A price that a club or a table pays instead of the one it states, in ten-thousandths, and the hands that show it."""

    price: int
    stated: int
    n_shown: int
    n_less: int
    n_hands: int
    n_tables: int
    moved: int
    points: int
    payer: int
    payee: int
    amount: int
    """Of the example: who paid whom (acting orders, payee -1 where a net is meant) how much for how many points."""


@dataclass(frozen=True)
class Misfit:
    """A club or a table whose points are not those of its rule set: judged and wrong hands, and what explains how many of them."""

    rules_id: str
    n_hands: int
    n_wrong: int
    n_explained: int = 0
    candidate: Candidate | None = None


def _money(amount: int, hand: Row) -> str:
    return f"{amount_text(amount)} {hand['currency'] or ''}".rstrip()


def _times(price: int, stated: int) -> str:
    ratio = Fraction(price, stated)
    return f"{ratio.numerator} times as much" if ratio.denominator == 1 else f"{ratio} of it"


def _more(n: int) -> str:
    return f"{n:,} hand" if n == 1 else f"{n:,} hands"


def _place(hand: Row) -> dict[str, Any]:
    return {"hand_key": hand["hand_key"], "source_file": hand["source_file"], "first_line": hand["first_line"]}


def stake_finding(stake: Stake, hand: Row, names: Sequence[str | None]) -> Finding:
    """One finding for all hands that pay another price than they state."""
    price, stated = _money(stake.price, hand), _money(stake.stated, hand)
    payer = names[stake.payer]
    if stake.payee >= 0:
        example = f"{payer} pays {names[stake.payee]} {_money(stake.amount, hand)} for {stake.points} points"
    else:
        example = f"{payer} loses {stake.points} points and pays {_money(stake.amount, hand)}"
    where = "at one table" if stake.n_tables == 1 else f"at {stake.n_tables:,} tables"
    less = f" {_more(stake.n_less)} more paid less, as capped hands do." if stake.n_less else ""
    message = (
        f"{_more(stake.n_shown)} {where} pay {price} per point and state {stated}: {_times(stake.price, stake.stated)}. "
        f"Here {example}: {amount_text(stake.amount)} = {stake.points} × {amount_text(stake.price)}.{less} "
        f"{_more(stake.n_hands)}, in which players lost {_money(stake.moved, hand)}, are held against that price. Whether the stake stated or "
        "the payments are false the record does not say, so their money is not verified."
    )
    return Finding(
        "settle.point_value",
        message,
        claimed=f"{amount_text(stake.stated)} per point",
        computed=f"{amount_text(stake.price)} per point",
        last_line=hand["first_line"],
        mark=amount_text(stake.stated),
        **_place(hand),
    )


def misfit_finding(misfit: Misfit, hand: Row, example: str, rule_source: str | None) -> Finding:
    """One finding for all hands whose points are not those of the rule set they name."""
    whole = misfit.n_hands
    if misfit.candidate is None:
        fits, computed = "no scoring that is known makes them right", None
        key = None
        then = "Whether their points are right cannot be told."
    else:
        says = [f"{key} {new} in place of {old}" for key, old, new in misfit.candidate.changes]
        if "rules_id" in misfit.candidate.columns:
            says.insert(0, f"rule set {misfit.candidate.columns['rules_id']}")
        computed = ", ".join(says)
        fits = f"with {computed} they are right in {misfit.n_explained:,}"
        key = misfit.candidate.changes[0][0] if misfit.candidate.changes else None
        then = "These hands are held against what fits; whether the rule set or the points are false the record does not say."
    message = (
        f"The rules do not fit: in {misfit.n_wrong:,} of {whole:,} hands the points are not those of {misfit.rules_id}; {fits}. "
        f"Held against {misfit.rules_id}, this hand alone would say: {example} {then}"
    )
    return Finding(
        "source.rules_fit",
        message,
        claimed=misfit.rules_id,
        computed=computed,
        rule_key=key,
        rule_source=rule_source,
        last_line=hand["first_line"],
        mark=misfit.rules_id,
        **_place(hand),
    )
