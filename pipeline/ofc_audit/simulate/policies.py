"""How players set their cards street by street: at random, or with care for fouls and an eye on queens on top."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import EMPTY
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.fantasyland import entry_table
from ofc_audit.score.fouls import find_fouls
from ofc_audit.score.masked import Masked, Small
from ofc_audit.score.ranks import rank_boards
from ofc_audit.score.royalties import royalty_tables
from ofc_audit.simulate.deal import MAX_DISCARDS, Cards, Deal, Ints, deal_of
from ofc_audit.simulate.rows import (
    FLUSH,
    FULL_HOUSE,
    PAIR,
    QUADS,
    STRAIGHT,
    TRIPS,
    Floats,
    Mask,
    Words,
    is_one_suit,
    made_value,
    rank_words,
    suit_words,
)

ROW_SIZES = np.array([3, 5, 5], np.int8)
ROW_STARTS = np.array([0, 3, 8], np.int64)
CHUNK = 1 << 15
"""Placements weighed at a time, so that the arrays between two steps stay in the processor's cache."""

# Found by trying weights on 2,500 deals: most royalties and entries for few fouls; then the two for queens on top were
# raised, since a history without Fantasyland shows little. The policy fouls one hand in five and enters Fantasyland in
# one of twenty-two.
_FOUL_COST, _TOP_PAIR = 12.0, 1.2
_BOTTOM_STRENGTH, _MIDDLE_STRENGTH, _SUITED = 0.064, 0.015, 3.7
_TOP_ROOM, _MIDDLE_AHEAD, _MIDDLE_ROOM = 0.12, 0.26, 0.05
_BOTTOM_ROYALTIES = ((QUADS, 10), (FULL_HOUSE, 6), (FLUSH, 4), (STRAIGHT, 2), (TRIPS, 1))
QUEEN, SIXES, QUEENS = 10, PAIR + 4, PAIR + 10


@dataclass(frozen=True)
class Temper:
    """How much a player wants Fantasyland: what queens on top, a face there, and the entry itself are worth to him, and
    from what share of that on he varies; what a top costs him that is ahead of the middle, or that has no room for
    queens any more, and how many times as much he cares for strength below.
    """

    queens: float
    face_on_top: float
    entry: float
    least: float = 0.0
    top_ahead: float = 0.5
    dead_top: float = 0.0
    strength: float = 1.0


TEMPERS = {
    "careful": Temper(queens=8.0, face_on_top=1.5, entry=9.0),
    # Queens on top at all costs: he enters Fantasyland three times as often, and fouls one hand in two.
    "chaser": Temper(12.0, 4.0, 30.0, least=1.0, top_ahead=0.3, dead_top=4.0, strength=8.0),
}
POLICIES = ("random", *TEMPERS)
"""How a player can play: putting cards anywhere, or weighing each way to set a street with one of the tempers."""

Choice = npt.NDArray[np.int8]


def known_royalties(rules: RuleSet) -> tuple[Masked[Small], ...]:
    """Royalties by row value, for players to aim at; zero where the rule set does not know its table."""
    tables = royalty_tables(rules)
    return tables if tables is not None else (Masked(np.zeros(1 << 13, np.int16)),) * 3


@cache
def placements(n_dealt: int, n_placed: int) -> Choice:
    """(o, n_dealt) every way to set a street: 0 top, 1 middle, 2 bottom, -1 discarded."""
    ways = [
        way
        for way in product((-1, 0, 1, 2), repeat=n_dealt)
        if way.count(-1) == n_dealt - n_placed and way.count(0) <= ROW_SIZES[0]
    ]
    return np.array(ways, np.int8)


def _streets(deal: Deal) -> Iterator[tuple[int, int, int]]:
    """Of each street: where its cards begin, how many are dealt, how many placed."""
    return zip(deal.starts, deal.streets, deal.placed, strict=True)


def place_randomly(rng: np.random.Generator, dealt: Cards, deal: Deal) -> tuple[Cards, Cards, Cards]:
    """Boards (n, 13), their streets (n, 13) and discards (n, 4, 255 where there is none) of players who put cards
    anywhere.
    """
    n = len(dealt)
    slots = np.argsort(rng.random((n, 13)), axis=1)
    cards, streets = np.empty((n, 13), np.uint8), np.empty((n, 13), np.uint8)
    discards = np.full((n, MAX_DISCARDS), EMPTY, np.uint8)
    used = 0
    for street, (start, size, placed) in enumerate(_streets(deal), 1):
        order = np.argsort(rng.random((n, size)), axis=1)
        own = np.take_along_axis(dealt[:, start : start + size], order, axis=1)
        at = slots[:, used : used + placed]
        np.put_along_axis(cards, at, own[:, :placed], axis=1)
        np.put_along_axis(streets, at, np.uint8(street), axis=1)
        if size > placed:
            discards[:, street - 2] = own[:, placed]
        used += placed
    return cards, streets, discards


