"""Checked columns of `ofc_jsonl` records as `RawHands`: streets numbered, pairs turned to the side of who acts first."""

import json
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import CardRows, Column, Flags, Ints, Mask, RawHands, StreetRows, no_ints
from ofc_audit.read.json_values import ints_of
from ofc_audit.read.jsonl_columns import Rows, rows_of
from ofc_audit.read.jsonl_spec import FIRST_STREET_CARDS, MOST_SEATS, MOST_STREETS, RECORD, TRUE_COUNT
from ofc_audit.read.text_seats import json_lists

UNKNOWN_STREET = 255
_SEAT_SPAN = 1 << 16


@dataclass(frozen=True)
class Places:
    """Where each record of a chunk stands: first and last byte, line, and the keys the format does not define (JSON or None)."""

    first_byte: Ints
    last_byte: Ints
    line: Ints
    unknown_keys: list[str | None] | None


def raw_hands(table: pa.Table, places: Places, source_file: str) -> tuple[RawHands, Mask]:
    """The hands of records read with `jsonl_spec.arrow_schema`, and which of them are damaged.

    A damaged hand's rows are there too, without meaning; `RawHands.keep` takes them away.
    """
    records = rows_of(table, RECORD)
    seats = records.inner["seats"]
    order = _place_in(seats.outer, len(records))
    n_seats = np.bincount(seats.outer, minlength=len(records))
    records.bad |= (n_seats < 1) | (n_seats > MOST_SEATS)
    # A room that names no seats names none: one player without a seat among others is a damaged record.
    n_named = np.bincount(seats.outer[seats.ints["seat"] != NULL], minlength=len(records))
    records.bad |= (n_named > 0) & (n_named < n_seats)
    placed, discarded, discards_known, dealt, dealt_known, streets = _streets(seats)
    raw = RawHands(
        n_hands=len(records),
        hands=_hands(records, places, source_file),
        seats=_seats(seats, order, places),
        placed=placed,
        discarded=discarded,
        discards_known=discards_known,
        dealt=dealt,
        dealt_known=dealt_known,
        shown=CardRows(),
        streets=streets,
        claims=_claims(seats, places),
        pairs=_pairs(records, seats, order, places),
    )
    return raw, records.bad


def _place_in(outer: Ints, n: int) -> Ints:
    """The place of each row among those of its outer row; rows of one outer row stand together."""
    count = np.bincount(outer, minlength=n)
    return np.arange(len(outer)) - np.repeat(np.cumsum(count) - count, count)


def _hands(records: Rows, places: Places, source_file: str) -> dict[str, Column]:
    options, tournament, events = (records.inner[name] for name in ("options", "tournament", "events"))
    n = len(records)
    in_match = np.asarray(records.texts["match_id"].is_valid())
    last = records.flags["last_of_match"]
    unknown = places.unknown_keys
    return {
        "site": records.texts["site"],
        "club_id": records.texts["club"],
        "hand_id": records.texts["hand_id"],
        "rules_id": records.texts["rules"],
        "option_scoring": options.texts["scoring"],
        "option_royalties": options.texts["royalties"],
        "option_royalty_settlement": options.texts["royalty_settlement"],
        "option_fantasyland": options.texts["fantasyland"],
        "option_one_hand": options.flags["one_hand"],
        "match_cap": options.ints["match_cap"],
        "match_id": records.texts["match_id"],
        "hand_no": records.ints["hand_no"],
        # Absent means false, so false says no more than silence does: nothing, where there is no match.
        "last_of_match": np.where(last == 1, 1, np.where(in_match, 0, -1)).astype(np.int8),
        "tournament_id": tournament.texts["id"],
        "level": tournament.ints["level"],
        "levels": tournament.texts["point_value_by_level"],
        "table_id": records.texts["table"],
        "ended_at": records.ints["ended_at"],
        "currency": records.texts["currency"],
        "chip_price": records.ints["chip_price"],
        "chip_currency": records.texts["chip_currency"],
        "point_value": records.ints["point_value"],
        "rake": records.ints["rake"],
        "is_observed": records.flags["observed"],
        "sitting_out": _sitting_out(records, records.inner["seats"]),
        "events": events_json(events.outer, events.ints["seat"], events.texts["what"], n),
        "unknown_keys": pa.nulls(n, pa.string()) if unknown is None else pa.array(unknown, pa.string()),
        "is_cancelled": np.asarray(pc.fill_null(pc.equal(records.texts["status"], "cancelled"), False)).astype(np.int8),
        "format": pa.array(["ofc_jsonl"], pa.string()).take(pa.array(np.zeros(n, np.int64))),
        "source_file": pa.array([source_file], pa.string()).take(pa.array(np.zeros(n, np.int64))),
        "first_line": places.line,
        "last_line": places.line,
        "first_byte": places.first_byte,
        "last_byte": places.last_byte,
    }


