"""The recorded hands, built as they come and in other files: every hand is stored, nothing is accused, and the tables are the same."""

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import duckdb
import pyarrow.parquet as pq
import pytest

from ofc_audit.report.html.ledger import ledgers
from ofc_audit.report.html.week import read_ends, scope_of, week_of
from ofc_audit.report.store import open_store
from ofc_audit.tables import all_tables, table
from ofc_audit.warehouse.build import build

pytestmark = pytest.mark.handed


def contents(out: Path) -> dict[str, Any]:
    """The Parquet files of a build as bytes, or as rows where columns name places; those about files left out."""
    found: dict[str, Any] = {}
    for path in sorted((out / "parquet").iterdir()):
        places = table(path.stem).place_columns if path.stem in all_tables() else ()
        if path.stem != "sources":
            found[path.stem] = pq.read_table(path).drop_columns(list(places)) if places else path.read_bytes()
    return found


@pytest.fixture(scope="module")
def built(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("real")
    result = build([str(shared / "real_hands")], folder / "out")
    assert result.check_failures == ()
    counts = {"n_found": 1526, "n_stored": 1526, "n_duplicates": 0, "n_cancelled": 0, "n_rejected": 0}
    assert result.counts == counts
    return result.out_dir


def rows(out: Path, query: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(out / "ofc.duckdb"), read_only=True) as con:
        return con.execute(query).fetchall()


def test_the_one_id_that_a_voided_hand_left_behind_is_the_only_finding_about_ids(built: Path) -> None:
    assert rows(built, "select check_id, count(*) from findings where check_id like 'source.%' group by 1") == [
        ("source.reused_id", 1)
    ]
    assert rows(built, "select count(*) from findings where severity = 'error'") == [(0,)]


def test_other_files_with_the_same_hands_make_the_same_tables(built: Path, shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "real_hands").rglob("*.hh"), reverse=True)
    glued = tmp_path / "in"
    glued.mkdir()
    for part in range(3):
        content = b"\n".join(path.read_bytes() for path in files[part::3])
        (glued / f"{9 - part}.txt").write_bytes(content)
    (glued / "again.hh").write_bytes(files[0].read_bytes())
    again = build([str(glued)], tmp_path / "out")
    assert again.counts["n_stored"] == 1526
    assert again.counts["n_duplicates"] == again.counts["n_found"] - 1526 > 0
    assert contents(again.out_dir) == contents(built)


def captured(folder: Path) -> Iterator[dict[str, Any]]:
    """Every recorded hand as plain JSON, read without any of our readers."""
    decoder = json.JSONDecoder()
    for path in folder.rglob("*.hh"):
        text = path.read_text("utf-8").strip()
        while text:
            hand, end = decoder.raw_decode(text)
            yield hand
            text = text[end:].lstrip()


def test_players_have_the_hands_points_and_money_that_the_captures_give_them(built: Path, shared: Path) -> None:
    sites = {"Upoker": "upoker", "Spartan": "spartan"}
    expected: dict[tuple[str, str], list[Decimal]] = {}
    for hand in captured(shared / "real_hands"):
        (players,) = hand["handData"].values()
        if any(len(player["rows"].replace("/", " ").split()) != 13 for player in players):
            continue
        site = sites.get(hand.get("appName", ""), "pppoker")
        for player in players:
            sums = expected.setdefault((site, player["playerId"]), [Decimal(0)] * 4)
            points = player.get("result", 0) if site != "spartan" else 0
            values = (1, int(player["inFantasy"]), points, Decimal(str(player.get("win", 0))))
            expected[site, player["playerId"]] = [total + value for total, value in zip(sums, values, strict=True)]
    query = """
        with money as (select site, player_id, sum(net) as net from player_money group by all)
        select site, player_id, sum(hands), sum(fantasy_hands), sum(points) filter (site <> 'spartan'), any_value(money.net)
        from player_stats join money using (site, player_id)
        where player_id in (select player_id from player_money group by player_id having count(*) = count(net)) group by all
    """
    found = {(site, player): [Decimal(v or 0) for v in values] for site, player, *values in rows(built, query)}
    assert len(found) > 100
    assert found == {key: expected[key] for key in found}


def test_the_weeks_of_a_club_are_all_its_hands_and_its_money(built: Path) -> None:
    zone, ends = ZoneInfo("Asia/Manila"), read_ends("sunday 23:59")
    with open_store(built) as store:
        for club in store.rows(
            "select site, club_id, min(ended_at) as first, max(ended_at) as last from hands group by all"
        ):
            days = ((club["last"] - club["first"]).days // 7 + 2) * 7
            weeks = {week_of(club["first"].date() + timedelta(days=day), zone, ends) for day in range(-7, days, 7)}
            found = [ledgers(store, scope_of(club, week)) for week in sorted(weeks, key=lambda week: week.start)]
            hands = sum(
                len(week) and sum(int(one.balance[0]["value"].replace(",", "")) for one in week) for week in found
            )
            named = [club["site"], club["club_id"]]
            counted = "select count(*) from stg_counted_hands where site = $1 and club_id is not distinct from $2"
            assert hands == store.value(counted, named)
            nets = sum(
                sum(Decimal(line.cells[3].sort or 0) for line in one.players.lines) for week in found for one in week
            )
            told = "select coalesce(sum(claimed_net), 0) from int_player_hands where site = $1 and club_id is not distinct from $2"
            assert nets == store.value(told, named)
