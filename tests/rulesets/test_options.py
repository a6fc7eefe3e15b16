"""What a hand states overrides its parameter, and brings along what the rule set ties to it."""

from decimal import Decimal

import pytest

from ofc_audit.rulesets import UNKNOWN, all_parameters
from ofc_audit.rulesets.catalogue import CARD_KEYS
from ofc_audit.rulesets.royalties import CELLS
from rulesets.files import changed, rules


def test_no_options_change_nothing() -> None:
    pokerbet = rules("pokerbet")
    assert pokerbet.with_options() is pokerbet


def test_stated_scoring_fills_what_pokerbet_leaves_open() -> None:
    for method in ("1-6", "2-4"):
        stated = rules("pokerbet").with_options(scoring=method)
        assert stated.value("score.method") == method
        assert stated.source("score.method") == "stated by the hand"
        assert stated.note("score.method") == ""
        assert changed(rules("pokerbet"), stated) == {"score.method"}


def test_stated_values_that_the_rule_set_has_change_the_source_only() -> None:
    stated = rules("pokerbet").with_options(
        royalties="american", royalty_settlement="difference", fantasyland="fixed", one_hand=False
    )
    assert changed(rules("pokerbet"), stated) == set()
    assert stated.digest == rules("pokerbet").digest
    for key in ("score.royalties", "score.royalty_settlement", "fantasyland.mode", "match.length"):
        assert stated.source(key) == "stated by the hand"
    assert stated.source("fantasyland.cards") == "document 000, Fantasy"


def test_royalties_off() -> None:
    stated = rules("pokerbet").with_options(royalties="none")
    table = stated.royalty_table()
    assert table.name == "none"
    assert {points for row in CELLS for points in table.row(row).values()} == {0}
    assert changed(rules("pokerbet"), stated) == {"score.royalties"}


def test_russian_royalties_are_partly_known() -> None:
    stated = rules("pokerbet").with_options(royalties="russian")
    assert stated.value("score.royalties") == "russian"
    assert stated.royalty_table().row("middle")["flush"] is UNKNOWN
    assert stated.royalty_table().row("top")["AAA"] == 22


def test_a_royalty_table_nobody_knows_is_unknown() -> None:
    stated = rules("pokerbet").with_options(royalties="finnish")
    assert stated.value("score.royalties") is UNKNOWN
    assert stated.source("score.royalties") == "stated by the hand"
    assert stated.note("score.royalties") == (
        'the hand states royalties: "finnish" is impossible; allowed: "american", "none", "russian" or "unknown"'
    )
    table = stated.royalty_table()
    assert all(points is UNKNOWN for row in CELLS for points in table.row(row).values())


def test_winner_only_royalties() -> None:
    stated = rules("pokerbet").with_options(royalty_settlement="winner_only")
    assert stated.value("score.royalty_settlement") == "winner_only"
    assert changed(rules("pokerbet"), stated) == {"score.royalty_settlement"}


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("scoring", "score.method"),
        ("royalty_settlement", "score.royalty_settlement"),
        ("fantasyland", "fantasyland.mode"),
        ("match_cap", "settlement.match_cap"),
    ],
)
def test_stated_values_that_cannot_be_are_unknown(option: str, key: str) -> None:
    stated = rules("pokerbet").with_options(**{option: "3-5"})  # type: ignore[arg-type]
    assert stated.value(key) is UNKNOWN
    assert stated.note(key).startswith(f'the hand states {option}: "3-5" is impossible; allowed: ')