def _sitting_out(records: Rows, seats: Rows) -> pa.Array:
    """The seats that sit out, rising, as JSON text; a record in which one of them plays or is there twice is damaged."""
    array = records.ragged["sitting_out"]
    hand = np.asarray(pc.list_parent_indices(array)).astype(np.int64)
    if not len(hand):
        return pa.nulls(len(records), pa.string())
    key = np.sort(hand * _SEAT_SPAN + np.clip(ints_of(array.flatten()), 0, _SEAT_SPAN - 1))
    hand = key // _SEAT_SPAN
    playing = np.isin(
        key, (seats.outer * _SEAT_SPAN + np.clip(seats.ints["seat"], 0, _SEAT_SPAN - 1))[_is_seated(seats)]
    )
    records.bad[hand[playing]] = True
    records.bad[hand[1:][key[1:] == key[:-1]]] = True
    return json_lists(hand, pa.array(key % _SEAT_SPAN).cast(pa.string()), len(records))


def _is_seated(seats: Rows) -> Mask:
    return np.asarray(seats.ints["seat"] != NULL)


def events_json(hand: Ints, seat: Ints, what: pa.Array, n: int) -> pa.Array:
    """The events of each hand as JSON text, in their order; null where there are none."""
    if not len(hand):
        return pa.nulls(n, pa.string())
    what = pc.fill_null(what, "").dictionary_encode()
    quoted = pa.array([json.dumps(word) for word in what.dictionary.to_pylist()], pa.string()).take(what.indices)
    numbers = pa.array(np.where(seat == NULL, 0, seat)).cast(pa.string())
    named = pc.if_else(pa.array(seat == NULL), "", pc.binary_join_element_wise('"seat": ', numbers, ", ", ""))
    items = pc.binary_join_element_wise("{", named, '"what": ', quoted, "}", "")
    return json_lists(hand, items, n)


def _seats(seats: Rows, order: Ints, places: Places) -> dict[str, Column]:
    fantasy = seats.ints["fantasy"]
    line = places.line[seats.record]
    return {
        "hand": seats.outer,
        "acting_order": order,
        "seat_no": seats.ints["seat"],
        "player_id": pc.coalesce(seats.texts["id"], seats.texts["player"]),
        "player_name": seats.texts["player"],
        "is_fantasy": (fantasy != 0).astype(np.int8),
        "fantasy_cards": np.where(fantasy == TRUE_COUNT, NULL, fantasy),
        "is_hero": seats.flags["hero"],
        "stack": seats.ints["stack"],
        "line": line,
        "board_line": line,
    }


def _claims(seats: Rows, places: Places) -> dict[str, Column]:
    claims = seats.inner["claims"]
    royalties, count = claims.lists["royalties"], claims.ints["fantasy_next"]
    line = places.line[seats.record]
    says_board = (claims.flags["foul"] >= 0) | claims.is_there["royalties"]
    is_next = np.where(count == NULL, -1, count != 0).astype(np.int8)
    return {
        "is_foul": claims.flags["foul"],
        "top_royalties": royalties[:, 0],
        "middle_royalties": royalties[:, 1],
        "bottom_royalties": royalties[:, 2],
        "points": claims.ints["points"],
        "net": claims.ints["net"],
        "rake": claims.ints["rake"],
        "stack": claims.ints["stack"],
        "is_fantasy_next": is_next,
        "fantasy_next": np.where(count == TRUE_COUNT, NULL, count),
        "bounty": claims.ints["bounty"],
        "place": claims.ints["place"],
        "showdown_line": np.where(says_board, line, NULL),
        "line": np.where(seats.is_there["claims"], line, NULL),
    }


