"""Plain `ofc_jsonl` records read by the part in C: its tables turned into the same batch that the reader in numpy makes.

The part in C knows what is right and nothing of what is wrong (see `compiled/ofc_jsonl.c`): the lines that it does not take go to the reader in
numpy, and the hands of both are put in the order of the file.
"""

import ctypes
import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import CardRows, Column, HandBatch, Ints, RawHands, StreetRows
from ofc_audit.read.compiled_rows import (
    Columns,
    Flat,
    Form,
    distinct,
    flat_boards,
    optional_spans,
    repeated,
    scanned,
    spans,
)
from ofc_audit.read.jsonl_hands import events_json
from ofc_audit.read.jsonl_words import levels_text
from ofc_audit.read.text_head import take_texts
from ofc_audit.read.text_seats import json_lists

_TEXTS = (
    *("site", "club_id", "hand_id", "match_id", "table_id", "rules_id", "currency", "chip_currency"),
    *("option_scoring", "option_fantasyland", "option_royalties", "option_royalty_settlement", "tournament_id", "levels", "status"),
)  # fmt: skip
_HAND_INTS = (
    *("hand_no", "option_one_hand", "match_cap", "ended_at", "chip_price", "point_value", "level"),
    *("last_of_match", "is_observed", "rake"),
)
HAND_COLUMNS = (
    *(name + end for name in _TEXTS for end in ("", "_stop")),
    *(*_HAND_INTS, "line", "first_byte", "last_byte", "version"),
)
SEAT_COLUMNS = (
    *("hand", "acting_order", "seat_no", "name", "name_stop", "id", "id_stop", "is_hero", "stack", "is_fantasy", "fantasy_cards"),
    *("is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "points", "net", "rake", "stack_after"),
    *("is_fantasy_next", "fantasy_next", "bounty", "place", "has_claims", "n_discards", "n_dealt", "n_streets", "has_time"),
)  # fmt: skip
PAIR_COLUMNS = (
    *("hand", "pair_no", "a", "b", "top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount", "is_swapped"),
)  # fmt: skip
EVENT_COLUMNS = ("hand", "seat_no", "what", "what_stop")
OUT_COLUMNS = ("hand", "seat_no")
LEFT_COLUMNS = ("start", "stop", "line")
_CLAIMS = (
    *("is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "points", "net", "rake"),
    *("is_fantasy_next", "fantasy_next", "bounty", "place"),
)


_TABLES = {
    "hands": HAND_COLUMNS,
    "seats": SEAT_COLUMNS,
    "pairs": PAIR_COLUMNS,
    "events": EVENT_COLUMNS,
    "out": OUT_COLUMNS,
    "left": LEFT_COLUMNS,
}
_ARRAYS = {
    **dict.fromkeys(("cards", "streets"), ("seats", np.uint8, 13)),
    **dict.fromkeys(("discards", "discard_streets"), ("discards", np.uint8, 1)),
    **dict.fromkeys(("dealt", "dealt_streets"), ("dealt", np.uint8, 1)),
    **dict.fromkeys(("is_timed", "is_auto"), ("streets", np.uint8, 1)),
    "ms": ("streets", np.int32, 1),
}
_ROOM = {
    **{"hands": (1000, 1), "seats": (400, 15), "pairs": (800, 105), "events": (4000, 1000), "out": (4000, 64)},
    **{"left": (1000, 1), "discards": (150, 8100), "dealt": (50, 8100), "streets": (150, 135)},
}


class _Scan(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int64) for name in ("pos", "line", "is_full")),
        *((name, Columns) for name in _TABLES),
        *((name, ctypes.c_void_p) for name in _ARRAYS),
        *((f"n_{name}", ctypes.c_int64) for name in ("discards", "dealt", "streets")),
        *((f"most_{name}", ctypes.c_int64) for name in ("discards", "dealt", "streets")),
        ("n_before_left", ctypes.c_int64),
    )


FORM = Form("ofc_jsonl_scan", _Scan, _TABLES, _ARRAYS, _ROOM)


