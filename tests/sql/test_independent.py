"""Every column of `player_stats` over simulated hands is what a second computation, in plain Python, makes of them."""

from importlib import import_module
from pathlib import Path

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest

from ofc_audit.warehouse import adding
from ofc_audit.warehouse.models import load_models
from sql.in_parts import differing, made_in_parts
from sql.independent import differences, figures, hands_of_players, rows, wilson
from sql.simulated import simulated

HANDS = 2_000


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("independent"), HANDS)


def test_every_column_of_every_player_is_the_same(out: Path) -> None:
    n_players, n_columns, found = differences(out)
    assert found == []
    (model,) = [model for model in load_models() if model.name == "player_stats"]
    assert n_columns == len(rows(out, "player_stats", "*")[0]) - len(model.grain)
    assert n_players > 20


def test_the_hands_show_what_is_to_be_compared(out: Path) -> None:
    sums = rows(
        out,
        "player_stats",
        "sum(auto_fouls) a, sum(fantasy_stays) c, sum(forfeited_royalties) d, "
        "sum(vs_fantasy_pairs) e, count(net) f, count(person) g, max(accounts) h, sum(rake_hands) i, sum(timed_hands) j",
    )
    assert all(value for value in sums[0].values()), sums


def test_a_difference_is_found(out: Path) -> None:
    players = hands_of_players(out)
    key = min(players, key=str)
    assert figures(players[key])["hands"] == len(players[key])
    assert figures(players[key][1:])["points"] != figures(players[key])["points"]


def test_any_parts_of_the_hands_make_the_same_marts(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    n_hands, n_parts = pq.read_metadata(out / "parquet" / "hands.parquet").num_rows, 4
    # The last part has no hands, and parts are added up before the last has come, too.
    part = np.random.default_rng(2).integers(0, n_parts - 1, n_hands)
    monkeypatch.setattr(adding, "ROWS_KEPT", 500)
    with made_in_parts(out / "parquet", part, n_parts) as con:
        assert differing(con, out / "parquet") == []
        assert con.execute("select table_name from duckdb_tables() where temporary").fetchall() == []
        con.execute("update player_rows set won = won + 1 where category = 3")
        assert differing(con, out / "parquet") == ["player_rows"]


def test_wilson_by_the_textbook() -> None:
    # Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662, 15 of 148 gives 0.0624 to 0.1605, 0 of 20 gives 0 to 0.1611.
    for hits, n, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert [round(bound, 4) for bound in wilson(hits, n) if bound is not None] == [low, high]


def test_the_statistics_of_the_benchmark_are_those_of_the_model(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "bench"))
    sides = import_module("statistics_sides")
    file = tmp_path / "hands.parquet"
    with duckdb.connect(str(out / "ofc.duckdb"), read_only=True) as con:
        taken = ", ".join(name for name, _ in sides.COLUMNS)
        con.execute(f"copy (select {taken} from int_player_hands) to '{file}'")
    answer = {row.pop("player_id"): row for row in sides.duckdb_side(file).to_pylist()}
    given = {row.pop("player_id"): row for row in rows(out, "player_stats", f"player_id, {', '.join(sides.FIGURES)}")}
    assert len(sides.FIGURES) == 28
    for player, figures_of_player in given.items():
        # A sum of nothing is null in the model.
        for name, value in figures_of_player.items():
            assert (value or 0) == pytest.approx(answer[player][name] or 0), (player, name)
