"""Dealing: a shuffled deck for each table, and the streets in which each game hands it out."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import N_CARDS
from ofc_audit.rulesets import RuleSet

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

MAX_DEALT = 17
"""The most cards a player of Pineapple sees: five and four times three, or 17 in Fantasyland; three players fit into a
deck."""
MAX_DISCARDS = 4
N_PLACED = 13


@dataclass(frozen=True)
class Deal:
    """How cards are dealt: how many each street deals and places outside Fantasyland, and the most a player can see."""

    streets: tuple[int, ...]
    placed: tuple[int, ...]
    most: int

    @property
    def n_streets(self) -> int:
        """How many streets a hand has."""
        return len(self.streets)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each street begins among the cards of a player."""
        return tuple(sum(self.streets[:street]) for street in range(self.n_streets))

    @cached_property
    def street_of_dealt(self) -> Cards:
        """(most,) the street on which a player outside Fantasyland is dealt each of his cards; 0 for what he is not."""
        streets = np.repeat(np.arange(1, self.n_streets + 1, dtype=np.uint8), self.streets)
        return np.pad(streets, (0, self.most - len(streets)))

    @property
    def n_dealt(self) -> int:
        """How many cards a player outside Fantasyland is dealt."""
        return sum(self.streets)


PINEAPPLE = Deal((5, 3, 3, 3, 3), (5, 2, 2, 2, 2), MAX_DEALT)
STREETS, PLACED = PINEAPPLE.streets, PINEAPPLE.placed
STREET_OF_DEALT = PINEAPPLE.street_of_dealt


def deal_of(rules: RuleSet) -> Deal:
    """The deal of a rule set (`deal.streets`, `deal.placed`) with room for its largest Fantasyland.

    Raises ValueError for a deal that does not fill a board, or discards more than a record here can hold.
    """
    streets, placed = rules.value("deal.streets"), rules.value("deal.placed")
    if not isinstance(streets, tuple) or not isinstance(placed, tuple) or len(streets) != len(placed):
        raise ValueError(f"{rules.id}: deal.streets and deal.placed must be known, and as many streets in both")
    dealt, kept = tuple(map(int, streets)), tuple(map(int, placed))
    thrown = [a - b for a, b in zip(dealt, kept, strict=True)]
    if sum(kept) != N_PLACED or thrown[0] or not set(thrown) <= {0, 1} or sum(thrown) > MAX_DISCARDS:
        raise ValueError(
            f"{rules.id}: a deal of {list(dealt)}, of which {list(kept)} are placed, cannot be played; the streets "
            f"place {N_PLACED} cards, and from the second on each discards one card or none, {MAX_DISCARDS} in all"
        )
    counts = rules.value("fantasyland.cards")
    on_stay = rules.value("fantasyland.cards_on_stay")
    most = [count for count in counts.values() if isinstance(count, int)] if isinstance(counts, Mapping) else []
    most += [on_stay] if isinstance(on_stay, int) else []
    return Deal(dealt, kept, max([sum(dealt), *most]))


def deal_cards(rng: np.random.Generator, n_tables: int, n_players: int, most: int = MAX_DEALT) -> Cards:
    """(n_tables, n_players, most) cards from one shuffled deck per table, each player's in the order dealt."""
    decks = np.argsort(rng.random((n_tables, N_CARDS)), axis=1).astype(np.uint8)
    return decks[:, : n_players * most].reshape(n_tables, n_players, most)
