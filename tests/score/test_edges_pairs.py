"""Pairs at their edges: unknown numbers seen from both sides, unknown methods, boards that are not complete beside others."""

import pytest

from ofc_audit.rulesets import UNKNOWN
from score.scoring import pair_of_rows, play, rules_like, shown

LEGAL = "Qh Qd 4c/9s 9c 5d 5h 2c/Ah Kh 8h 6h 3h"
OTHER = "Jc Td 3s/7c 7d 6s 4d 2h/Ks Kc 8d 8c As"
FOUL = "Ac Ad 2s/Kc Kd 7h 5s 3d/9c 9d 9h 4s 4d"
HALF = "Qh Qd/8c/"


@pytest.mark.parametrize(
    ("method", "key", "rows", "is_known"),
    [
        ("1-6", "score.scoop_bonus", (1, 1, 1), False),
        ("1-6", "score.scoop_bonus", (1, 1, 0), True),
        ("1-6", "score.majority_bonus", (1, 1, 1), True),
        ("2-4", "score.majority_bonus", (1, 1, 1), False),
        ("2-4", "score.majority_bonus", (0, 1, 1), False),
        ("2-4", "score.majority_bonus", (-1, 1, 1), False),
        ("2-4", "score.majority_bonus", (1, 0, 0), True),
        ("2-4", "score.majority_bonus", (1, -1, 0), True),
        ("2-4", "score.scoop_bonus", (1, 1, 1), True),
    ],
)
def test_an_unknown_bonus_is_unknown_to_winner_and_loser(
    method: str, key: str, rows: tuple[int, int, int], is_known: bool
) -> None:
    rules = rules_like(scoring=method, changed={key: UNKNOWN})
    for sign in (1, -1):
        scored = pair_of_rows((sign * rows[0], sign * rows[1], sign * rows[2]), rules)
        assert (shown(scored.bonus)[0] is not None) is is_known
        assert (shown(scored.points)[0] is not None) is is_known


@pytest.mark.parametrize(
    ("rows", "bonus"),
    [((1, 1, 1), None), ((1, 1, -1), None), ((1, 1, 0), None), ((1, 0, 0), 0), ((1, -1, 0), 0), ((0, 0, 0), 0)],
)
def test_an_unknown_method_is_known_where_both_give_the_same(rows: tuple[int, int, int], bonus: int | None) -> None:
    rules = rules_like(changed={"score.method": UNKNOWN})
    for sign in (1, -1):
        assert shown(pair_of_rows((sign * rows[0], sign * rows[1], sign * rows[2]), rules).bonus) == [bonus]
    same = rules_like(changed={"score.method": UNKNOWN, "score.majority_bonus": 3})
    assert shown(pair_of_rows((1, 1, 1), same).bonus) == [3]
    assert shown(pair_of_rows((-1, -1, -1), same).bonus) == [-3]


def test_an_unknown_method_and_fouls() -> None:
    rules = rules_like(changed={"score.method": UNKNOWN, "score.foul_fine_2_4": 6})
    for boards, points in (([FOUL, LEGAL], -17), ([LEGAL, FOUL], 17), ([FOUL, FOUL], 0)):
        assert shown(play(boards, rules).pairs.points) == [points]
    other = rules_like(changed={"score.method": UNKNOWN})
    for boards, expected in (([FOUL, LEGAL], None), ([LEGAL, FOUL], None), ([FOUL, FOUL], 0)):
        assert shown(play(boards, other).pairs.points) == [expected]


@pytest.mark.parametrize("key", ["score.foul_fine_1_6", "score.row_points"])
def test_an_unknown_fine_is_unknown_to_both(key: str) -> None:
    rules = rules_like(changed={key: UNKNOWN})
    assert shown(play([FOUL, LEGAL], rules).pairs.bonus) == [None]
    assert shown(play([LEGAL, FOUL], rules).pairs.bonus) == [None]
    assert shown(play([FOUL, LEGAL], rules).pairs.points) == [None]
    assert shown(play([LEGAL, FOUL], rules).pairs.points) == [None]


