"""Changing hand tables: choosing hands, changing rows, stating claims anew, and giving the changed hands their keys.

Tables here are small (a sample) or large (a fault among thousands of hands): a row is replaced without touching
the others.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.identity import deal_keys, hand_keys
from ofc_audit.tables import conform, schema

Ints = npt.NDArray[np.int64]
Tables = Mapping[str, pa.Table]
Row = dict[str, Any]
Card = tuple[int, int]
"""A card code and its street."""


class UnsuitableError(Exception):
    """What a fault says of a hand in which it cannot happen; another one may suit it."""


OWNED = ("seats", "boards", "claims", "claimed_pairs")


def keys_of(tables: Tables) -> Ints:
    """The hand keys, in the order of the hands."""
    return np.asarray(tables["hands"].column("hand_key"))


def owners(tables: Tables, name: str) -> Ints:
    """(n,) the hand of each row of a table, as a place in `hands`."""
    keys = keys_of(tables)
    order = np.argsort(keys, kind="stable")
    found: Ints = order[np.searchsorted(keys[order], np.asarray(tables[name].column("hand_key")))]
    return found


def choose(tables: Tables, hands: Sequence[int] | Ints) -> dict[str, pa.Table]:
    """Only some hands, in the order given."""
    wanted = np.asarray(hands, np.int64)
    place = np.full(tables["hands"].num_rows, -1, np.int64)
    place[wanted] = np.arange(len(wanted))
    chosen = {"hands": tables["hands"].take(pa.array(wanted))}
    for name in OWNED:
        at = place[owners(tables, name)]
        rows = np.flatnonzero(at >= 0)
        chosen[name] = tables[name].take(pa.array(rows[np.argsort(at[rows], kind="stable")]))
    return chosen


def join(*parts: Tables) -> dict[str, pa.Table]:
    """Histories one after the other."""
    return {name: pa.concat_tables([part[name] for part in parts]) for name in HAND_TABLES}


@dataclass
class _Known:
    """What was asked of a table: its rows as Python values, and where the rows of each hand are."""

    table: pa.Table
    rows: list[Row] | None = None
    of_hand: dict[int, list[int]] | None = None


_KNOWN: OrderedDict[int, _Known] = OrderedDict()
"""Small tables that were asked last. Kinds of faults try hand after hand of one history: it is turned into Python once for all of them."""
_MOST_KNOWN = 1024
_SMALL = 2048
"""Rows of a table that is worth being turned into Python whole."""


def _known(table: pa.Table) -> _Known:
    if table.num_rows > _SMALL:
        return _Known(table)
    known = _KNOWN.get(id(table))
    if known is None:
        known = _KNOWN[id(table)] = _Known(table)
        if len(_KNOWN) > _MOST_KNOWN:
            _KNOWN.popitem(last=False)
    else:
        _KNOWN.move_to_end(id(table))
    return known


def row_of(tables: Tables, name: str, at: int) -> Row:
    """One row of a table as Python values, the caller's own."""
    known = _known(tables[name])
    if known.table.num_rows > _SMALL:
        row = known.table.slice(at, 1).to_pylist()[0]
    else:
        if known.rows is None:
            known.rows = known.table.to_pylist()
        row = known.rows[at]
    return {key: value.copy() if isinstance(value, list) else value for key, value in row.items()}


def rows_of(tables: Tables, name: str, hand: int) -> list[int]:
    """Where the rows of a hand are in a table."""
    known, key = _known(tables[name]), int(keys_of(tables)[hand])
    if known.table.num_rows > _SMALL:
        return [int(at) for at in np.flatnonzero(np.asarray(known.table.column("hand_key")) == key)]
    if known.of_hand is None:
        known.of_hand = {}
        for at, owner in enumerate(known.table.column("hand_key").to_pylist()):
            known.of_hand.setdefault(owner, []).append(at)
    return known.of_hand.get(key, []).copy()


def hand_rows(tables: Tables, name: str, hand: int) -> list[Row]:
    """The rows of a hand in a table as Python values."""
    return [row_of(tables, name, at) for at in rows_of(tables, name, hand)]


def player_row(tables: Tables, name: str, hand: int, seat: int) -> int:
    """Where the row of the player at an acting order is in a table with a row per player."""
    rows = rows_of(tables, name, hand)
    if seat >= len(rows):
        raise UnsuitableError
    return rows[seat]


def unit_of(hand: Row) -> Decimal:
    """The smallest unit of the currency of a row of `hands`: whole points and tournament chips, else cents."""
    is_whole = hand["currency"] == "points" or (hand["currency"] == "chips" and hand["chip_price"] is None)
    return Decimal("1") if is_whole else Decimal("0.01")


def put_rows(tables: Tables, name: str, hand: int, rows: Sequence[Row]) -> dict[str, pa.Table]:
    """`rows` in place of the rows of a hand, which lie together; the keys are not made anew."""
    data = tables[name]
    at = rows_of(tables, name, hand)
    start, stop = (at[0], at[-1] + 1) if at else (data.num_rows, data.num_rows)
    if at != list(range(start, stop)):
        raise ValueError(f"{name}: the rows of hand {hand} do not lie together")
    new = pa.Table.from_pylist(list(rows), schema=schema(name))
    return {**tables, name: pa.concat_tables([data.slice(0, start), new, data.slice(stop)])}


def change_row(tables: Tables, name: str, at: int, **values: object) -> dict[str, pa.Table]:
    """One row with other values; the keys are not made anew."""
    data = tables[name]
    new = pa.Table.from_pylist([{**row_of(tables, name, at), **values}], schema=schema(name))
    return {**tables, name: pa.concat_tables([data.slice(0, at), new, data.slice(at + 1)])}


def set_column(tables: Tables, name: str, column: str, values: pa.Array) -> dict[str, pa.Table]:
    """A table with another column; the keys are not made anew."""
    data = tables[name]
    at = data.column_names.index(column)
    return {**tables, name: conform(name, data.set_column(at, column, values))}


def rekey(tables: Tables) -> dict[str, pa.Table]:
    """The tables with the keys that their content gives, as a reader would give them."""
    owner = {name: owners(tables, name) for name in OWNED}
    columns = {
        name: {c: tables[name].column(c).combine_chunks() for c in tables[name].column_names} for name in HAND_TABLES
    }
    n = tables["hands"].num_rows
    deal, key = deal_keys(columns, owner, n), hand_keys(columns, owner)
    result = set_column(set_column(tables, "hands", "hand_key", pa.array(key)), "hands", "deal_key", pa.array(deal))
    for name, hand in owner.items():
        result = set_column(result, name, "hand_key", pa.array(key[hand]))
    return result


def lay(rows: Sequence[Sequence[Card]]) -> tuple[list[int], list[int]]:
    """Cards and streets of a board in the order in which the tables keep them: each row by street, then descending
    code.
    """
    placed = [sorted(row, key=lambda card: (card[1], -card[0])) for row in rows]
    return [code for row in placed for code, _ in row], [street for row in placed for _, street in row]


def act_in_order(tables: Tables, hand: int, new: Mapping[int, int]) -> dict[str, pa.Table]:
    """The hand with other acting orders, `new` by the old ones; its pairs are left as they are."""
    changed: dict[str, pa.Table] = dict(tables)
    for name in ("seats", "boards", "claims"):
        rows = hand_rows(tables, name, hand)
        for one in rows:
            one["acting_order"] = new[one["acting_order"]]
        changed = put_rows(changed, name, hand, sorted(rows, key=lambda one: int(one["acting_order"])))
    return changed
