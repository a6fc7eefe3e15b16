"""Hands of the tables as the tracker's records and the dealer's lines, so that what is read can be held against what was played."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from ofc_audit.cards import CARD_TEXT, EMPTY

ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}
Json = dict[str, Any]


def card(code: int) -> str:
    """A card in the tracker's spelling."""
    return CARD_TEXT[code].replace("T", "10")


def records(tables: Mapping[str, pa.Table], hero: int = 0) -> Iterator[Json]:
    """Each hand as the player at a place in acting order saw it."""
    seats, boards, claims = (tables[name].to_pylist() for name in ("seats", "boards", "claims"))
    at = 0
    for number, hand in enumerate(tables["hands"].to_pylist(), 1):
        n = hand["n_seats"]
        yield record(hand, number, *(rows[at : at + n] for rows in (seats, boards, claims)), hero)
        at += n


def record(hand: Json, number: int, seats: list[Json], boards: list[Json], claims: list[Json], hero: int) -> Json:
    """One hand as the tracker writes it."""
    rounds: list[Json] = []
    for street in range(6):
        for at, board in enumerate(boards):
            rounds += [
                {"round": 0, "player": seats[at]["player_name"]} | step for step in _steps(board, street, at == hero)
            ]
    for step, one in enumerate(rounds, 1):
        one |= {"round": step, "step_num": step + 1, "source": "ofc_snapshot_rows"}
    players = [
        {
            "name": seat["player_name"],
            "seat_idx": seat["seat_no"],
            "starting_stack": "0" if seat["stack"] is None else str(seat["stack"]),
            **{row: [card(code) for code in board["cards"][part]] for row, part in ROWS.items()},
            "active": [],
            "points": str(claim["points"]),
            "collected": "0",
        }
        for seat, board, claim in zip(seats, boards, claims, strict=True)
    ]
    return {
        "hand_id": 777000 + number,
        "site": "SealsWithClubs",
        "table_id": 12,
        "timestamp": hand["ended_at"].isoformat(),
        "variant": {
            "family": "ofc",
            "variant": "ofcp",
            "pineapple": True,
            "deuce_to_seven": False,
            "hand_py_importable": False,
        },
        "players": sorted(players, key=lambda player: player["seat_idx"]),
        "rounds": rounds,
        "result": {"points_settled": {s["player_name"]: c["points"] for s, c in zip(seats, claims, strict=True)}},
        "validation": {"valid": True, "errors": [], "warnings": []},
        "raw_refs": ["raw:1"],
    }


def _steps(board: Json, street: int, is_seen: bool) -> Iterator[Json]:
    """A street: cards dealt to whoever records, then cards placed, with the discard that only he sees."""
    dealt = [card(c) for c, on in zip(board["dealt"], board["dealt_streets"], strict=True) if on == street]
    gone = [card(c) for c, on in zip(board["discards"], board["discard_streets"], strict=True) if on == street]
    placed = {
        row: [
            card(code)
            for code, on in zip(board["cards"][part], board["streets"][part], strict=True)
            if on == street and code != EMPTY
        ]
        for row, part in ROWS.items()
    }
    placed = {row: cards for row, cards in placed.items() if cards}
    if is_seen and dealt:
        yield {"dealt": dealt, "placed": {}, "discarded": []}
    if placed:
        yield {"dealt": [], "placed": placed, "discarded": gone if is_seen else []}


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
