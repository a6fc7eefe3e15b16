"""Table `fantasy_runs`: the hands of each run in Fantasyland, and the hand outside it that earned the run.

A run has no hand without the player within it: whoever misses one is not known to go on.
"""

import numpy as np
import pyarrow as pa

from ofc_audit.audit.chains import Chains
from ofc_audit.audit.view import Ints, Mask, ints
from ofc_audit.money import NULL

_WITH = np.array([None, "trips", "AA", "KK", "QQ"], object)
_TRIPS, _ACE, _KING, _QUEEN = 3, 12, 11, 10


def fantasy_runs(chains: Chains, first: int) -> tuple[pa.Table, Ints]:
    """The rows of the hands from place `first` on, in order, and (n_rows,) the place of the hand of each."""
    links, due = chains.links, chains.due
    course, hand = links.course, links.course.view.seat_hand
    rows = np.flatnonzero((course.is_fantasy == 1) & (hand >= first))
    length, place = due.run_length[rows], links.place[hand[rows]]
    entry = _entries(chains, rows)
    is_earned = entry >= 0
    earned = np.where(is_earned, entry, 0)
    view, scored = course.view, course.view.tables["scored_seats"]
    category, rank = ints(scored, "top_category")[earned], ints(scored, "top_rank")[earned]
    won_with = np.select([category == _TRIPS, rank == _ACE, rank == _KING, rank == _QUEEN], [1, 2, 3, 4], 0)
    is_known = due.is_run_whole[rows] & (length != NULL) & (place > 0)
    data = pa.table(
        {
            "hand_key": view.hand_key[hand[rows]],
            "acting_order": view.acting_order[rows],
            "run_no": pa.array(length, mask=~is_known),
            "entry_hand_key": pa.array(view.hand_key[hand[earned]], mask=~is_earned),
            "entry_order": pa.array(view.acting_order[earned], mask=~is_earned),
            "entered_with": pa.array(_WITH[np.where(is_earned, won_with, 0)], pa.string()),
        }
    )
    return data, hand[rows]


def _entries(chains: Chains, rows: Ints) -> Ints:
    """The seats that earned the runs of some seats in Fantasyland, -1 where they are not on record or earned none."""
    links, due = chains.links, chains.due
    course, hand = links.course, links.course.view.seat_hand
    # The hand before a run lies as many links back as the run is long.
    there = np.full(len(hand), -1)
    back, left = hand[rows], np.where(due.run_length[rows] == NULL, 0, due.run_length[rows])
    is_known = left > 0
    while (left > 0).any():
        back = np.where(left > 0, np.where(back >= 0, links.previous[back], -1), back)
        left -= 1
    there[rows] = np.where(is_known, back, -1)
    entry = course.seat_in(there)[rows]
    is_earning: Mask = (due.is_fantasy_next[entry] == 1) & (course.is_fantasy[entry] != 1)
    outside = course.is_fantasy[entry] == 0
    return np.where((entry >= 0) & is_earning & outside, entry, -1)
