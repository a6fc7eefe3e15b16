"""The catalogue of parameters: what can be asked of a rule set, which answers are possible, and how an answer reads.

Declared in `schemas/rules/_parameters.toml`; the order there is the order of every listing.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from typing import Any

from ofc_audit.data import data_dir
from ofc_audit.rulesets.values import UNKNOWN, Unknown, Value, quoted, read_toml, value_text

CATALOGUE_FILE = "_parameters.toml"
CARD_KEYS = ("QQ", "KK", "AA", "trips")
"""The tops that can earn different numbers of Fantasyland cards."""

_TYPES = frozenset(
    ("int", "int_or_word", "bool", "choice", "choices", "ints", "cards", "text", "rate", "money", "royalties")
)
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,13})(\.[0-9]{1,4})?")


@dataclass(frozen=True)
class Parameter:
    """One parameter: its key (`section.name`), type, possible values, unit, and its words."""

    key: str
    type: str
    meaning: str
    unit: str = ""
    min: int = 0
    max: int = 0
    values: tuple[str | int, ...] = ()
    open: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)
    """Values that leave open which of several others it is: those others by value."""
    words: str | Mapping[str, str] = ""
    not_audited: str = ""

    @property
    def section(self) -> str:
        """The part of the rules it belongs to: deal, board, score, …"""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """The key within its section."""
        return self.key.partition(".")[2]

    def readings(self, value: Value) -> tuple[str | int, ...]:
        """What a choice can be as far as `value` tells: itself, the values it leaves open, or every other one where UNKNOWN."""
        if isinstance(value, Unknown):
            return tuple(item for item in self.values if item not in self.open)
        assert isinstance(value, (str, int))
        return self.open.get(str(value), (value,))

    def allowed(self, royalty_names: Collection[str] = ()) -> str:
        """The possible values in words, for an error message."""
        between = f"from {self.min} to {self.max}"
        match self.type:
            case "int":
                text = f"a whole number {between}"
            case "int_or_word":
                text = f"a whole number {between}, {quoted(self.values)}"
            case "bool":
                text = "true, false"
            case "choice":
                text = quoted(self.values)
            case "choices":
                text = f"a list of {quoted(self.values)}, each once"
            case "ints":
                text = f"a list of whole numbers {between}"
            case "cards":
                text = f"a table of {', '.join(CARD_KEYS)}, each a whole number {between}"
            case "rate":
                text = 'a decimal below 1 in quotes, such as "0.03"'
            case "money":
                text = f"an amount above 0 with at most four decimals in quotes, {quoted(self.values)}"
            case "royalties":
                text = quoted(sorted(royalty_names))
            case _:
                text = "text"
        return f'{text} or "unknown"'

    def parse(self, raw: Any, royalty_names: Collection[str] = ()) -> Value:
        """A value as TOML or a hand gives it, in the form that `RuleSet.value` hands out.

        A list becomes a tuple; amounts and rates get one spelling ("50.00" for 50); an unknown table of cards becomes
        a table of unknown cells. Raises ValueError for what the parameter cannot be.
        """
        if raw == "unknown":
            return dict.fromkeys(CARD_KEYS, UNKNOWN) if self.type == "cards" else UNKNOWN
        value = self._value(raw, royalty_names)
        if value is None:
            raise ValueError(f"{quoted(raw)} is impossible; allowed: {self.allowed(royalty_names)}")
        return value

    def _value(self, raw: Any, royalty_names: Collection[str]) -> Value | None:
        match self.type:
            case "int":
                return raw if self._is_int(raw) else None
            case "int_or_word":
                return raw if self._is_int(raw) or (isinstance(raw, str) and raw in self.values) else None
            case "bool":
                return raw if isinstance(raw, bool) else None
            case "choice":
                return raw if _is_one_of(raw, self.values) else None
            case "choices":
                fits = isinstance(raw, list) and raw and all(_is_one_of(item, self.values) for item in raw)
                return tuple(raw) if fits and len(set(raw)) == len(raw) else None
            case "ints":
                return tuple(raw) if isinstance(raw, list) and raw and all(map(self._is_int, raw)) else None
            case "cards":
                if not isinstance(raw, dict) or set(raw) != set(CARD_KEYS):
                    return None
                if not all(cell == "unknown" or self._is_int(cell) for cell in raw.values()):
                    return None
                return {key: UNKNOWN if raw[key] == "unknown" else raw[key] for key in CARD_KEYS}
            case "rate":
                rate = _decimal(raw)
                return None if rate is None or rate >= 1 else f"{rate.normalize():f}"
            case "money":
                if isinstance(raw, str) and raw in self.values:
                    return raw
                amount = _decimal(raw)
                return None if not amount else _money_text(amount)
            case "royalties":
                return raw if isinstance(raw, str) and raw in royalty_names else None
            case _:
                return raw if isinstance(raw, str) and raw.strip() else None

    def _is_int(self, raw: Any) -> bool:
        return isinstance(raw, int) and not isinstance(raw, bool) and self.min <= raw <= self.max

    def sentence(self, value: Value) -> str:
        """A value as a sentence for a player, with the reason where no check can look at it."""
        text = value_text(value)
        cells = value.values() if isinstance(value, Mapping) else (value,)
        if all(isinstance(cell, Unknown) for cell in cells):
            said = f"Not known: {self.meaning[:1].lower()}{self.meaning[1:]}"
        else:
            template = self.words
            if not isinstance(template, str):
                word = str(value).lower() if isinstance(value, bool) else str(value)
                template = template.get(word) or template.get("*", "")
            said = template.replace("{value}", text) if template else f"{self.meaning.rstrip('.')}: {text}."
        return f"{said} Not audited: {self.not_audited}." if self.not_audited else said


def _is_one_of(raw: Any, values: Collection[str | int]) -> bool:
    """Membership in which 1, 1.0 and true are three different things."""
    return any(raw == value and type(raw) is type(value) for value in values)


def _decimal(raw: Any) -> Decimal | None:
    return Decimal(raw) if isinstance(raw, str) and _DECIMAL.fullmatch(raw) else None


def _money_text(amount: Decimal) -> str:
    whole, _, decimals = f"{amount:.4f}".partition(".")
    return f"{whole}.{decimals.rstrip('0').ljust(2, '0')}"


@cache
def all_parameters() -> Mapping[str, Parameter]:
    """Every parameter by key, in the order of the catalogue."""
    parameters = {}
    for section, entries in read_toml(data_dir("schemas") / "rules" / CATALOGUE_FILE, CATALOGUE_FILE).items():
        for name, spec in entries.items():
            values = tuple(spec.get("values", ()))
            left_open = {value: tuple(others) for value, others in spec.get("open", {}).items()}
            parameter = Parameter(key=f"{section}.{name}", **{**spec, "values": values, "open": left_open})
            if parameter.type not in _TYPES:
                raise ValueError(
                    f"{CATALOGUE_FILE}: {parameter.key}: type {parameter.type!r}; allowed: {quoted(sorted(_TYPES))}"
                )
            parameters[parameter.key] = parameter
    return parameters


def parameter(key: str) -> Parameter:
    """The parameter of a key, `section.name`. Raises ValueError, naming those it could be, for a key that is none."""
    known = all_parameters()
    if key in known:
        return known[key]
    section = key.partition(".")[0]
    siblings = [one.name for one in known.values() if one.section == section]
    instead = siblings or get_close_matches(key, known, n=3) or list(known)
    raise ValueError(f"unknown parameter; allowed: {quoted(instead)}")
