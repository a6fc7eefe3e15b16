"""`ofc convert`: what is written, what is listed, and the exit status that says which."""

import csv
import json
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.cli.convert import Target
from ofc_audit.read import write_workbook
from ofc_audit.read.carry import TARGETS
from ofc_audit.read.table_own import own_mapping_text
from ofc_audit.read.write_table import write_form
from read.jsonl_records import R_FULL, line, read_lines
from read.test_ofc_text_write import tables
from read.text_hands import FULL, T0, read

CAPTURED = line(club="77", seats__0__hero=True)
T1 = T0.replace("#7001", "#7002")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands.txt").write_text(T0 + "\n" + FULL, "utf-8")
    return tmp_path


def test_everything_is_converted_whole(ofc: Ofc, folder: Path) -> None:
    ran = ofc("convert", "hands.txt", "--to", "ofc_jsonl", "-o", "hands.jsonl")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "ofc_jsonl: hands.jsonl: 2 of 2 hands found\n  whole 2, with less 0, left out 0, rejected 0\n"
    again = read_lines((folder / "hands.jsonl").read_text("utf-8"))
    assert again.column("hands", "hand_key") == read(T0 + "\n" + FULL).column("hands", "hand_key")
    assert sorted(path.name for path in folder.iterdir()) == ["hands.jsonl", "hands.txt"]


def test_standard_input_to_standard_output_and_back(ofc: Ofc) -> None:
    there = ofc("convert", "-", "--to", "ofc_jsonl", stdin=T0.encode())
    assert there.status == 0
    assert there.err.startswith("ofc_jsonl: 1 of 1 hand found\n")
    back = ofc("convert", "-", "--to", "ofc_text", stdin=there.out.encode())
    assert read(back.out).column("hands", "hand_key") == read(T0).column("hands", "hand_key")


def test_what_the_format_cannot_hold_is_refused_with_counts(ofc: Ofc) -> None:
    ran = ofc("convert", "-", "--to", "ofc_text", stdin=(CAPTURED + line(hand_id="7002")).encode())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "ofc_text: nothing was written; 2 hands found\n"
        "  whole 1, with less 1, left out 0, rejected 0\n"
        "  ofc_text cannot hold what is listed below; --lossy writes the hands without it\n"
        "\n"
        "what      not held               hands  such a hand is   site      first of them\n"
        "--------  ---------------------  -----  ---------------  --------  -------------\n"
        "club      the club                   1  written without  pokerbet  7001\n"
        "recorder  whose recording it is      1  written without  pokerbet  7001\n"
    )


def test_lossy_is_no_advice_where_nothing_would_be_written(ofc: Ofc, folder: Path) -> None:
    ran = ofc("convert", "hands.txt", "--to", "capture_hh", "-o", "o.hh")
    assert (ran.status, (folder / "o.hh").exists()) == (2, False)
    assert ran.out.startswith(
        "capture_hh: nothing was written; 2 hands found\n"
        "  whole 0, with less 0, left out 2, rejected 0\n"
        "  capture_hh cannot hold what is listed below, so that it can hold none of these\n"
        "    hands, with --lossy or without\n"
    )
    ran = ofc("convert", "hands.txt", "--to", "capture_hh", "-o", "o.hh", "--lossy")
    assert (ran.status, (folder / "o.hh").exists()) == (2, False)
    assert "with --lossy or without" in ran.out


def test_lossy_says_how_many_it_would_leave_out(ofc: Ofc) -> None:
    unseated = line(hand_id="7002", seats__0__seat=None, seats__1__seat=None)
    ran = ofc("convert", "-", "--to", "ofc_text", stdin=(CAPTURED + unseated).encode())
    assert "--lossy writes 1 hand and leaves\n    out 1\n" in ran.err


def test_a_reject_names_the_line_of_the_file_and_fits_the_terminal(ofc: Ofc, folder: Path) -> None:
    (folder / "hands.txt").write_text(T1 + T0.replace("*** RESULT ***", "*** RESULTS ARE HERE ***"), "utf-8")
    ran = ofc("convert", "hands.txt", "--to", "ofc_jsonl", "-o", "o.jsonl")
    assert ran.out == (
        "ofc_jsonl: o.jsonl: 1 of 2 hands found\n"
        "  whole 1, with less 0, left out 0, rejected 1\n"
        "  rejected: hands.txt:14: line 23: no such line is defined: `*** RESULTS ARE\n"
        "    HERE ***`\n"
    )


