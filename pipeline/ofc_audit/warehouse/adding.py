"""Sums: what is known of some hands and of some others, added up to what is known of all of them.

A model of `sql/sums` groups rows of hands by a key that is not a hand. Made for any parts of the hands and added up by its key it is the same as
made for all of them at once. The tasks of a cluster make them where the hands are, so that its driver scans no rows of hands. In one machine the
database makes them of all rows at once: it keeps names as numbers into a list, which makes it twice as fast as anything that works slice by slice.

Each column that is no key says in the head of the model how the values of two parts make one. Without a word they are added, null where both are
unknown; `-- min: x` and `-- max: x` keep the least and the greatest, `-- any: x` is what all hands of a key have in common, `-- all: x` a list of
different values, and `-- at max k: x` the value that stands beside the greatest `k`, which is a column with `-- max: k` (so `at min`). What cannot be
added up exactly is no column of a sum: an average, a number with a floating point, a count of different values without them.
"""

from collections.abc import Mapping, Sequence

import duckdb
import pyarrow as pa

from ofc_audit.warehouse.models import Model, ModelError

ROWS_KEPT = 400_000
"""Rows of parts from which on they are added up before more come, so that they do not grow with the hands."""
_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DECIMAL")
_ONE = {
    "min": "min({0})",
    "max": "max({0})",
    "any": "any_value({0})",
    "all": "list_sort(list_distinct(flatten(list({0}))))",
}


def added(model: Model, types: Mapping[str, str], parts: str) -> str:
    """The query that adds up the rows of relation `parts` to those of the model, whose columns have the types given.

    Raises ModelError, naming the file, for a column that cannot be added up in the way its head says.
    """
    key = ", ".join(model.grain)
    chosen = [name if name in model.grain else _column(model, types, name) for name in types]
    return f"select {', '.join(chosen)} from {parts} group by {key}"


def _column(model: Model, types: Mapping[str, str], name: str) -> str:
    way, kind = model.ways.get(name, "sum"), types[name]
    if way == "sum":
        if not kind.startswith(_WHOLE) or kind.endswith("[]"):
            raise ModelError(
                f"{model.file}: column {name} is {kind}, which cannot be added up exactly; add `-- min: {name}` or its like"
            )
        one = f"sum({name})"
    elif way.startswith("at "):
        _, end, place = way.split()
        if model.ways.get(place) != end:
            raise ModelError(
                f"{model.file}: {name} is that at the {end} of {place}, which `-- {end}: {place}` must say"
            )
        one = f"arg_{end}({name}, {place})"
    elif way == "all" and not kind.endswith("[]"):
        raise ModelError(f"{model.file}: column {name} is {kind} and no list of all values")
    else:
        one = _ONE[way].format(name)
    return f"cast({one} as {kind}) as {name}"


def require_adding_up(model: Model, types: Mapping[str, str]) -> None:
    """Raises ModelError, naming the file, for a sum of which not every column can be added up in the way its head says."""
    for name in model.ways:
        if name not in types or name in model.grain:
            raise ModelError(
                f"{model.file}: its head says how {name} is added up, which is no column of it beside the key"
            )
    added(model, types, model.name)


class Parts:
    """The parts of sums as they come; in the end there are temporary tables named as the sums in the database."""

    def __init__(self, con: duckdb.DuckDBPyConnection, models: Sequence[Model]) -> None:
        self._con = con
        self._models = {model.name: model for model in models if model.layer == "sums"}
        self._n_rows: dict[str, int] = {}
        self._most: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._models

    def add(self, name: str, rows: pa.Table) -> None:
        """Takes the rows of a sum made for some hands."""
        if name not in self._n_rows:
            self._con.execute(f"create temp table {name}_parts as {self._models[name].sql} with no data")
            self._n_rows[name], self._most[name] = 0, ROWS_KEPT
        self._con.from_arrow(rows).insert_into(f"{name}_parts")
        self._n_rows[name] += rows.num_rows
        if self._n_rows[name] > self._most[name]:
            self._add_up(name, "fewer")
            self._con.execute(f"alter table fewer rename to {name}_parts")
            # The next time when there is twice as much as remains, so that no row is added up more often than need be.
            [(left,)] = self._con.execute(f"select count(*) from {name}_parts").fetchall()
            self._n_rows[name], self._most[name] = left, max(ROWS_KEPT, 2 * left)

    def add_up(self) -> None:
        """Makes the tables of the sums of which parts came."""
        for name in self._n_rows:
            self._add_up(name, name)
        self._n_rows.clear()

    def _add_up(self, name: str, into: str) -> None:
        types = types_of(self._con, f"{name}_parts")
        stored_sum(self._con, into, added(self._models[name], types, f"{name}_parts"))
        self._con.execute(f"drop table {name}_parts")


def stored_sum(con: duckdb.DuckDBPyConnection, name: str, query: str) -> None:
    """Makes a sum a temporary table with the rows of a query, in the place of an empty one of that name."""
    con.execute(f"drop table if exists temp.{name}")
    con.execute(f"create temp table {name} as {query}")


def types_of(con: duckdb.DuckDBPyConnection, relation: str) -> dict[str, str]:
    """The columns of a relation with their types."""
    return {row[0]: row[1] for row in con.execute(f"describe {relation}").fetchall()}
