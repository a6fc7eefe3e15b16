"""The writer of `ofc_jsonl`, version 1: hand tables in, one JSON object a line out.

What a hand does not say is left out. What the format cannot hold raises ValueError with the hand and what it is: nothing is
dropped in silence (`carry` tells hands with less). Reading the lines back gives the same hand keys, and keys that the format
does not define stand where they stood. All lines of a batch are made at once, part by part.
"""

from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import Ints
from ofc_audit.read.board_view import ROW_OF, Entries
from ofc_audit.read.carry import held
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.json_strict import decode, dump
from ofc_audit.read.jsonl_paths import INNER_PATH, key_of
from ofc_audit.read.jsonl_spec import VERSION
from ofc_audit.read.write_columns import (
    CARDS,
    Text,
    amount,
    choose,
    flag,
    gather,
    gather_cards,
    join,
    listed,
    number,
    quoted,
    slices,
    time,
)

Json = dict[str, Any]

_QUOTED_CARDS = pc.binary_join_element_wise('"', CARDS, '"', "")
_ROWS = ("top", "middle", "bottom")


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes the hands in their order, one a line. Raises ValueError naming what the format cannot carry."""
    write_rows(held(tables, "ofc_jsonl"), out)


def write_rows(rows: HandRows, out: BinaryIO) -> None:
    """Writes hands that the format holds whole."""
    for some in slices(rows):
        out.write(_lines(some))


def _lines(rows: HandRows) -> bytes:
    records = _records(rows)
    keys = rows.column("hands", "unknown_keys")
    with_keys = np.flatnonzero(np.asarray(keys.is_valid())).tolist()
    if with_keys:
        texts = records.to_pylist()
        for hand in with_keys:
            texts[hand] = _with_keys(texts[hand], keys[hand].as_py())
        records = pa.array(texts, pa.string())
    ended = join(records, "\n").cast(pa.large_string())
    start, stop = np.frombuffer(ended.buffers()[1], np.int64)[[ended.offset, ended.offset + len(ended)]]
    return bytes(memoryview(ended.buffers()[2])[int(start) : int(stop)])


def _member(key: str, value: Text) -> Text:
    """A key with its value, null where the value is."""
    return join(f'"{key}": ', value)


def _object(*members: Text) -> Text:
    """The members that are known as an object; null where none is."""
    inner = listed(", ", *members)
    return choose(np.asarray(pc.binary_length(inner)) > 0, join("{", inner, "}"))


def _records(rows: HandRows) -> Text:
    def text(name: str) -> Text:
        return quoted(rows.column("hands", name))

    def integer(name: str) -> Text:
        return number(rows.ints("hands", name))

    def money(name: str) -> Text:
        return join('"', amount(rows.ints("hands", name)), '"')

    def raw(name: str) -> Text:
        return rows.column("hands", name)

    options = _object(
        _member("scoring", text("option_scoring")),
        _member("fantasyland", text("option_fantasyland")),
        _member("one_hand", flag(rows.flags("hands", "option_one_hand"))),
        _member("royalties", text("option_royalties")),
        _member("royalty_settlement", text("option_royalty_settlement")),
        _member("match_cap", money("match_cap")),
    )
    tournament = _object(
        _member("id", text("tournament_id")),
        _member("level", integer("level")),
        _member("point_value_by_level", raw("levels")),
    )
    moment = pc.replace_substring(time(raw("ended_at")), " ", "T")
    cancelled = np.asarray(pc.equal(raw("status"), "cancelled"))
    n = rows.n_hands
    seats = gather(_seats(rows), rows.owner["seats"], n, ", ")
    pairs = gather(_pairs(rows), rows.owner["claimed_pairs"], n, ", ")
    has_pairs = np.diff(rows.starts["claimed_pairs"]) > 0
    return _object(
        _member("ofc", pa.array([str(VERSION)] * n, pa.string())),
        _member("site", text("site")),
        _member("club", text("club_id")),
        _member("hand_id", text("hand_id")),
        _member("match_id", text("match_id")),
        _member("hand_no", integer("hand_no")),
        _member("table", text("table_id")),
        _member("rules", text("rules_id")),
        _member("options", options),
        _member("ended_at", join('"', moment, 'Z"')),
        _member("currency", text("currency")),
        _member("chip_price", money("chip_price")),
        _member("chip_currency", text("chip_currency")),
        _member("point_value", money("point_value")),
        _member("tournament", tournament),
        _member("status", choose(cancelled, '"cancelled"')),
        _member("last_of_match", choose(rows.flags("hands", "last_of_match") == 1, "true")),
        _member("observed", flag(rows.flags("hands", "is_observed"))),
        join('"seats": [', seats, "]"),
        choose(has_pairs, join('"pairs": [', pairs, "]")),
        _member("sitting_out", raw("sitting_out")),
        _member("events", raw("events")),
        _member("rake", money("rake")),
    )


def _seats(rows: HandRows) -> Text:
    name, account = rows.column("seats", "player_name"), rows.column("seats", "player_id")
    fantasy = rows.ints("seats", "fantasy_cards")
    return _object(
        _member("seat", number(rows.ints("seats", "seat_no"))),
        _member("player", quoted(name)),
        _member("id", choose(np.asarray(pc.not_equal(name, account)), quoted(account))),
        _member("hero", flag(rows.flags("seats", "is_hero"))),
        _member("stack", join('"', amount(rows.ints("seats", "stack")), '"')),
        _member("fantasy", choose(fantasy == NULL, "true", number(fantasy))),
        join('"streets": [', _streets(rows), "]"),
        _member("claims", _claims(rows)),
    )


def _streets(rows: HandRows) -> Text:
    """(n_seats,) the entries of each player, in their order."""
    view = rows.view
    at_once = view.lacks_streets & ~view.knows_streets
    entries = Entries(view, np.where(at_once, 1, np.maximum(view.n_auto, 0)))
    n, board = entries.n, entries.board
    group = entries.of(view.placed) * 3 + np.broadcast_to(ROW_OF, view.cards.shape)[view.is_placed]
    placed = gather_cards(view.cards[view.is_placed], group, n * 3, ", ", _QUOTED_CARDS)
    top, middle, bottom = (placed.take(pa.array(np.arange(n) * 3 + row)) for row in range(3))
    n_placed = np.bincount(group // 3, minlength=n)

    def lists(name: str) -> tuple[Text, Ints]:
        entry = entries.of(view.listed(f"{name}_streets" if name == "dealt" else "discard_streets"))
        codes = np.asarray(rows.items(name)[1])
        return gather_cards(codes, entry, n, ", ", _QUOTED_CARDS), np.bincount(entry, minlength=n)

    dealt, n_dealt = lists("dealt")
    discards, n_discards = lists("discards")
    # The list of a player who was dealt nothing stands in his first entry.
    has_dealt = (n_dealt > 0) | ((view.n_dealt == 0)[board] & (entries.place == 0))
    # Silence means none where as many cards were dealt as placed, unknown elsewhere.
    has_discards = (view.n_discards >= 0)[board] & ((n_discards > 0) | ~(has_dealt & (n_dealt == n_placed)))
    ms = view.times()[board, entries.column]
    text = _object(
        choose(has_dealt, join('"dealt": [', dealt, "]")),
        join('"top": [', top, "]"),
        join('"middle": [', middle, "]"),
        join('"bottom": [', bottom, "]"),
        choose(has_discards, join('"discards": [', discards, "]")),
        _member("ms", number(np.where(ms < 0, NULL, ms))),
        choose(view.marks()[board, entries.column] == 1, pa.array(['"auto": true'] * n, pa.string())),
    )
    return gather(text, board, view.n, ", ")


def _claims(rows: HandRows) -> Text:
    def integer(name: str) -> Text:
        return number(rows.ints("claims", name))

    def money(name: str) -> Text:
        return join('"', amount(rows.ints("claims", name)), '"')

    count, is_next = rows.ints("claims", "fantasy_next"), rows.flags("claims", "is_fantasy_next")
    return _object(
        _member("foul", flag(rows.flags("claims", "is_foul"))),
        _member("royalties", _numbers(*(integer(f"{row}_royalties") for row in _ROWS))),
        _member("points", integer("points")),
        _member("net", money("net")),
        _member("rake", money("rake")),
        _member("stack", money("stack")),
        _member("fantasy_next", choose((is_next == 1) & (count == NULL), "true", number(count))),
        _member("bounty", money("bounty")),
        _member("place", integer("place")),
    )


def _numbers(*values: Text) -> Text:
    """Numbers as a list, null where any is."""
    return join("[", *[part for value in values for part in (", ", value)][1:], "]")


def _pairs(rows: HandRows) -> Text:
    first = rows.starts["seats"][rows.owner["claimed_pairs"]]
    numbers = rows.ints("seats", "seat_no")

    def integer(name: str) -> Text:
        return number(rows.ints("claimed_pairs", name))

    def seat(name: str) -> Text:
        at: Ints = first + rows.ints("claimed_pairs", name)
        return number(numbers[at])

    return _object(
        _member("a", seat("a")),
        _member("b", seat("b")),
        _member("rows", _numbers(*(integer(row) for row in _ROWS))),
        _member("bonus", integer("bonus")),
        _member("royalties", _numbers(integer("royalties_a"), integer("royalties_b"))),
        _member("points", integer("points")),
        _member("amount", join('"', amount(rows.ints("claimed_pairs", "amount")), '"')),
    )


def _with_keys(text: str, keys: str) -> str:
    """A record with the keys that the format does not define where they stood."""
    record, _ = decode(text, 0)
    unknown, _ = decode(keys, 0)
    assert isinstance(record, dict)
    assert isinstance(unknown, dict)
    for path, value in unknown.items():
        place, key = _place_of(record, path)
        place[key] = value
    return dump(record)


def _place_of(record: Json, path: str) -> tuple[Json, str]:
    """The object of a record that a path leads to, and its key there."""
    match = INNER_PATH.fullmatch(path)
    if match is None:
        return record, key_of(path)
    place: Any = record
    for name, at in ((match["name"], match["at"]), (match["inner"], match["inner_at"])):
        if name is None:
            continue
        place = place.setdefault(name, {}) if at is None else place[name][int(at)]
    return place, key_of(match["key"])