def test_lossy_writes_without_it_and_says_so(ofc: Ofc, folder: Path) -> None:
    (folder / "own.jsonl").write_text(CAPTURED + line(hand_id="=7002"), "utf-8")
    ran = ofc("convert", "own.jsonl", "--to", "ofc_text", "--lossy", "-o", "o.txt", "--losses", "l.csv", "-f", "json")
    said = json.loads(ran.out)
    assert ran.status == 1
    assert [said[f"n_{name}"] for name in ("found", "whole", "with_less", "left_out", "rejected")] == [2, 1, 1, 0, 0]
    assert [(loss["fact"], loss["n_hands"]) for loss in said["losses"]] == [("club", 1), ("recorder", 1)]
    assert read((folder / "o.txt").read_text("utf-8")).column("hands", "hand_id") == ["7001", "=7002"]
    with (folder / "l.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["hand_id"], row["first_line"], row["fact"], row["effect"]) for row in rows] == [
        ("7001", "1", "club", "written without"),
        ("7001", "1", "recorder", "written without"),
    ]


def test_a_hand_that_cannot_be_written_is_left_out(ofc: Ofc) -> None:
    unseated = line(seats__0__seat=None, seats__1__seat=None)
    ran = ofc("convert", "-", "--to", "ofc_text", "--lossy", stdin=(unseated + line(hand_id="7002")).encode())
    assert ran.status == 1
    assert "  whole 1, with less 0, left out 1, rejected 0\n" in ran.err
    assert "a player without a seat" in ran.err
    assert read(ran.out).column("hands", "hand_id") == ["7002"]


def test_rejected_hands_are_reported_and_the_others_written(ofc: Ofc) -> None:
    ran = ofc("convert", "-", "--to", "ofc_jsonl", stdin=(T0 + T1.replace("[Ks Kc 8d 8c As]", "[Zz]")).encode())
    assert ran.status == 1
    assert ran.err.startswith(
        "ofc_jsonl: 1 of 2 hands found\n  whole 1, with less 0, left out 0, rejected 1\n  rejected: -:14: "
    )
    assert read_lines(ran.out).column("hands", "hand_id") == ["7001"]


def test_a_hand_that_stands_twice_is_written_twice_and_a_file_named_twice_once(ofc: Ofc, folder: Path) -> None:
    (folder / "again.txt").write_text(T0, "utf-8")
    ran = ofc("convert", "hands.txt", "again.txt", "hands.txt", "--to", "ofc_text")
    assert read(ran.out).column("hands", "hand_id") == ["7001", "1842-3", "7001"]


def test_nothing_is_written_over_unless_told(ofc: Ofc, folder: Path) -> None:
    (folder / "there.jsonl").write_text("mine", "utf-8")
    ran = ofc("convert", "hands.txt", "--to", "ofc_jsonl", "-o", "there.jsonl")
    assert (ran.status, ran.err) == (
        2,
        "ofc: there.jsonl is there; say --replace to write over it, or name another file\n",
    )
    assert (folder / "there.jsonl").read_text("utf-8") == "mine"
    assert ofc("convert", "hands.txt", "--to", "ofc_jsonl", "-o", "there.jsonl", "--replace").status == 0
    assert (folder / "there.jsonl").read_text("utf-8").count("\n") == 2


