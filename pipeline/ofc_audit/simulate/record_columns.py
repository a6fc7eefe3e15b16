"""The columns of hands, seats and claims as a room writes them: ids, names, money, and all that it states."""

import json
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import MONEY_SCALE, NULL
from ofc_audit.read.batch import Column, Flags
from ofc_audit.read.text_head import levels_json
from ofc_audit.simulate.collect import Played
from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.naming import capture_names, hand_ids, player_names, table_ids
from ofc_audit.simulate.rooms import money_units
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask

_FIRST_JOINED, _PER_SEAT = 100_000_000, 10_000
"""The numbers of players who take a seat that another has left, so many to a seat."""


def _flags(values: Mask) -> Flags:
    return values.astype(np.int8)


def _text(values: Sequence[str | None]) -> pa.Array:
    return pa.array(values, pa.string())


def _same(value: str | None, n: int) -> pa.Array:
    return pa.nulls(n, pa.string()) if value is None else pa.repeat(value, n)


def hand_columns(played: Played, session: Session, ended: Ints) -> dict[str, Column]:
    """Table `hands`: where and when each hand was played, for what, under which options."""
    n, room = len(played.lane), session.room
    is_chips = session.tournament is not None
    columns: dict[str, Column] = {
        "site": _same(room.site, n),
        "club_id": _same(room.club_id, n),
        "rules_id": _same(session.rules.id, n),
        "ended_at": pa.array(ended * 1_000_000).cast(pa.timestamp("us", tz="UTC")),
        "currency": _same("chips" if is_chips else room.currency, n),
        "point_value": played.price,
        "format": _same("simulated", n),
        "source_file": _same("", n),
    }
    columns |= _names_of_hands(played, session, ended)
    places = ("first_line", "last_line", "first_byte", "last_byte")
    columns |= {name: np.zeros(n, np.int64) for name in places}
    for option, value in session.options.items():
        if option != "match_cap":
            columns[f"option_{option}"] = _flags(np.full(n, value)) if isinstance(value, bool) else _same(value, n)
    if session.match_cap is not None:
        columns["match_cap"] = np.full(n, session.match_cap, np.int64)
    if room.chip_price is not None:
        columns["chip_price"] = np.full(n, int(room.chip_price * MONEY_SCALE), np.int64)
        columns["chip_currency"] = _same(room.chip_currency, n)
    if room.is_capture:
        columns["is_observed"] = np.zeros(n, np.int8)
        return columns
    # All seats of a hand state their rake, or none does.
    rake = np.zeros(n, np.int64)
    np.add.at(rake, played.seat_hand, np.where(played.rake == NULL, 0, played.rake))
    rake[played.seat_hand[played.rake == NULL]] = NULL
    return columns | {"rake": rake, "events": _events(played)}


def _names_of_hands(played: Played, session: Session, ended: Ints) -> dict[str, Column]:
    """Ids and numbers of the hands, their tables, matches and tournaments."""
    n, room, tournament = len(played.lane), session.room, session.tournament
    lanes, own = np.unique(played.lane, return_inverse=True)
    table = _text(table_ids(room, lanes.tolist(), session.seed)).take(pa.array(own))
    match = _blocks(played.lane, played.match_no if session.has_matches else played.no, session)
    hand_no = played.hand_no - 1 if room.site == "pppoker" and room.is_capture else played.hand_no
    if tournament is not None and not session.has_matches:
        hand_no = played.n_hands
    columns: dict[str, Column] = {
        "hand_id": _text(
            hand_ids(room, table.to_pylist(), played.lane, match, hand_no, ended, session.seed, session.pack.first_hand)
        ),
        "table_id": table,
    }
    # Outside matches only an app numbers the hands of a table; Spartan numbers those of the whole room.
    if session.has_matches or (room.is_capture and room.site != "spartan"):
        columns["hand_no"] = hand_no
    elif not room.is_capture:
        # Nothing but its number tells the hands of a table from those of another session.
        columns["table_id"] = pc.binary_join_element_wise("Lotus ", pa.array(match).cast(pa.string()), "")
    if session.has_matches:
        columns["match_id"] = pa.array(match).cast(pa.string())
        columns["last_of_match"] = _flags(played.is_last)
    if tournament is not None:
        # A tournament of one table has it for itself.
        own = pa.array(_blocks(played.lane, played.no, session)).cast(pa.string())
        columns |= {"tournament_id": own, "table_id": pc.binary_join_element_wise("T", own, "")}
    if tournament is not None and tournament.levels:
        prices = {level: money_units(price) for level, price in tournament.levels}
        columns |= {"level": played.level, "levels": _same(levels_json(prices), n)}
    return columns


