"""Payouts of a game, told with the hand in which they are made, are held against no rule set that settles hand by hand."""

import json
from pathlib import Path

import pytest

from ofc_audit.warehouse.build import build
from read.swc_records import finished, tiny
from warehouse.histories import rows, write

GAME = (
    "New game started (2 hands)\n"
    + (finished(1, a=0, b=0) + "TOTAL - a: 0, b: 0\n")
    + (finished(2, a=0, b=0) + "TOTAL - a: 0, b: 0\na wins 82.56\nb wins 5\nGame complete, 2 hands played\n")
)
FIRST = {"top": "2c 2d 4h", "middle": "3c 3d 6h 5s 4d", "bottom": "9c 9d Th 7s 8d"}
OTHER = {"top": "2h 2s 4c", "middle": "3h 3s 6c 5c 4s", "bottom": "9h 9s Tc 7c 8h"}


def even_hand() -> str:
    """A record of a hand in which nobody won anything of anybody, and one player is paid."""
    made = tiny()
    for player, rows_of, paid in zip(made["players"], (FIRST, OTHER), (7.5, 0), strict=True):
        player |= {row: cards.replace("T", "10").split() for row, cards in rows_of.items()}
        player |= {"points": 0, "collected": paid, "starting_stack": 100}
    return json.dumps(made | {"rounds": []}) + "\n"


@pytest.mark.parametrize("rules_id", ["pppoker_progressive17", "norway_tournament", "pokerninja"])
def test_nobody_is_accused_of_a_payout_of_a_game(tmp_path: Path, rules_id: str) -> None:
    paths = write(tmp_path, {"game": GAME.encode(), "record": even_hand().encode()})
    out = build(paths, tmp_path / "out", rules_id=rules_id).out_dir
    paid = rows(out, "select net::varchar from claims where net is not null order by net")
    assert paid == [("5.0000",), ("7.5000",), ("82.5600",)]
    assert rows(out, "select check_id, message from findings where severity <> 'note'") == []
    verdicts = rows(out, "select distinct verdict from verdicts where dimension = 'money'")
    assert verdicts == [("unverifiable",)]
