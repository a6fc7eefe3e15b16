"""What a reader hands on: flat arrays of everything it found (`RawHands`), made into Arrow tables (`HandBatch`) by `assemble`.

Conventions inside `RawHands`: integers and money are int64 with `NULL` for unknown (money in ten-thousandths), truth values are
int8 with -1 for unknown, text is a pyarrow string array. Rows of `seats` are sorted by hand and acting order; rows of hands are
in file order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import NULL
from ofc_audit.tables import table

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.int8]
Mask = npt.NDArray[np.bool_]
Column: TypeAlias = Ints | Flags | pa.Array

ROW_SIZES = (3, 5, 5)
ROW_STARTS = np.array([0, 3, 8], np.int64)
HAND_TABLES = ("hands", "seats", "boards", "claims", "claimed_pairs")


def no_ints() -> Ints:
    """An empty int64 array."""
    return np.empty(0, np.int64)


def no_bytes() -> Bytes:
    """An empty uint8 array."""
    return np.empty(0, np.uint8)


@dataclass(frozen=True)
class CardRows:
    """Cards, one entry each: the row of `seats` they belong to, the row of the board (0 top, 1 middle, 2 bottom), street and code.

    `row` is ignored for discards and dealt cards. Entries of dealt cards stand in the order dealt.
    """

    seat: Ints = field(default_factory=no_ints)
    row: Bytes = field(default_factory=no_bytes)
    street: Bytes = field(default_factory=no_bytes)
    code: Bytes = field(default_factory=no_bytes)

    def take(self, keep_seat: Mask, new_seat: Ints) -> "CardRows":
        """The entries of the seats kept, with seats renumbered."""
        chosen = keep_seat[self.seat]
        return CardRows(new_seat[self.seat[chosen]], self.row[chosen], self.street[chosen], self.code[chosen])


@dataclass(frozen=True)
class StreetRows:
    """What is known of whole streets, one entry each, sorted by seat and street: time used (`NULL` unknown) and automatic placement."""

    seat: Ints = field(default_factory=no_ints)
    street: Bytes = field(default_factory=no_bytes)
    ms: Ints = field(default_factory=no_ints)
    auto: Flags = field(default_factory=lambda: np.empty(0, np.int8))

    def take(self, keep_seat: Mask, new_seat: Ints) -> "StreetRows":
        """The entries of the seats kept, with seats renumbered."""
        chosen = keep_seat[self.seat]
        return StreetRows(new_seat[self.seat[chosen]], self.street[chosen], self.ms[chosen], self.auto[chosen])


@dataclass(frozen=True)
class RawHands:
    """Everything a reader found in a chunk.

    `hands`: columns of table `hands` without hand_key, deal_key, n_seats and status; plus `is_cancelled` (int8 0 or 1).
    `seats`: columns of table `seats` without hand_key; plus `hand` (index of the hand).
    `claims`: columns of table `claims` without keys, one entry per row of `seats`.
    `pairs`: columns of table `claimed_pairs` without hand_key; plus `hand`; `a` < `b` in acting order, values from a's side.
    A column that is left out is null throughout. `discards_known`, `dealt_known`: bool per seat.
    """

    n_hands: int
    hands: Mapping[str, Column]
    seats: Mapping[str, Column]
    placed: CardRows
    discarded: CardRows
    discards_known: Mask
    dealt: CardRows
    dealt_known: Mask
    shown: CardRows
    streets: StreetRows
    claims: Mapping[str, Column]
    pairs: Mapping[str, Column]

    @property
    def n_seats(self) -> int:
        """Rows of `seats`."""
        return len(self.discards_known)

    @property
    def seat_hand(self) -> Ints:
        """(n_seats,) the hand of each seat."""
        column = self.seats["hand"]
        assert isinstance(column, np.ndarray)
        return column.astype(np.int64, copy=False)

    def keep(self, hands: Mask) -> "RawHands":
        """Only the hands chosen by a mask of length n_hands."""
        if hands.all():
            return self
        new_hand = np.cumsum(hands) - 1
        keep_seat = hands[self.seat_hand]
        new_seat = np.cumsum(keep_seat) - 1
        pair_hand = np.asarray(self.pairs.get("hand", no_ints()), np.int64)
        keep_pair = hands[pair_hand]
        seats = {k: _pick(v, keep_seat) for k, v in self.seats.items()}
        seats["hand"] = new_hand[np.asarray(seats["hand"], np.int64)]
        pairs = {k: _pick(v, keep_pair) for k, v in self.pairs.items()}
        if "hand" in pairs:
            pairs["hand"] = new_hand[np.asarray(pairs["hand"], np.int64)]
        return replace(
            self,
            n_hands=int(hands.sum()),
            hands={k: _pick(v, hands) for k, v in self.hands.items()},
            seats=seats,
            placed=self.placed.take(keep_seat, new_seat),
            discarded=self.discarded.take(keep_seat, new_seat),
            discards_known=self.discards_known[keep_seat],
            dealt=self.dealt.take(keep_seat, new_seat),
            dealt_known=self.dealt_known[keep_seat],
            shown=self.shown.take(keep_seat, new_seat),
            streets=self.streets.take(keep_seat, new_seat),
            claims={k: _pick(v, keep_seat) for k, v in self.claims.items()},
            pairs=pairs,
        )


def _pick(column: Column, mask: Mask) -> Column:
    if isinstance(column, np.ndarray):
        return column[mask]
    return column.filter(pa.array(mask))


@dataclass(frozen=True)
class HandBatch:
    """Stored hands of one chunk as conformed tables, and the rest of the chunk's bytes."""

    hands: pa.Table
    seats: pa.Table
    boards: pa.Table
    claims: pa.Table
    claimed_pairs: pa.Table
    rejects: pa.Table
    n_lines: int
    n_bytes: int
    blank_bytes: int
    decoded_from: str | None = None
    """The encoding or form that the reader itself brought to text, whose bytes and lines then count; None where the source's do."""

    @property
    def tables(self) -> dict[str, pa.Table]:
        """The five hand tables by name."""
        return {name: getattr(self, name) for name in HAND_TABLES}


