"""Facts from rule pages, articles and other engines' tests.

`rule_cases.json` holds single facts; those about the scorer are run here, those about a deal or several hands in
`test_rule_sequences.py`. `engine_cases.json` holds what the tests of
other engines expect: where an engine follows our rules its expectations must be ours; where it has rules of its own,
which ones and why is data here, and it is asserted which of those cases come out otherwise under our rules.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handed.test_rule_sequences import KINDS
from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.money import NULL
from ofc_audit.score.fouls import find_fouls
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.masked import Masked
from ofc_audit.score.pairs import BoardRows, score_pairs
from ofc_audit.score.ranks import CATEGORY_NAMES, rank_five, rank_tables, rank_three
from ofc_audit.score.royalties import royalty_tables
from ofc_audit.score.settlement import settle
from score.scoring import pair_of_rows, rules_like, shown

pytestmark = pytest.mark.handed

ROWS = ("top", "middle", "bottom")
SIZES = (3, 5, 5)
ROYAL = card_codes("Ts Js Qs Ks As")
Case = dict[str, Any]


def cases(shared: Path, name: str) -> list[Case]:
    """The cases of a file."""
    loaded: list[Case] = json.loads((shared / "cases" / name).read_text("utf-8"))
    return loaded


def codes(rows: Mapping[str, Any], filler: list[int] | None = None) -> list[int]:
    """Thirteen codes of rows given as lists of cards; a row not given is empty, or `filler`."""
    result: list[int] = []
    for row, size in zip(ROWS, SIZES, strict=True):
        cards = [card_codes(card)[0] for card in rows.get(row) or []]
        result += cards or (filler or [EMPTY] * size)[:size]
    return result


def play(boards: list[Any], rules: Any, fantasy: int = 0, filler: list[int] | None = None) -> ScoredHands:
    """One hand of these boards."""
    cards = np.array([[codes(one, filler) for one in boards]], np.uint8)
    return score_hands(cards, np.full((1, len(boards)), fantasy, np.int16), rules)


# Rule cases

N_RULE_CASES = 98
SETTLEMENT_OF_WORDS = {
    "difference": "difference",
    "highest royalty in the row only": "winner_only",
    "trumping: per row, the better row collects its full royalty and the other gets nothing": "winner_only",
}
# Royalty situations that the file puts in words: how the rows go and what each has in them.
SITUATIONS = {
    "goldennugget-trump-3": ((1, 0, -1), ((1, 0, 0), (0, 0, 2))),
    "difference-royalty-2": ((0, 0, 1), ((0, 0, 4), (0, 0, 2))),
}
FULL_HOUSE_STAYS = {"fantasyland.stay_middle": "full_house_or_better"}
STAY_LISTS = {"trips_top|FH+_middle|quads+_bottom": FULL_HOUSE_STAYS, "trips_top|quads+_bottom": None}
ENOUGH = 1000
"""A stack, or an amount owed, of which a case says only that it is enough."""


def options(case: Case) -> dict[str, str]:
    """The table options that a case's rules state."""
    rules = case["rules"]
    given = {"scoring": rules.get("scoring", "1-6"), "royalties": rules.get("royalties", "american")}
    return given | {"royalty_settlement": SETTLEMENT_OF_WORDS[rules.get("royalty_settlement", "difference")]}


def check_points(case: Case) -> None:
    played = play(case["players"], rules_like(**options(case)))
    assert shown(played.points) == list(case["expected"]["points"].values())
    if "royalties" in case["expected"]:
        assert [shown(side)[0] for side in played.pairs.royalties] == list(case["expected"]["royalties"].values())
    if "row_points" in case["expected"]:
        rows_and_bonus = sum(shown(row)[0] for row in played.pairs.rows) + shown(played.pairs.bonus)[0]
        assert [rows_and_bonus] == list(case["expected"]["row_points"].values())
    if "royalty_net" in case["expected"]:
        first, second = (shown(side)[0] for side in played.pairs.royalties)
        assert [first - second, second - first] == list(case["expected"]["royalty_net"].values())


def check_rows(case: Case) -> None:
    rows = tuple({"win": 1, "lose": -1, "tie": 0}[row] for row in case["rows_for_A"])
    points = shown(pair_of_rows(rows, rules_like(**options(case))).points)[0]
    assert {"A": points, "B": -points} == case["expected"]["points"]


