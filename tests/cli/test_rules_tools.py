"""`ofc rules diff` and `validate`, `--set`, and the settings of `ofc.toml`."""

import json
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.rulesets import load_rules
from report.examples import EVERYTHING

MINE = 'id = "mine"\ntitle = "My room"\nextends = "pokerbet"\n'


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# diff


def test_two_rule_sets_stand_side_by_side(ofc: Ofc) -> None:
    ran = ofc("rules", "diff", "pokerbet", "pokerbet_progressive")
    assert (ran.status, ran.err) == (0, "")
    assert "\n2 differences; whatever is not listed is the same.\n" in ran.out
    assert (
        "  fantasyland.mode\n"
        "    = fixed                              | = progressive\n"
        "    Fantasyland deals the same number of | Progressive Fantasyland: a better\n"
        "      cards, whatever the top that       |   top earns more cards.\n"
        "      earned it.                         |\n"
        "    Source: document 000, Fantasy        | Source: document 000, Fantasy:\n"
    ) in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize("other", list(load_rules()))
def test_a_diff_fits_80_columns(ofc: Ofc, other: str) -> None:
    assert max(map(len, ofc("rules", "diff", "pokerbet", other).out.splitlines())) <= 80


def test_rule_sets_that_play_alike_say_so(ofc: Ofc, tmp_path: Path) -> None:
    write(tmp_path, "mine", MINE)
    ran = ofc("rules", "diff", "pokerbet", "mine", "--rules-dir", str(tmp_path))
    assert ran.status == 0
    assert "pokerbet and mine play alike: every parameter, royalty and option is the same." in ran.out
    table = '[royalties.russian.middle]\nflush = { value = 8, source = "the lobby" }\n'
    write(tmp_path, "mine", MINE + table)
    ran = ofc("rules", "diff", "pokerbet", "mine", "--rules-dir", str(tmp_path))
    assert "pokerbet and mine play alike where a hand states no options; 1 difference where" in ran.out
    assert ofc("rules", "diff", "pokerbet", "pokerbet", "--format", "json").out == "[]\n"


def test_a_diff_as_rows(ofc: Ofc) -> None:
    rows = json.loads(ofc("rules", "diff", "pokerbet", "spartan_refant14", "--format", "json").out)
    assert rows[0] == {
        "key": "score.method",
        "a": "unknown",
        "b": "1-6",
        "a_sentence": "Not known: whether rows are scored 1-6 (a bonus for all three rows) or 2-4 (a bonus for most of the rows).",
        "b_sentence": "1-6 scoring: points for each row won, and a bonus for winning all three.",
        "a_source": load_rules()["pokerbet"].source("score.method"),
        "b_source": load_rules()["spartan_refant14"].source("score.method"),
    }
    csv = ofc("rules", "diff", "pokerbet", "spartan_refant14", "--format", "csv").out
    assert csv.startswith("key,a,b,a_sentence,b_sentence,a_source,b_source\nscore.method,unknown,1-6,")
    md = ofc("rules", "diff", "pokerbet", "spartan_refant14", "--format", "md").out
    assert md.startswith("| parameter | pokerbet | spartan_refant14 |")


def test_the_period_of_a_rule_set_is_shown_with_it(ofc: Ofc, tmp_path: Path) -> None:
    dates = '[dates]\ninstead_of = "pokerbet"\nuntil = 2019-07-01\n'
    button = '[fantasyland]\nbutton = { value = "stays", source = "a letter" }\n'
    write(tmp_path, "mine", MINE + dates + button)
    ran = ofc("rules", "diff", "pokerbet", "mine", "--rules-dir", str(tmp_path))
    assert "In force until 2019-07-01, instead" in ran.out
    shown = ofc("rules", "show", "mine", "--rules-dir", str(tmp_path)).out
    assert "\nIn force until 2019-07-01, instead of pokerbet.\n" in shown


