"""Models: what their head says, their order, and each way in which one cannot be run."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from ofc_audit.tables import table
from ofc_audit.warehouse.blank import describe
from ofc_audit.warehouse.by_hand import HandModels
from ofc_audit.warehouse.models import Model, ModelError, load_models, parse_model
from ofc_audit.warehouse.run import HandsMade, create_relations, fill_by_hand, fill_marts

BODY = "with a as (\n    select * from hands\n)\n\nselect hand_key from a\n"


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        layer, stem = name.split("__")
        (root / layer).mkdir(parents=True, exist_ok=True)
        (root / layer / f"{stem}.sql").write_text(text)
    return root


def test_the_head_is_title_grain_columns_and_notes() -> None:
    head = "-- What it is.\n-- grain: hand_key, site\n-- column site: The room.\n-- A note: with a colon.\n"
    assert parse_model("m", "marts", "marts/m.sql", head + BODY) == Model(
        "m", "marts", "marts/m.sql", head + BODY, "What it is.", ("hand_key", "site"), {"site": "The room."},
        ("A note: with a colon.",), ("hands",), False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BODY, "marts/m.sql: the first line must say what the relation is, as a comment"),
        ("-- grain: a\n" + BODY, "marts/m.sql: the first line must say what the relation is, as a comment"),
        ("-- It.\n" + BODY, "marts/m.sql: no line `-- grain: …` names the key of the relation"),
        ("-- It.\n-- grain: a\nselect 1; select 2", "marts/m.sql: a model is one select"),
        ("-- It.\n-- grain: a\ndrop table hands", "marts/m.sql: a model is one select"),
    ],
)
def test_what_is_no_model_is_refused_by_its_file(text: str, message: str) -> None:
    with pytest.raises(ModelError) as error:
        parse_model("m", "marts", "marts/m.sql", text)
    assert str(error.value) == message


def test_text_that_is_no_sql_is_refused_by_its_file() -> None:
    with pytest.raises(ModelError, match=r"^marts/m\.sql: "):
        parse_model("m", "marts", "marts/m.sql", "-- It.\n-- grain: a\nselect from where (")


def test_the_order_follows_the_queries_not_the_names(tmp_path: Path) -> None:
    head = "-- It.\n-- grain: hand_key\n"
    root = write(
        tmp_path,
        marts__a=head + "select hand_key from z",
        marts__z=head + "select hand_key from int_b",
        intermediate__int_b=head + "select hand_key from stg_y",
        staging__stg_y=head + "select hand_key from stg_z",
        staging__stg_z=head + "select hand_key from hands",
    )
    assert [m.name for m in load_models(root)] == ["stg_z", "stg_y", "int_b", "z", "a"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"marts__a": "select hand_key from b", "marts__b": "select hand_key from a"},
            "marts/a.sql: models read one another in a circle: a → b → a",
        ),
        ({"marts__a": "select x from nobody"}, "marts/a.sql: reads nobody, which is neither a table nor a model"),
        ({"marts__hands": "select 1 as x"}, "marts/hands.sql: there is a relation hands already"),
        (
            {"staging__s": "select x from m", "marts__m": "select 1 as x"},
            "staging/s.sql: reads m of the layer marts, which comes after its own",
        ),
        (
            {"staging__s": "select n_found from sources"},
            "staging/s.sql: works hand by hand and reads sources, which does not",
        ),
    ],
)
def test_models_that_do_not_fit_together_are_refused(tmp_path: Path, files: dict[str, str], message: str) -> None:
    write(tmp_path, **{name: "-- It.\n-- grain: x\n" + text for name, text in files.items()})
    with pytest.raises(ModelError) as error:
        load_models(tmp_path)
    assert str(error.value) == message


def test_a_check_that_works_hand_by_hand_cannot_read_a_mart(tmp_path: Path) -> None:
    write(
        tmp_path,
        marts__m="-- It.\n-- grain: x\nselect 1 as x",
        checks__c="-- It.\n-- scope: hand\nselect x from m",
    )
    with pytest.raises(ModelError, match=r"^checks/c\.sql: works hand by hand and reads m, which does not$"):
        load_models(tmp_path)


def run(root: Path, rows: list[int]) -> tuple[duckdb.DuckDBPyConnection, list[object]]:
    """The models of `root` over a table `hands` with one column."""
    models = load_models(root)
    hands = pa.table({"hand_key": pa.array(rows, pa.int64())})
    con, failures = duckdb.connect(), {}
    con.register("given", hands)
    con.execute("create table hands as from given")
    create_relations(con, models)
    describe(con, models)
    fill_by_hand(con, [HandModels(models, False).make({"hands": hands})], failures, models)
    return con, [*failures.values(), *fill_marts(con, models)]


def test_relations_and_columns_get_their_comments_columns_from_what_they_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        staging__s="-- One.\n-- grain: hand_key\n-- column twice: Twice it.\nselect hand_key, hand_key * 2 as twice from hands",
        marts__m="-- Two.\n-- grain: hand_key\n-- A note.\nselect hand_key, twice from s",
    )
    con, failures = run(tmp_path, [2, 1])
    assert failures == []
    assert con.execute("select comment from duckdb_views() where view_name = 's'").fetchall() == [
        ("One. Key: hand_key.",)
    ]
    assert con.execute("select comment from duckdb_tables() where table_name = 'm'").fetchall() == [
        ("Two. Key: hand_key. A note.",)
    ]
    comments = (
        "select table_name, column_name, comment from duckdb_columns() where table_name in ('s', 'm') order by all"
    )
    assert con.execute(comments).fetchall() == [
        ("m", "hand_key", table("hands").column("hand_key").meaning),
        ("m", "twice", "Twice it."),
        ("s", "hand_key", table("hands").column("hand_key").meaning),
        ("s", "twice", "Twice it."),
    ]
    assert con.execute("from m").fetchall() == [(1, 2), (2, 4)]


@pytest.mark.parametrize(
    ("head", "query", "message"),
    [
        (
            "",
            "select hand_key + 1 as more, hand_key from hands",
            "nothing says what column more means; add `-- column more: …`",
        ),
        ("-- column gone: It.\n", "select hand_key from hands", "its head speaks of gone, which is no column of it"),
        ("", "select hand_key / 'x' as hand_key from hands", "Conversion Error: "),
    ],
)
def test_a_model_that_cannot_be_made_is_refused_by_its_file(
    tmp_path: Path, head: str, query: str, message: str
) -> None:
    write(tmp_path, marts__m=f"-- It.\n-- grain: hand_key\n{head}{query}")
    with pytest.raises(ModelError) as error:
        run(tmp_path, [1])
    assert str(error.value).startswith(f"marts/m.sql: {message}")


def test_a_key_that_is_not_unique_is_a_failed_check(tmp_path: Path) -> None:
    write(
        tmp_path,
        staging__s="-- One.\n-- grain: hand_key\nselect hand_key from hands",
        marts__m="-- Two.\n-- grain: hand_key\nselect hand_key from s",
    )
    _, failures = run(tmp_path, [1, 2, 2])
    found = [(f.check, f.title, f.n_rows, f.rows) for f in failures]  # type: ignore[attr-defined]
    assert found == [
        ("s_grain", "s has one row per hand_key.", 1, ("hand_key 2, n 2",)),
        ("m_grain", "m has one row per hand_key.", 1, ("hand_key 2, n 2",)),
    ]


def test_a_check_keeps_five_rows_and_counts_all(tmp_path: Path) -> None:
    write(tmp_path, checks__c="-- None.\nselect hand_key from hands order by hand_key")
    _, failures = run(tmp_path, list(range(9)))
    (failure,) = failures
    assert (failure.n_rows, failure.rows) == (9, tuple(f"hand_key {n}" for n in range(5)))  # type: ignore[attr-defined]


def test_rows_of_hands_are_let_go_when_they_are_in_the_database() -> None:
    con = duckdb.connect()
    con.execute("create table m (hand_key bigint)")
    given: list[weakref.ref[pa.Table]] = []

    def slices() -> Iterator[HandsMade]:
        for n in range(5):
            rows = pa.table({"hand_key": [n]})
            given.append(weakref.ref(rows))
            yield HandsMade({"m": rows}, ())
            del rows
            gc.collect()
            assert [one() for one in given[:-1]] == [None] * n, "memory would grow with the hands"

    fill_by_hand(con, slices(), {}, [])
    assert con.execute("select sum(hand_key), count(*) from m").fetchall() == [(10, 5)]


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_as_newcombe_tabled_it_in_1998(
    tmp_path: Path, hits: int, n: int, low: float, high: float
) -> None:
    con, _ = run(write(tmp_path, checks__c="-- None.\nselect hand_key from hands"), [])
    got = con.execute(f"select wilson_low({hits}, {n}), wilson_high({hits}, {n})").fetchall()
    assert got == [(pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))]


def test_shared_formulas_are_null_where_they_are_not_defined(tmp_path: Path) -> None:
    con, _ = run(write(tmp_path, checks__c="-- None.\nselect hand_key from hands"), [])
    query = "select wilson_low(0, 0), wilson_high(0, 0), ratio(0, 0), sample_sd(1, 5, 25), sample_sd(2, 0, 2)"
    assert con.execute(query).fetchall() == [(None, None, None, None, pytest.approx(2**0.5))]
