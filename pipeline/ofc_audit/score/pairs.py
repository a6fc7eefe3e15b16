"""Pairs: what each player scores against each other, row by row, with the bonus, the fine and both royalties."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Mask, Masked, Small, Tiny, Values, as_mask, known_in_all, unknown
from ofc_audit.score.params import whole, word

Seat = tuple[npt.NDArray[Any], ...]
Points = npt.NDArray[np.int32]


_BONUS = {
    "1-6": ("score.scoop_bonus", 3, "score.foul_fine_1_6"),
    "2-4": ("score.majority_bonus", 2, "score.foul_fine_2_4"),
}
"""By method: what is added, from how many rows on, and what a foul costs."""


def pairs_of(n_players: int) -> tuple[tuple[int, int], ...]:
    """The pairs of acting orders in the order of the tables: (0,1), (0,2), …, (1,2), …"""
    return tuple(combinations(range(n_players), 2))


@dataclass(frozen=True)
class ScoredPairs:
    """All pairs of h hands, each array (h, k), pair by pair in memory, from the side of the first player of the pair.

    `rows` are top, middle and bottom (+1 won, -1 lost, 0 tied; a foul loses all three). `royalties` are what the
    first and the second collect in the pair. `points` are rows, bonus and royalties together, never capped.
    """

    rows: tuple[Masked[Tiny], Masked[Tiny], Masked[Tiny]]
    bonus: Masked[Small]
    royalties: tuple[Masked[Small], Masked[Small]]
    points: Masked[Points]


@dataclass(frozen=True)
class BoardRows:
    """What the pairs need of the boards of h hands of p players, seat by seat in memory: arrays (p, h).

    `values` and `royalties` are those of top, middle and bottom.
    """

    values: tuple[Values, Values, Values]
    is_foul: Masked[Mask]
    royalties: tuple[Masked[Small], Masked[Small], Masked[Small]]


@lru_cache(maxsize=64)
def bonus_table(rules: RuleSet) -> Masked[Small]:
    """The bonus by how the rows went: index 9·top + 3·middle + bottom, each 0 lost, 1 tied, 2 won; from 27 on,
    exactly one fouled.

    Under `score.method` 1-6 winning all three rows adds `score.scoop_bonus`; under 2-4 winning two or three adds
    `score.majority_bonus`. A foul costs `score.foul_fine_1_6` or `score.foul_fine_2_4` in all, of which the three
    lost rows are a part. Not known where the number is unknown, nor, the method being unknown, where both methods
    do not give the same.
    """
    method = word(rules, "score.method")
    if method is not None:
        return _bonus_under(rules, method)
    one, other = _bonus_under(rules, "1-6"), _bonus_under(rules, "2-4")
    return Masked(one.values, one.known_mask & other.known_mask & (one.values == other.values))


def _bonus_under(rules: RuleSet, method: str) -> Masked[Small]:
    """The bonus by how the rows went under one method."""
    values, known = np.zeros(54, np.int16), np.zeros(54, bool)
    bonus_key, needed, fine_key = _BONUS[method]
    all_rows, fine, row_points = (whole(rules, key) for key in (bonus_key, fine_key, "score.row_points"))
    for index in range(27):
        rows = [index // 9 - 1, index // 3 % 3 - 1, index % 3 - 1]
        for sign in (1, -1):
            if rows.count(sign) >= needed:
                values[index] = sign * (all_rows or 0)
                known[index] = all_rows is not None
        if max(rows.count(1), rows.count(-1)) < needed:
            known[index] = True
    for index, sign in ((27 + 26, 1), (27, -1)):
        if fine is not None and row_points is not None:
            values[index], known[index] = sign * (fine - 3 * row_points), True
    return Masked(values, None if known[:28].all() and known[53] else known)


def _row_results(board: BoardRows, a: int, b: int) -> list[Tiny]:
    """(h,) results of the three rows; a foul counts as weaker than anything, so that it loses all rows and two fouls
    tie.
    """
    results = []
    for value in board.values:
        first = value[a] * ~board.is_foul.values[a]
        second = value[b] * ~board.is_foul.values[b]
        results.append((first > second).view(np.int8) - (first < second).view(np.int8))
    return results


def _collected(board: BoardRows, rows: list[Tiny], seat: int, sign: int, settlement: str | None) -> Masked[Small]:
    """(h,) royalties that a seat collects in a pair whose rows went as given, from the side `sign`."""
    own = [(r.values[seat], None if r.known is None else r.known[seat]) for r in board.royalties]
    full = own[0][0] + own[1][0] + own[2][0]
    full_known = known_in_all(*(known for _, known in own))
    if settlement == "difference":
        return Masked(full, full_known)
    won = np.zeros_like(full)
    won_known = np.ones(len(full), bool)
    for (points, known), row in zip(own, rows, strict=True):
        is_won = row == sign
        won += points * is_won
        if known is not None:
            won_known &= known | ~is_won
    if settlement == "winner_only":
        return Masked(won, as_mask(won_known))
    agreed = won_known & (won == full)
    return Masked(full, as_mask(agreed if full_known is None else agreed & full_known))


def score_pairs(board: BoardRows, rules: RuleSet | None) -> ScoredPairs:
    """Rows, bonus, royalties and points of every pair.

    Each row won gives `score.row_points`; for the bonus and the fine see `bonus_table`. Two fouls exchange
    `score.both_foul`, which is nothing. Royalties settle as `score.royalty_settlement` says: by difference each
    collects his own; winner_only lets only the winner of a row collect that row's royalty, the loser's is void and a
    tied row pays none. Where an unknown settlement would give the same either way it is known. A pair with an
    incomplete board is not known; without a rule set only the rows are.
    """
    p, h = board.is_foul.values.shape
    pairs = pairs_of(p)
    k = len(pairs)
    rows = [np.empty((k, h), np.int8).T for _ in range(3)]
    bonus, points = np.zeros((k, h), np.int16).T, np.zeros((k, h), np.int32).T
    collected = [np.zeros((k, h), np.int16).T for _ in range(2)]
    known = {name: np.ones((k, h), bool).T for name in ("rows", "bonus", "a", "b", "points")}
    partial: set[str] = set()

    def restrict(name: str, column: int, mask: Mask | None) -> None:
        if mask is not None:
            known[name][:, column] = mask
            partial.add(name)

    table = None if rules is None else bonus_table(rules)
    row_points = None if rules is None else whole(rules, "score.row_points")
    both_foul = None if rules is None else whole(rules, "score.both_foul")
    settlement = None if rules is None else word(rules, "score.royalty_settlement")
    for column, (a, b) in enumerate(pairs):
        result = _row_results(board, a, b)
        for target, row in zip(rows, result, strict=True):
            target[:, column] = row
        played = None if board.is_foul.known is None else board.is_foul.known[a] & board.is_foul.known[b]
        restrict("rows", column, played)
        if table is None:
            continue
        foul_a, foul_b = board.is_foul.values[a], board.is_foul.values[b]
        index = (result[0] * np.int8(9) + result[1] * np.int8(3) + result[2] + np.int8(13)).astype(np.int64)
        index += (foul_a ^ foul_b) * 27
        extra = table.values.take(index, mode="clip")
        extra_known = None if table.known is None else table.known.take(index, mode="clip")
        if both_foul != 0:
            # Only nothing can be exchanged by equals; any other number is no rule for a pair.
            extra_known = known_in_all(extra_known, ~(foul_a & foul_b))
        gain = [_collected(board, result, seat, sign, settlement) for seat, sign in ((a, 1), (b, -1))]
        bonus[:, column] = extra
        total = (result[0] + result[1] + result[2]) * np.int32(row_points or 0)
        points[:, column] = total + extra + gain[0].values - gain[1].values
        for target16, one in zip(collected, gain, strict=True):
            target16[:, column] = one.values
        restrict("bonus", column, known_in_all(extra_known, played))
        restrict("a", column, known_in_all(gain[0].known, played))
        restrict("b", column, known_in_all(gain[1].known, played))
        restrict("points", column, known_in_all(extra_known, gain[0].known, gain[1].known, played))
    mask = {name: as_mask(known[name]) if name in partial else None for name in known}
    row_masks = tuple(Masked(row, mask["rows"]) for row in rows)
    if table is None:
        nothing: Masked[Any] = unknown((h, k), np.int16)
        return ScoredPairs(
            (row_masks[0], row_masks[1], row_masks[2]), nothing, (nothing, nothing), unknown((h, k), np.int32)
        )
    if row_points is None:
        mask["points"] = np.zeros((h, k), bool)
    return ScoredPairs(
        (row_masks[0], row_masks[1], row_masks[2]),
        Masked(bonus, mask["bonus"]),
        (Masked(collected[0], mask["a"]), Masked(collected[1], mask["b"])),
        Masked(points, mask["points"]),
    )