def test_a_diff_of_what_is_no_rule_set_is_refused(ofc: Ofc) -> None:
    for words in (("chess", "pokerbet"), ("pokerbet", "chess")):
        ran = ofc("rules", "diff", *words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"ofc: no rule set 'chess'; known are {', '.join(load_rules())}\n"
    assert ofc("rules", "diff", "pokerbet").status == 2


# show --set


def test_a_rule_set_is_shown_with_a_parameter_changed_and_what_it_brings(ofc: Ofc) -> None:
    words = ("--set", "score.method=2-4", "--set", "fantasyland.mode = progressive")
    rows = {row["key"]: row for row in json.loads(ofc("rules", "show", "pokerbet", *words, "-f", "json").out)}
    assert (rows["score.method"]["value"], rows["score.method"]["source"]) == ("2-4", "--set")
    assert rows["fantasyland.cards"]["value"] == "QQ 14, KK 15, AA 16, trips 17"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("score.method",), "--set score.method: has no value; write KEY=VALUE, such as score.method=2-4"),
        (("score.method=1",), '--set score.method: "1" is impossible; allowed: "1-6", "2-4" or "unknown"'),
        (("score.method=1-6", "score.method=2-4"), "--set score.method: given more than once; allowed is once"),
        (("deal.players_max=4",), "--set deal.players_max: 4 players take 68 cards of 52"),
    ],
)
def test_settings_that_cannot_be_are_refused(ofc: Ofc, words: tuple[str, ...], message: str) -> None:
    ran = ofc("rules", "show", "pokerbet", *(part for word in words for part in ("--set", word)))
    assert (ran.status, ran.out, ran.err) == (2, "", f"ofc: {message}\n")


# validate


def test_a_file_that_can_be_used(ofc: Ofc, here: Path) -> None:
    write(here / "rules", "mine", MINE + '[score]\nmethod = { value = "2-4", source = "the lobby" }\n')
    ran = ofc("rules", "validate", "rules/mine.toml")
    assert (ran.status, ran.err) == (0, "")
    unknown = sum(not load_rules()["pokerbet"].is_known(key) for key in load_rules()["pokerbet"]._given) - 1
    said = f"rules/mine.toml: ok: extends pokerbet and changes 1 parameter; {unknown} parameters unknown"
    assert ran.out.split() == said.split()


def test_files_with_errors_and_warnings(ofc: Ofc, here: Path) -> None:
    write(here / "rules", "mine", MINE + '[score]\nrow_points = { value = 1, source = "the lobby" }\n')
    write(here / "rules", "yours", MINE + '[score]\nmethod = { value = "3-5", source = "the lobby" }\n')
    ran = ofc("rules", "validate", "rules")
    assert (ran.status, ran.err) == (1, "")
    assert "rules/mine.toml: warning: score.row_points: 1 is what pokerbet has anyway;" in ran.out
    assert 'rules/yours.toml: error: id: is "mine"; file and rule set have one name\n' in ran.out
    assert 'rules/yours.toml: error: score.method: "3-5" is impossible; allowed:' in ran.out
    rows = json.loads(ofc("rules", "validate", "rules", "--format", "json").out)
    assert [(row["file"], row["outcome"]) for row in rows] == [
        ("rules/mine.toml", "ok"),
        ("rules/mine.toml", "warning"),
        ("rules/yours.toml", "error"),
        ("rules/yours.toml", "error"),
    ]
    assert ofc("rules", "validate", "rules/mine.toml").status == 0


def test_what_cannot_be_validated_is_refused(ofc: Ofc, here: Path) -> None:
    ran = ofc("rules", "validate", "nowhere.toml")
    assert (ran.status, ran.out, ran.err) == (2, "", "ofc: no file or folder of rule sets: nowhere.toml\n")
    assert ofc("rules", "validate").status == 2
    write(here / "broken", "x", "id = 3")
    path = write(here / "rules", "mine", MINE)
    ran = ofc("rules", "validate", str(path), "--rules-dir", "broken")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("ofc: broken/x.toml: ")


