"""Which rows of a `table` are one hand: rows that follow each other under one key, or, where they do not, all rows of a file gathered.

The key of a row is what tells hands apart (id, and site, club, table and match where columns tell them).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.table_rows import TextRows

_BETWEEN = "\x1f"


@dataclass
class HandRows:
    """Rows with the hand of each, rising; the damaged hands with the reason, in words."""

    rows: TextRows
    hand: Ints
    damaged: dict[int, str]
    """Rows that cannot be read, by place, with the reason; none of their cells is looked at."""
    n_hands: int
    reasons: dict[int, str] = field(default_factory=dict)
    carried: dict[int, str] = field(default_factory=dict)
    """Of columns that are filled down, by place, what stands above the first row."""
    lost: dict[int, set[str]] = field(default_factory=dict)
    """Ids that stand in rows that cannot be read, by the hand that these were laid to, where they are not its own."""

    @property
    def readable(self) -> Ints:
        """The rows that are not damaged."""
        return np.setdiff1d(np.arange(len(self.rows)), list(self.damaged))

    @property
    def first(self) -> Ints:
        """(n_hands,) the first row of each hand."""
        return np.searchsorted(self.hand, np.arange(self.n_hands))

    @property
    def last(self) -> Ints:
        """(n_hands,) the last row of each hand."""
        return np.searchsorted(self.hand, np.arange(self.n_hands), side="right") - 1

    def line_in_hand(self, row: int) -> int:
        """The line of a row, counted from the first of its hand."""
        hand = int(self.hand[row])
        first = int(np.searchsorted(self.hand, hand))
        return int(self.rows.line[row] - self.rows.line[first]) + 1

    def mark(self, row: int, reason: str) -> None:
        """Notes why the hand of a row is damaged; the first reason of a hand stands."""
        hand = int(self.hand[row])
        if hand not in self.reasons:
            self.reasons[hand] = f"line {self.line_in_hand(row)}: {reason}"


def filled_down(texts: pa.Array, above: str | None) -> pa.Array:
    """Texts of which an empty one stands for the one above it."""
    if above is None:
        return pc.fill_null_forward(texts)
    return pc.fill_null_forward(pa.concat_arrays([pa.array([above], pa.string()), texts])).slice(1)


def last_told(rows: TextRows, columns: set[int]) -> dict[int, str]:
    """The last text of each column, by place, where there is one."""
    found = {}
    for column in columns:
        told = rows.cells(column).drop_null()
        if len(told):
            found[column] = told[len(told) - 1].as_py()
    return found


def keys_of(rows: TextRows, key_columns: list[int], fill: set[int], above: Mapping[int, str]) -> pa.Array:
    """(n,) the keys of rows as texts; null where the first column of the key, the id, is empty."""
    parts = [rows.cells(column) for column in key_columns]
    parts = [
        filled_down(part, above.get(at)) if at in fill else part for part, at in zip(parts, key_columns, strict=True)
    ]
    if not parts:
        return pa.nulls(len(rows), pa.string())
    joined = pc.binary_join_element_wise(*(pc.fill_null(part, "") for part in parts), _BETWEEN)
    return pc.if_else(parts[0].is_valid(), joined, None)


def runs(keys: pa.Array) -> Ints:
    """(n,) which run each row is in, from 0: rows that follow each other with one key."""
    if len(keys) < 2:
        return np.zeros(len(keys), np.int64)
    changes = pc.fill_null(pc.not_equal(keys.slice(1), keys.slice(0, len(keys) - 1)), True)
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(np.asarray(changes).astype(np.int64))])


def without_repeats(run: Ints, unit: Ints) -> Ints:
    """Runs in which everybody has as many rows as the others, one block of all after the other, cut into these blocks: the hand stands
    there several times. A run in which only some have more rows than the others stays as it is."""
    if not len(run):
        return run
    order = np.lexsort((np.arange(len(run)), unit, run))
    same = (np.diff(run[order]) == 0) & (np.diff(unit[order]) == 0)
    if not same.any():
        return run
    heads = np.concatenate([[True], ~same])
    start = np.flatnonzero(heads)
    occurrence = np.empty(len(run), np.int64)
    occurrence[order] = np.arange(len(run)) - np.repeat(start, np.diff(np.append(start, len(run))))
    n_rows, n_units = np.bincount(run), np.bincount(run[order][heads])
    most = np.zeros(len(n_rows), np.int64)
    np.maximum.at(most, run, occurrence)
    is_whole = (n_rows == (most + 1) * n_units) & (n_units > 1)
    falls = (np.diff(occurrence) < 0) & (np.diff(run) == 0)
    is_whole[run[1:][falls]] = False
    block = np.where(is_whole[run], occurrence, 0)
    changes = (np.diff(run) != 0) | (np.diff(block) != 0)
    return np.concatenate([[0], np.cumsum(changes)])


def hashes(texts: pa.Array) -> Ints:
    """(n,) a 64-bit hash of each text."""
    coded = texts.dictionary_encode()
    words = np.array([hash(word) for word in coded.dictionary.to_pylist()] or [0], np.int64)
    return words[np.asarray(pc.fill_null(coded.indices, 0), np.int64)]


def joined(
    rows: TextRows, is_good: Mask, keys: pa.Array, units: Ints, damaged: Mapping[int, tuple[str, str]]
) -> HandRows:
    """Rows in file order as hands: each run of one key is a hand, or several (see `without_repeats`).

    `keys` are those of the good rows, `units` tell whose they are. `damaged` has of each other row the reason and,
    where its key cell can be read, the key. A damaged row
    belongs to the hand beside it with its key; one that has none may be a row of the hand before it or behind it, and damages both.
    """
    good = np.flatnonzero(is_good)
    hand = np.full(len(rows), -1, np.int64)
    hand[good] = without_repeats(runs(keys), units)
    n_hands = int(hand.max()) + 1 if len(good) else 0
    result = HandRows(rows, hand, {at: reason for at, (reason, _) in damaged.items()}, n_hands)
    if not len(good):
        # Nothing but damage: one stretch.
        result.hand, result.n_hands = np.zeros(len(rows), np.int64), int(len(rows) > 0)
        for at, (reason, _) in damaged.items():
            result.mark(at, reason)
        result.lost = {0: _ids(key for at, (_, key) in damaged.items() if rows.n_cells[at] == rows.n_cells[0])}
        # One of them is the hand that the stretch is.
        result.lost[0] = set(sorted(result.lost[0])[1:])
        return result
    n_cells = int(rows.n_cells[good[0]])
    owners: dict[int, list[int]] = {}
    found = np.searchsorted(good, np.fromiter(damaged, np.int64, len(damaged))).tolist()
    near = sorted({one for behind in found for one in (behind - 1, behind) if 0 <= one < len(good)})
    key_of = dict(zip(near, keys.take(pa.array(near, pa.int64())).to_pylist(), strict=True))
    hand_of = dict(zip(near, hand[good[near]].tolist(), strict=True))
    for behind, (at, (_, key)) in zip(found, damaged.items(), strict=True):
        beside = [one for one in (behind - 1, behind) if 0 <= one < len(good)]
        own = [one for one in beside if key_of[one] == key] or beside
        hand[at] = hand_of[own[0]]
        owners[at] = [hand_of[one] for one in own]
        if own is beside and rows.n_cells[at] == n_cells:
            result.lost.setdefault(hand_of[own[0]], set()).update(_ids([key]) - _ids(key_of[one] for one in beside))
    result.hand = np.maximum.accumulate(hand)
    place = result.hand.tolist()
    for at, (reason, _) in damaged.items():
        for owner in owners[at]:
            if owner == place[at]:
                result.mark(at, reason)
            elif owner not in result.reasons:
                result.reasons[owner] = f"the row before it may be one of its own, and cannot be read: {reason}"
    return result


def _ids(keys: Iterable[str | None]) -> set[str]:
    """The ids that keys begin with."""
    return {key.partition(_BETWEEN)[0] for key in keys if key} - {""}
