"""Plain `capture_hh` records read by the part in C: its tables turned into the same batch that the reader in numpy makes.

The part in C knows what is right and nothing of what is wrong (see `compiled/capture_hh.c`): the records that it does not take go to the reader in
numpy, and the hands of both are put in the order of the file.
"""

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import CardRows, HandBatch, Ints, RawHands, StreetRows
from ofc_audit.read.capture_hands import claim_lines, claimed_points, hand_numbers, room_columns
from ofc_audit.read.compiled_rows import Columns, Flat, Form, flat_boards, optional_spans, repeated, scanned, spans

_TEXTS = ("app", "price", "club_id", "room_id", "rules", "hand_id")
HAND_COLUMNS = (
    *(name + end for name in _TEXTS for end in ("", "_stop")),
    *("stakes", "is_joined", "ended_at", "n_seats", "first_line", "last_line", "first_byte", "last_byte"),
)
SEAT_COLUMNS = (
    *("hand", "acting_order", "id", "id_stop", "name", "name_stop", "is_fantasy", "fantasy_cards", "is_hero", "result", "win"),
    *("name_line", "rows_line", "result_line", "win_line", "n_discards"),
)  # fmt: skip
_TABLES = {"hands": HAND_COLUMNS, "seats": SEAT_COLUMNS}
_ARRAYS = {
    **dict.fromkeys(("cards", "streets"), ("seats", np.uint8, 13)),
    **dict.fromkeys(("discards", "discard_streets"), ("discards", np.uint8, 1)),
}


class _Captures(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int64) for name in ("pos", "line", "is_full", "line_start", "n_left")),
        *((name, Columns) for name in _TABLES),
        *((name, ctypes.c_void_p) for name in _ARRAYS),
        *((name, ctypes.c_int64) for name in ("n_discards", "most_discards")),
    )


FORM = Form(
    "capture_hh_scan", _Captures, _TABLES, _ARRAYS, {"hands": (900, 1), "seats": (400, 4), "discards": (80, 240)}
)


@dataclass(frozen=True)
class Plain:
    """The records that were taken; bytes, lines and hands count from the beginning of the chunk, from 0. `n_left`: whether any were left."""

    n_lines: int
    n_left: int
    hands: Mapping[str, Ints]
    seats: Mapping[str, Ints]
    flat: Flat

    @property
    def n_hands(self) -> int:
        """Records taken."""
        return len(self.hands["n_seats"])

    @property
    def n_bytes(self) -> int:
        """Bytes of the records taken."""
        return int((self.hands["last_byte"] - self.hands["first_byte"] + 1).sum())


def scan(data: bytes) -> Plain | None:
    """The plain records of a chunk that begins at a line's start; None where there is no part in C for it."""
    found = scanned(FORM, data)
    if found is None:
        return None
    n_lines = found.state.line + (found.state.line_start < len(data))
    return Plain(n_lines, found.state.n_left, found.columns["hands"], found.columns["seats"], found.arrays)


def plain_batch(data: bytes, plain: Plain, source_file: str, first_byte: int, first_number: int) -> HandBatch:
    """The batch of the records that were taken, as if nothing else were in the chunk."""
    hands, seats, n = plain.hands, plain.seats, plain.n_hands
    text = {name: optional_spans(data, hands[name], hands[name + "_stop"]) for name in _TEXTS}
    room, _ = room_columns(text["app"], text["rules"], text["price"])
    joined = hands["is_joined"]
    has_id = not np.array_equal(seats["id"], seats["name"])
    player_id = spans(data, seats["id"], seats["id_stop"])
    result, net = seats["result"], seats["win"]
    lines = {
        name: np.where(seats[f"{name}_line"] == NULL, NULL, seats[f"{name}_line"] + first_number)
        for name in ("name", "rows", "result", "win")
    }
    n_seats = len(seats["hand"])
    raw = RawHands(
        n_hands=n,
        hands={
            **room,
            "club_id": text["club_id"],
            "hand_id": text["hand_id"],
            "hand_no": hand_numbers(text["hand_id"], room["site"]),
            "table_id": text["room_id"],
            "ended_at": hands["ended_at"],
            "currency": repeated("chips", n),
            "point_value": hands["stakes"],
            "is_observed": np.where(joined < 0, joined, 1 - joined).astype(np.int8),
            "format": repeated("capture_hh", n),
            "source_file": repeated(source_file, n),
            "first_line": hands["first_line"] + first_number,
            "last_line": hands["last_line"] + first_number,
            "first_byte": hands["first_byte"] + first_byte,
            "last_byte": hands["last_byte"] + first_byte,
        },
        seats={
            **{key: seats[key] for key in ("hand", "acting_order", "is_fantasy", "fantasy_cards", "is_hero")},
            "player_id": player_id,
            "player_name": spans(data, seats["name"], seats["name_stop"]) if has_id else player_id,
            "line": lines["name"],
            "board_line": lines["rows"],
        },
        placed=CardRows(),
        discarded=CardRows(),
        discards_known=seats["n_discards"] != NULL,
        dealt=CardRows(),
        dealt_known=np.zeros(n_seats, bool),
        shown=CardRows(),
        streets=StreetRows(),
        claims={
            "points": claimed_points(result, room["site"], seats["hand"]),
            "net": net,
            "line": claim_lines(result, net, lines["result"], lines["win"]),
        },
        pairs={},
    )
    return assemble(
        raw,
        None,
        n_lines=plain.n_lines,
        n_bytes=len(data),
        blank_bytes=len(data) - plain.n_bytes,
        boards=flat_boards(plain.flat, seats),
    )
