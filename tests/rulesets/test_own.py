"""A user's own files: they extend ours, fill in what is unknown, and have a digest by what they say."""

import re
from pathlib import Path

import pytest

from ofc_audit.data import data_dir
from ofc_audit.rulesets import UNKNOWN, load_rules
from ofc_audit.rulesets.royalties import shared_tables
from rulesets.files import SHIPPED, load_mine, rules
from rulesets_tooling.files import mine, write


def test_a_users_file_extends_ours_and_fills_in_what_is_unknown(tmp_path: Path) -> None:
    body = '[score]\nmethod = { value = "2-4", source = "the table\'s lobby", note = "since 2025" }'
    own = load_mine(tmp_path, body)
    assert own.value("score.method") == "2-4"
    assert own.source("score.method") == "the table's lobby"
    assert own.note("score.method") == "since 2025"
    assert own.sites == ("pokerbet",)
    assert own.basis == rules("pokerbet").basis
    assert own.source("score.row_points") == "as in pokerbet: document 000, The points calculating rules"
    assert own.digest == rules("pokerbet").with_options(scoring="2-4").digest
    assert own.with_options(fantasyland="progressive").value("fantasyland.cards")["trips"] == 17  # type: ignore[index,call-overload]
    assert sorted(load_rules()) == sorted(SHIPPED)


def test_a_users_file_extends_one_of_ours_that_extends_another(tmp_path: Path) -> None:
    own = load_mine(tmp_path, extends="pokerbet_progressive")
    assert own.digest == rules("pokerbet_progressive").digest
    assert own.with_options(fantasyland="fixed").digest == rules("pokerbet").digest


def test_a_users_file_fills_in_royalties(tmp_path: Path) -> None:
    cells = "\n".join(
        f'{row}.{cell} = {{ value = {points}, source = "the lobby" }}'
        for row, cell, points in [
            *(("middle", "trips", 1), ("middle", "straight", 3), ("middle", "flush", 5), ("middle", "full_house", 7)),
            *(("bottom", "straight", 2), ("bottom", "flush", 4), ("bottom", "full_house", 6)),
        ]
    )
    own = load_mine(tmp_path, f"[royalties.russian]\n{cells}")
    table = own.with_options(royalties="russian").royalty_table()
    assert list(table.row("middle").values()) == [1, 3, 5, 7, 20, 30, 50]
    assert table.source("middle", "flush") == "the lobby"
    assert shared_tables()["russian"].row("middle")["flush"] is UNKNOWN
    later = tmp_path / "later"
    later.mkdir()
    write(later, "other", mine(name="other", extends="mine"))
    again = load_rules([tmp_path, later])["other"].with_options(royalties="russian")
    assert again.royalty_table().row("middle")["flush"] == 5
    assert again.digest == own.with_options(royalties="russian").digest


def test_a_later_folder_extends_an_earlier(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    write(first, "mine", mine())
    write(second, "yours", mine(name="yours", extends="mine"))
    assert load_rules([first, second])["yours"].digest == rules("pokerbet").digest
    with pytest.raises(ValueError, match=r'yours\.toml: extends: no rule set "mine"; allowed: "arena_classic", '):
        load_rules([second])


def test_files_are_read_anew(tmp_path: Path) -> None:
    assert load_mine(tmp_path).value("deal.players_max") == 3
    assert load_mine(tmp_path, '[deal]\nplayers_max = { value = 2, source = "x" }').value("deal.players_max") == 2


def test_a_whole_rule_set_may_extend_nothing(tmp_path: Path) -> None:
    text = (data_dir("schemas") / "rules" / "spartan_refant14.toml").read_text("utf-8")
    write(tmp_path, "mine", text.replace('id = "spartan_refant14"', 'id = "mine"'))
    assert load_rules([tmp_path])["mine"].digest == rules("spartan_refant14").digest


def test_digest_does_not_depend_on_the_order_of_keys(tmp_path: Path) -> None:
    lines = ['row_points = { value = 2, source = "x" }', 'scoop_bonus = { value = 4, source = "y" }']
    first = load_mine(tmp_path, "\n".join(["[score]", *lines])).digest
    clock = '[clock]\nhand_seconds = { value = 120, source = "z" }'
    second = load_mine(tmp_path, "\n".join([clock, "[score]", *reversed(lines)])).digest
    assert first == second
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_digest_changes_with_each_value_and_with_royalties(tmp_path: Path) -> None:
    bodies = [
        "",
        '[score]\nrow_points = { value = 2, source = "x" }',
        '[score]\nscoop_bonus = { value = "unknown", source = "x" }',
        '[fantasyland]\ncards = { value = { QQ = 14, KK = 14, AA = 14, trips = "unknown" }, source = "x" }\n'
        'mode = { value = "progressive", source = "x" }',
        '[royalties.american.middle]\nflush = { value = 9, source = "x" }',
    ]
    digests = [load_mine(tmp_path, body).digest for body in bodies]
    assert len(set(digests)) == len(bodies)
    assert digests[0] == rules("pokerbet").digest
    # A table that is not in force decides nothing.
    assert load_mine(tmp_path, '[royalties.russian.middle]\nflush = { value = 9, source = "x" }').digest == digests[0]
