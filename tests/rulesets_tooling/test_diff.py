"""Two rule sets side by side: only what differs, with both sources."""

from pathlib import Path

import pytest

from ofc_audit.rulesets import RuleSet, all_parameters, differences, load_rules, play_alike
from rulesets_tooling.files import mine, write


def keys(a: RuleSet, b: RuleSet) -> list[str]:
    return [one.key for one in differences(a, b)]


def own(folder: Path, body: str, extends: str = "pokerbet") -> RuleSet:
    write(folder, "mine", mine(body, extends=extends))
    return load_rules([folder])["mine"]


def test_a_rule_set_does_not_differ_from_itself_nor_from_a_file_that_changes_nothing(tmp_path: Path) -> None:
    for rules in load_rules().values():
        assert differences(rules, rules) == []
    pokerbet = load_rules()["pokerbet"]
    assert differences(pokerbet, own(tmp_path, "")) == []
    assert play_alike(pokerbet, own(tmp_path, ""))


def test_only_what_differs_is_listed_with_both_sources() -> None:
    a, b = load_rules()["pokerbet"], load_rules()["pokerbet_progressive"]
    mode, cards = differences(a, b)
    assert (mode.section, mode.key, mode.a.value, mode.b.value) == (
        "fantasyland",
        "fantasyland.mode",
        "fixed",
        "progressive",
    )
    assert (cards.key, cards.a.value, cards.b.value) == (
        "fantasyland.cards",
        "QQ 14, KK 14, AA 14, trips 14",
        "QQ 14, KK 15, AA 16, trips 17",
    )
    assert mode.a.source == a.source("fantasyland.mode")
    assert mode.b.source == b.source("fantasyland.mode")
    assert mode.b.sentence == "Progressive Fantasyland: a better top earns more cards."


@pytest.mark.parametrize("other", ["spartan_refant14", "pppoker_progressive17", "upoker_refant14"])
def test_differences_are_those_of_the_values_either_way(other: str) -> None:
    a, b = load_rules()["pokerbet"], load_rules()[other]
    differ = [key for key in all_parameters() if a.value(key) != b.value(key)]
    assert [key for key in keys(a, b) if key in all_parameters()] == differ
    assert keys(a, b) != []
    assert [(one.b, one.a) for one in differences(a, b) if one.section != "options"] == [
        (one.a, one.b) for one in differences(b, a) if one.section != "options"
    ]


def test_royalties_in_force_differ_hand_by_hand(tmp_path: Path) -> None:
    pokerbet = load_rules()["pokerbet"]
    other = own(tmp_path, '[royalties.american.middle]\nflush = { value = 9, source = "the lobby" }')
    (one,) = differences(pokerbet, other)
    assert (one.section, one.key, one.a.value, one.b.value, one.b.source) == (
        "score",
        "royalties.middle.flush",
        "8",
        "9",
        "the lobby",
    )
    assert one.b.sentence == "Royalties for flush in the middle: 9."
    assert not play_alike(pokerbet, other)


def test_another_table_in_force_differs_in_its_cells_and_none_does_not_list_them(tmp_path: Path) -> None:
    pokerbet = load_rules()["pokerbet"]
    russian = own(tmp_path, '[score]\nroyalties = { value = "russian", source = "the lobby" }')
    tables = pokerbet.royalty_tables
    cells = [
        f"royalties.{row}.{cell}"
        for (row, cell), one in tables["american"].cells.items()
        if one.value != tables["russian"].cells[row, cell].value
    ]
    assert keys(pokerbet, russian) == ["score.royalties", *cells]
    assert len(cells) >= 7
    off = own(tmp_path, '[score]\nroyalties = { value = "none", source = "the lobby" }')
    assert keys(pokerbet, off) == ["score.royalties"]


def test_tables_that_only_a_hand_brings_into_force_are_options(tmp_path: Path) -> None:
    pokerbet = load_rules()["pokerbet"]
    other = own(tmp_path, '[royalties.russian.middle]\nflush = { value = 8, source = "the lobby" }')
    (one,) = differences(pokerbet, other)
    assert (one.section, one.key) == ("options", "royalties russian: royalties.middle.flush")
    assert (one.a.value, one.b.value) == ("unknown", "8")
    assert play_alike(pokerbet, other)


def test_a_table_of_ones_own_is_not_known_to_the_other(tmp_path: Path) -> None:
    pokerbet = load_rules()["pokerbet"]
    cells = "\n".join(
        f'{row}.{cell} = {{ value = 1, source = "lobby" }}' for row, cell in pokerbet.royalty_tables["american"].cells
    )
    (one,) = differences(own(tmp_path, f"[royalties.lobby]\n{cells}\n"), pokerbet)
    assert (one.key, one.a.value, one.b.value) == ("royalties lobby", "known", "not known")
    assert one.b.sentence == 'No royalty table "lobby" is known.'


def test_what_an_option_brings_differs_where_the_hands_rules_would(tmp_path: Path) -> None:
    pokerbet = load_rules()["pokerbet"]
    cards = '"fantasyland.cards" = { value = { QQ = 14, KK = 15, AA = 16, trips = 16 }, source = "the lobby" }'
    (one,) = differences(pokerbet, own(tmp_path, f"[options.fantasyland.progressive]\n{cards}"))
    assert (one.section, one.key) == ("options", "fantasyland progressive: fantasyland.cards")
    assert (one.a.value, one.b.value) == ("QQ 14, KK 15, AA 16, trips 17", "QQ 14, KK 15, AA 16, trips 16")
    # Fixed is an option of the progressive one only, and gives what the fixed one has anyway.
    assert not any(key.startswith("fantasyland fixed") for key in keys(pokerbet, load_rules()["pokerbet_progressive"]))
