"""Hands of the tables as the tracker's records and the dealer's lines, so that what is read can be held against what was played."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from ofc_audit.simulate.swc_log import record

Json = dict[str, Any]


def records(tables: Mapping[str, pa.Table]) -> Iterator[Json]:
    """Each hand as the first player in acting order saw it, with ids that are numbers."""
    for hand in range(tables["hands"].num_rows):
        yield record(tables, hand) | {"hand_id": 777001 + hand, "table_id": 12, "raw_refs": ["raw:1"]}


def lines(made: list[Json]) -> bytes:
    """Records as the tracker stores them, one a line."""
    return "".join(json.dumps(one, sort_keys=True) + "\n" for one in made).encode()


def finished(number: int, **points: int) -> str:
    """The dealer's words at the end of a hand."""
    return f"Hand #{number} finished - " + ", ".join(f"{name}: {value:+d}" for name, value in points.items()) + "\n"


def tiny() -> Json:
    """A made-up hand of two, who place in turn; nobody's hand is seen."""
    steps = {
        "b": ["2c 2d|3c 3d|4c", "||4d 4h", "||5c 5d", "2h|3h|", "|5h 6h|"],
        "a": ["Ac Ad|Kc Kd|Qc", "||Qd Qh", "||Jc Jd", "Ah|Kh|", "|Jh 10h|"],
    }
    rounds, boards = [], {name: {"top": [], "middle": [], "bottom": []} for name in steps}
    for street in range(5):
        for name, streets in steps.items():
            placed = dict(
                zip(("top", "middle", "bottom"), (row.split() for row in streets[street].split("|")), strict=True)
            )
            for row, cards in placed.items():
                boards[name][row] += cards
            rounds.append({"player": name, "placed": {row: cards for row, cards in placed.items() if cards}})
    players = [
        {"name": name, "seat_idx": seat, "starting_stack": 100, **boards[name], "points": points, "collected": 0}
        for name, seat, points in (("a", 0, 6), ("b", 1, -6))
    ]
    return {
        "site": "SealsWithClubs",
        "hand_id": 9,
        "players": players,
        "rounds": rounds,
        "variant": {"variant": "ofcp"},
    }
