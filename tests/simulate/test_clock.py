"""Players whose time runs out: where their cards go, what their times are, and who has lost his connection."""

import json
from collections import defaultdict
from itertools import pairwise

import pytest

from ofc_audit.simulate import play
from simulate.histories import RULES, Hand, hand_list, options_of

SIZES = {"bottom": (8, 13), "middle": (3, 8), "top": (0, 3)}


def played(rules_id: str) -> list[Hand]:
    options = options_of(rules_id)
    return hand_list(play(RULES[rules_id], 200, 4, options=options, policies=("careful", "random"), timeouts=0.3))


@pytest.fixture(scope="module", params=["pokerbet", "openface_classic", "pokerninja"])
def hands(request: pytest.FixtureRequest) -> list[Hand]:
    return played(request.param)


def test_each_card_goes_to_the_first_row_with_room(hands: list[Hand]) -> None:
    n_auto = 0
    for hand in hands:
        for player in hand["players"]:
            auto = [street for street, is_auto in enumerate(player["street_auto"], 1) if is_auto]
            if player["is_fantasy"]:
                assert not auto
                continue
            n_auto += len(auto)
            placed = dict(zip(player["cards"], player["streets"], strict=True))
            rows = {name: set(player["cards"][start:stop]) for name, (start, stop) in SIZES.items()}
            for street in auto:
                dealt = [c for c, s in zip(player["dealt"], player["dealt_streets"], strict=True) if s == street]
                kept = dealt if len(dealt) in (1, 5) else dealt[:2]
                assert [card for card in dealt if card not in kept] == [
                    c for c, s in zip(player["discards"], player["discard_streets"], strict=True) if s == street
                ]
                held = {name: sum(placed[card] < street for card in cards) for name, cards in rows.items()}
                for card in kept:
                    name = next(name for name, (start, stop) in SIZES.items() if held[name] < stop - start)
                    assert card in rows[name]
                    held[name] += 1
    assert n_auto > 100


def test_the_rest_of_the_hand_is_placed_too_and_takes_no_time(hands: list[Hand]) -> None:
    for hand in hands:
        for player in hand["players"]:
            auto, ms = player["street_auto"], player["street_ms"]
            assert auto == sorted(auto)
            first = auto.index(True) if True in auto else len(auto)
            assert all(used == 0 for used in ms[first + 1 :])


def test_time_runs_out_with_the_clock_and_the_bank_and_the_bank_once() -> None:
    had_bank: dict[tuple[str, str], bool] = defaultdict(lambda: True)
    seen = set()
    for hand in played("pokerbet"):
        cut = {event["seat"] for event in json.loads(hand["events"] or "[]") if event["what"] == "disconnected"}
        for player in hand["players"]:
            total, key = sum(player["street_ms"]), (hand["table_id"], player["player_name"])
            if not any(player["street_auto"]):
                assert total < 120_000
                assert player["seat_no"] not in cut
                continue
            bank = 180_000 if had_bank[key] else 0
            had_bank[key] = False
            if player["seat_no"] in cut:
                assert player["street_ms"][player["street_auto"].index(True)] == bank
                assert total <= 300_000
            else:
                assert total == 120_000 + bank
            seen.add((player["seat_no"] in cut, bank))
    assert len(seen) == 4


def test_hands_follow_each_other_in_time(hands: list[Hand]) -> None:
    by_table = defaultdict(list)
    for hand in hands:
        by_table[hand["table_id"]].append(hand)
    for own in by_table.values():
        for before, after in pairwise(own):
            longest = max(sum(player["street_ms"]) for player in after["players"])
            took = (after["ended_at"] - before["ended_at"]).total_seconds() * 1000
            assert took >= (longest if any(True in p["street_auto"] for p in after["players"]) else 60_000)


def test_without_a_rule_nobodys_time_runs_out() -> None:
    for rules_id in ("norway_tournament", "arena_classic", "pppoker_refant14"):
        with pytest.raises(ValueError, match=r"where the cards go when time runs out is unknown \(clock\.auto_order\)"):
            play(RULES[rules_id], 10, 1, options=options_of(rules_id), timeouts=0.1)
    with pytest.raises(ValueError, match="timeouts is a share of hands, from 0 to 1, not 2"):
        play(RULES["pokerbet"], 10, 1, options=options_of("pokerbet"), timeouts=2)
