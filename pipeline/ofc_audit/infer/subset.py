"""Some hands out of tables of many, and what was found of them anew laid over what was found before."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from ofc_audit.audit.view import Ints, Mask


def key_column(data: pa.Table) -> Ints:
    """(n,) the hand of each row."""
    return np.asarray(data.column("hand_key"), np.int64)


def chosen_hands(tables: Mapping[str, pa.Table], chosen: Mask) -> dict[str, pa.Table]:
    """The rows of the hands in the mask, in their order; every table has the column `hand_key`."""
    keys = key_column(tables["hands"])[chosen]
    return {name: data.filter(pa.array(np.isin(key_column(data), keys))) for name, data in tables.items()}


def laid_over(data: pa.Table, new: pa.Table, keys: Ints, order: Ints) -> pa.Table:
    """`data` with the rows of the hands `keys` replaced by those of `new`, in the order of the hands, whose keys are `order`."""
    rest = data.filter(pa.array(~np.isin(key_column(data), keys)))
    joined = pa.concat_tables([rest, new])
    sorting = np.argsort(order, kind="stable")
    place = sorting[np.searchsorted(order[sorting], key_column(joined))]
    return joined.take(pa.array(np.argsort(place, kind="stable")))
