"""Some hands of a batch as a batch of their own, for what is asked of few hands and costs much."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.view import Ints, View


@dataclass(frozen=True)
class Part:
    """Some hands of a batch: `view` has them alone; `hands` and `seats` are the places of its hands and seats in the whole."""

    view: View
    hands: Ints
    seats: Ints


class _Taken(Mapping[str, pa.Table]):
    """Tables with some of the rows of others, each taken when it is first asked for."""

    def __init__(self, tables: Mapping[str, pa.Table], rows_of: Callable[[str], Ints]) -> None:
        self._tables = tables
        self._rows_of = rows_of
        self._taken: dict[str, pa.Table] = {}

    def __getitem__(self, name: str) -> pa.Table:
        if name not in self._taken:
            self._taken[name] = self._tables[name].take(pa.array(self._rows_of(name)))
        return self._taken[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)


def part_of(view: View, hands: Ints) -> Part:
    """Some hands of a batch, in the order given, which is that of the batch."""
    seats = _rows(view.seat_start[hands], view.n_players[hands])

    def rows_of(name: str) -> Ints:
        if name == "hands":
            return hands
        if name == "scored_pairs":
            return _rows(view.pair_start[hands], view.n_pairs[hands])
        if name == "claimed_pairs":
            chosen = np.zeros(view.n_hands, bool)
            chosen[hands] = True
            return np.flatnonzero(chosen[view.claimed_hand])
        return seats

    return Part(View(_Taken(view.tables, rows_of), view.rules, view.rules_index[hands]), hands, seats)


def _rows(start: Ints, count: Ints) -> Ints:
    """The rows of several runs one after the other, each from its start on."""
    before = np.cumsum(count) - count
    return np.repeat(start - before, count) + np.arange(int(count.sum()))