@dataclass(frozen=True)
class Plain:
    """The records that were taken; bytes, lines and hands count from the beginning of the chunk, from 0."""

    n_lines: int
    columns: Mapping[str, Mapping[str, Ints]]
    flat: Flat

    @property
    def hands(self) -> Mapping[str, Ints]:
        """Columns of the hands."""
        return self.columns["hands"]

    @property
    def left(self) -> Mapping[str, Ints]:
        """The stretches of whole lines that were left: where they begin and end, and how many lines are before them."""
        return self.columns["left"]

    @property
    def n_hands(self) -> int:
        """Records taken."""
        return len(self.hands["line"])

    @property
    def n_bytes(self) -> int:
        """Bytes of the records taken."""
        return int((self.hands["last_byte"] - self.hands["first_byte"] + 1).sum())


def scan(data: bytes) -> Plain | None:
    """The plain records of a chunk that begins at a line's start; None where there is no part in C for it."""
    found = scanned(FORM, data)
    return None if found is None else Plain(found.state.line, found.columns, found.arrays)


def plain_batch(data: bytes, plain: Plain, source_file: str, first_byte: int, first_number: int) -> HandBatch:
    """The batch of the records that were taken, as if nothing else were in the chunk."""
    hands, seats, n = plain.hands, plain.columns["seats"], plain.n_hands
    line = hands["line"] + first_number
    seat_line = line[seats["hand"]]
    says_board = (seats["is_foul"] >= 0) | (seats["top_royalties"] != NULL)
    name = spans(data, seats["name"], seats["name_stop"])
    has_id = not np.array_equal(seats["name"], seats["id"])
    pairs = plain.columns["pairs"]
    raw = RawHands(
        n_hands=n,
        hands={
            **_head_columns(data, plain),
            "format": repeated("ofc_jsonl", n),
            "source_file": repeated(source_file, n),
            "first_line": line,
            "last_line": line,
            "first_byte": hands["first_byte"] + first_byte,
            "last_byte": hands["last_byte"] + first_byte,
        },
        seats={
            **{
                key: seats[key]
                for key in ("hand", "acting_order", "seat_no", "is_fantasy", "fantasy_cards", "is_hero", "stack")
            },
            "player_id": spans(data, seats["id"], seats["id_stop"]) if has_id else name,
            "player_name": name,
            "line": seat_line,
            "board_line": seat_line,
        },
        placed=CardRows(),
        discarded=CardRows(),
        discards_known=seats["n_discards"] != NULL,
        dealt=CardRows(),
        dealt_known=seats["n_dealt"] != NULL,
        shown=CardRows(),
        streets=StreetRows(),
        claims={
            **{key: seats[key] for key in _CLAIMS},
            "stack": seats["stack_after"],
            "showdown_line": np.where(says_board, seat_line, NULL),
            "line": np.where(seats["has_claims"] == 1, seat_line, NULL),
        },
        pairs={**pairs, "line": line[pairs["hand"]]},
    )
    n_bytes = len(data)
    return assemble(
        raw,
        None,
        n_lines=plain.n_lines,
        n_bytes=n_bytes,
        blank_bytes=n_bytes - plain.n_bytes,
        boards=flat_boards(plain.flat, seats),
    )


def _head_columns(data: bytes, plain: Plain) -> dict[str, Column]:
    """The columns of table `hands` that are no places."""
    hands, n = plain.hands, plain.n_hands
    text = {name: optional_spans(data, hands[name], hands[name + "_stop"]) for name in _TEXTS}
    at, which, levels = distinct(text.pop("levels"))
    prices = [levels_text(json.loads(each)) for each in levels]
    events, out = plain.columns["events"], plain.columns["out"]
    what = spans(data, events["what"], events["what_stop"])
    return {
        **text,
        **{name: hands[name] for name in _HAND_INTS},
        "levels": take_texts(n, at, which, prices),
        "is_cancelled": np.asarray(pc.fill_null(pc.equal(text.pop("status"), "cancelled"), False)).astype(np.int8),
        "sitting_out": json_lists(out["hand"], pa.array(out["seat_no"]).cast(pa.string()), n),
        "events": events_json(events["hand"], events["seat_no"], what, n),
    }
