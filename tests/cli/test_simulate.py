import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cli.conftest import Ofc

RULES = ("pokerbet", "--option", "scoring=2-4", "--option", "royalties=american")


def test_hands_truth_and_record_lie_in_the_folder(ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("simulate", *RULES, "--out", "sim", "--hands", "20", "--processes", "1", "--rake", "rate=0.05")
    ran = ofc(*words, "--point-value", "2", "--stack", "80", "--players", "3", "--policy", "random")
    assert (ran.status, ran.out, ran.err) == (0, "20 hands, in 1 file: sim/hands\n", "")
    text = Path("sim/hands/hands-00001.txt").read_text("utf-8")
    assert text.startswith("OFC Hand #1000000001-1: pokerbet, 2.00 EUR per point - 2026-03-01 18:")
    assert "Options: scoring 2-4, royalties american" in text
    assert "(80.00)" in text
    assert pq.read_table("sim/truth/hands").num_rows == 20
    plan = json.loads(Path("sim/simulation.json").read_text("utf-8"))["plan"]
    assert (plan["stack"], plan["n_players"], plan["policies"], plan["rake"]["rate"]) == ("80", [3], ["random"], 500)


def test_lies_are_told_and_counted(ofc: Ofc, tmp_path: Path) -> None:
    words = ("simulate", *RULES, "--hands", "30", "--processes", "1", "--faults", "0.9", "--kind", "net_off")
    ran = ofc(*words, "--out", str(tmp_path / "sim"), "--format", "ofc_jsonl")
    record = json.loads((tmp_path / "sim" / "simulation.json").read_text("utf-8"))
    assert set(record["lies"]) == {"net_off"}
    assert ran.out.startswith(f"30 hands, {record['n_lies']} of them told wrong, in 1 file: ")
    assert ran.status == 0
    assert f"ofc: {record['n_lies_missed']} hands more were to be told wrong; a match or a table bears one" in ran.err
    assert ofc("audit", str(tmp_path / "sim" / "hands")).status == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pokerbet",), "pokerbet: score.method is unknown; give --option scoring=1-6 (or 2-4)"),
        (("openface_classic", "--option", "scoring=1-6"), "openface_classic: some royalties are unknown (score.royalties); give --option"),
        (("lotus",), "no rule set 'lotus'; known are arena_classic, "),
        ((*RULES, "--option", "jokers=2"), "jokers: no option of a table; allowed: scoring, royalties, "),
        ((*RULES, "--option", "scoring"), "--option scoring: has no value; write KEY=VALUE, such as scoring=2-4"),
        ((*RULES, "--players", "two"), "two are no numbers of players; write 2,3"),
        ((*RULES, "--players", "4"), "pokerbet: a table has two or three players, not 4"),
        ((*RULES, "--policy", "wild"), "no policy 'wild'; there are random, careful, chaser"),
        ((*RULES, "--stack", "much"), "--stack: much is no amount; write 0.50, with four decimals at the most"),
        ((*RULES, "--rake", "unit=1"), "rate: is missing; write rate=0.05 for 5 % of what a winner gets"),
        ((*RULES, "--rake", "rate=5"), "rate: 5 is more than everything; write 0.05 for 5 %"),
        ((*RULES, "--rake", "rate=0.05", "--rake", "rounding=down"), "rounding: down is impossible; allowed: up or half_up"),
        ((*RULES, "--rake", "tip=1"), "tip: nothing of a rake; allowed: rate, unit, rounding, minimum, cap, free"),
        ((*RULES, "--rake", "rate=0.05", "--rake", "unit=0"), "unit: is what rake is rounded to, and more than nothing; write unit=0.01"),
        ((*RULES, "--hands-per-level", "3"), "levels are what lasts so many hands (hands_per_level); write --levels 100,200,300 too"),
        ((*RULES, "--levels", "100,0"), "levels: a point costs more than nothing, in 100,0"),
        ((*RULES, "--kind", "net_off"), "kinds of faults need a share of the hands (--faults 0.01)"),
        ((*RULES, "--faults", "0.1", "--kind", "greed"), "greed: no kind of fault; allowed: "),
        ((*RULES, "--faults", "2"), "faults is a share of hands, from 0 to 1, not 2.0"),
        (("arena_pineapple", "--rake", "rate=0.05"), "arena_pineapple says what rake is taken (settlement.rake_*); none can be asked for"),
        (("arena_pineapple", "--hidden-stacks"), "arena_pineapple: stacks that nobody has cannot be hidden (hidden_stacks); give a stack"),
        (("pokerninja", "--tournament"), "pokerninja: a tournament needs chips that move after every hand"),
        ((*RULES, "--format", "capture_hh"), "pokerbet: its hands are recorded in ofc_text, ofc_jsonl and table, not in capture_hh"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(words: tuple[str, ...], said: str, ofc: Ofc, tmp_path: Path) -> None:
    ran = ofc("simulate", *words, "--out", str(tmp_path / "sim"))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"ofc: {said}")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_simulation_is_replaced_only_when_told(ofc: Ofc, tmp_path: Path) -> None:
    words = ("simulate", "arena_pineapple", "--hands", "4", "--processes", "1", "--out", str(tmp_path / "sim"))
    assert ofc(*words).status == 0
    ran = ofc(*words)
    assert (ran.status, ran.err) == (
        2,
        f"ofc: {tmp_path / 'sim'} holds a simulation; say --replace, or name a new folder\n",
    )
    assert ofc(*words, "--replace").status == 0


def test_a_tournament_has_levels_and_bounties(ofc: Ofc, tmp_path: Path) -> None:
    words = ("--tournament", "--levels", "1,2", "--hands-per-level", "2", "--bounty", "5", "--stack", "40")
    ran = ofc("simulate", *RULES, *words, "--hands", "60", "--processes", "1", "--out", str(tmp_path / "sim"))
    assert (ran.status, ran.err) == (0, "")
    text = (tmp_path / "sim" / "hands" / "hands-00001.txt").read_text("utf-8")
    assert "Levels: 1 1, 2 2\n" in text
    assert ": bounty 5.00" in text
    assert ofc("audit", str(tmp_path / "sim" / "hands")).status == 0


def test_a_capture_is_recorded_as_one(ofc: Ofc, tmp_path: Path) -> None:
    words = (
        "--hands",
        "40",
        "--processes",
        "1",
        "--hidden-stacks",
        "--stack",
        "8",
        "--leave",
        "0.1",
        "--top-up",
        "0.1",
    )
    assert ofc("simulate", "pppoker_refant14", *words, "--out", str(tmp_path / "sim")).status == 0
    assert (tmp_path / "sim" / "hands" / "hands-00001.hh").read_bytes().startswith(b"{\n")
