"""Matches: settled hand by hand or at their end, with a stake of their own, of one hand, ended early."""

from decimal import Decimal
from itertools import combinations, pairwise
from typing import Any

import pytest

from ofc_audit.simulate import play
from simulate.histories import RULES, Hand, grouped, hand_list, options_of, settled

PRICE = Decimal("0.50")


def matches_of(rules_id: str, seed: int, **arguments: Any) -> list[list[Hand]]:
    """All matches that were played to their end."""
    options = options_of(rules_id) | arguments.pop("options", {})
    tables = play(RULES[rules_id], 600, seed, options=options, hands_per_table=150, **arguments)
    return [match for match in grouped(hand_list(tables), "match_id") if match[-1]["last_of_match"]]


def seats_in_order(hand: Hand) -> list[int]:
    return [player["seat_no"] for player in hand["players"]]


def settlement(match: list[Hand], n_hands: int, cap: str) -> tuple[dict[tuple[int, int], Decimal], dict[int, Decimal]]:
    """Amounts by seats and stakes after the first hands of a match settled in one."""
    last = match[n_hands - 1]
    order = seats_in_order(last)
    points = dict.fromkeys(combinations(order, 2), 0)
    for hand in match[:n_hands]:
        seats = seats_in_order(hand)
        for pair in hand["pairs"]:
            a, b = seats[pair["a"]], seats[pair["b"]]
            key, sign = ((a, b), 1) if (a, b) in points else ((b, a), -1)
            points[key] += sign * pair["points"]
    limit = last["match_cap"]
    stakes = {
        player["seat_no"]: player["stack"] if limit is None else min(player["stack"], limit)
        for player in last["players"]
    }
    return settled(points, stakes, PRICE, cap, order), stakes


@pytest.mark.parametrize(
    ("rules_id", "cap", "options"),
    [
        ("quadnet", "both", {}),
        ("quadnet", "loser", {}),
        ("pokerninja", "both", {"match_cap": "6.00"}),
        ("quadnet_one_hand", "both", {}),
    ],
)
def test_a_match_is_settled_once_on_the_stacks_brought(rules_id: str, cap: str, options: dict[str, str]) -> None:
    matches = matches_of(rules_id, 3, cap=cap, options=options, stack="12.00")
    early = raked = 0
    for match in matches:
        for hand in match[:-1]:
            assert hand["rake"] is None
            said = [player[f"claimed_{name}"] for player in hand["players"] for name in ("net", "rake", "stack")]
            assert set(said) == {None}
            assert {pair["amount"] for pair in hand["pairs"]} == {None}
            assert all(player["claimed_points"] is not None for player in hand["players"])
        brought = {player["player_name"]: player["stack"] for player in match[0]["players"]}
        assert all(p["stack"] == brought[p["player_name"]] for hand in match for p in hand["players"])
        last = match[-1]
        moved, stakes = settlement(match, len(match), cap)
        seats = seats_in_order(last)
        assert {(seats[pair["a"]], seats[pair["b"]]): pair["amount"] for pair in last["pairs"]} == moved
        is_everything = sum(stake > 0 for stake in stakes.values()) == 1
        early += is_everything
        for player in last["players"]:
            seat = player["seat_no"]
            won = sum(amount * ((a == seat) - (b == seat)) for (a, b), amount in moved.items())
            rate = {"quadnet": "0.05", "pokerninja": "0.04"}[last["site"]]
            due = won * Decimal(rate) if is_everything and won > 0 else Decimal(0)
            assert 0 <= abs(player["claimed_rake"] - due) < Decimal("0.01")
            raked += player["claimed_rake"] > 0
            assert player["claimed_net"] == won - player["claimed_rake"]
            assert player["claimed_stack"] == player["stack"] + player["claimed_net"]
        assert last["rake"] == sum(player["claimed_rake"] for player in last["players"])
        # After no hand before the last one would one player have had everything.
        for n_hands in range(1, len(match)):
            assert sum(stake > 0 for stake in settlement(match, n_hands, cap)[1].values()) > 1
        if not is_everything:
            normal = [hand for hand in match if not any(player["is_fantasy"] for player in hand["players"])]
            assert len(normal) == (1 if "one_hand" in rules_id else len(last["players"]))
    assert early > 5
    assert raked > 5
    assert len(matches) > early


def test_a_room_takes_its_own_reading_only_where_the_rules_leave_one() -> None:
    with pytest.raises(ValueError, match=r"pokerbet: settlement\.cap is both, not loser"):
        play(RULES["pokerbet"], 10, 1, options=options_of("pokerbet"), cap="loser")


def test_a_match_of_one_hand_has_one_and_its_fantasy_hands() -> None:
    matches = matches_of("pokerbet_one_hand", 5, policies=("careful",))
    lengths = {len(match) for match in matches}
    assert 1 in lengths
    assert max(lengths) > 1
    for match in matches:
        assert not any(player["is_fantasy"] for player in match[0]["players"])
        assert all(any(player["is_fantasy"] for player in hand["players"]) for hand in match[1:])


def test_the_stake_of_a_match_runs_through_it() -> None:
    cap = Decimal("6.00")
    matches = matches_of("pokerbet", 6, options={"match_cap": "6.00"}, stack="25.00")
    busted = 0
    for match in matches:
        stakes = {player["seat_no"]: min(player["stack"], cap) for player in match[0]["players"]}
        for hand in match:
            seats = seats_in_order(hand)
            points = {(seats[pair["a"]], seats[pair["b"]]): pair["points"] for pair in hand["pairs"]}
            moved = settled(points, stakes, PRICE, "both", seats)
            assert {(seats[pair["a"]], seats[pair["b"]]): pair["amount"] for pair in hand["pairs"]} == moved
        for before, after in pairwise(match):
            gone = set(seats_in_order(before)) - set(seats_in_order(after))
            busted += len(gone)
        assert all(player["claimed_stack"] > 0 for player in match[-1]["players"])
    assert busted > 0


def test_fantasyland_is_still_played_for_nothing_where_the_rules_leave_that_open() -> None:
    def last_hands(plays_on: bool) -> list[list[Hand]]:
        found = matches_of("pokerbet", 9, stack="5.00", policies=("careful",), plays_on=plays_on)
        return [
            match
            for match in found
            if any(sum(player["claimed_stack"] > 0 for player in hand["players"]) == 1 for hand in match[:-1])
        ]

    assert last_hands(False) == []
    on = last_hands(True)
    assert on
    for match in on:
        assert any(player["is_fantasy"] for player in match[-1]["players"])
        assert {player["claimed_net"] for player in match[-1]["players"]} == {0}
        assert sorted(seats_in_order(match[-1])) == sorted(seats_in_order(match[-2]))


def test_a_stake_of_a_match_needs_matches_and_stacks() -> None:
    for rules_id in ("openface_classic", "arena_pineapple"):
        with pytest.raises(ValueError, match=r"a stake of the match \(match_cap\) needs matches"):
            play(RULES[rules_id], 10, 1, options=options_of(rules_id) | {"match_cap": "5.00"})
    with pytest.raises(ValueError, match="needs matches, and players with stacks"):
        play(RULES["quadnet"], 10, 1, options=options_of("quadnet") | {"match_cap": "5.00"}, stack=None)


def test_the_button_stands_still_for_a_fantasy_hand() -> None:
    for match in matches_of("quadnet_progressive", 11, policies=("careful",)):
        for before, after in pairwise(match):
            is_fantasy = any(player["is_fantasy"] for player in after["players"])
            assert (seats_in_order(before)[-1] == seats_in_order(after)[-1]) == is_fantasy
