"""The plain scorer itself: every hand there is, the worked examples of the papers, and that a difference would be seen."""

from collections import Counter
from math import comb, prod
from typing import Any

import pyarrow as pa
import pytest

import reference.comparing as comparing
from ofc_audit.cards import card_codes
from ofc_audit.rulesets import load_rules
from ofc_audit.score.batch import score_tables
from reference.comparing import Pack, compare_scorers
from reference.reading import read_rules
from reference.scorer import Board, bonus_of, look_at
from reference.settling import order_of_pairs, settle
from reference.strength import all_rows, rank_row


def ways(ranks: tuple[int, ...], is_flush: bool) -> int:
    """How many hands of one deck have these ranks; those of one suit are counted apart."""
    if is_flush:
        return 4
    suits = prod(comb(4, count) for count in Counter(ranks).values())
    return suits - 4 if len(ranks) == 5 and len(set(ranks)) == 5 else suits


@pytest.mark.parametrize(
    ("n_cards", "n_values", "hands"),
    [
        (5, 7462, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]),
        (3, 455, [18_304, 3_744, 0, 52, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_every_hand_of_a_deck(n_cards: int, n_values: int, hands: list[int]) -> None:
    rows = all_rows(n_cards)
    counted = Counter(dict.fromkeys(range(10), 0))
    for kind, row in rows.items():
        counted[row.category] += ways(*kind)
    assert [counted[category] for category in range(10)] == hands
    assert {row.value for row in rows.values()} == set(range(1, n_values + 1))


def test_the_lowest_straight_is_the_wheel() -> None:
    wheel, six_high = (rank_row(card_codes(text)) for text in ("As 2d 3d 4d 5d", "2s 3d 4d 5d 6d"))
    assert (wheel.value + 1, wheel.category) == (six_high.value, six_high.category)


@pytest.mark.parametrize(
    ("top", "middle", "is_foul", "is_foul_if_equal_is"),
    [
        ("Qh Qd 7c", "Qc Qs 6d 5h 4s", True, True),
        ("Qh Qd 7c", "Qc Qs 9d 8h 2s", False, False),
        ("Qh Qd 7c", "Qc Qs 7d 3h 2s", False, True),
    ],
)
def test_top_against_middle(top: str, middle: str, is_foul: bool, is_foul_if_equal_is: bool) -> None:
    board: Board = look_at(card_codes(f"{top} {middle} 8c 8d 8h 8s 2d"))
    assert (board.is_foul, board.is_foul_if_equal_is) == (is_foul, is_foul_if_equal_is)


def test_worked_examples_of_the_cap() -> None:
    rules = read_rules(load_rules()["pokerbet"])
    assert settle([25], [100_000, 500_000], 10_000, rules) == [100_000]
    assert settle([-25], [100_000, 500_000], 10_000, rules) == [-100_000]
    assert settle([10, 10, 0], [7_500, 100_000, 100_000], 10_000, rules) == [7_500, 15_000, 0]
    assert settle([20, 20, 0], [8, 100, 100], 1, rules) == [8, 16, 0]
    assert order_of_pairs(3, read_rules(load_rules()["norway_tournament"]).ways_to_settle[0][2]) == (
        (0, 2),
        (1, 2),
        (0, 1),
    )


@pytest.mark.parametrize(
    ("won", "one_six", "two_four"),
    [((1, 1, 1), 3, 1), ((1, 1, 0), 0, 1), ((1, 1, -1), 0, 1), ((1, 0, 0), 0, 0), ((-1, -1, -1), -3, -1)],
)
def test_bonus(won: tuple[int, ...], one_six: int, two_four: int) -> None:
    rules = read_rules(load_rules()["pokerbet"])
    assert [bonus_of(won, False, False, method, rules) for method in ("1-6", "2-4")] == [one_six, two_four]


def test_a_difference_is_seen_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:

    def wrong(*tables: Any) -> tuple[pa.Table, pa.Table]:
        seats, pairs = score_tables(*tables)
        bonus = pairs.column("bonus").to_pylist()
        place = next(i for i, value in enumerate(bonus) if value == 3)
        bonus[place] = 0
        at = pairs.column_names.index("bonus")
        return seats, pairs.set_column(at, pairs.schema.field("bonus"), pa.array(bonus, pa.int16()))

    monkeypatch.setattr(comparing, "score_tables", wrong)
    counts = compare_scorers(Pack(7, 60), load_rules()["pokerbet"], n_tables=3)
    assert counts.differences == 1
    assert "scored_pairs.bonus: 1 rows differ in all\n" in counts.first_difference
    assert counts.first_difference.endswith("scorer 0, plain scorer 3")
