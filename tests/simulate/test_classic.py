"""The classic game: five cards, then eight single ones; up to four players; one stay in a row."""

from collections import defaultdict

import pytest

from ofc_audit.simulate import play
from simulate.histories import RULES, Hand, hand_list, options_of

CLASSIC = RULES["openface_classic"]
OPTIONS = options_of("openface_classic")


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    return hand_list(play(CLASSIC, 240, 3, options=OPTIONS, n_players=(2, 3, 4), policies=("careful",)))


def test_nine_streets_place_thirteen_cards_and_discard_none(hands: list[Hand]) -> None:
    for hand in hands:
        for player in hand["players"]:
            assert player["discards"] == []
            assert len(player["dealt"]) == 13
            assert sorted(player["dealt"]) == sorted(player["cards"])
            if not player["is_fantasy"]:
                assert sorted(player["streets"]) == [1] * 5 + list(range(2, 10))
                assert player["dealt_streets"] == [1] * 5 + list(range(2, 10))


def test_four_players_hold_the_whole_deck(hands: list[Hand]) -> None:
    four = [hand for hand in hands if len(hand["players"]) == 4]
    assert len(four) == 80
    for hand in four:
        assert sorted(card for player in hand["players"] for card in player["cards"]) == list(range(52))
        assert [(pair["a"], pair["b"]) for pair in hand["pairs"]] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
        assert len({player["player_name"] for player in hand["players"]}) == 4


def test_fantasyland_deals_thirteen_cards(hands: list[Hand]) -> None:
    in_fantasy = [player for hand in hands for player in hand["players"] if player["is_fantasy"]]
    assert {player["fantasy_cards"] for player in in_fantasy} == {13}


def test_who_is_bust_buys_in_again() -> None:
    tables = hand_list(play(CLASSIC, 100, 5, options=OPTIONS, n_players=(3,), stack="8.00"))
    assert all(len(hand["players"]) == 3 for hand in tables)
    assert all(player["stack"] > 0 for hand in tables for player in hand["players"])
    assert any(player["claimed_stack"] == 0 for hand in tables for player in hand["players"])


def stays_in_a_row(limit: int) -> set[int]:
    """How often players stayed in a row, in a game in which most stay who are in Fantasyland."""
    rules = CLASSIC.with_values(
        {
            "deal.streets": [5, 3, 3, 3, 3],
            "deal.placed": [5, 2, 2, 2, 2],
            "deal.players_max": 3,
            "fantasyland.cards": dict.fromkeys(("QQ", "KK", "AA", "trips"), 17),
            "fantasyland.cards_on_stay": 17,
            "fantasyland.stay_limit": limit,
        },
        "test",
    )
    tables = play(rules, 600, 4, options=OPTIONS, n_players=(2,), policies=("careful",))
    lengths, run = set(), defaultdict(int)
    for hand in hand_list(tables):
        for player in hand["players"]:
            key = hand["table_id"], player["player_name"]
            run[key] = run[key] + 1 if player["is_fantasy"] else 0
            if player["is_fantasy"] and not player["claimed_fantasy_next"]:
                lengths.add(run[key] - 1)
    return lengths


def test_nobody_stays_oftener_in_a_row_than_the_limit() -> None:
    assert stays_in_a_row(1) == {0, 1}
    assert max(stays_in_a_row(0)) > 1


def test_pineapple_has_no_room_for_a_fourth_player() -> None:
    with pytest.raises(ValueError, match="openface_pineapple: a table has two or three players, not 4"):
        play(RULES["openface_pineapple"], 10, 1, options=OPTIONS, n_players=(4,))


def test_a_deal_that_discards_two_cards_on_a_street_is_refused() -> None:
    deal = {"deal.players_max": 2, "deal.streets": [5, 4, 3, 3, 3], "deal.placed": [5, 2, 2, 2, 2]}
    rules = RULES["openface_pineapple"].with_values(deal, "test")
    with pytest.raises(ValueError, match=r"a deal of \[5, 4, .*cannot be played; the streets place 13 cards"):
        play(rules, 10, 1, options=OPTIONS, n_players=(2,))
