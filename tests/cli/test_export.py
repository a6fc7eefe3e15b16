"""`ofc export`: rows, histories and bundles, whole or of chosen hands."""

import csv
import hashlib
import io
import json
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.report.bundle import _file_name
from ofc_audit.report.export_choice import Asked, choice_of
from ofc_audit.report.store import open_store
from report.examples import NAME

pytestmark = pytest.mark.usefixtures("results")


def test_without_a_kind_it_lists_what_there_is(ofc: Ofc) -> None:
    ran = ofc("export", "out")
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.startswith("name ")
    assert "\nverdicts " in ran.out
    assert "\nplayer_stats " in ran.out


def test_rows_of_a_table_and_of_chosen_hands(ofc: Ofc) -> None:
    every = list(csv.DictReader(io.StringIO(ofc("export", "out", "--rows", "seats").out)))
    some = list(csv.DictReader(io.StringIO(ofc("export", "out", "--rows", "seats", "--hand", "1842-3").out)))
    assert len(every) > len(some) == 2
    assert [row["player_name"] for row in some] == ["Ana", "Bo"]
    assert some == [row for row in every if row["hand_key"] == some[0]["hand_key"]]


def test_rows_go_into_a_file_by_its_ending(ofc: Ofc, tmp_path: Path) -> None:
    out = tmp_path / "seats.json"
    ran = ofc("export", "out", "--rows", "seats", "-o", str(out))
    assert (ran.status, ran.out) == (0, f"{out}: {len(json.loads(out.read_text()))} rows of seats\n")
    again = ofc("export", "out", "--rows", "seats", "-o", str(out))
    assert (again.status, again.err) == (
        2,
        f"ofc: {out} is there; say --replace to write over it, or name another file\n",
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rows", "seat"), "no table, mart or view 'seat'; there is seats"),
        (("--rows", "player_stats", "--hand", "1842-3"), "player_stats is not about single hands"),
        (("--rows", "seats", "-f", "xlsx"), "xlsx is no text for a terminal"),
        (("--rows", "seats", "-o", "seats.doc"), "seats.doc: rows are written as what the name ends in"),
        (("--rows", "seats", "--bundle"), "--rows and --bundle are different files"),
        (("--rows", "seats", "--hand", "7"), "no hand is chosen: hand 7"),
        (("--histories", "ofc_text", "--player", "Nobody"), "no hand is chosen: player Nobody"),
        (("--rows", "seats", "--check", "score.nothing"), "no check 'score.nothing'; ofc checks lists them"),
        (("--rows", "seats", "--from", "March"), "no date: 'March'; write 2026-03-01"),
        (("--rows", "seats", "--zone", "Mars/Base", "--from", "2026-03-01"), "no time zone 'Mars/Base'"),
        (("--bundle",), "a bundle is no text for a terminal"),
    ],
)
def test_what_cannot_be_is_refused(ofc: Ofc, words: tuple[str, ...], told: str) -> None:
    ran = ofc("export", "out", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"ofc: {told}")


def test_histories_are_what_was_read(ofc: Ofc) -> None:
    read = ofc("convert", NAME, "--to", "ofc_text").out
    ran = ofc("export", "out", "--histories", "ofc_text", "--hand", "1842-3")
    assert ran.status == 0
    assert ran.out.startswith("OFC Hand #1842-3:")
    assert ran.out.rstrip("\n") in read
    assert ran.err == "ofc_text: 1 of 1 hand found\n  whole 1, with less 0, left out 0, rejected 0\n"


def test_a_day_begins_in_its_zone_also_where_clocks_change() -> None:
    choice = choice_of(Asked(since="2026-03-29", until="2026-03-29", zone="Europe/Kyiv"))
    assert choice.query == "select hand_key from hands where ended_at >= $1::timestamptz and ended_at < $2::timestamptz"
    assert choice.parameters == (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 21, tzinfo=UTC))
    assert choice.words == "from 2026-03-29 (Europe/Kyiv), to 2026-03-29 (Europe/Kyiv)"
    moment = choice_of(Asked(until="2026-03-29T12:00+02:00", zone="Europe/Kyiv"))
    assert moment.parameters == (datetime(2026, 3, 29, 10, tzinfo=UTC),)


def test_a_bundle_is_whole_and_the_same_each_time(ofc: Ofc, results: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.zip", tmp_path / "two.zip"
    ran = ofc("export", "out", "--bundle", "--hand", "1842-3", "-o", str(one))
    assert (ran.status, ran.out) == (0, f"{one}: 1 hand, 10 files\n")
    ofc("export", "out", "--bundle", "--hand", "1842-3", "-o", str(two))
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as packed:
        content = {name: packed.read(name) for name in packed.namelist()}
    sums = dict(reversed(line.split("  ")) for line in content.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(data).hexdigest() for name, data in content.items()}
    told = json.loads(content["bundle.json"])
    [hand] = told["hands"]
    [record] = hand["records"]
    source = (results / NAME).read_bytes()
    assert content[record["file"]] == source[record["first_byte"] : record["last_byte"] + 1]
    assert record["source_sha256"] == hashlib.sha256(source).hexdigest() == told["inputs"][0]["sha256"]
    rules = json.loads(content[hand["rules"]["file"]])
    assert rules["sha256"] == hand["rules"]["sha256"]
    assert all(one["source"] for one in rules["parameters"] if one["value"] != "unknown")
    about = json.loads(content["hands/1-pokerbet_1842-3/tables.json"])
    assert about["boards"][0]["cards_text"].startswith("Qh Qd Ad ")
    assert b"score.scoop" in content["hands/1-pokerbet_1842-3/explained.txt"]
    listed = csv.DictReader(io.StringIO(content["tables/findings.csv"].decode()))
    assert [row["check_id"] for row in listed] == [row["check_id"] for row in about["findings"]]


def test_a_record_whose_file_has_changed_is_missing_and_said_so(
    ofc: Ofc, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(results, tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    with Path(NAME).open("ab") as file:
        file.write(b"\n")
    ran = ofc("export", "out", "--bundle", "--hand", "1842-3", "-o", "b.zip")
    assert ran.status == 1
    assert ran.out == (
        f"b.zip: 1 hand, 9 files\n  missing: pokerbet 1842-3: the record: {NAME} is gone, is no text, or is not what was audited\n"
    )


def test_names_of_hands_lead_nowhere() -> None:
    assert _file_name("../../etc/passwd") == "_.._etc_passwd"
    assert _file_name("a/b\\c:d é") == "a_b_c_d__"
    assert _file_name("..") == "_"


def test_a_long_query_draws_no_bar_into_the_output(results: Path) -> None:
    with open_store(results / "out") as store:
        assert store.value("select current_setting('enable_progress_bar')") is False