# ofc.toml


def test_settings_of_the_working_directory_name_folders_of_rules(ofc: Ofc, here: Path) -> None:
    write(here / "rules", "mine", MINE)
    (here / "ofc.toml").write_text('rules_dir = ["rules"]\n', "utf-8")
    assert json.loads(ofc("rules", "show", "mine", "-f", "json").out)[0]["key"] == "deal.players_min"
    assert ofc("score", "Qs 8h 5d/Th 6c Jc 3h Qd/Kh 4d 7c As Ad", "--rules", "mine", "--scoring", "1-6").status == 0


def test_config_names_another_file_and_folders_are_beside_it(ofc: Ofc, here: Path) -> None:
    write(here / "rules", "mine", MINE)
    (here / "ofc.toml").write_text("broken", "utf-8")
    (here / "elsewhere").mkdir()
    (here / "elsewhere" / "my.toml").write_text('rules_dir = ["../rules"]\n', "utf-8")
    assert ofc("--config", "elsewhere/my.toml", "rules", "show", "mine").status == 0
    assert ofc("rules", "list").status == 2


def test_folders_of_the_command_come_after_those_of_the_settings(ofc: Ofc, here: Path) -> None:
    write(here / "rules", "mine", MINE)
    write(here / "more", "yours", MINE.replace("mine", "yours").replace("pokerbet", "mine"))
    (here / "ofc.toml").write_text('rules_dir = ["rules"]\n', "utf-8")
    assert ofc("rules", "show", "yours", "--rules-dir", "more").status == 0
    assert ofc("rules", "show", "mine", "--rules-dir", "rules").status == 0
    (here / "ofc.toml").write_text('rules_dir = ["more"]\n', "utf-8")
    assert ofc("rules", "show", "yours", "--rules-dir", "rules").err.startswith("ofc: more/yours.toml: extends: ")


def test_a_run_reads_the_rules_of_the_settings(ofc: Ofc, here: Path) -> None:
    dates = '[dates]\ninstead_of = "pokerbet_progressive"\nuntil = 2100-01-01\n'
    text = MINE.replace('"pokerbet"', '"pokerbet_progressive"') + dates
    write(here / "rules", "mine", text + '[score]\nscoop_bonus = { value = 4, source = "an old page" }\n')
    (here / "ofc.toml").write_text('rules_dir = ["rules"]\n', "utf-8")
    (here / "hands.txt").write_text(EVERYTHING, "utf-8")
    assert ofc("run", "hands.txt", "--out", "out").status in (0, 1)
    run = json.loads((here / "out" / "run.json").read_text("utf-8"))
    assert "mine" in {entry["id"] for entry in run["rule_sets"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('rules_dirs = ["rules"]', 'ofc.toml: unknown key "rules_dirs"; allowed: "rules_dir"'),
        (
            'rules_dir = "rules"',
            'ofc.toml: rules_dir: "rules" is impossible; allowed: a list of folders, such as ["my_rules"]',
        ),
        ("rules_dir = [3]", 'ofc.toml: rules_dir: 3 is impossible; allowed: a list of folders, such as ["my_rules"]'),
        ('rules_dir = ["none"]', 'ofc.toml: rules_dir: no folder "none" beside this file'),
        ("rules_dir", "ofc.toml: not readable as TOML: "),
    ],
)
def test_settings_that_cannot_be_used_are_refused(ofc: Ofc, here: Path, text: str, message: str) -> None:
    (here / "ofc.toml").write_text(text, "utf-8")
    for words in (("rules", "list"), ("rules", "validate", "."), ("run", "x", "--out", "out")):
        ran = ofc(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"ofc: {message}")


def test_a_file_of_settings_that_is_not_there_is_refused(ofc: Ofc) -> None:
    assert ofc("--config", "my.toml", "rules", "list").err == "ofc: no file of settings: my.toml\n"
    assert ofc("rules", "list").status == 0
