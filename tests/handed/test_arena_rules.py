"""The arena's rule sets against its logs: deals, fouls, royalties, points and Fantasyland are theirs, and so are the counts in the sources."""

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.score.hands import ScoredHands
from score.scoring import play, shipped, shown

pytestmark = pytest.mark.handed

LOGS = {"arena_classic": "ofc", "arena_pineapple": "ofc-pineapple", "arena_progressive": "ofc-progressive"}
ROWS = ("top", "middle", "bottom")


@dataclass
class Hand:
    """One hand of a log."""

    number: int
    names: list[str]
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def order(self) -> list[int]:
        """Seats in acting order: seat 0 has the button."""
        return [*range(1, len(self.names)), 0]

    def of(self, event: str) -> dict[int, dict[str, Any]]:
        """The one event of a kind by seat."""
        return {one["seat"]: one for one in self.events if one["event"] == event}

    @property
    def fantasy(self) -> list[int]:
        """Cards in Fantasyland in acting order, 0 outside it."""
        return [self.of("fantasyland").get(seat, {"cards": 0})["cards"] for seat in self.order]

    def cards(self, event: str, key: str) -> list[list[int]]:
        """How many cards each seat got, or discarded, street by street, in acting order."""
        return [[len(e[key]) for e in self.events if e["event"] == event and e["seat"] == seat] for seat in self.order]

    def scored(self, rules_id: str, **options: str) -> ScoredHands:
        """The hand under a rule set, with options as a hand states them."""
        boards = [self.of("showdown")[seat] for seat in self.order]
        texts = ["/".join(" ".join(board[row]) for row in ROWS) for board in boards]
        return play(texts, shipped()[rules_id].with_options(**options), self.fantasy)  # type: ignore[arg-type]


def read(shared: Path, name: str) -> list[Hand]:
    """The hands of a log."""
    hands: list[Hand] = []
    for line in (shared / "arena" / f"{name}.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        if "seats" in entry:
            hands.append(Hand(entry["hand"], entry["seats"]))
        else:
            hands[-1].events.append(entry["ev"])
    return hands


def is_equal(hand: Hand, rules_id: str) -> bool:
    """Whether the points are those of the rule set."""
    points = [hand.of("score")[seat]["points"] for seat in hand.order]
    return shown(hand.scored(rules_id).points) == points


@pytest.mark.parametrize("rules_id", LOGS)
def test_hands_are_those_of_the_rule_set(shared: Path, rules_id: str) -> None:
    rules = shipped()[rules_id]
    streets, placed = rules.value("deal.streets"), rules.value("deal.placed")
    assert isinstance(streets, tuple)
    assert isinstance(placed, tuple)
    for hand in read(shared, LOGS[rules_id]):
        played, boards = hand.scored(rules_id), [hand.of("showdown")[seat] for seat in hand.order]
        assert is_equal(hand, rules_id)
        assert shown(played.is_foul) == [board["fouled"] for board in boards]
        for at, board in enumerate(boards):
            earned = [shown(row)[at] for row in played.royalties]
            assert earned == ([0, 0, 0] if board["fouled"] else [board["royalties"][row] for row in ROWS])
            is_free = hand.fantasy[at] == 0
            assert hand.cards("deal", "cards")[at] == (list(streets) if is_free else [hand.fantasy[at]])
            gone = sum(streets) - sum(placed) if is_free else hand.fantasy[at] - 13
            assert sum(hand.cards("place", "discarded")[at]) == gone
        assert shown(played.fantasy.cards) == [board["next_fantasyland"] or 0 for board in boards]


@pytest.mark.parametrize("rules_id", LOGS)
def test_fantasyland_is_played_as_announced_and_the_button_stays(shared: Path, rules_id: str) -> None:
    followed = 0
    for hand, following in pairwise(read(shared, LOGS[rules_id])):
        if following.number != hand.number + 1:
            assert following.fantasy == [0] * len(following.names)
            continue
        announced = [hand.of("showdown")[seat]["next_fantasyland"] or 0 for seat in hand.order]
        assert following.fantasy == announced
        assert following.names == hand.names
        followed += 1
    assert followed == 1
    assert "1 of 1" in shipped()[rules_id].source("fantasyland.button")


def counted(hands: list[Hand], rules_id: str) -> Counter[str]:
    """How often what the sources count is to be seen."""
    count: Counter[str] = Counter()
    for hand in hands:
        played = hand.scored(rules_id)
        fouls = shown(played.is_foul)
        rows = [shown(row) for row in played.pairs.rows]
        count["hands"] += 1
        count["boards"] += len(hand.names)
        count["free"] += hand.fantasy.count(0)
        for column, (a, b) in enumerate(combinations(range(len(hand.names)), 2)):
            won = abs(sum(row[column] for row in rows))
            count["pairs"] += 1
            count[("none", "one foul", "two fouls")[fouls[a] + fouls[b]]] += 1
            count["scoops"] += won == 3 and not (fouls[a] or fouls[b])
            count["two to one"] += won == 1
        count["royalties"] += sum(points > 0 for row in played.royalties for points in shown(row))
    return count


@pytest.mark.parametrize("rules_id", LOGS)
def test_the_sources_count_right(shared: Path, rules_id: str) -> None:
    count, rules = counted(read(shared, LOGS[rules_id]), rules_id), shipped()[rules_id]
    n = count["hands"]
    said = {
        "score.method": f"points equal in {n} of {n} hands, in {count['pairs']} pairs",
        "score.scoop_bonus": f"{count['scoops']} scoop",
        "score.foul_fine_1_6": f"{count['one foul']} pairs with one foul",
        "score.both_foul": f"{count['two fouls']} pair",
        "score.royalties": f"{count['royalties']} rows with royalties",
        "score.royalty_settlement": f"{count['royalties']} of {count['royalties']} in the arena logs",
        "board.row_sizes": f"{count['boards']} of {count['boards']} boards",
        "deal.streets": f"{count['free']} of {count['free']} boards outside Fantasyland",
    }
    for key, text in said.items():
        assert text in rules.source(key), key
    if count["two to one"]:
        assert f"{count['two to one']} pair" in rules.source("score.row_points")


def test_no_row_with_royalties_was_lost(shared: Path) -> None:
    """So that the logs cannot tell the two settlements of royalties apart, as their sources say."""
    for rules_id, name in LOGS.items():
        for hand in read(shared, name):
            assert shown(hand.scored(rules_id).points) == shown(
                hand.scored(rules_id, royalty_settlement="winner_only").points
            )


@pytest.mark.parametrize("rules_id", LOGS)
def test_a_game_with_another_middle_fits_no_rule_set(shared: Path, rules_id: str) -> None:
    assert [is_equal(hand, rules_id) for hand in read(shared, "ofc-27")] == [False] * 4
