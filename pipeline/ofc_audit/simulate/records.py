"""What the room writes down of the hands played: the flat arrays of a reader, and from them the tables."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL, money_array
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import CardRows, RawHands, StreetRows
from ofc_audit.simulate.clock import clock_ms
from ofc_audit.simulate.collect import Played, collect
from ofc_audit.simulate.deal import MAX_DISCARDS, PINEAPPLE, Deal, Ints
from ofc_audit.simulate.match import Step
from ofc_audit.simulate.record_columns import claim_columns, hand_columns, seat_columns
from ofc_audit.simulate.session import Session
from ofc_audit.tables import conform

START = 1_772_388_000
"""When the first hand begins, in seconds: 2026-03-01 18:00:00 UTC."""
_HAND_SECONDS = (60, 150)
"""A hand takes one to two and a half minutes, and longer where somebody's time runs out."""
_DEALING = 10
_MOST_TENTHS = 200
"""Nobody who is there takes twenty seconds for one of five streets, so that no clock of two minutes runs out."""


def _cards_of(played: Played, deal: Deal, is_capture: bool) -> tuple[CardRows, CardRows, CardRows]:
    """Cards placed, discarded and dealt; a capture does not say in which order cards were dealt."""
    n = len(played.seat)
    everyone = np.arange(n)
    row = np.repeat(np.array([0, 1, 2], np.uint8), (3, 5, 5))
    placed = CardRows(np.repeat(everyone, 13), np.tile(row, n), played.streets.reshape(-1), played.cards.reshape(-1))
    in_fantasy = (played.fantasy > 0)[:, None]
    street = np.where(in_fantasy, 0, np.arange(2, 2 + MAX_DISCARDS)[None, :]).astype(np.uint8)
    thrown = played.discards != EMPTY
    owner, at = np.nonzero(thrown)
    discarded = CardRows(owner, np.zeros(len(owner), np.uint8), street[owner, at], played.discards[thrown])
    if is_capture:
        return placed, discarded, CardRows()
    n_dealt = np.where(played.fantasy > 0, played.fantasy, deal.n_dealt)
    given = np.arange(deal.most)[None, :] < n_dealt[:, None]
    owner, at = np.nonzero(given)
    on = np.where(in_fantasy, 0, deal.street_of_dealt[None, :]).astype(np.uint8)
    return placed, discarded, CardRows(owner, np.zeros(len(owner), np.uint8), on[owner, at], played.dealt[given])


def _times_of(played: Played, session: Session, rng: np.random.Generator) -> StreetRows:
    """Time used on each street, in whole tenths of a second, and which streets the site placed."""
    n_streets = np.where(played.fantasy > 0, 1, session.deal.n_streets)
    seat = np.repeat(np.arange(len(played.seat)), n_streets)
    place = np.arange(len(seat)) - np.repeat(np.cumsum(n_streets) - n_streets, n_streets)
    street = np.where(played.fantasy[seat] > 0, 0, place + 1).astype(np.uint8)
    ms = rng.integers(15, _MOST_TENTHS * PINEAPPLE.n_streets // session.deal.n_streets, len(seat)) * 100
    by_street = np.zeros((len(played.seat), session.deal.n_streets), np.int64)
    by_street[seat, place] = ms
    timed = clock_ms(by_street, played.auto_from, played.is_cut, played.bank_ms, session)
    since = played.auto_from[seat]
    is_auto = (since > 0) & (street >= since)
    return StreetRows(seat, street, timed[seat, place], is_auto.astype(np.int8))


def _ended(played: Played, took: Ints, streets: StreetRows) -> Ints:
    """(n,) seconds at which each hand ends, tables seven seconds apart; no hand is shorter than a player's time in it."""
    by_seat = np.zeros(len(played.seat), np.int64)
    np.add.at(by_seat, streets.seat, streets.ms)
    longest = np.zeros(len(took), np.int64)
    np.maximum.at(longest, played.seat_hand, by_seat)
    took = np.where(played.has_late, np.maximum(took, longest // 1000 + _DEALING), took)
    total = np.cumsum(took)
    first = np.flatnonzero(np.r_[True, played.lane[1:] != played.lane[:-1]])
    before = np.repeat((total - took)[first], np.diff(np.r_[first, len(took)]))
    return START + played.lane * 7 + total - before


def hand_tables(
    steps: Sequence[Step], session: Session, rng: np.random.Generator
) -> tuple[dict[str, pa.Table], pa.Table]:
    """The five hand tables, as a reader hands them on, and table `true_stacks`."""
    played = collect(steps, str(session.room_rules.value("settlement.pair_order")), session.pack.first_table)
    placed, discarded, dealt = _cards_of(played, session.deal, session.room.is_capture)
    known = np.ones(len(played.seat), bool)
    if session.room.hides_discards:
        known = played.seat == 0
        discarded = discarded.take(known, np.arange(len(known)))
    claims, pairs = claim_columns(played, session)
    took = rng.integers(*_HAND_SECONDS, len(played.lane))
    streets = StreetRows() if session.room.is_capture else _times_of(played, session, rng)
    raw = RawHands(
        n_hands=len(played.lane),
        hands=hand_columns(played, session, _ended(played, took, streets)),
        seats=seat_columns(played, session),
        placed=placed,
        discarded=discarded,
        discards_known=known,
        dealt=dealt,
        dealt_known=np.full(len(played.seat), not session.room.is_capture),
        shown=CardRows(),
        streets=streets,
        claims=claims,
        pairs=pairs,
    )
    tables = assemble(raw, None, n_lines=0, n_bytes=0, blank_bytes=0).tables
    return tables, _true_stacks(played, tables["seats"], session)


def _true_stacks(played: Played, seats: pa.Table, session: Session) -> pa.Table:
    """Table `true_stacks`, a row for each of `seats`; nothing is known of stacks that nobody has."""
    columns = {name: seats.column(name) for name in ("hand_key", "acting_order", "player_id")}
    for name, amounts in (("stack", played.stacks), ("stack_after", played.stack_after), ("bought_in", played.bought)):
        known = (amounts != NULL) & session.has_stacks
        columns[name] = money_array(np.where(known, amounts, 0), known)
    return conform("true_stacks", pa.table(columns))
