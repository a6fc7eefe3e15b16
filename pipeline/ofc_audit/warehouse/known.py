"""Scored tables with what single hands could not tell: money by the match."""

from collections.abc import Mapping

import pyarrow as pa

from ofc_audit.money import NULL, Ints, money_array

SCORED = ("scored_seats", "scored_pairs")


def with_amounts(scored: Mapping[str, pa.Table], amount: Ints, net: Ints) -> dict[str, pa.Table]:
    """Scored tables with other amounts of pairs, and nets of seats, in ten-thousandths."""
    result = dict(scored)
    for name, column, values in (("scored_pairs", "amount", amount), ("scored_seats", "net", net)):
        result[name] = _replaced(result[name], column, money_array(values, values != NULL))
    return result


def _replaced(data: pa.Table, name: str, column: pa.ChunkedArray | pa.Array) -> pa.Table:
    field = data.schema.field(name)
    return data.set_column(data.column_names.index(name), field, column.cast(field.type))
