"""Capture records as `RawHands`: players put into acting order, cards read from their text, ids and prices told apart."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY, RANK_OF_BYTE, SUIT_OF_BYTE
from ofc_audit.money import NULL, amount_units, money_ints
from ofc_audit.read.batch import CardRows, Column, Ints, Mask, RawHands, StreetRows, no_bytes, no_ints
from ofc_audit.read.capture_spec import JOKERS, MOST_PLAYERS, POINTLESS, PRICE, RULES, SITES
from ofc_audit.read.json_values import flags_of, ints_of, read_time
from ofc_audit.read.scan import Buffer, Cursor

_NUMBER = {"pppoker": r"^[0-9]+-[0-9]+-(?P<no>[0-9]{7})-[0-9]+$", "upoker": r"^[0-9]+-(?P<no>[0-9]{1,9})$"}
"""Where a site's hand ids carry the room's own number of the hand at its table. Spartan numbers hands for the whole room."""


def _text_bytes(column: pa.Array) -> tuple[Buffer, Ints]:
    """All texts joined, each with a line feed behind it, and where each begins (with the end of all at last)."""
    joined = pc.binary_join_element_wise(pc.fill_null(column, ""), "", "\n")
    if isinstance(joined, pa.ChunkedArray):
        joined = joined.combine_chunks()
    offsets = np.frombuffer(joined.buffers()[1], np.int32)[joined.offset : joined.offset + len(joined) + 1]
    data = joined.buffers()[2]
    return Buffer(b"" if data is None else memoryview(data)[: offsets[-1]]), offsets.astype(np.int64)


def read_cards(column: pa.Array, n_rows: int) -> tuple[CardRows, Mask]:
    """The cards of texts such as `Ks1 Kc2/4h0`, in `n_rows` rows, and which texts are damaged. `seat` is the text's index."""
    buf, offsets = _text_bytes(column)
    n = len(column)
    if not buf.n:
        return CardRows(), np.zeros(n, bool)
    data = buf.bytes[: buf.n]
    is_sep = (data == ord(" ")) | (data == ord("/")) | (data == ord("\n"))
    at = np.flatnonzero(is_sep)
    start = np.concatenate([np.zeros(1, np.int64), at[:-1] + 1])
    length = at - start
    owner = np.searchsorted(offsets, start, side="right") - 1
    slash = data[at] == ord("/")
    slashes = np.cumsum(slash) - slash
    first_of_owner = np.searchsorted(owner, np.arange(n))
    row = slashes - slashes[first_of_owner][owner]
    rank, suit = RANK_OF_BYTE[buf.bytes[start]], SUIT_OF_BYTE[buf.bytes[start + 1]]
    street = buf.bytes[start + 2] - np.uint8(ord("0"))
    is_card = (length == 3) & (rank != EMPTY) & (suit != EMPTY) & (street <= 9)
    # An empty place is fine where a whole row is empty: between slashes or ends, not beside a blank.
    blank_before = (start > 0) & (buf.bytes[np.maximum(start - 1, 0)] == ord(" "))
    is_empty_row = (length == 0) & (data[at] != ord(" ")) & ~blank_before
    bad = np.zeros(n, bool)
    bad[owner[~(is_card | is_empty_row)]] = True
    bad |= np.bincount(owner[slash], minlength=n) != n_rows - 1
    code = rank * np.uint8(4) + suit
    good = is_card & ~bad[owner]
    return CardRows(owner[good], row[good].astype(np.uint8), street[good], code[good]), bad


def _by_value(column: pa.Array, fall_back: str | None) -> tuple[Ints, list[str | None]]:
    """The few different values of a text column, and which of them each row has."""
    encoded = pc.dictionary_encode(column, null_encoding="encode")
    values = [fall_back if value is None else value for value in encoded.dictionary.to_pylist()]
    return encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64), values


def _spread(values: list[str | None], index: Ints) -> pa.Array:
    return pa.array(values, pa.string()).take(pa.array(index))


