"""Declared tables from a few given values, and the models of `sql/` made from them."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import duckdb
import pyarrow as pa

from ofc_audit.tables import all_tables, schema, table
from ofc_audit.warehouse.by_hand import HandModels
from ofc_audit.warehouse.days import Calendar, calendar_table
from ofc_audit.warehouse.lay import LAID_BY_HAND, SMALL_TABLES
from ofc_audit.warehouse.models import BY_HAND_LAYERS, Model, load_models
from ofc_audit.warehouse.run import CheckFailure, create_relations, fill_by_hand, fill_marts

Rows = Sequence[Mapping[str, Any]]

_PLAIN: Mapping[str, object] = {"string": "", "bool": False, "board": [255] * 13, "binary": b"", "money": 0}


@cache
def _models() -> list[Model]:
    return load_models()


def declared(name: str, rows: Rows) -> pa.Table:
    """Rows of a declared table; what is not given is null, or empty where the column takes no null."""
    columns = {
        c.name: [r.get(c.name, None if c.null else _PLAIN.get(c.type, 0)) for r in rows] for c in table(name).columns
    }
    return pa.table(
        {key: pa.array(values, schema(name).field(key).type) for key, values in columns.items()}, schema(name)
    )


def _needed(marts: Collection[str]) -> list[Model]:
    """The models without the marts that neither are among `marts` nor are read by those that are; checks of others are left out, too."""
    by_name = {model.name: model for model in _models()}
    kept, waiting = set[str](), list(marts)
    while waiting:
        name = waiting.pop()
        kept.add(name)
        waiting += [read for read in by_name[name].reads if read in by_name and read not in kept]
    kept |= {model.name for model in by_name.values() if model.layer in BY_HAND_LAYERS}
    checks = {m.name for m in by_name.values() if m.layer == "checks" and {*m.reads} & {*by_name} <= kept}
    return [model for model in _models() if model.name in kept | checks]


def relations(
    given: Mapping[str, Rows],
    at_once: Sequence[set[int]] | None = None,
    marts: Collection[str] | None = None,
    with_sums: bool = False,
) -> tuple[duckdb.DuckDBPyConnection, list[CheckFailure]]:
    """All models made from the given rows, or no other marts than those needed for `marts`, and the checks that failed; `at_once`: the hand
    keys of each slice; `with_sums`: whether sums are made slice by slice and added up, and not of all rows at once."""
    tables = {name: declared(name, given.get(name, ())) for name in all_tables()}
    if "calendar" not in given:
        tables["calendar"] = calendar_table(Calendar())
    sliced = [{name: tables[name] for name in LAID_BY_HAND}]
    if at_once is not None:
        sliced = [
            {name: declared(name, [r for r in given.get(name, ()) if r["hand_key"] in keys]) for name in LAID_BY_HAND}
            for keys in at_once
        ]
    models = _models() if marts is None else _needed(marts)
    con = duckdb.connect()
    con.execute("set TimeZone = 'UTC'")
    for name, data in tables.items():
        con.register(f"given_{name}", data)
        con.execute(f"create table {name} as from given_{name}")
        con.unregister(f"given_{name}")
    create_relations(con, models)
    small, by_hand, failures = {name: tables[name] for name in SMALL_TABLES}, HandModels(models, with_sums), {}
    fill_by_hand(con, (by_hand.make(small | some) for some in sliced), failures, models)
    return con, [*failures.values(), *fill_marts(con, models)]


def rows_of(con: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    """The rows of a query by column."""
    result = con.execute(query)
    names = [column[0] for column in result.description or []]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
