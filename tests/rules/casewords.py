"""The words of a rule book's lines: numbers, amounts, facts about players and pairs, tables and hands."""

import re
from dataclasses import dataclass
from typing import Any

from ofc_audit.cards import card_codes

MONEY = r"-?\d+\.\d\d(?:\d\d)?"
_FANTASY = re.compile(r"(enters|stays) (\d+|\?)(\?)?")


@dataclass(frozen=True)
class Fact:
    """What an example says of one quantity: its value (None: the rules do not tell), and whether the rules tell it."""

    value: Any
    is_known: bool = True
    is_wrong: bool = False
    """The site says it and the rules give something else, which the findings announced name."""

    @property
    def is_said(self) -> bool:
        """Whether the site says it."""
        return self.value is not None

    @property
    def is_told(self) -> bool:
        """Whether the rules tell it and the site says the same."""
        return self.is_said and self.is_known and not self.is_wrong


def number(text: str) -> Fact:
    """A whole number. Raises ValueError saying what is allowed."""
    match = re.fullmatch(r"([+-]?\d+)([?!])?", text)
    if match:
        return Fact(int(match[1]), match[2] is None, match[2] == "!")
    if text == "?":
        return Fact(None, False)
    raise ValueError(f"{text!r} is no whole number; allowed: a number, a number with ? or ! behind it, ?")


def money(text: str) -> Fact:
    """An amount. Raises ValueError saying what is allowed."""
    match = re.fullmatch(rf"\+?({MONEY})([?!])?", text)
    if match:
        return Fact(match[1], match[2] is None, match[2] == "!")
    if text == "?":
        return Fact(None, False)
    raise ValueError(f"{text!r} is no amount; allowed: 1.50, an amount with ? or ! behind it, ?")


def numbers(text: str, n: int) -> tuple[Fact, ...]:
    """Whole numbers, as many as wanted. Raises ValueError saying what is allowed."""
    parts = text.split()
    if len(parts) != n:
        raise ValueError(f"{n} numbers are wanted, not {text!r}")
    return tuple(number(part) for part in parts)


def player_fact(text: str, in_fantasy: bool) -> tuple[str, Any]:
    """A fact about a player: its name and value. Raises ValueError saying what is allowed."""
    word, _, rest = text.partition(" ")
    if text == "foul":
        return "foul", Fact(True)
    if word == "royalties":
        return "royalties", numbers(rest, 3)
    if word in ("points", "place"):
        return word, number(rest)
    if word in ("net", "rake", "stack", "bounty"):
        return word, money(rest)
    if text == "stay ?" and in_fantasy:
        return "next", Fact(None, False)
    going_on = _FANTASY.fullmatch(text)
    if going_on or text in ("no entry", "leaves"):
        if in_fantasy != (word in ("stays", "leaves")):
            wanted = "stays or leaves" if in_fantasy else "enters or no entry"
            raise ValueError(f"{text!r}: of a player {'' if in_fantasy else 'not '}in Fantasyland say {wanted}")
        if not going_on:
            return "next", Fact(0)
        return "next", Fact(True, False) if going_on[2] == "?" else Fact(int(going_on[2]), going_on[3] is None)
    raise ValueError(
        f"unknown fact {text!r}; allowed: foul, royalties, points, net, rake, stack, place, bounty, enters, stays, no entry, leaves"
    )


def pair_fact(text: str) -> tuple[str, Any]:
    """A fact about a pair: its name and value. Raises ValueError saying what is allowed."""
    word, _, rest = text.partition(" ")
    if word == "rows":
        return word, numbers(rest, 3)
    if word in ("bonus", "points"):
        return word, number(rest)
    if word == "amount":
        return word, money(rest)
    if word == "royalties":
        return word, numbers(rest.replace(" - ", " "), 2)
    raise ValueError(f"unknown fact {text!r}; allowed: rows, bonus, royalties, points, amount")


def table_item(text: str) -> dict[str, Any]:
    """What one word of a table states. Raises ValueError saying what is allowed."""
    price = re.fullmatch(r"(\d+(?:\.\d+)?) ([A-Za-z]+) a point", text)
    word, _, rest = text.partition(" ")
    if price:
        return {"price": price[1], "currency": price[2]}
    if text == "for points":
        return {"price": "1", "currency": "points"}
    if text in ("1-6", "2-4", "scoring unsaid"):
        return {"scoring": None if rest else text}
    if text.startswith("royalties settle "):
        return {"royalty_settlement": text.rpartition(" ")[2]}
    if word == "royalties" and rest:
        return {"royalties": None if rest == "unsaid" else rest}
    if text in ("progressive", "fixed"):
        return {"fantasyland": text}
    if text in ("one hand", "matches", "no rake"):
        return {"one_hand" if text == "one hand" else text.replace(" ", "_"): True}
    if text.startswith("match cap "):
        return {"match_cap": text.removeprefix("match cap ")}
    if word in ("stacks", "tournament") and rest:
        return {word: None if rest == "unknown" else rest}
    if word == "levels" and rest:
        return {"levels": dict(pair.split("=") for pair in rest.split())}
    raise ValueError(f"unknown word of a table {text!r}; README.md lists what is allowed")


def hand_item(text: str) -> dict[str, Any]:
    """What one word of a hand states. Raises ValueError saying what is allowed."""
    word, _, rest = text.partition(" ")
    if text in ("last of the match", "cancelled"):
        return {"last" if rest else "cancelled": True}
    if word in ("level", "match", "no") and rest.isdigit():
        return {word: int(rest)}
    if word == "rake":
        return {"rake": rest}
    if text.endswith(" a point"):
        return {"price": text.removesuffix(" a point")}
    if text.startswith("sits out "):
        return {"sits_out": text.removeprefix("sits out ")}
    raise ValueError(
        f"unknown word of a hand {text!r}; allowed: level 2, 200 a point, last of the match, cancelled, match 2, rake 1.00, no 5, sits out Cy"
    )


def rows(text: str) -> tuple[list[str], list[str], list[str]]:
    """Three rows of cards. Raises ValueError saying what is allowed."""
    rows = [part.split() for part in text.split(" / ")]
    if [len(row) for row in rows] != [3, 5, 5]:
        raise ValueError(f"a board has three, five and five cards, not {' / '.join(str(len(row)) for row in rows)}")
    cards = [card for row in rows for card in row]
    for card in cards:
        card_codes(card)
    if len(set(cards)) != 13:
        raise ValueError("a card is on the board twice")
    return rows[0], rows[1], rows[2]
