"""Hands of SwC as `RawHands`: boards and steps from the tracker's record, points and payouts from it and from the dealer.

No rule set is known for SwC, and none is named. Payouts are the winners' nets of a game, which stand with the hand in which they are paid;
of losers nothing is told. The tracker's time is that at which it first saw the hand.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.money import NULL
from ofc_audit.read.batch import CardRows, Ints, RawHands, StreetRows, no_ints
from ofc_audit.read.json_strict import Damage, dump
from ofc_audit.read.swc_log import Hand
from ofc_audit.read.swc_streets import UNKNOWN_STREET, Play, play_of

SITE = "SealsWithClubs"
CURRENCY = "mBTC"


@dataclass(frozen=True)
class Seat:
    """A player of a hand; `index` is his place in the record."""

    name: str
    index: int | None
    seat_no: int | None
    play: Play


@dataclass(frozen=True)
class Places:
    """Where each hand stands: its file by number, what tells the dealer's words in that from others, and its name; first and last byte in
    the file, first and last line."""

    file: list[int]
    log_id: list[str]
    source_file: list[str]
    first_byte: Ints
    last_byte: Ints
    first_line: Ints
    last_line: Ints


def seats_of(hand: Hand) -> list[Seat]:
    """The players of a hand in acting order, where the record tells it, else by seat, else by name. Raises Damage.

    Who places his first street first sits left of the button. Seat numbers are kept where that order goes round the table: an order that is
    not known says nothing of the button.
    """
    record = hand.record
    if record is None:
        return [Seat(name, None, None, _announced(name in hand.fantasy)) for name in sorted(hand.points)]
    plays = [play_of(record, at, player.name in hand.fantasy) for at, player in enumerate(record.players)]
    by_seat = sorted(
        range(len(plays)),
        key=lambda at: (record.players[at].seat_idx is None, record.players[at].seat_idx, record.players[at].name),
    )
    order = by_seat
    knows_seats = all(player.seat_idx is not None for player in record.players)
    steps = [play.first_step for play in plays]
    is_told = False
    if knows_seats and None not in steps:
        acting = sorted(range(len(plays)), key=lambda at: steps[at] or 0)
        turn = by_seat.index(acting[0])
        is_told = acting == by_seat[turn:] + by_seat[:turn]
        order = acting if is_told else by_seat
    return [
        Seat(record.players[at].name, at, record.players[at].seat_idx if is_told else None, plays[at]) for at in order
    ]


def _announced(is_announced: bool) -> Play:
    return Play(is_fantasy=True) if is_announced else Play()


def raw_hands(hands: list[Hand], seats: list[list[Seat]], places: Places) -> RawHands:
    """Hands with their players as `seats_of` gives them."""
    n = len(hands)
    flat = [(at, seat) for at, one in enumerate(seats) for seat in one]
    tables = _tables(hands, places)

    def texts(values: list[str | None]) -> pa.Array:
        return pa.array(values, pa.string())

    def flags(values: list[bool | None]) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
        return np.array([-1 if value is None else int(value) for value in values], np.int8)

    numbers = [(hand, hand.record, log_id) for hand, log_id in zip(hands, places.log_id, strict=True)]
    return RawHands(
        n_hands=n,
        hands={
            "site": texts([record.site if record else SITE for _, record, _ in numbers]),
            "hand_id": texts(
                [record.hand_id if record else f"{log}-{h.game}-{h.number}" for h, record, log in numbers]
            ),
            "match_id": texts([None if hand.game is None else f"{log}-{hand.game}" for hand, _, log in numbers]),
            "hand_no": _ints([hand.number for hand in hands]),
            "last_of_match": flags([hand.is_last for hand in hands]),
            "table_id": texts(tables),
            "ended_at": _times([record.time if record else None for _, record, _ in numbers]),
            "currency": texts([CURRENCY] * n),
            "events": texts([_events(hand) for hand in hands]),
            "unknown_keys": texts([dump(r.unknown) if r and r.unknown else None for _, r, _ in numbers]),
            "format": texts(["swc_capture"] * n),
            "source_file": texts(list(places.source_file)),
            "first_line": places.first_line,
            "last_line": places.last_line,
            "first_byte": places.first_byte,
            "last_byte": places.last_byte,
        },
        seats={
            "hand": np.array([at for at, _ in flat], np.int64),
            "acting_order": np.array([place for one in seats for place in range(len(one))], np.int64),
            "seat_no": _ints([seat.seat_no for _, seat in flat]),
            "player_id": texts([seat.name for _, seat in flat]),
            "player_name": texts([seat.name for _, seat in flat]),
            "is_fantasy": flags([seat.play.is_fantasy for _, seat in flat]),
            "fantasy_cards": _ints([seat.play.fantasy_cards for _, seat in flat]),
            "is_hero": flags([hero for one in seats for hero in _heroes(one)]),
            "stack": _ints([_of_record(hands[at], seat, "stack") for at, seat in flat]),
            "line": _ints([hands[at].record_line or hands[at].points_line for at, _ in flat]),
            "board_line": _ints([hands[at].record_line or None for at, _ in flat]),
        },
        placed=_placed(hands, flat),
        discarded=_listed([seat.play.discards for _, seat in flat]),
        discards_known=np.array([seat.play.discards is not None for _, seat in flat], bool),
        dealt=_listed([seat.play.dealt for _, seat in flat]),
        dealt_known=np.array([seat.play.dealt is not None for _, seat in flat], bool),
        shown=CardRows(),
        streets=StreetRows(),
        claims={
            "points": _ints([_points(hands[at], seat) for at, seat in flat]),
            "net": _ints([_net(hands[at], seat) for at, seat in flat]),
            "match_points": _ints([hands[at].totals.get(seat.name) for at, seat in flat]),
            "is_fantasy_next": flags([True if seat.name in hands[at].next_fantasy else None for at, seat in flat]),
            "line": _ints([hands[at].points_line or hands[at].record_line for at, _ in flat]),
        },
        pairs={"hand": no_ints()},
    )


def check(hand: Hand) -> list[Seat] | None:
    """The players of a hand; None for a damaged one, which then has its reason."""
    try:
        seats = seats_of(hand)
        for at, player in enumerate(hand.record.players if hand.record else ()):
            won, paid = player.collected, hand.wins.get(player.name)
            if won is not None and paid is not None and won != paid:
                raise Damage(f"the record and the dealer pay player {at + 1} different amounts")
    except Damage as damage:
        hand.refuse(damage.reason)
    return None if hand.damage else seats


def _tables(hands: list[Hand], places: Places) -> list[str | None]:
    """The table of each hand: that of its record, else the one of all records of its game, else the log itself."""
    of_game: dict[tuple[int, int], set[str]] = {}
    for hand, file in zip(hands, places.file, strict=True):
        if hand.game is not None and hand.record and hand.record.table_id:
            of_game.setdefault((file, hand.game), set()).add(hand.record.table_id)
    result: list[str | None] = []
    for hand, file, log_id in zip(hands, places.file, places.log_id, strict=True):
        own = hand.record.table_id if hand.record else None
        known = of_game.get((file, hand.game), set()) if hand.game is not None else set()
        result.append(own or (next(iter(known)) if len(known) == 1 else f"log {log_id}" if hand.game else None))
    return result


def _heroes(seats: list[Seat]) -> list[bool | None]:
    """Whether each player made the recording: the one whose hand is shown, where there is just one."""
    shown = [seat.play.shows_hand for seat in seats]
    return list(shown) if sum(shown) == 1 else [None] * len(seats)


def _of_record(hand: Hand, seat: Seat, name: str) -> int | None:
    if hand.record is None or seat.index is None:
        return None
    value = getattr(hand.record.players[seat.index], name)
    return int(value) if value is not None else None


def _points(hand: Hand, seat: Seat) -> int | None:
    return hand.points.get(seat.name, _of_record(hand, seat, "points"))


def _net(hand: Hand, seat: Seat) -> int | None:
    return hand.wins.get(seat.name, _of_record(hand, seat, "collected"))


def _events(hand: Hand) -> str | None:
    said = []
    if hand.planned is not None:
        said.append(f"new game of {hand.planned} hands")
    if hand.played is not None:
        said.append(f"game complete, {hand.played} hands played")
    return "[" + ", ".join(f'{{"what": {dump(text)}}}' for text in said) + "]" if said else None


def _placed(hands: list[Hand], flat: list[tuple[int, Seat]]) -> CardRows:
    rows = [
        (at, row, seat.play.streets.get(code, UNKNOWN_STREET), code)
        for at, (hand, seat) in enumerate(flat)
        for row, cards in enumerate(_cards_of(hands[hand], seat))
        for code in cards
    ]
    return _card_rows(rows)


def _cards_of(hand: Hand, seat: Seat) -> tuple[list[int], ...]:
    return hand.record.players[seat.index].cards if hand.record and seat.index is not None else ()


def _listed(lists: list[list[tuple[int, int]] | None]) -> CardRows:
    return _card_rows([(at, 0, street, code) for at, cards in enumerate(lists) for street, code in cards or ()])


def _card_rows(rows: list[tuple[int, int, int, int]]) -> CardRows:
    table = np.array(rows, np.int64).reshape(-1, 4)
    return CardRows(table[:, 0], *(table[:, column].astype(np.uint8) for column in (1, 2, 3)))


def _ints(values: list[int | None]) -> Ints:
    return np.array([NULL if value is None else value for value in values], np.int64)


def _times(values: list[int | None]) -> pa.Array:
    return pa.array(values, pa.int64()).cast(pa.timestamp("us", tz="UTC"))
