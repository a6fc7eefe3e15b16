"""Records of one deal made one hand: two people each recorded it with his own discards, or an operator's table has what captures lack.

Records join where they contradict each other in nothing that both tell; the hand then has all that any of them tells. A record that
contradicts the others stays apart, and is found to be in conflict. Which record the others join does not depend on files: the one that
tells most, and of equals the one with the lowest key.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.identity import content_columns, deal_keys, hand_keys
from ofc_audit.tables import conform, table
from ofc_audit.warehouse.told import Fact, Ints, Mask, OfBase, PairOrder, Plain, Player, Side, Time, Witness
from ofc_audit.warehouse.told_cards import Board, Discards, Shown
from ofc_audit.warehouse.told_deck import Deck

MOST_HANDS = 3
"""Hands that are made of the records of one deal; contradictory ones beyond them stay apart each by itself."""
MOST_RECORDS = 64
"""Records of one deal that are looked at, those that tell most: no table has so many who record it. More of them are edited ones."""
_NOBODY, _NO_RECORDER = -1, -2
_KEYS: Mapping[str, tuple[str, ...]] = {
    "hands": (),
    "seats": ("acting_order",),
    "boards": ("acting_order",),
    "claims": ("acting_order",),
    "claimed_pairs": ("a", "b"),
}
"""What a row is about within a hand."""
_NOT_PLAIN = {
    *("ended_at", "is_observed", "player_id", "is_hero", "pair_no"),
    *("cards", "streets", "discards", "discard_streets", "shown"),
}
"""Columns of content that are compared otherwise than value by value."""


@dataclass(frozen=True)
class United:
    """Hands made of several records: their rows by table, with the staged columns, and (record, base, place) of each record in them."""

    tables: Mapping[str, pa.Table]
    records: pa.Table


def unite(tables: Mapping[str, pa.Table]) -> Iterator[United]:
    """The hands that the records of some deals make together.

    `tables`: hand tables with `raw_hand`, hands with `source_no` too, and `group_no` in all of them, sorted by it; a group is one deal.
    """
    chunk = _Chunk(tables)
    pending = np.argsort(chunk.rank, kind="stable")
    pending = pending[chunk.rank[pending] < MOST_RECORDS]
    for _ in range(MOST_HANDS):
        if not len(pending):
            return
        united, pending = chunk.round(pending)
        if united is not None:
            yield united


class _Chunk:
    """The records of some groups, with the facts of each table."""

    def __init__(self, tables: Mapping[str, pa.Table]) -> None:
        raw = np.asarray(tables["hands"].column("raw_hand"), np.int64)
        order = np.argsort(raw)
        self._raw = raw
        self.group = np.unique(np.asarray(tables["hands"].column("group_no"), np.int64), return_inverse=True)[1]
        self.n_groups = int(self.group.max(initial=-1)) + 1
        self._sides = {}
        for name in HAND_TABLES:
            data = tables[name]
            if name == "hands":
                data = data.append_column("is_cancelled", pc.equal(data.column("status"), "cancelled"))
            record = order[np.searchsorted(raw, np.asarray(data.column("raw_hand"), np.int64), sorter=order)]
            self._sides[name] = _side(name, data, record, self.group[record])
        self._facts = {name: _facts(side, name, lambda: self._recorder) for name, side in self._sides.items()}

    @cached_property
    def _recorder(self) -> Ints:
        """(n_records,) the acting order of who made the recording; nobody at the table, or no recording at all."""
        side = self._sides["seats"]
        hero = np.asarray(side.column("is_hero").fill_null(False))
        said = np.asarray(side.column("is_hero").is_valid())
        result = np.full(len(self._raw), _NO_RECORDER)
        result[side.record[said]] = _NOBODY
        result[side.record[hero]] = np.asarray(side.column("acting_order"), np.int64)[hero]
        return result

    @cached_property
    def rank(self) -> Ints:
        """(n_records,) the place of each record in its group: who tells most comes first."""
        n = len(self._raw)
        known = np.zeros(n, np.int64)
        for name, side in self._sides.items():
            for fact in self._facts[name]:
                known += np.bincount(side.record, fact.known(), n).astype(np.int64)
        key = np.asarray(self._sides["hands"].column("hand_key"), np.int64)
        order = np.lexsort((key, -known, self.group))
        rank = np.empty(n, np.int64)
        rank[order] = np.arange(n) - np.searchsorted(self.group[order], self.group[order])
        return rank

    def round(self, pending: Ints) -> tuple[United | None, Ints]:
        """One hand of each group: its first pending record, and every later one that contradicts nothing told by then. Gives what is left."""
        is_first = np.zeros(len(pending), bool)
        is_first[np.unique(self.group[pending], return_index=True)[1]] = True
        base_of = np.full(self.n_groups, -1)
        base_of[self.group[pending[is_first]]] = pending[is_first]
        self._start(pending[is_first])
        rest, left = pending[~is_first], []
        joined: list[Ints] = []
        while len(rest):
            now = np.zeros(len(rest), bool)
            now[np.unique(self.group[rest], return_index=True)[1]] = True
            agrees = self._agrees(rest[now])
            joined.append(rest[now][agrees])
            left.append(rest[now][~agrees])
            self._join(joined[-1])
            rest = rest[~now]
        others = np.concatenate(joined) if joined else np.empty(0, np.int64)
        remaining = np.concatenate(left) if left else np.empty(0, np.int64)
        if not len(others):
            return None, remaining
        bases = np.unique(base_of[self.group[others]])
        return self._united(bases, others, base_of), remaining[np.argsort(self.rank[remaining], kind="stable")]

    def _rows(self, name: str, records: Ints) -> Ints:
        chosen = np.zeros(len(self._raw), bool)
        chosen[records] = True
        return np.flatnonzero(chosen[self._sides[name].record])

    def _start(self, records: Ints) -> None:
        self._present = {}
        for name, side in self._sides.items():
            rows = self._rows(name, records)
            self._present[name] = np.zeros(side.n_entities, bool)
            self._present[name][side.entity[rows]] = True
            for fact in self._facts[name]:
                fact.start(rows)

    def _agrees(self, records: Ints) -> Mask:
        """(n_records,) for one record of a group at most: whether it contradicts nothing that is told of its group."""
        fits = np.ones(self.n_groups, bool)
        for name, side in self._sides.items():
            rows = self._rows(name, records)
            for fact in self._facts[name]:
                fits[side.group[rows[~fact.agrees(rows)]]] = False
        result: Mask = fits[self.group[records]]
        return result

    def _join(self, records: Ints) -> None:
        for name, side in self._sides.items():
            rows = self._rows(name, records)
            self._present[name][side.entity[rows]] = True
            for fact in self._facts[name]:
                fact.join(rows)

    def _united(self, bases: Ints, others: Ints, base_of: Ints) -> United:
        groups = self.group[bases]
        is_made = np.zeros(self.n_groups, bool)
        is_made[groups] = True
        columns: dict[str, dict[str, pa.Array]] = {}
        owner: dict[str, Ints] = {}
        for name, side in self._sides.items():
            entities = np.flatnonzero(self._present[name] & is_made[side.entity_group])
            owner[name] = np.searchsorted(np.sort(groups), side.entity_group[entities])
            columns[name] = {}
            for fact in self._facts[name]:
                columns[name] |= fact.told(entities)
            columns[name] |= {key: side.key_of(key, entities) for key in _KEYS[name]}
        hands = columns["hands"]
        boards = np.ones(len(groups), bool)
        np.logical_and.at(boards, owner["boards"], np.asarray(columns["boards"]["is_complete"]))
        cancelled = np.asarray(hands.pop("is_cancelled"))
        status = np.where(cancelled, "cancelled", np.where(boards, "complete", "incomplete"))
        hands["status"] = pa.array(status.tolist(), pa.string())
        deal = deal_keys(columns, owner, len(groups))
        key = hand_keys(columns, owner)
        hands["deal_key"] = pa.array(deal)
        raw = self._raw[base_of[np.sort(groups)]]
        result = {}
        for name in HAND_TABLES:
            columns[name]["hand_key"] = pa.array(key[owner[name]])
            made = conform(name, pa.table({c.name: columns[name][c.name] for c in table(name).columns}))
            made = made.append_column("raw_hand", pa.array(raw[owner[name]]))
            result[name] = made.append_column("source_no", hands["source_no"]) if name == "hands" else made
        members = np.concatenate([bases, others])
        return United(
            result,
            pa.table(
                {
                    "raw_hand": self._raw[members],
                    "base_hand": self._raw[base_of[self.group[members]]],
                    "rank": self.rank[members],
                }
            ),
        )


def _side(name: str, data: pa.Table, record: Ints, group: Ints) -> Side:
    key = group
    for column in _KEYS[name]:
        key = key * 16 + np.asarray(data.column(column), np.int64)
    _, first, entity = np.unique(key, return_index=True, return_inverse=True)
    return Side(data, record, group, entity.reshape(-1), group[first], first)


def _facts(side: Side, name: str, recorder: Callable[[], Ints]) -> list[Fact]:
    plain = [c for c in content_columns(name) if c not in _NOT_PLAIN and c not in _KEYS[name]]
    facts: list[Fact] = [Plain(side, column) for column in plain]
    facts += [OfBase(side, column) for column in table(name).place_columns]
    if name == "hands":
        facts += [Plain(side, "n_seats"), Plain(side, "is_cancelled"), OfBase(side, "source_no")]
        facts += [Time(side, "ended_at", recorder()), Witness(side, "is_observed", wins=False)]
        facts.append(Plain(side, "unknown_keys", is_content=False))
    elif name == "seats":
        facts += [Player(side), Witness(side, "is_hero", wins=True)]
    elif name == "boards":
        facts += [Board(side), Discards(side), Shown(side), Deck(side)]
    elif name == "claimed_pairs":
        facts += [PairOrder(side), Plain(side, "is_swapped", is_content=False)]
    return facts
