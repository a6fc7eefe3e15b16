"""What is told of files and of two rule sets, to the letter: every field, files without a parent, several folders, notes, options."""

from pathlib import Path

import pytest

from ofc_audit.data import data_dir
from ofc_audit.rulesets import all_parameters, check_files, describe, differences, load_rules
from rulesets_tooling.files import mine, write

OPTIONS = """
[options.fantasyland.fixed]
"fantasyland.cards" = { value = { QQ = 13, KK = 13, AA = 13, trips = 13 }, source = "the lobby", note = "since May" }
[options.royalty_settlement.winner_only]
"score.scoop_bonus" = { value = 4, source = "the lobby" }
[options.one_hand.false]
"deal.players_max" = { value = 2, source = "the lobby" }
"""


def whole(folder: Path, name: str = "alone", more: str = "") -> Path:
    """A file that extends nothing: one of ours under another name."""
    text = (data_dir("schemas") / "rules" / "pokerbet.toml").read_text("utf-8")
    return write(folder, name, text.replace('id = "pokerbet"', f'id = "{name}"', 1) + more)


def test_every_field_of_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "mine", mine('[score]\nmethod = { value = "2-4", source = "the lobby" }'))
    write(tmp_path, "wrong", mine("[score]\nmethod = 3", name="wrong"))
    monkeypatch.chdir(tmp_path)
    good, bad = check_files([Path("mine.toml"), Path("wrong.toml")])
    assert good.rules is not None
    assert (good.file, good.rules.id, good.errors, good.warnings, good.n_changed, good.n_cells) == (
        *("mine.toml", "mine", (), ()),
        *(1, 0),
    )
    assert (bad.file, bad.rules, bad.warnings, bad.n_changed, bad.n_cells, bad.n_unknown) == (
        "wrong.toml",
        None,
        (),
        0,
        0,
        0,
    )
    assert len(bad.errors) == 1
    (tmp_path / "none").mkdir()
    (empty,) = check_files([Path("none")])
    assert (empty.file, empty.rules, empty.warnings, empty.n_changed) == ("none", None, (), 0)


def test_files_of_several_folders_are_all_told_of(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, name, mine(name=name))
    reports = check_files([tmp_path / "one", tmp_path / "two", tmp_path / "one" / "one.toml"])
    assert [report.file for report in reports] == [
        f"{tmp_path}/{name}" for name in ("one/one.toml", "two/two.toml", "one/one.toml")
    ]


def test_a_file_that_extends_nothing(tmp_path: Path) -> None:
    (report,) = check_files([whole(tmp_path)])
    assert (report.errors, report.warnings) == ((), ())
    assert report.n_changed == len(all_parameters())
    assert report.n_cells == 0
    cell = '\n[royalties.american.middle]\nflush = { value = 8, source = "the lobby" }\n'
    (report,) = check_files([whole(tmp_path, more=cell)])
    assert report.warnings == (
        "royalties.american.middle.flush: 8 is what the table has anyway; only the source differs",
    )
    assert report.n_cells == 0
    (report,) = check_files([whole(tmp_path, more=cell.replace("8", "9"))])
    assert (report.warnings, report.n_cells) == ((), 1)


def test_a_source_in_an_option_that_says_nothing_names_its_place(tmp_path: Path) -> None:
    body = '[options.fantasyland.fixed]\n"score.row_points" = { value = 1, source = "?" }\n'
    (report,) = check_files([write(tmp_path, "mine", mine(body))])
    assert report.errors == ()
    assert report.warnings == (
        'options.fantasyland.fixed: score.row_points: its source, "?", is nothing that a reader could look up',
    )


def test_options_in_words(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(OPTIONS))
    rows = {row.key: row for row in describe(load_rules([tmp_path])["mine"]) if row.section == "options"}
    fixed = rows["fantasyland fixed: fantasyland.cards"]
    assert fixed == (
        "options",
        "fantasyland fixed: fantasyland.cards",
        "QQ 13, KK 13, AA 13, trips 13",
        "Where the hand states a fixed Fantasyland: Cards dealt in Fantasyland by the top that earned it: "
        "QQ 13, KK 13, AA 13, trips 13.",
        "the lobby",
        "since May",
    )
    starts = {key: row.sentence.split(":")[0] for key, row in rows.items()}
    assert starts["royalty_settlement winner_only: score.scoop_bonus"] == (
        "Where the hand states royalty settlement winner only"
    )
    assert starts["one_hand false: deal.players_max"] == "Where the hand states a match of several hands"


def test_royalty_rows_have_every_field() -> None:
    rules = load_rules()["pokerbet"]
    (row,) = [row for row in describe(rules) if row.key == "royalties.american.top"]
    table = rules.royalty_table()
    assert (row.section, row.source, row.note) == ("score", table.sources("top"), "")


