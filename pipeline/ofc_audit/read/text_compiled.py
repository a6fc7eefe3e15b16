"""Clean `ofc_text` hands read by the part in C: its tables turned into the same batches that the reader in numpy makes.

The part in C knows what is right and nothing of what is wrong (see `compiled/ofc_text.c`), so whatever it does not take goes to the reader in
numpy, in stretches that end before a header, where a chunk could have been cut as well.
"""

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.compiled import library
from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import CardRows, Column, HandBatch, Ints, RawHands, StreetRows
from ofc_audit.read.compiled_rows import distinct, flat_boards, repeated, spans
from ofc_audit.read.text_claims import events_json
from ofc_audit.read.text_head import option_columns, parse_levels, parse_options, take_texts
from ofc_audit.read.text_seats import json_lists

LEAST_CLEAN = 1 << 18
"""Bytes from which a clean stretch between others is taken by itself: each costs what some tens of kilobytes do."""
_MOST_UNCLEAR = 32
_UNCLEAR, _AT_END, _FULL = range(3)

_TEXTS = ("hand_id", "rules_id", "currency", "options", "tournament_id", "levels", "match_id", "table_id", "site")
HAND_COLUMNS = (
    *(name + end for name in _TEXTS for end in ("", "_stop")),
    "point_value", "ended_at", "level", "hand_no", "last_of_match", "rake", "status", "n_seats", "has_result",
    "first_line", "last_line", "first_byte", "last_byte",
)  # fmt: skip
SEAT_COLUMNS = (
    "hand", "acting_order", "seat_no", "name", "name_stop", "stack", "is_fantasy", "fantasy_cards", "line", "board_line", "is_complete",
    "is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "showdown_line", "points", "net", "rake", "stack_after", "claim_line",
    "is_fantasy_next", "fantasy_next", "bounty", "place", "n_discards", "n_dealt", "n_streets", "has_time",
)  # fmt: skip
PAIR_COLUMNS = (
    "hand", "pair_no", "a", "b", "top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount", "is_swapped", "line",
)  # fmt: skip
EVENT_COLUMNS = ("hand", "seat_no", "what")
_COLUMNS = {"hands": HAND_COLUMNS, "seats": SEAT_COLUMNS, "pairs": PAIR_COLUMNS, "events": EVENT_COLUMNS}
_BYTES_PER_ROW = {"hands": 60, "seats": 64, "pairs": 20, "events": 10}
"""For each row of a table there is room in so many bytes of text: hardly a hand has more of them."""
_BYTES_PER_CARD = 3
"""What a card takes in the text; a street takes more."""
_BY_SEAT = dict.fromkeys(("cards", "streets", "shown"), "seats")
_FLAT = {
    **dict.fromkeys(("discards", "discard_streets"), "n_discards"),
    **dict.fromkeys(("dealt", "dealt_streets"), "n_dealt"),
    **dict.fromkeys(("is_timed", "is_auto", "ms"), "n_streets"),
}
_CANCELLED = 2
_SITS_OUT, _IS_DISCONNECTED, _IS_CONNECTED = range(3)
_CLAIMS = (
    *("is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "points", "net", "rake"),
    *("is_fantasy_next", "fantasy_next", "bounty", "place"),
)
_HEADER = b"\nOFC Hand #"


class _Table(ctypes.Structure):
    _fields_ = (("values", ctypes.c_void_p), ("most", ctypes.c_int64), ("n", ctypes.c_int64))


class _Scan(ctypes.Structure):
    _fields_ = (
        ("pos", ctypes.c_int64),
        ("line", ctypes.c_int64),
        *((name, _Table) for name in _COLUMNS),
        *((name, ctypes.c_void_p) for name in ("cards", "streets", "shown")),
        *((name, ctypes.c_void_p) for name in ("discards", "discard_streets", "dealt", "dealt_streets")),
        *((name, ctypes.c_void_p) for name in ("is_timed", "is_auto", "ms")),
        *((name, ctypes.c_int64) for name in ("most_flat", "n_discards", "n_dealt", "n_streets")),
    )


@dataclass(frozen=True)
class Run:
    """A stretch of a chunk: what was read of it where it is clean, else None, and the reader in numpy has it."""

    start: int
    stop: int
    clean: "Clean | None" = None


@dataclass(frozen=True)
class Clean:
    """The tables of a clean stretch. Lines count from 0, bytes from the beginning of the chunk, hands from 0."""

    n_lines: int
    columns: dict[str, dict[str, Ints]]
    flat: dict[str, npt.NDArray[Any]]

    @property
    def n_hands(self) -> int:
        """Hands read."""
        return len(self.columns["hands"]["status"])

    @property
    def begins_without_result(self) -> bool:
        """Whether the first hand states no results."""
        return not self.columns["hands"]["has_result"][0]


class _Scanner:
    """The part in C at work on a chunk, with room for what a chunk can hold."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._scan = _Scan()
        self._tables: dict[str, Ints] = {}
        self._flat: dict[str, npt.NDArray[Any]] = {}
        self._make_room()

    def _make_room(self) -> None:
        n = len(self._data)
        for name, columns in _COLUMNS.items():
            most = n // _BYTES_PER_ROW[name] + 256
            self._tables[name] = np.empty((most, len(columns)), np.int64)
            setattr(self._scan, name, _Table(self._tables[name].ctypes.data, most, 0))
        for name in _BY_SEAT:
            self._flat[name] = np.empty((self._scan.seats.most, 13), np.uint8)
        self._scan.most_flat = n // _BYTES_PER_CARD + 1024
        for name in _FLAT:
            self._flat[name] = np.empty(self._scan.most_flat, np.int32 if name == "ms" else np.uint8)
        for name, array in self._flat.items():
            setattr(self._scan, name, array.ctypes.data)
        self._scan.n_discards = self._scan.n_dealt = self._scan.n_streets = 0

    def scan(self, start: int) -> tuple[int, Clean, int]:
        """Where a clean stretch that begins at `start` ends, what it holds, and what ended it."""
        scan = self._scan
        before = self._counts()
        scan.pos, scan.line = start, 0
        found = library()
        assert found is not None
        data = ctypes.cast(ctypes.c_char_p(self._data), ctypes.c_void_p)
        why = int(found.ofc_text_scan(data, ctypes.c_int64(len(self._data)), ctypes.byref(scan)))
        after = self._counts()
        columns = {}
        for name, names in _COLUMNS.items():
            columns[name] = dict(zip(names, self._tables[name][before[name] : after[name]].T, strict=True))
            if name != "hands":
                columns[name]["hand"] = columns[name]["hand"] - before["hands"]
        flat = {name: self._flat[name][before[key] : after[key]] for name, key in (*_BY_SEAT.items(), *_FLAT.items())}
        if why == _FULL:
            self._make_room()
        return scan.pos, Clean(scan.line, columns, flat), why

    def _counts(self) -> dict[str, int]:
        scan = self._scan
        counts = {name: getattr(scan, name).n for name in _COLUMNS}
        return counts | {name: getattr(scan, name) for name in ("n_discards", "n_dealt", "n_streets")}


def runs_of(data: bytes) -> list[Run]:
    """The stretches of a chunk one behind the other, clean ones and others. A clean one between others is as long as makes it worth while;
    where little is clean the chunk is one stretch."""
    n, pos, n_unclear, n_clean = len(data), 0, 0, 0
    unclear_from: int | None = None
    runs: list[Run] = []
    scanner = _Scanner(data)
    while pos < n:
        stop, clean, why = scanner.scan(pos)
        is_whole = pos == 0 and stop == n
        if clean.n_hands and (is_whole or stop - pos >= LEAST_CLEAN):
            if unclear_from is not None:
                runs.append(Run(unclear_from, pos))
            runs.append(Run(pos, stop, clean))
            unclear_from, n_clean = None, n_clean + stop - pos
        elif unclear_from is None:
            unclear_from = pos
        pos = stop
        if why == _UNCLEAR:
            unclear_from, n_unclear = stop if unclear_from is None else unclear_from, n_unclear + 1
            if n_unclear >= _MOST_UNCLEAR and n_clean < pos // 2:
                return [Run(0, n)]
            pos = data.find(_HEADER, stop) + 1 or n
    return [*runs, Run(unclear_from, n)] if unclear_from is not None else runs


def clean_batch(
    data: bytes, run: Run, clean: Clean, source_file: str, first_byte: int, first_number: int
) -> HandBatch | None:
    """The batch of a clean stretch; None where an option or a level of it does not read."""
    hands, n = clean.columns["hands"], clean.n_hands
    columns = _head_columns(data, hands)
    if columns is None:
        return None
    events = clean.columns["events"]
    what = events["what"]
    is_out = what == _SITS_OUT
    columns |= {name: hands[name] for name in ("point_value", "ended_at", "level", "hand_no", "last_of_match", "rake")}
    columns |= {
        "is_cancelled": (hands["status"] == _CANCELLED).astype(np.int8),
        "sitting_out": json_lists(events["hand"][is_out], pa.array(events["seat_no"][is_out]).cast(pa.string()), n),
        "events": events_json(events["hand"][~is_out], events["seat_no"][~is_out], what[~is_out] == _IS_CONNECTED, n),
        "format": repeated("ofc_text", n),
        "source_file": repeated(source_file, n),
        "first_line": hands["first_line"] + first_number,
        "last_line": hands["last_line"] + first_number,
        "first_byte": hands["first_byte"] + first_byte,
        "last_byte": hands["last_byte"] + first_byte,
    }
    seats, pairs = clean.columns["seats"], clean.columns["pairs"]
    name = spans(data, seats["name"], seats["name_stop"])
    raw = RawHands(
        n_hands=n,
        hands=columns,
        seats={
            **{key: seats[key] for key in ("hand", "acting_order", "seat_no", "is_fantasy", "fantasy_cards", "stack")},
            "player_id": name,
            "player_name": name,
            "line": _moved(seats["line"], first_number),
            "board_line": _moved(seats["board_line"], first_number),
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
            "line": _moved(seats["claim_line"], first_number),
            "showdown_line": _moved(seats["showdown_line"], first_number),
        },
        pairs={**pairs, "line": _moved(pairs["line"], first_number)},
    )
    n_bytes = run.stop - run.start
    hand_bytes = int((hands["last_byte"] - hands["first_byte"] + 1).sum())
    return assemble(
        raw,
        None,
        n_lines=clean.n_lines,
        n_bytes=n_bytes,
        blank_bytes=n_bytes - hand_bytes,
        boards=flat_boards(clean.flat, clean.columns["seats"]),
    )


def _head_columns(data: bytes, hands: dict[str, Ints]) -> dict[str, Column] | None:
    """The columns of table `hands` that are texts, and the options."""
    n = len(hands["status"])
    text = {name: spans(data, hands[name], hands[name + "_stop"]) for name in _TEXTS}
    options = distinct(text.pop("options"))
    rows = [parse_options(each) for each in options[2]]
    levels = distinct(text.pop("levels"))
    prices = [parse_levels(each) for each in levels[2]]
    read = [row for row in rows if not isinstance(row, str)]
    if len(read) < len(rows) or None in prices:
        return None
    return {
        **text,
        **option_columns(n, options[0], options[1], read),
        "levels": take_texts(n, levels[0], levels[1], prices),
    }


def _moved(line: Ints, first_number: int) -> Ints:
    return np.where(line == NULL, NULL, line + first_number)
