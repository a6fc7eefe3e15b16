"""What is handed on: rows of a table or mart, and chosen hands as histories."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, BinaryIO

import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.report.export_choice import Choice
from ofc_audit.report.row_files import RowFile
from ofc_audit.report.store import Store
from ofc_audit.tables import conform, table
from ofc_audit.warehouse.convert import Conversion, write_stored

ROWS_AT_ONCE = 65_536
HANDS_AT_ONCE = 8_192
_ORDER = {"seats": "acting_order", "boards": "acting_order", "claims": "acting_order", "claimed_pairs": "a, b"}


def relations(store: Store) -> list[dict[str, Any]]:
    """Every table, mart and view with a name for people: what it is called, what it is, and how many rows it has."""
    return store.rows(
        "select table_name as name, estimated_size as rows, comment as title, 'table' as kind from duckdb_tables() where schema_name = 'main' "
        "union all select view_name, null, comment, 'view' from duckdb_views() where schema_name = 'main' and not internal "
        "order by name"
    )


def columns_of(store: Store, relation: str) -> list[str]:
    """The columns of a relation, by any way of writing its name. Raises ValueError, with near matches, where there is none."""
    names = [row["name"] for row in relations(store)]
    if relation not in names:
        near = get_close_matches(relation, names, 3, 0.5)
        told = f"there is {' or '.join(near)}" if near else "ofc export DIR lists what there is"
        raise ValueError(f"no table, mart or view {relation!r}; {told}")
    found = store.rows(
        "select column_name from duckdb_columns() where table_name = $1 order by column_index", [relation]
    )
    return [row["column_name"] for row in found]


def write_rows(store: Store, relation: str, choice: Choice | None, out: BinaryIO, form: str) -> int:
    """Writes the rows of a relation, of chosen hands only where asked, in its own order; gives how many there are.

    Raises ValueError for a relation that is not there or is not about hands, and for what a workbook cannot hold.
    """
    columns = columns_of(store, relation)
    query = f'select * from "{relation}"'
    parameters: tuple[Any, ...] = ()
    notes = [f"Rows of {relation}."]
    if choice is not None:
        if "hand_key" not in columns:
            raise ValueError(
                f"{relation} is not about single hands, so none can be chosen in it; ofc stats computes over chosen hands"
            )
        query, parameters = f"{query} where hand_key in ({choice.query})", choice.parameters
        notes.append(f"Hands chosen: {choice.words}.")
    n_rows = 0
    reader = store.batches(query, parameters, ROWS_AT_ONCE)
    with RowFile(out, form, reader.schema, sheet=relation[:28], notes=notes) as file:
        for batch in reader:
            n_rows += batch.num_rows
            file.add(batch)
    return n_rows


def write_histories(
    store: Store, choice: Choice, target: str, out: BinaryIO, *, accepts_losses: bool, form: str = "csv"
) -> Conversion:
    """Writes chosen hands as histories, in the order of table `hands`; what the format cannot hold is counted as `ofc convert` does."""
    return write_stored(_slices(store, choice), target, out, accepts_losses=accepts_losses, form=form)


def _slices(store: Store, choice: Choice) -> Iterator[Mapping[str, pa.Table]]:
    """The hand tables of the chosen hands, some thousand hands at a time."""
    keys = [
        row["hand_key"]
        for row in store.rows(
            f"select hand_key from hands where hand_key in ({choice.query}) order by rowid", choice.parameters
        )
    ]
    for start in range(0, len(keys), HANDS_AT_ONCE):
        chosen = keys[start : start + HANDS_AT_ONCE]
        yield {name: _of_hands(store, name, chosen) for name in HAND_TABLES}


def _of_hands(store: Store, name: str, keys: list[int]) -> pa.Table:
    query = f"""
        select t.* from {name} as t join (select unnest($1) as hand_key, generate_subscripts($1, 1) as place) as k using (hand_key)
        order by k.place{f", {_ORDER[name]}" if name in _ORDER else ""}
    """
    found = store.batches(query, [keys], ROWS_AT_ONCE).read_all()
    return conform(name, found.select([c.name for c in table(name).columns]))
