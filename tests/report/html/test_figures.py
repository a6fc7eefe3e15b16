"""What the charts are drawn of, held against the plain computation, and the shapes of the lines."""

import math
from itertools import accumulate
from pathlib import Path

import duckdb
import pytest

from ofc_audit.report.html import results_chart
from ofc_audit.report.html.heat_map import Heat, heat_map
from ofc_audit.report.html.line_chart import Tick, Track, line_chart, steps_between
from ofc_audit.report.html.measures import wilson
from ofc_audit.report.html.results_chart import points_of, running_total
from ofc_audit.report.html.run_charts import mean_and_half
from ofc_audit.report.html.table import level
from ofc_audit.report.store import Store
from ofc_audit.warehouse.run import MACROS


@pytest.fixture(scope="module")
def many_hands() -> Store:
    con = duckdb.connect()
    con.execute(
        "create table int_player_hands as select 'a' as player_id, (k * 7919) % 1009 as hand_key, "
        "case when k % 50 > 0 then timestamptz '2026-01-01 00:00:00+00' + k * interval 1 minute end as ended_at, "
        "case when k % 10 > 0 then ((k * 37) % 41 - 20)::integer end as points from range(1000) as t(k)"
    )
    return Store(Path(), con, {})


def test_a_running_total_keeps_every_extreme(many_hands: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_chart, "BUCKETS", 7)
    points = [
        row["points"]
        for row in many_hands.rows(
            "select points from int_player_hands where points is not null order by ended_at nulls last, hand_key"
        )
    ]
    totals = list(accumulate(points))
    buckets = running_total(many_hands, "points", "player_id = $1", ["a"])
    assert len(buckets) == 7
    for row in buckets:
        own = [total for n, total in enumerate(totals) if n * 7 // len(totals) == buckets.index(row)]
        assert (row["least"], row["greatest"], row["last"]) == (min(own), max(own), own[-1])
    drawn = points_of(buckets)
    assert all(totals[hand - 1] == total for hand, total in drawn)
    assert drawn[-1] == (len(totals), totals[-1])
    assert {min(totals), max(totals)} <= {total for _, total in drawn}


def test_hands_without_a_time_are_told(many_hands: Store) -> None:
    chart = results_chart.results_chart(many_hands, "player_id = $1", ["a"], 12.0)
    assert chart is not None
    # Every fiftieth hand has no time, and these have no points either: hands 0, 50, … are multiples of ten.
    assert "have no time" not in chart.note
    edge = 1.96 * 12 * math.sqrt(900)
    assert f"after 900 hands it is ±{edge:,.0f}" in chart.note


def test_intervals_are_those_of_the_models() -> None:
    con = duckdb.connect()
    for macro in MACROS:
        con.execute(macro)
    for hits, n in ((0, 1), (1, 1), (3, 17), (50, 100), (99, 100), (12345, 99999)):
        assert con.execute(f"select wilson_low({hits}, {n}), wilson_high({hits}, {n})").fetchone() == pytest.approx(
            wilson(hits, n), rel=1e-12
        )
    values = [3, -20, 7, 7, 0, 41]
    (sd,) = con.execute(f"select sample_sd(6, {sum(values)}, {sum(v * v for v in values)})").fetchone() or (None,)
    assert mean_and_half(6, sum(values), sum(v * v for v in values)) == pytest.approx(
        (sum(values) / 6, 1.96 * sd / math.sqrt(6))
    )
    assert mean_and_half(1, 5, 25) == (5.0, None)


def test_steps_are_round_and_enclose() -> None:
    assert steps_between(-479, 479) == [-600, -400, -200, 0, 200, 400, 600]
    assert steps_between(0, 187, 6) == [0, 50, 100, 150, 200]
    assert steps_between(0, 0) == [0, 0.2, 0.4, 0.6, 0.8, 1.0][: len(steps_between(0, 0))]


def test_a_line_is_held_where_its_player_is_away() -> None:
    assert level([(3, 5.0), (4, 2.0), (9, 8.0)]) == [(2, 0.0), (3, 5.0), (4, 2.0), (8, 2.0), (9, 8.0)]


def test_a_line_chart_says_what_it_shows() -> None:
    svg = line_chart([Track("<b>", "a", [(1, 3.0), (2, -1.0)])], 2, [Tick(2, "2", "2026-01-01")], "over 2 hands", 4.0)
    assert 'role="img" aria-label="over 2 hands"' in svg
    assert "<title>&lt;b&gt;</title>" in svg
    assert svg.count("<polygon") == 1
    assert "nan" not in svg


def test_a_cell_without_hands_is_empty_and_few_hands_have_no_interval() -> None:
    cells = {(0, 0): Heat(2.5, 1.0, 40), (0, 1): Heat(-1.0, None, 3)}
    svg = heat_map(["2 players, button"], ["a", "b", "c"], cells, "label", "points per hand")
    assert "2 players, button, a: +2.50 ± 1.00 points per hand, 40 hands" in svg
    assert "2 players, button, b: -1.00 points per hand, 3 hands" in svg
    assert "2 players, button, c: no hands" in svg
    assert svg.count('class="value told"') == 1
