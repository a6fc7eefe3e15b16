"""The state of the tables between two hands: who sits where with what, and where the match and the tournament stand."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ofc_audit.simulate.deal import Ints

Mask = npt.NDArray[np.bool_]
MIN_WIDTH = 3
NOBODY = 99


@dataclass
class Tables:
    """n tables with w seats each: arrays (n, w) by seat, (n,) by table; money in ten-thousandths.

    `stakes` is what a player can lose in his match: his stack, or the stake of the match where that is less. `sums`
    (n, w, w): the points of a match so far, from the first seat's side. `stays`: how often in a row a player has stayed.
    `bought`: what he has brought to the table since his hand before. `person`: how many have left his seat to him.
    """

    n_seats: Ints
    seat_in: Mask
    policy: Ints
    stacks: Ints
    stakes: Ints
    fantasy: Ints
    stays: Ints
    was_in: Mask
    button: Ints
    match_no: Ints
    hand_no: Ints
    n_normal: Ints
    match_players: Ints
    sums: Ints
    bank_used: Mask
    bought: Ints
    person: Ints

    @property
    def is_pending(self) -> Mask:
        """(n,) whether somebody is due in Fantasyland."""
        pending: Mask = np.asarray((self.fantasy > 0).any(axis=1))
        return pending


def start(
    rng: np.random.Generator, n_seats: Ints, width: int, n_policies: int, stack: int, cap: int, one_hand: bool
) -> Tables:
    """Tables before their first hand, everybody with `stack`; `cap` is the stake of a match."""
    n = len(n_seats)
    seat_in = np.arange(width)[None, :] < n_seats[:, None]
    stacks = np.where(seat_in, stack, 0)
    return Tables(
        n_seats=n_seats,
        seat_in=seat_in,
        policy=rng.integers(0, n_policies, (n, width)),
        stacks=stacks,
        stakes=np.minimum(stacks, cap),
        fantasy=np.zeros((n, width), np.int64),
        stays=np.zeros((n, width), np.int64),
        was_in=seat_in.copy(),
        button=rng.integers(0, n_seats),
        match_no=np.zeros(n, np.int64),
        hand_no=np.zeros(n, np.int64),
        n_normal=np.zeros(n, np.int64),
        match_players=np.ones(n, np.int64) if one_hand else n_seats.copy(),
        sums=np.zeros((n, width, width), np.int64),
        bank_used=np.zeros((n, width), bool),
        bought=stacks.copy(),
        person=np.zeros((n, width), np.int64),
    )


def in_play(tables: Tables, has_stacks: bool, fantasy_with_all: bool) -> Mask:
    """(n, w) who is dealt in: whoever has chips; in a fantasy hand, where `fantasy_with_all`, whoever was dealt in
    before.
    """
    if not has_stacks:
        return tables.seat_in
    with_chips = tables.seat_in & (tables.stakes > 0)
    return np.where(tables.is_pending[:, None], tables.was_in, with_chips) if fantasy_with_all else with_chips


def acting_order(button: Ints, playing: Mask, n_seats: Ints) -> Ints:
    """(n, w) seats in acting order, left of the button first; those not dealt in at the end."""
    place = (np.arange(playing.shape[1])[None, :] - button[:, None] - 1) % n_seats[:, None]
    return np.argsort(np.where(playing, place, NOBODY), axis=1, kind="stable")


def next_button(tables: Tables, playing: Mask, moves: Mask) -> Ints:
    """(n,) where the button goes: clockwise to the next seat dealt in; it cannot stand still before an empty seat."""
    n, width = playing.shape
    place = (np.arange(width)[None, :] - tables.button[:, None] - 1) % tables.n_seats[:, None]
    nearest = np.where(playing, place, NOBODY).argmin(axis=1)
    return np.where(moves | ~playing[np.arange(n), tables.button], nearest, tables.button)
