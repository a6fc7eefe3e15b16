"""What the room writes down of the hands played: the flat arrays of a reader, and from them the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.money import MONEY_SCALE, NULL
from ofc_audit.read.batch import CardRows, Column, Flags, RawHands, StreetRows, assemble
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.hands import ScoredHands
from ofc_audit.simulate.deal import MAX_DEALT, STREET_OF_DEALT, Cards, Ints
from ofc_audit.simulate.naming import capture_names, hand_ids, player_names, table_ids
from ofc_audit.simulate.rooms import Room

PAIRS = ((0, 1), (0, 2), (1, 2))
START = 1_772_388_000
"""When the first hand begins, in seconds: 2026-03-01 18:00:00 UTC."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Session:
    """What all hands of a simulation share. Money in ten-thousandths."""

    rules: RuleSet
    options: Mapping[str, str | bool]
    room: Room
    point_value: int
    stack: int
    has_stacks: bool
    has_matches: bool
    names: Sequence[str]
    n_tables: int
    seed: int
    first_match: int


@dataclass(frozen=True)
class Step:
    """One hand each at some tables, all with p players; arrays (h, …) and (h, p, …) in acting order, money in ten-
    thousandths.
    """

    lane: Ints
    seats: Ints
    match_no: Ints
    hand_no: Ints
    dealt: Cards
    cards: Cards
    streets: Cards
    discards: Cards
    fantasy: Ints
    stacks: Ints
    scored: ScoredHands
    amount: Ints
    net: Ints
    rake: Ints
    fantasy_next: Ints
    is_last: Mask


@dataclass(frozen=True)
class _Played:
    """All hands in the order of the record, table after table: (n, …) by hand, (s, …) by seat, (k, …) by pair."""

    lane: Ints
    number: Ints
    match_no: Ints
    hand_no: Ints
    is_last: Mask
    seat_hand: Ints
    acting: Ints
    seat: Ints
    dealt: Cards
    cards: Cards
    streets: Cards
    discards: Cards
    fantasy: Ints
    stacks: Ints
    is_foul: Mask
    royalties: Ints
    points: Ints
    net: Ints
    rake: Ints
    fantasy_next: Ints
    pair_hand: Ints
    pair: Ints
    pair_values: Ints


def _padded(array: npt.NDArray[Any], width: int) -> npt.NDArray[Any]:
    """(h, width, …) from (h, p, …); what is added is never read."""
    missing = width - array.shape[1]
    return np.pad(array, [(0, 0), (0, missing)] + [(0, 0)] * (array.ndim - 2)) if missing else array


def _pair_values(step: Step) -> Ints:
    """(h, k, 8) top, middle, bottom, bonus, royalties of a and of b, points, amount."""
    pairs = step.scored.pairs
    parts: list[npt.NDArray[Any]] = [*(row.values for row in pairs.rows), pairs.bonus.values]
    parts += [pairs.royalties[0].values, pairs.royalties[1].values, pairs.points.values, step.amount]
    return np.stack([part.astype(np.int64) for part in parts], axis=2)