def check_royalty_net(case: Case) -> None:
    net = [shown(side)[0] for side in pair_of_rows(*_situation(case)).royalties]
    assert {"A": net[0] - net[1], "B": net[1] - net[0]} == case["expected"]["royalty_net"]


def _situation(case: Case) -> tuple[Any, Any, Any]:
    rows, royalties = SITUATIONS[case["id"]]
    return rows, rules_like(**options(case)), royalties


def check_fine(case: Case) -> None:
    values = tuple(np.array([[value], [value]], np.uint16) for value in (5, 5, 5))
    earned = [Masked(np.array([[0], [points]], np.int16)) for points in (0, 0, case["opponent_royalties"])]
    board = BoardRows(values, Masked(np.array([[True], [False]])), tuple(earned))  # type: ignore[arg-type]
    assert shown(score_pairs(board, rules_like(**options(case))).points) == [case["expected"]["fouler_vs_opponent"]]


def check_board(case: Case) -> None:
    expected = case["expected"]
    played = play(case["players"], rules_like("pokerbet_progressive"))
    assert shown(played.is_foul) == [expected["foul"]]
    for row, points in expected.get("royalties", {}).items():
        assert shown(played.royalties[ROWS.index(row)]) == [points]
    if "fantasyland_entry" in expected:
        assert shown(played.fantasy.is_next) == [expected["fantasyland_entry"]]
    if "progressive_cards_if_entering" in expected:
        assert shown(played.fantasy.cards) == [expected["progressive_cards_if_entering"] or 0]
    for name, stays in expected.get("stay", {}).items():
        inside = play(case["players"], rules_like("pokerbet_progressive", STAY_LISTS[name]), fantasy=14)
        assert shown(inside.fantasy.is_next) == [stays]


def check_top_against_middle(case: Case) -> None:
    rows = case["players"][0]
    top = rank_three(np.array([[card_codes(card)[0] for card in rows["top"]]], np.uint8))
    middle = rank_five(np.array([[card_codes(card)[0] for card in rows["middle"]]], np.uint8))
    above_all = np.array([7463], np.uint16)
    assert shown(find_fouls(top, middle, above_all, None, rules_like())) == [case["expected"]["foul"]]
    strict = shown(find_fouls(top, middle, above_all, None, rules_like(changed={"board.equal_rows_legal": False})))
    assert strict == [case["expected"]["compare_top_to_middle"] >= 0]


def check_entry_cards(case: Case) -> None:
    top = case["entering_top"]
    rank = top[0]
    cards = [rank + suit for suit in "hdc"[: len(top)]] + ["3s"] * (3 - len(top))
    mode = case["rules"]["fantasyland"]
    played = play([{"top": cards}], rules_like("pokerbet", fantasyland=mode), filler=ROYAL)
    assert shown(played.fantasy.cards) == [case["expected"]["cards"]]


def check_money(case: Case) -> None:
    names = [player["name"] for player in case["players"]]
    unit = 10_000
    stacks = [round((ENOUGH if player["stack"] is None else player["stack"]) * unit) for player in case["players"]]
    order = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    owed = np.zeros((1, len(order)), np.int64)
    price = case["rules"].get("chips_per_point", 1)
    for pair in case["raw_points"]:
        a, b = names.index(pair["winner"]), names.index(pair["loser"])
        # Amounts are whole or quarters: as points of a ten-thousandth each they are exact.
        size = pair.get("amount", pair.get("amount_at_least", pair.get("points", 0) * price))
        owed[0, order.index((min(a, b), max(a, b)))] = round(size * unit) * (1 if a < b else -1)
    assert NULL not in owed
    settled = settle(owed, np.array([1]), np.array([stacks]), rules_like())
    transfers = [
        {"from": names[b if value > 0 else a], "to": names[a if value > 0 else b], "amount": abs(value) / unit}
        for value, (a, b) in zip(shown(settled.amount), order, strict=True)
        if value
    ]
    assert transfers == case["expected"]["transfers"]
    for name, final in case["expected"]["final"].items():
        seat = names.index(name)
        assert (stacks[seat] + shown(settled.net)[seat]) / unit == final


