"""What a command line asks of a simulation, in words, as a plan."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from ofc_audit.money import MONEY_SCALE
from ofc_audit.rulesets.model import OPTION_KEYS
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.simulate.rooms import Rake, Tournament, money_units

_NUMBER = re.compile(r"[0-9]{1,14}(\.[0-9]{1,4})?")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_RAKE = ("rate", "unit", "rounding", "minimum", "cap", "free")
_ROUNDINGS = {"up": True, "half_up": False}


def options_of(texts: Mapping[str, str]) -> dict[str, str | bool]:
    """The options of a table. Raises ValueError for one that is none."""
    options: dict[str, str | bool] = {}
    for key, text in texts.items():
        if key not in OPTION_KEYS:
            raise ValueError(f"{key}: no option of a table; allowed: {', '.join(OPTION_KEYS)}")
        if key == "match_cap":
            amount(text, key)
        if key == "one_hand" and text not in _TRUTHS:
            raise ValueError(f"{key}: {text} is impossible; allowed: true or false")
        options[key] = _TRUTHS[text] if key == "one_hand" else text
    return options


def amount(text: str, what: str) -> str:
    """An amount as it is written. Raises ValueError where it is none, naming `what`."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{what}: {text} is no amount; write 0.50, with four decimals at the most")
    return text


def players(text: str) -> tuple[int, ...]:
    """The numbers of players of the tables, one after the other: `2,3`."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and len(word) < 3 for word in words):
        raise ValueError(f"{text} are no numbers of players; write 2,3")
    return tuple(int(word) for word in words)


def rake_of(texts: Mapping[str, str]) -> Rake | None:
    """How rake is taken; None where nothing is said of it. Raises ValueError for what is not to be understood."""
    if not texts:
        return None
    for key in texts:
        if key not in _RAKE:
            raise ValueError(f"{key}: nothing of a rake; allowed: {', '.join(_RAKE)}")
    rounding = texts.get("rounding", "half_up")
    if rounding not in _ROUNDINGS:
        raise ValueError(f"rounding: {rounding} is impossible; allowed: {' or '.join(_ROUNDINGS)}")
    if "rate" not in texts:
        raise ValueError("rate: is missing; write rate=0.05 for 5 % of what a winner gets")
    money = {key: money_units(amount(text, key)) for key, text in texts.items() if key != "rounding"}
    if money["rate"] > MONEY_SCALE:
        raise ValueError(f"rate: {texts['rate']} is more than everything; write 0.05 for 5 %")
    unit = money.pop("unit", MONEY_SCALE // 100)
    if unit == 0:
        raise ValueError("unit: is what rake is rounded to, and more than nothing; write unit=0.01")
    return Rake(money.pop("rate"), unit, _ROUNDINGS[rounding], **money)


def tournament_of(
    is_asked: bool, levels: str | None, hands_per_level: int | None, bounty: str | None
) -> Tournament | None:
    """The tournament that is asked for; None where nothing is said of one. `levels`: prices of a point, `100,200,300`.

    Raises ValueError for what is not to be understood, and for a length of levels without levels.
    """
    if hands_per_level is not None and levels is None:
        raise ValueError("levels are what lasts so many hands (hands_per_level); write --levels 100,200,300 too")
    if not is_asked and levels is None and bounty is None:
        return None
    prices = [] if levels is None else [amount(word.strip(), "levels") for word in levels.split(",")]
    if any(not Decimal(price) for price in prices):
        raise ValueError(f"levels: a point costs more than nothing, in {levels}")
    return Tournament(
        levels=tuple(enumerate(prices, 1)),
        hands_per_level=Tournament.hands_per_level if hands_per_level is None else hands_per_level,
        bounty=None if bounty is None else amount(bounty, "bounty"),
    )


def kinds_of(share: float, asked: Sequence[str]) -> tuple[str, ...]:
    """The kinds of faults to tell: those asked for, all where none is; none where no share of the hands is told wrong.

    Raises ValueError for a name that is no kind, and for kinds without a share.
    """
    unknown = [kind for kind in asked if kind not in FAULTS]
    if unknown:
        raise ValueError(f"{unknown[0]}: no kind of fault; allowed: {', '.join(FAULTS)}")
    if asked and not share:
        raise ValueError("kinds of faults need a share of the hands (--faults 0.01)")
    return tuple(dict.fromkeys(asked)) or tuple(FAULTS) if share else ()


def first_match(seed: int) -> int:
    """The number of the first match, far from those of other seeds: histories of several are audited together."""
    return seed * 1_000_000_000 + 1


def settings_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a plan that are given; the others stay as the plan has them."""
    return {name: value for name, value in given.items() if value is not None}
