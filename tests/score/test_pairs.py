"""Pairs: how rows become points under both methods, fouls, and both ways in which royalties settle."""

from itertools import product

import pytest

from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.pairs import pairs_of
from score.scoring import pair_of_rows, play, rules_like, shown

# Rows won: bonus under 1-6 and under 2-4.
BONUS = {3: (3, 1), 2: (0, 1), 1: (0, 0), 0: (0, 0)}


def test_order_of_the_pairs() -> None:
    assert pairs_of(2) == ((0, 1),)
    assert pairs_of(3) == ((0, 1), (0, 2), (1, 2))
    assert pairs_of(4) == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


@pytest.mark.parametrize("rows", list(product((-1, 0, 1), repeat=3)))
def test_all_27_ways_rows_can_go(rows: tuple[int, int, int]) -> None:
    wins, losses = rows.count(1), rows.count(-1)
    for method, place in (("1-6", 0), ("2-4", 1)):
        scored = pair_of_rows(rows, rules_like(scoring=method))
        bonus = BONUS[wins][place] - BONUS[losses][place]
        assert [shown(row)[0] for row in scored.rows] == list(rows)
        assert shown(scored.bonus) == [bonus]
        assert shown(scored.points) == [sum(rows) + bonus]


@pytest.mark.parametrize(
    ("rows", "one_six", "two_four"),
    [
        ((1, -1, 1), 1, 2),
        ((1, 1, 1), 6, 4),
        ((1, 1, 0), 2, 3),
        ((1, 0, 0), 1, 1),
        ((1, -1, 0), 0, 0),
        ((0, 0, 0), 0, 0),
    ],
)
def test_points_as_the_documents_say(rows: tuple[int, int, int], one_six: int, two_four: int) -> None:
    assert shown(pair_of_rows(rows, rules_like()).points) == [one_six]
    assert shown(pair_of_rows(rows, rules_like(scoring="2-4")).points) == [two_four]


LEGAL = "Qh Qd 4c/9s 9c 5d 5h 2c/Ah Kh 8h 6h 3h"
OTHER = "Jc Td 3s/7c 7d 6s 4d 2h/Ks Kc 8d 8c As"
FOUL = "Ac Ad 2s/Kc Kd 7h 5s 3d/9c 9d 9h 4s 4d"


def test_scoop_with_royalties() -> None:
    scored = play([LEGAL, OTHER], rules_like())
    assert [shown(row)[0] for row in scored.pairs.rows] == [1, 1, 1]
    assert shown(scored.pairs.bonus) == [3]
    assert [shown(r)[0] for r in scored.pairs.royalties] == [11, 0]
    assert shown(scored.points) == [17, -17]
    assert shown(play([LEGAL, OTHER], rules_like(scoring="2-4")).points) == [15, -15]


@pytest.mark.parametrize(("method", "bonus", "points"), [("1-6", 3, 17), ("2-4", 1, 15)])
def test_a_foul_loses_all_rows_the_fine_and_the_royalties(method: str, bonus: int, points: int) -> None:
    scored = play([LEGAL, FOUL], rules_like(scoring=method))
    assert [shown(row)[0] for row in scored.pairs.rows] == [1, 1, 1]
    assert shown(scored.pairs.bonus) == [bonus]
    assert shown(scored.points) == [points, -points]
    turned = play([FOUL, LEGAL], rules_like(scoring=method))
    assert [shown(row)[0] for row in turned.pairs.rows] == [-1, -1, -1]
    assert shown(turned.pairs.bonus) == [-bonus]
    assert shown(turned.points) == [-points, points]


def test_a_fine_of_six_whatever_the_method() -> None:
    rules = rules_like(scoring="2-4", changed={"score.foul_fine_2_4": 6})
    scored = play([FOUL, LEGAL], rules)
    assert shown(scored.pairs.bonus) == [-3]
    assert shown(scored.points) == [-17, 17]
    assert shown(play([OTHER, LEGAL], rules).pairs.bonus) == [-1]


def test_two_fouls_exchange_nothing() -> None:
    scored = play([FOUL, FOUL], rules_like())
    assert [shown(row)[0] for row in scored.pairs.rows] == [0, 0, 0]
    assert shown(scored.pairs.bonus) == [0]
    assert shown(scored.points) == [0, 0]


def test_royalties_settle_by_difference_whoever_wins_the_rows() -> None:
    scored = pair_of_rows((-1, 1, 0), rules_like(), ((7, 0, 4), (0, 8, 4)))
    assert [shown(r)[0] for r in scored.royalties] == [11, 12]
    assert shown(scored.points) == [-1]


def test_winner_only_row_by_row() -> None:
    """The winner of a row collects its royalty in full, the loser's is void, a tied row pays none."""
    rules = rules_like(royalty_settlement="winner_only")
    scored = pair_of_rows((-1, 1, 0), rules, ((7, 3, 4), (1, 8, 4)))
    assert [shown(r)[0] for r in scored.royalties] == [3, 1]
    assert shown(scored.points) == [2]
    foul = play([LEGAL, FOUL], rules)
    assert [shown(r)[0] for r in foul.pairs.royalties] == [11, 0]
    assert shown(foul.points) == [17, -17]


