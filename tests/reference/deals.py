"""Random hands in which what matters happens often: fouls, ties, royalties of every kind, Fantasyland, stacks that bite.

Everything follows from the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import NamedTuple

from ofc_audit.rulesets import RuleSet
from reference.scorer import EMPTY, Board, Hand, look_at
from reference.strength import QUEEN, WHEEL, weigh

UNIT = 10_000
MAX_PLAYERS = 4
ROW_PLACES = ((0, 3), (3, 8), (8, 13))
KINDS = ("high", "pair", "two_pair", "trips", "straight", "flush", "full_house", "quads", "straight_flush", "royal")
"""What a row of five is to become, the weaker first."""
TOPS = ("high", "pair", "queens", "queens", "trips", "copy", "below")
COPIES = 0.12
"""How often a row of five is made of the ranks of the same row of another player, for a tie."""
EQUALS = 0.05
"""How often a middle is made of the ranks of its own bottom; tops (`below`) try to equal their middle more often."""
ORDERLY = 0.7
"""How many planned boards are planned with the weaker of two kinds in the middle."""
GROUPS = {"pair": (2,), "queens": (2,), "two_pair": (2, 2), "trips": (3,), "full_house": (3, 2), "quads": (4,)}
"""Kinds that are made of cards of one rank, and of another."""
PLANS = 0.75
"""How many boards follow a plan for each row; the others are thirteen cards as they come, most of them fouls."""

SCORINGS = ("1-6", "1-6", "2-4", None)
ROYALTIES = (None, None, "american", "russian", "none", "of the house")
SETTLEMENTS = (None, None, "difference", "winner_only")
FANTASYLANDS = (None, None, "fixed", "progressive")
ONE_HAND = (None, None, None, True, False)
MATCH_CAPS = (*(None,) * 9, Decimal("25.00"))
POINT_VALUES = (*(UNIT // 100, UNIT // 2, UNIT, UNIT, 5 * UNIT // 2, 100 * UNIT, 1, 1250), None)
FANTASY_CARDS = (13, 14, 14, 15, 16, 17, None)


@dataclass(frozen=True)
class Options:
    """What a hand states about its own rules."""

    scoring: str | None
    royalties: str | None
    royalty_settlement: str | None
    fantasyland: str | None
    one_hand: bool | None
    match_cap: Decimal | None

    def applied(self, rules: RuleSet) -> RuleSet:
        """The rule set of the hand."""
        return rules.with_options(
            self.scoring, self.royalties, self.royalty_settlement, self.fantasyland, self.one_hand, self.match_cap
        )


class Deal(NamedTuple):
    """One hand of up to four players, whatever its rules: thirteen cards each, what the plain scorer sees in them, the rest.

    `n_players` are as many as may play it; `at_any_table` says that they play where fewer are allowed, too, as damaged
    records have it. A hand that does not `names_rules` is scored by what is common to all. Amounts in ten-thousandths.
    """

    cards: tuple[tuple[int, ...], ...]
    boards: tuple[Board, ...]
    n_players: int
    at_any_table: bool
    names_rules: bool
    is_fantasy: tuple[bool, ...]
    fantasy_cards: tuple[int | None, ...]
    stacks: tuple[int | None, ...]
    point_value: int | None

    def hand(self, most_players: int) -> Hand:
        """The hand as it is played where so many players are allowed."""
        n = self.n_players if self.at_any_table else min(self.n_players, most_players)
        return Hand(self.boards[:n], self.is_fantasy[:n], self.fantasy_cards[:n], self.stacks[:n], self.point_value)


def deal_hand(rng: Random) -> Deal:
    """A hand from one deck. One in 25 has a board with cards missing, one in 40 names no rule set it could be scored under,
    one in 100 has one player or more than the rule set allows.
    """
    deck = list(range(52))
    rng.shuffle(deck)
    cards: list[tuple[int, ...]] = []
    for _ in range(MAX_PLAYERS):
        cards.append(_board(rng, deck, cards))
    if rng.random() < 0.04:
        unfinished = rng.randrange(MAX_PLAYERS)
        cards[unfinished] = _with_gaps(rng, cards[unfinished])
    at_any_table = rng.random() < 0.01
    value = rng.choice(POINT_VALUES)
    is_fantasy = tuple([rng.random() < 0.35 for _ in range(MAX_PLAYERS)])
    return Deal(
        tuple(cards),
        tuple([look_at(board) for board in cards]),
        rng.choice((1, MAX_PLAYERS) if at_any_table else (2, 2, 3, 4)),
        at_any_table,
        rng.random() >= 0.025,
        is_fantasy,
        tuple([rng.choice(FANTASY_CARDS) if fantasy else 0 for fantasy in is_fantasy]),
        _stacks(rng, value or UNIT),
        value,
    )


def _with_gaps(rng: Random, board: Sequence[int]) -> tuple[int, ...]:
    """A board that lost the end of some of its rows, as one that was never finished."""
    cards = list(board)
    for start, end in rng.sample(ROW_PLACES, rng.randint(1, 3)):
        first_lost = rng.randint(start, end - 1)
        cards[first_lost:end] = [EMPTY] * (end - first_lost)
    return tuple(cards)


def _board(rng: Random, deck: list[int], others: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Thirteen cards, taken from the shuffled deck: the bottom first, each row as planned, then filled up."""
    board: list[int] = []
    for (start, end), plan in zip(reversed(ROW_PLACES), _plans(rng), strict=True):
        like = board[:5] if plan == "below" else rng.choice(others)[start:end] if others else ()
        row = _planned(rng, deck, plan, like)[: end - start]
        for card in row:
            deck.remove(card)
        missing = end - start - len(row)
        row += deck[:missing]
        del deck[:missing]
        if plan:
            rng.shuffle(row)
        board = row + board
    return tuple(board)


