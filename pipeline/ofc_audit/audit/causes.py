"""Why points are wrong where a record states nothing but points: the one mistake that explains all of them, if there is exactly one.

Each kind of mistake is tried on all such hands at once: a foul called or missed, a bonus not given, a royalty left out, a row given to
the other side. A hand that one mistake explains has that mistake as its finding; one that none or several explain keeps its
wrong points.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ofc_audit.audit.mismatch import Mismatch, signed
from ofc_audit.audit.part import Part, part_of
from ofc_audit.audit.score_model import ROWS, ScoreModel
from ofc_audit.audit.scores import Scores
from ofc_audit.audit.view import Ints, Mask, View, ints
from ofc_audit.money import NULL


@dataclass(frozen=True)
class _Mistake:
    """One kind of mistake tried: the points it would give, and what to say of hands that it explains."""

    check_id: str
    level: str
    rule_key: str
    applies: Mask
    """(n_hands,) where the mistake would change anything."""
    points: Ints
    """(n_seats,)"""
    seats: Callable[[int], tuple[int, ...]]
    say: Callable[[int], str]


class _Tries:
    """Recomputes points with one thing changed in every hand of a part of a batch."""

    def __init__(self, part: Part) -> None:
        self.view = part.view
        self.model = ScoreModel(part.view)
        self.royalties = self.model.true_royalties
        self.rows = self.model.true_rows
        self.bonus = self.model.true_bonus

    def points(self, royalties: Ints, rows: Ints, bonus: Ints) -> Ints:
        """(n_seats,)"""
        a, b = self.model.collected(royalties, rows)
        return self.view.pair_totals(self.model.pair_points(rows, bonus, a, b))

    def seat_at(self, place: int) -> tuple[Mask, Ints]:
        """Hands that have a seat at that acting order, and the rows of those seats."""
        has = self.view.n_players > place
        return has, (self.view.seat_start + place)[has]

    def pair_at(self, place: int) -> tuple[Mask, Ints]:
        """Hands that have a pair at that place, and the rows of those pairs."""
        has = self.view.n_pairs > place
        return has, (self.view.pair_start + place)[has]

    def fouls(self) -> Iterator[_Mistake]:
        """A foul called legal, or a legal board called a foul."""
        for place in range(int(self.view.n_players.max(initial=0))):
            has, seats = self.seat_at(place)
            foul = self.model.foul.copy()
            foul[seats] = np.where(foul[seats] >= 0, 1 - foul[seats], -1)
            rows = self.model.rows(foul)
            points = self.points(self.model.royalties(foul), rows, self.model.bonus(foul, rows))

            def say(hand: int, place: int = place) -> str:
                seat = int(self.view.seat_start[hand]) + place
                was, taken = ("a foul", "legal") if self.model.foul[seat] == 1 else ("legal", "a foul")
                return f"The points are those of a hand in which {self.view.names[seat]}'s board, which is {was}, were {taken}."

            yield _Mistake("score.foul", "foul", "board.equal_rows_legal", has, points, self._seat(place), say)

    def _seat(self, place: int) -> Callable[[int], tuple[int, ...]]:
        return lambda hand: (int(self.view.seat_start[hand]) + place,)

    def _pair(self, place: int) -> Callable[[int], tuple[int, ...]]:
        def seats(hand: int) -> tuple[int, ...]:
            pair = int(self.view.pair_start[hand]) + place
            return int(self.view.pair_a[pair]), int(self.view.pair_b[pair])

        return seats

    def _pairs(self) -> range:
        return range(int(self.view.n_pairs.max(initial=0)))

    def bonuses(self) -> Iterator[_Mistake]:
        """A bonus that was not given."""
        for place in self._pairs():
            has, pairs = self.pair_at(place)
            bonus = self.bonus.copy()
            has = has.copy()
            has[np.flatnonzero(has)[(bonus[pairs] == 0) | (bonus[pairs] == NULL)]] = False
            bonus[pairs] = np.where(bonus[pairs] == NULL, NULL, 0)

            def say(hand: int, place: int = place) -> str:
                a, b = self._pair(place)(hand)
                value = int(self.bonus[int(self.view.pair_start[hand]) + place])
                return f"The points leave out the bonus of {self.view.names[a]} v {self.view.names[b]}, which is {signed(value)}."

            points = self.points(self.royalties, self.rows, bonus)
            yield _Mistake("score.scoop", "bonus", "score.scoop_bonus", has, points, self._pair(place), say)

    def lost_royalties(self) -> Iterator[_Mistake]:
        """A royalty that was left out."""
        for place in range(int(self.view.n_players.max(initial=0))):
            has, seats = self.seat_at(place)
            for row in range(3):
                applies = has.copy()
                value = self.royalties[seats, row]
                applies[np.flatnonzero(has)[(value == 0) | (value == NULL)]] = False
                royalties = self.royalties.copy()
                royalties[seats, row] = 0

                def say(hand: int, place: int = place, row: int = row) -> str:
                    seat = int(self.view.seat_start[hand]) + place
                    return f"The points leave out the {int(self.royalties[seat, row])} royalties of {self.view.names[seat]}'s {ROWS[row]}."

                points = self.points(royalties, self.rows, self.bonus)
                yield _Mistake(
                    "score.royalties", "royalties", "score.royalties", applies, points, self._seat(place), say
                )

    def turned_rows(self) -> Iterator[_Mistake]:
        """A row given to the other side."""
        for place in self._pairs():
            has, pairs = self.pair_at(place)
            for row in range(3):
                rows = self.rows.copy()
                rows[pairs, row] = np.where(rows[pairs, row] == NULL, NULL, -rows[pairs, row])
                applies = has.copy()
                a, b = self.view.pair_a[pairs], self.view.pair_b[pairs]
                legal = (self.model.foul[a] == 0) & (self.model.foul[b] == 0)
                applies[np.flatnonzero(has)[(rows[pairs, row] == 0) | (rows[pairs, row] == NULL) | ~legal]] = False

                def say(hand: int, place: int = place, row: int = row) -> str:
                    pair = int(self.view.pair_start[hand]) + place
                    one, two = self._pair(place)(hand)
                    winner, loser = (one, two) if self.rows[pair, row] > 0 else (two, one)
                    return f"The points give {self.view.names[loser]} the {ROWS[row]} that {self.view.names[winner]} won of him."

                points = self.points(self.royalties, rows, self.model.bonus(self.model.foul, rows))
                yield _Mistake("score.rows", "rows", "score.row_points", applies, points, self._pair(place), say)


def name_causes(view: View, scores: Scores, mismatches: list[Mismatch]) -> list[Mismatch]:
    """The mismatches, with wrong points put down to the one mistake that explains them, in hands that state only points."""
    own_levels: dict[int, set[str]] = {}
    for mismatch in mismatches:
        if mismatch.is_own and mismatch.level not in ("net", "conservation", "stack", "amount", "rake"):
            own_levels.setdefault(mismatch.hand, set()).add(mismatch.level)
    claimed = ints(view.tables["claims"], "points")
    stated = ~view.any_seat(claimed == NULL)
    only_points = [hand for hand, levels in own_levels.items() if levels == {"points"} and stated[hand]]
    if not only_points:
        return mismatches
    suspects = np.zeros(view.n_hands, bool)
    suspects[only_points] = True
    suspects &= ~view.any_pair(view.claimed_pair("points") != NULL)
    if not suspects.any():
        return mismatches
    part = part_of(view, np.flatnonzero(suspects))
    tries, said = _Tries(part), claimed[part.seats]
    explained: dict[int, list[_Mistake]] = {}
    for family in (tries.fouls(), tries.bonuses(), tries.lost_royalties(), tries.turned_rows()):
        for mistake in family:
            fits = mistake.applies & ~part.view.any_seat(mistake.points != said)
            for hand in np.flatnonzero(fits).tolist():
                explained.setdefault(hand, []).append(mistake)
    causes = {int(part.hands[hand]): (hand, told[0]) for hand, told in explained.items() if len(told) == 1}
    result = [replace(one, is_own=False) if one.hand in causes and one.level == "points" else one for one in mismatches]
    line = ints(view.tables["claims"], "line")
    return result + [
        _cause(mistake, hand, at, part.seats, claimed, scores.computed_points, line)
        for hand, (at, mistake) in causes.items()
    ]


def _cause(
    mistake: _Mistake, hand: int, at: int, seats_of_part: Ints, all_claimed: Ints, computed: Ints, line: Ints
) -> Mismatch:
    """The mistake that explains a hand, which is number `at` of those that were tried."""
    seats = tuple(int(seats_of_part[seat]) for seat in mistake.seats(at))
    claimed, true = int(all_claimed[seats[0]]), int(computed[seats[0]])
    return Mismatch(
        hand,
        mistake.level,
        seats,
        True,
        mistake.check_id,
        "points",
        f"{signed(claimed)} points",
        f"{signed(true)} points",
        lambda: mistake.say(at),
        points_delta=true - claimed,
        rule_key=mistake.rule_key,
        line=int(line[seats[0]]),
    )
