"""A value of a parameter as a word of the command line: `score.method=2-4`."""

import re
from collections.abc import Mapping
from typing import Any

from ofc_audit.rulesets.catalogue import CARD_KEYS, Parameter, parameter
from ofc_audit.rulesets.model import RuleSet
from ofc_audit.rulesets.royalties import parse_cell
from ofc_audit.rulesets.values import UNKNOWN, quoted

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def text_value(key: str, text: str, rules: RuleSet) -> Any:
    """The value that a text gives a parameter, in the form of TOML, as `RuleSet.with_values` takes it.

    Written as `ofc rules show` prints them: `2-4` · `14` · `true` or `yes` · `5, 3, 3, 3, 3` · `50.00` · `unknown` ·
    `QQ 14, KK 15, AA 16, trips 17`, where tops left away stay as in `rules`, and one number alone is that of every top.
    The key may be a cell of a royalty table too: `royalties.russian.middle.flush`.

    Raises ValueError, naming the key and what is allowed.
    """
    text = text.strip()
    if key.startswith("royalties."):
        raw: Any = _number(text)
        parse_cell(key, raw, "text", rules.royalty_tables)
        return raw
    try:
        asked = parameter(key)
        raw = "unknown" if text == "unknown" else _raw(asked, text, rules)
        asked.parse(raw, rules.royalty_names)
    except ValueError as error:
        # What must stand in quotes in a file needs none here.
        raise ValueError(f"{key}: {error}".replace(" in quotes", "")) from None
    return raw


def _raw(asked: Parameter, text: str, rules: RuleSet) -> Any:
    match asked.type:
        case "int" | "int_or_word":
            return _number(text)
        case "bool":
            return _TRUTHS.get(text.lower(), text)
        case "choice":
            return next((value for value in asked.values if str(value) == text), text)
        case "choices":
            return [item.replace(" ", "_") for item in _items(text)]
        case "ints":
            return [_number(item) for item in _items(text)]
        case "cards":
            return _cards(asked, text, rules)
        case _:
            return text


def _number(text: str) -> int | str:
    """A whole number, or the text where it is none."""
    return int(text) if _NUMBER.fullmatch(text) else text


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.removeprefix("[").removesuffix("]").split(",")]


def _cards(asked: Parameter, text: str, rules: RuleSet) -> Any:
    if _NUMBER.fullmatch(text):
        return dict.fromkeys(CARD_KEYS, int(text))
    before = rules.value(asked.key)
    assert isinstance(before, Mapping)
    cells: dict[str, Any] = {top: "unknown" if cell is UNKNOWN else cell for top, cell in before.items()}
    for item in _items(text):
        top, _, number = item.partition(" ")
        if top not in CARD_KEYS or not number:
            allowed = f"{asked.allowed()}, written as QQ 14, KK 15, AA 16, trips 17"
            raise ValueError(f"{quoted(item)} is impossible; allowed: {allowed}")
        cells[top] = _number(number.strip())
    return cells
