"""Whole hands: boards of all players in, everything that the rules make of them out."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.fantasyland import FantasyNext, find_fantasy
from ofc_audit.score.fouls import find_fouls
from ofc_audit.score.masked import Cards, Mask, Masked, Small, Values, as_mask, unknown
from ofc_audit.score.pairs import BoardRows, Points, ScoredPairs, pairs_of, score_pairs
from ofc_audit.score.ranks import rank_boards
from ofc_audit.score.royalties import count_royalties


@dataclass(frozen=True)
class ScoredHands:
    """h hands of p players: arrays (h, p), those of `pairs` (h, k).

    `values` and `royalties` are those of top, middle and bottom; a value is 0 where the row has none. `points` are a
    player's against all opponents.
    """

    values: tuple[Values, Values, Values]
    is_foul: Masked[Mask]
    royalties: tuple[Masked[Small], Masked[Small], Masked[Small]]
    fantasy: FantasyNext
    pairs: ScoredPairs
    points: Masked[Points]


def _by_seat(masked: Masked[Any], h: int, p: int) -> Masked[Any]:
    """(p, h) from (h · p,), seat by seat in memory."""
    known = None if masked.known is None else np.ascontiguousarray(masked.known.reshape(h, p).T)
    return Masked(np.ascontiguousarray(masked.values.reshape(h, p).T), known)


def sum_points(pairs: ScoredPairs, n_players: int) -> Masked[Points]:
    """(h, p) points of each player over his pairs; not known where one of them is not."""
    points = pairs.points
    h = len(points.values)
    total = np.zeros((n_players, h), np.int32)
    known = None if points.known is None else np.ones((n_players, h), bool)
    for column, (a, b) in enumerate(pairs_of(n_players)):
        total[a] += points.values[:, column]
        total[b] -= points.values[:, column]
        if known is not None and points.known is not None:
            known[a] &= points.known[:, column]
            known[b] &= points.known[:, column]
    return Masked(total.T, None if known is None else known.T)


def score_hands(cards: Cards, fantasy_cards: Small, rules: RuleSet | None) -> ScoredHands:
    """Ranks, fouls, royalties, Fantasyland, pairs and points of h hands of p players under one rule set.

    Without a rule set, ranks, fouls and the rows of the pairs follow the ranking common to all, and nothing else is
    known. A board with a card missing has no foul, royalties, points or Fantasyland; its full rows have their values.

    `cards`: (h, p, 13) card codes in acting order, 255 where no card lies; `fantasy_cards`: (h, p) 0 outside
    Fantasyland, the number of cards dealt in it, -1 where that is unknown.
    """
    h, p, _ = cards.shape
    n = h * p
    values = rank_boards(cards.reshape(n, 13))
    complete = as_mask((values[0] > 0) & (values[1] > 0) & (values[2] > 0))
    is_foul = find_fouls(*values, complete, rules)
    royalties = count_royalties(values, is_foul, rules)
    fantasy = find_fantasy(values, is_foul, fantasy_cards.reshape(n), rules)
    seats = [_by_seat(Masked(value), h, p).values for value in values]
    own = [_by_seat(one, h, p) for one in royalties]
    board = BoardRows((seats[0], seats[1], seats[2]), _by_seat(is_foul, h, p), (own[0], own[1], own[2]))
    pairs = score_pairs(board, rules)
    points = sum_points(pairs, p) if rules is not None else unknown((h, p), np.int32)
    return ScoredHands(
        (values[0].reshape(h, p), values[1].reshape(h, p), values[2].reshape(h, p)),
        is_foul.reshape(h, p),
        (royalties[0].reshape(h, p), royalties[1].reshape(h, p), royalties[2].reshape(h, p)),
        FantasyNext(
            fantasy.is_next.reshape(h, p), fantasy.cards.reshape(h, p), fantasy.is_stay_qualified.reshape(h, p)
        ),
        pairs,
        points,
    )
