"""Rows of a `table` as `RawHands`: seats put in acting order, boards, claims; a hand with a cell that cannot be read is named, and no other."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL
from ofc_audit.read.batch import CardRows, Column, Ints, Mask, RawHands, StreetRows, no_ints
from ofc_audit.read.jsonl_spec import MOST_SEATS
from ofc_audit.read.rejects import quoted
from ofc_audit.read.table_boards import Boards
from ofc_audit.read.table_cards import number_lists
from ofc_audit.read.table_cells import Cells, Values
from ofc_audit.read.table_fields import FIELDS, ROWS
from ofc_audit.read.table_groups import HandRows
from ofc_audit.read.table_mapping import UNKNOWN_ZONE
from ofc_audit.read.table_times import in_utc, read_times

FORMAT = "table"
_TEXTS = (
    "site", "club_id", "hand_id", "rules_id", "option_scoring", "option_royalties", "option_royalty_settlement", "option_fantasyland",
    "match_id", "tournament_id", "table_id", "currency", "chip_currency",
)  # fmt: skip
ROUNDED = r"^[0-9](?:[.,][0-9]+)?[eE]\+[0-9]{2,}$"
"""An id that a spreadsheet took for a number and rounded."""
TWICE = "occurs twice in"
"""What a note says of a time that the order of the hands decides."""
FILL_DOWN = "name hand_id in file.fill_down of the mapping"
_PLAYER = ("player_id", "player_name")


@dataclass
class Seats:
    """The seats of all hands, by hand and acting order; `of_row`: the seat of each row, -1 for damaged rows."""

    hand: Ints
    first_row: Ints
    of_row: Ints
    acting_order: Ints
    seat_no: Ints

    def __len__(self) -> int:
        return len(self.hand)


def raw_hands(
    found: HandRows, cells: Cells, source_file: str, byte_shift: int, unmapped: Sequence[tuple[str, int]]
) -> RawHands:
    """The hands that rows make; `found.reasons` then names the damaged ones, whose rows are without meaning.

    `unmapped`: columns that the mapping names nowhere, with their places; `byte_shift` is where the buffer begins in the file.
    """
    hand_values = Values(cells, found.hand, found.n_hands)
    button = hand_values.ints("button_seat")
    seats = _seats(found, cells, button)
    good = seats.of_row >= 0
    seat_cells = Cells(_without(found, good), cells.mapping, cells.place)
    values = Values(seat_cells, seats.of_row[good], len(seats))
    in_fantasy, fantasy_cards = values.counts("fantasy")
    player_id, player_name = _players(found, values, seats)
    boards = Boards(values, in_fantasy == 1)
    placed = boards.placed()
    discarded, discards_known = boards.one("discards")
    dealt, dealt_known = boards.one("dealt")
    line = found.rows.line[seats.first_row]
    return RawHands(
        n_hands=found.n_hands,
        hands=_hands(found, hand_values, source_file, byte_shift, unmapped, cells),
        seats={
            "hand": seats.hand,
            "acting_order": seats.acting_order,
            "seat_no": seats.seat_no,
            "player_id": player_id,
            "player_name": player_name,
            "is_fantasy": in_fantasy,
            "fantasy_cards": fantasy_cards,
            "is_hero": values.flags("is_hero"),
            "stack": values.money("stack"),
            "line": line,
            "board_line": line,
        },
        placed=placed,
        discarded=discarded,
        discards_known=discards_known,
        dealt=dealt,
        dealt_known=dealt_known,
        shown=CardRows(),
        streets=StreetRows(),
        claims=_claims(values, line),
        pairs={"hand": no_ints()},
    )


def _without(found: HandRows, good: Mask) -> HandRows:
    """The rows that are not damaged, with the hand of each."""
    if good.all():
        return found
    rows = np.flatnonzero(good)
    return HandRows(found.rows.take(rows), found.hand[rows], {}, found.n_hands, found.reasons, found.carried)


def _seats(found: HandRows, cells: Cells, button: Ints) -> Seats:
    """Who sits in each hand, in acting order. A player with two rows, where one is due, damages the hand."""
    name = _PLAYER[0] if _PLAYER[0] in cells.place else _PLAYER[1]
    player = cells.texts(name)
    good = np.ones(len(found.rows), bool)
    good[list(found.damaged)] = False
    nobody = good & ~np.asarray(player.is_valid())
    for at in np.flatnonzero(nobody).tolist():
        found.mark(at, f"{cells.heading(name)}: is empty; a row is a player's")
    if "hand_id" in cells.place and "hand_id" not in cells.mapping.file.fill_down:
        for at in np.flatnonzero(good & ~np.asarray(cells.texts("hand_id").is_valid())).tolist():
            found.mark(at, f"{cells.heading('hand_id')}: is empty; where that stands for the id above: {FILL_DOWN}")
    code = np.asarray(pc.fill_null(player.dictionary_encode().indices, -1), np.int64)
    key = found.hand * (len(player) + 2) + code + 1
    key[~good] = -1
    distinct, first, of_row = np.unique(key, return_index=True, return_inverse=True)
    of_row = of_row.astype(np.int64)
    if len(distinct) and distinct[0] < 0:
        distinct, first, of_row = distinct[1:], first[1:], of_row - 1
    _require_one_row(found, cells, good, of_row, first)
    hand = found.hand[first]
    values = Values(Cells(_without(found, good), cells.mapping, cells.place), of_row[good], len(first))
    seat_no = values.ints("seat_no")
    rank = _ranks(found, cells, values, hand, first, seat_no, button)
    order = np.lexsort((rank, hand))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    n_seats = np.bincount(hand, minlength=found.n_hands)
    for at in np.flatnonzero((n_seats < 2) | (n_seats > MOST_SEATS)).tolist():
        found.reasons.setdefault(
            at,
            f"the hand has {n_seats[at]} row{'s' if n_seats[at] != 1 else ''} of players; it takes 2 to {MOST_SEATS}",
        )
    acting = np.arange(len(order)) - np.repeat(np.cumsum(n_seats) - n_seats, n_seats)
    of_row = np.where(of_row >= 0, place[np.maximum(of_row, 0)] if len(place) else -1, -1)
    numbers = seat_no[order]
    by_number = np.lexsort((numbers, hand[order]))
    same = (
        (np.diff(numbers[by_number]) == 0) & (np.diff(hand[order][by_number]) == 0) & (numbers[by_number][1:] != NULL)
    )
    for at in by_number[1:][same].tolist():
        found.mark(int(first[order][at]), f"{cells.heading('seat_no')}: {numbers[at]} stands for two players")
    return Seats(hand[order], first[order], of_row, np.minimum(acting, 127), numbers)


def _require_one_row(found: HandRows, cells: Cells, good: Mask, of_row: Ints, first: Ints) -> None:
    """Damages hands in which a player, or a row of his board, has two rows."""
    rows = np.flatnonzero(good)
    if "row" not in cells.place:
        doubled = rows[first[of_row[rows]] != rows]
        for at in doubled.tolist():
            found.mark(at, "the player has two rows in the hand")
        return
    words = pc.utf8_lower(cells.texts("row"))
    number = np.full(len(good), -1, np.int64)
    for at, name in enumerate(ROWS):
        own = pa.array([word.lower() for word in cells.mapping.rows[name]])
        number[np.asarray(pc.fill_null(pc.is_in(words, own), False))] = at
    allowed = ", ".join(word for name in ROWS for word in cells.mapping.rows[name])
    for at in rows[number[rows] < 0].tolist():
        shown = quoted(str(words[at].as_py() or "").encode())
        found.mark(at, f"{cells.heading('row')}: {shown} is no row of the board; allowed are {allowed}")
    key = of_row[rows] * 4 + number[rows]
    _, once = np.unique(key, return_index=True)
    for at in np.setdiff1d(np.arange(len(rows)), once).tolist():
        found.mark(int(rows[at]), "a row of the player's board stands there twice")


def _ranks(found: HandRows, cells: Cells, values: Values, hand: Ints, first: Ints, seat_no: Ints, button: Ints) -> Ints:
    """(n_seats,) numbers that rise in acting order within each hand."""
    order = cells.mapping.hands.order
    if order == "rows":
        return first
    if order == "acting_order":
        rank = values.ints("acting_order") - cells.mapping.hands.first
        n_seats = np.bincount(hand, minlength=found.n_hands)
        by_rank = np.lexsort((rank, hand))
        within = np.arange(len(hand)) - np.repeat(np.cumsum(n_seats) - n_seats, n_seats)
        for at in by_rank[rank[by_rank] != within].tolist():
            found.mark(
                int(first[at]),
                f"{cells.heading('acting_order')}: the places of the hand are not {cells.mapping.hands.first} and following",
            )
        return rank
    is_button = (seat_no == button[hand]) & (seat_no != NULL)
    if "is_button" in cells.place:
        is_button = values.flags("is_button") == 1
    n_buttons = np.bincount(hand[is_button], minlength=found.n_hands)
    unplaced = np.bincount(hand[seat_no == NULL], minlength=found.n_hands) > 0
    for at in np.flatnonzero((n_buttons != 1) | unplaced).tolist():
        why = "a player has no seat number" if unplaced[at] else f"{n_buttons[at]} seats have the button; it takes one"
        found.reasons.setdefault(at, why)
    of_button = np.full(found.n_hands, NULL)
    of_button[hand[is_button]] = seat_no[is_button]
    # Left of the button first: seats behind it, then those before it, then itself.
    return np.where(seat_no > of_button[hand], seat_no, seat_no + (1 << 20))


def _players(found: HandRows, values: Values, seats: Seats) -> tuple[pa.Array, pa.Array]:
    """Ids and names; where one is not told it is the other."""
    ids, names = (values.text(name) for name in _PLAYER)
    for at in np.flatnonzero(~np.asarray(pc.or_(ids.is_valid(), names.is_valid()))).tolist():
        found.mark(int(seats.first_row[at]), "nothing says who the player is")
    return pc.coalesce(ids, names, ""), pc.coalesce(names, ids, "")


def _claims(values: Values, line: Ints) -> dict[str, Column]:
    is_next, next_cards = values.counts("fantasy_next")
    if "royalties" in values.cells.place:
        royalties = _royalties_in_one(values)
    else:
        royalties = {f"{name}_royalties": values.ints(f"{name}_royalties") for name in ROWS}
    return {
        "is_foul": values.flags("is_foul"),
        **royalties,
        "points": values.ints("points"),
        "net": values.money("net"),
        "rake": values.money("rake"),
        "stack": values.money("stack_after"),
        "is_fantasy_next": is_next,
        "fantasy_next": next_cards,
        "bounty": values.money("bounty"),
        "place": values.ints("place"),
        "showdown_line": line,
        "line": line,
    }


def _royalties_in_one(values: Values) -> dict[str, Column]:
    """Royalties of three rows in one cell; a lone 0 is three. A lone total of other rows says too little to be a claim by row."""
    texts, row = values.cells.of_groups("royalties", values.group, values.n)
    field = FIELDS["royalties"]
    cell, value, bad = number_lists(texts, field.low, field.high)
    count = np.bincount(cell, minlength=values.n)
    total = np.bincount(cell, np.abs(value), minlength=values.n)
    is_none = (count == 1) & (total == 0)
    values.cells.complain(
        "royalties", texts, row, bad | ((count > 0) & (count != 3) & ~is_none),
        "is not the royalties of three rows; a total of all rows is no claim of any: leave the column out, or name it in file.ignored",
    )  # fmt: skip
    result = np.full((values.n, 3), NULL)
    result[is_none] = 0
    whole = count == 3
    result[whole] = value[whole[cell]].reshape(-1, 3)
    return {f"{name}_royalties": result[:, at] for at, name in enumerate(ROWS)}


def _hands(
    found: HandRows,
    values: Values,
    source_file: str,
    byte_shift: int,
    unmapped: Sequence[tuple[str, int]],
    cells: Cells,
) -> dict[str, Column]:
    rows, n = found.rows, found.n_hands
    first, last = found.first, found.last
    texts: dict[str, Column] = {name: values.text(name) for name in _TEXTS}
    texts["site"] = _required(found, values, "site")
    if cells.mapping.hands.has_id:
        texts["hand_id"] = _required(found, values, "hand_id")
    ended_at, notes = _ended_at(found, values, cells)

    def same(text: str) -> pa.Array:
        return pa.array([text], pa.string()).take(pa.array(np.zeros(n, np.int64)))

    return {
        **texts,
        "option_one_hand": values.flags("option_one_hand"),
        "match_cap": values.money("match_cap"),
        "hand_no": values.ints("hand_no"),
        "last_of_match": values.flags("last_of_match"),
        "level": values.ints("level"),
        "ended_at": ended_at,
        "point_value": values.money("point_value"),
        "chip_price": values.money("chip_price"),
        "rake": values.money("hand_rake"),
        "is_observed": values.flags("is_observed"),
        "is_cancelled": np.maximum(values.flags("is_cancelled"), 0).astype(np.int8),
        "unknown_keys": _unknown_keys(found, unmapped, notes),
        "format": same(FORMAT),
        "source_file": same(source_file),
        "first_line": rows.line[first],
        "last_line": rows.last_line[last],
        "first_byte": rows.start[first] + byte_shift,
        "last_byte": rows.end[last] - 1 + byte_shift,
    }


def _required(found: HandRows, values: Values, name: str) -> pa.Array:
    texts = values.text(name)
    if name in values.cells.place:
        _require_digits(found, values, name, texts)
    for at in np.flatnonzero(~np.asarray(texts.is_valid())).tolist():
        found.reasons.setdefault(at, f"{values.cells.heading(name)}: is empty; it must say {FIELDS[name].meaning}")
    return pc.fill_null(texts, "")


def _require_digits(found: HandRows, values: Values, name: str, texts: pa.Array) -> None:
    """Damages hands whose id a spreadsheet has rounded: two hands may have become one."""
    rounded = np.asarray(pc.fill_null(pc.match_substring_regex(texts, ROUNDED), False))
    for at in np.flatnonzero(rounded).tolist():
        shown = quoted(str(texts[at].as_py()).encode())
        reason = (
            f"{values.cells.heading(name)}: {shown} is a number that a spreadsheet rounded: its last digits are lost"
        )
        found.reasons.setdefault(at, reason)


def _ended_at(found: HandRows, values: Values, cells: Cells) -> tuple[Ints, dict[int, str]]:
    """When each hand ended, in UTC, and of hands whose time is in doubt how."""
    if "ended_at" not in cells.place:
        return np.full(found.n_hands, NULL), {}
    times = cells.mapping.times
    texts, row = cells.of_groups("ended_at", values.group, values.n)
    if "ended_time" in cells.place:
        clock, _ = cells.of_groups("ended_time", values.group, values.n)
        texts = pc.if_else(clock.is_valid(), pc.binary_join_element_wise(texts, clock, " "), texts)
    read = read_times(texts, times.format)
    cells.complain("ended_at", texts, row, read.bad, f"is no time written {quoted(times.format.encode())}")
    named = read.offset != NULL
    utc = np.where(named, read.local - np.where(named, read.offset, 0), NULL)
    bare = (read.local != NULL) & ~named
    if not bare.any():
        return utc, {}
    if times.zone is None:
        why = 'names no zone, and neither does the mapping: say zone in [times], or "unknown"'
        cells.complain("ended_at", texts, row, bare, why)
        return utc, {}
    if times.zone == UNKNOWN_ZONE:
        notes = {at: f"{texts[at].as_py()}: the zone is unknown, taken for UTC" for at in np.flatnonzero(bare).tolist()}
        return np.where(bare, read.local, utc), notes
    moved = in_utc(np.where(bare, read.local, NULL), times.zone)
    cells.complain("ended_at", texts, row, moved.missing, f"does not exist in {times.zone}: clocks went forward")
    words = {
        0: "taken for the first, by the order of the hands",
        1: "taken for the second, by the order of the hands",
        -1: "not known which",
    }
    notes = {
        at: f"{texts[at].as_py()} {TWICE} {times.zone}; {words[int(moved.taken[at])]}"
        for at in np.flatnonzero(moved.twice).tolist()
    }
    return np.where(bare, moved.utc, utc), notes


def _unknown_keys(found: HandRows, unmapped: Sequence[tuple[str, int]], notes: Mapping[int, str]) -> pa.Array:
    """What the columns say that the mapping does not name, and doubts about times, as JSON; null where there is neither."""
    texts = {name: found.rows.cells(place) for name, place in unmapped}
    if not notes and all(one.null_count == len(one) for one in texts.values()):
        return pa.nulls(found.n_hands, pa.string())
    kept: list[dict[str, object]] = [{} for _ in range(found.n_hands)]
    damaged = set(found.damaged)
    for name, column in sorted(texts.items()):
        for at, (hand, text) in enumerate(zip(found.hand.tolist(), column.to_pylist(), strict=True)):
            if text is not None and at not in damaged:
                values = kept[hand].setdefault(name, [])
                assert isinstance(values, list)
                values.append(text)
    for hand, note in notes.items():
        kept[hand]["ended_at"] = note
    return pa.array(
        [json.dumps(keys, ensure_ascii=False, sort_keys=True) if keys else None for keys in kept], pa.string()
    )
