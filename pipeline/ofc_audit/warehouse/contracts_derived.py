"""Suites of expectations that follow from what is declared already: the tables, the models of marts, the self-checks."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import sqlglot
from sqlglot import exp

from ofc_audit.findings import CHECKS
from ofc_audit.tables import SQL_TYPES, Column, Reference, Table, all_tables, run_tables
from ofc_audit.warehouse.contracts import (
    Expectation,
    Part,
    Stated,
    Suite,
    at_least,
    between,
    equal,
    holds,
    in_set,
    not_null,
    stated,
    unique,
)
from ofc_audit.warehouse.models import Model, load_models

UNIT_BOUNDS: Mapping[str, tuple[int, int | None]] = {
    "lines from 1": (1, None),
    "bytes from 0": (0, None),
    "bytes": (0, None),
    "lines": (0, None),
    "hands": (0, None),
    "cards": (0, 17),
    "milliseconds": (0, None),
}
"""What a number can be, by the unit that its column declares."""
SHARES = ("_rate", "_share", "_frequency")
"""Endings of columns of marts that hold a share; with `_low` and `_high` behind them its interval."""
COUNTS = (
    "hands",
    "fouls",
    "pairs",
    "entries",
    "stays",
    "chains",
    "streets",
    "cards",
    "tables",
    "players",
    "accounts",
    "minutes",
    "ms",
)
"""Last words of columns of marts that count, and so are never below 0."""
SPREADS = ("_sd", "_se")
BELOW = "columns below 0"
"""The column, computed beside a mart, that names its counts and spreads below 0."""
ROUNDING = "1e-12"
"""What the last places of floating numbers may make: between a rate and its numerator by its denominator, or the end of its interval."""
_ORDERED = (("first_", "last_"), ("started_at", "ended_at"))
_LISTS = ("board", "uint8_list", "int32_list", "bool_list", "binary")


@cache
def suites(root: Path | None = None) -> tuple[Suite, ...]:
    """All suites: what there is, table by table, mart by mart, the self-checks, and the stated ones with a query of their own.

    Raises ContractError for a file of expectations that cannot be used, or that is about a relation that is not there.
    """
    own = dict(stated(root))
    made = [_catalogue_suite()]
    made += [_table_suite(declared, own.pop(name, None)) for name, declared in run_tables().items()]
    models = load_models()
    made += [_mart_suite(model, own.pop(model.name, None)) for model in _marts(models)]
    made.append(_checks_suite([model for model in models if model.layer == "checks"]))
    return (*made, *(_stated_suite(one) for one in own.values()))


def _marts(models: Sequence[Model]) -> list[Model]:
    return sorted((model for model in models if model.layer == "marts"), key=lambda model: model.name)


@cache
def declared_columns() -> tuple[tuple[str, str, int, str | None], ...]:
    """Relation, column, its place from 0 and its declared type (null for a mart, whose query gives it) of every table and mart."""
    made: list[tuple[str, str, int, str | None]] = []
    for name, declared in run_tables().items():
        types = [SQL_TYPES[column.type].upper().replace(", ", ",") for column in declared.columns]
        made += [(name, column.name, place, types[place]) for place, column in enumerate(declared.columns)]
    for model in _marts(load_models()):
        made += [(model.name, column_name, place, None) for place, column_name in enumerate(_outputs(model))]
    return tuple(made)


def _catalogue_suite() -> Suite:
    """What the database and the Parquet files hold, and that both hold the same; over relations that whoever runs it provides."""
    columns = """
        select
            coalesce(d.relation, f.relation) as relation,
            coalesce(d.column_name, f.column_name) as column_name,
            f.column_name is not null as "is in the database",
            d.column_name is not null as "is declared",
            d.type as declared_type,
            f.type as found_type,
            d.place as declared_place,
            f.place as found_place,
            coalesce(f.comment, '') <> '' as "has a comment"
        from contract_columns as d
        full join found_columns as f on d.relation = f.relation and d.column_name = f.column_name
    """
    of_columns = (
        holds("is in the database"),
        holds("is declared"),
        equal("found_type", "declared_type", "the type is the declared one"),
        equal("found_place", "declared_place", "columns stand in their declared order"),
        holds("has a comment"),
    )
    of_files = (
        holds("has its Parquet file"),
        equal("rows_in_parquet", "rows_in_database", "the Parquet file has as many rows as the database"),
        equal("checksum_in_parquet", "checksum_in_database", "the Parquet file has the same rows as the database"),
    )
    return Suite(
        "catalogue",
        "catalogue",
        "Every table and mart is there, in the database and as Parquet, with its columns, types and comments.",
        (
            Part("columns", columns, ("relation", "column_name"), of_columns),
            Part("files", "select * from found_files", ("relation",), of_files),
        ),
    )


def _table_suite(declared: Table, own: Stated | None) -> Suite:
    plain = [column for column in declared.columns if column.type not in _LISTS]
    expectations = [not_null(column.name) for column in declared.columns if not column.null]
    expectations += [each for column in plain for each in _of_column(column)]
    expectations += list(_ordered([column.name for column in plain]))
    computed = {_reference_name(one): _is_there(one) for one in declared.references}
    expectations += [holds(_reference_name(one), one.columns) for one in declared.references]
    return _of_relation(declared.name, "table", declared.title, declared.key, expectations, computed, own)


def _of_column(column: Column) -> Iterator[Expectation]:
    if column.values:
        yield in_set(column.name, column.values)
    elif column.name == "check_id":
        yield in_set(column.name, list(CHECKS), "check_id is a check of the catalogue (ofc checks)")
    if column.type == "double" or column.unit not in UNIT_BOUNDS:
        if column.name.startswith("n_"):
            yield between(column.name, 0)
        return
    low, high = UNIT_BOUNDS[column.unit]
    yield between(column.name, low, high)


def _reference_name(one: Reference) -> str:
    return f"{', '.join(one.columns)} {'is' if len(one.columns) == 1 else 'are'} found in {one.table}"


def _is_there(one: Reference) -> str:
    """The SQL of whether a row refers to a row that is there; null where it refers to none."""
    key = all_tables()[one.table].key
    same = " and ".join(f"parent.{k} = child.{c}" for k, c in zip(key, one.columns, strict=True))
    known = " and ".join(f"child.{c} is not null" for c in one.columns)
    return f"case when {known} then exists (select 1 from {one.table} as parent where {same}) end"


def _ordered(names: Sequence[str]) -> Iterator[Expectation]:
    """Of two columns that are a first and a last, the last is not before the first."""
    for first, last in _ORDERED:
        for name in names:
            other = last + name.removeprefix(first) if first.endswith("_") else last
            if name.startswith(first) and other in names and name != other:
                yield at_least(other, name)


def _mart_suite(model: Model, own: Stated | None) -> Suite:
    names = _outputs(model)
    computed: dict[str, str] = {}
    expectations: list[Expectation] = []
    counts = [name for name in names if name.endswith(SPREADS) or name.rpartition("_")[2] in COUNTS]
    if counts:
        # One expectation for all of them: the text names those that are below 0.
        below = ", ".join(f"case when child.{name} < 0 then '{name}' end" for name in counts)
        computed[BELOW] = f"concat_ws(', ', {below})"
        expectations.append(in_set(BELOW, [""], f"no count is below 0 ({', '.join(counts)})"))
    for name in names:
        low, high = f"{name}_low", f"{name}_high"
        if low in names and high in names:
            outer = (f"0 <= child.{low} and child.{high} <= 1 and ") if name.endswith(SHARES) else ""
            truth = f"{name} lies within {low} and {high}" + (", and these within 0 and 1" if outer else "")
            computed[truth] = f"{outer}child.{name} between child.{low} - {ROUNDING} and child.{high} + {ROUNDING}"
            expectations.append(holds(truth, (name, low, high)))
        elif name.endswith(SHARES):
            expectations.append(between(name, 0, 1))
    for rate, part, whole in _rates(model):
        truth = f"{rate} is {part} / {whole}"
        computed[truth] = f"abs(child.{rate} - child.{part}::double / nullif(child.{whole}, 0)) <= {ROUNDING}"
        expectations.append(holds(truth, (rate, part, whole)))
    expectations += _ordered(names)
    return _of_relation(model.name, "mart", model.title, model.grain, expectations, computed, own)


def _final(model: Model) -> exp.Select:
    """The last step of a model, whose columns are its own."""
    query = sqlglot.parse_one(model.sql, read="duckdb")
    last = next(cte.this for cte in query.find_all(exp.CTE) if cte.alias == "final")
    while isinstance(last, exp.SetOperation):
        last = last.left
    assert isinstance(last, exp.Select)
    return last


def _outputs(model: Model) -> list[str]:
    """The columns of a model in order."""
    return [projection.alias_or_name for projection in _final(model).expressions]


def _rates(model: Model) -> Iterator[tuple[str, str, str]]:
    """Each rate with an interval whose numerator and denominator are columns too."""
    projections = {each.alias_or_name: each.unalias().sql("duckdb") for each in _final(model).expressions}
    by_sql = {sql: name for name, sql in reversed(projections.items())}
    for each in _final(model).expressions:
        call = each.unalias()
        rate = each.alias_or_name.removesuffix("_low")
        if not isinstance(call, exp.Anonymous) or call.name != "wilson_low" or rate not in projections:
            continue
        part, whole = (by_sql.get(argument.sql("duckdb")) for argument in call.expressions)
        if part is not None and whole is not None:
            yield rate, part, whole


def _of_relation(
    name: str,
    kind: str,
    title: str,
    key: tuple[str, ...],
    expectations: Sequence[Expectation],
    computed: Mapping[str, str],
    own: Stated | None,
) -> Suite:
    """The suite of one relation: its rows with what is computed beside them, and its key."""
    columns = {**computed, **(own.computed if own else {})}
    every = [*expectations, *(_of_stated(own, _lists_of(name)) if own else ())]
    beside = "".join(f',\n    {sql} as "{truth}"' for truth, sql in columns.items())
    rows = Part("rows", f"select child.*{beside}\nfrom {name} as child", key, tuple(every))
    keys = Part("key", f"select {', '.join(key)} from {name}", key, (unique(key),), is_whole=True)
    return Suite(name, kind, title, (rows, keys))


def _of_stated(own: Stated, lists: Collection[str]) -> Iterator[Expectation]:
    """What a file of expectations states; of a computed truth the columns that it reads are shown, but for lists."""
    for truth, sql in own.computed.items():
        read = dict.fromkeys(re.findall(r"\bchild\.(\w+)", sql))
        yield holds(truth, [name for name in read if name not in lists])
    yield from own.expectations


def _lists_of(relation: str) -> set[str]:
    declared = run_tables().get(relation)
    return {c.name for c in declared.columns if c.type in _LISTS} if declared else set()


def _checks_suite(checks: Sequence[Model]) -> Suite:
    parts = []
    for check in sorted(checks, key=lambda each: each.name):
        none = Expectation("expect_table_row_count_to_equal", {"value": 0}, check.title)
        parts.append(Part(check.name, check.sql, tuple(_outputs(check)), (none,)))
    return Suite("checks", "checks", "What tables and marts must hold together, in every run.", tuple(parts))


def _stated_suite(one: Stated) -> Suite:
    from ofc_audit.warehouse.contracts import ContractError

    if not one.query:
        raise ContractError(f"{one.name}.toml: there is no table or mart {one.name}, and it has no query of its own")
    beside = "".join(f',\n    {sql} as "{truth}"' for truth, sql in one.computed.items())
    query = f"select child.*{beside}\nfrom (\n{one.query}\n) as child"
    expectations = tuple(_of_stated(one, ()))
    return Suite(one.name, "stated", one.title, (Part("rows", query, one.key, expectations),))
