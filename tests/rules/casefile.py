"""Reads a rule book of examples, `<rule set>.cases`, as README.md beside it describes the form. Strict: what it does not know, it refuses by line."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from rules.casewords import MONEY, hand_item, pair_fact, player_fact, rows, table_item

DIMENSIONS = ("layout", "points", "money", "fantasyland", "match")
_VERDICT_WORDS = {
    "verified": "verified",
    "wrong": "wrong",
    "cannot be told": "unverifiable",
    "is no question": "not applicable",
}
_NAME = r"[A-Z][a-z]+"
_SEAT = re.compile(rf"({_NAME}|board)(?: \(({MONEY}|\?)\))?(?: in Fantasyland (\d+|\?))?: ([^|]+?)(?: \| (.+))?")
_PAIR = re.compile(rf"({_NAME}) v ({_NAME}): (.+)")
_DEALT = re.compile(rf"({_NAME}) is dealt: (.+)")
_STREET = re.compile(r"((?:[2-9TJQKA][cdhs] ?)+)(?:\((\d+(?:\.\d)? s)?(?:, )?(auto)?\))?")
_VERDICT = re.compile(rf"({'|'.join(DIMENSIONS)})(?: of ({_NAME}))? ({'|'.join(_VERDICT_WORDS)})(?:: (.+))?")
_FOUND = re.compile(rf"found: ([a-z]+\.[a-z_]+)(?: ({_NAME}))?")


@dataclass
class Player:
    """A line of a player, and what is said of him elsewhere."""

    name: str
    rows: tuple[list[str], list[str], list[str]]
    line: int
    stack: str | None = None
    """None: the table's; `?`: unknown."""
    fantasy: int | bool = 0
    facts: dict[str, Any] = field(default_factory=dict)
    """Fact by name; `royalties` has three."""
    dealt: list[tuple[list[str], str | None, bool]] | None = None
    """Per street: cards in the order dealt, time in seconds, automatic."""
    is_disconnected: bool = False


@dataclass
class Pair:
    """A line of a pair; `rows` has three facts, `royalties` two."""

    a: str
    b: str
    facts: dict[str, Any]
    line: int


@dataclass
class Verdict:
    """An expected verdict, of the hand or of one player in it."""

    dimension: str
    verdict: str
    reason: str | None
    player: str | None
    line: int


@dataclass
class Hand:
    """One hand of an example."""

    line: int
    table: dict[str, Any]
    items: dict[str, Any] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    found: list[tuple[str, str | None]] = field(default_factory=list)
    is_board: bool = False


@dataclass
class Example:
    """What stands under one heading: hands that follow one another, or boards alone."""

    heading: str
    line: int
    hands: list[Hand]
    is_sequence: bool = False


@dataclass
class Book:
    """A whole file."""

    rules: str
    site: str
    examples: list[Example]


class CaseError(ValueError):
    """A line that is no line of a rule book."""


def read_book(path: Path) -> Book:
    """The examples of a file. Raises CaseError naming file, line, what is wrong and what is allowed."""
    return _Reader(path.name, path.stem).read(path.read_text("utf-8").splitlines())


