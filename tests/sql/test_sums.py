"""Sums: how two parts of each column make one, and what cannot be added up. See `test_independent` for parts of hands."""

import duckdb
import pytest
import sqlglot
from sqlglot import exp

from ofc_audit.warehouse.blank import describe
from ofc_audit.warehouse.models import ModelError, load_models, parse_model
from ofc_audit.warehouse.run import HandsMade, create_relations, fill_by_hand

SUMS = {model.name: model for model in load_models() if model.layer == "sums"}
AGGREGATES = {
    "sum": (exp.Sum, exp.Count),
    "min": exp.Min,
    "max": exp.Max,
    "any": exp.AnyValue,
    "all": exp.ArrayAgg,
    "at min": exp.ArgMin,
    "at max": exp.ArgMax,
}
WITHIN = (exp.Cast, exp.Filter, exp.Coalesce, exp.IgnoreNulls, exp.ArraySort)


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_is_grouped_by_its_key_and_says_of_each_column_how_it_is_added_up(name: str) -> None:
    final = next(cte.this for cte in sqlglot.parse_one(SUMS[name].sql, read="duckdb").ctes if cte.alias == "final")
    grouped = tuple(one.name for one in final.args["group"].expressions)
    assert grouped == SUMS[name].grain
    for column in final.expressions:
        if column.alias_or_name not in grouped:
            called = column.unalias()
            while isinstance(called, WITHIN):
                called = called.this
            way = SUMS[name].ways.get(column.alias_or_name, "sum")
            wanted = AGGREGATES[way.rpartition(" ")[0] or way]
            assert isinstance(called, wanted), (column.alias_or_name, way, called)


HEAD = "-- It.\n-- grain: p\n-- min: least\n-- max: place\n-- any: same\n-- all: kinds\n-- at max place: last\n"
QUERY = """select 'a' as p, 1 as n, 1.5::decimal(18, 4) as amount, 3 as least, struct_pack(t := 1, k := 2) as place, 'x' as same,
    ['b'] as kinds, 'z' as last"""


def rows_added(*parts: str) -> list[tuple[object, ...]]:
    model = parse_model("s", "sums", "sums/s.sql", HEAD + QUERY)
    with duckdb.connect() as con:
        made = (
            HandsMade({"s": con.sql(f"{QUERY} where false union all {part}").to_arrow_table()}, ()) for part in parts
        )
        fill_by_hand(con, made, {}, [model])
        return con.execute("from s order by p").fetchall()


def test_each_way_of_adding_up() -> None:
    one = "select 'a', 1, 1.5, 3, {'t': 1, 'k': 9}, null, ['b', 'c'], 'early'"
    other = "select 'a', 2, -0.25, 2, {'t': 2, 'k': 1}, 'x', ['c', 'a'], 'late'"
    lone = "select 'b', null, null, null, null, null, null, null"
    expected = ("a", 3, 1.25, 2, {"t": 2, "k": 1}, "x", ["a", "b", "c"], "late")
    assert rows_added(one, other, lone) == [expected, ("b", *[None] * 5, [], None)]
    assert rows_added(f"{lone} union all {other}", one)[0] == expected


def test_unknown_and_known_are_known_and_two_unknown_are_unknown() -> None:
    known, unknown = (f"select 'a', {n}, {n}, {n}, null, null, null, null" for n in ("7", "null"))
    assert rows_added(known, unknown)[0][1:4] == (7, 7, 7)
    assert rows_added(unknown, unknown)[0][1:4] == (None, None, None)


@pytest.mark.parametrize(
    ("head", "query", "message"),
    [
        ("", "avg(hand_key) as mean", "column mean is DOUBLE, which cannot be added up exactly; add `-- min: mean` or its like"),
        ("", "max(hand_key = 1) as seen", "column seen is BOOLEAN, which cannot be added up exactly; add `-- min: seen` or its like"),
        ("-- min: gone\n", "count(*) as n", "its head says how gone is added up, which is no column of it beside the key"),
        ("-- min: site\n", "count(*) as n", "its head says how site is added up, which is no column of it beside the key"),
        ("-- at max n: last\n", "count(*) as n, 1 as last", "last is that at the max of n, which `-- max: n` must say"),
        ("-- all: n\n", "count(*) as n", "column n is BIGINT and no list of all values"),
    ],
)  # fmt: skip
def test_what_cannot_be_added_up_is_refused_by_its_file(head: str, query: str, message: str) -> None:
    text = f"-- It.\n-- grain: site\n{head}select 'x' as site, {query} from hands group by all"
    model = parse_model("sum_x", "sums", "sums/sum_x.sql", text)
    with duckdb.connect() as con:
        con.execute("create table hands (hand_key bigint)")
        create_relations(con, [model])
        with pytest.raises(ModelError) as error:
            describe(con, [model])
    assert str(error.value) == f"sums/sum_x.sql: {message}"
