"""Dealing: a shuffled deck for each table, and the streets in which Pineapple hands it out."""

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import N_CARDS

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

MAX_DEALT = 17
"""The most cards a player sees: five and four times three, or 17 in Fantasyland; three players fit into a deck."""

STREETS = (5, 3, 3, 3, 3)
PLACED = (5, 2, 2, 2, 2)
STREET_STARTS = tuple(sum(STREETS[:street]) for street in range(5))
STREET_OF_DEALT = np.repeat(np.arange(1, 6, dtype=np.uint8), STREETS)
"""(17,) the street on which a player outside Fantasyland is dealt each of his cards."""


def deal_cards(rng: np.random.Generator, n_tables: int, n_players: int) -> Cards:
    """(n_tables, n_players, 17) cards from one shuffled deck per table, each player's in the order dealt."""
    decks = np.argsort(rng.random((n_tables, N_CARDS)), axis=1).astype(np.uint8)
    return decks[:, : n_players * MAX_DEALT].reshape(n_tables, n_players, MAX_DEALT)
