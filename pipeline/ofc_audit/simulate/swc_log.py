"""Simulated hands as SwC's tracker and dealer tell them: records with what one player saw, and the dealer's words at the end of each hand."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import pyarrow as pa

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.simulate.edits import Row, hand_rows, row_of

ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}


def card(code: int) -> str:
    """A card in the tracker's spelling."""
    return CARD_TEXT[code].replace("T", "10")


def record(tables: Mapping[str, pa.Table], hand: int, hero: int = 0) -> dict[str, Any]:
    """A hand as the tracker writes it for the player at a place in acting order."""
    row = row_of(tables, "hands", hand)
    seats, boards, claims = (hand_rows(tables, name, hand) for name in ("seats", "boards", "claims"))
    steps = [
        {"player": seats[at]["player_name"], **step}
        for street in range(6)
        for at, board in enumerate(boards)
        for step in _steps(board, street, at == hero)
    ]
    players = [
        {
            "name": seat["player_name"],
            "seat_idx": seat["seat_no"],
            "starting_stack": "0" if seat["stack"] is None else str(seat["stack"]),
            **{name: [card(code) for code in board["cards"][part]] for name, part in ROWS.items()},
            "active": [],
            "points": str(claim["points"]),
            "collected": "0",
        }
        for seat, board, claim in zip(seats, boards, claims, strict=True)
    ]
    return {
        "hand_id": row["hand_id"],
        "players": sorted(players, key=lambda player: player["seat_idx"]),
        "result": {"points_settled": {s["player_name"]: c["points"] for s, c in zip(seats, claims, strict=True)}},
        "rounds": [{"round": number, "step_num": number + 1, **step} for number, step in enumerate(steps, 1)],
        "site": "SealsWithClubs",
        "table_id": row["table_id"],
        "timestamp": row["ended_at"].isoformat(),
        "validation": {"errors": [], "valid": True, "warnings": []},
        "variant": {"deuce_to_seven": False, "family": "ofc", "pineapple": True, "variant": "ofcp"},
    }


def _steps(board: Row, street: int, is_seen: bool) -> Iterator[Row]:
    """A street: the cards dealt, which only he sees who is dealt them, then the cards placed, with the discard."""
    dealt, gone = (
        [card(c) for c, on in zip(board[name], board[f"{of}_streets"], strict=True) if on == street]
        for name, of in (("dealt", "dealt"), ("discards", "discard"))
    )
    placed = {
        name: [
            card(code)
            for code, on in zip(board["cards"][part], board["streets"][part], strict=True)
            if on == street and code != EMPTY
        ]
        for name, part in ROWS.items()
    }
    placed = {name: cards for name, cards in placed.items() if cards}
    if is_seen and dealt:
        yield {"dealt": dealt, "placed": {}, "discarded": []}
    if placed:
        yield {"dealt": [], "placed": placed, "discarded": gone if is_seen else []}


def said(tables: Mapping[str, pa.Table], with_records: bool = True) -> Iterator[str]:
    """The lines of a log: at the end of each hand what the dealer says, behind the tracker's record of it.

    A match is a game; its payouts are what players won in it.
    """
    total: dict[str, int] = {}
    won: dict[str, Any] = {}
    for hand in range(tables["hands"].num_rows):
        row = row_of(tables, "hands", hand)
        seats, claims = (hand_rows(tables, name, hand) for name in ("seats", "claims"))
        if row["hand_no"] == 1:
            total, won = {}, {}
            yield f"New game started ({len(seats)} hands)"
        for seat in seats:
            if seat["is_fantasy"]:
                yield f"{seat['player_name']} is in fantasy land. The button will not be moved"
        if with_records:
            yield json.dumps(record(tables, hand), ensure_ascii=False)
        points = {seat["player_name"]: claim["points"] for seat, claim in zip(seats, claims, strict=True)}
        for seat, claim in zip(seats, claims, strict=True):
            name = seat["player_name"]
            total[name] = total.get(name, 0) + claim["points"]
            won[name] = won.get(name, 0) + claim["net"]
        yield f"Hand #{row['hand_no']} finished - " + ", ".join(f"{name}: {value:+d}" for name, value in points.items())
        yield "TOTAL - " + ", ".join(f"{name}: {value:+d}" for name, value in total.items())
        if row["last_of_match"]:
            yield from (f"{name} wins {amount:.2f}" for name, amount in won.items() if amount > 0)
            yield f"Game complete, {row['hand_no']} hands played"


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes a log in which records stand among the dealer's words."""
    out.writelines(f"{line}\n".encode() for line in said(tables))
