"""Tournaments: chips for everybody, the price of a point by level, elimination, places and bounties.

Follows settlement.price, fantasyland.price_frozen, tournament.places and tournament.bounty; one table is a tournament,
and when one player has everything the next tournament begins there.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settlement_order
from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.hand import Hand
from ofc_audit.simulate.rooms import money_units
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask, Tables


@dataclass
class Standing:
    """Where the tournament of each of n tables stands; (n,) by table, (n, w) by seat.

    `no` counts the tournaments, `n_hands` the hands of the one that is played; `price` is in force. `at_match_start`
    are the chips that everybody had when the match began; `beaten_by` is the seat that won the last comparison in
    which a player lost chips.
    """

    no: Ints
    n_hands: Ints
    level: Ints
    price: Ints
    is_alive: Mask
    at_match_start: Ints
    beaten_by: Ints


@dataclass(frozen=True)
class Outcome:
    """What a hand decides of the tournament, (h, p) in acting order, `NULL` where nothing, and which tournaments are
    over (h,).
    """

    place: Ints
    bounty: Ints
    is_over: Mask


@dataclass(frozen=True)
class HandHead:
    """What the head of a hand says of the tournament, (h,): its number, the hand's number in it, level and price."""

    no: Ints
    n_hands: Ints
    level: Ints
    price: Ints


def start_tournaments(tables: Tables, session: Session) -> Standing:
    """The tournaments before their first hand; without a tournament all hands have one price."""
    n, width = tables.seat_in.shape
    return Standing(
        no=np.zeros(n, np.int64),
        n_hands=np.zeros(n, np.int64),
        level=np.full(n, NULL),
        price=np.full(n, session.point_value, np.int64),
        is_alive=tables.seat_in.copy(),
        at_match_start=tables.stacks.copy(),
        beaten_by=np.full((n, width), -1, np.int64),
    )


def next_hand(standing: Standing, tables: Tables, session: Session) -> None:
    """The level and the price of the next hand of every table.

    The clock goes on with every hand; a fantasy hand costs what the hand before it cost where
    `fantasyland.price_frozen` says so.
    """
    standing.n_hands += 1
    tournament = session.tournament
    if tournament is None or not tournament.levels:
        return
    prices = np.array([money_units(price) for _, price in tournament.levels], np.int64)
    step = np.minimum((standing.n_hands - 1) // tournament.hands_per_level, len(prices) - 1)
    standing.level = np.array([level for level, _ in tournament.levels], np.int64)[step]
    is_frozen = tables.is_pending & (session.played.value("fantasyland.price_frozen") is True)
    standing.price = np.where(is_frozen, standing.price, prices[step])


def head_of(standing: Standing, lanes: Ints) -> HandHead:
    """What the hands at some tables say of their tournaments."""
    return HandHead(standing.no[lanes], standing.n_hands[lanes], standing.level[lanes], standing.price[lanes])


def decide(standing: Standing, tables: Tables, hand: Hand, amount: Ints, is_last: Mask, session: Session) -> Outcome:
    """Places and bounties after a hand, with the chips that everybody has left; begins the next tournament where one is
    over.

    A player without chips is out; where there are matches he still plays the Fantasyland that is due, and is out
    after it. Of several who are out at once the one with more chips at the start of the match is ahead, then who sits
    nearer to the left of the button.
    """
    lanes, row = hand.lane, hand.lane[:, None]
    h, p = hand.seats.shape
    place, bounty = np.full((h, p), NULL), np.full((h, p), NULL)
    tournament = session.tournament
    if tournament is None:
        return Outcome(place, bounty, np.zeros(h, bool))
    _remember_winners(standing, hand, amount, session)
    plays_on = tables.is_pending[lanes] if session.has_matches else np.zeros(h, bool)
    alive = standing.is_alive[row, hand.seats]
    is_out = alive & (tables.stacks[row, hand.seats] <= 0) & ~plays_on[:, None]
    standing.is_alive[row, hand.seats] = alive & ~is_out
    tables.fantasy[row, hand.seats] = np.where(is_out, 0, tables.fantasy[row, hand.seats])
    n_left = standing.is_alive[lanes].sum(axis=1)
    chips = np.where(is_out, standing.at_match_start[row, hand.seats], -1)
    order = np.argsort(-chips, axis=1, kind="stable")
    rank = np.argsort(order, axis=1, kind="stable")
    place = np.where(is_out, n_left[:, None] + 1 + rank, place)
    is_over = n_left == 1
    place = np.where(is_over[:, None] & standing.is_alive[row, hand.seats], 1, place)
    if tournament.bounty is not None:
        reward = money_units(tournament.bounty)
        winner = standing.beaten_by[row, hand.seats]
        for seat in range(p):
            earns = is_out[:, seat, None] & (hand.seats == winner[:, seat, None])
            bounty = np.where(earns, np.where(bounty == NULL, 0, bounty) + reward, bounty)
    _carry(standing, tables, lanes, is_last, is_over, session)
    return Outcome(place, bounty, is_over)


def _remember_winners(standing: Standing, hand: Hand, amount: Ints, session: Session) -> None:
    """Who won the last comparison in which each player lost chips, in the order in which the pairs are settled."""
    p = hand.seats.shape[1]
    for column in settlement_order(p, str(session.room_rules.value("settlement.pair_order"))):
        a, b = (hand.seats[:, side] for side in pairs_of(p)[column])
        for loser, winner, lost in ((b, a, amount[:, column] > 0), (a, b, amount[:, column] < 0)):
            at = hand.lane[lost]
            standing.beaten_by[at, loser[lost]] = winner[lost]


def _carry(standing: Standing, tables: Tables, lanes: Ints, is_last: Mask, is_over: Mask, session: Session) -> None:
    """Begin the next match, or the next tournament."""
    over = lanes[is_over]
    tables.stacks[over] = np.where(tables.seat_in[over], session.stack, 0)
    tables.stakes[over] = np.minimum(tables.stacks[over], session.most_at_stake)
    tables.bought[over] = tables.stacks[over]
    tables.fantasy[over] = 0
    tables.stays[over] = 0
    tables.bank_used[over] = False
    standing.no[over] += 1
    standing.n_hands[over] = 0
    standing.is_alive[over] = tables.seat_in[over]
    standing.beaten_by[over] = -1
    begins = lanes[is_over | is_last] if session.has_matches else lanes[is_over | ~tables.is_pending[lanes]]
    standing.at_match_start[begins] = tables.stacks[begins]
    if session.played.value("match.length") == "players":
        tables.match_players[begins] = (tables.stakes[begins] > 0).sum(axis=1)