class _Reader:
    """One pass over the lines of a file."""

    def __init__(self, file: str, stem: str) -> None:
        self.file, self.stem = file, stem
        self.number = 0
        self.table: dict[str, Any] = {}
        self.book = Book("", "", [])

    def fail(self, message: str) -> NoReturn:
        raise CaseError(f"{self.file}:{self.number}: {message}")

    def read(self, lines: list[str]) -> Book:
        for self.number, line in enumerate(lines, 1):
            text = line.rstrip()
            if text and not text.startswith((">", ";")):
                try:
                    self.line(text)
                except CaseError:
                    raise
                except ValueError as error:
                    self.fail(str(error))
        if not self.book.rules or not self.book.site or not self.book.examples:
            self.fail("a rule book has `# <rule set>`, `site: …`, and examples under `### …`")
        for example in self.book.examples:
            self.check(example)
        return self.book

    def check(self, example: Example) -> None:
        self.number = example.line
        if not example.hands:
            self.fail(f"the example {example.heading!r} has no hand")
        for hand in example.hands:
            self.number = hand.line
            names = [player.name for player in hand.players]
            if len(set(names)) != len(names):
                self.fail("a player is in the hand twice")
            if len(names) < (1 if hand.is_board else 2):
                self.fail("a hand has two players at least; a board alone begins with `board:`")
            cards = [card for player in hand.players for row in player.rows for card in row]
            twice = sorted({card for card in cards if cards.count(card) > 1})
            if twice:
                self.fail(f"cards that are in the hand twice: {' '.join(twice)}")

    def line(self, text: str) -> None:
        if text.startswith("# "):
            if self.book.rules or text[2:] != self.stem:
                self.fail(f"`# {self.stem}` stands once, at the head: the rule set, as the file is named")
            self.book.rules = text[2:]
        elif text.startswith("### "):
            heading = text[4:]
            if heading in [example.heading for example in self.book.examples]:
                self.fail(f"the heading {heading!r} is there twice")
            self.book.examples.append(Example(heading, self.number, []))
            self.own_table: dict[str, Any] = {}
        elif text.startswith("site: ") and not self.book.examples:
            self.book.site = text[6:]
        elif text.startswith("table: "):
            for item in text[7:].split(", "):
                (self.own_table if self.book.examples else self.table).update(table_item(item))
        elif not text.startswith("## "):
            if not self.book.examples:
                self.fail(f"{text!r} stands before the first example")
            self.of_example(self.book.examples[-1], text)

    def of_example(self, example: Example, text: str) -> None:
        opened = re.fullmatch(r"hand (\d+)(?:: (.+))?", text)
        seat = _SEAT.fullmatch(text)
        if opened:
            if int(opened[1]) != len(example.hands) + 1:
                self.fail(f"hand {len(example.hands) + 1} is next")
            example.is_sequence = True
            example.hands.append(self.hand())
            for item in (opened[2] or "").split(", "):
                example.hands[-1].items.update(hand_item(item) if item else {})
        elif seat and seat[1] == "board":
            example.hands.append(self.hand())
            example.hands[-1].is_board = True
            self.player(example.hands[-1], seat)
        elif seat:
            if not example.hands or example.hands[-1].is_board:
                example.hands.append(self.hand())
            self.player(example.hands[-1], seat)
        elif example.hands:
            self.of_hand(example.hands[-1], text)
        else:
            self.fail(f"no line of a rule book: {text!r}")

    def hand(self) -> Hand:
        return Hand(self.number, {**self.table, **self.own_table})

    def player(self, hand: Hand, seat: re.Match[str]) -> None:
        fantasy = True if seat[3] == "?" else int(seat[3] or 0)
        player = Player(seat[1], rows(seat[4]), self.number, seat[2], fantasy)
        for text in (seat[5] or "").split(", "):
            if text:
                self.put(player.facts, *player_fact(text, bool(fantasy)))
        if "foul" in player.facts and "royalties" in player.facts:
            self.fail("a foul has no royalties: say one of the two")
        hand.players.append(player)

    def put(self, facts: dict[str, Any], name: str, fact: Any) -> None:
        if name in facts:
            self.fail(f"{name} is said twice")
        facts[name] = fact

    def named(self, hand: Hand, name: str) -> Player:
        player = next((one for one in hand.players if one.name == name), None)
        return player or self.fail(f"{name} is not in this hand")

    def of_hand(self, hand: Hand, text: str) -> None:
        if pair := _PAIR.fullmatch(text):
            facts: dict[str, Any] = {}
            for item in pair[3].split(", "):
                self.put(facts, *pair_fact(item))
            self.named(hand, pair[1])
            self.named(hand, pair[2])
            hand.pairs.append(Pair(pair[1], pair[2], facts, self.number))
        elif dealt := _DEALT.fullmatch(text):
            self.named(hand, dealt[1]).dealt = [self.street(street) for street in dealt[2].split(" / ")]
        elif text.endswith(" is disconnected"):
            self.named(hand, text.removesuffix(" is disconnected")).is_disconnected = True
        elif verdict := _VERDICT.fullmatch(text):
            if verdict[2]:
                self.named(hand, verdict[2])
            said = _VERDICT_WORDS[verdict[3]]
            if (said == "unverifiable") != bool(verdict[4]):
                self.fail("`cannot be told` has a reason behind a colon, and nothing else has")
            hand.verdicts.append(Verdict(verdict[1], said, verdict[4], verdict[2], self.number))
        elif found := _FOUND.fullmatch(text):
            hand.found.append((found[1], found[2]))
        else:
            self.fail(f"no line of a rule book: {text!r}")

    def street(self, text: str) -> tuple[list[str], str | None, bool]:
        match = _STREET.fullmatch(text)
        if not match:
            self.fail(f"no street: {text!r}; allowed: cards, then (40 s), (auto) or (40 s, auto)")
        return match[1].split(), match[2] and match[2].removesuffix(" s"), bool(match[3])
