"""The database is pleasant in any tool: everything has a comment, views have names for people, and no extension is needed."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from ofc_audit.warehouse.models import ModelError
from ofc_audit.warehouse.views import load_views, make_views


@pytest.fixture
def con(built: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The results as another program opens them: read only, with no extension to be had."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    with duckdb.connect(str(built / "ofc.duckdb"), read_only=True, config=config) as opened:
        yield opened


def test_every_relation_opens_and_every_column_says_what_it_means(con: duckdb.DuckDBPyConnection) -> None:
    relations = con.execute(
        "select table_name, comment from duckdb_tables() union all "
        "select view_name, comment from duckdb_views() where not internal"
    ).fetchall()
    assert {view.name for view in load_views()} <= {name for name, _ in relations}
    for name, comment in relations:
        assert comment, name
        con.execute(f'select * from "{name}" limit 2').fetchall()
    silent = con.execute(
        "select table_name, column_name from duckdb_columns() where not internal and coalesce(comment, '') = ''"
    ).fetchall()
    assert silent == []


def test_names_for_people_are_nobody_elses(con: duckdb.DuckDBPyConnection) -> None:
    tables = {name.lower() for (name,) in con.execute("select table_name from duckdb_tables()").fetchall()}
    for view in load_views():
        assert view.name.lower() not in tables
        assert view.name[0].isupper()
        headings = [row[0] for row in con.execute(f'describe "{view.name}"').fetchall()]
        assert all(heading[0].isupper() and "_" not in heading for heading in headings), view.name


def test_what_a_view_shows_is_what_was_played(con: duckdb.DuckDBPyConnection) -> None:
    query = 'select "Player", "Top", "Middle", "Bottom", "Royalties", "Points" from "Boards in words" order by "Acting order"'
    assert con.execute(query).fetchall() == BOARDS
    [(players, points, verdict)] = con.execute('select "Players", "Points", "Verdict" from "All hands"').fetchall()
    assert (players, points, verdict) == ("Ana, Bo", "10, -10", "wrong")


BOARDS = [
    ("Ana", "Qh 2h Jc", "8h 8s Ad 7s 4h", "Ks Ts 3s Js As", 4, 10),
    ("Bo", "Qc 4d 6c", "Ac Jd 8c 6d 6s", "9s 9d 2s Kh Kd", 0, -10),
]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("select hand_key from hands", "the first lines say its name and what it is"),
        ('-- Keys\n-- One row per hand.\nselect 1 + 1 as "Two" from hands', "nothing says what column Two means"),
        ('-- Keys\n-- One row.\n-- column Three: X.\nselect hand_key as "Key" from hands', "its head speaks of Three"),
        ('-- Keys\n-- One row per hand.\nselect nothing as "Key" from hands', "Binder Error"),
    ],
)
def test_a_view_that_cannot_be_made_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "keys.sql").write_text(text, "utf-8")
    monkeypatch.setattr("ofc_audit.warehouse.views.data_dir", lambda _: tmp_path)
    with duckdb.connect() as con:
        con.execute("create table hands (hand_key bigint)")
        con.execute("comment on column hands.hand_key is 'The hand.'")
        with pytest.raises(ModelError, match=rf"views/keys\.sql: .*{told}"):
            make_views(con)
