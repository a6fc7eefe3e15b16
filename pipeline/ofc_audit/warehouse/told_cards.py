"""What records tell of the cards of a board: rows, streets and discards, each of which may be unknown in one record and known in another."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY
from ofc_audit.warehouse.told import NOTHING, Ints, Mask, Plain, Side, codes_of, taken

Bytes = npt.NDArray[np.uint8]

UNKNOWN_STREET = 255
_ROWS = ((0, 3), (3, 8), (8, 13))


class Shown(Plain):
    """The board of a showdown, where it differs from what the streets placed; no card in it says nothing."""

    def __init__(self, side: Side) -> None:
        self._cards = np.asarray(side.column("shown").flatten()).reshape(-1, 13)
        codes = side.codes("shown")
        codes[(self._cards == EMPTY).all(axis=1)] = NOTHING
        super().__init__(side, "shown", codes=codes)

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        at = self._state[entities]
        cards = np.full((len(at), 13), EMPTY, np.uint8)
        cards[at >= 0] = self._cards[at[at >= 0]]
        kind = self._side.data.schema.field("shown").type
        return {"shown": pa.FixedSizeListArray.from_arrays(pa.array(cards.reshape(-1)), type=kind)}


class Board:
    """The cards of a board with their streets: rows in any order, streets known card by card, a board that is not shown at all unknown."""

    def __init__(self, side: Side) -> None:
        self._side = side
        cards, streets = (np.asarray(side.column(c).flatten()).reshape(-1, 13) for c in ("cards", "streets"))
        order = np.concatenate([np.lexsort((streets[:, a:b], cards[:, a:b]), axis=1) + a for a, b in _ROWS], axis=1)
        self._cards, self._streets = (np.take_along_axis(values, order, axis=1) for values in (cards, streets))
        self._shown = (self._cards != EMPTY).any(axis=1)

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        n = self._side.n_entities
        self._cards_told = np.full((n, 13), EMPTY, np.uint8)
        self._streets_told = np.full((n, 13), UNKNOWN_STREET, np.uint8)
        entity = self._side.entity[rows]
        self._cards_told[entity], self._streets_told[entity] = self._cards[rows], self._streets[rows]

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        entity = self._side.entity[rows]
        here, there = self._streets[rows], self._streets_told[entity]
        is_one = (self._cards[rows] == self._cards_told[entity]).all(axis=1)
        is_one &= ((here == there) | (here == UNKNOWN_STREET) | (there == UNKNOWN_STREET)).all(axis=1)
        result: Mask = is_one | ~self._shown[rows] | (self._cards_told[entity] == EMPTY).all(axis=1)
        return result

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        rows = rows[self._shown[rows]]
        entity = self._side.entity[rows]
        there = self._streets_told[entity]
        self._cards_told[entity] = self._cards[rows]
        self._streets_told[entity] = np.where(there == UNKNOWN_STREET, self._streets[rows], there)

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        cards, streets = self._cards_told[entities], self._streets_told[entities]
        # As tables keep them: each row by street, then descending code.
        order = np.concatenate(
            [np.lexsort((255 - cards[:, a:b], streets[:, a:b]), axis=1) + a for a, b in _ROWS], axis=1
        )
        kind = self._side.data.schema.field("cards").type
        laid = {
            name: pa.FixedSizeListArray.from_arrays(
                pa.array(np.take_along_axis(values, order, axis=1).reshape(-1)), type=kind
            )
            for name, values in (("cards", cards), ("streets", streets))
        }
        return {**laid, "is_complete": pa.array((cards != EMPTY).all(axis=1))}

    def known(self) -> Ints:
        """See `Fact`."""
        known: Ints = (self._cards != EMPTY).sum(axis=1) + (self._streets != UNKNOWN_STREET).sum(axis=1)
        return known


class Discards:
    """Discards with their streets: hidden ones are unknown, and so may be the streets of those that are shown."""

    _NAMES = ("discards", "discard_streets")

    def __init__(self, side: Side) -> None:
        self._side = side
        cards, streets = (side.column(name) for name in self._NAMES)
        row = np.asarray(pc.list_parent_indices(cards), np.int64)
        code, street = (np.asarray(values.flatten(), np.uint8) for values in (cards, streets))
        order = np.lexsort((street, code, row))
        lists = {name: _relisted(cards, values[order]) for name, values in (("code", code), ("street", street))}
        self._cards = codes_of(lists["code"])
        self._streets = codes_of(lists["street"])
        self._streets[row[street == UNKNOWN_STREET]] = NOTHING

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        self._state = np.full(self._side.n_entities, NOTHING)
        self.join(rows)

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        there = self._state[self._side.entity[rows]]
        result: Mask = there < 0
        return result | (_fits(self._cards, rows, there) & _fits(self._streets, rows, there))

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        entity = self._side.entity[rows]
        there = self._state[entity]
        is_better = (self._cards[rows] >= 0) & ((there < 0) | (self._streets[there] < 0))
        self._state[entity] = np.where(is_better, rows, there)

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        return {name: taken(self._side.column(name), self._state[entities]) for name in self._NAMES}

    def known(self) -> Ints:
        """See `Fact`."""
        return (self._cards >= 0).astype(np.int64) + (self._streets >= 0)


def _fits(codes: Ints, rows: Ints, there: Ints) -> Mask:
    """Whether values are the same as others, or either is unknown."""
    result: Mask = (codes[rows] < 0) | (codes[there] < 0) | (codes[rows] == codes[there])
    return result


def _relisted(lists: pa.Array, values: Bytes) -> pa.Array:
    """Lists as long as `lists`, null where it is, with other values."""
    count = np.asarray(pc.fill_null(pc.list_value_length(lists), 0), np.int64)
    offsets = np.concatenate([[0], np.cumsum(count)]).astype(np.int32)
    mask = pa.array(np.asarray(lists.is_null())) if lists.null_count else None
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values), mask=mask)