CHECKS = {
    "pair_score": check_points,
    "multi_score": check_points,
    "row_points": check_rows,
    "royalty_net": check_royalty_net,
    "foul_penalty": check_fine,
    "board": check_board,
    "top_vs_middle": check_top_against_middle,
    "fl_cards": check_entry_cards,
    "settlement": check_money,
}


def test_rule_cases_are_run_here_or_across_hands(shared: Path) -> None:
    kinds = Counter(case["kind"] for case in cases(shared, "rule_cases.json"))
    assert set(kinds) == set(CHECKS) | set(KINDS)
    assert not set(CHECKS) & set(KINDS)
    assert sum(kinds.values()) == N_RULE_CASES
    assert sum(kinds[kind] for kind in CHECKS) == 90


@pytest.mark.parametrize("kind", list(CHECKS))
def test_rule_cases(shared: Path, kind: str) -> None:
    failed = {}
    for case in cases(shared, "rule_cases.json"):
        if case["kind"] == kind:
            try:
                CHECKS[kind](case)
            except AssertionError as error:
                failed[case["id"]] = str(error)
    assert failed == {}


# Engine cases

# Rules of other engines that are not ours, in the words of the file: key, value, and what is different about it.
RULES_OF_THEIR_OWN: tuple[tuple[str, Any, str], ...] = (
    ("equal_allowed", False, "equal rows are a foul; in every rule document they are legal"),
    ("top_tie", "pair_only", "top and middle of one pair compare without the kicker; ours goes on as far as the top"),
    ("top_tie", "equal", "a middle equal to the top as far as it goes is a matter of its own there"),
    ("fantasy_bonus_in_royalty", 7.5, "a value for reaching Fantasyland is added to the royalties, for a search"),
    ("middle_trips_royalty", 0, "three of a kind in the middle pays nothing; in the American table 2"),
    ("royalty_table", "classic", "an older royalty table"),
    ("royalty_table", "own", "a royalty table of the engine's own"),
    ("royalty_table", "none", "no royalties at all"),
    ("stay", "repeat/-/quads", "a new entering top repeats Fantasyland; ours has the stay list only"),
    ("royal_flush_royalty", False, "a royal flush pays as any straight flush"),
)
N_ENGINE_CASES, N_OF_THEIR_OWN = 305, 76
# Of those, the cases that come out otherwise, or not at all, under our rules; all others agree all the same.
OTHERWISE = {
    "robert-pair-004": "its bottom of two pair under a full house counts as legal in that test",
    "victory-fl-001": "no middle and bottom given: an incomplete board enters nothing",
    "victory-fl-007": "no middle given: an incomplete board stays nowhere",
    "victory-fl-010": "as victory-fl-007",
    "victory-fl-012": "as victory-fl-007",
}
CATEGORY_WORDS = {"trips": "three of a kind", "quads": "four of a kind"}
SHAPES = {
    "high_card": (1, 1, 1, 1, 1),
    "pair": (2, 1, 1, 1),
    "two_pair": (2, 2, 1),
    "trips": (3, 1, 1),
    "full_house": (3, 2),
    "quads": (4, 1),
    "flush": (1, 1, 1, 1, 1),
}


def own_rules(case: Case) -> list[str]:
    """Which rules of its own a case's engine follows."""
    return [reason for key, value, reason in RULES_OF_THEIR_OWN if case["rules"].get(key, ...) == value]


def category_name(word: str) -> str:
    return CATEGORY_WORDS.get(word, word.replace("_", " "))


def row_of_ranks(category: str, ranks: list[int], size: int) -> list[int]:
    """A row with that category and those ranks (2 to 14) in order of comparison."""
    if category.startswith(("straight", "royal")):
        ranks, shape = (
            [(ranks[0] - step - 1) % 13 + 1 if ranks[0] == 5 else ranks[0] - step for step in range(5)],
            (1,) * 5,
        )
    else:
        shape = SHAPES[category][: len(ranks)]
    one_suit = category in ("flush", "straight_flush", "royal_flush")
    row = []
    for place, (rank, times) in enumerate(zip(ranks, shape, strict=True)):
        row += [((rank - 2) % 13) * 4 + (0 if one_suit else (place + copy) % 4) for copy in range(times)]
    assert len(row) == size
    return row