def _plans(rng: Random) -> tuple[str, str, str]:
    """What bottom, middle and top are to become."""
    if rng.random() >= PLANS:
        return ("", "", "")
    kinds = [rng.randrange(len(KINDS)), rng.randrange(len(KINDS))]
    if rng.random() < ORDERLY:
        kinds.sort(reverse=True)
    bottom, middle = ("copy" if rng.random() < COPIES else KINDS[kind] for kind in kinds)
    if rng.random() < EQUALS:
        middle = "below"
    return bottom, middle, rng.choice(TOPS)


def _planned(rng: Random, deck: Sequence[int], plan: str, like: Sequence[int]) -> list[int]:
    """Cards of the deck that make what is planned, as far as it still has them."""
    if plan in GROUPS:
        return _groups(rng, deck, GROUPS[plan], QUEEN if plan == "queens" else 0)
    if plan == "flush":
        suit = rng.randrange(4)
        return [card for card in deck if card & 3 == suit]
    if plan in ("straight", "straight_flush", "royal"):
        low = 8 if plan == "royal" else rng.randint(-1, 8)
        ranks = WHEEL if low < 0 else range(low, low + 5)
        if plan != "straight":
            suit = rng.randrange(4)
            return [card for card in deck if card & 3 == suit and card >> 2 in ranks]
        return _one_of_each(deck, ranks)
    if plan in ("copy", "below"):
        return _one_of_each(deck, [card >> 2 for card in like])
    return []


def _one_of_each(deck: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """A card for each of the ranks, those of pairs first, in the suits that the deck still has."""
    by_rank = _by_rank(deck)
    in_order = weigh(ranks, False)[1] if len(ranks) == 5 else ranks
    return [by_rank[rank].pop() for rank in in_order if by_rank.get(rank)]


def _by_rank(deck: Sequence[int]) -> dict[int, list[int]]:
    by_rank: dict[int, list[int]] = {}
    for card in deck:
        by_rank.setdefault(card >> 2, []).append(card)
    return by_rank


def _groups(rng: Random, deck: Sequence[int], sizes: Sequence[int], least: int) -> list[int]:
    """So many cards of one rank, and of another."""
    by_rank = _by_rank(deck)
    cards: list[int] = []
    for size in sizes:
        ranks = [rank for rank, of_rank in by_rank.items() if len(of_rank) >= size and rank >= least]
        if ranks:
            cards += by_rank.pop(rng.choice(ranks))[:size]
    return cards


def _stacks(rng: Random, value: int) -> tuple[int | None, ...]:
    """Stacks in ten-thousandths: none known, plenty for all, or each short, nothing, odd in its last decimal, unknown, negative."""
    kind = rng.random()
    if kind < 0.1:
        return (None,) * MAX_PLAYERS
    if kind < 0.3:
        return tuple([value * rng.randint(400, 1000) for _ in range(MAX_PLAYERS)])
    stacks: list[int | None] = []
    for _ in range(MAX_PLAYERS):
        kind = rng.random()
        if kind < 0.05:
            stacks.append(None)
        elif kind < 0.06:
            stacks.append(-value)
        elif kind < 0.12:
            stacks.append(0)
        elif kind < 0.5:
            stacks.append(int(rng.random() * 40 * value))
        else:
            stacks.append(value * rng.randint(1, 40))
    return tuple(stacks)


def table_options(rng: Random, n_tables: int) -> list[Options]:
    """The options of so many tables, each option stated or not."""
    return [
        Options(
            rng.choice(SCORINGS),
            rng.choice(ROYALTIES),
            rng.choice(SETTLEMENTS),
            rng.choice(FANTASYLANDS),
            rng.choice(ONE_HAND),
            rng.choice(MATCH_CAPS),
        )
        for _ in range(n_tables)
    ]
