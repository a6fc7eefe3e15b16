"""Hand tables as plain rows, for writers: hand by hand, amounts as ten-thousandths, times as microseconds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.money import NULL, money_ints
from ofc_audit.read.batch import HAND_TABLES

Row = dict[str, Any]


def each_hand(tables: Mapping[str, pa.Table]) -> Iterator[tuple[Row, list[Row], list[Row], list[Row], list[Row]]]:
    """The hands in their order, each with its rows of seats, boards, claims and claimed pairs."""
    found = {name: by_hand(tables[name]) for name in HAND_TABLES if name != "hands"}
    hands = list(rows_of(tables["hands"]))
    times = Counter(hand["hand_key"] for hand in hands)
    before: Counter[int] = Counter()
    for hand in hands:
        key = hand["hand_key"]
        # A hand that a batch holds more than once has its rows as often.
        seats, boards, claims, pairs = (share(rows.get(key, []), before[key], times[key]) for rows in found.values())
        before[key] += 1
        yield hand, seats, boards, claims, pairs


def share(rows: list[Row], place: int, times: int) -> list[Row]:
    """The rows of one of `times` hands of one key, which have them in turn."""
    size = len(rows) // times
    return rows[place * size : (place + 1) * size]


def rows_of(table: pa.Table) -> Iterator[Row]:
    """Rows with amounts as ten-thousandths and times as microseconds; null is None."""
    columns: dict[str, Sequence[Any]] = {}
    for name in table.column_names:
        column = table.column(name)
        if pa.types.is_decimal(column.type):
            columns[name] = [None if value == NULL else value for value in money_ints(column).tolist()]
        elif pa.types.is_timestamp(column.type):
            columns[name] = column.cast(pa.int64()).to_pylist()
        elif pa.types.is_fixed_size_list(column.type):
            flat = np.asarray(column.combine_chunks().flatten())
            columns[name] = flat.reshape(-1, column.type.list_size).tolist()
        else:
            columns[name] = column.to_pylist()
    names = list(columns)
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(names, values, strict=True))


def by_hand(table: pa.Table) -> dict[int, list[Row]]:
    """The rows of a hand table by hand key, in their order."""
    found: dict[int, list[Row]] = {}
    for row in rows_of(table):
        found.setdefault(row["hand_key"], []).append(row)
    return found
