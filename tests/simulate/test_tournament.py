"""Tournaments: the price by level, frozen for Fantasyland; places and bounties."""

from decimal import Decimal
from itertools import pairwise

import pytest

from ofc_audit.simulate import play
from ofc_audit.simulate.rooms import Tournament
from simulate.histories import RULES, Hand, grouped, hand_list, options_of

LEVELS = ((1, "100"), (2, "200"), (3, "400"))


@pytest.fixture(scope="module")
def norway() -> list[list[Hand]]:
    tables = play(
        RULES["norway_tournament"],
        900,
        5,
        n_players=(3, 2),
        hands_per_table=150,
        policies=("careful",),
        stack="6000",
        tournament=Tournament(LEVELS, 3),
    )
    return grouped(hand_list(tables), "tournament_id")


@pytest.fixture(scope="module")
def knockout() -> list[list[Hand]]:
    tables = play(
        RULES["pokerbet"],
        900,
        6,
        options=options_of("pokerbet"),
        n_players=(3,),
        hands_per_table=300,
        stack="20",
        point_value="1",
        tournament=Tournament(bounty="2.50"),
        plays_on=True,
    )
    return grouped(hand_list(tables), "tournament_id")


def is_fantasy(hand: Hand) -> bool:
    return any(player["is_fantasy"] for player in hand["players"])


def test_price_follows_the_level_and_waits_for_fantasyland(norway: list[list[Hand]]) -> None:
    prices, frozen = dict(LEVELS), 0
    for hands in norway:
        assert [hand["level"] for hand in hands] == [min(1 + at // 3, 3) for at in range(len(hands))]
        assert not is_fantasy(hands[0])
        for before, hand in pairwise(hands):
            if is_fantasy(hand):
                assert hand["point_value"] == before["point_value"]
                frozen += hand["point_value"] != Decimal(prices[hand["level"]])
            else:
                assert hand["point_value"] == Decimal(prices[hand["level"]])
    assert frozen > 0
    assert {hand["currency"] for hands in norway for hand in hands} == {"chips"}


def test_pairs_stand_in_the_order_in_which_they_are_settled(norway: list[list[Hand]]) -> None:
    three = [hand for hands in norway for hand in hands if len(hand["players"]) == 3]
    assert three
    for hand in three:
        assert [(pair["a"], pair["b"]) for pair in hand["pairs"]] == [(0, 2), (1, 2), (0, 1)]
        assert [pair["pair_no"] for pair in hand["pairs"]] == [0, 1, 2]


def test_who_has_no_chips_is_out(norway: list[list[Hand]]) -> None:
    n_out = 0
    for hands in norway:
        for before, after in pairwise(hands):
            left = {player["player_name"]: player["claimed_stack"] for player in before["players"]}
            assert {p["player_name"]: p["stack"] for p in after["players"]} == {n: s for n, s in left.items() if s}
            n_out += sum(not stack for stack in left.values())
    assert n_out > 0


def test_all_chips_stay_in_the_tournament(norway: list[list[Hand]], knockout: list[list[Hand]]) -> None:
    for hands in (*norway, *knockout):
        total = sum(player["stack"] for player in hands[0]["players"])
        # Whoever is out has nothing, so that those who play have everything.
        assert all(sum(p["claimed_stack"] for p in hand["players"]) == total for hand in hands)


@pytest.mark.parametrize("which", ["norway", "knockout"])
def test_every_player_gets_one_place_in_the_order_of_elimination(which: str, request: pytest.FixtureRequest) -> None:
    finished = 0
    for hands in request.getfixturevalue(which):
        places = [
            (player["claimed_place"], player["player_name"])
            for hand in hands
            for player in sorted(hand["players"], key=lambda player: -(player["claimed_place"] or 0))
            if player["claimed_place"] is not None
        ]
        n = len(hands[0]["players"])
        assert [place for place, _ in places] == list(range(n, n - len(places), -1))
        assert len({name for _, name in places}) == len(places)
        finished += len(places) == n
    assert finished > 3


def test_of_two_who_are_out_at_once_the_one_who_had_more_is_ahead(knockout: list[list[Hand]]) -> None:
    both = 0
    for hands in knockout:
        for match in grouped(hands, "match_id"):
            start = {player["player_name"]: player["stack"] for player in match[0]["players"]}
            for hand in match:
                out = [p for p in hand["players"] if p["claimed_place"] is not None and p["claimed_place"] > 1]
                if len(out) == 2:
                    both += 1
                    better, worse = sorted(out, key=lambda player: player["claimed_place"])
                    had = start[better["player_name"]], start[worse["player_name"]]
                    assert had[0] >= had[1]
                    if had[0] == had[1]:
                        assert better["acting_order"] < worse["acting_order"]
    assert both > 0


def test_bounty_goes_to_who_won_the_last_comparison_that_cost_chips(knockout: list[list[Hand]]) -> None:
    paid = 0
    for hands in knockout:
        beaten_by: dict[str, str] = {}
        for hand in hands:
            names = [player["player_name"] for player in hand["players"]]
            for pair in hand["pairs"]:
                if pair["amount"]:
                    winner, loser = ("a", "b") if pair["amount"] > 0 else ("b", "a")
                    beaten_by[names[pair[loser]]] = names[pair[winner]]
            out = [p["player_name"] for p in hand["players"] if (p["claimed_place"] or 1) > 1]
            due = {name: Decimal(0) for name in names}
            for name in out:
                due[beaten_by[name]] += Decimal("2.50")
            assert {p["player_name"]: p["claimed_bounty"] or Decimal(0) for p in hand["players"]} == due
            paid += len(out)
    assert paid > 10


def test_a_game_by_level_needs_levels_and_a_tournament_moves_chips_every_hand() -> None:
    with pytest.raises(ValueError, match="the price of a point follows the level; a tournament with levels is needed"):
        play(RULES["norway_tournament"], 10, 1, tournament=Tournament())
    with pytest.raises(ValueError, match="a tournament needs chips that move after every hand"):
        play(RULES["quadnet"], 10, 1, options=options_of("quadnet"), tournament=Tournament())
