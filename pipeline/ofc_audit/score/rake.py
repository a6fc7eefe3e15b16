"""Rake: what is taken of a player's winnings, in whole ten-thousandths, where the rules give every part of the reckoning.

Amounts up to `MAX_AMOUNT` are exact: the rate is applied to the ten-thousands and to the rest of an amount apart, so that no product
outgrows 63 bits.
"""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from ofc_audit.money import MONEY_SCALE, NULL, amount_units
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Ints
from ofc_audit.score.params import word


@dataclass(frozen=True)
class Rake:
    """How rake is reckoned: `rate` in ten-thousandths of what a winner gets, amounts in ten-thousandths, 0 for none.

    `free`: wins up to that are not raked. `base`: `gross` where the rate is of what a winner gets of his pairs, `net` where it is of what
    the rake leaves him.
    """

    rate: int
    rounding: str = "none"
    unit: int = 0
    minimum: int = 0
    cap: int = 0
    free: int = 0
    base: str = "gross"


NO_RAKE = Rake(0)


def rake_rule(rules: RuleSet) -> Rake | None:
    """How a player who wins in a hand is raked under a rule set; None where anything that it takes to know is unknown.

    Nothing is taken where settlement.rake_when is none, settlement.rake_from nobody or settlement.rake_rate 0, whatever else is unknown.
    Otherwise every one of the settlement.rake_* parameters must be known. Where rake is taken when a match ends (rake_when match_end), one
    hand does not show whether it is: whoever knows how the match ended asks with rules whose rake_when is hand or none.
    """
    when, rate, source = (word(rules, f"settlement.rake_{key}") for key in ("when", "rate", "from"))
    if when == "none" or source == "nobody" or (rate is not None and Decimal(rate) == 0):
        return NO_RAKE
    rounding, *amounts = (
        word(rules, f"settlement.rake_{key}") for key in ("rounding", "unit", "minimum", "cap", "free")
    )
    if when != "hand" or source != "net_winners" or rate is None or rounding is None or None in amounts:
        return None
    unit, minimum, cap, free = (0 if amount in (None, "none") else amount_units(str(amount)) for amount in amounts)
    if rounding != "none" and not unit:
        return None
    return Rake(int(Decimal(rate) * MONEY_SCALE), rounding, unit, minimum, cap, free)


def rake_of(gross: Ints, rules: RuleSet) -> Ints:
    """What is taken of players who get `gross` of their pairs, after every cap; `NULL` where it is not known.

    The settlement.rake_rate of it, rounded by settlement.rake_rounding to settlement.rake_unit, then not less than
    settlement.rake_minimum, not more than settlement.rake_cap, and never more than is won. Wins up to settlement.rake_free are not raked. A
    player who wins nothing on balance is not raked where settlement.rake_from is net_winners.

    `gross` in ten-thousandths, any shape, `NULL` unknown. A rake that is not rounded and is no whole ten-thousandth is not known: no
    record could state it.
    """
    rule = rake_rule(rules)
    if rule == NO_RAKE:
        return np.zeros(gross.shape, np.int64)
    spared = word(rules, "settlement.rake_from") == "net_winners"
    of_winners = np.full(gross.shape, NULL) if rule is None else taken(gross, rule)
    return np.where((gross != NULL) & (gross <= 0) & spared, 0, np.where(gross > 0, of_winners, NULL))


def taken(gross: Ints, rule: Rake) -> Ints:
    """What a rule takes of each gross; nothing of losers, `NULL` where it is no whole ten-thousandth and not rounded."""
    won = np.maximum(gross, 0)
    of = MONEY_SCALE + (rule.rate if rule.base == "net" else 0)
    whole, part = exact_rake(won, rule.rate, of)
    is_known = np.ones(won.shape, bool)
    if rule.rounding == "none":
        # A part of a ten-thousandth matters only between the least and the most that is taken.
        is_known = (part == 0) | (whole < rule.minimum) | ((rule.cap > 0) & (whole >= rule.cap))
        rake = whole
    else:
        units, rest = np.divmod(whole, rule.unit)
        is_more = np.zeros(won.shape, bool)
        if rule.rounding == "up":
            is_more = (rest > 0) | (part > 0)
        elif rule.rounding == "half_up":
            is_more = (2 * rest >= rule.unit) | ((rule.unit - 2 * rest == 1) & (2 * part >= of))
        rake = (units + is_more) * rule.unit
    rake = np.maximum(rake, rule.minimum)
    rake = np.minimum(rake, rule.cap) if rule.cap else rake
    return np.where(won <= rule.free, 0, np.where(is_known, np.minimum(rake, won), NULL))


def exact_rake(won: Ints, rate: int, of: int = MONEY_SCALE) -> tuple[Ints, Ints]:
    """The share `rate` / `of` of an amount before rounding: whole ten-thousandths, and parts of one of them, `of` to each."""
    many, few = np.divmod(won, of)
    whole, part = np.divmod(few * rate, of)
    return many * rate + whole, part
