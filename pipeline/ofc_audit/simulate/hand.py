"""One hand at many tables at once: dealt, set by the players, and scored."""

from dataclasses import dataclass

import numpy as np

from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.simulate.clock import place_automatically, run_out
from ofc_audit.simulate.deal import MAX_DISCARDS, Cards, Ints, deal_cards
from ofc_audit.simulate.fantasy import set_fantasy
from ofc_audit.simulate.policies import place_cards
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask, Tables


@dataclass(frozen=True)
class Hand:
    """One hand each at h tables, all with p players; arrays (h, …) and (h, p, …) in acting order.

    `lane` is the table, `seats` the seat of each player; `fantasy_next` the cards each gets in Fantasyland next;
    `auto_from` the street from which on the site places his cards (0: none), because he lost his connection (`is_cut`)
    or his time ran out, with so much of his time bank left (`bank_ms`).
    """

    lane: Ints
    seats: Ints
    dealt: Cards
    cards: Cards
    streets: Cards
    discards: Cards
    fantasy: Ints
    scored: ScoredHands
    fantasy_next: Ints
    auto_from: Ints
    is_cut: Mask
    bank_ms: Ints


def play_hand(rng: np.random.Generator, tables: Tables, lanes: Ints, seats: Ints, session: Session) -> Hand:
    """One hand at each of `lanes`, with as many players as `seats` (h, p) has columns; seats in acting order."""
    h, p = seats.shape
    row = lanes[:, None]
    dealt = deal_cards(rng, h, p, session.deal.most)
    fantasy = tables.fantasy[row, seats]
    flat = dealt.reshape(h * p, session.deal.most)
    policy = tables.policy[row, seats].reshape(-1)
    cards, streets, discards = _set_boards(rng, flat, fantasy.reshape(-1), policy, session)
    clock = run_out(rng, fantasy.reshape(-1), tables.bank_used[row, seats].reshape(-1), session)
    cards, streets, discards = place_automatically(cards, streets, discards, flat, clock.auto_from, session.deal)
    auto_from = clock.auto_from.reshape(h, p)
    tables.bank_used[row, seats] |= auto_from > 0
    board = cards.reshape(h, p, 13)
    scored = score_hands(board, fantasy.astype(np.int16), session.room_rules)
    return Hand(
        lane=lanes,
        seats=seats,
        dealt=dealt,
        cards=board,
        streets=streets.reshape(h, p, 13),
        discards=discards.reshape(h, p, MAX_DISCARDS),
        fantasy=fantasy,
        scored=scored,
        fantasy_next=_next_cards(scored, fantasy, tables.stays[row, seats], session),
        auto_from=auto_from,
        is_cut=clock.is_cut.reshape(h, p),
        bank_ms=clock.bank_ms.reshape(h, p),
    )


def _set_boards(
    rng: np.random.Generator, dealt: Cards, fantasy: Ints, policy: Ints, session: Session
) -> tuple[Cards, Cards, Cards]:
    """Boards (n, 13), streets (n, 13) and discards (n, 4) of n players, in Fantasyland or not."""
    n = len(dealt)
    cards, streets = np.empty((n, 13), np.uint8), np.zeros((n, 13), np.uint8)
    discards = np.empty((n, MAX_DISCARDS), np.uint8)
    normal, there = np.flatnonzero(fantasy == 0), np.flatnonzero(fantasy)
    placed = place_cards(rng, dealt[normal], policy[normal], session.policies, session.room_rules)
    cards[normal], streets[normal], discards[normal] = placed
    cards[there], discards[there] = set_fantasy(rng, dealt[there], fantasy[there], session.room_rules)
    return cards, streets, discards


def _next_cards(scored: ScoredHands, fantasy: Ints, stays: Ints, session: Session) -> Ints:
    """(h, p) cards each gets in Fantasyland in his next hand; nobody stays oftener in a row than
    `fantasyland.stay_limit` (0: no limit).
    """
    cards = np.where(scored.fantasy.is_next.values, scored.fantasy.cards.values, 0).astype(np.int64)
    limit = session.played.value("fantasyland.stay_limit")
    if isinstance(limit, int) and limit:
        cards[(fantasy > 0) & (stays >= limit)] = 0
    return cards
