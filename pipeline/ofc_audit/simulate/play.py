"""Playing: many tables side by side, hand after hand, each step for all tables at once.

What a hand scores and pays is the scorer's answer, so that the record states the truth; how hands follow each other is
that of the rule set (fantasyland.button, match.*, settlement.*, tournament.*).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.rulesets import RuleSet
from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.hand import play_hand
from ofc_audit.simulate.match import Step, finish_hand
from ofc_audit.simulate.plan import Plan, session_of
from ofc_audit.simulate.records import hand_tables
from ofc_audit.simulate.session import Pack, Session
from ofc_audit.simulate.state import acting_order, in_play, next_button, start
from ofc_audit.simulate.tournament import next_hand, start_tournaments

FIRST = Pack()
"""All tables there are."""


@dataclass(frozen=True)
class Simulation:
    """The five hand tables as the room writes them down, and what it does not say: table `true_stacks`."""

    tables: dict[str, pa.Table]
    true_stacks: pa.Table


def play(rules: RuleSet, n_hands: int, seed: int, **settings: Any) -> dict[str, pa.Table]:
    """The five hand tables of `n_hands` hands with true claims, table by table, each table's hands in order.

    As many tables as needed are played side by side; `settings` are the fields of `Plan`, where each is described. A
    site takes its rake as its room says. The same arguments give the same hands. Raises ValueError for what cannot be
    played.
    """
    return simulate(rules, n_hands, seed, Plan(**settings)).tables


def simulate(rules: RuleSet, n_hands: int, seed: int, plan: Plan, pack: Pack = FIRST) -> Simulation:
    """The hands as `play` has them, with the stacks behind them, whether the record states stacks or not.

    `pack` says which of many tables these are, so that they can be played apart from the others.
    """
    session = session_of(rules, n_hands, seed, plan, pack)
    rng = np.random.default_rng((seed, pack.number) if pack.number else seed)
    number = np.arange(pack.first_table, pack.first_table + session.n_tables)
    seats_of_tables = np.asarray(plan.n_players, np.int64)[number % len(plan.n_players)]
    tables, true_stacks = hand_tables(list(_steps(rng, seats_of_tables, n_hands, session)), session, rng)
    return Simulation(tables, true_stacks)


def _steps(rng: np.random.Generator, seats_of_tables: Ints, n_hands: int, session: Session) -> Iterator[Step]:
    """All hands, those of equally many players at a time, one hand after the other at each table."""
    n_tables = session.n_tables
    is_one_hand = session.played.value("match.length") == "one_hand"
    tables = start(
        rng,
        seats_of_tables,
        session.width,
        len(session.policies),
        session.stack,
        session.most_at_stake,
        is_one_hand,
    )
    standing = start_tournaments(tables, session)
    button_stays = session.played.value("fantasyland.button") == "stays"
    begins_anew = session.has_matches or session.tournament is not None
    lanes = np.arange(n_tables)
    # The tables share the hands evenly; the first ones play one more where they do not divide.
    quota = n_hands // n_tables + (lanes < n_hands % n_tables)
    ended = np.ones(n_tables, bool)
    for number in range(int(quota.max(initial=0))):
        playing = in_play(tables, session.has_stacks, session.has_matches)
        moved = next_button(tables, playing, ~tables.is_pending if button_stays else np.ones(n_tables, bool))
        free = np.where(playing, rng.random(playing.shape), -1).argmax(axis=1)
        tables.button = np.where(ended & begins_anew, free, moved) if number else tables.button
        tables.hand_no += 1
        next_hand(standing, tables, session)
        seats = acting_order(tables.button, playing, tables.n_seats)
        count = playing.sum(axis=1)
        ended = np.zeros(n_tables, bool)
        active = quota > number
        for p in range(2, session.width + 1):
            chosen = lanes[active & (count == p)]
            if len(chosen):
                hand = play_hand(rng, tables, chosen, seats[chosen, :p], session)
                step = finish_hand(rng, tables, standing, hand, session)
                ended[chosen] = step.is_last | step.outcome.is_over
                yield step