def evaluate(case: Case) -> Any:
    """What the scorer says of an `evaluate` case, in the words of its `expected`."""
    number = ROWS.index(case["row"])
    rank = rank_three if number == 0 else rank_five
    rows = np.array([[card_codes(card)[0] for card in one[case["row"]]] for one in case["boards"]], np.uint8)
    values = rank(rows)
    if case["what"] == "compare":
        return {"sign": int(np.sign(int(values[0]) - int(values[1])))}
    tables = rank_tables()
    name = CATEGORY_NAMES[(tables.three_category if number == 0 else tables.five_category)[values[0]]]
    if case["what"] == "is_category":
        (key,) = case["expected"]
        wanted = category_name(key.removeprefix("is_"))
        # There a straight flush is a flush and a straight as well, and a royal flush a straight flush.
        also = {"straight flush": {"flush", "straight"}, "royal flush": {"flush", "straight", "straight flush"}}
        return {key: wanted == name or wanted in also.get(name, set())}
    word = case["expected"]["category"]
    said: dict[str, Any] = {"category": word if category_name(word) == name else name}
    if "ranks" in case["expected"]:
        same = row_of_ranks(word, case["expected"]["ranks"], SIZES[number])
        said["ranks"] = case["expected"]["ranks"] if rank(np.array([same], np.uint8))[0] == values[0] else None
    return said


def answer(case: Case) -> Any:
    """What the scorer says of an engine case, in the form of its `expected`."""
    kind, expected, stay = case["kind"], case["expected"], case["rules"].get("stay", "trips/-/quads")
    if kind == "evaluate":
        return evaluate(case)
    base = "pokerbet_progressive" if case["rules"]["progressive"] else "pokerbet"
    rules = rules_like(base, FULL_HOUSE_STAYS if "/full/" in stay else None)
    only_top = kind == "fantasy_entry" and not own_rules(case)
    inside = 14 if kind == "fantasy_stay" else 0
    played = play(case["boards"], rules, inside, filler=ROYAL if only_top else None)
    if kind == "royalty":
        if case["row"] == "board":
            points = {row: shown(one)[0] for row, one in zip(ROWS, played.royalties, strict=True)}
        else:
            tables = royalty_tables(rules)
            by_row = zip(ROWS, tables, played.values, strict=True)
            points = {row: int(table.values[value[0, 0]]) for row, table, value in by_row}
        points["total"] = sum(points[row] for row in ROWS)
        return {row: points[row] for row in expected}
    if kind == "foul":
        return shown(played.is_foul)[0]
    if kind == "fantasy_entry":
        return shown(played.fantasy.is_next if isinstance(expected, bool) else played.fantasy.cards)[0]
    if kind == "fantasy_stay":
        return shown(played.fantasy.is_next)[0]
    return shown(played.points)[0] if kind == "pair_score" else shown(played.points)


def test_engine_cases_with_rules_of_their_own_are_exactly_those_named(shared: Path) -> None:
    engine_cases = cases(shared, "engine_cases.json")
    assert len(engine_cases) == N_ENGINE_CASES
    assert sum(bool(own_rules(case)) for case in engine_cases) == N_OF_THEIR_OWN
    used = Counter(reason for case in engine_cases for reason in own_rules(case))
    assert set(used) == {reason for _, _, reason in RULES_OF_THEIR_OWN}
    agreed = {"equal_allowed": True, "royalty_table": "american", "fine": 6, "system": "1-6"}
    plain_keys = {*agreed, "royalties_paid_on_foul", "stay", "progressive"}
    for case in engine_cases:
        if case["kind"] != "evaluate" and not own_rules(case):
            assert {key: case["rules"][key] for key in agreed} == agreed
            assert set(case["rules"]) == plain_keys


def test_engine_cases_that_follow_our_rules_agree(shared: Path) -> None:
    engine_cases = [case for case in cases(shared, "engine_cases.json") if not own_rules(case)]
    assert len(engine_cases) == N_ENGINE_CASES - N_OF_THEIR_OWN
    assert {case["id"]: answer(case) for case in engine_cases} == {
        case["id"]: case["expected"] for case in engine_cases
    }


def test_engine_cases_with_rules_of_their_own_that_come_out_otherwise(shared: Path) -> None:
    theirs = [case for case in cases(shared, "engine_cases.json") if own_rules(case)]
    assert {case["id"] for case in theirs if answer(case) != case["expected"]} == set(OTHERWISE)
