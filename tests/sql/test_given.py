"""Models by themselves: rows given and rows expected, in the file `<model>.given.toml` beside each model.

`[[case]]`: `about`, what the case shows; `[case.given]`, for each relation that the model or a sum of its reads a table of text, columns two blanks
apart, `-` for null, columns that are not named null; `expected`, such a table of the columns that matter, in the order of the model's key.
Numbers that are no whole ones are compared as they are written.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import duckdb
import pytest

from ofc_audit.data import data_dir
from ofc_audit.warehouse.models import Model, load_models
from ofc_audit.warehouse.run import MACROS
from sql.relations import relations

FILES = {path.name.removesuffix(".given.toml"): path for path in sorted(data_dir("sql").rglob("*.given.toml"))}
MODELS = {model.name: model for model in load_models()}
CASES = [
    (name, number)
    for name, path in FILES.items()
    for number in range(len(tomllib.loads(path.read_text("utf-8"))["case"]))
]


@cache
def types() -> dict[str, dict[str, str]]:
    """The columns of every relation with their types."""
    con, _ = relations({})
    rows = con.execute("select table_name, column_name, data_type from duckdb_columns() where not internal").fetchall()
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in rows:
        found.setdefault(table, {})[column] = kind
    return found


def read(text: str) -> Iterator[dict[str, str | None]]:
    """The rows of a table of text."""
    heading, *lines = [line for line in text.splitlines() if line.strip()]
    names = heading.split()
    for line in lines:
        cells = re.split(r"  +", line.strip())
        assert len(cells) == len(names), f"{len(cells)} cells for {len(names)} columns: {line}"
        yield {name: None if cell == "-" else cell for name, cell in zip(names, cells, strict=True)}


def fill(con: duckdb.DuckDBPyConnection, name: str, text: str) -> None:
    """A relation of that name with the rows of a table of text."""
    columns = types()[name]
    con.execute(f"create table {name} ({', '.join(f'{column} {kind}' for column, kind in columns.items())})")
    for row in read(text):
        strangers = set(row) - set(columns)
        assert not strangers, f"{name} has no column {strangers}"
        values = ", ".join(f"${column}::{columns[column]}" for column in row)
        con.execute(f"insert into {name} ({', '.join(row)}) values ({values})", row)


def shown(value: Any, like: str | None) -> str | None:
    """A value as text, a number that is no whole one with as many places as what is expected."""
    if isinstance(value, float):
        places = len(like.partition(".")[2]) if like else 4
        return f"{value:.{places}f}"
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value)


def made(model: Model, case: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows that a model makes of what is given, in the order of its key."""
    with duckdb.connect() as con:
        con.execute("set TimeZone = 'UTC'")
        for macro in MACROS:
            con.execute(macro)
        sums = [MODELS[name] for name in model.reads if name in MODELS and MODELS[name].layer == "sums"]
        reads = {*model.reads}.union(*(one.reads for one in sums)) - {one.name for one in sums}
        assert set(case["given"]) <= reads, f"{model.name} reads {reads}"
        for name in sorted(reads):
            fill(con, name, case["given"].get(name, "none\n"))
        for one in sums:
            con.execute(f"create view {one.name} as {one.sql}")
        key = ", ".join(f"{column} nulls first" for column in model.grain)
        result = con.execute(f"select * from ({model.sql}\n) order by {key}")
        names = [column[0] for column in result.description or []]
        return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_given_rows_make_the_rows_expected(name: str, number: int) -> None:
    case = tomllib.loads(FILES[name].read_text("utf-8"))["case"][number]
    expected = list(read(case["expected"]))
    rows = made(MODELS[name], case)
    told = [
        {column: shown(row[column], wanted[column]) for column in wanted}
        for row, wanted in zip(rows, expected, strict=False)
    ]
    assert (told, len(rows)) == (expected, len(expected)), case["about"]


def test_every_mart_of_statistics_has_its_rows() -> None:
    elsewhere = {"hand_coverage", "correction_sums", "match_chips", "player_stats"}
    marts = {model.name for model in MODELS.values() if model.layer == "marts"}
    assert marts - set(FILES) == elsewhere, "those have tests of their own in this folder"
    assert set(FILES) <= set(MODELS)
