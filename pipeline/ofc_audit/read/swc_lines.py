"""What SwC's dealer says at an OFC table, line by line: points of each hand, totals, payouts, Fantasyland, the beginning and the end of a game."""

import re
from dataclasses import dataclass
from typing import Literal

from ofc_audit.money import amount_units

Kind = Literal["start", "fantasy", "hand", "total", "win", "end"]

_START = re.compile(r"New game started \(([0-9]{1,4}) hands?\)")
_FANTASY = re.compile(r"(.+) is in fantasy land\. The button will not be moved\.?", re.DOTALL)
_HAND = re.compile(r"Hand #([0-9]{1,9}) finished - (.+)", re.DOTALL)
_TOTAL = re.compile(r"TOTAL - (.+)", re.DOTALL)
_WIN = re.compile(r"(.+) wins ([0-9]{1,14}(?:\.[0-9]{1,4})?)", re.DOTALL)
_END = re.compile(r"Game complete, ([0-9]{1,4}) hands? played")
_SCORE = re.compile(r"(.+?): ([+-]?[0-9]{1,9})(?:, |\Z)", re.DOTALL)


@dataclass(frozen=True)
class Line:
    """A line of the dealer. `number`: of the hand, or how many hands; `amount` in ten-thousandths; `scores`: points by name."""

    kind: Kind
    number: int = 0
    name: str = ""
    amount: int = 0
    scores: tuple[tuple[str, int], ...] = ()


def line_of(text: str) -> Line | None:
    """A line of the dealer; None for any other text."""
    if (match := _HAND.fullmatch(text)) and (scores := _scores(match[2])):
        return Line("hand", int(match[1]), scores=scores)
    if (match := _TOTAL.fullmatch(text)) and (scores := _scores(match[1])):
        return Line("total", scores=scores)
    if match := _START.fullmatch(text):
        return Line("start", int(match[1]))
    if match := _END.fullmatch(text):
        return Line("end", int(match[1]))
    if match := _FANTASY.fullmatch(text):
        return Line("fantasy", name=match[1])
    if match := _WIN.fullmatch(text):
        return Line("win", name=match[1], amount=amount_units(match[2]))
    return None


def _scores(text: str) -> tuple[tuple[str, int], ...]:
    """Points by name; nothing where the text does not list at least two players, each once."""
    scores: dict[str, int] = {}
    at = 0
    while at < len(text):
        match = _SCORE.match(text, at)
        if match is None or match[1] in scores or (match.end() == len(text) and text.endswith(", ")):
            return ()
        scores[match[1]] = int(match[2])
        at = match.end()
    return tuple(scores.items()) if len(scores) >= 2 else ()