class _Boards:
    """Boards being filled: cards and streets (n, 13), how many cards lie in each row (n, 3), and each row's packed
    counts (n, 3).
    """

    def __init__(self, n: int) -> None:
        self.cards = np.full((n, 13), EMPTY, np.uint8)
        self.streets = np.full((n, 13), EMPTY, np.uint8)
        self.filled = np.zeros((n, 3), np.int8)
        self.ranks = np.zeros((n, 3), np.uint64)
        self.suits = np.zeros((n, 3), np.uint16)

    def put(self, cards: Cards, way: Choice, street: int) -> None:
        """Set the cards of a street (n, k) where `way` (n, k) says."""
        everyone = np.arange(len(cards))
        for j in range(cards.shape[1]):
            placed = way[:, j] >= 0
            who, row, card = everyone[placed], way[placed, j].astype(np.int64), cards[placed, j]
            at = ROW_STARTS[row] + self.filled[who, row]
            self.cards[who, at] = card
            self.streets[who, at] = street
            self.filled[who, row] += 1
            self.ranks[who, row] += rank_words(card)
            self.suits[who, row] += suit_words(card)


@cache
def _fillings(n_dealt: int, ways: bytes) -> tuple[tuple[Words, Ints], ...]:
    """Of each row: every set of cards (u, n_dealt) that some way puts into it, and which of them each way does (o,)."""
    all_ways = np.frombuffer(ways, np.int8).reshape(-1, n_dealt)
    found = (np.unique((all_ways == row).astype(np.uint64), axis=0, return_inverse=True) for row in range(3))
    return tuple((here, own.reshape(-1)) for here, own in found)


def _terms(
    row: int, made: Floats, filled: Choice, free: Floats, one_suit: Mask, taste: Floats, temper: Temper
) -> Iterator[npt.NDArray[Any]]:
    """What speaks for and against each set of cards (n, u) in a row, whatever lies in the others."""
    yield np.where(free < 0, np.float32(-1e6), np.float32(0))
    if row == 0:
        yield np.where(made >= TRIPS, 6 + (made - TRIPS), np.where(made >= SIXES, (made - SIXES + 1) * _TOP_PAIR, 0))
        faces = [made >= QUEENS, (made >= QUEEN) & (made < PAIR)]
        yield taste[:, None] * np.select(faces, [temper.queens, temper.face_on_top], 0)
        if temper.dead_top:
            # Two low cards on top, or three without a pair of queens, and Fantasyland is out of reach.
            yield -temper.dead_top * ((filled > 1) & (made < np.where(filled > 2, QUEENS, QUEEN)))
        return
    if row == 2:
        yield np.select([made >= least for least, _ in _BOTTOM_ROYALTIES], [pay for _, pay in _BOTTOM_ROYALTIES], 0)
        yield np.where(one_suit & (filled >= 3) & (free > 0), (filled - 2) * _SUITED, 0)
    yield made * (_BOTTOM_STRENGTH if row == 2 else _MIDDLE_STRENGTH) * temper.strength


def _weigh(boards: _Boards, rows: slice, cards: Cards, ways: Choice, taste: Floats, temper: Temper) -> Floats:
    """(n, o) what each way to set a street promises.

    Made hands count by their royalties; a row that is ahead of the row below it counts against, the more the less room
    is left to mend it. `taste` (n,) is how much each player longs for Fantasyland.
    """
    score = np.zeros((len(cards), len(ways)), np.float32)
    value: list[Floats] = []
    room: list[Floats] = []
    words, suits = rank_words(cards), suit_words(cards)
    # Many ways put the same cards into a row: each row is weighed once for all of them.
    for row, (here, own) in enumerate(_fillings(ways.shape[1], ways.tobytes())):
        total: Words = boards.ranks[rows, row][:, None] + words @ here.T
        suited = boards.suits[rows, row][:, None] + suits @ here.T.astype(np.uint16)
        filled = (boards.filled[rows, row][:, None] + here.sum(axis=1).astype(np.int8)).astype(np.int8)
        one_suit = is_one_suit(suited, filled)
        made = made_value(total, filled, one_suit)
        free = (ROW_SIZES[row] - filled).astype(np.float32)
        value.append(made.take(own, axis=1))
        room.append(np.maximum(free, 0).take(own, axis=1))
        for term in _terms(row, made, filled, free, one_suit, taste, temper):
            score += term.take(own, axis=1)
    top, middle, bottom = value
    # What a row still can gain weighs against its being behind by now.
    score -= np.maximum(top - middle - _TOP_ROOM * room[1], 0) * temper.top_ahead
    score -= np.maximum(middle - bottom - _MIDDLE_ROOM * room[2], 0) * _MIDDLE_AHEAD
    score -= np.where((room[1] == 0) & (top > middle), _FOUL_COST, 0) + np.where(
        (room[2] == 0) & (room[1] == 0) & (middle > bottom), _FOUL_COST, 0
    )
    return score.astype(np.float32)


