"""Who comes, goes and buys chips between two hands.

A record says nothing of it but a higher stack, or another name at a seat.
"""

import numpy as np

from ofc_audit.simulate.deal import Ints
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Tables


def buy_in(tables: Tables, lanes: Ints, below: int, session: Session) -> None:
    """Whoever has less than `below` has the stack of the session again; the stakes are those of a new match."""
    rebuys = tables.seat_in[lanes] & (tables.stacks[lanes] < below)
    tables.bought[lanes] += np.where(rebuys, session.stack - tables.stacks[lanes], 0)
    tables.stacks[lanes] = np.where(rebuys, session.stack, tables.stacks[lanes])
    tables.stakes[lanes] = np.minimum(tables.stacks[lanes], session.most_at_stake)


def come_and_go(rng: np.random.Generator, tables: Tables, lanes: Ints, session: Session) -> None:
    """At a cash table, some players leave and others take their seats with a stack of their own, and some of those who
    have less than a stack buy up to it.

    Who comes is not in Fantasyland, whatever was due to who left. Whoever records a table stays.
    """
    h, width = len(lanes), tables.seat_in.shape[1]
    seated = tables.seat_in[lanes]
    if session.leaves:
        leaves = seated & (rng.random((h, width)) < session.leaves)
        if session.room.is_capture:
            leaves[:, 0] = False
        for array in (tables.fantasy, tables.stays):
            array[lanes] = np.where(leaves, 0, array[lanes])
        tables.bank_used[lanes] &= ~leaves
        tables.person[lanes] += leaves
        if session.has_stacks:
            for array in (tables.stacks, tables.stakes, tables.bought):
                array[lanes] = np.where(leaves, session.stack, array[lanes])
    if session.top_ups and session.has_stacks:
        tops = seated & (rng.random((h, width)) < session.top_ups) & (tables.stacks[lanes] < session.stack)
        tables.bought[lanes] += np.where(tops, session.stack - tables.stacks[lanes], 0)
        for array in (tables.stacks, tables.stakes):
            array[lanes] = np.where(tops, session.stack, array[lanes])
