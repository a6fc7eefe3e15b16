"""What a reader hands on: flat arrays of everything it found (`RawHands`), made into Arrow tables (`HandBatch`) in one place.

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

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL, money_array, validity
from ofc_audit.tables import ARROW_TYPES, conform, empty, table

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


def _arrow(column: Column | None, n: int, type_name: str) -> pa.Array:
    """A column of `RawHands` as an Arrow array of the declared type."""
    want = ARROW_TYPES[type_name]
    if column is None:
        return pa.nulls(n, want)
    if not isinstance(column, np.ndarray):
        return column if column.type == want else column.cast(want)
    if type_name == "money":
        amounts = column.astype(np.int64, copy=False)
        known = amounts != NULL
        return money_array(np.where(known, amounts, 0), known)
    if type_name == "bool":
        return pa.array(column == 1, mask=column < 0)
    valid = column != NULL
    found = pa.array(column) if valid.all() else pa.array(np.where(valid, column, 0), mask=~valid)
    return found if found.type == want else found.cast(want)


def _boards(rows: CardRows, n_seats: int) -> tuple[Bytes, Bytes]:
    """(n_seats, 13) card codes and streets, each row of a board by street and then descending code."""
    cards = np.full((n_seats, 13), EMPTY, np.uint8)
    streets = np.full((n_seats, 13), EMPTY, np.uint8)
    if len(rows.seat):
        group = rows.seat * 3 + rows.row
        key = (group << 16) | (rows.street.astype(np.int64) << 8) | (255 - rows.code.astype(np.int64))
        order = np.argsort(key, kind="stable")
        group = group[order]
        first = np.r_[True, group[1:] != group[:-1]]
        starts = np.flatnonzero(first)
        place = np.arange(len(group)) - np.repeat(starts, np.diff(np.r_[starts, len(group)]))
        column = ROW_STARTS[group % 3] + place
        cards[group // 3, column] = rows.code[order]
        streets[group // 3, column] = rows.street[order]
    return cards, streets


def _same_rows(some: Bytes, other: Bytes) -> Mask:
    """(n,) whether two boards hold the same cards in each row, in whatever order."""
    same = np.ones(len(some), bool)
    for start, size in zip(ROW_STARTS.tolist(), ROW_SIZES, strict=True):
        row = slice(start, start + size)
        same &= (np.sort(some[:, row], axis=1) == np.sort(other[:, row], axis=1)).all(axis=1)
    return same


def _board_array(values: Bytes) -> pa.Array:
    flat = pa.array(np.ascontiguousarray(values).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, type=ARROW_TYPES["board"])


def _lists(seat: Ints, values: pa.Array, known: Mask, type_name: str) -> pa.Array:
    """A list per seat of `values` (sorted by seat); null where not known."""
    counts = np.bincount(seat, minlength=len(known))
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    kind = ARROW_TYPES[type_name]
    return pa.Array.from_buffers(
        kind, len(known), [validity(known), pa.py_buffer(offsets)], children=[values.cast(kind.value_type)]
    )


def _card_lists(rows: CardRows, known: Mask, in_order: bool) -> tuple[pa.Array, pa.Array]:
    seat, street, code = rows.seat, rows.street, rows.code
    chosen = known[seat]
    seat, street, code = seat[chosen], street[chosen], code[chosen]
    key = (seat << 16) | (street.astype(np.int64) << 8)
    if not in_order:
        key |= 255 - code.astype(np.int64)
    order = np.argsort(key, kind="stable")
    return (
        _lists(seat[order], pa.array(code[order]), known, "uint8_list"),
        _lists(seat[order], pa.array(street[order]), known, "uint8_list"),
    )


def assemble(
    raw: RawHands,
    rejects: pa.Table | None,
    *,
    n_lines: int,
    n_bytes: int,
    blank_bytes: int,
    decoded_from: str | None = None,
) -> HandBatch:
    """The tables of a chunk, with hand and deal keys. Hands named by `misfits` must have been left out before."""
    from ofc_audit.read.identity import deal_keys, hand_keys

    seat_hand = raw.seat_hand
    cards, streets = _boards(raw.placed, raw.n_seats)
    shown, _ = _boards(raw.shown, raw.n_seats)
    # A board that only the showdown states is the board; one that the streets state too stays apart, to be compared.
    only_shown = (cards == EMPTY).all(axis=1)
    cards = np.where(only_shown[:, None], shown, cards)
    # A showdown that repeats the streets says nothing of its own: a record with it and one without are the same hand.
    shown[_same_rows(shown, cards)] = EMPTY
    complete = (cards != EMPTY).all(axis=1)
    hand_complete = np.ones(raw.n_hands, bool)
    np.logical_and.at(hand_complete, seat_hand, complete)
    cancelled = np.asarray(raw.hands.get("is_cancelled", np.zeros(raw.n_hands, np.int8))) == 1
    status = np.where(cancelled, "cancelled", np.where(hand_complete, "complete", "incomplete"))
    n_seats = np.bincount(seat_hand, minlength=raw.n_hands)

    discards, discard_streets = _card_lists(raw.discarded, raw.discards_known, in_order=False)
    dealt, dealt_streets = _card_lists(raw.dealt, raw.dealt_known, in_order=True)
    has_streets = np.bincount(raw.streets.seat, minlength=raw.n_seats) > 0
    has_time = np.bincount(raw.streets.seat[raw.streets.ms != NULL], minlength=raw.n_seats) > 0
    timed = has_time[raw.streets.seat]
    times = pa.array(np.where(raw.streets.ms == NULL, 0, raw.streets.ms), mask=raw.streets.ms == NULL)

    derived: dict[str, dict[str, pa.Array]] = {
        "hands": {"n_seats": pa.array(n_seats), "status": pa.array(status.tolist(), pa.string())},
        "seats": {},
        "boards": {
            "acting_order": _arrow(raw.seats["acting_order"], raw.n_seats, "int8"),
            "cards": _board_array(cards),
            "streets": _board_array(streets),
            "discards": discards,
            "discard_streets": discard_streets,
            "dealt": dealt,
            "dealt_streets": dealt_streets,
            "street_ms": _lists(raw.streets.seat[timed], times.filter(pa.array(timed)), has_time, "int32_list"),
            "street_auto": _lists(raw.streets.seat, pa.array(raw.streets.auto == 1), has_streets, "bool_list"),
            "is_complete": pa.array(complete),
            "shown": _board_array(shown),
            "line": _arrow(raw.seats.get("board_line"), raw.n_seats, "int64"),
        },
        "claims": {"acting_order": _arrow(raw.seats["acting_order"], raw.n_seats, "int8")},
        "claimed_pairs": {},
    }
    n_pairs = len(np.asarray(raw.pairs.get("hand", no_ints())))
    given = {"hands": (raw.hands, raw.n_hands), "seats": (raw.seats, raw.n_seats), "boards": ({}, raw.n_seats)}
    given |= {"claims": (raw.claims, raw.n_seats), "claimed_pairs": (raw.pairs, n_pairs)}
    columns: dict[str, dict[str, pa.Array]] = {}
    for name in HAND_TABLES:
        source, n = given[name]
        columns[name] = {
            c.name: derived[name].get(c.name, None)
            if c.name in derived[name]
            else _arrow(source.get(c.name), n, c.type)
            for c in table(name).columns
            if c.name not in ("hand_key", "deal_key")
        }
    pair_hand = np.asarray(raw.pairs.get("hand", no_ints()), np.int64)
    owner = {"seats": seat_hand, "boards": seat_hand, "claims": seat_hand, "claimed_pairs": pair_hand}
    deal = deal_keys(columns, owner, raw.n_hands)
    key = hand_keys(columns, owner)
    columns["hands"] |= {"hand_key": pa.array(key), "deal_key": pa.array(deal)}
    for name, hand in owner.items():
        columns[name]["hand_key"] = pa.array(key[hand])
    tables = {name: conform(name, pa.table(columns[name])) for name in HAND_TABLES}
    return HandBatch(
        **tables,
        rejects=empty("rejects") if rejects is None else rejects,
        n_lines=n_lines,
        n_bytes=n_bytes,
        blank_bytes=blank_bytes,
        decoded_from=decoded_from,
    )
