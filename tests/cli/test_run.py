import json
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.read.detect import FORMATS
from read.table_files import MAPPING
from report.examples import DAMAGED, SCOOP

FILES = """\
FILES
file       format    hands  stored  dupl.  canc.  rejected
---------  --------  -----  ------  -----  -----  --------
hands.txt  ofc_text      1       1      0      0         0

COVERAGE, in hands
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text(SCOOP, "utf-8")


def test_a_run_leaves_results_and_a_summary(ofc: Ofc) -> None:
    ran = ofc("run", "hands.txt", "--out", "out")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(FILES)
    assert ran.out.endswith("\nFINDINGS\nnone\n\nReport: out/report.html\n")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert {path.name for path in Path("out").iterdir()} == {"ofc.duckdb", "parquet", "report.html", "run.json"}
    assert "<h1>Audit of 1 hand</h1>" in Path("out/report.html").read_text("utf-8")
    assert not [path.name for path in Path().iterdir() if path.name not in ("hands.txt", "out")]


def test_the_summary_as_json_names_files_findings_and_coverage(ofc: Ofc) -> None:
    summary = json.loads(ofc("run", "hands.txt", "--out", "out", "--format", "json").out)
    assert list(summary) == ["files", "findings", "coverage", "waivers", "rejected", "report"]
    assert summary["report"] == "out/report.html"
    assert summary["files"][0]["n_stored"] == 1
    assert {
        "dimension": "points",
        "verdict": "verified",
        "reason": None,
        "currency": "EUR",
        "hands": 1,
        "money": "5.00",
    } in summary["coverage"]


def test_the_summary_as_csv_is_the_coverage(ofc: Ofc) -> None:
    lines = ofc("run", "hands.txt", "--out", "out", "--format", "csv").out.splitlines()
    assert lines[0] == "dimension,verdict,reason,currency,hands,money"
    assert "points,verified,,EUR,1,5.00" in lines
    assert ofc("run", "hands.txt", "--out", "out", "--format", "md").out.startswith("## Files\n\n| file | format |")


def test_a_file_of_rejected_hands_only_is_status_1(ofc: Ofc) -> None:
    Path("hands.txt").write_text(DAMAGED, "utf-8")
    ran = ofc("run", "hands.txt", "--out", "out")
    assert (ran.status, ran.err) == (1, "")
    assert "hands.txt  ofc_text      1       0      0      0         1\n" in ran.out
    ran = ofc("audit", "hands.txt")
    assert ran.status == 1
    assert ran.out.startswith("No findings.\n\nhands.txt:1: 1 hand rejected\n1 | OFC Hand #1842-6")


def test_a_table_without_a_mapping_is_no_table_without_hands(ofc: Ofc) -> None:
    Path("club.csv").write_text("Hand;Player;Top\n1;Ana;QH QD 5C\n1;Bo;2C 2D 9D\n", "utf-8")
    Path("letter.txt").write_text("Dear Ana,\n", "utf-8")
    ran = ofc("run", "club.csv", "letter.txt", "hands.txt", "--out", "my out")
    assert ran.status == 1
    assert "\nREJECTED\n2 stretches of 2 files, 55 bytes, with no damaged hand\n  club.csv:1: " in ran.out
    assert "ofc map FILE" in ran.out
    assert "\n  letter.txt:1: no known format" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert json.loads(ofc("run", "club.csv", "--out", "out", "--format", "json").out)["rejected"] == {
        "stretches": 1,
        "files": 1,
        "hands": 0,
        "copies": 0,
        "bytes": 45,
    }


def test_rejects_that_are_not_told_have_a_command(ofc: Ofc) -> None:
    for n in range(4):
        Path(f"letter{n}.txt").write_text(f"Dear Ana {n},\n", "utf-8")
    ran = ofc("run", *sorted(path.name for path in Path().glob("*.txt")), "--out", "my out")
    assert "\n  1 more; with their text: ofc audit 'my out'\n" in ran.out
    assert "\n## Rejected\n" in ofc("run", "hands.txt", "letter0.txt", "--out", "out", "--format", "md").out


def test_a_known_file_without_a_hand_is_told(ofc: Ofc) -> None:
    Path("log").write_text("New game started (2 hands)\n", "utf-8")
    Path("club.csv").write_text("Hand,Player,Top\n", "utf-8")
    mapping = (
        'ofc_mapping = 1\n[hands]\norder = "rows"\n[columns]\nhand_id = "Hand"\nplayer_id = "Player"\ntop = "Top"\n'
    )
    Path("club.csv.mapping.toml").write_text(mapping + '[constants]\nsite = "x"\n', "utf-8")
    ran = ofc("run", "log", "club.csv", "club.csv.mapping.toml", "hands.txt", "--out", "out")
    assert (ran.status, ran.err) == (0, "ofc: no hand found, and nothing to reject: 2 (club.csv, log)\n")


def test_copies_of_rejected_files_are_counted(ofc: Ofc) -> None:
    for at in range(3):
        Path(f"letter{at}.txt").write_text("Dear Ana,\n", "utf-8")
    ran = ofc("run", "hands.txt", *(f"letter{at}.txt" for at in range(3)), "--out", "out")
    told = "\nREJECTED\n1 stretch of 1 file (and 2 copies of these), 30 bytes, with no damaged hand\n"
    assert told in ran.out


def test_no_file_recognised_replaces_nothing(ofc: Ofc) -> None:
    assert ofc("run", "hands.txt", "--out", "out").status == 0
    before = Path("out/run.json").read_bytes()
    Path("letter.txt").write_text("Dear Ana,\n", "utf-8")
    for words in (("run", "letter.txt", "--out", "out"), ("audit", "letter.txt"), ("stats", "letter.txt")):
        ran = ofc(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == (
            f"ofc: no file was recognised; letter.txt: no known format ({', '.join(FORMATS)}); "
            "the file begins `Dear Ana,`\n"
        )
    assert Path("out/run.json").read_bytes() == before
    Path("holdem.txt").write_text("PokerStars Hand #1:  Hold'em No Limit ($0.01/$0.02 USD)\n", "utf-8")
    told = "hands of another game than Open Face Chinese; the file begins `PokerStars Hand #1:  Hold'em No Limit"
    ran = ofc("run", "holdem.txt", "letter.txt", "--out", "out")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"ofc: none of 2 files was recognised; holdem.txt: {told}")
    nothing = ofc("run", "-", "--out", "out")
    assert (nothing.status, nothing.err) == (2, "ofc: no file was recognised; -: standard input is empty\n")


def test_a_file_that_is_not_recognised_among_others_is_status_1(ofc: Ofc) -> None:
    Path("letter.txt").write_text("Dear Ana,\n", "utf-8")
    ran = ofc("run", "letter.txt", "hands.txt", "--out", "out")
    assert (ran.status, ran.err) == (1, "")
    assert "\n2 files " in ran.out


def test_an_empty_folder_is_no_input(ofc: Ofc) -> None:
    Path("empty").mkdir()
    ran = ofc("run", "empty", "--out", "out")
    assert (ran.status, ran.out, ran.err) == (2, "", "ofc: no files: the folders given are empty\n")
    assert not Path("out").exists()


def test_what_cannot_begin_is_one_line(ofc: Ofc) -> None:
    ran = ofc("run", "gone.txt", "--out", "out")
    assert (ran.status, ran.out, ran.err) == (2, "", "ofc: no such file or folder: gone.txt\n")
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("x", "utf-8")
    ran = ofc("run", "hands.txt", "--out", "mine")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert Path("mine/letter.txt").read_text("utf-8") == "x"


def test_hands_are_read_from_standard_input(ofc: Ofc) -> None:
    ran = ofc("stats", "-", "--format", "json", stdin=SCOOP.encode())
    assert ran.status == 0
    assert [(row["player_id"], row["points"]) for row in json.loads(ran.out)] == [("Ana", 10), ("Bo", -10)]


def test_a_hand_is_explained_from_its_file(ofc: Ofc) -> None:
    ran = ofc("explain", "pokerbet", "1842-3", "h*.txt")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Hand 1842-3 of pokerbet\n")
    assert "  points       verified\n" in ran.out


def test_a_mapping_alone_is_no_input(ofc: Ofc) -> None:
    assert ofc("run", "hands.txt", "--out", "out").status == 0
    Path("mapping.toml").write_text(MAPPING)
    ran = ofc("run", "mapping.toml", "--out", "out")
    assert (ran.status, ran.err) == (
        2,
        "ofc: no hands: mapping.toml says how a table is read, and no table is there; name the table, its mapping is found beside it\n",
    )
    # The results before it stay.
    assert json.loads(Path("out/run.json").read_text())["counts"]["found"] == 1


def test_letters_that_nothing_tells_are_said(ofc: Ofc) -> None:
    Path("old.txt").write_bytes(SCOOP.replace("Ana", "Аня").encode("cp1251"))
    ran = ofc("run", "old.txt", "--out", "out")
    assert ran.status == 0
    assert ran.err.startswith(
        "ofc: no UTF-8, read as Windows-1252: 1 (old.txt); where names look wrong, save the file as UTF-8"
    )
