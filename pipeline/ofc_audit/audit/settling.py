"""What the pairs of many hands move: the scorer's settlement for each number of players and rule set."""

from collections.abc import Sequence

import numpy as np

from ofc_audit.audit.view import Ints, Mask, View
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import MAX_PLAYERS, MIN_PLAYERS
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settle


def settle_pairs(
    view: View,
    rules: Sequence[RuleSet | None],
    points: Ints,
    stack: Ints,
    *,
    hands: Mask | None = None,
    moved: Ints | None = None,
) -> Ints:
    """(n_pairs,) amounts that follow from points of pairs on the given stacks; `NULL` where they cannot be told.

    `rules`: one for each of the view's rule sets, which may be these changed; `points`, `moved`: (n_pairs,), `stack`: (n_seats,) in
    ten-thousandths; `hands` (n_hands,): those to settle, all where not given; `moved`: what is taken to have moved in some pairs, whatever
    the rules say (see `score.settlement.settle`).
    """
    result = np.full(len(points), NULL)
    for p in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        pairs = len(pairs_of(p))
        for number, one in enumerate(rules):
            chosen = (view.n_players == p) & (view.rules_index == number)
            at = np.flatnonzero(chosen if hands is None else chosen & hands)
            if one is None or not len(at):
                continue
            seats = view.seat_start[at][:, None] + np.arange(p)
            rows = view.pair_start[at][:, None] + np.arange(pairs)
            given = None if moved is None else moved[rows]
            outcome = settle(points[rows], view.point_value[at], stack[seats], one, given).amount
            result[rows] = np.where(outcome.known_mask, outcome.values, NULL)
    return result