def _blocks(lane: Ints, number: Ints, session: Session) -> Ints:
    """(n,) numbers of matches: each table has a block of its own, a power of ten wide, so that ids stay readable."""
    most = session.pack.most_matches or int(number.max(initial=0)) + 1
    ids: Ints = session.first_match + 10 ** len(str(most)) * lane + number
    return ids


def _events(played: Played) -> pa.Array:
    """Lost connections, as JSON; everybody is back at the end of the hand."""
    events: list[list[dict[str, object]]] = [[] for _ in played.lane]
    for hand, seat in zip(played.seat_hand[played.is_cut].tolist(), played.seat[played.is_cut].tolist(), strict=True):
        events[hand] += [{"seat": seat + 1, "what": what} for what in ("disconnected", "connected")]
    return _text([json.dumps(one) if one else None for one in events])


def seat_columns(played: Played, session: Session) -> dict[str, Column]:
    """Table `seats`: who plays where, in Fantasyland or not, and with what."""
    room = session.room
    # The last player of a table sits at the next one too.
    at = played.lane[played.seat_hand]
    joined = _FIRST_JOINED + (session.width * at + played.seat) * _PER_SEAT + played.person
    number = np.where(played.person > 0, joined, (session.width - 1) * at + played.seat)
    numbers, own = np.unique(number, return_inverse=True)
    people = numbers.tolist()
    names = capture_names(room.site, people, session.seed) if room.is_capture else player_names(session.names, people)
    who = _text(names).take(pa.array(own))
    columns: dict[str, Column] = {
        "hand": played.seat_hand,
        "acting_order": played.acting,
        "player_id": who,
        "player_name": who,
        "is_fantasy": _flags(played.fantasy > 0),
        "fantasy_cards": played.fantasy.copy(),
    }
    if room.is_capture:
        is_hero = played.seat == 0
        columns["is_hero"] = _flags(is_hero)
        if room.hides_discards:
            columns["fantasy_cards"] = np.where((played.fantasy > 0) & ~is_hero, NULL, played.fantasy)
    else:
        columns["seat_no"] = played.seat + 1
    if session.states_stacks:
        columns["stack"] = played.stacks
    return columns


def claim_columns(played: Played, session: Session) -> tuple[dict[str, Column], dict[str, Column]]:
    """What the room states of each player and each pair: a capture's points and net, or everything."""
    room = session.room
    claims: dict[str, Column] = {"net": played.net}
    if room.has_points:
        claims["points"] = played.points
    if room.is_capture:
        return claims, {}
    claims["is_foul"] = _flags(played.is_foul)
    for place, row in enumerate(("top", "middle", "bottom")):
        # A record names a foul and states no royalties for it.
        claims[f"{row}_royalties"] = np.where(played.is_foul, NULL, played.royalties[:, place])
    claims |= {
        "rake": played.rake,
        "fantasy_next": played.fantasy_next,
        "is_fantasy_next": _flags(played.fantasy_next > 0),
    }
    if session.states_stacks:
        claims["stack"] = played.stack_after
    if session.tournament is not None:
        claims |= {"place": played.place, "bounty": played.bounty}
    names = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount")
    pairs: dict[str, Column] = {name: played.pair_values[:, place] for place, name in enumerate(names)}
    pairs |= {"hand": played.pair_hand, "pair_no": played.pair, "a": played.a, "b": played.b}
    pairs["is_swapped"] = np.zeros(len(played.pair), np.int8)
    return claims, pairs
