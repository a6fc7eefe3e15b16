"""Hands of one chunk that two readers took in turn, put in the order of the file."""

from dataclasses import replace

import numpy as np
import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES, HandBatch, Ints

_LEAST_RUN = 100
"""Rows that follow each other, on average, from which on stretches are put together and not rows."""


def in_file_order(whole: HandBatch, taken: HandBatch) -> HandBatch:
    """Two batches of a chunk as one; the first accounts for all of the chunk, and the rejects are its own.

    The hands of each stand in the order of the file. A claimed pair bears the line of its record, and all records of a line are in one batch.
    """
    if not whole.hands.num_rows:
        return replace(whole, **taken.tables)
    hand_order = np.argsort(_both(whole.hands, taken.hands, "first_byte"), kind="stable")
    place = np.empty(len(hand_order), np.int64)
    place[hand_order] = np.arange(len(hand_order))
    seats = np.argsort(np.repeat(place, _both(whole.hands, taken.hands, "n_seats")), kind="stable")
    pairs = np.argsort(_both(whole.claimed_pairs, taken.claimed_pairs, "line"), kind="stable")
    orders = {"hands": hand_order, "seats": seats, "boards": seats, "claims": seats, "claimed_pairs": pairs}
    tables = {name: _in_order(whole.tables[name], taken.tables[name], orders[name]) for name in HAND_TABLES}
    return replace(whole, **tables)


def _in_order(some: pa.Table, other: pa.Table, order: Ints) -> pa.Table:
    """The rows of two tables in one order."""
    # Between the two no row follows the other, so that no run of rows is of both.
    row = np.where(order < some.num_rows, order, order + 1)
    first = np.flatnonzero(np.diff(row, prepend=-2) != 1)
    if len(first) * _LEAST_RUN >= len(order):
        return pa.concat_tables([some, other]).combine_chunks().take(pa.array(order))
    runs = []
    for at, n in zip(order[first].tolist(), np.diff(first, append=len(order)).tolist(), strict=True):
        runs.append(some.slice(at, n) if at < some.num_rows else other.slice(at - some.num_rows, n))
    return pa.concat_tables(runs).combine_chunks()


def _both(some: pa.Table, other: pa.Table, name: str) -> Ints:
    return np.concatenate([np.asarray(data.column(name), np.int64) for data in (some, other)])