def _finish(boards: _Boards, rows: slice, cards: Cards, ways: Choice, rules: RuleSet, entry_worth: float) -> Floats:
    """(n, o) what each way to set the last street pays: royalties, Fantasyland and strength, or a foul."""
    n, o = len(cards), len(ways)
    full = np.repeat(boards.cards[rows], o, axis=0)
    filled = np.repeat(boards.filled[rows], o, axis=0)
    way = np.tile(ways, (n, 1))
    who = np.arange(n * o)
    fits = np.ones(n * o, bool)
    for j in range(cards.shape[1]):
        placed = way[:, j] >= 0
        row = way[:, j].astype(np.int64)
        fits &= ~placed | (filled[who, row] < ROW_SIZES[row])
        put = placed & fits
        full[who[put], ROW_STARTS[row[put]] + filled[who[put], row[put]]] = np.repeat(cards[:, j], o)[put]
        filled[who[put], row[put]] += 1
    top, middle, bottom = rank_boards(full)
    foul = find_fouls(top, middle, bottom, None, rules).values
    pay = (middle.astype(np.float32) + bottom) / 20_000
    for table, value in zip(known_royalties(rules), (top, middle, bottom), strict=True):
        pay += table.values[value]
    pay += entry_worth * entry_table(rules).values[top]
    pay = np.where(foul, -_FOUL_COST, pay)
    return np.where(fits, pay, -1e6).reshape(n, o).astype(np.float32)


def place_carefully(
    rng: np.random.Generator, dealt: Cards, rules: RuleSet, temper: Temper = TEMPERS["careful"]
) -> tuple[Cards, Cards, Cards]:
    """Boards (n, 13), their streets (n, 13) and discards (n, 4) of players who look one street ahead.

    On each street every way to set it is weighed; on the last one exactly, under the rule set.
    """
    n = len(dealt)
    deal = deal_of(rules)
    boards = _Boards(n)
    discards = np.full((n, MAX_DISCARDS), EMPTY, np.uint8)
    taste = rng.random(n).astype(np.float32) * np.float32(2 - temper.least) + np.float32(temper.least)
    for street, (start, size, placed) in enumerate(_streets(deal), 1):
        ways = placements(size, placed)
        cards = np.ascontiguousarray(dealt[:, start : start + size])
        best = np.empty(n, np.int64)
        step = max(1, CHUNK // len(ways))
        for first in range(0, n, step):
            rows = slice(first, min(first + step, n))
            if street == deal.n_streets:
                score = _finish(boards, rows, cards[rows], ways, rules, temper.entry)
            else:
                score = _weigh(boards, rows, cards[rows], ways, taste[rows], temper)
            best[rows] = score.argmax(axis=1)
        way = ways[best]
        boards.put(cards, way, street)
        if size > placed:
            discards[:, street - 2] = cards[way == -1]
    return boards.cards, boards.streets, discards


def place_cards(
    rng: np.random.Generator, dealt: Cards, policy: Ints, policies: Sequence[str], rules: RuleSet
) -> tuple[Cards, Cards, Cards]:
    """Boards, streets and discards of players outside Fantasyland, each by his own policy: `policy` (n,) indexes
    `policies`.
    """
    n = len(dealt)
    cards, streets = np.empty((n, 13), np.uint8), np.empty((n, 13), np.uint8)
    discards = np.empty((n, MAX_DISCARDS), np.uint8)
    for number, name in enumerate(policies):
        who = np.flatnonzero(policy == number)
        if not len(who):
            continue
        own = dealt[who]
        temper = TEMPERS.get(name)
        placed = place_carefully(rng, own, rules, temper) if temper else place_randomly(rng, own, deal_of(rules))
        cards[who], streets[who], discards[who] = placed
    return cards, streets, discards
