"""`ofc rules infer`: clubs with their rakes, and the files that make them rules."""

import json
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.read import write_capture_hh
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands of one club."""
    path = tmp_path_factory.mktemp("club") / "hands.hh"
    with path.open("wb") as out:
        write_capture_hh.write(play(load_rules()["pppoker_progressive17"], 200, 3), out)
    return path


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dozen hands of it."""
    path = tmp_path_factory.mktemp("few") / "hands.hh"
    with path.open("wb") as out:
        write_capture_hh.write(play(load_rules()["pppoker_progressive17"], 12, 3), out)
    return path


def test_a_club_with_its_rake_and_the_file_that_keeps_it(ofc: Ofc, hands: Path, tmp_path: Path) -> None:
    ran = ofc("rules", "infer", str(hands), "--write", str(tmp_path / "mine"))
    path = tmp_path / "mine" / "pppoker_1347124" / "pppoker_progressive17_1347124_raked.toml"
    assert (ran.status, ran.err) == (0, f"{path} written\n")
    table, _, file = ran.out.partition("# pppoker_1347124/pppoker_progressive17_1347124_raked.toml\n")
    assert "pppoker club 1347124  3 % of what each winner gets, rounded" in table
    assert file == path.read_text("utf-8")
    assert 'rake_rate = { value = "0.03", source = "inferred: it explains ' in file
    assert 'rake_unit = { value = "0.10", source' in file
    assert "rake_when" not in file

    checked = ofc("rules", "validate", str(path))
    assert checked.status == 0
    assert "changes 6 parameters" in " ".join(checked.out.split())
    out = tmp_path / "out"
    assert ofc("run", str(hands), "--rules-dir", str(path.parent), "--out", str(out)).status == 0
    coverage = json.loads((out / "run.json").read_text("utf-8"))["coverage"]
    money = {(row["verdict"], row["reason"]) for row in coverage if row["dimension"] == "money"}
    assert money == {("verified", None)}


def test_files_are_not_written_over(ofc: Ofc, hands: Path, tmp_path: Path) -> None:
    assert ofc("rules", "infer", str(hands), "--write", str(tmp_path)).status == 0
    (path,) = tmp_path.rglob("*.toml")
    path.write_text("mine", "utf-8")
    ran = ofc("rules", "infer", str(hands), "--write", str(tmp_path))
    assert (ran.status, ran.err) == (2, f"ofc: {path} is there already; name another folder, or remove it first\n")
    assert path.read_text("utf-8") == "mine"


def test_few_hands_make_no_file(ofc: Ofc, few: Path) -> None:
    ran = ofc("rules", "infer", str(few))
    assert ran.status == 0
    assert "unknown: 5 of the 20 different raked wins" in ran.out
    assert ".toml" not in ran.out
    (row,) = json.loads(ofc("rules", "infer", str(few), "--format", "json").out)
    assert (row["club_id"], row["is_identified"], row["rate"]) == ("1347124", False, None)


def test_a_run_tells_each_club_in_a_line(ofc: Ofc, hands: Path, few: Path, tmp_path: Path) -> None:
    shown = ofc("run", str(hands), "--out", str(tmp_path / "out")).out
    assert "RAKES, inferred\n" in shown
    assert "RAKES" not in ofc("run", str(few), "--out", str(tmp_path / "few")).out


def test_the_report_shows_the_rake_of_a_club_and_none_where_hands_do_not_tell(
    ofc: Ofc, hands: Path, few: Path, tmp_path: Path
) -> None:
    pages = []
    for number, path in enumerate((hands, few)):
        assert ofc("run", str(path), "--out", str(tmp_path / str(number))).status == 0
        pages.append((tmp_path / str(number) / "report.html").read_text("utf-8"))
    assert "<bdi>pppoker club 1347124</bdi></th><td><bdi>3 % of what each winner gets, rounded" in pages[0]
    assert 'id="rakes"' not in pages[1]
