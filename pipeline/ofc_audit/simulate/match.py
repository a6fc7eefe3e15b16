"""How a match goes on after a hand: when it ends, what is paid then, and what the players bring to the next one.

Follows match.length, match.early_end, match.fantasy_after_end, fantasyland.extends_match, settlement.scope and
settlement.rake_when.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.simulate.coming import buy_in, come_and_go
from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.hand import Hand
from ofc_audit.simulate.pay import pay
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask, Tables
from ofc_audit.simulate.tournament import HandHead, Outcome, Standing, decide, head_of


@dataclass(frozen=True)
class Step:
    """A hand and what the room says of its money, in ten-thousandths and acting order, `NULL` where nothing is said."""

    hand: Hand
    match_no: Ints
    hand_no: Ints
    stacks: Ints
    amount: Ints
    net: Ints
    rake: Ints
    stack_after: Ints
    bought: Ints
    person: Ints
    is_last: Mask
    head: HandHead
    outcome: Outcome


def finish_hand(rng: np.random.Generator, tables: Tables, standing: Standing, hand: Hand, session: Session) -> Step:
    """Pay the hand, or its match where it ends with it, and carry the outcome into the tables."""
    lanes, row = hand.lane, hand.lane[:, None]
    stacks = tables.stacks[row, hand.seats]
    match_no, hand_no = tables.match_no[lanes], tables.hand_no[lanes]
    head = head_of(standing, lanes)
    bought, person = tables.bought[row, hand.seats], tables.person[row, hand.seats]
    tables.bought[row, hand.seats] = 0
    payment = pay(tables, hand, head.price, session)
    tables.was_in[lanes] = False
    tables.was_in[row, hand.seats] = True
    tables.fantasy[lanes] = 0
    tables.fantasy[row, hand.seats] = hand.fantasy_next
    stays = (hand.fantasy > 0) & (hand.fantasy_next > 0)
    tables.stays[row, hand.seats] = np.where(stays, tables.stays[row, hand.seats] + 1, 0)
    ends = _match_ends(tables, hand, payment.has_everything, session)
    pays = ends if session.settles_matches else np.ones(len(lanes), bool)
    raked = ends & payment.has_everything if session.rakes_at_the_end else pays
    rake = np.where(raked[:, None], session.rake_of(payment.net), 0)
    net = payment.net - rake
    after = stacks + net
    if session.has_stacks:
        moved = np.where(pays[:, None], net, 0)
        tables.stacks[row, hand.seats] += moved
        if not session.settles_matches:
            tables.stakes[row, hand.seats] += moved
    _begin_anew(tables, lanes[ends], session)
    if not session.has_matches and session.tournament is None:
        come_and_go(rng, tables, lanes, session)
        if session.has_stacks:
            buy_in(tables, lanes, 1, session)
    outcome = decide(standing, tables, hand, payment.amount, ends, session)
    quiet = ~pays[:, None]
    return Step(
        hand=hand,
        match_no=match_no,
        hand_no=hand_no,
        stacks=stacks,
        amount=np.where(quiet, NULL, payment.amount),
        net=np.where(quiet, NULL, net),
        rake=np.where(quiet, NULL, rake),
        stack_after=np.where(quiet, NULL, after),
        bought=bought,
        person=person,
        is_last=ends,
        head=head,
        outcome=outcome,
    )


def _match_ends(tables: Tables, hand: Hand, has_everything: Mask, session: Session) -> Mask:
    """(h,) whether the match ends with the hand."""
    lanes, rules = hand.lane, session.played
    if not session.has_matches:
        return np.zeros(len(lanes), bool)
    # A fantasy hand makes the match one hand longer, so only the others are counted against its length.
    is_extra = (hand.fantasy > 0).any(axis=1) & (rules.value("fantasyland.extends_match") == 1)
    tables.n_normal[lanes] += ~is_extra
    pending = (hand.fantasy_next > 0).any(axis=1)
    ends = (tables.n_normal[lanes] >= tables.match_players[lanes]) & ~pending
    if session.has_stacks and rules.value("match.early_end") == "one_has_everything":
        still_plays = pending if session.plays_on_after_the_end else np.zeros(len(lanes), bool)
        ends |= has_everything & ~still_plays
    return np.asarray(ends)


def _begin_anew(tables: Tables, over: Ints, session: Session) -> None:
    """The tables whose match is over before their next match: nothing is due, and everybody buys in."""
    tables.fantasy[over] = 0
    tables.stays[over] = 0
    tables.match_no[over] += 1
    tables.hand_no[over] = 0
    tables.n_normal[over] = 0
    tables.sums[over] = 0
    if session.has_stacks:
        buy_in(tables, over, session.stack if session.tournament is None else 0, session)
