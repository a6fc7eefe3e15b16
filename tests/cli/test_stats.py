import csv
import io
import json
import sys
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cli.conftest import Ofc

pytestmark = pytest.mark.usefixtures("results")

COUNTED = "Hands counted: 3 of 3.\n"


def test_players_are_shown_with_their_intervals(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--min-hands", "2")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == (
        "player  hands     fouls %      FL entry %  FL stay  roy./h    points/hand\n"
        "------  -----  ----------  --------------  -------  ------  -------------\n"
        "Ana        2*  0.0 (0–66)  100.0 (34–100)      0/0   15.00  +10.00 ± 0.00\n"
        "Bo         2*  0.0 (0–66)      0.0 (0–66)      0/0    6.00  -10.00 ± 0.00\n"
        "\n"
        "Fouls and FL (Fantasyland) entry: per cent of normal hands, with a 95 %\n"
        "  interval. FL stay: stays of fantasy hands. roy./h: royalties per hand.\n"
        "  points/hand: mean ± standard error.\n"
        "* Few hands: look at the interval, not at the rate.\n" + COUNTED
    )


def test_one_player_is_a_page(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--player", "ana")
    assert (ran.status, ran.err) == (1, "")
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    lines = ran.out.splitlines()
    assert lines[:5] == [
        "Ana at pokerbet under pokerbet_progressive",
        "2 hands: 2 outside Fantasyland, 0 in it",
        "+20 points in 2 hands",
        "+8.00 EUR in 2 hands, as the site says",
        "",
    ]
    assert "  outside Fantasyland             0.0 %     0.0 to 65.8 %  0 of 2 hands*" in lines
    assert "  entered, per normal hand      100.0 %   34.2 to 100.0 %  2 of 2 hands*" in lines
    assert "  per hand                       +10.00  +10.00 to +10.00       2 hands*" in lines
    assert lines[-2:] == ["Filters: player ana.", "Hands counted: 2 of 3; left out: 1 by the filters."]


def test_rows_have_every_column_and_names_are_disarmed(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--format", "csv", "--sort", "points")
    assert ran.err == "ofc: " + COUNTED
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["player_name"] for row in rows] == ["Ana", "<script>alert(1)</script>", "'=1+1", "Bo"]
    assert rows[0]["net"] == "8.00"
    assert rows[0]["foul_rate"] == "0"
    assert {"fantasy_stays", "royalty_yield", "points_sd", "scoops_against"} <= set(rows[0])


def test_one_player_by_id_or_name(ofc: Ofc) -> None:
    rows = json.loads(ofc("stats", "out", "--player", "ana", "--format", "json").out)
    assert [(row["player_id"], row["hands"], row["net"]) for row in rows] == [("Ana", 2, "8.00")]


def test_text_sorts_upwards(ofc: Ofc) -> None:
    rows = json.loads(ofc("stats", "out", "--sort", "player_name", "--format", "json").out)
    assert [row["player_name"] for row in rows] == ["<script>alert(1)</script>", "=1+1", "Ana", "Bo"]


def test_columns_that_were_asked_for_in_every_form(ofc: Ofc, tmp_path: Path) -> None:
    asked = ("stats", "out", "--min-hands", "2", "--columns", "player_name,hands,foul_rate")
    assert ofc(*asked).out == (
        f"player_name  hands  foul_rate\n-----------  -----  ---------\n"
        f"Ana              2      0.0 %\nBo               2      0.0 %\n\n{COUNTED}"
    )
    assert ofc(*asked, "-f", "md").out == (
        "| player_name | hands | foul_rate |\n|---|---:|---:|\n| Ana | 2 | 0.0 % |\n| Bo | 2 | 0.0 % |\n\n" + COUNTED
    )
    assert ofc(*asked, "-f", "csv").out == "player_name,hands,foul_rate\nAna,2,0\nBo,2,0\n"
    for name in ("s.parquet", "s.xlsx", "s.json"):
        ran = ofc(*asked, "-o", str(tmp_path / name))
        assert (ran.status, ran.out) == (1, "")
    table = pq.read_table(tmp_path / "s.parquet")
    assert table.to_pydict() == {"player_name": ["Ana", "Bo"], "hands": [2, 2], "foul_rate": [0.0, 0.0]}
    assert table.schema.metadata[b"notes"].decode() + "\n" == COUNTED
    assert len(json.loads((tmp_path / "s.json").read_text("utf-8"))) == 2
    with zipfile.ZipFile(tmp_path / "s.xlsx") as book:
        assert b"<v>2</v>" in book.read("xl/worksheets/sheet1.xml")
    ran = ofc(*asked, "-o", str(tmp_path / "s.xlsx"))
    assert (ran.status, ran.err) == (
        2,
        f"ofc: {tmp_path}/s.xlsx is there; say --replace to write over it, or name another file\n",
    )


def test_what_is_no_text_goes_to_no_terminal(ofc: Ofc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    ran = ofc("stats", "out", "-f", "xlsx")
    assert (ran.status, ran.err) == (2, "ofc: xlsx is no text for a terminal; name a file: -o stats.xlsx\n")


def test_groups_have_a_row_each(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--by", "position", "--columns", "n_seats,position,hands,points")
    assert ran.out == (
        "n_seats  position  hands  points\n"
        "-------  --------  -----  ------\n"
        "      2  first         3     +30\n"
        "      2  button        3     -30\n"
        "\n"
        "Hands counted: 3 of 3.\n"
        "All players are counted together: what one wins another loses, and ± takes their\n"
        "  hands as if they were apart.\n"
    )
    listed = ofc("stats", "out", "--by", "help")
    assert listed.status == 0
    assert "  position        players at the table, and who acts when\n" in listed.out


def test_two_players_beside_one_another(ofc: Ofc) -> None:
    ran = ofc("stats", "out", "--player", "Ana", "--compare", "player=Bo")
    assert (ran.status, ran.err) == (1, "")
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    lines = ran.out.splitlines()
    assert lines[2] == "fouls %            0.0 (2)     0.0 (2)      +0.0 [-65.8, +65.8]  shared"
    assert "A is player Ana; B is player Bo." in lines
    rows = json.loads(ofc("stats", "out", "--player", "Ana", "--compare", "player==1+1", "-f", "json").out)
    first = next(row for row in rows if row["measure"] == "fantasy_entry_rate")
    assert (first["a_value"], first["a_n"], first["b_value"], first["b_n"]) == (1.0, 2, 0.0, 1)
    assert (first["method"], first["reading"]) == ("Newcombe", "few")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--player", "Cy"), "no player 'Cy'; there is <script>alert(1)</script>, =1+1, Ana and Bo"),
        (("--player", "Anna"), "no player 'Anna'; near it: Ana"),
        (("--sort", "luck"), "no column 'luck'; player_stats has site, rules_id, player_id, "),
        (("--by", "luck"), "--by luck: nothing to group by; there is player, site, "),
        (("--seats", "two"), "--seats two: write numbers with commas between them, such as 2,3"),
        (("--zone", "Europe/Berlyn"), "no time zone 'Europe/Berlyn'; did you mean Europe/Berlin"),
        (("-o", "x.doc"), "x.doc: its ending tells no format; allowed are .json, .csv, .md, .xlsx, .parquet, or name"),
        (("--compare", "luck=1"), "--compare luck=1: no filter 'luck'; "),
        (
            ("--compare", "player=Bo", "--by", "day"),
            "--by does not go with --compare, which shows every rate and mean of",
        ),
    ],
)
def test_what_is_not_there_is_refused(ofc: Ofc, words: tuple[str, ...], why: str) -> None:
    ran = ofc("stats", "out", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"ofc: {why}")
