"""Errors of a user's files, to the letter: file, key, what is wrong and what is allowed."""

import re
from pathlib import Path

import pytest

from ofc_audit.data import data_dir
from ofc_audit.rulesets import load_rules
from ofc_audit.rulesets.royalties import parse_cells
from rulesets.files import SHIPPED, load_mine
from rulesets_tooling.files import mine, write

ERRORS = {
    "unknown key": (
        "scor = 1",
        (
            'unknown key "scor"; allowed: "id", "title", "basis", "sites", "extends", "deal", "board", '
            '"score", "fantasyland", "settlement", "match", "clock", "tournament", "options", "royalties", "dates"'
        ),
    ),
    "unknown parameter": (
        ('[deal]\nplayer = { value = 2, source = "x" }'),
        ('deal.player: unknown parameter; allowed: "players_min", "players_max", "streets", "placed", "deck"'),
    ),
    "section": (
        "deal = 3",
        "deal: must be a table of parameters",
    ),
    "bare value": (
        ('[score]\nmethod = "1-6"'),
        'score.method: must be { value = …, source = "…" }, with a note if need be',
    ),
    "no value": (
        ('[score]\nmethod = { source = "x" }'),
        'score.method: has no value; write "unknown" where no source gives one',
    ),
    "no source": (
        ('[score]\nmethod = { value = "1-6" }'),
        (
            "score.method: has no source; allowed: document and section, recorded hands with how many, "
            "or [decision] and why"
        ),
    ),
    "blank source": (
        ('[score]\nmethod = { value = "unknown", source = " " }'),
        (
            "score.method: has no source; allowed: document and section, recorded hands with how many, "
            "or [decision] and why"
        ),
    ),
    "entry key": (
        ('[score]\nmethod = { value = "1-6", source = "x", why = "y" }'),
        'score.method: unknown key "why"; allowed: "value", "source", "note"',
    ),
    "note": (
        ('[score]\nmethod = { value = "1-6", source = "x", note = 3 }'),
        "score.method: its note must be text",
    ),
    "choice": (
        ('[score]\nmethod = { value = "3-5", source = "x" }'),
        'score.method: "3-5" is impossible; allowed: "1-6", "2-4" or "unknown"',
    ),
    "int": (
        ('[score]\nscoop_bonus = { value = 21, source = "x" }'),
        'score.scoop_bonus: 21 is impossible; allowed: a whole number from 0 to 20 or "unknown"',
    ),
    "true is no number": (
        ('[score]\nscoop_bonus = { value = true, source = "x" }'),
        'score.scoop_bonus: True is impossible; allowed: a whole number from 0 to 20 or "unknown"',
    ),
    "float": (
        ('[score]\nscoop_bonus = { value = 3.0, source = "x" }'),
        'score.scoop_bonus: 3.0 is impossible; allowed: a whole number from 0 to 20 or "unknown"',
    ),
    "number choice": (
        ('[deal]\ndeck = { value = 54, source = "x" }'),
        'deal.deck: 54 is impossible; allowed: 52 or "unknown"',
    ),
    "bool": (
        ('[board]\nequal_rows_legal = { value = "yes", source = "x" }'),
        'board.equal_rows_legal: "yes" is impossible; allowed: true, false or "unknown"',
    ),
    "cards on stay": (
        ('[fantasyland]\ncards_on_stay = { value = 18, source = "x" }'),
        (
            "fantasyland.cards_on_stay: 18 is impossible; allowed: a whole number from 13 to 17, "
            '"as_before", "none" or "unknown"'
        ),
    ),
    "ints": (
        ('[deal]\nstreets = { value = [5, 0], source = "x" }'),
        'deal.streets: 5, 0 is impossible; allowed: a list of whole numbers from 1 to 13 or "unknown"',
    ),
    "rate": (
        ('[settlement]\nrake_rate = { value = "1.5", source = "x" }'),
        (
            'settlement.rake_rate: "1.5" is impossible; allowed: a decimal below 1 in quotes, such as '
            '"0.03" or "unknown"'
        ),
    ),
    "match cap": (
        ('[settlement]\nmatch_cap = { value = "-1", source = "x" }'),
        (
            'settlement.match_cap: "-1" is impossible; allowed: an amount above 0 with at most four '
            'decimals in quotes, "none" or "unknown"'
        ),
    ),
    "text": (
        ('[fantasyland]\norder_of_play = { value = "", source = "x" }'),
        'fantasyland.order_of_play: "" is impossible; allowed: text or "unknown"',
    ),
    "choices": (
        ('[tournament]\nplaces = { value = ["left_of_button", "left_of_button"], source = "x" }'),
        (
            'tournament.places: "left_of_button", "left_of_button" is impossible; allowed: a list of '
            '"later_elimination", "stack_before_match", "left_of_button", "earlier_registration", each '
            'once or "unknown"'
        ),
    ),
    "royalties": (
        ('[score]\nroyalties = { value = "finnish", source = "x" }'),
        ('score.royalties: "finnish" is impossible; allowed: "american", "none", "russian" or "unknown"'),
    ),
    "players": (
        ('[deal]\nplayers_min = { value = 4, source = "x" }'),
        "deal.players_max: 3 is less than deal.players_min, 4",
    ),
    "too many players": (
        ('[deal]\nplayers_max = { value = 4, source = "x" }'),
        "deal.players_max: 4 players take 68 cards of 52",
    ),
    "placed": (
        ('[deal]\nplaced = { value = [5, 2, 2, 2, 1], source = "x" }'),
        "deal.placed: places 12 cards; allowed is 13 in all",
    ),
    "streets": (
        ('[deal]\nstreets = { value = [5, 3, 3, 3, 1], source = "x" }'),
        "deal.placed: each street must place cards, and no more than deal.streets deals",
    ),
    "rows": (
        ('[board]\nrow_sizes = { value = [3, 5, 4], source = "x" }'),
        "board.row_sizes: [3, 5, 4] is impossible; allowed: [3, 5, 5]",
    ),
    "fixed cards": (
        ('[fantasyland]\ncards = { value = { QQ = 14, KK = 15, AA = 14, trips = 14 }, source = "x" }'),
        "fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all",
    ),
    "fixed option": (
        (
            "[options.fantasyland.fixed]\n"
            '"fantasyland.cards" = { value = { QQ = 14, KK = 15, AA = 14, trips = 14 }, source = "x" }'
        ),
        ("options.fantasyland.fixed: fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all"),
    ),
    "option": (
        "[options.jokers.two]",
        (
            'options.jokers.two: unknown option "jokers"; allowed: "fantasyland", "match_cap", '
            '"one_hand", "royalties", "royalty_settlement", "scoring"'
        ),
    ),
    "option value": (
        "[options.fantasyland.wild]",
        'options.fantasyland.wild: unknown value "wild"; allowed: "fixed", "progressive"',
    ),
    "option without": (
        "[options.match_cap.none]",
        "options.match_cap.none: nothing can be tied to this option",
    ),
    "option parameter": (
        ('[options.one_hand.true]\n"match.len" = { value = 1, source = "x" }'),
        (
            'options.one_hand.true: match.len: unknown parameter; allowed: "length", "early_end", "fantasy_after_end", "joining"'
        ),
    ),
    "option shape": (
        "options = 1",
        "options: must be tables such as [options.fantasyland.progressive]",
    ),
    "option flat": (
        ("[options]\none_hand = 1"),
        "options.one_hand: must be tables such as [options.fantasyland.progressive]",
    ),
    "option entry": (
        ("[options.one_hand]\ntrue = 1"),
        "options.one_hand.true: must be a table of parameters",
    ),
    "royalty row": (
        "[royalties.russian.front]",
        'royalties.russian: unknown row "front"; allowed: "top", "middle", "bottom"',
    ),
    "royalty hand": (
        ('[royalties.russian.middle]\npair = { value = 1, source = "x" }'),
        (
            'royalties.russian.middle.pair: unknown hand; allowed: "trips", "straight", "flush", '
            '"full_house", "quads", "straight_flush", "royal_flush"'
        ),
    ),
    "royalty points": (
        ('[royalties.russian.middle]\nflush = { value = -1, source = "x" }'),
        ('royalties.russian.middle.flush: -1 is impossible; allowed: a whole number from 0 to 1000 or "unknown"'),
    ),
    "royalty table": (
        ('[royalties.finnish.top]\n66 = { value = 1, source = "x" }'),
        'royalties.finnish.top.77: is missing, and so are 34 more; give it points and a source, or "unknown" and why',
    ),
    "royalty name": (
        "[royalties.none]",
        'royalties.none: this name is taken; allowed is any but "none", "unknown"',
    ),
    "royalties shape": (
        "royalties = 1",
        "royalties: must be tables such as [royalties.russian.middle]",
    ),
    "sites": (
        "sites = []",
        'sites: must be a list of site names, such as ["pokerbet"]',
    ),
    "basis": (
        'basis = ""',
        "basis: must be text",
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_name_file_key_and_what_is_allowed(tmp_path: Path, case: str) -> None:
    body, message = ERRORS[case]
    with pytest.raises(ValueError) as caught:
        load_mine(tmp_path, body)
    assert str(caught.value) == f"{tmp_path}/mine.toml: {message}"


def test_cards_must_name_every_top(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as caught:
        load_mine(tmp_path, '[fantasyland]\ncards = { value = { QQ = 14 }, source = "x" }')
    assert str(caught.value).endswith(
        'allowed: a table of QQ, KK, AA, trips, each a whole number from 13 to 17 or "unknown"'
    )


def check_error(folder: Path, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        load_rules([folder])
    assert str(caught.value) == message


def test_a_missing_parameter(tmp_path: Path) -> None:
    text = (data_dir("schemas") / "rules" / "spartan_refant14.toml").read_text("utf-8")
    text = text.replace('id = "spartan_refant14"', 'id = "mine"')
    lines = [line for line in text.splitlines() if not line.startswith("scoop_bonus")]
    write(tmp_path, "mine", "\n".join(lines))
    check_error(
        tmp_path,
        f'{tmp_path}/mine.toml: score.scoop_bonus: is missing; give it a value and a source, or "unknown" and why',
    )


@pytest.mark.parametrize("key", ["id", "title", "basis"])
def test_a_missing_heading(tmp_path: Path, key: str) -> None:
    text = (data_dir("schemas") / "rules" / "spartan_refant14.toml").read_text("utf-8")
    write(tmp_path, "mine", re.sub(rf"(?m)^{key} = .*\n", "", text.replace('id = "spartan_refant14"', 'id = "mine"')))
    check_error(tmp_path, f"{tmp_path}/mine.toml: {key}: must be text")


def test_an_id_other_than_the_file(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(name="yours"))
    check_error(tmp_path, f'{tmp_path}/mine.toml: id: is "yours"; file and rule set have one name')


def test_an_id_that_is_taken(tmp_path: Path) -> None:
    write(tmp_path, "pokerbet", mine(name="pokerbet", extends="pokerbet_progressive"))
    check_error(
        tmp_path, f'{tmp_path}/pokerbet.toml: id: "pokerbet" is taken; choose another and let it extend that one'
    )


def test_extending_nothing_known(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(extends="pokerbot"))
    known = ", ".join(f'"{name}"' for name in sorted(SHIPPED))
    check_error(tmp_path, f'{tmp_path}/mine.toml: extends: no rule set "pokerbot"; allowed: {known}')
    write(tmp_path, "mine", 'id = "mine"\ntitle = "Mine"\nextends = ["pokerbet"]\n')
    check_error(tmp_path, f'{tmp_path}/mine.toml: extends: no rule set "pokerbet"; allowed: {known}')


def test_extending_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(extends="mine"))
    check_error(tmp_path, f"{tmp_path}/mine.toml: extends: goes in a circle: mine → mine")
    write(tmp_path, "mine", mine(extends="yours"))
    write(tmp_path, "yours", mine(name="yours", extends="mine"))
    check_error(tmp_path, f"{tmp_path}/mine.toml: extends: goes in a circle: mine → yours → mine")


def test_extending_over_two_levels(tmp_path: Path) -> None:
    write(tmp_path, "a", mine(name="a", extends="b"))
    write(tmp_path, "b", mine(name="b", extends="pokerbet"))
    check_error(
        tmp_path,
        f'{tmp_path}/a.toml: extends: "b" extends "pokerbet" itself; '
        'allowed is one level within a folder: extend "pokerbet"',
    )


def test_files_that_are_no_toml(tmp_path: Path) -> None:
    path = write(tmp_path, "mine", "id = ")
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: not readable as TOML: Invalid value"):
        load_rules([tmp_path])
    path.write_bytes(b'id = "\xff"')
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: not readable as TOML: 'utf-8' codec"):
        load_rules([tmp_path])


def test_folders_without_rule_sets(tmp_path: Path) -> None:
    check_error(tmp_path, f"{tmp_path}: holds no rule set (a file such as my_rules.toml)")
    with pytest.raises(FileNotFoundError, match=r"^no folder of rule sets: "):
        load_rules([tmp_path / "nowhere"])


def test_cells_must_be_a_table() -> None:
    with pytest.raises(ValueError, match=r'^here: must be a table of "top", "middle", "bottom"$'):
        parse_cells(3, "here")
    with pytest.raises(ValueError, match=r'^here\.bottom: must be a table of "trips", '):
        parse_cells({"bottom": 3}, "here")