def test_stated_progressive_switches_mode_and_cards() -> None:
    stated = rules("pokerbet").with_options(fantasyland="progressive")
    assert changed(rules("pokerbet"), stated) == {"fantasyland.mode", "fantasyland.cards"}
    assert stated.value("fantasyland.cards") == {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
    assert stated.source("fantasyland.mode") == "stated by the hand"
    assert stated.source("fantasyland.cards").startswith("document 000, Fantasy, gives 14 to 17")
    assert stated.digest == rules("pokerbet_progressive").digest


def test_stated_fixed_switches_back() -> None:
    stated = rules("pokerbet_progressive").with_options(fantasyland="fixed")
    assert stated.digest == rules("pokerbet").digest
    assert stated.with_options(fantasyland="progressive").digest == rules("pokerbet_progressive").digest


def test_cards_of_a_mode_the_rule_set_does_not_know_are_unknown() -> None:
    stated = rules("spartan_refant14").with_options(fantasyland="fixed")
    assert stated.value("fantasyland.mode") == "fixed"
    assert stated.value("fantasyland.cards") == dict.fromkeys(CARD_KEYS, UNKNOWN)
    assert stated.note("fantasyland.cards") == (
        "the hand states fixed Fantasyland, and spartan_refant14 does not know how many cards that deals"
    )
    same = rules("spartan_refant14").with_options(fantasyland="progressive")
    assert same.value("fantasyland.cards") == {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}


def test_one_hand() -> None:
    assert rules("pokerbet").with_options(one_hand=True).value("match.length") == "one_hand"
    assert rules("pokerbet").with_options(one_hand=False).value("match.length") == "players"
    back = rules("pokerbet").with_options(one_hand=True).with_options(one_hand=False)
    assert back.value("match.length") is UNKNOWN
    assert back.note("match.length") == "the hand states a match of several hands, and pokerbet does not know how many"


def test_a_room_without_matches_cannot_have_one_of_one_hand() -> None:
    room = rules("upoker_refant14")
    stated = room.with_options(one_hand=True)
    assert stated.value("match.length") is UNKNOWN
    assert stated.note("match.length") == "the hand states a match of one hand, and upoker_refant14 has no matches"
    assert room.with_options(one_hand=False) is room
    capped = room.with_options(match_cap="50.00")
    assert capped.value("settlement.match_cap") is UNKNOWN
    assert (
        capped.note("settlement.match_cap")
        == "the hand states a stake of the match, and upoker_refant14 has no matches"
    )


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("50.00", "50.00"),
        ("50", "50.00"),
        (Decimal("50.0000"), "50.00"),
        (Decimal("1E+2"), "100.00"),
        ("0.1234", "0.1234"),
    ],
)
def test_match_cap_has_one_spelling(said: Decimal | str, value: str) -> None:
    assert rules("pokerbet").with_options(match_cap=said).value("settlement.match_cap") == value


@pytest.mark.parametrize("said", ["0", "0.00", "-5", "0.00001", "1,5", "", Decimal("-1")])
def test_match_caps_that_cannot_be(said: Decimal | str) -> None:
    assert rules("pokerbet").with_options(match_cap=said).value("settlement.match_cap") is UNKNOWN


def test_a_match_of_one_hand_is_always_progressive_on_the_network() -> None:
    """Document 002, opening; what the hand says of Fantasyland itself weighs more."""
    progressive = {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
    for name in ("quadnet", "pokerninja"):
        stated = rules(name).with_options(one_hand=True)
        assert changed(rules(name), stated) == {"match.length", "fantasyland.mode", "fantasyland.cards"}
        assert stated.value("fantasyland.mode") == "progressive"
        assert stated.value("fantasyland.cards") == progressive
        assert "always progressive" in stated.source("fantasyland.mode")
        both = rules(name).with_options(one_hand=True, fantasyland="progressive")
        assert both.value("fantasyland.cards") == progressive
        fixed = rules(name).with_options(one_hand=True, fantasyland="fixed")
        assert changed(rules(name), fixed) == {"match.length"}
    assert rules("quadnet").with_options(one_hand=True).digest == rules("quadnet_one_hand").digest
    assert rules("quadnet_progressive").with_options(one_hand=True).digest == rules("quadnet_one_hand").digest
    assert rules("quadnet").with_options(fantasyland="progressive").digest == rules("quadnet_progressive").digest
    assert rules("quadnet_progressive").with_options(fantasyland="fixed").digest == rules("quadnet").digest
    assert rules("pokerbet").with_options(one_hand=True).value("fantasyland.mode") == "fixed"


def test_a_one_hand_game_can_be_played_in_matches_of_several() -> None:
    assert rules("pokerbet_one_hand").with_options(one_hand=False).digest == rules("pokerbet").digest
    assert rules("quadnet_one_hand").with_options(one_hand=False).digest == rules("quadnet_progressive").digest
    assert rules("pokerbet").with_options(one_hand=True).digest == rules("pokerbet_one_hand").digest


def test_the_tables_a_network_offers() -> None:
    quadnet = rules("quadnet").with_options(scoring="2-4", royalties="russian")
    assert changed(rules("quadnet"), quadnet) == {"score.method", "score.royalties"}
    assert quadnet.royalty_table().row("middle")["flush"] is UNKNOWN
    assert quadnet.royalty_table().row("middle")["quads"] == 20
    assert rules("openface_classic").with_options(royalties="none").royalty_table().row("top")["AAA"] == 0


def test_a_cap_that_leaves_the_winners_own_stack_open_is_not_known() -> None:
    quadnet = rules("quadnet")
    assert quadnet.value("settlement.cap") == "loser_or_both"
    assert not quadnet.is_known("settlement.cap")
    assert rules("pokerbet").is_known("settlement.cap")
    cap = all_parameters()["settlement.cap"]
    assert cap.readings("loser_or_both") == ("loser", "both")
    assert cap.readings("both") == ("both",)
    assert cap.readings(UNKNOWN) == ("both", "loser", "none")


def test_values_that_leave_others_open_are_among_the_values_and_so_are_those() -> None:
    for parameter in all_parameters().values():
        for value, others in parameter.open.items():
            assert value in parameter.values
            assert set(others) < set(parameter.values) - set(parameter.open)
            assert len(others) > 1
