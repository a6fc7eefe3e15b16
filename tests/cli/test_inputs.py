"""What `ofc run` takes: patterns, folders with leftovers, logs that name no rules; whatever the locale, with any line ends."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import ofc_audit
from cli.conftest import Ofc
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play
from ofc_audit.tables import all_tables
from read.arena_log import log_text
from report.examples import SCOOP

NAMED = SCOOP.replace("Ana", "Đông").replace("Bo", "\u202eBo")
KNOWN = ("hands", "seats", "boards", "claims", "claimed_pairs", "scored_seats", "verdicts", "findings")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tables(out: str) -> dict[str, list[dict[str, object]]]:
    """The tables of a run without the columns that name places."""
    found = {}
    for name in KNOWN:
        table = pq.read_table(Path(out) / "parquet" / f"{name}.parquet")
        columns = {column.name: column for column in all_tables()[name].columns}
        found[name] = table.select([c for c in table.column_names if not columns[c].place]).to_pylist()
    return found


def log(rules_id: str) -> bytes:
    """A log of two hands; without the deals it tells no rules."""
    return log_text(play(load_rules()[rules_id], 2, 5, hands_per_table=2, n_players=(3,)))


def test_locale_line_ends_and_names_change_nothing_and_what_is_not_followed_is_said(ofc: Ofc) -> None:
    Path("week1").mkdir()
    Path("week1/Стол \u202e4.txt").write_text(NAMED, "utf-8")
    bare = b"".join(line for line in log("arena_pineapple").splitlines(True) if b'"deal"' not in line)
    Path("week1/bare.log").write_bytes(bare)
    Path("week1/.x").write_text("x")
    Path("week1/half.part").write_text("x")
    with zipfile.ZipFile("week1/Đ.zip", "w") as archive:
        archive.writestr("Стол.txt", SCOOP.replace("#1842-3", "#1842-4"))
        archive.writestr("__MACOSX/Стол.txt", "x")
    code = "from ofc_audit.cli.main import main; main()"
    words = ["run", "week*", "--rules", "arena_classic", "--out", "plain"]
    bytewise = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))} | {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
        "COLUMNS": "80",
        "PYTHONPATH": str(Path(ofc_audit.__file__).parents[1]),
    }
    done = subprocess.run([sys.executable, "-c", code, *words], env=bytewise, capture_output=True, check=False)
    assert done.stderr.decode("utf-8") == (
        "ofc: not read, hidden or temporary: 3 (week1/.x, week1/half.part, week1/Đ.zip!__MACOSX/Стол.txt); name one to have it read\n"
        "ofc: --rules arena_classic is not for hands that name other rules or tell them by their play: pokerbet_progressive (2)\n"
    )
    assert done.returncode in (0, 1)
    printed = done.stdout.decode("utf-8")
    assert "week1/Стол \\u202e4.txt" in printed
    assert max(map(len, printed.splitlines())) <= 80

    Path("week1/Стол \u202e4.txt").write_bytes(NAMED.replace("\n", "\r\n").encode("utf-16"))
    ran = ofc("run", "week1/*.txt", "week1/bare.log", "week1/*.zip", "--rules", "arena_classic", "--out", "other")
    assert ran.status == done.returncode
    assert tables("other") == tables("plain")
    assert {seat["player_name"] for seat in tables("other")["seats"]} >= {"Đông", "\u202eBo"}
    assert {hand["rules_id"] for hand in tables("other")["hands"]} == {"arena_classic", "pokerbet_progressive"}


def test_rules_are_for_files_and_must_be_known(ofc: Ofc, results: Path) -> None:
    assert results.is_dir()
    ran = ofc("stats", "out", "--rules", "pokerbet")
    assert (ran.status, ran.err) == (2, "ofc: out holds results made under its own rules; give --rules to ofc run\n")
    ran = ofc("stats", "hands.txt", "--rules", "poker")
    assert (ran.status, ran.err[:36]) == (2, "ofc: no rule set 'poker'; known are ")
    assert ofc("run", "*.csv", "--out", "x").err == "ofc: nothing matches the pattern *.csv\n"
