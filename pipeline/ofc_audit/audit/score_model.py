"""Points recomputed from any fouls, royalties and rows taken for true, for all hands of a batch at once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

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
        self.by_row = [ints(scored, f"{row}_value") for row in ROWS]
        self.foul = flags(scored, "is_foul").astype(np.int64)
        self.tables = rule_tables(list(view.rules))
        self.seat_rules = view.rules_index[view.seat_hand]
        self.pair_rules = view.rules_index[view.pair_hand]

    @cached_property
    def values(self) -> Ints:
        """(n_seats, 3) values of the rows, `NULL` where a card is missing."""
        return np.stack(self.by_row, axis=1)

    @cached_property
    def _strengths(self) -> list[npt.NDArray[np.int16]]:
        """Of top, middle and bottom (n_seats,) the values, 0 where a card is missing."""
        return [np.where(value == NULL, 0, value).astype(np.int16) for value in self.by_row]

    @cached_property
    def true_royalties(self) -> Ints:
        """(n_seats, 3) royalties of each row as the boards are."""
        return self._royalties(self.foul)

    @cached_property
    def true_rows(self) -> Ints:
        """(n_pairs, 3) who won each row as the boards are."""
        return self._rows(self.foul)

    @cached_property
    def true_bonus(self) -> Ints:
        """(n_pairs,) the bonus as the boards are."""
        return self._bonus(self.foul, self.true_rows)

    @cached_property
    def true_collected(self) -> tuple[Ints, Ints]:
        """(n_pairs,) royalties of a and of b as the boards are."""
        return self._collected(self.true_royalties, self.true_rows)

    @cached_property
    def true_pair_points(self) -> Ints:
        """(n_pairs,) points of each pair as the boards are."""
        return self._pair_points(self.true_rows, self.true_bonus, *self.true_collected)

    # What is asked for with everything as it is, as for most hands, is not reckoned again.

    def royalties(self, foul: Ints) -> Ints:
        """(n_seats, 3) royalties of each row given the fouls; a foul earns none."""
        return self.true_royalties if _same((foul, self.foul)) else self._royalties(foul)

    def rows(self, foul: Ints) -> Ints:
        """(n_pairs, 3) who won each row given the fouls, from a's side."""
        return self.true_rows if _same((foul, self.foul)) else self._rows(foul)

    def bonus(self, foul: Ints, rows: Ints) -> Ints:
        """(n_pairs,) bonus given fouls and rows, from a's side; 0 for two fouls, unless a site takes only one of them for a foul and
        gives the other all three rows: that is paid as a foul is.
        """
        return self.true_bonus if _same((foul, self.foul), (rows, self.true_rows)) else self._bonus(foul, rows)

    def collected(self, royalties: Ints, rows: Ints) -> tuple[Ints, Ints]:
        """(n_pairs,) royalties of a and of b in each pair: all of them, or under winner_only those of rows won."""
        if _same((royalties, self.true_royalties), (rows, self.true_rows)):
            return self.true_collected
        return self._collected(royalties, rows)

    def pair_points(self, rows: Ints, bonus: Ints, a: Ints, b: Ints) -> Ints:
        """(n_pairs,) points of the pair from a's side."""
        true_a, true_b = self.true_collected
        if _same((rows, self.true_rows), (bonus, self.true_bonus), (a, true_a), (b, true_b)):
            return self.true_pair_points
        return self._pair_points(rows, bonus, a, b)

    def _royalties(self, foul: Ints) -> Ints:
        result = np.empty((len(foul), 3), np.int64)
        for place, strength in enumerate(self._strengths):
            table = self.tables.royalties[place]
            earned = table[0].take(strength) if len(table) == 1 else table[self.seat_rules, strength]
            unknown = (foul < 0) | (self.by_row[place] == NULL)
            result[:, place] = np.where(foul == 1, 0, np.where(unknown, NULL, earned))
        return result

    def _rows(self, foul: Ints) -> Ints:
        a, b = self.view.pair_a, self.view.pair_b
        known = (foul[a] >= 0) & (foul[b] >= 0)
        result = np.empty((len(a), 3), np.int64)
        is_no_foul = (foul != 1).astype(np.int16)
        for place, strength in enumerate(self._strengths):
            one, other = (strength * is_no_foul)[a], (strength * is_no_foul)[b]
            result[:, place] = np.where(known, (one > other).view(np.int8) - (one < other).view(np.int8), NULL)
        return result

    def _bonus(self, foul: Ints, rows: Ints) -> Ints:
        a, b = self.view.pair_a, self.view.pair_b
        foul_a, foul_b = foul[a], foul[b]
        top, middle, bottom = (rows[:, place] for place in range(3))
        known = (foul_a >= 0) & (foul_b >= 0) & (top != NULL) & (middle != NULL) & (bottom != NULL)
        top, middle, bottom = (np.where(known, row, 0) for row in (top, middle, bottom))
        both = (foul_a == 1) & (foul_b == 1)
        is_paid = both & (np.abs(top + middle + bottom) == 3)
        one_foul = ((foul_a == 1) ^ (foul_b == 1)) | is_paid
        code = np.where(known, top * 9 + middle * 3 + bottom + 13 + 27 * one_foul, 13)
        table = self.tables.bonus
        value = table[0].take(code) if len(table) == 1 else table[self.pair_rules, code]
        return np.where(known, np.where(both & ~is_paid, 0, value), NULL)

    def _collected(self, royalties: Ints, rows: Ints) -> tuple[Ints, Ints]:
        winner_only = self.tables.winner_only[self.pair_rules]
        full_of_seat = add_known(*(royalties[:, place] for place in range(3)))
        result = []
        for seat, sign in ((self.view.pair_a, 1), (self.view.pair_b, -1)):
            full = full_of_seat[seat]
            if not self.tables.winner_only.any():
                result.append(full)
                continue
            own = royalties[seat]
            parts = [np.where(rows[:, i] == NULL, NULL, np.where(rows[:, i] == sign, own[:, i], 0)) for i in range(3)]
            won = add_known(*parts)
            result.append(np.where(winner_only == 1, won, np.where((winner_only == 0) | (won == full), full, NULL)))
        return result[0], result[1]

    def _pair_points(self, rows: Ints, bonus: Ints, a: Ints, b: Ints) -> Ints:
        per_row = self.tables.row_points[self.pair_rules]
        top, middle, bottom = (rows[:, place] for place in range(3))
        known = (top != NULL) & (middle != NULL) & (bottom != NULL) & (per_row != NULL)
        known &= (bonus != NULL) & (a != NULL) & (b != NULL)
        top, middle, bottom = (np.where(known, row, 0) for row in (top, middle, bottom))
        points = (top + middle + bottom) * np.where(known, per_row, 0) + np.where(known, bonus, 0)
        return np.where(known, points + np.where(known, a, 0) - np.where(known, b, 0), NULL)


def _same(*pairs: tuple[Ints, Ints]) -> bool:
    return all(one is other or np.array_equal(one, other) for one, other in pairs)
