"""Three hands of two players, with every row the warehouse has of them, small enough to be added up by hand.

Hand 1: Ana (acts first) scoops Bo, enters Fantasyland with queens. Hand 2: Ana is in Fantasyland and stays, Bo fouls. Hand 3: Ana
fouls, Bo enters with three of a kind on top; it is a fantasy hand of nobody.
"""

from decimal import Decimal
from typing import Any

SITE = {"site": "room", "rules_id": "r", "status": "complete", "n_seats": 2, "currency": "EUR"}


def _seat(hand: int, order: int, **more: Any) -> dict[str, Any]:
    return {"hand_key": hand, "acting_order": order, **more}


def _scored(hand: int, order: int, royalties: tuple[int, int, int], points: int, **more: Any) -> dict[str, Any]:
    top, middle, bottom = royalties
    named = {"top_royalties": top, "middle_royalties": middle, "bottom_royalties": bottom, "points": points}
    return {
        "hand_key": hand,
        "acting_order": order,
        "is_foul": False,
        "is_fantasy_next": False,
        "fantasy_next": 0,
        **named,
        **more,
    }


def _pair(hand: int, rows: int, bonus: int, royalties_a: int, royalties_b: int) -> dict[str, Any]:
    points = 3 * rows + bonus + royalties_a - royalties_b
    return {
        **{"hand_key": hand, "a": 0, "b": 1, "top": rows, "middle": rows, "bottom": rows, "bonus": bonus},
        **{"royalties_a": royalties_a, "royalties_b": royalties_b, "points": points},
    }


def played() -> dict[str, list[dict[str, Any]]]:
    """Fresh rows of the declared tables, to be changed at will."""
    order = [(1, 0, "ana"), (1, 1, "bo"), (2, 0, "ana"), (2, 1, "bo"), (3, 0, "ana"), (3, 1, "bo")]
    nets = {(1, 0): "17", (1, 1): "-17", (2, 0): "20", (2, 1): "-20", (3, 0): "-16", (3, 1): "16"}
    dimensions = ("layout", "points", "money", "fantasyland", "match")
    return {
        "hands": [{"hand_key": k, "hand_id": str(k), **SITE} for k in (1, 2, 3)],
        "seats": [
            _seat(k, o, player_id=p, player_name=p.title() if k < 3 else p.upper(), is_fantasy=(k, o) == (2, 0))
            for k, o, p in order
        ],
        "boards": [
            _seat(1, 0, street_auto=[False, True], street_ms=[1000, None]),
            *(_seat(k, o, street_auto=[False], street_ms=[500, 1500]) for k, o, _ in order[1:4]),
            *(_seat(k, o) for k, o, _ in order[4:]),
        ],
        "claims": [
            _seat(k, o, net=Decimal(nets[k, o]), rake=Decimal("0.5") if (k, o) == (1, 0) else None) for k, o, _ in order
        ],
        "scored_seats": [
            _scored(1, 0, (7, 0, 4), 17, is_fantasy_next=True, top_category=1, top_rank=10, net=Decimal(17)),
            _scored(1, 1, (0, 0, 0), -17, net=Decimal(-17)),
            _scored(2, 0, (0, 4, 10), 20, is_fantasy_next=True, top_category=1, top_rank=12),
            _scored(2, 1, (0, 0, 0), -20, is_foul=True),
            _scored(3, 0, (0, 0, 0), -16, is_foul=True),
            _scored(3, 1, (10, 0, 0), 16, is_fantasy_next=True, top_category=3, top_rank=0),
        ],
        "scored_pairs": [_pair(1, 1, 3, 11, 0), _pair(2, 1, 3, 14, 0), _pair(3, -1, -3, 0, 10)],
        "verdicts": [
            {"hand_key": k, "dimension": d, "verdict": "verified" if d != "match" else "not applicable"}
            | ({"reason": "no matches"} if d == "match" else {})
            for k in (1, 2, 3)
            for d in dimensions
        ],
        "sources": [{"source_file": "f", "sha256": "0", "n_found": 3, "n_stored": 3, "n_bytes": 9, "hand_bytes": 9}],
    }
