"""Writer of `capture_hh`: hands of PPPoker, UPoker and Spartan in the pretty print of the capture files.

What a capture cannot hold (`limits_capture_hh`) is refused by name, never dropped: seats, stacks, claims other than points and
net, pairs, streets' times. All records of a batch are made at once, part by part.
"""

from collections.abc import Mapping
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import CARD_TEXT
from ofc_audit.read.batch import Ints
from ofc_audit.read.board_view import ROW_OF
from ofc_audit.read.capture_spec import RULES, SITES
from ofc_audit.read.carry import held
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.write_columns import (
    Text,
    choose,
    flag,
    gather,
    gather_cards,
    join,
    listed,
    number,
    quoted,
    short_amount,
    slices,
    time,
)

_SITES, _APPS = pa.array([*SITES.values()]), pa.array([*SITES])
_STREETS = 5
_CARDS = pa.array([f"{card}{street}" for card in CARD_TEXT for street in range(_STREETS)])
_IN_FILE, _IN_PLAYER = "    ", "                "


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes the hands in their order. Raises ValueError, naming hand and fact, for what a capture cannot carry."""
    write_rows(held(tables, "capture_hh"), out)


def write_rows(rows: HandRows, out: BinaryIO) -> None:
    """Writes hands that the format holds whole."""
    for some in slices(rows):
        records = gather(_records(some), np.zeros(some.n_hands, np.int64), 1, "")
        out.write(records[0].as_buffer())


def _member(indent: str, key: str, value: Text) -> Text:
    """A key with its value on a line, null where the value is."""
    return join(f'{indent}"{key}": ', value)


def _records(rows: HandRows) -> Text:
    def text(name: str) -> Text:
        return rows.column("hands", name)

    site, rules_id = text("site"), text("rules_id")
    app = _APPS.take(pc.index_in(site, _SITES))
    kinds = pa.nulls(rows.n_hands, pa.string())
    for words, kind in RULES.items():
        named = pc.equal(rules_id, pc.binary_join_element_wise(site, kind, "_"))
        kinds = choose(np.asarray(pc.fill_null(named, False)), words, kinds)
    players = gather(_players(rows), rows.owner["seats"], rows.n_hands, ",\n")
    fields = listed(
        ",\n",
        _member(_IN_FILE, "stakes", short_amount(rows.ints("hands", "point_value"))),
        _member(_IN_FILE, "handData", join("{", quoted(text("hand_id")), ": [\n", players, "\n    ]}")),
        _member(_IN_FILE, "appName", quoted(app)),
        _member(
            _IN_FILE, "price", join('"', short_amount(rows.ints("hands", "chip_price")), text("chip_currency"), '"')
        ),
        _member(_IN_FILE, "joined", flag(_not(rows.flags("hands", "is_observed")))),
        _member(_IN_FILE, "clubId", quoted(text("club_id"))),
        _member(_IN_FILE, "rules", quoted(kinds)),
        _member(_IN_FILE, "endDateTime", join('"', time(text("ended_at")), '"')),
        _member(_IN_FILE, "roomId", quoted(text("table_id"))),
    )
    return join("{\n", fields, "\n}\n\n\n")


def _not(flags: np.ndarray[tuple[int], np.dtype[np.int8]]) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.where(flags < 0, flags, 1 - flags).astype(np.int8)


def _players(rows: HandRows) -> Text:
    view = rows.view
    seat, column = np.nonzero(view.is_placed)
    codes = _street_codes(view.cards[view.is_placed], view.streets[view.is_placed])
    placed = gather_cards(codes, seat * 3 + ROW_OF[column], view.n * 3, " ", _CARDS)
    top, middle, bottom = (placed.take(pa.array(np.arange(view.n) * 3 + row)) for row in range(3))
    board, streets = view.listed("discard_streets")
    discards = _street_codes(np.asarray(rows.items("discards")[1]), streets)
    fields = listed(
        ",\n",
        _member(_IN_PLAYER, "inFantasy", flag(rows.flags("seats", "is_fantasy"))),
        _member(_IN_PLAYER, "result", number(rows.ints("claims", "points"))),
        _member(_IN_PLAYER, "playerName", quoted(rows.column("seats", "player_name"))),
        _member(_IN_PLAYER, "orderIndex", number(rows.place["seats"])),
        _member(_IN_PLAYER, "hero", flag(rows.flags("seats", "is_hero"))),
        _member(_IN_PLAYER, "dead", join('"', gather_cards(discards, board, view.n, " ", _CARDS), '"')),
        _member(_IN_PLAYER, "rows", join('"', top, "/", middle, "/", bottom, '"')),
        _member(_IN_PLAYER, "win", short_amount(rows.ints("claims", "net"))),
        _member(_IN_PLAYER, "playerId", quoted(rows.column("seats", "player_id"))),
    )
    return join("            {\n", fields, "\n            }")


def _street_codes(cards: Ints, streets: Ints) -> Ints:
    """Where each card with its street, counted from 0, stands in `_CARDS`; every card of a Fantasyland hand is on street 0."""
    codes: Ints = cards.astype(np.int64) * _STREETS + np.maximum(streets.astype(np.int64) - 1, 0)
    return codes