def _times(column: pa.ChunkedArray) -> tuple[pa.Array, Mask]:
    """Times as UTC, and which are there and cannot be read."""
    buf, offsets = _text_bytes(column.combine_chunks())
    cursor = Cursor(buf, offsets[:-1], offsets[1:] - 1)
    known = np.asarray(pc.is_valid(column).combine_chunks())
    micros = read_time(cursor, b" ")
    cursor.at_end()
    bad = known & ~cursor.ok
    return pa.array(np.where(known & ~bad, micros, 0), mask=~known | bad).cast(pa.timestamp("us", tz="UTC")), bad


def hand_numbers(ids: pa.Array, site: pa.Array) -> Ints:
    """The number of each hand as its id has it, `NULL` where the room numbers no hands of a table."""
    numbers = np.full(len(ids), NULL)
    for name, pattern in _NUMBER.items():
        chosen = np.asarray(pc.equal(site, name))
        if not chosen.any():
            continue
        found = pc.struct_field(pc.extract_regex(ids, pattern), "no")
        number = ints_of(pc.cast(found, pa.int64()))
        numbers = np.where(chosen, number, numbers)
    return numbers


def room_columns(app: pa.Array, rules: pa.Array, price: pa.Array) -> tuple[dict[str, Column], Mask]:
    """What follows from the app, its rules and the price of a chip: site, rule set, price and its currency; and which records are damaged."""
    app_at, apps = _by_value(app, "Ppp")
    site = _spread([SITES.get(each or "") for each in apps], app_at)
    bad = np.asarray(site.is_null())
    rules_at, kinds = _by_value(rules, None)
    bad |= np.array([rule is not None and JOKERS.search(rule) is not None for rule in kinds], bool)[rules_at]
    kind = _spread([RULES.get(rule or "") for rule in kinds], rules_at)
    price_at, prices = _by_value(price, None)
    priced = [None if each is None else PRICE.fullmatch(each) for each in prices]
    bad |= np.array([p is not None and m is None for p, m in zip(prices, priced, strict=True)], bool)[price_at]
    units = [NULL if m is None else amount_units(m.group(1)) for m in priced]
    return {
        "site": pc.fill_null(site, ""),
        "rules_id": pc.binary_join_element_wise(site, kind, "_"),
        "chip_price": np.array(units, np.int64)[price_at],
        "chip_currency": _spread([None if m is None else m.group(2) for m in priced], price_at),
    }, bad


def claimed_points(result: Ints, site: pa.Array, hand: Ints) -> Ints:
    """The points that players' results are; unknown on sites whose `result` is no count of points."""
    pointless = np.asarray(pc.is_in(site, pa.array(POINTLESS)))
    return np.where(pointless[hand], NULL, result)


