"""When a foul became one: the first street after which no completion is legal, and the royalties that its rows would have earned."""

import numpy as np

from ofc_audit.cards import EMPTY, N_CARDS
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.completions import can_be_legal
from ofc_audit.score.masked import Cards, Ints, Mask, Masked, Small, Tiny, Values
from ofc_audit.score.ranks import rank_tables
from ofc_audit.score.royalties import count_royalties

NEVER = 99
"""The street of a card that a player does not see before the showdown."""


def out_of_order(top: Values, middle: Values, bottom: Values, is_equal_legal: bool) -> tuple[Mask, Mask]:
    """(n,) whether the top is over the middle, and the middle over the bottom (`board.equal_rows_legal`)."""
    tables = rank_tables()
    allowed = (tables.legal_top if is_equal_legal else tables.legal_top_strict).take(middle)
    return top > allowed, (bottom < middle) if is_equal_legal else (bottom <= middle)


def forfeited_royalties(
    rows: tuple[Values, Values, Values], rules: RuleSet | None
) -> tuple[Masked[Small], Masked[Small], Masked[Small]]:
    """Royalties that top, middle and bottom would earn if no foul voided them, in points, by the table that `score.royalties` names.

    Not known where the cell of the table is unknown, and without a rule set.
    """
    return count_royalties(rows, Masked(np.zeros(rows[0].shape, bool)), rules)


def dead_streets(cards: Cards, streets: Cards, seen_on: Cards, is_equal_legal: bool) -> Tiny:
    """(n,) the first street after which no completion of each board, each a foul, from cards the player had not seen is legal.

    `cards`, `streets`: (n, 13), every street known and none of Fantasyland; `seen_on`: (n, 52) the street on which the player has
    seen each card when he has acted, `NEVER` where he sees it at the showdown only. A board that is dead stays so, for later he
    has seen more cards and laid some; so each is asked from its last street back, until it could still be made legal.
    """
    dead: Tiny = streets.max(axis=1).astype(np.int8)
    members = np.arange(len(dead))
    while len(members):
        members = members[dead[members] > 1]
        street = dead[members, None] - 1
        laid = np.where(streets[members] <= street, cards[members], EMPTY)
        members = members[~can_be_legal(laid, seen_on[members] > street, is_equal_legal)]
        dead[members] -= 1
    return dead


def nothing_seen(n: int) -> Cards:
    """(n, 52) for `see`: `NEVER`, for every card and each of n players."""
    return np.full((n, N_CARDS), NEVER, np.uint8)


def see(first: Cards, player: Ints, cards: Cards, streets: Cards) -> None:
    """Notes in `first` (n, 52), the street on which each player sees each card first, that of (k,) players each sees `cards`,
    (k,) or (k, m), on `streets`. A place without a card is passed over.
    """
    at = player.reshape(-1, *[1] * (cards.ndim - 1)) * N_CARDS + cards
    is_card = cards < N_CARDS
    if not is_card.all():
        at, streets = at[is_card], streets[is_card]
    np.minimum.at(first.reshape(-1), at.reshape(-1), streets.reshape(-1))
