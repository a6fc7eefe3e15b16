"""Files of one folder beside each other: one that cannot be read, circles, chains, parents with errors, options of the parent."""

from pathlib import Path

import pytest

from ofc_audit.rulesets import RulesError, check_files, load_rules
from rulesets_tooling.files import mine, write
from rulesets_tooling.test_edges import whole


def errors(folder: Path) -> dict[str, tuple[str, ...]]:
    return {Path(one.file).stem: one.errors for one in check_files([folder])}


def test_a_file_that_cannot_be_read_does_not_hide_those_after_it(tmp_path: Path) -> None:
    write(tmp_path, "a", "id = ")
    write(tmp_path, "b", mine(name="b"))
    write(tmp_path, "c", "")
    write(tmp_path, "d", mine("colour = 1", name="d"))
    told = errors(tmp_path)
    assert list(told) == ["a", "b", "c", "d"]
    assert told["a"][0].startswith("not readable as TOML: ")
    assert told["b"] == ()
    assert told["c"] == ("is empty; a rule set has an id, a title, and mostly what it extends",)
    assert told["d"][0].startswith('unknown key "colour"')


def test_a_file_that_leads_into_a_circle_is_not_in_it(tmp_path: Path) -> None:
    for name, parent in (("a", "b"), ("b", "c"), ("c", "b")):
        write(tmp_path, name, mine(name=name, extends=parent))
    told = errors(tmp_path)
    assert told["b"] == ("extends: goes in a circle: b → c → b",)
    assert told["a"] == ('extends: "b" has errors of its own',)
    assert told["c"] == ('extends: "b" has errors of its own',)


def test_two_links_in_one_folder_are_one_too_many_where_the_second_leads_somewhere(tmp_path: Path) -> None:
    write(tmp_path, "a", mine(name="a", extends="b"))
    write(tmp_path, "b", mine(name="b", extends="pokerbet"))
    assert errors(tmp_path)["a"] == (
        'extends: "b" extends "pokerbet" itself; allowed is one level within a folder: extend "pokerbet"',
    )
    write(tmp_path, "b", mine(name="b", extends="nowhere"))
    told = errors(tmp_path)
    assert told["a"] == ('extends: "b" has errors of its own',)
    assert told["b"][0].startswith('extends: no rule set "nowhere"; allowed: ')


def test_what_may_stand_in_a_parent_with_errors_is_no_error_of_the_child(tmp_path: Path) -> None:
    body = """
[score]
royalties = { value = "theirs", source = "the lobby" }
"""
    write(tmp_path, "child", mine(body, name="child", extends="pokerbot"))
    (extends,) = errors(tmp_path)["child"]
    assert extends.startswith('extends: no rule set "pokerbot"')
    cell = '[royalties.theirs.middle]\nflush = { value = 8, source = "the lobby" }\n'
    write(tmp_path, "child", mine(cell, name="child", extends="pokerbot"))
    (extends,) = errors(tmp_path)["child"]
    assert extends.startswith('extends: no rule set "pokerbot"')


def test_an_option_keeps_what_the_parent_ties_to_it(tmp_path: Path) -> None:
    body = '[options.fantasyland.progressive]\n"score.row_points" = { value = 2, source = "the lobby" }\n'
    write(tmp_path, "mine", mine(body))
    played = load_rules([tmp_path])["mine"].with_options(fantasyland="progressive")
    assert played.value("score.row_points") == 2
    assert played.value("fantasyland.cards") == {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
    assert load_rules([tmp_path])["mine"].value("score.row_points") == 1


def test_a_parent_may_come_after_its_child_in_the_folder(tmp_path: Path) -> None:
    whole(tmp_path, "zz")
    for name in ("aa", "zzz"):
        write(
            tmp_path, name, mine('[score]\nmethod = { value = "2-4", source = "the lobby" }', name=name, extends="zz")
        )
    assert errors(tmp_path) == {"aa": (), "zz": (), "zzz": ()}
    rules = load_rules([tmp_path])
    assert [rules[name].value("score.method") for name in ("aa", "zzz")] == ["2-4", "2-4"]
    assert rules["aa"].source("score.scoop_bonus").startswith("as in zz: ")


def test_ids_in_capital_letters_and_the_files_of_rule_sets(tmp_path: Path) -> None:
    write(tmp_path, "Mine_2-B", mine(name="Mine_2-B"))
    assert load_rules([tmp_path])["Mine_2-B"].file == f"{tmp_path}/Mine_2-B.toml"
    assert load_rules()["pokerbet"].file == "pokerbet.toml"


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules([tmp_path])
    assert caught.value.problems == (f"{tmp_path}: holds no rule set (a file such as my_rules.toml)",)


def test_an_option_of_another_kind_leaves_the_mode_of_fantasyland_as_it_is(tmp_path: Path) -> None:
    cards = "{ QQ = 14, KK = 15, AA = 16, trips = 17 }"
    body = f'[options.scoring.2-4]\n"fantasyland.cards" = {{ value = {cards}, source = "the lobby" }}\n'
    write(tmp_path, "mine", mine(body))
    why = "options.scoring.2-4: fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all"
    assert errors(tmp_path)["mine"] == (why,)
