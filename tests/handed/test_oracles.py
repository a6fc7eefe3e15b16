"""Deals on which independent engines agree: points, rows, royalties and Fantasyland of each must be ours too."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ofc_audit.score.hands import ScoredHands, score_hands
from score.scoring import board, rules_like

pytestmark = pytest.mark.handed

PROGRESSIVE = "pokerbet_progressive"
FULL_STAYS = {"fantasyland.stay_middle": "full_house_or_better"}


def deals(shared: Path, name: str) -> tuple[list[dict[str, Any]], np.ndarray]:
    """The deals of a file and their boards, (h, p, 13)."""
    lines = (shared / "oracles" / name).read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return rows, np.array([[board(text) for text in row["boards"]] for row in rows])


def scored(cards: np.ndarray, fantasy: int = 0, changed: dict[str, Any] | None = None, **options: str) -> ScoredHands:
    """The deals under the progressive rule set with the options given."""
    return score_hands(cards, np.full(cards.shape[:2], fantasy, np.int16), rules_like(PROGRESSIVE, changed, **options))


def royalties(played: ScoredHands) -> list[list[list[int]]]:
    """Royalties by hand, player and row."""
    assert all(row.known is None for row in played.royalties)
    return np.stack([row.values for row in played.royalties], axis=2).tolist()


def test_pairs(shared: Path) -> None:
    rows, cards = deals(shared, "pairs.jsonl")
    assert len(rows) == 2000
    one_six, two_four = scored(cards), scored(cards, scoring="2-4")
    assert one_six.is_foul.values.tolist() == [row["foul"] for row in rows]
    assert royalties(one_six) == [row["royalties"] for row in rows]
    assert one_six.pairs.points.values[:, 0].tolist() == [row["points_1-6"] for row in rows]
    assert two_four.pairs.points.values[:, 0].tolist() == [row["points_2-4"] for row in rows]
    stated = [at for at, row in enumerate(rows) if row["rows"] is not None]
    assert len(stated) > 500
    results = np.stack([row.values[:, 0] for row in one_six.pairs.rows], axis=1)
    assert results[stated].tolist() == [rows[at]["rows"] for at in stated]
    assert one_six.fantasy.cards.values.tolist() == [row["entry_cards"] for row in rows]


@pytest.mark.parametrize(
    ("key", "changed"), [("stay_trips_or_quads", None), ("stay_trips_full_quads", FULL_STAYS)], ids=["two", "three"]
)
def test_stays_of_pairs(shared: Path, key: str, changed: dict[str, Any] | None) -> None:
    rows, cards = deals(shared, "pairs.jsonl")
    played = scored(cards, fantasy=14, changed=changed)
    assert played.fantasy.is_next.known is None
    assert played.fantasy.is_next.values.tolist() == [row[key] for row in rows]
    assert played.fantasy.cards.values.tolist() == [[14 * stays for stays in row[key]] for row in rows]


def test_triples(shared: Path) -> None:
    rows, cards = deals(shared, "triples.jsonl")
    assert len(rows) == 1000
    played = scored(cards)
    assert played.is_foul.values.tolist() == [row["foul"] for row in rows]
    expected = [[row["pairs_1-6"][pair] for pair in ("1-2", "1-3", "2-3")] for row in rows]
    assert played.pairs.points.values.tolist() == expected
    assert played.points.values.tolist() == [row["points_1-6"] for row in rows]


def test_draws(shared: Path) -> None:
    rows, cards = deals(shared, "draws.jsonl")
    assert len(rows) == 200
    one_six, two_four = scored(cards), scored(cards, scoring="2-4")
    results = np.stack([row.values[:, 0] for row in one_six.pairs.rows], axis=1)
    assert results.tolist() == [row["rows"] for row in rows]
    assert np.stack([side.values[:, 0] for side in one_six.pairs.royalties], 1).tolist() == [
        r["royalties"] for r in rows
    ]
    assert one_six.pairs.points.values[:, 0].tolist() == [row["points_1-6"] for row in rows]
    assert two_four.pairs.points.values[:, 0].tolist() == [row["points_2-4"] for row in rows]
