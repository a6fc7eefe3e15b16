"""Hand tables as flat rows, for whatever works on all hands of a batch at once: writers, and what a format can hold.

Rows of every table stand by hand, then by acting order (pairs: by number), each with the place of its hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, money_ints, one_array
from ofc_audit.read.batch import HAND_TABLES, Bytes, Flags, Ints, Mask

if TYPE_CHECKING:
    from ofc_audit.read.board_view import BoardView

OWNED = ("seats", "boards", "claims", "claimed_pairs")
_PLACE = {"seats": "acting_order", "boards": "acting_order", "claims": "acting_order", "claimed_pairs": "pair_no"}


@dataclass(frozen=True)
class HandRows:
    """The hand tables, each in one chunk and in the order of the hands; `owner`: for each row of the others its hand's place."""

    tables: Mapping[str, pa.Table]
    owner: Mapping[str, Ints]

    @property
    def n_hands(self) -> int:
        """How many hands there are."""
        return int(self.tables["hands"].num_rows)

    @cached_property
    def starts(self) -> Mapping[str, Ints]:
        """For each table but `hands` where the rows of each hand begin, (n_hands + 1,)."""
        edges = np.arange(self.n_hands + 1)
        return {name: np.searchsorted(self.owner[name], edges) for name in OWNED}

    @cached_property
    def place(self) -> Mapping[str, Ints]:
        """For each table but `hands` the place of each row among those of its hand."""
        return {name: np.arange(len(own)) - self.starts[name][own] for name, own in self.owner.items()}

    @cached_property
    def view(self) -> "BoardView":
        """What the boards know of streets."""
        from ofc_audit.read.board_view import BoardView

        return BoardView(self)

    def column(self, table: str, name: str) -> pa.Array:
        """A column in one piece."""
        return one_array(self.tables[table].column(name))

    def ints(self, table: str, name: str) -> Ints:
        """A column of whole numbers or amounts (in ten-thousandths), `NULL` where unknown."""
        array = self.column(table, name)
        if pa.types.is_decimal(array.type):
            return money_ints(array)
        return np.asarray(pc.fill_null(array.cast(pa.int64()), NULL), np.int64)

    def flags(self, table: str, name: str) -> Flags:
        """A column of truth values, -1 where unknown."""
        return np.asarray(pc.fill_null(self.column(table, name).cast(pa.int8()), -1)).astype(np.int8)

    def known(self, table: str, *names: str) -> Mask:
        """Where any of the columns is known."""
        return np.asarray(np.logical_or.reduce([np.asarray(self.column(table, name).is_valid()) for name in names]))

    def board(self, name: str) -> Bytes:
        """(n_seats, 13) a board column."""
        return np.asarray(self.column("boards", name).flatten()).reshape(-1, 13)

    def lengths(self, name: str) -> Ints:
        """(n_seats,) the length of each list of a column of `boards`, -1 where it is unknown."""
        return np.asarray(pc.fill_null(pc.list_value_length(self.column("boards", name)), -1), np.int64)

    def items(self, name: str) -> tuple[Ints, pa.Array]:
        """The values of a list column of `boards`, and the seat of each."""
        lists = self.column("boards", name)
        return np.asarray(pc.list_parent_indices(lists)).astype(np.int64), lists.flatten()

    def any(self, table: str, rows: Mask) -> Mask:
        """(n_hands,) whether any of a hand's rows of a table is chosen."""
        if table == "hands":
            return rows
        return np.bincount(self.owner[table][rows], minlength=self.n_hands) > 0

    def of(self, table: str, hands: Mask) -> Mask:
        """The rows of a table that belong to the hands chosen."""
        return hands if table == "hands" else hands[self.owner[table]]

    def put(self, table: str, columns: Mapping[str, pa.Array]) -> "HandRows":
        """The same rows with other values in some columns."""
        data = self.tables[table]
        for name, values in columns.items():
            at = data.column_names.index(name)
            data = data.set_column(at, data.schema.field(at), values.cast(data.schema.field(at).type))
        return HandRows({**self.tables, table: data}, self.owner)

    def blank(self, table: str, names: tuple[str, ...], rows: Mask) -> "HandRows":
        """The same rows with some columns unknown in the rows chosen."""
        unknown = {
            name: pc.if_else(pa.array(rows), pa.scalar(None, self.column(table, name).type), self.column(table, name))
            for name in names
        }
        return self.put(table, unknown)

    def keep(self, hands: Mask) -> "HandRows":
        """Only the hands chosen."""
        if hands.all():
            return self
        new = np.cumsum(hands) - 1
        tables = {"hands": self.tables["hands"].filter(pa.array(hands))}
        owner = {}
        for name in OWNED:
            rows = hands[self.owner[name]]
            tables[name] = self.tables[name].filter(pa.array(rows))
            owner[name] = new[self.owner[name][rows]]
        return HandRows({name: data.combine_chunks() for name, data in tables.items()}, owner)

    def without_rows(self, table: str, rows: Mask) -> "HandRows":
        """Without some rows of a table other than `hands`."""
        kept = {**self.tables, table: self.tables[table].filter(pa.array(~rows)).combine_chunks()}
        return HandRows(kept, {**self.owner, table: self.owner[table][~rows]})

    def slice(self, first: int, stop: int) -> "HandRows":
        """The hands from one place up to another."""
        tables = {"hands": self.tables["hands"].slice(first, stop - first)}
        owner = {}
        for name in OWNED:
            a, b = int(self.starts[name][first]), int(self.starts[name][stop])
            tables[name] = self.tables[name].slice(a, b - a)
            owner[name] = self.owner[name][a:b] - first
        return HandRows(tables, owner)


def hand_rows(tables: Mapping[str, pa.Table]) -> HandRows:
    """The rows of hand tables. A hand that stands more than once has its rows as often, and each has its share.

    Raises ValueError for rows of a hand that is not there.
    """
    data = {name: tables[name].combine_chunks() for name in HAND_TABLES}
    keys = np.asarray(data["hands"].column("hand_key"), np.int64)
    owner = {}
    for name in OWNED:
        own = np.asarray(data[name].column("hand_key"), np.int64)
        place = np.asarray(data[name].column(_PLACE[name]), np.int64)
        hand = _owners(keys, own, place, name)
        order = np.lexsort((place, hand))
        if (np.diff(order) != 1).any():
            data[name], hand = data[name].take(pa.array(order)).combine_chunks(), hand[order]
        owner[name] = hand
    return HandRows(data, owner)


def _owners(keys: Ints, own: Ints, place: Ints, name: str) -> Ints:
    """The hand of each row: the i-th row of one key and place belongs to the i-th hand of that key."""
    by_key = np.argsort(keys, kind="stable")
    order = np.lexsort((place, own))
    same = (own[order][1:] == own[order][:-1]) & (place[order][1:] == place[order][:-1])
    starts = np.flatnonzero(np.r_[True, ~same])[: len(order)]
    occurrence = np.empty(len(order), np.int64)
    occurrence[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    at = np.searchsorted(keys[by_key], own) + occurrence
    if len(at) and (at.max() >= len(keys) or (keys[by_key[at]] != own).any()):
        raise ValueError(f"a row of {name} belongs to none of the hands")
    owners: Ints = by_key[at]
    return owners
