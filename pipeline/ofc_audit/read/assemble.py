"""Flat arrays of a chunk (`RawHands`) made into its tables (`HandBatch`), with the keys of hands."""

import numpy as np
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL, money_array, validity
from ofc_audit.read.batch import HAND_TABLES, Column, HandBatch, RawHands, no_ints
from ofc_audit.read.boards import Boards, board_array, boards_of
from ofc_audit.read.identity import deal_keys, hand_keys
from ofc_audit.tables import ARROW_TYPES, conform, empty, table

_STORED = {name: np.dtype(name) for name in ("int8", "int16", "int32", "int64", "uint16")} | {
    "timestamp": np.dtype("int64")
}
_STATUS = pa.array(["complete", "incomplete", "cancelled"])


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
    n_null = len(column) - int(np.count_nonzero(valid))
    # Values fit (see `misfits`); what an unknown one leaves in its place nobody reads.
    values = np.ascontiguousarray(column.astype(_STORED[type_name], copy=False))
    return pa.Array.from_buffers(want, len(column), [validity(valid) if n_null else None, pa.py_buffer(values)], n_null)


def assemble(
    raw: RawHands,
    rejects: pa.Table | None,
    *,
    n_lines: int,
    n_bytes: int,
    blank_bytes: int,
    decoded_from: str | None = None,
    boards: Boards | None = None,
) -> HandBatch:
    """The tables of a chunk, with hand and deal keys. Hands named by `misfits` must have been left out before.

    `boards`: where they are laid out already; the cards and streets of `raw` are not looked at then.
    """
    boards = boards_of(raw) if boards is None else boards
    seat_hand = raw.seat_hand
    is_complete = (boards.cards != EMPTY).all(axis=1)
    is_open = np.bincount(seat_hand[~is_complete], minlength=raw.n_hands) > 0
    cancelled = np.asarray(raw.hands.get("is_cancelled", np.zeros(raw.n_hands, np.int8))) == 1
    status = _STATUS.take(pa.array(np.where(cancelled, 2, is_open)))
    n_seats = np.bincount(seat_hand, minlength=raw.n_hands)

    derived: dict[str, dict[str, pa.Array]] = {
        "hands": {"n_seats": pa.array(n_seats), "status": status},
        "seats": {},
        "boards": {
            "acting_order": _arrow(raw.seats["acting_order"], raw.n_seats, "int8"),
            "cards": board_array(boards.cards),
            "streets": board_array(boards.streets),
            "discards": boards.discards,
            "discard_streets": boards.discard_streets,
            "dealt": boards.dealt,
            "dealt_streets": boards.dealt_streets,
            "street_ms": boards.street_ms,
            "street_auto": boards.street_auto,
            "is_complete": pa.array(is_complete),
            "shown": board_array(boards.shown),
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