def test_differences_have_every_field(tmp_path: Path) -> None:
    body = """
[royalties.american.middle]
straight_flush = { value = 31, source = "the lobby", note = "since May" }
[royalties.american.top]
AA = { value = 8, source = "the lobby" }
[score]
scoop_bonus = { value = 4, source = "the lobby", note = "in June" }
"""
    write(tmp_path, "mine", mine(body))
    rules = load_rules([tmp_path])
    found = {one.key: one for one in differences(rules["pokerbet"], rules["mine"])}
    scoop = found["score.scoop_bonus"]
    assert (scoop.section, scoop.b.source, scoop.b.note) == ("score", "the lobby", "in June")
    flush = found["royalties.middle.straight_flush"]
    assert flush.section == "score"
    assert flush.b == ("31", "Royalties for straight flush in the middle: 31.", "the lobby", "since May")
    assert found["royalties.top.AA"].a.sentence == "Royalties for AA on the top: 9."


def test_a_table_that_only_one_knows(tmp_path: Path) -> None:
    shared = load_rules()["pokerbet"].royalty_tables["american"]
    cells = "\n".join(
        f'{row}.{cell} = {{ value = {given.value}, source = "lobby" }}' for (row, cell), given in shared.cells.items()
    )
    write(tmp_path, "mine", mine(f"[royalties.lobby]\n{cells}\n"))
    rules = load_rules([tmp_path])
    one, other = rules["pokerbet"], rules["mine"]
    without = ("not known", 'No royalty table "lobby" is known.', "no such table", "")
    known = ("known", 'A hand can state the royalties "lobby".', "lobby", "")
    assert differences(one, other) == [("options", "royalties lobby", without, known)]
    assert differences(other, one) == [("options", "royalties lobby", known, without)]


def test_an_option_of_one_hand_that_differs(tmp_path: Path) -> None:
    for name, length in (("one", 3), ("other", 2)):
        body = f'[options.one_hand.true]\n"deal.players_max" = {{ value = {length}, source = "the lobby", note = "{name}" }}\n'
        write(tmp_path, name, mine(body, name=name))
    rules = load_rules([tmp_path])
    found = {one.key: one for one in differences(rules["one"], rules["other"])}
    assert list(found) == ["one_hand true: deal.players_max"]
    assert [side.value for side in found["one_hand true: deal.players_max"][2:]] == ["3", "2"]
    with_none = differences(rules["one"], rules["pokerbet_progressive"])
    assert "one_hand true: deal.players_max" not in {one.key for one in with_none}


def test_royalties_are_held_against_those_of_the_parent(tmp_path: Path) -> None:
    cell = '[royalties.american.middle]\nflush = {{ value = {}, source = "the lobby" }}\n'
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    write(first, "base", mine(cell.format(9), name="base"))
    again = write(second, "again", mine(cell.format(9), name="again", extends="base"))
    (report,) = check_files([again], [first])
    assert report.n_cells == 0
    assert report.warnings == (
        "royalties.american.middle.flush: 9 is what the table has anyway; only the source differs",
    )
    back = write(second, "again", mine(cell.format(8), name="again", extends="base"))
    (report,) = check_files([back], [first])
    assert (report.n_cells, report.warnings) == (1, ())


@pytest.mark.parametrize("word", ["true", "false"])
def test_an_option_that_only_one_ties_something_to(tmp_path: Path, word: str) -> None:
    body = f'[options.one_hand.{word}]\n"score.row_points" = {{ value = 2, source = "the lobby" }}\n'
    write(tmp_path, "mine", mine(body))
    rules = load_rules([tmp_path])
    for sides in (("mine", "pokerbet"), ("pokerbet", "mine")):
        (found,) = differences(rules[sides[0]], rules[sides[1]])
        assert (found.section, found.key) == ("options", f"one_hand {word}: score.row_points")
        assert {found.a.value, found.b.value} == {"1", "2"}


def test_a_folder_named_like_a_file_is_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").mkdir()
    (report,) = check_files([tmp_path / "mine.toml"])
    assert report.errors == ("cannot be read: Is a directory",)


def test_what_a_dated_rule_set_can_stand_in_for_is_told(tmp_path: Path) -> None:
    (report,) = check_files([write(tmp_path, "mine", mine('[dates]\ninstead_of = "nowhere"\nuntil = 2019-07-01'))])
    (error,) = report.errors
    assert error.startswith("dates.instead_of: ")
    assert '"nowhere"' in error
    assert '"pokerbet"' in error.split("; allowed: ")[1]
