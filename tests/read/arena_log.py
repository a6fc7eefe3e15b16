"""Hands of the tables as lines of an arena log, so that what is read can be held against what was played."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from ofc_audit.cards import CARD_TEXT, EMPTY

ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}


def log_lines(tables: Mapping[str, pa.Table], first: int = 1) -> Iterator[str]:
    """The lines of all hands, numbered one after the other from `first`."""
    seats, boards, claims = (tables[name].to_pylist() for name in ("seats", "boards", "claims"))
    at = 0
    for number, hand in enumerate(tables["hands"].to_pylist(), first):
        n = hand["n_seats"]
        rows = [one[at : at + n] for one in (seats, boards, claims)]
        for line in _hand(n, *rows):
            yield json.dumps({"hand": number, **line}, separators=(",", ":"))
        at += n


def log_text(tables: Mapping[str, pa.Table], first: int = 1) -> bytes:
    """The same as a file."""
    return "".join(f"{line}\n" for line in log_lines(tables, first)).encode()


def _hand(
    n: int,
    seats: list[dict[str, Any]],
    boards: list[dict[str, Any]],
    claims: list[dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    yield {"seats": [seats[(seat - 1) % n]["player_name"] for seat in range(n)]}
    events: list[dict[str, Any]] = []
    for at, seat in enumerate(seats):
        if seat["is_fantasy"]:
            events.append({"event": "fantasyland", "seat": (at + 1) % n, "cards": seat["fantasy_cards"]})
    for at, board in enumerate(boards):
        events += _streets((at + 1) % n, board)
    for at, board in enumerate(boards):
        claim = claims[at]
        royalties = {row: claim[f"{row}_royalties"] for row in ROWS}
        if claim["is_foul"]:
            # Stated before the foul test: whatever stands here is no claim.
            royalties = dict.fromkeys(ROWS, 7)
        shown = {row: [CARD_TEXT[code] for code in board["cards"][part]] for row, part in ROWS.items()}
        events.append(
            {"event": "showdown", "seat": (at + 1) % n, **shown, **{f"{row}_value": 1 for row in ROWS}}
            | {"royalties": royalties, "fouled": claim["is_foul"], "next_fantasyland": claim["fantasy_next"] or None}
        )
    events += [{"event": "score", "seat": (at + 1) % n, "points": claim["points"]} for at, claim in enumerate(claims)]
    for event in events:
        yield {"ev": event}


def _streets(seat: int, board: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for street in sorted(set(board["dealt_streets"])):
        dealt = [CARD_TEXT[c] for c, on in zip(board["dealt"], board["dealt_streets"], strict=True) if on == street]
        gone = [CARD_TEXT[c] for c, on in zip(board["discards"], board["discard_streets"], strict=True) if on == street]
        placed = [
            {"card": CARD_TEXT[code], "row": row}
            for row, part in ROWS.items()
            for code, on in zip(board["cards"][part], board["streets"][part], strict=True)
            if on == street and code != EMPTY
        ]
        yield {"event": "deal", "seat": seat, "cards": dealt, "count": len(dealt)}
        yield {"event": "place", "seat": seat, "placements": placed, "discarded": gone, "count": len(gone)}
