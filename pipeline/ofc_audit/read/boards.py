"""The boards of hands as columns, laid out from cards that come one by one: every seat has thirteen places, filled by street."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL, validity
from ofc_audit.read.batch import ROW_SIZES, ROW_STARTS, Bytes, CardRows, Ints, Mask, RawHands
from ofc_audit.tables import ARROW_TYPES


@dataclass(frozen=True)
class Boards:
    """Columns of table `boards`, one entry per row of `seats`: (n, 13) cards and streets, what the showdown shows where it says more, and
    lists of the other cards and of the streets, null where unknown."""

    cards: Bytes
    streets: Bytes
    shown: Bytes
    discards: pa.Array
    discard_streets: pa.Array
    dealt: pa.Array
    dealt_streets: pa.Array
    street_ms: pa.Array
    street_auto: pa.Array


def boards_of(raw: RawHands) -> Boards:
    """The boards of the hands of a chunk. No row may hold more cards than fit (see `misfits`)."""
    cards, streets = _boards(raw.placed, raw.n_seats)
    shown, _ = _boards(raw.shown, raw.n_seats)
    # A board that only the showdown states is the board; one that the streets state too stays apart, to be compared.
    only_shown = (cards == EMPTY).all(axis=1)
    cards = np.where(only_shown[:, None], shown, cards)
    # A showdown that repeats the streets says nothing of its own: a record with it and one without are the same hand.
    shown[_same_rows(shown, cards)] = EMPTY
    discards, discard_streets = _card_lists(raw.discarded, raw.discards_known, in_order=False)
    dealt, dealt_streets = _card_lists(raw.dealt, raw.dealt_known, in_order=True)
    seat, ms = raw.streets.seat, raw.streets.ms
    has_streets = np.bincount(seat, minlength=raw.n_seats) > 0
    has_time = np.bincount(seat[ms != NULL], minlength=raw.n_seats) > 0
    timed = has_time[seat]
    times = pa.array(np.where(ms == NULL, 0, ms)[timed], mask=(ms == NULL)[timed])
    return Boards(
        cards,
        streets,
        shown,
        discards,
        discard_streets,
        dealt,
        dealt_streets,
        street_ms=_lists(seat[timed], times, has_time, "int32_list"),
        street_auto=_lists(seat, pa.array(raw.streets.auto == 1), has_streets, "bool_list"),
    )


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


def board_array(values: Bytes) -> pa.Array:
    """(n, 13) codes as an Arrow array."""
    flat = pa.array(np.ascontiguousarray(values).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, type=ARROW_TYPES["board"])


def counted_lists(counts: Ints, values: pa.Array, type_name: str) -> pa.Array:
    """A list per seat of so many values each; null where the count is `NULL`."""
    known = counts != NULL
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(np.where(known, counts, 0), out=offsets[1:])
    kind = ARROW_TYPES[type_name]
    children = [values if values.type == kind.value_type else values.cast(kind.value_type)]
    return pa.Array.from_buffers(kind, len(counts), [validity(known), pa.py_buffer(offsets)], children=children)


def _lists(seat: Ints, values: pa.Array, known: Mask, type_name: str) -> pa.Array:
    """A list per seat of `values` (sorted by seat); null where not known."""
    return counted_lists(np.where(known, np.bincount(seat, minlength=len(known)), NULL), values, type_name)


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
