"""Fouls: every top against every middle, and the examples of the rules."""

import numpy as np
import pytest

from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.fouls import find_fouls
from ofc_audit.score.ranks import rank_tables
from score.scoring import plain_strength, play, rules_like, shown

BOTTOM = "As Ks Qs Js Ts"


def strengths_by_value() -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """What plain counting says of each top value and each five-card value, from one hand of each class."""
    tables = rank_tables()
    tops: dict[int, tuple[int, ...]] = {}
    for at, value in enumerate(tables.three.tolist()):
        if value not in tops:
            tops[value] = plain_strength((at // 169, at // 13 % 13, at % 13))
    fives: dict[int, tuple[int, ...]] = {}
    for at in np.flatnonzero(tables.five).tolist():
        value = int(tables.five[at])
        if value not in fives:
            ranks = [at // 13**power % 13 for power in range(5)]
            fives[value] = plain_strength(ranks, is_flush=at >= 13**5)
    return [tops[value] for value in range(1, 456)], [fives[value] for value in range(1, 7463)]


def test_every_top_against_every_middle() -> None:
    """All 455 × 7,462 classes: a foul exactly where the top is stronger, category first, then its three ranks."""
    tops, middles = strengths_by_value()
    shared = [middle[:4] for middle in middles]
    stronger = np.array([[top > middle for middle in shared] for top in tops])
    not_weaker = np.array([[top >= middle for middle in shared] for top in tops])
    top, middle = (axis.reshape(-1).astype(np.uint16) for axis in np.mgrid[1:456, 1:7463])
    bottom = np.full(len(top), 7462, np.uint16)
    lax = find_fouls(top, middle, bottom, None, rules_like())
    assert np.array_equal(lax.values, stronger.reshape(-1))
    strict = find_fouls(
        top, middle, np.full(len(top), 7463, np.uint16), None, rules_like(changed={"board.equal_rows_legal": False})
    )
    assert np.array_equal(strict.values, not_weaker.reshape(-1))
    open_ = find_fouls(
        top, middle, bottom + np.uint16(1), None, rules_like(changed={"board.equal_rows_legal": UNKNOWN})
    )
    assert np.array_equal(open_.known_mask, (stronger == not_weaker).reshape(-1))


@pytest.mark.parametrize(
    ("top", "middle", "is_foul"),
    [
        ("Qh Qd 7c", "Qs Qc 6d 5h 4c", True),
        ("Qh Qd 7c", "Qs Qc 9d 8h 2c", False),
        ("Qh Qd 7c", "Qs Qc 7d 3h 2c", False),
        ("Kc Kd 7s", "Kh Ks 6d 5s 3d", True),
        ("2c 2d As", "3c 3d 6h 5s 4d", False),
        ("Ac Ad 2s", "Kc Kd 7h 5s 3d", True),
        ("Ac Ad 2s", "Kc Kd 5h 5s 3d", False),
        ("2c 2d 2h", "Ac Ad Kh Ks Qc", True),
        ("2c 2d 2h", "3c 3d 3h 5s 4d", False),
        ("Ah Kd Qc", "As Kh Jc Ts 9h", True),
        ("Ah 2d 3c", "Kh Qd Jc 9s 8h", True),
        ("Ah Kh Qh", "2c 3d 4h 5s 6c", False),
    ],
)
def test_top_against_middle(top: str, middle: str, is_foul: bool) -> None:
    assert play([f"{top}/{middle}/{BOTTOM}"], rules_like()).is_foul.values.tolist() == [[is_foul]]


@pytest.mark.parametrize(
    ("middle", "bottom", "is_foul"),
    [
        ("8c 8d 7h 6s 5c", "8h 8s 7c 6d 5h", False),
        ("8c 8d 7h 6s 5c", "8h 8s 7c 6d 4h", True),
        ("2c 3c 4c 5c 7c", "6d 7d 8h 9s Tc", True),
        ("Ac Kd Qh Js 9c", "2d 2h 3s 4c 5d", False),
    ],
)
def test_middle_against_bottom(middle: str, bottom: str, is_foul: bool) -> None:
    assert play([f"2s 3s 4d/{middle}/{bottom}"], rules_like()).is_foul.values.tolist() == [[is_foul]]


def test_equal_rows_where_they_are_a_foul_and_where_the_rules_do_not_say() -> None:
    equal = ["2s 3s 4d/8c 8d 7h 6s 5c/8h 8s 7c 6d 5h"]
    assert shown(play(equal, rules_like(changed={"board.equal_rows_legal": False})).is_foul) == [True]
    assert shown(play(equal, rules_like(changed={"board.equal_rows_legal": UNKNOWN})).is_foul) == [None]
    assert shown(play(equal, None).is_foul) == [False]


@pytest.mark.parametrize("text", ["2s 3s/8c 8d 7h 6s 5c/8h 8s 7c 6d 4h", "2s 3s 4d/8c 8d 7h 6s 5c/8h 8s 7c 6d", "//"])
def test_an_incomplete_board_is_no_foul_and_no_legal_board(text: str) -> None:
    assert shown(play([text], rules_like()).is_foul) == [None]
