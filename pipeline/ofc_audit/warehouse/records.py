"""Which record each row of a batch belongs to: keys do not tell, for a record may stand in a batch twice."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.read.batch import HandBatch
from ofc_audit.warehouse.errors import InternalError

Ints = npt.NDArray[np.int64]


def raw_hands(batch: HandBatch, first: int) -> dict[str, Ints]:
    """For each table of a batch, the number of the record each row belongs to; records count from `first` in file order.

    Keys do not tell: a record may stand in a batch twice. Raises InternalError when seats are not in the order of the hands.
    """
    hand_key = np.asarray(batch.hands.column("hand_key"), np.int64)
    numbers = first + np.arange(len(hand_key))
    n_seats = np.asarray(batch.hands.column("n_seats"), np.int64)
    seat_owner = np.repeat(np.arange(len(hand_key)), n_seats)
    owners = {"hands": numbers}
    for name in ("seats", "boards", "claims"):
        if not np.array_equal(np.asarray(batch.tables[name].column("hand_key"), np.int64), hand_key[seat_owner]):
            raise InternalError(f"rows of {name} are not in the order of the hands")
        owners[name] = numbers[seat_owner]
    owners["claimed_pairs"] = numbers[_pair_owner(hand_key, batch.claimed_pairs)]
    return owners


def _pair_owner(hand_key: Ints, pairs: pa.Table) -> Ints:
    """(n_pairs,) the hand of each claimed pair; the i-th row of the same key, a and b belongs to the i-th hand of that key."""
    key, a, b = (np.asarray(pairs.column(c), np.int64) for c in ("hand_key", "a", "b"))
    by_key = np.argsort(hand_key, kind="stable")
    order = np.lexsort((b, a, key))
    same = (key[order][1:] == key[order][:-1]) & (a[order][1:] == a[order][:-1]) & (b[order][1:] == b[order][:-1])
    starts = np.flatnonzero(np.r_[True, ~same])[: len(order)]
    occurrence = np.empty(len(order), np.int64)
    occurrence[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    at = np.searchsorted(hand_key[by_key], key) + occurrence
    if len(at) and (at.max() >= len(hand_key) or not np.array_equal(hand_key[by_key[at]], key)):
        raise InternalError("a row of claimed_pairs belongs to none of the hands")
    owner: Ints = by_key[at]
    return owner
