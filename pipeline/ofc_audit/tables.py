"""The tables, declared once in `schemas/tables/*.toml`: Arrow schemas, DDL with comments, the data dictionary.

`conform` is the one place where a table coming from polars, DuckDB or Python is given its declared schema back.
"""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.abc import MetaPathFinder
from importlib.util import find_spec
from typing import Any

import pyarrow as pa

from ofc_audit.data import data_dir
from ofc_audit.money import MONEY


class _NoPandas(MetaPathFinder):
    """Finds no pandas: what Arrow is shown when it first looks for it."""

    def find_spec(self, fullname: str, *_: object, **__: object) -> None:
        """Nothing for any module. Raises ModuleNotFoundError for pandas."""
        if fullname == "pandas":
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def _let_arrow_look() -> None:
    """Arrow's first look for pandas, which is in vain: it would load the whole of it, most of a second, to tell its arrays from
    others. Whoever asks Arrow for a pandas frame gets one all the same."""
    unseen = _NoPandas()
    sys.meta_path.insert(0, unseen)
    try:
        pa.array([0])
    finally:
        sys.meta_path.remove(unseen)


if "pandas" not in sys.modules:
    _let_arrow_look()
for _name in ("pandas", "dateutil"):
    # Arrow looks for both in nearly every array and value that it makes. Where there is none the search costs a tenth of a millisecond each
    # time, most of what a small file costs. Once Arrow itself has looked, this tells Python at once what a search would find.
    if _name not in sys.modules and find_spec(_name) is None:
        sys.modules[_name] = None  # type: ignore[assignment]

ARROW_TYPES: Mapping[str, pa.DataType] = {
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "uint16": pa.uint16(),
    "bool": pa.bool_(),
    "double": pa.float64(),
    "string": pa.string(),
    "binary": pa.binary(),
    "money": MONEY,
    "timestamp": pa.timestamp("us", tz="UTC"),
    "board": pa.list_(pa.field("item", pa.uint8(), nullable=False), 13),
    "uint8_list": pa.list_(pa.uint8()),
    "int32_list": pa.list_(pa.int32()),
    "bool_list": pa.list_(pa.bool_()),
}

SQL_TYPES: Mapping[str, str] = {
    "int8": "tinyint",
    "int16": "smallint",
    "int32": "integer",
    "int64": "bigint",
    "uint16": "usmallint",
    "bool": "boolean",
    "double": "double",
    "string": "varchar",
    "binary": "blob",
    "money": "decimal(18, 4)",
    "timestamp": "timestamp with time zone",
    "board": "utinyint[13]",
    "uint8_list": "utinyint[]",
    "int32_list": "integer[]",
    "bool_list": "boolean[]",
}


@dataclass(frozen=True)
class Column:
    """One column: its type by name, whether it may be null, its unit, allowed values and what it means."""

    name: str
    type: str
    meaning: str
    null: bool = False
    unit: str = ""
    values: tuple[str | int, ...] = ()
    place: bool = False
    """True for where in which file a row was read: the only columns that differ when files are renamed or reordered."""