@dataclass(frozen=True)
class Together:
    """Several files in one batch: the number of the file of each hand and of each reject, as they were given, and the lines of each file."""

    batch: HandBatch
    owner: Ints
    reject_owner: Ints
    n_lines: list[int]


def misfits(raw: RawHands) -> dict[int, str]:
    """Hands that the tables cannot hold, by index, with the reason in a player's words: a row with too many cards, a number that is larger than
    its column."""
    reasons: dict[int, str] = {}
    for what, rows in (("", raw.placed), ("the showdown's ", raw.shown)):
        count = np.bincount(rows.seat * 3 + rows.row, minlength=raw.n_seats * 3).reshape(-1, 3)
        for seat, row in zip(*np.nonzero(count > np.array(ROW_SIZES)), strict=True):
            hand = int(raw.seat_hand[seat])
            name = ("top", "middle", "bottom")[int(row)]
            reasons.setdefault(hand, f"{what}{name} row holds {int(count[seat, row])} cards; {ROW_SIZES[int(row)]} fit")
    every = np.arange(raw.n_hands)
    pair_hand = np.asarray(raw.pairs.get("hand", no_ints()), np.int64)
    owners = {"hands": every, "seats": raw.seat_hand, "claims": raw.seat_hand, "claimed_pairs": pair_hand}
    found = {"hands": raw.hands, "seats": raw.seats, "claims": raw.claims, "claimed_pairs": raw.pairs}
    for table_name, columns in found.items():
        for name, (low, high) in _ranges(table_name).items():
            _mark_out_of_range(reasons, name, columns.get(name), owners[table_name], low, high)
    _mark_out_of_range(reasons, "ms", raw.streets.ms, raw.seat_hand[raw.streets.seat], *_RANGES["int32"])
    return reasons


_RANGES = {f"int{bits}": (-(1 << bits - 1), (1 << bits - 1) - 1) for bits in (8, 16, 32)}
_RANGES["money"] = (1 - 10**18, 10**18 - 1)
"""The least and the most that a column of a declared type holds; money in ten-thousandths."""


@cache
def _ranges(table_name: str) -> Mapping[str, tuple[int, int]]:
    return {c.name: _RANGES[c.type] for c in table(table_name).columns if c.type in _RANGES}


def _mark_out_of_range(
    reasons: dict[int, str], name: str, column: Column | None, owner: Ints, low: int, high: int
) -> None:
    if not isinstance(column, np.ndarray) or not len(column):
        return
    out = (column < low) | (column > high)
    if out.any():
        for at in np.flatnonzero(out & (column != NULL)).tolist():
            reasons.setdefault(int(owner[at]), f"{name}: {column[at]} is out of range; {low} to {high} fit")
