"""Hands of one chunk that two readers took in turn, put in the order of the file."""

from dataclasses import replace

import numpy as np
import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES, HandBatch, Ints


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
    tables = {
        name: pa.concat_tables([whole.tables[name], taken.tables[name]]).combine_chunks().take(pa.array(orders[name]))
        for name in HAND_TABLES
    }
    return replace(whole, **tables)


def _both(some: pa.Table, other: pa.Table, name: str) -> Ints:
    return np.concatenate([np.asarray(data.column(name), np.int64) for data in (some, other)])
