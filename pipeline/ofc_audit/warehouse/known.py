"""Scored tables with what single hands could not tell: limits of stays by the chain, money by the match."""

from collections.abc import Mapping

import duckdb
import pyarrow as pa

from ofc_audit.audit.view import Ints, flags
from ofc_audit.money import NULL, money_array

SCORED = ("scored_seats", "scored_pairs")


def due_of_chains(con: duckdb.DuckDBPyConnection) -> pa.Table:
    """What each hand earns by its chain, seat by seat in the order of the hands; needs relations chain_due and hand_order."""
    return con.sql(
        "select d.* from hand_order join chain_due as d using (hand_key) order by hand_order, acting_order"
    ).to_arrow_table()


def with_stays(scored_seats: pa.Table, due: pa.Table) -> pa.Table:
    """Scored seats with what chains know of stays that are limited."""
    if not (flags(due, "is_limited") == 1).any():
        return scored_seats
    for name in ("is_fantasy_next", "fantasy_next"):
        scored_seats = _replaced(scored_seats, name, due.column(name))
    return scored_seats


def with_amounts(scored: Mapping[str, pa.Table], amount: Ints, net: Ints) -> dict[str, pa.Table]:
    """Scored tables with other amounts of pairs, and nets of seats, in ten-thousandths."""
    result = dict(scored)
    for name, column, values in (("scored_pairs", "amount", amount), ("scored_seats", "net", net)):
        result[name] = _replaced(result[name], column, money_array(values, values != NULL))
    return result


def _replaced(data: pa.Table, name: str, column: pa.ChunkedArray | pa.Array) -> pa.Table:
    field = data.schema.field(name)
    return data.set_column(data.column_names.index(name), field, column.cast(field.type))
