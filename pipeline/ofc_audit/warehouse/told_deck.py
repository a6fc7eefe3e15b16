"""The one deck that all records of a deal are about: together they put no card in two places, unless one of them does so by itself."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY
from ofc_audit.warehouse.told import Ints, Mask, Side

_BOARD, _DISCARDS = 0, 1
_CODES = 64
"""More than there are cards."""


class Deck:
    """Which cards are told of each board and of its discards.

    Two records agree wherever both speak, and still cannot be of one deal, when each names the discards of its own player and a card is in
    both: joined, they would accuse the room of a card in two places. A card that one record itself has twice is the room's or that record's
    doing, and stays a fact of the hand.
    """

    def __init__(self, side: Side) -> None:
        self._side = side
        cards = np.asarray(side.column("cards").flatten(), np.int64).reshape(-1, 13)
        row, place = np.nonzero(cards != EMPTY)
        discards = side.column("discards")
        discard_row = np.asarray(pc.list_parent_indices(discards), np.int64)
        kind = np.concatenate([np.full(len(row), _BOARD), np.full(len(discard_row), _DISCARDS)])
        code = np.concatenate([cards[row, place], np.asarray(discards.flatten(), np.int64)])
        # One row of (row, place, card) each; a list that has a card twice by itself counts once.
        told = np.unique(np.stack([np.concatenate([row, discard_row]), kind, code], axis=1), axis=0)
        self._row, kind, self._code = told.T
        self._slot = side.entity[self._row] * 2 + kind
        self._group = side.group[self._row]
        self._n_groups = int(side.group.max(initial=-1)) + 1

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        self._told = np.zeros((self._side.n_entities * 2, _CODES), bool)
        self._holders = np.zeros((self._n_groups, _CODES), np.int16)
        self.join(rows)

    def _of(self, rows: Ints) -> Ints:
        chosen = np.zeros(len(self._side.group), bool)
        chosen[rows] = True
        return np.flatnonzero(chosen[self._row])

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        at = self._of(rows)
        slot, code, group = self._slot[at], self._code[at], self._group[at]
        is_known = self._told[slot, code]
        own = np.zeros_like(self._holders)
        np.add.at(own, (group[is_known], code[is_known]), 1)
        is_bad = ~is_known & (self._holders[group, code] > own[group, code])
        fits = np.ones(len(self._side.group), bool)
        fits[self._row[at[is_bad]]] = False
        result: Mask = fits[rows]
        return result

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        at = self._of(rows)
        at = at[~self._told[self._slot[at], self._code[at]]]
        self._told[self._slot[at], self._code[at]] = True
        np.add.at(self._holders, (self._group[at], self._code[at]), 1)

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:  # noqa: ARG002
        """No column: the cards are those of `Board` and `Discards`."""
        return {}

    def known(self) -> Ints:
        """Nothing that `Board` and `Discards` do not count."""
        return np.zeros(len(self._side.group), np.int64)
