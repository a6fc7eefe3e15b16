import csv
import io
import json

import pytest

from cli.conftest import Ofc

pytestmark = pytest.mark.usefixtures("results")


def test_players_are_shown_with_their_intervals(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--min-hands", "2")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == (
        "player  hands  fouls %     FL entry %      FL stay  roy./h  points/hand\n"
        "------  -----  ----------  --------------  -------  ------  -------------\n"
        "Ana        2*  0.0 (0–66)  100.0 (34–100)  0/0       15.00  +10.00 ± 0.00\n"
        "Bo         2*  0.0 (0–66)  0.0 (0–66)      0/0        6.00  -10.00 ± 0.00\n"
        "\n"
        "Fouls and FL (Fantasyland) entry: per cent of normal hands, with a 95 %\n"
        "  interval. FL stay: stays of fantasy hands. roy./h: royalties per hand.\n"
        "  points/hand: mean ± standard error.\n"
        "* Few hands: look at the interval, not at the rate.\n"
    )


def test_rows_have_every_column_and_names_are_disarmed(ofc: Ofc) -> None:
    rows = list(csv.DictReader(io.StringIO(ofc("stats", "out", "--format", "csv", "--sort", "points").out)))
    assert [row["player_name"] for row in rows] == ["Ana", "<script>alert(1)</script>", "'=1+1", "Bo"]
    assert rows[0]["net"] == "8.00"
    assert rows[0]["foul_rate"] == "0.0"
    assert {"fantasy_stays", "royalty_yield", "points_sd", "scoops_against"} <= set(rows[0])


def test_one_player_by_id_or_name(ofc: Ofc) -> None:
    rows = json.loads(ofc("stats", "out", "--player", "ana", "--format", "json").out)
    assert [(row["player_id"], row["hands"], row["net"]) for row in rows] == [("Ana", 2, "8.00")]


def test_text_sorts_upwards(ofc: Ofc) -> None:
    rows = json.loads(ofc("stats", "out", "--sort", "player_name", "--format", "json").out)
    assert [row["player_name"] for row in rows] == ["<script>alert(1)</script>", "=1+1", "Ana", "Bo"]


def test_what_is_not_there_is_refused(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--player", "Cy")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "ofc: no player 'Cy' with 0 hands or more; ofc stats without --player lists them\n"
    ran = ofc("stats", "out", "--sort", "luck")
    assert ran.status == 2
    assert ran.err.startswith("ofc: no column 'luck'; player_stats has site, rules_id, player_id, player_name, hands, ")
