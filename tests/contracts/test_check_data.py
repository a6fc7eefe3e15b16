"""`ofc check-data` on an output folder: whole, damaged, and without the library."""

import json
import shutil
import socket
import sys
from pathlib import Path

import duckdb
import pytest

from cli.conftest import Ofc

TOLD = """\
suite     about  rows  expectations  broken
--------  -----  ----  ------------  ------
findings  table     2            14       4
verdicts  table     5             7       1

findings: not met: check_id is a check of the catalogue (ofc checks); 1 row
breaks it
  finding_no 77: check_id: no.check

findings: not met: hand_key is found in hands; 1 row breaks it
  finding_no 77: hand_key: 5

findings: not met: hand_key, acting_order are found in seats; 1 row breaks it
  finding_no 77: hand_key: 5, acting_order: 0

findings: not met: hand_key, other_order are found in seats; 1 row breaks it
  finding_no 77: hand_key: 5, other_order: 1

verdicts: not met: verdict is one of verified, wrong, unverifiable, not
applicable; 1 row breaks it
  hand_key 2197240745520393920, dimension layout: verdict: fine

5 of 21 expectations in 2 suites are broken.
"""
SOUND = """\
suite               about   rows  expectations  broken
------------------  ------  ----  ------------  ------
hands               table      1            28
fantasyland_limits  stated     0             2

All 30 expectations in 2 suites are met.
"""


@pytest.fixture
def broken(built: Path, tmp_path: Path) -> Path:
    """Results that somebody has changed: a value, a word, a type, a row about no hand, and a Parquet file that is gone."""
    out = tmp_path / "out"
    shutil.copytree(built, out)
    with duckdb.connect(str(out / "ofc.duckdb")) as con:
        con.execute("update scored_seats set top_value = 999 where acting_order = 0")
        con.execute("update verdicts set verdict = 'fine' where dimension = 'layout'")
        con.execute("alter table waivers alter column line type varchar")
        row = "* replace (77 as finding_no, 5 as hand_key, 'no.check' as check_id)"
        con.execute(f"insert into findings select {row} from findings limit 1")
    (out / "parquet" / "seats.parquet").unlink()
    return out


def test_what_is_broken_is_told_with_its_rows(ofc: Ofc, broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object) -> None:
        raise AssertionError("the network is asked for")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    suites = ("catalogue", "findings", "scored_seats", "verdicts", "player_stats", "checks")
    ran = ofc("check-data", str(broken), *(word for name in suites for word in ("--only", name)), "--format", "json")
    assert ran.status == 1
    assert ran.err == ""
    told = json.loads(ran.out)
    found = {
        (suite["suite"], one["expectation"]): (one["unexpected"], one["examples"])
        for suite in told["suites"]
        for one in suite["outcomes"]
        if not one["is_met"]
    }
    [told_row] = found["scored_seats", "top_value is at least 1 and at most 455"][1]
    with duckdb.connect(str(broken / "ofc.duckdb"), read_only=True) as con:
        [(hand_key,)] = con.execute("select hand_key from hands").fetchall()
    assert told_row == {"hand_key": hand_key, "acting_order": 0, "top_value": 999}
    assert {where: n for where, (n, _) in found.items()} == {
        ("catalogue", "the type is the declared one"): 1,
        ("catalogue", "has its Parquet file"): 1,
        ("catalogue", "the Parquet file has as many rows as the database"): 1,
        ("catalogue", "the Parquet file has the same rows as the database"): 3,
        ("findings", "check_id is a check of the catalogue (ofc checks)"): 1,
        ("findings", "hand_key is found in hands"): 1,
        ("findings", "hand_key, acting_order are found in seats"): 1,
        ("findings", "hand_key, other_order are found in seats"): 1,
        ("scored_seats", "top_value is at least 1 and at most 455"): 1,
        ("verdicts", "verdict is one of verified, wrong, unverifiable, not applicable"): 1,
        ("checks", "A finding is about a stored hand, or about a file."): 1,
        (
            "checks",
            "Every error that is not waived is corrected, or is said to be uncorrected with the reason, and never both.",
        ): 1,
    }
    assert found["findings", "hand_key, acting_order are found in seats"][1] == [
        {"finding_no": 77, "hand_key": 5, "acting_order": 0}
    ]


def test_a_broken_table_is_told_within_80_columns(ofc: Ofc, broken: Path) -> None:
    ran = ofc("check-data", str(broken), "--only", "findings", "--only", "verdicts", "--examples", "1")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == TOLD


def test_results_of_another_version_are_told_in_few_words(ofc: Ofc, built: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(built, out)
    with duckdb.connect(str(out / "ofc.duckdb")) as con:
        con.execute("alter table waivers drop column matched")
    ran = ofc("check-data", str(out), "--only", "waivers")
    assert ran.status == 1
    assert "waivers: none of its 10 expectations can be looked at\n  error: Binder Error: " in ran.out
    assert ran.out.count("error:") == 1


def test_a_sound_table_meets_everything(ofc: Ofc, built: Path) -> None:
    ran = ofc("check-data", str(built), "--only", "hands", "--only", "fantasyland_limits")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == SOUND


def test_without_the_library_it_says_how_to_install_it(ofc: Ofc, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "great_expectations", None)
    ran = ofc("check-data", str(built))
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.endswith("install them with: python -m pip install 'ofc-audit[contracts]'\n")


def test_what_cannot_be_is_refused(ofc: Ofc, built: Path, tmp_path: Path) -> None:
    ran = ofc("check-data", str(tmp_path))
    assert (ran.status, ran.err) == (
        2,
        f"ofc: {tmp_path} holds no results; make them with: ofc run PATH --out {tmp_path}\n",
    )
    ran = ofc("check-data", str(built), "--only", "hand")
    assert ran.status == 2
    assert ran.err.startswith("ofc: --only hand: there is no such suite; there are catalogue, ")
