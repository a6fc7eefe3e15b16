"""Fouls under rules where equal rows are not legal, or nobody says: the last legal board, and boards that are not complete."""

from ofc_audit.rulesets import UNKNOWN
from score.scoring import play, rules_like, shown

STRICT = {"board.equal_rows_legal": False}
OPEN = {"board.equal_rows_legal": UNKNOWN}
BOTTOM = "As Ks Qs Js Ts"


def fouls(text: str, changed: dict[str, object]) -> list[object]:
    return shown(play([text], rules_like(changed=changed)).is_foul)


def test_the_strongest_top_below_a_middle_is_legal_and_its_equal_is_not() -> None:
    assert fouls(f"Qh Qd 6c/Qs Qc 7d 3h 2c/{BOTTOM}", STRICT) == [False]
    assert fouls(f"Qh Qd 7c/Qs Qc 7d 3h 2c/{BOTTOM}", STRICT) == [True]
    assert fouls(f"Qh Qd 7c/Qs Qc 7d 3h 2c/{BOTTOM}", OPEN) == [None]
    assert fouls(f"Qh Qd 6c/Qs Qc 7d 3h 2c/{BOTTOM}", OPEN) == [False]
    assert fouls(f"Qh Qd 8c/Qs Qc 7d 3h 2c/{BOTTOM}", OPEN) == [True]


def test_a_board_that_is_not_complete_is_never_called() -> None:
    for changed in (STRICT, OPEN):
        assert fouls("2s 3s/8c 8d 7h 6s 5c/8h 8s 7c 6d 4h", changed) == [None]
        assert fouls("2s 3s 4d/8c 8d 7h 6s 5c/8h 8s 7c 6d", changed) == [None]


def test_between_complete_boards_one_that_is_not_changes_nothing() -> None:
    boards = [f"Qh Qd 6c/Qs Qc 7d 3h 2c/{BOTTOM}", "Ah Ad/2c 2d 3h 4h 5h/9h 9s 9c 8d 8h"]
    for changed in (STRICT, OPEN, {}):
        assert shown(play(boards, rules_like(changed=changed)).is_foul) == [False, None]
