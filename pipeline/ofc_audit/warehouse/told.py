"""What records of one deal tell, fact by fact: where two of them contradict each other, and what they tell together.

A chunk of groups is held at once; a group is the records of one deal. A *fact* is one or a few columns of a hand table. It is compared and
joined for one record of every group at a time, in arrays over the rows of that table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.identity import words_of

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

NOTHING = -1
CLOCKS_APART = 30_000_000
"""Microseconds by which the clocks of two people who record the same hand may differ."""
_SALT = np.uint64(0x51ED270B9F6C1F2D)


@dataclass(frozen=True)
class Side:
    """One hand table of a chunk. `record`, `group`: whose each row is; `entity`: which hand, seat or pair of the group it is about."""

    data: pa.Table
    record: Ints
    group: Ints
    entity: Ints
    entity_group: Ints
    first_row: Ints
    """The first row of each entity."""

    @property
    def n_entities(self) -> int:
        """How many different hands, seats or pairs all rows are about."""
        return len(self.entity_group)

    def column(self, name: str) -> pa.Array:
        """A column in one piece."""
        return self.data.column(name).combine_chunks()

    def key_of(self, name: str, entities: Ints) -> pa.Array:
        """A column that tells the entities of a group apart, for some of them."""
        return self.column(name).take(pa.array(self.first_row[entities]))

    def codes(self, name: str) -> Ints:
        """(n_rows,) for each value the first row that has it; `NOTHING` for null."""
        return codes_of(self.column(name))


def codes_of(values: pa.Array) -> Ints:
    """(n,) for each value the first place that has it; `NOTHING` for null."""
    _, first, inverse = np.unique(words_of(values, _SALT), return_index=True, return_inverse=True)
    codes: Ints = first.astype(np.int64)[inverse.reshape(-1)]
    if values.null_count:
        codes[np.asarray(values.is_null())] = NOTHING
    return codes


class Fact(Protocol):
    """One or a few columns of a side. `rows` are rows of one record of each group at most."""

    def start(self, rows: Ints) -> None:
        """Forgets what was joined, and takes the facts of these rows for what is told."""

    def agrees(self, rows: Ints) -> Mask:
        """(n_rows,) whether each contradicts nothing that is told."""

    def join(self, rows: Ints) -> None:
        """Adds the facts of these rows, which contradict nothing, to what is told."""

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """The columns of these entities with all that is told of them."""

    def known(self) -> Ints:
        """(n_rows,) how many facts each row tells."""


class Plain:
    """A column in which a known value stands against unknown, and two known ones must be the same.

    `is_content` is false where they need not be: the first one stands.
    """

    def __init__(self, side: Side, name: str, *, codes: Ints | None = None, is_content: bool = True) -> None:
        self._side, self._name, self._is_content = side, name, is_content
        self._codes = side.codes(name) if codes is None else codes

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        self._state = np.full(self._side.n_entities, NOTHING)
        self._state[self._side.entity[rows]] = self._codes[rows]

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        if not self._is_content:
            return np.ones(len(rows), bool)
        here, there = self._codes[rows], self._state[self._side.entity[rows]]
        result: Mask = (here < 0) | (there < 0) | (here == there)
        return result

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        entity = self._side.entity[rows]
        self._state[entity] = np.where(self._state[entity] < 0, self._codes[rows], self._state[entity])

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        return {self._name: taken(self._side.column(self._name), self._state[entities])}

    def known(self) -> Ints:
        """See `Fact`."""
        return (self._codes >= 0).astype(np.int64) if self._is_content else np.zeros(len(self._codes), np.int64)


class OfBase(Plain):
    """A column that says where a record stands: only the record that the others join has it."""

    def __init__(self, side: Side, name: str) -> None:
        super().__init__(side, name, codes=np.arange(side.data.num_rows), is_content=False)

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        del rows


class Witness:
    """A truth value that each recorder tells of himself: `wins` stands where any record says it, else the other."""

    def __init__(self, side: Side, name: str, *, wins: bool) -> None:
        self._side, self._name, self._wins = side, name, wins
        said = side.column(name)
        self._codes = np.where(np.asarray(pc.fill_null(said, not wins)) == wins, 1, 0)
        self._codes[np.asarray(said.is_null())] = NOTHING

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        self._state = np.full(self._side.n_entities, NOTHING)
        self.join(rows)

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        return np.ones(len(rows), bool)

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        entity = self._side.entity[rows]
        self._state[entity] = np.maximum(self._state[entity], self._codes[rows])

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        state = self._state[entities]
        return {self._name: pa.array((state == 1) == self._wins, mask=state < 0)}

    def known(self) -> Ints:
        """See `Fact`."""
        return np.zeros(len(self._codes), np.int64)


class Time:
    """When the hand ended. Clocks of different recorders may differ by half a minute: the earlier time stands."""

    def __init__(self, side: Side, name: str, recorder: Ints) -> None:
        """`recorder` (n_rows,): who recorded, in a number; the same where it is the same, or nobody, at the table."""
        self._side, self._name, self._recorder = side, name, recorder
        column = side.column(name)
        self._has = np.asarray(column.is_valid())
        self._time = np.asarray(pc.fill_null(column.cast(pa.int64()), 0), np.int64)

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        n = self._side.n_entities
        self._state, self._known, self._who = np.zeros(n, np.int64), np.zeros(n, bool), np.zeros(n, np.int64)
        entity = self._side.entity[rows]
        self._state[entity], self._known[entity] = self._time[rows], self._has[rows]
        self._who[entity] = self._recorder[rows]

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        entity = self._side.entity[rows]
        apart = np.abs(self._time[rows] - self._state[entity])
        most = np.where(self._recorder[rows] != self._who[entity], CLOCKS_APART, 0)
        result: Mask = ~self._has[rows] | ~self._known[entity] | (apart <= most)
        return result

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        entity = self._side.entity[rows]
        here, there = self._time[rows], self._state[entity]
        is_first = self._has[rows] & (~self._known[entity] | (here < there))
        self._state[entity] = np.where(is_first, here, there)
        self._known[entity] |= self._has[rows]

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        kind = self._side.data.schema.field(self._name).type
        return {self._name: pa.array(self._state[entities], mask=~self._known[entities]).cast(kind)}

    def known(self) -> Ints:
        """See `Fact`."""
        return self._has.astype(np.int64)


class Player:
    """Who sits there: an account, and a name. A format without accounts has the name for one; it then stands for the account."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._id, self._name = (words_of(side.column(name), _SALT) for name in ("player_id", "player_name"))

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        self._state = np.full(self._side.n_entities, NOTHING)
        self._state[self._side.entity[rows]] = rows

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        there = self._state[self._side.entity[rows]]
        account, name = self._id, self._name
        by_name = (name[rows] == name[there]) | (account[rows] == name[there]) | (name[rows] == account[there])
        is_bare = (account[rows] == name[rows]) | (account[there] == name[there])
        result: Mask = (account[rows] == account[there]) | (is_bare & by_name)
        return result | (there < 0)

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        entity = self._side.entity[rows]
        there = self._state[entity]
        is_better = (there < 0) | ((self._id[there] == self._name[there]) & (self._id[rows] != self._name[rows]))
        self._state[entity] = np.where(is_better, rows, there)

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        return {name: taken(self._side.column(name), self._state[entities]) for name in ("player_id", "player_name")}

    def known(self) -> Ints:
        """See `Fact`."""
        known: Ints = (self._id != self._name).astype(np.int64)
        return known