def test_an_unknown_settlement_is_known_where_both_ways_agree() -> None:
    rules = rules_like(changed={"score.royalty_settlement": UNKNOWN})
    agreed = pair_of_rows((1, -1, 1), rules, ((7, 0, 0), (0, 2, 0)))
    assert [shown(r)[0] for r in agreed.royalties] == [7, 2]
    assert shown(agreed.points) == [6]
    differs = pair_of_rows((1, -1, 1), rules, ((7, 2, 0), (0, 2, 0)))
    assert [shown(r)[0] for r in differs.royalties] == [None, 2]
    assert shown(differs.points) == [None]


def test_an_unknown_method_leaves_rows_and_royalties_known() -> None:
    rules = rules_like(changed={"score.method": UNKNOWN})
    scored = play([LEGAL, OTHER], rules)
    assert [shown(row)[0] for row in scored.pairs.rows] == [1, 1, 1]
    assert [shown(r)[0] for r in scored.pairs.royalties] == [11, 0]
    assert shown(scored.pairs.bonus) == [None]
    assert shown(scored.points) == [None, None]
    assert scored.pairs.bonus.filled.tolist() == [[0]]


def test_an_unknown_method_is_no_matter_where_both_methods_agree() -> None:
    rules = rules_like(changed={"score.method": UNKNOWN})
    for rows, bonus in {(1, -1, 0): 0, (1, 0, 0): 0, (0, 0, 0): 0, (1, 1, 0): None, (1, 1, 1): None}.items():
        assert shown(pair_of_rows(rows, rules).bonus) == [bonus]
    assert shown(play([FOUL, FOUL], rules).points) == [0, 0]
    assert shown(play([LEGAL, FOUL], rules).points) == [None, None]
    one_fine = rules_like(changed={"score.method": UNKNOWN, "score.foul_fine_2_4": 6})
    assert shown(play([LEGAL, FOUL], one_fine).points) == [17, -17]


@pytest.mark.parametrize("key", ["score.scoop_bonus", "score.foul_fine_1_6", "score.row_points", "score.both_foul"])
def test_an_unknown_number_hides_what_depends_on_it(key: str) -> None:
    rules = rules_like(changed={key: UNKNOWN})
    hands = {"scoop": [LEGAL, OTHER], "foul": [FOUL, LEGAL], "fouls": [FOUL, FOUL], "none": [LEGAL, LEGAL]}
    known = {name: shown(play(boards, rules).points)[0] is not None for name, boards in hands.items()}
    hidden = {
        "score.scoop_bonus": {"scoop"},
        "score.foul_fine_1_6": {"foul"},
        "score.row_points": {"scoop", "foul", "fouls", "none"},
        "score.both_foul": {"fouls"},
    }
    assert {name for name in hands if not known[name]} == hidden[key]


def test_points_per_row_other_than_one() -> None:
    rules = rules_like(changed={"score.row_points": 2})
    assert shown(pair_of_rows((1, -1, 1), rules).points) == [2]
    assert shown(pair_of_rows((1, 1, 1), rules).points) == [9]
    foul = play([FOUL, LEGAL], rules)
    assert shown(foul.pairs.bonus) == [0]
    assert shown(foul.points) == [-17, 17]


def test_a_lost_royalty_cell_hides_only_where_it_is_collected() -> None:
    russian = rules_like(royalties="russian")
    full_house = "Qh Qd 4c/9s 9c 9d 5h 5c/Ah Kh Qh Jh Th"
    scored = play([full_house, OTHER, FOUL], russian)
    assert shown(scored.pairs.royalties[0]) == [None, None, 0]
    assert shown(scored.pairs.points) == [None, None, 6]
    assert shown(scored.points) == [None, None, None]
    # The middle with the lost cell loses to a better one, or ties: under winner_only nobody asks what it is worth.
    better = "Qs Qc 4d/Tc Td Th 5h 5c/As Ks Qs Js Ts"
    assert shown(play([full_house, better], russian).pairs.points) == [None]
    winner_only = rules_like(royalties="russian", royalty_settlement="winner_only")
    scored = play([full_house, full_house], winner_only)
    assert [shown(r)[0] for r in scored.pairs.royalties] == [0, 0]
    scored = play([full_house, better], winner_only)
    assert [shown(r)[0] for r in scored.pairs.royalties] == [0, None]
    assert shown(scored.pairs.points) == [None]


def test_an_incomplete_board_hides_its_pairs_only() -> None:
    scored = play([LEGAL, OTHER, "Qh Qd/8c/"], rules_like())
    assert shown(scored.pairs.points) == [17, None, None]
    assert [shown(row) for row in scored.pairs.rows] == [[1, None, None]] * 3
    assert shown(scored.points) == [None, None, None]


def test_without_a_rule_set_only_the_rows_are_known() -> None:
    scored = play([LEGAL, FOUL], None)
    assert [shown(row)[0] for row in scored.pairs.rows] == [1, 1, 1]
    assert shown(scored.pairs.bonus) == [None]
    assert [shown(r)[0] for r in scored.pairs.royalties] == [None, None]
    assert shown(scored.points) == [None, None]


def test_three_players() -> None:
    scored = play([LEGAL, FOUL, OTHER], rules_like())
    assert shown(scored.pairs.points) == [17, 17, -6]
    assert shown(scored.points) == [34, -23, -11]
