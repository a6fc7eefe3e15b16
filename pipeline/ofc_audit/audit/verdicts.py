"""Verdicts as codes inside the audit and as rows of `verdicts` and `seat_verdicts`."""

import numpy as np
import pyarrow as pa

from ofc_audit.audit.view import Ints, Texts
from ofc_audit.tables import conform

VERIFIED, WRONG, OPEN, NOT_APPLICABLE = range(4)
VERDICTS = np.array(["verified", "wrong", "unverifiable", "not applicable"], object)
"""The words of the codes."""
NO_REASON = np.array([None], object)
_WORDS = pa.array(VERDICTS, pa.string())


def verdict_table(hand_key: Ints, dimension: str | list[str], code: Ints, reason: Texts) -> pa.Table:
    """Rows of `verdicts`: (n,) codes and reasons, on one dimension or on one each."""
    return conform("verdicts", _rows({"hand_key": hand_key}, dimension, code, reason))


def seat_table(hand_key: Ints, acting_order: Ints, dimension: str, code: Ints, reason: Texts) -> pa.Table:
    """Rows of `seat_verdicts`: (n,) codes and reasons of a dimension."""
    return conform(
        "seat_verdicts", _rows({"hand_key": hand_key, "acting_order": acting_order}, dimension, code, reason)
    )


def _rows(key: dict[str, Ints], dimension: str | list[str], code: Ints, reason: Texts) -> pa.Table:
    told = {
        "dimension": pa.repeat(dimension, len(code))
        if isinstance(dimension, str)
        else pa.array(dimension, pa.string()),
        "verdict": _WORDS.take(pa.array(code)),
        "reason": pa.array(reason, pa.string()),
    }
    return pa.table({**key, **told})
