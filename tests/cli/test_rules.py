import json
from pathlib import Path

from cli.conftest import Ofc
from ofc_audit.findings import CHECKS
from ofc_audit.rulesets import all_parameters, load_rules


def test_every_rule_set_is_listed(ofc: Ofc) -> None:
    ran = ofc("rules", "list", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    rows = json.loads(ran.out)
    assert [row["rules_id"] for row in rows] == list(load_rules())
    assert {row["rules_id"]: row["sites"] for row in rows}["upoker_refant14"] == "upoker"


def test_the_list_fits_80_columns(ofc: Ofc) -> None:
    lines = ofc("rules", "list").out.splitlines()
    assert lines[0] == "rule set               sites       unknown  what it is"
    assert max(map(len, lines)) <= 80


def test_a_rule_set_is_shown_whole(ofc: Ofc) -> None:
    ran = ofc("rules", "show", "pokerbet")
    assert (ran.status, ran.err) == (0, "")
    for key in all_parameters():
        assert f"\n  {key}" in ran.out
    assert (
        "\n  royalties.american.bottom\n"
        "      Royalties on the bottom: straight=2, flush=4, full house=6, quads=10,\n"
        "      straight flush=15, royal flush=25; nothing for less.\n"
    ) in ran.out
    assert f"\nSHA-256 {load_rules()['pokerbet'].digest}\n" in ran.out
    assert (
        "  score.row_points = 1\n"
        "      Each row won gives 1 point; a tied row gives none.\n"
        "      Source: document 000, The points calculating rules\n"
    ) in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_rule_set_as_rows_says_the_same(ofc: Ofc) -> None:
    rows = {row["key"]: row for row in json.loads(ofc("rules", "show", "pokerbet", "--format", "json").out)}
    assert rows["score.method"]["value"] == "unknown"
    assert set(all_parameters()) <= set(rows)


def test_an_unknown_rule_set_is_refused_with_those_known(ofc: Ofc) -> None:
    ran = ofc("rules", "show", "chess")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"ofc: no rule set 'chess'; known are {', '.join(load_rules())}\n"


def test_a_folder_of_own_rules_is_read(ofc: Ofc, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('id = "mine"\ntitle = "My room"\nextends = "pokerbet"\n', "utf-8")
    ran = ofc("rules", "list", "--rules-dir", str(tmp_path), "--format", "csv")
    assert ran.status == 0
    assert "mine,pokerbet,10,My room\n" in ran.out


def test_a_folder_that_is_not_there_is_refused(ofc: Ofc, tmp_path: Path) -> None:
    ran = ofc("rules", "list", "--rules-dir", str(tmp_path / "none"))
    assert (ran.status, ran.out, ran.err) == (2, "", f"ofc: no folder of rule sets: {tmp_path / 'none'}\n")


def test_a_rule_file_that_cannot_be_is_refused_by_name(ofc: Ofc, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('id = "yours"\ntitle = "x"\nextends = "pokerbet"\n', "utf-8")
    ran = ofc("score", "x", "--rules-dir", str(tmp_path))
    assert ran.status == 2
    assert ran.err.startswith(f"ofc: {tmp_path}/mine.toml: id: ")
    assert ran.err.count("\n") == 1


def test_every_check_is_listed_in_order(ofc: Ofc) -> None:
    ran = ofc("checks", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == [
        {"check_id": c.id, "severity": c.severity, "title": c.title, "protects": c.protects} for c in CHECKS.values()
    ]
    assert max(map(len, ofc("checks").out.splitlines())) <= 80


def test_one_check_is_shown_with_an_example(ofc: Ofc) -> None:
    ran = ofc("checks", "score.scoop")
    assert (ran.status, ran.err) == (0, "")
    assert "error[score.scoop]" in ran.out
    (row,) = json.loads(ofc("checks", "score.scoop", "--format", "json").out)
    assert row["check_id"] == "score.scoop"
    refused = ofc("checks", "score.scop")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "ofc: no check 'score.scop'; ofc checks lists them\n"
