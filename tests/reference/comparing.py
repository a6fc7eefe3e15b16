"""Both scorers on the same hands: tables for the one, hands for the other, and the first hand in which they differ."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from ofc_audit.cards import cards_text
from ofc_audit.money import NULL, amount_text, money_ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from reference.as_tables import hands_table, seats_and_boards
from reference.deals import MAX_PLAYERS, Options, deal_hand, table_options
from reference.scorer import PAIR_COLUMNS, SEAT_COLUMNS, Hand, Values, score_hand
from reference.settling import pairs_of

SEAT_KEY = ("hand_key", "acting_order")
PAIR_KEY = ("hand_key", "a", "b")
MONEY_COLUMNS = ("net", "amount")
N_TABLES = 80
"""How many combinations of options occur in one pack under one rule set: enough for each option beside each other."""


@dataclass
class Counts:
    """What happened in a run under one rule set."""

    deals: int = 0
    pairs: int = 0
    fouls: int = 0
    capped_pairs: int = 0
    entries: int = 0
    stays: int = 0
    unknown_cells: int = 0
    differences: int = 0
    seconds: float = 0.0
    first_difference: str = field(default="", compare=False)


class View(NamedTuple):
    """The hands of a pack as they are played where so many players are allowed, and their seats and boards as tables."""

    hands: list[Hand]
    seats: pa.Table
    boards: pa.Table
    seat_keys: Sequence[tuple[int, ...]]
    pair_keys: Sequence[tuple[int, ...]]


class Pack:
    """Random deals, made once and played under every rule set."""

    def __init__(self, seed: int, n_deals: int) -> None:
        """`n_deals` deals that follow from `seed`."""
        rng = Random(seed)
        self.seed = seed
        self.deals = [deal_hand(rng) for _ in range(n_deals)]
        self.cards = np.array([deal.cards for deal in self.deals], np.uint8)
        self._views: dict[int, View] = {}

    def view(self, most_players: int) -> View:
        """The hands with at most so many players, made once."""
        if most_players not in self._views:
            hands = [deal.hand(most_players) for deal in self.deals]
            seat_keys = [(key, player) for key, hand in enumerate(hands, 1) for player in range(len(hand.boards))]
            pair_keys = [(key, *pair) for key, hand in enumerate(hands, 1) for pair in _pairs_of(hand)]
            self._views[most_players] = View(hands, *seats_and_boards(self.cards, hands), seat_keys, pair_keys)
        return self._views[most_players]


@lru_cache(maxsize=4096)
def effective(rules: RuleSet, options: Options) -> RuleSet:
    """The rule set with the options of a hand; the same object for the same options."""
    return options.applied(rules)


def compare_scorers(pack: Pack, rules: RuleSet, n_tables: int = N_TABLES) -> Counts:
    """Both scorers on all deals of the pack under the rule set, at so many tables with options of their own."""
    start = perf_counter()
    rng = Random(f"{pack.seed} {rules.id}")
    most = rules.value("deal.players_max")
    view = pack.view(most if isinstance(most, int) else MAX_PLAYERS)
    tables = table_options(rng, n_tables)
    options = rng.choices(tables, k=len(pack.deals))
    seats: list[Values] = []
    pairs: list[Values] = []
    for deal, hand, stated in zip(pack.deals, view.hands, options, strict=True):
        of_seats, of_pairs = score_hand(hand, effective(rules, stated) if deal.names_rules else None)
        seats += of_seats
        pairs += of_pairs
    hands = hands_table(pack.deals, view.hands, options, rules.id)
    scored_seats, scored_pairs = score_tables(hands, view.seats, view.boards, {rules.id: rules})
    counts = _count(view.hands, seats, pairs)
    differing = _differences("scored_seats", scored_seats, SEAT_KEY, view.seat_keys, SEAT_COLUMNS, seats)
    differing += _differences("scored_pairs", scored_pairs, PAIR_KEY, view.pair_keys, PAIR_COLUMNS, pairs)
    counts.differences = sum(len(difference.rows) for difference in differing)
    if differing:
        counts.first_difference = _first(pack, view, options, rules.id, differing)
    counts.seconds = perf_counter() - start
    return counts


def _plain(column: pa.ChunkedArray, name: str) -> list[Any]:
    if name in MONEY_COLUMNS:
        return [None if amount == NULL else amount for amount in money_ints(column).tolist()]
    values: list[Any] = column.to_pylist()
    return values


class Difference(NamedTuple):
    """A column in which the scorers differ: whose rows, which rows, and what each scorer has there."""

    column: str
    keys: Sequence[tuple[int, ...]]
    rows: list[int]
    got: Sequence[Any]
    expected: Sequence[Any]


def _differences(
    table: str,
    scored: pa.Table,
    key: Sequence[str],
    keys: Sequence[tuple[int, ...]],
    names: Sequence[str],
    expected: Sequence[Values],
) -> list[Difference]:
    """The columns of a table that differ, its key among them."""
    if scored.num_rows != len(expected):
        return [Difference(f"{table}: number of rows", keys, [0], [scored.num_rows], [len(expected)])]
    columns = dict(zip((*key, *names), (*zip(*keys, strict=True), *zip(*expected, strict=True)), strict=True))
    found = []
    for name, column in columns.items():
        got = _plain(scored.column(name), name)
        if got != list(column):
            rows = [i for i, (mine, other) in enumerate(zip(got, column, strict=True)) if mine != other]
            found.append(Difference(f"{table}.{name}", keys, rows, got, column))
    return found


def _count(hands: Sequence[Hand], seats: Sequence[Values], pairs: Sequence[Values]) -> Counts:
    """What happened, from what the plain scorer says."""
    counts = Counts(deals=len(hands), pairs=len(pairs))
    is_fantasy = (fantasy for hand in hands for fantasy in hand.is_fantasy)
    for values, fantasy in zip(seats, is_fantasy, strict=True):
        counts.fouls += values[0] is True
        counts.entries += values[-3] is True and not fantasy
        counts.stays += values[-1] is True
        counts.unknown_cells += values.count(None)
    values_of_points = (hand.point_value for hand in hands for _ in _pairs_of(hand))
    for values, point_value in zip(pairs, values_of_points, strict=True):
        points, amount = values[-2:]
        known = points is not None and amount is not None and point_value is not None
        counts.capped_pairs += known and abs(amount or 0) < abs(points or 0) * (point_value or 0)
        counts.unknown_cells += values.count(None)
    return counts


def _pairs_of(hand: Hand) -> Sequence[tuple[int, int]]:
    return pairs_of(len(hand.boards)) if len(hand.boards) > 1 else ()


def _first(pack: Pack, view: View, options: Sequence[Options], rules_id: str, differing: Sequence[Difference]) -> str:
    """The first hand with a difference, as somebody would set it down to look into it."""
    where = min(difference.keys[difference.rows[0]][0] for difference in differing) - 1
    hand, unnamed = view.hands[where], "" if pack.deals[where].names_rules else ", no rule set"
    lines = [f"{rules_id}, deal {where} of seed {pack.seed}{unnamed}", f"  {options[where]}"]
    lines.append(f"  point value {_amount(hand.point_value)}")
    for player in range(len(hand.boards)):
        cards = pack.cards[where, player]
        rows = "/".join(cards_text(row) for row in (cards[:3], cards[3:8], cards[8:]))
        fantasy = f"Fantasyland {hand.fantasy_cards[player]}" if hand.is_fantasy[player] else "normal"
        lines.append(f"  {player}: {rows}  {fantasy}, stack {_amount(hand.stacks[player])}")
    for difference in differing:
        lines.append(f"  {difference.column}: {len(difference.rows)} rows differ in all")
        for row in difference.rows:
            hand_key, *who = difference.keys[row]
            if hand_key == where + 1:
                said = f"scorer {difference.got[row]}, plain scorer {difference.expected[row]}"
                lines.append(f"    {' v '.join(map(str, who))}: {said}")
    return "\n".join(lines)


def _amount(amount: int | None) -> str:
    return "unknown" if amount is None else amount_text(amount)