def _streets(seats: Rows) -> tuple[CardRows, CardRows, Mask, CardRows, Mask, StreetRows]:
    """Placed, discarded and dealt cards with their streets, and what is known of whole streets.

    A player in Fantasyland has one entry, street 0. Outside it entries are streets 1, 2, …; the one entry of a player that holds
    more cards than a first street can is a board whose streets the record does not tell (255).
    """
    entries = seats.inner["streets"]
    n = len(seats)
    seat = entries.outer
    place = _place_in(seat, n)
    count = np.bincount(seat, minlength=n)
    is_fantasy = seats.ints["fantasy"] != 0
    seats.mark(count > np.where(is_fantasy, 1, MOST_STREETS))
    n_placed = sum((entries.cards[row].count for row in ("top", "middle", "bottom")), np.zeros(len(entries), np.int64))
    is_whole = (count[seat] == 1) & (n_placed > FIRST_STREET_CARDS)
    number = np.where(is_fantasy[seat], 0, np.where(is_whole, UNKNOWN_STREET, np.minimum(place + 1, MOST_STREETS)))
    street = number.astype(np.uint8)

    def cards(names: tuple[str, ...]) -> CardRows:
        parts = [entries.cards[name] for name in names]
        entry = np.concatenate([part.row for part in parts])
        row = np.repeat(np.arange(len(parts), dtype=np.uint8), [len(part.row) for part in parts])
        return CardRows(seat[entry], row, street[entry], np.concatenate([part.code for part in parts]))

    dealt, discards = entries.cards["dealt"], entries.cards["discards"]
    none_left = dealt.is_there & (dealt.count == n_placed)
    is_told = discards.is_there | none_left
    tells = _any(seat[discards.is_there], n)
    # Nobody discards from the first street: where the later ones tell, its silence hides nothing.
    is_first = (place == 0) & (count[seat] > 1) & ~dealt.is_there
    untold = _any(seat[~is_told & ~(is_first & tells[seat])], n)
    timed = (entries.ints["ms"] != NULL) | (entries.flags["auto"] == 1)
    said = (street != UNKNOWN_STREET) | timed
    rows = StreetRows(
        seat[said],
        street[said],
        entries.ints["ms"][said],
        np.maximum(entries.flags["auto"][said], 0).astype(np.int8),
    )
    placed = cards(("top", "middle", "bottom"))
    return placed, cards(("discards",)), (count > 0) & ~untold, cards(("dealt",)), _any(seat[dealt.is_there], n), rows


def _any(seat: Ints, n: int) -> Mask:
    found = np.zeros(n, bool)
    found[seat] = True
    return found


def _pairs(records: Rows, seats: Rows, order: Ints, places: Places) -> dict[str, Column]:
    """The pairs in settlement order, turned so that `a` acts before `b`."""
    pairs = records.inner["pairs"]
    # Players without a seat number are told apart by numbers that no seat has.
    number = np.where(_is_seated(seats), np.clip(seats.ints["seat"], 0, _SEAT_SPAN - 1), _SEAT_SPAN // 2 + order)
    key = seats.outer * _SEAT_SPAN + number
    by_key = np.argsort(key, kind="stable")
    ordered = key[by_key]
    twice = by_key[1:][ordered[1:] == ordered[:-1]]
    records.bad[seats.outer[twice]] = True

    def acting_order(name: str) -> Ints:
        want = pairs.outer * _SEAT_SPAN + np.clip(pairs.ints[name], 0, _SEAT_SPAN - 1)
        if not len(ordered):
            pairs.mark(np.ones(len(pairs), bool))
            return no_ints() if not len(pairs) else np.zeros(len(pairs), np.int64)
        at = np.minimum(np.searchsorted(ordered, want), len(ordered) - 1)
        pairs.mark(ordered[at] != want)
        return order[by_key[at]]

    first, second = acting_order("a"), acting_order("b")
    low, high = np.minimum(first, second), np.maximum(first, second)
    pairs.mark(low == high)
    who = (pairs.outer * MOST_SEATS + np.minimum(low, MOST_SEATS - 1)) * MOST_SEATS + np.minimum(high, MOST_SEATS - 1)
    by_pair = np.argsort(who, kind="stable")
    pairs.bad[pairs.record[by_pair[1:][who[by_pair][1:] == who[by_pair][:-1]]]] = True
    swapped = first > second
    rows, royalties = pairs.lists["rows"], pairs.lists["royalties"]

    def turned(values: Ints) -> Ints:
        return np.where(swapped & (values != NULL), -values, values)

    is_swapped: Flags = swapped.astype(np.int8)
    return {
        "hand": pairs.outer,
        "pair_no": np.minimum(_place_in(pairs.outer, len(records)), 127),
        "a": low,
        "b": high,
        "top": turned(rows[:, 0]),
        "middle": turned(rows[:, 1]),
        "bottom": turned(rows[:, 2]),
        "bonus": turned(pairs.ints["bonus"]),
        "royalties_a": np.where(swapped, royalties[:, 1], royalties[:, 0]),
        "royalties_b": np.where(swapped, royalties[:, 0], royalties[:, 1]),
        "points": turned(pairs.ints["points"]),
        "amount": turned(pairs.ints["amount"]),
        "is_swapped": is_swapped,
        "line": places.line[pairs.record],
    }