def _collect(steps: Sequence[Step]) -> _Played:
    def hands(values: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        joined: npt.NDArray[Any] = np.concatenate(values)
        return joined[order]

    lane = np.concatenate([step.lane for step in steps])
    number = np.concatenate([np.full(len(step.lane), i) for i, step in enumerate(steps)])
    order = np.lexsort((number, lane))
    n_players = hands([np.full(len(step.lane), step.seats.shape[1]) for step in steps])
    has_seat = np.arange(3)[None, :] < n_players[:, None]
    has_pair = np.array([[False] * 3, [True, False, False], [True] * 3])[n_players.astype(np.int64) - 1]

    def seats(values: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        return hands([_padded(value, 3) for value in values])[has_seat]

    scored = [step.scored for step in steps]
    by_hand = {
        name: hands([getattr(step, name) for step in steps]) for name in ("lane", "match_no", "hand_no", "is_last")
    }
    names = ("dealt", "cards", "streets", "discards", "fantasy", "stacks", "net", "rake", "fantasy_next")
    by_seat = {name: seats([getattr(step, name) for step in steps]) for name in names}
    royalties = [np.stack([s.royalties[row].values for row in range(3)], axis=2) for s in scored]
    return _Played(
        **by_hand,
        **by_seat,
        number=number[order],
        seat_hand=np.nonzero(has_seat)[0],
        acting=np.nonzero(has_seat)[1],
        seat=seats([step.seats for step in steps]),
        is_foul=seats([s.is_foul.values for s in scored]),
        royalties=seats(royalties).astype(np.int64),
        points=seats([s.points.values.astype(np.int64) for s in scored]),
        pair_hand=np.nonzero(has_pair)[0],
        pair=np.nonzero(has_pair)[1],
        pair_values=hands([_padded(_pair_values(step), 3) for step in steps])[has_pair],
    )


def _cards_of(played: _Played, is_capture: bool) -> tuple[CardRows, CardRows, CardRows]:
    """Cards placed, discarded and dealt; a capture does not say in which order cards were dealt."""
    n = len(played.seat)
    everyone = np.arange(n)
    row = np.repeat(np.array([0, 1, 2], np.uint8), (3, 5, 5))
    placed = CardRows(np.repeat(everyone, 13), np.tile(row, n), played.streets.reshape(-1), played.cards.reshape(-1))
    in_fantasy = (played.fantasy > 0)[:, None]
    street = np.where(in_fantasy, 0, np.arange(2, 6)[None, :]).astype(np.uint8)
    thrown = played.discards != EMPTY
    owner, at = np.nonzero(thrown)
    discarded = CardRows(owner, np.zeros(len(owner), np.uint8), street[owner, at], played.discards[thrown])
    if is_capture:
        return placed, discarded, CardRows()
    n_dealt = np.where(played.fantasy > 0, played.fantasy, MAX_DEALT)
    given = np.arange(MAX_DEALT)[None, :] < n_dealt[:, None]
    owner, at = np.nonzero(given)
    on = np.where(in_fantasy, 0, STREET_OF_DEALT[None, :]).astype(np.uint8)
    return placed, discarded, CardRows(owner, np.zeros(len(owner), np.uint8), on[owner, at], played.dealt[given])


def _times_of(played: _Played, rng: np.random.Generator) -> StreetRows:
    """Time used on each street, in whole tenths of a second; nobody runs out of time."""
    n_streets = np.where(played.fantasy > 0, 1, 5)
    seat = np.repeat(np.arange(len(played.seat)), n_streets)
    place = np.arange(len(seat)) - np.repeat(np.cumsum(n_streets) - n_streets, n_streets)
    street = np.where(played.fantasy[seat] > 0, 0, place + 1).astype(np.uint8)
    return StreetRows(seat, street, rng.integers(15, 200, len(seat)) * 100, np.zeros(len(seat), np.int8))


def _flags(values: Mask) -> Flags:
    return values.astype(np.int8)


def _text(values: Sequence[str | None]) -> pa.Array:
    return pa.array(values, pa.string())


def _same(value: str | None, n: int) -> pa.Array:
    return pa.nulls(n, pa.string()) if value is None else pa.repeat(value, n)


def _ended(played: _Played, rng: np.random.Generator) -> Ints:
    """(n,) seconds at which each hand ends: one to two and a half minutes a hand, tables seven seconds apart."""
    took = rng.integers(60, 150, len(played.lane))
    total = np.cumsum(took)
    first = np.flatnonzero(np.r_[True, played.lane[1:] != played.lane[:-1]])
    before = np.repeat((total - took)[first], np.diff(np.r_[first, len(took)]))
    return START + played.lane * 7 + total - before


def _hands(played: _Played, session: Session, ended: Ints) -> dict[str, Column]:
    n, room = len(played.lane), session.room
    hand_no = played.hand_no - 1 if room.site == "pppoker" and room.is_capture else played.hand_no
    tables = table_ids(session.room, session.n_tables, session.seed)
    # Each table has a block of numbers of its own, a power of ten wide, so that ids stay readable.
    width = 10 ** len(str(int(played.match_no.max(initial=0)) + 1))
    match = session.first_match + width * played.lane + played.match_no
    columns: dict[str, Column] = {
        "site": _same(room.site, n),
        "club_id": _same(room.club_id, n),
        "hand_id": _text(hand_ids(room, tables, played.lane, match, hand_no, ended, session.seed)),
        "rules_id": _same(session.rules.id, n),
        "table_id": _text(tables).take(pa.array(played.lane)),
        "ended_at": pa.array(ended * 1_000_000).cast(pa.timestamp("us", tz="UTC")),
        "currency": _same(room.currency, n),
        "point_value": np.full(n, session.point_value, np.int64),
        "format": _same("simulated", n),
        "source_file": _same("", n),
    }
    places = ("first_line", "last_line", "first_byte", "last_byte")
    columns |= {name: np.zeros(n, np.int64) for name in places}
    for option, value in session.options.items():
        columns[f"option_{option}"] = _flags(np.full(n, value)) if isinstance(value, bool) else _same(value, n)
    if room.chip_price is not None:
        columns["chip_price"] = np.full(n, int(room.chip_price * MONEY_SCALE), np.int64)
        columns["chip_currency"] = _same(room.chip_currency, n)
    if not (room.is_capture and room.site == "spartan"):
        columns["hand_no"] = hand_no
    if room.is_capture:
        columns["is_observed"] = np.zeros(n, np.int8)
    else:
        rake = np.zeros(n, np.int64)
        np.add.at(rake, played.seat_hand, played.rake)
        columns["rake"] = rake
    if session.has_matches:
        columns["match_id"] = pa.array(match).cast(pa.string())
        columns["last_of_match"] = _flags(played.is_last)
    return columns


def _seats(played: _Played, session: Session) -> dict[str, Column]:
    room = session.room
    pool = 2 * session.n_tables + 1
    names = capture_names(room.site, pool, session.seed) if room.is_capture else player_names(session.names, pool)
    who = _text(names).take(pa.array((2 * played.lane[played.seat_hand] + played.seat) % pool))
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
    if session.has_stacks:
        columns["stack"] = played.stacks
    return columns


def _claims(played: _Played, session: Session) -> tuple[dict[str, Column], dict[str, Column]]:
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
    if session.has_stacks:
        claims["stack"] = played.stacks + played.net
    names = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount")
    pairs: dict[str, Column] = {name: played.pair_values[:, place] for place, name in enumerate(names)}
    a, b = np.array(PAIRS).T
    pairs |= {"hand": played.pair_hand, "pair_no": played.pair, "a": a[played.pair], "b": b[played.pair]}
    pairs["is_swapped"] = np.zeros(len(played.pair), np.int8)
    return claims, pairs


def hand_tables(steps: Sequence[Step], session: Session, rng: np.random.Generator) -> dict[str, pa.Table]:
    """The five hand tables, as a reader hands them on."""
    played = _collect(steps)
    placed, discarded, dealt = _cards_of(played, session.room.is_capture)
    known = np.ones(len(played.seat), bool)
    if session.room.hides_discards:
        known = played.seat == 0
        discarded = discarded.take(known, np.arange(len(known)))
    claims, pairs = _claims(played, session)
    raw = RawHands(
        n_hands=len(played.lane),
        hands=_hands(played, session, _ended(played, rng)),
        seats=_seats(played, session),
        placed=placed,
        discarded=discarded,
        discards_known=known,
        dealt=dealt,
        dealt_known=np.full(len(played.seat), not session.room.is_capture),
        shown=CardRows(),
        streets=StreetRows() if session.room.is_capture else _times_of(played, rng),
        claims=claims,
        pairs=pairs,
    )
    return assemble(raw, None, n_lines=0, n_bytes=0, blank_bytes=0).tables
