"""Findings in words: queries over the few rows in which something is wrong, in a database in memory that each thread keeps."""

import threading
from collections.abc import Mapping
from typing import Any, TypeAlias

import duckdb
import numpy as np
import pyarrow as pa

from ofc_audit.audit.view import Flags, Ints, Mask, View
from ofc_audit.money import NULL, one_array

FOUND = "found"
"""The relation over which findings are queried."""
Column: TypeAlias = Ints | Mask | pa.Array
"""A column as Arrow has it, or as integers with `NULL` for unknown, or as truth values that are all known."""

_OWN = threading.local()


def told(query: str, columns: Mapping[str, Column]) -> pa.Table:
    """The rows of a query over relation `found` of these columns."""
    con = connection()
    con.register(FOUND, pa.table({name: _column(values) for name, values in columns.items()}))
    try:
        return con.sql(query).to_arrow_table()
    finally:
        con.unregister(FOUND)


def connection() -> duckdb.DuckDBPyConnection:
    """This thread's database in memory, made where there is none yet."""
    con: duckdb.DuckDBPyConnection | None = getattr(_OWN, "con", None)
    if con is None:
        con = _OWN.con = in_memory()
    return con


def in_memory() -> duckdb.DuckDBPyConnection:
    """A database in memory, on one thread; times are in UTC."""
    con = duckdb.connect(config={"threads": 1, "autoinstall_known_extensions": False})
    con.execute("set TimeZone = 'UTC'")
    con.execute("set enable_progress_bar = false")
    return con


def truth(values: Ints | Flags) -> pa.Array:
    """Truth values of 1, 0 and -1 for unknown."""
    return pa.array(values == 1, mask=values < 0)


def _column(values: Any) -> pa.Array:
    if isinstance(values, pa.Array) or values.dtype == np.bool_:
        return values
    return pa.array(values, mask=values == NULL)


def of_hands(view: View, hands: Ints, *names: str) -> dict[str, Column]:
    """Key and place of some hands, and more of their columns."""
    at = pa.array(hands)
    names = ("hand_key", "source_file", "first_line", "last_line", *names)
    return {name: one_array(view.tables["hands"].column(name)).take(at) for name in names}


def of_seats(view: View, seats: Ints, *names: str) -> dict[str, Column]:
    """Key and place of the hands of some seats, acting orders, and more columns of `seats`."""
    at = pa.array(seats)
    own = {name: one_array(view.tables["seats"].column(name)).take(at) for name in ("acting_order", *names)}
    return of_hands(view, view.seat_hand[seats]) | own