def test_a_board_that_is_not_complete_hides_its_pairs_under_every_rule() -> None:
    for changed in ({}, {"score.both_foul": UNKNOWN}, {"score.method": UNKNOWN}, {"score.royalty_settlement": UNKNOWN}):
        pairs = play([HALF, OTHER, LEGAL, HALF], rules_like(changed=changed)).pairs
        for part in (*pairs.rows, pairs.bonus, *pairs.royalties, pairs.points):
            assert [value is None for at, value in enumerate(shown(part)) if at != 3] == [True] * 5
        assert shown(pairs.rows[0])[3] == -1
        assert (shown(pairs.points)[3] is None) is ("score.method" in changed)


def test_royalties_of_three_rows_add_up_for_both_seats() -> None:
    earned = ((1, 2, 4), (8, 16, 32))
    scored = pair_of_rows((1, -1, 0), rules_like(), earned)
    assert [shown(one)[0] for one in scored.royalties] == [7, 56]
    assert shown(scored.points) == [7 - 56]
    only = pair_of_rows((1, -1, 1), rules_like(royalty_settlement="winner_only"), earned)
    assert [shown(one)[0] for one in only.royalties] == [5, 16]
    assert shown(only.points) == [1 + 5 - 16]
    unknown = rules_like(changed={"score.royalty_settlement": UNKNOWN})
    assert [shown(one)[0] for one in pair_of_rows((1, 1, 1), unknown, earned).royalties] == [7, None]
    assert [shown(one)[0] for one in pair_of_rows((-1, -1, -1), unknown, earned).royalties] == [None, 56]
    assert [shown(one)[0] for one in pair_of_rows((1, 1, 1), unknown, ((1, 2, 4), (0, 0, 0))).royalties] == [7, 0]


def test_without_a_rule_set_every_row_of_every_pair_is_its_own() -> None:
    boards = [
        f"{top}/{middle}/9c 9d 9h 3s 3d"
        for top, middle in (("Ac Ad 2s", "As Ah Kc 4s 4d"), ("Jc Td 3c", "7h 7s 7c 5s 6d"))
    ]
    rows = play([*boards, boards[1]], None).pairs.rows
    assert [shown(row) for row in rows] == [[1, 1, 0], [-1, -1, 0], [0, 0, 0]]


def test_two_unknown_numbers_hide_each_what_it_decides() -> None:
    rules = rules_like(changed={"score.both_foul": UNKNOWN, "score.scoop_bonus": UNKNOWN})
    for boards in ([LEGAL, OTHER], [OTHER, LEGAL], [FOUL, FOUL]):
        assert shown(play(boards, rules).pairs.bonus) == [None]
    assert shown(play([FOUL, LEGAL], rules).pairs.bonus) == [-3]


def test_a_board_that_is_not_complete_has_no_points_where_the_winner_alone_collects() -> None:
    pairs = play([HALF, OTHER], rules_like(royalty_settlement="winner_only")).pairs
    assert [shown(part) for part in (*pairs.rows, pairs.bonus, *pairs.royalties, pairs.points)] == [[None]] * 7


def test_a_lost_cell_in_a_lost_row_is_not_known_where_the_settlement_is_not() -> None:
    """By difference it would be paid, and how much nobody knows; by the winner alone it would be nothing."""
    rules = rules_like(royalties="russian", changed={"score.royalty_settlement": UNKNOWN})
    weaker = "8c 7d 4c/9s 9c 9d 5h 5c/Ah Kh Qh Jh Th"
    better = "8h 7s 4d/Tc Td Ts 5d 5s/2c 2d 2h 2s 3c"
    assert shown(play([weaker, better], rules).pairs.royalties[0]) == [None]
    assert shown(play([better, weaker], rules).pairs.royalties[1]) == [None]
    both = rules_like(changed={"score.royalty_settlement": UNKNOWN})
    assert shown(play([better, weaker], both).pairs.royalties[1]) == [None]
