"""Royalties: every cell of the American table, off, lost cells, and fouls."""

import pytest

from ofc_audit.rulesets import UNKNOWN
from score.scoring import play, rules_like, shown

TOPS = [
    (f"{rank}h {rank}d {'2c' if rank != '2' else '3c'}", 0 if rank in "2345" else "6789TJQKA".index(rank) + 1)
    for rank in "23456789TJQKA"
]
TRIPS = [(f"{rank}h {rank}d {rank}c", 10 + place) for place, rank in enumerate("23456789TJQKA")]
FIVES = [
    ("Ac Kd Qh Js 9c", 0, 0),
    ("Ac Ad Qh Js 9c", 0, 0),
    ("Ac Ad Qh Qs 9c", 0, 0),
    ("Kc Kd Kh Js 9c", 2, 0),
    ("Tc Jd Qh Ks Ac", 4, 2),
    ("Ac 2d 3h 4s 5c", 4, 2),
    ("2c 5c 7c 8c 9c", 8, 4),
    ("8c 8d 8h 9s 9c", 12, 6),
    ("8c 8d 8h 8s 9c", 20, 10),
    ("Ac 2c 3c 4c 5c", 30, 15),
    ("9c Tc Jc Qc Kc", 30, 15),
    ("Tc Jc Qc Kc Ac", 50, 25),
]
ROYAL = "Ts Js Qs Ks As"


def royalties(text: str, rules: object) -> list[object]:
    scored = play([text], rules)
    return [shown(row)[0] for row in scored.royalties]


@pytest.mark.parametrize(("top", "points"), TOPS + TRIPS)
def test_tops(top: str, points: int) -> None:
    assert royalties(f"{top}/Tc Jc Qc Kc Ac/{ROYAL}", rules_like()) == [points, 50, 25]


@pytest.mark.parametrize(("row", "middle", "bottom"), FIVES)
def test_middles_and_bottoms(row: str, middle: int, bottom: int) -> None:
    assert royalties(f"2h 3d 5s/{row}/{ROYAL}", rules_like()) == [0, middle, 25]
    assert royalties(f"2h 3d 5s/2d 3c 4h 6h 7d/{row}", rules_like()) == [0, 0, bottom]


def test_a_foul_earns_none() -> None:
    assert royalties(f"2h 3d 5s/{ROYAL}/8c 8d 8h 8s 9c", rules_like()) == [0, 0, 0]


def test_royalties_off() -> None:
    assert royalties(f"Qh Qd 5s/8c 8d 8h 8s 9c/{ROYAL}", rules_like(royalties="none")) == [0, 0, 0]


def test_a_lost_cell_is_not_known_and_the_others_are() -> None:
    russian = rules_like(royalties="russian")
    assert royalties(f"Qh Qd 5s/8c 8d 8h 9s 9c/{ROYAL}", russian) == [7, None, 25]
    assert royalties("Qh Qd 5s/8c 8d 8h 8s 9c/Ac 2c 3c 4c 5c", russian) == [7, 20, 15]
    assert royalties("2h 3d 5s/2d 3c 4h 6h 7d/Tc Jd Qh Ks Ac", russian) == [0, 0, None]
    assert royalties(f"2h 3d 5s/{ROYAL}/Tc Jd Qh Ks Ac", russian) == [0, 0, 0]


def test_an_unknown_table_and_no_rule_set() -> None:
    legal = f"Qh Qd 5s/8c 8d 8h 8s 9c/{ROYAL}"
    assert rules_like(royalties="martian").value("score.royalties") is UNKNOWN
    assert royalties(legal, rules_like(royalties="martian")) == [None, None, None]
    assert royalties("2h 3d 5s/2d 3c 4h 6h 7d/2c 2s 4c 6c 7c", rules_like(royalties="martian")) == [0, 0, 0]
    assert royalties(legal, None) == [None, None, None]


def test_an_incomplete_board_has_no_royalties_yet() -> None:
    assert royalties(f"Qh Qd/8c 8d 8h 8s 9c/{ROYAL}", rules_like()) == [None, None, None]
