"""A club's rake in words, and what its hands leave open of it."""

from collections.abc import Callable, Sequence

import numpy as np

from ofc_audit.infer.rakes import EXCEPTIONS, MIN_WINS, ClubRake
from ofc_audit.money import amount_text
from ofc_audit.score.rake import Rake

MOST_EXCEPTIONS = 5
"""Different wins that the rule does not explain and that are told."""
_ROUNDED = {"half_up": "half up", "up": "up", "down": "down", "none": "not at all"}


def percent(rate: int) -> str:
    """A rate in ten-thousandths as a number of percent: 3, 2.5, 2.75."""
    whole, part = divmod(rate, 100)
    return f"{whole}.{part:02d}".rstrip("0") if part else str(whole)


def open_parts(rake: ClubRake) -> list[str]:
    """The parts of the rule on which the readings that are open do not agree."""
    parts: dict[str, Callable[[Rake], object]] = {
        "rounding": lambda rule: rule.rounding,
        "unit": lambda rule: rule.unit,
        "minimum": lambda rule: rule.minimum,
        "cap": lambda rule: rule.cap,
        "free": lambda rule: rule.free,
        "base": lambda rule: rule.base,
    }
    rules = [reading.rule for reading in rake.readings]
    rates = {rate for reading in rake.readings for rate in (reading.rule.rate, reading.most)}
    result = ["rate"] if len(rates) > 1 else []
    result += [name for name, part in parts.items() if len({part(rule) for rule in rules}) > 1]
    if "base" not in result and not rake.is_of_each and not rake.is_of_pot and not rake.is_free:
        result.append("base")
    return result


def rule_words(rake: ClubRake) -> str:
    """The rule in a line, as far as it can be told, or why it cannot."""
    if not rake.is_identified:
        return _why_not(rake)
    if rake.is_free:
        return "no rake"
    is_open, rule = open_parts(rake), rake.best
    rules = [reading.rule for reading in rake.readings]
    if "rate" in is_open:
        least, most = min(one.rate for one in rules), max(reading.most for reading in rake.readings)
        words = [f"between {percent(least)} and {percent(most)} % {_base(rake, is_open)}"]
    else:
        words = [f"{percent(rule.rate)} % {_base(rake, is_open)}"]
    words.append(_rounding(rules, is_open))
    for name, said in (("free", "nothing on wins up to"), ("minimum", "at least"), ("cap", "at most")):
        amount = max(getattr(one, name) for one in rules)
        if amount:
            words.append(f"{'perhaps ' if name in is_open else ''}{said} {amount_text(amount)}")
    return ", ".join(words)


def _base(rake: ClubRake, is_open: Sequence[str]) -> str:
    if rake.is_of_pot:
        return "of all winnings of a hand together"
    if "base" in is_open and (rake.is_of_each or len({reading.rule.base for reading in rake.readings}) > 1):
        return "of what a winner gets, before or after rake"
    of_net = " less the rake" if rake.best.base == "net" else ""
    return f"of what {'each' if rake.is_of_each else 'a lone'} winner gets{of_net}"


def _rounding(rules: Sequence[Rake], is_open: Sequence[str]) -> str:
    ways = [_ROUNDED[way] for way in _ROUNDED if any(rule.rounding == way for rule in rules)]
    units = sorted({rule.unit for rule in rules if rule.rounding != "none"})
    if "rounding" not in is_open and "unit" not in is_open and rules[0].rounding == "none":
        return "not rounded"
    to = amount_text(units[0]) if len(units) == 1 else f"{amount_text(units[0])} to {amount_text(units[-1])}"
    return f"rounded {ways[0]} to {to}" if len(ways) == 1 else f"rounded ({' or '.join(ways)}) to {to}"


def _why_not(rake: ClubRake) -> str:
    if (rake.n_hands - rake.n_explained) * EXCEPTIONS > rake.n_hands:
        return f"unknown: the rule that fits best explains {rake.n_explained} of {rake.n_hands} hands"
    wins = "different wins" if rake.is_free else "different raked wins"
    n = len(np.unique(rake.alone.gross)) if rake.is_free else rake.n_raked_wins
    return f"unknown: {n} of the {MIN_WINS} {wins} it takes"


def exception_words(rake: ClubRake) -> str | None:
    """The wins that the rule does not explain, those of most hands first; None where it explains all."""
    wins = rake.exceptions()
    order = np.lexsort((wins.gross, -wins.n)).tolist()
    told = [
        f"{amount_text(int(wins.rake[at]))} of {amount_text(int(wins.gross[at]))}"
        + (f" ({wins.n[at]} hands)" if wins.n[at] > 1 else "")
        for at in order[:MOST_EXCEPTIONS]
    ]
    if len(order) > MOST_EXCEPTIONS:
        told.append(f"and {len(order) - MOST_EXCEPTIONS} more")
    return ", ".join(told) or None