def test_a_refused_conversion_leaves_nothing_behind(ofc: Ofc, folder: Path) -> None:
    (folder / "own.jsonl").write_text(CAPTURED, "utf-8")
    ran = ofc("convert", "own.jsonl", "--to", "ofc_text", "-o", "o.txt")
    assert ran.status == 2
    assert ran.out.startswith("ofc_text: nothing was written; 1 hand found\n")
    assert sorted(path.name for path in folder.iterdir()) == ["hands.txt", "own.jsonl"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("nowhere.txt", "--to", "ofc_text"), "ofc: no such file or folder: nowhere.txt\n"),
        (("hands.txt", "--to", "ofc_text", "-o", "."), "ofc: . is a folder; name a file\n"),
        (("hands.txt", "--to", "ofc_text", "--rules", "x"), "ofc: no rule set 'x'; known are "),
        ((".", "--to", "ofc_text", "-o", "o.txt"), "o.txt lies inside ., which is to be read"),
        (
            ("hands.txt", "--to", "ofc_text", "-o", "no/o"),
            "ofc: no is no folder that is there; make it, or name a file",
        ),
        (("hands.txt", "--to", "ofc_text", "-o", "o", "--losses", "./o"), "ofc: o cannot take both the hands and the"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_mistakes_of_the_command_line(ofc: Ofc, words: tuple[str, ...], error: str) -> None:
    ran = ofc("convert", *words)
    assert (ran.status, ran.out) == (2, "")
    assert error in ran.err


def test_no_file_of_a_known_format(ofc: Ofc) -> None:
    ran = ofc("convert", "-", "--to", "ofc_text", stdin=b"shopping list\n")
    assert ran.status == 2
    assert ran.err.startswith("ofc: no file was recognised; -: no known format")


def test_a_rule_set_for_hands_that_name_none(ofc: Ofc) -> None:
    captured = ofc("convert", "-", "--to", "capture_hh", "--lossy", stdin=_room_hand().encode())
    assert captured.status == 1
    unnamed = captured.out.replace('    "rules": "progressive16_refant14_nojokers",\n', "").encode()
    assert ofc("convert", "-", "--to", "ofc_jsonl", "--lossy", stdin=unnamed).status == 2
    ran = ofc("convert", "-", "--to", "ofc_jsonl", "--lossy", "--rules", "pppoker_refant14", stdin=unnamed)
    assert read_lines(ran.out).column("hands", "rules_id") == ["pppoker_refant14"]


def _room_hand() -> str:
    """A hand with streets as a recorded room could have it."""
    changes = {"site": "pppoker", "rules": "pppoker_refant14", "currency": "chips", "options": None, "match_id": None}
    more = {"hand_no": None, "tournament": None, "last_of_match": None, "pairs": None}
    return line(R_FULL, **changes, **more)


def test_every_format_that_is_written_can_be_asked_for() -> None:
    assert [target.value for target in Target] == list(TARGETS)


@pytest.mark.parametrize("form", ["csv", "parquet", "sqlite", "xlsx"])
def test_tables_are_read_in_all_their_forms(ofc: Ofc, folder: Path, form: str) -> None:
    write_form(tables(read(T0)), folder / f"hands.{form}", form)
    (folder / "m.toml").write_text(own_mapping_text(form), "utf-8")
    ran = ofc("convert", f"hands.{form}", "--to", "ofc_jsonl", "--lossy", "--mapping", "m.toml")
    assert read_lines(ran.out).column("hands", "hand_id") == ["7001"], ran.err


def test_a_table_with_its_hands_told_twice_is_two_of_each(ofc: Ofc, folder: Path) -> None:
    write_form(tables(read(T0 + T1 + T0 + T1)), folder / "hands.csv", "csv")
    ran = ofc("convert", "hands.csv", "--to", "ofc_jsonl", "--lossy")
    assert read_lines(ran.out).column("hands", "hand_id") == ["7001", "7002"] * 2, ran.err


@pytest.mark.parametrize("name", ["h.csv", "h.TSV", "h.parquet", "h.xlsx", "h.sqlite", "h.db"])
def test_a_table_is_written_as_its_name_ends_and_read_back(ofc: Ofc, folder: Path, name: str) -> None:
    (folder / "hands.txt").write_text(T0 + "\n" + T1, "utf-8")
    ran = ofc("convert", "hands.txt", "--to", "table", "-o", name)
    assert (ran.status, ran.err) == (0, ""), ran.out
    back = ofc("convert", name, "--to", "ofc_text")
    assert back.status == 0, back.err
    assert read(back.out).column("hands", "hand_key") == read(T0 + T1).column("hands", "hand_key")
    assert sorted(path.name for path in folder.iterdir()) == sorted(["hands.txt", name])


@pytest.mark.usefixtures("folder")
def test_a_table_of_a_form_that_is_not_written_is_refused(ofc: Ofc, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = ofc("convert", "hands.txt", "--to", "table", "-o", "h.ods")
    assert (ran.status, ran.err) == (
        2,
        "ofc: h.ods: a table is written as what its name ends in; allowed are .csv, .tsv, .parquet, .xlsx, .sqlite, .db\n",
    )
    monkeypatch.setattr(write_workbook, "MOST_ROWS", 2)
    ran = ofc("convert", "hands.txt", "--to", "table", "--lossy", "-o", "h.xlsx")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "ofc: h.xlsx: a sheet holds 1 rows of players, and there are 4 or more: write another form\n"
    assert not Path("h.xlsx").exists()


def test_where_no_hand_can_be_read_nothing_is_written(ofc: Ofc, folder: Path) -> None:
    Path("bad.csv").write_text("a,b,c\n1,2,3\n")
    ran = ofc("convert", "bad.csv", "--to", "ofc_jsonl", "-o", "o.jsonl")
    assert (ran.status, (folder / "o.jsonl").exists()) == (2, False)
    assert "nothing was written" in ran.out
    assert "nothing says which column is what" in " ".join(ran.out.split())