def raw_hands(
    table: pa.Table, first_byte: Ints, last_byte: Ints, first_line: Ints, last_line: Ints, lines: dict[str, Ints], source_file: str,
    unknown_keys: list[str | None],
) -> tuple[RawHands, Mask]:  # fmt: skip
    """The hands of records in the form of `capture_spec.SCHEMA`, and which of them are damaged.

    `lines`: (n_players,) line numbers of each player's name, rows and result, in the order of the file.
    """
    n = table.num_rows
    data = table.column("handData").combine_chunks()
    ids, lists = pc.struct_field(data, "id"), pc.struct_field(data, "players")
    count = np.asarray(pc.fill_null(pc.list_value_length(lists), 0), np.int64)
    bad = (
        (count < 1) | (count > MOST_PLAYERS) | np.asarray(ids.is_null()) | np.asarray(table.column("stakes").is_null())
    )
    hand = np.repeat(np.arange(n), count)
    players = lists.flatten()
    acting = ints_of(pc.struct_field(players, "orderIndex"))
    order = np.lexsort((acting, hand))
    starts = np.cumsum(count) - count
    bad[hand[acting[order] != np.arange(len(hand)) - np.repeat(starts, count)]] = True

    def of(name: str) -> pa.Array:
        return pc.struct_field(players, name).take(pa.array(order))

    in_fantasy = flags_of(of("inFantasy"))
    name, player_id = of("playerName"), of("playerId")
    rows, dead = of("rows"), of("dead")
    placed, bad_rows = read_cards(rows, 3)
    thrown, bad_dead = read_cards(dead, 1)
    fantasy = in_fantasy == 1
    bad_seat = bad_rows | bad_dead | (in_fantasy < 0) | np.asarray(rows.is_null())
    bad_seat |= np.asarray(name.is_null()) & np.asarray(player_id.is_null())
    bad_seat[placed.seat[(placed.street > 4) & ~fantasy[placed.seat]]] = True
    bad_seat[thrown.seat[(thrown.street > 4) & ~fantasy[thrown.seat]]] = True
    bad[hand[bad_seat]] = True
    discards_known = np.bincount(thrown.seat, minlength=len(hand)) > 0
    dealt = np.bincount(placed.seat, minlength=len(hand)) + np.bincount(thrown.seat, minlength=len(hand))
    n_placed = np.bincount(placed.seat, minlength=len(hand))
    fantasy_cards = np.where(fantasy, np.where(discards_known & (n_placed == 13), dealt, NULL), 0)

    room, bad_room = room_columns(*(table.column(name).combine_chunks() for name in ("appName", "rules", "price")))
    bad |= bad_room
    ended_at, bad_time = _times(table.column("endDateTime"))
    bad |= bad_time
    result = ints_of(of("result"))
    bad[hand[(result != NULL) & (np.abs(result) >= 10**9)]] = True
    net = money_ints(of("win"))
    joined = flags_of(table.column("joined").combine_chunks())
    raw = RawHands(
        n_hands=n,
        hands={
            **room,
            "club_id": table.column("clubId").combine_chunks(),
            "hand_id": pc.fill_null(ids, ""),
            "hand_no": hand_numbers(ids, room["site"]),
            "table_id": table.column("roomId").combine_chunks(),
            "ended_at": ended_at,
            "currency": pa.array(["chips"] * n, pa.string()),
            "point_value": money_ints(table.column("stakes")),
            "is_observed": np.where(joined < 0, joined, 1 - joined).astype(np.int8),
            "unknown_keys": pa.array(unknown_keys, pa.string()),
            "format": pa.array(["capture_hh"] * n, pa.string()),
            "source_file": pa.array([source_file] * n, pa.string()),
            "first_line": first_line, "last_line": last_line, "first_byte": first_byte, "last_byte": last_byte,
        },
        seats={
            "hand": hand,
            "acting_order": acting[order],
            "player_id": pc.fill_null(pc.coalesce(player_id, name), ""),
            "player_name": pc.fill_null(pc.coalesce(name, player_id), ""),
            "is_fantasy": in_fantasy,
            "fantasy_cards": fantasy_cards,
            "is_hero": flags_of(of("hero")),
            "line": lines["playerName"][order],
            "board_line": lines["rows"][order],
        },
        placed=CardRows(placed.seat, placed.row, _streets(placed, fantasy), placed.code),
        discarded=CardRows(thrown.seat, thrown.row, _streets(thrown, fantasy), thrown.code),
        discards_known=discards_known,
        dealt=CardRows(),
        dealt_known=np.zeros(len(hand), bool),
        shown=CardRows(),
        streets=StreetRows(no_ints(), no_bytes(), no_ints(), np.empty(0, np.int8)),
        claims={
            "points": claimed_points(result, room["site"], hand),
            "net": net,
            "line": claim_lines(result, net, lines["result"][order], lines["win"][order]),
        },
        pairs={"hand": no_ints(), "a": no_ints(), "b": no_ints(), "pair_no": no_ints(), "is_swapped": np.empty(0, np.int8)},
    )  # fmt: skip
    return raw, bad


def claim_lines(result: Ints, net: Ints, result_line: Ints, win_line: Ints) -> Ints:
    """The line that states a player's points, else his money; unknown where the record states neither."""
    only_win = (result == NULL) & (win_line != NULL)
    return np.where((result == NULL) & (net == NULL), NULL, np.where(only_win, win_line, result_line))


def _streets(rows: CardRows, fantasy: Mask) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Streets counted from 1, and 0 for every card of a Fantasyland hand, whose discards carry a running number instead."""
    return np.where(fantasy[rows.seat], 0, rows.street + 1).astype(np.uint8)