class PairOrder:
    """The order in which pairs are settled: pairs that two records both list stand in the same order."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._no = np.asarray(side.column("pair_no"), np.int64)

    def start(self, rows: Ints) -> None:
        """See `Fact`."""
        self._state = np.full(self._side.n_entities, NOTHING)
        self._state[self._side.entity[rows]] = self._no[rows]

    def agrees(self, rows: Ints) -> Mask:
        """See `Fact`."""
        side = self._side
        there = self._state[side.entity[rows]]
        result = np.ones(len(rows), bool)
        common = np.flatnonzero(there >= 0)
        common = common[np.lexsort((self._no[rows[common]], side.group[rows[common]]))]
        group, no = side.group[rows[common]], there[common]
        result[common[1:][(group[1:] == group[:-1]) & (no[1:] <= no[:-1])]] = False
        return result

    def join(self, rows: Ints) -> None:
        """See `Fact`."""
        side = self._side
        entity = side.entity[rows]
        there, here = self._state[entity], self._no[rows]
        listed = np.bincount(side.entity_group[self._state >= 0], minlength=1 + int(side.entity_group.max(initial=0)))
        common = np.bincount(side.group[rows[there >= 0]], minlength=len(listed))
        # A record that lists all pairs told so far knows their order; else what it adds follows them.
        is_whole = (listed == common)[side.group[rows]]
        self._state[entity] = np.where(is_whole, here, np.where(there >= 0, there, 1000 + here))

    def told(self, entities: Ints) -> Mapping[str, pa.Array]:
        """See `Fact`."""
        group, no = self._side.entity_group[entities], self._state[entities]
        order = np.lexsort((entities, no, group))
        is_first = np.r_[True, group[order][1:] != group[order][:-1]][: len(order)]
        starts = np.flatnonzero(is_first)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
        return {"pair_no": pa.array(place).cast(self._side.data.schema.field("pair_no").type)}

    def known(self) -> Ints:
        """See `Fact`."""
        return np.ones(len(self._no), np.int64)


def taken(column: pa.Array, at: Ints) -> pa.Array:
    """The values at these places, null at `NOTHING`."""
    return column.take(pa.array(np.maximum(at, 0), mask=at < 0))