@dataclass(frozen=True)
class Reference:
    """A table and the columns in which another one holds its key, in the order of that key; null where it refers to nothing."""

    table: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """One table: its key, its one producer, its columns in order, and the tables whose keys it holds."""

    name: str
    title: str
    producer: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    references: tuple[Reference, ...] = ()

    @cached_property
    def schema(self) -> pa.Schema:
        """The Arrow schema; each field carries its meaning as metadata `comment`."""
        return pa.schema(
            [
                pa.field(c.name, ARROW_TYPES[c.type], nullable=c.null, metadata={"comment": c.meaning})
                for c in self.columns
            ],
            metadata={"table": self.name},
        )

    def column(self, name: str) -> Column:
        """The column of that name. Raises KeyError."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(f"table {self.name} has no column {name}")

    @property
    def place_columns(self) -> tuple[str, ...]:
        """The names of the columns that say where a row was read."""
        return tuple(c.name for c in self.columns if c.place)


def _table(spec: Mapping[str, Any], where: str) -> Table:
    allowed = {"name", "title", "producer", "key", "columns", "references"}
    unknown = set(spec) - allowed
    if unknown:
        raise ValueError(f"{where}: unknown key {sorted(unknown)[0]!r}; allowed are {sorted(allowed)}")
    columns = []
    for raw in spec["columns"]:
        column = Column(**{**raw, "values": tuple(raw.get("values", ()))})
        if column.type not in ARROW_TYPES:
            raise ValueError(
                f"{where}: column {column.name} has type {column.type!r}; allowed are {sorted(ARROW_TYPES)}"
            )
        columns.append(column)
    references = tuple(Reference(names[0], tuple(names[1:])) for names in spec.get("references", ()))
    strangers = {name for one in references for name in one.columns} - {c.name for c in columns}
    if strangers:
        raise ValueError(f"{where}: references speak of {sorted(strangers)[0]!r}, which is no column of it")
    return Table(spec["name"], spec["title"], spec["producer"], tuple(spec["key"]), tuple(columns), references)


@cache
def all_tables() -> Mapping[str, Table]:
    """Every declared table by name, in alphabetical order."""
    tables = {}
    for path in sorted((data_dir("schemas") / "tables").glob("*.toml")):
        table = _table(tomllib.loads(path.read_text("utf-8")), path.name)
        if table.name != path.stem:
            raise ValueError(f"{path.name}: declares table {table.name!r}; file and table have one name")
        tables[table.name] = table
    for name, declared in tables.items():
        for one in declared.references:
            if one.table not in tables or len(one.columns) != len(tables[one.table].key):
                raise ValueError(f"{name}.toml: {list(one.columns)} cannot be the key of a table {one.table!r}")
    return tables


_ELSEWHERE = ("rescore", "simulate")


def run_tables() -> Mapping[str, Table]:
    """The declared tables that `ofc run` makes: all but those of a recomputation and of a simulation, which have folders
    of their own."""
    return {name: declared for name, declared in all_tables().items() if declared.producer not in _ELSEWHERE}


def table(name: str) -> Table:
    """The declared table of that name. Raises KeyError."""
    return all_tables()[name]


def schema(name: str) -> pa.Schema:
    """The Arrow schema of a declared table. Raises KeyError."""
    return table(name).schema


def conform(name: str, data: pa.Table | pa.RecordBatch) -> pa.Table:
    """`data` with exactly the declared schema of table `name`: columns in order, types cast, dictionaries and large types undone.

    Raises KeyError for a missing or an undeclared column, ArrowInvalid when a value does not fit, ValueError for a null in a
    column declared without nulls.
    """
    declared = table(name)
    if isinstance(data, pa.RecordBatch):
        data = pa.Table.from_batches([data])
    extra = set(data.column_names) - {c.name for c in declared.columns}
    if extra:
        raise KeyError(f"table {name} has no column {sorted(extra)[0]}")
    arrays = []
    for column in declared.columns:
        array = data.column(column.name)
        want = ARROW_TYPES[column.type]
        if pa.types.is_dictionary(array.type):
            array = pa.chunked_array([chunk.dictionary_decode() for chunk in array.chunks], array.type.value_type)
        if array.type != want:
            array = array.cast(want)
        if not column.null and array.null_count:
            raise ValueError(f"table {name}: column {column.name} is declared without nulls and has {array.null_count}")
        arrays.append(array)
    return pa.Table.from_arrays(arrays, schema=declared.schema)


def empty(name: str) -> pa.Table:
    """A table of that declaration without rows."""
    return schema(name).empty_table()


def ddl(name: str, qualified: str | None = None) -> str:
    """`create table` with the declared columns, followed by a comment on the table and on each column."""
    declared = table(name)
    target = qualified or name
    lines = [f"    {c.name} {SQL_TYPES[c.type]}{'' if c.null else ' not null'}" for c in declared.columns]
    statements = ["create table " + target + " (\n" + ",\n".join(lines) + "\n)"]
    statements += comments(name, target)
    return ";\n".join(statements) + ";\n"


def comments(name: str, qualified: str | None = None) -> list[str]:
    """The `comment on` statements of a declared table."""
    declared = table(name)
    target = qualified or name
    result = [f"comment on table {target} is {_sql_text(declared.title)}"]
    for c in declared.columns:
        unit = f" [{c.unit}]" if c.unit else ""
        result.append(f"comment on column {target}.{c.name} is {_sql_text(c.meaning + unit)}")
    return result


def _sql_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def dictionary_markdown() -> str:
    """The data dictionary of all tables as Markdown."""
    parts = ["# Data dictionary\n\nGenerated from `schemas/tables/`; do not edit.\n"]
    for declared in all_tables().values():
        parts.append(f"\n## {declared.name}\n\n{declared.title} Key: {', '.join(f'`{k}`' for k in declared.key)}. ")
        told = [f"`{one.table}` by {', '.join(f'`{c}`' for c in one.columns)}" for one in declared.references]
        refers = f" Refers to {'; '.join(told)}." if told else ""
        parts.append(f"Produced by `{declared.producer}`.{refers}\n\n")
        parts.append("| column | type | null | meaning |\n|---|---|---|---|\n")
        for c in declared.columns:
            values = f" One of: {', '.join(f'`{v}`' for v in c.values)}." if c.values else ""
            unit = f" [{c.unit}]" if c.unit else ""
            parts.append(f"| `{c.name}` | {c.type} | {'yes' if c.null else ''} | {c.meaning}{unit}{values} |\n")
    return "".join(parts)
