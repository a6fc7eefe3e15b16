"""Points recomputed from any fouls, royalties and rows taken for true, for all hands of a batch at once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ofc_audit.audit.view import Ints, Mask, View, flags, ints
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.pairs import bonus_table
from ofc_audit.score.params import whole, word
from ofc_audit.score.ranks import N_FIVE, N_THREE
from ofc_audit.score.royalties import royalty_tables

ROWS = ("top", "middle", "bottom")
_BONUS_CODES = 54


@dataclass(frozen=True)
class RuleTables:
    """Look-up tables of each rule set of a batch, stacked; `NULL` where a rule is unknown."""

    royalties: tuple[Ints, Ints, Ints]
    """(n_rules, n_values) royalties by row value."""
    bonus: Ints
    """(n_rules, 54) bonus by how the rows went, as `bonus_table`."""
    row_points: Ints
    winner_only: Ints
    """1 winner_only, 0 difference, NULL unknown."""
    capped_claims: Mask
    """Whether capped points, or none for a pair that moves nothing, are as right as the points themselves."""


def rule_tables(rules: list[RuleSet | None]) -> RuleTables:
    """The tables of the rule sets of a batch."""
    n = len(rules)
    royalties = tuple(np.full((n, size + 1), NULL) for size in (N_THREE, N_FIVE, N_FIVE))
    bonus = np.full((n, _BONUS_CODES), NULL)
    row_points, winner_only = np.full(n, NULL), np.full(n, NULL)
    capped = np.zeros(n, bool)
    for i, one in enumerate(rules):
        if one is None:
            continue
        tables = royalty_tables(one)
        for place in range(3):
            if tables is not None:
                royalties[place][i] = np.where(tables[place].known_mask, tables[place].values.astype(np.int64), NULL)
        masked = bonus_table(one)
        bonus[i] = np.where(masked.known_mask, masked.values.astype(np.int64), NULL)
        value = whole(one, "score.row_points")
        row_points[i] = NULL if value is None else value
        settlement = word(one, "score.royalty_settlement")
        winner_only[i] = NULL if settlement is None else int(settlement == "winner_only")
        capped[i] = word(one, "settlement.busted_pair_claims") == "any"
    return RuleTables((royalties[0], royalties[1], royalties[2]), bonus, row_points, winner_only, capped)


def add_known(*parts: Ints) -> Ints:
    """The sum, unknown where any part is."""
    total = np.zeros(parts[0].shape, np.int64)
    known = np.ones(parts[0].shape, bool)
    for part in parts:
        known &= part != NULL
        total = total + np.where(part == NULL, 0, part)
    return np.where(known, total, NULL)


class ScoreModel:
    """Recomputes points from any fouls, royalties and rows taken for true, for all hands of a batch."""

    def __init__(self, view: View) -> None:
        self.view = view
        scored = view.tables["scored_seats"]
        self.values = np.stack([ints(scored, f"{row}_value") for row in ROWS], axis=1)
        self.foul = flags(scored, "is_foul").astype(np.int64)
        self.tables = rule_tables(list(view.rules))
        self.seat_rules = view.rules_index[view.seat_hand]
        self.pair_rules = view.rules_index[view.pair_hand]

    @cached_property
    def true_royalties(self) -> Ints:
        """(n_seats, 3) royalties of each row as the boards are."""
        return self.royalties(self.foul)

    @cached_property
    def true_rows(self) -> Ints:
        """(n_pairs, 3) who won each row as the boards are."""
        return self.rows(self.foul)

    def royalties(self, foul: Ints) -> Ints:
        """(n_seats, 3) royalties of each row given the fouls; a foul earns none."""
        result = np.full(self.values.shape, NULL)
        for place in range(3):
            value = self.values[:, place]
            at = np.where(value == NULL, 0, value)
            table = self.tables.royalties[place][self.seat_rules, at]
            result[:, place] = np.where(foul == 1, 0, np.where((foul < 0) | (value == NULL), NULL, table))
        return result

    def rows(self, foul: Ints) -> Ints:
        """(n_pairs, 3) who won each row given the fouls, from a's side."""
        a, b = self.view.pair_a, self.view.pair_b
        known = (foul[a] >= 0) & (foul[b] >= 0)
        strong_a = self.values[a] * (foul[a] != 1)[:, None]
        strong_b = self.values[b] * (foul[b] != 1)[:, None]
        return np.where(known[:, None], np.sign(strong_a - strong_b), NULL)

    def bonus(self, foul: Ints, rows: Ints) -> Ints:
        """(n_pairs,) bonus given fouls and rows, from a's side; 0 for two fouls, unless a site takes only one of them for a foul and
        gives the other all three rows: that is paid as a foul is.
        """
        a, b = self.view.pair_a, self.view.pair_b
        known = (foul[a] >= 0) & (foul[b] >= 0) & (rows != NULL).all(axis=1)
        safe = np.where(rows == NULL, 0, rows)
        code = safe[:, 0] * 9 + safe[:, 1] * 3 + safe[:, 2] + 13
        both = (foul[a] == 1) & (foul[b] == 1)
        is_paid = both & (np.abs(safe.sum(axis=1)) == 3)
        one_foul = ((foul[a] == 1) ^ (foul[b] == 1)) | is_paid
        value = self.tables.bonus[self.pair_rules, np.where(known, code + 27 * one_foul, 13)]
        return np.where(known, np.where(both & ~is_paid, 0, value), NULL)

    def collected(self, royalties: Ints, rows: Ints) -> tuple[Ints, Ints]:
        """(n_pairs,) royalties of a and of b in each pair: all of them, or under winner_only those of rows won."""
        winner_only = self.tables.winner_only[self.pair_rules]
        result = []
        for seat, sign in ((self.view.pair_a, 1), (self.view.pair_b, -1)):
            own = royalties[seat]
            full = add_known(own[:, 0], own[:, 1], own[:, 2])
            parts = [np.where(rows[:, i] == NULL, NULL, np.where(rows[:, i] == sign, own[:, i], 0)) for i in range(3)]
            won = add_known(*parts)
            result.append(np.where(winner_only == 1, won, np.where((winner_only == 0) | (won == full), full, NULL)))
        return result[0], result[1]

    def pair_points(self, rows: Ints, bonus: Ints, a: Ints, b: Ints) -> Ints:
        """(n_pairs,) points of the pair from a's side."""
        per_row = self.tables.row_points[self.pair_rules]
        won = np.where(
            (rows != NULL).all(axis=1) & (per_row != NULL), np.where(rows == NULL, 0, rows).sum(axis=1) * per_row, NULL
        )
        return add_known(won, bonus, a, np.where(b == NULL, NULL, -b))
