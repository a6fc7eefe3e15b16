"""The rake of a club, found from what its winners got of their pairs and what they were paid.

Every rule of the family in `score.rake` is tried: each rate of whole ten-thousandths, each way of rounding to each unit that the rakes seen
allow, with and without a minimum, a cap and wins that are free of rake. Which of them hold is decided by how many hands each explains:

* A part that a rule can do without (a minimum, a cap, free wins, a rate that is no multiple of half a percent, a rate of the net) must explain
  `PART_COST` hands more than the rule without it explains. Rates are announced to players, in whole or half percents on every record seen;
  and a cap that one hand shows is as likely a mistake in that hand.
* All rules that come within `MARGIN` hands of the best one stay open, and a rake is told only where they agree. So no hand proves itself:
  whatever rule would be best without that hand is among them, and the other hands alone would have told its rake.
* A club is identified by `MIN_WINS` different raked wins and no more than one exception in `EXCEPTIONS` hands. Fewer amounts leave a rule
  with three or four free parts little that could contradict it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np

from ofc_audit.money import MONEY_SCALE, NULL, Ints, Mask
from ofc_audit.score.rake import NO_RAKE, Rake, taken

PART_COST = 2
"""How many hands each part that a rule can do without must explain beyond the rule without it."""
MARGIN = 1
"""How many hands fewer than the best rule one may explain and still stay open."""
MIN_WINS = 20
"""Different raked wins, all explained, that it takes to identify a club's rake."""
EXCEPTIONS = 20
"""One hand in so many may contradict the rule of an identified club."""
HALF_PERCENT = MONEY_SCALE // 200
MOST = 10**14
"""Larger amounts, in ten-thousandths, are not looked at: no product of theirs would fit."""

_RATES = MONEY_SCALE + 1
_MOST_PARTS = 3
_UNITS = tuple(digit * 10**places for places in range(9) for digit in (1, 2, 5))


@dataclass(frozen=True)
class Wins:
    """Different pairs of a gross and the rake of it, in ten-thousandths, with how many hands have them; (n,) each."""

    gross: Ints
    rake: Ints
    n: Ints

    @classmethod
    def of(cls, gross: Ints, rake: Ints, n: Ints | None = None) -> "Wins":
        """Counted wins, sorted; those beyond `MOST`, of nothing, or with less than no rake are left out."""
        weight = np.ones(len(gross), np.int64) if n is None else n
        chosen = (gross > 0) & (gross <= MOST) & (rake >= 0) & (rake <= gross)
        rows = np.stack([gross[chosen], rake[chosen]], axis=1)
        different, place = np.unique(rows, axis=0, return_inverse=True)
        counted = np.bincount(place.reshape(-1), weights=weight[chosen], minlength=len(different)).astype(np.int64)
        return cls(different[:, 0], different[:, 1], counted)

    @property
    def n_hands(self) -> int:
        """All hands."""
        return int(self.n.sum())

    def count(self, chosen: Mask) -> int:
        """Hands whose wins are in the mask."""
        return int(self.n[chosen].sum())


@dataclass(frozen=True)
class Reading:
    """Rules that are open, alike but for the rate: `rule` with the least of their rates, and the most."""

    rule: Rake
    most: int
    free_most: int
    """The largest win that may be free of rake: the least one that was raked is larger."""

    def ends(self) -> list[Rake]:
        """The rules that take least and most: a rake grows with the rate, and where a win may be free it is nothing."""
        rates, frees = {self.rule.rate, self.most}, {self.rule.free, self.free_most}
        return [replace(self.rule, rate=rate, free=free) for rate, free in product(sorted(rates), sorted(frees))]


@dataclass(frozen=True)
class ClubRake:
    """How a club rakes its winners, as far as its hands tell.

    `best`: the rule that explains the most with the fewest parts; `readings`: every rule that is open, none where no hand tells anything.
    `least` and `most`: the rates, in ten-thousandths, with which the best rule explains as much, round or not. `alone`: the wins it was
    found from. `n_shared`: wins in hands with several winners, and how many of them each winner's own gross explains; `n_pots`: the same
    hands, and how many the gross of all winners together explains.
    """

    alone: Wins
    best: Rake
    readings: tuple[Reading, ...]
    least: int
    most: int
    n_explained: int
    n_raked_wins: int
    """Different raked wins among those explained."""
    n_shared: int = 0
    n_shared_explained: int = 0
    n_pots: int = 0
    n_pots_explained: int = 0

    @property
    def n_hands(self) -> int:
        """Hands with one winner, of whom it is known what he won and what he was paid."""
        return self.alone.n_hands

    @property
    def is_identified(self) -> bool:
        """Whether the hands suffice to hold others against the rule."""
        n_exceptions = self.n_hands - self.n_explained
        if not self.readings or n_exceptions * EXCEPTIONS > self.n_hands:
            return False
        return self.n_raked_wins >= MIN_WINS or (self.is_free and len(np.unique(self.alone.gross)) >= MIN_WINS)

    @property
    def is_free(self) -> bool:
        """Whether no rake at all was seen."""
        return self.best.rate == 0 and self.best.minimum == 0

    @property
    def is_of_each(self) -> bool:
        """Whether hands with several winners show that each pays rake of his own gross."""
        return _mostly(self.n_shared, self.n_shared_explained)

    @property
    def is_of_pot(self) -> bool:
        """Whether hands with several winners show that the rake is that of all winnings together, and not of each."""
        return not self.is_of_each and _mostly(self.n_pots, self.n_pots_explained)

    def exceptions(self) -> Wins:
        """The wins with one winner that the best rule does not explain."""
        wins = self.alone
        left = taken(wins.gross, self.best) != wins.rake
        return Wins(wins.gross[left], wins.rake[left], wins.n[left])

    def take(self, gross: Ints) -> Ints:
        """What is taken of winners who get `gross` of their pairs alone; 0 of losers.

        `NULL` where the gross is unknown, the club is not identified, or the rules that are open do not agree.
        """
        if not self.is_identified:
            return np.full(gross.shape, NULL)
        return self.agreed(gross)

    def agreed(self, gross: Ints) -> Ints:
        """The rake on which all open rules agree, identified or not; `NULL` elsewhere."""
        asked = np.where((gross == NULL) | (gross > MOST), 0, gross)
        result: Ints | None = None
        for rule in (rule for reading in self.readings for rule in reading.ends()):
            rake = taken(asked, rule)
            result = rake if result is None else np.where(result == rake, result, NULL)
        if result is None:
            return np.full(gross.shape, NULL)
        return np.where((gross == NULL) | (gross > MOST), NULL, result)


def _mostly(n: int, n_explained: int) -> bool:
    return n_explained >= 1 + PART_COST and (n - n_explained) * EXCEPTIONS <= n


def infer_rake(alone: Wins, shared: Wins | None = None, pots: Wins | None = None) -> ClubRake:
    """The rake of a club.

    `alone`: wins of hands with one winner, from which it is found; `shared`: those of hands with several, each winner's own, which tell
    whether each pays of his own gross; `pots`: the same hands with all winnings and all rakes together.
    """
    found = _fitted(alone) if (alone.rake > 0).any() else _unraked(alone)
    if shared is not None:
        found = replace(found, n_shared=shared.n_hands, n_shared_explained=_n_agreed(found, shared))
    if pots is not None:
        found = replace(found, n_pots=pots.n_hands, n_pots_explained=_n_agreed(found, pots))
    return found


def _n_agreed(found: ClubRake, wins: Wins) -> int:
    return wins.count(found.agreed(wins.gross) == wins.rake)


def _unraked(alone: Wins) -> ClubRake:
    readings = (Reading(NO_RAKE, 0, 0),) if alone.n_hands else ()
    return ClubRake(alone, NO_RAKE, readings, 0, 0, alone.n_hands, 0)


def _fitted(alone: Wins) -> ClubRake:
    cost_of_rate = np.where(np.arange(_RATES) % HALF_PERCENT, PART_COST, 0)
    shapes: list[Rake] = []
    covered, scores = [], []
    most = 0
    for shape in _shapes(alone):
        cost = PART_COST * _n_parts(shape)
        # The simplest come first: what could not stay open though it explained every hand need not be tried.
        if alone.n_hands - cost >= most - MARGIN:
            shapes.append(shape)
            covered.append(_explained(alone, shape))
            scores.append(covered[-1] - cost - cost_of_rate)
            most = max(most, int(scores[-1].max()))
    readings = []
    for shape, score in zip(shapes, scores, strict=True):
        open_rates = np.flatnonzero(score >= most - MARGIN)
        if len(open_rates):
            rule = replace(shape, rate=int(open_rates[0]))
            readings.append(Reading(rule, int(open_rates[-1]), _free_most(alone, rule)))
    first = next(at for at, score in enumerate(scores) if int(score.max()) == most)
    rate = int(scores[first].argmax())
    best = replace(shapes[first], rate=rate)
    as_good = np.flatnonzero(covered[first] >= covered[first][rate])
    rake = taken(alone.gross, best)
    fits = rake == alone.rake
    n_raked = len(np.unique(alone.gross[fits & (rake > 0)]))
    return ClubRake(alone, best, tuple(readings), int(as_good[0]), int(as_good[-1]), alone.count(fits), n_raked)


def _n_parts(shape: Rake) -> int:
    return sum((shape.minimum > 0, shape.cap > 0, shape.free > 0, shape.base == "net"))


def _shapes(wins: Wins) -> list[Rake]:
    """Rules without a rate: every rounding, unit, minimum, cap and free win worth trying, the simplest first."""
    raked = wins.rake > 0
    n_raked = wins.count(raked)
    units = [unit for unit in _UNITS if 2 * wins.count(raked & (wins.rake % unit == 0)) >= n_raked]
    roundings = [("none", 0), *((rounding, unit) for unit in units for rounding in ("half_up", "up", "down"))]
    parts = product(_minima(wins), _caps(wins), _frees(wins), ("gross", "net"))
    shapes = [
        Rake(0, rounding, unit, minimum, cap, free, base)
        for (minimum, cap, free, base), (rounding, unit) in product(parts, roundings)
        if not cap or cap > minimum
    ]
    return sorted(shapes, key=_n_parts)


def _caps(wins: Wins) -> list[int]:
    """No cap, and rakes that hardly any went beyond: those most wins came to, and the largest of all."""
    values = wins.rake[wins.rake > 0]
    return [0, *_likely(wins, values, lambda rake: wins.rake > rake, int(values.max()))]


def _minima(wins: Wins) -> list[int]:
    """No minimum, and rakes that hardly any stayed below but where all was taken: those most wins came to, and the least of all."""
    in_part = (wins.rake > 0) & (wins.rake < wins.gross)
    values = wins.rake[in_part]
    return [0, *_likely(wins, values, lambda rake: in_part & (wins.rake < rake), int(values.min(initial=MOST)))]


def _likely(wins: Wins, values: Ints, contradicts: Callable[[int], Mask], extreme: int) -> list[int]:
    rakes, n = np.unique(values, return_counts=True)
    ranked = sorted(zip(rakes.tolist(), n.tolist(), strict=True), key=lambda one: (one[0] != extreme, -one[1], one[0]))
    fitting = (rake for rake, _ in ranked if wins.count(contradicts(rake)) * EXCEPTIONS <= wins.n_hands)
    return list(islice(fitting, _MOST_PARTS))


def _frees(wins: Wins) -> list[int]:
    """Nothing free, and the largest unraked wins below which hardly any was raked."""
    unraked = np.unique(wins.gross[wins.rake == 0])[::-1]
    likely = [
        int(gross)
        for gross in unraked.tolist()
        if wins.count((wins.rake > 0) & (wins.gross <= gross)) * EXCEPTIONS <= wins.n_hands
    ]
    return [0, *likely[:_MOST_PARTS]]


def _free_most(wins: Wins, rule: Rake) -> int:
    if not rule.free:
        return 0
    raked = wins.gross[(wins.rake > 0) & (wins.gross > rule.free)]
    return max(rule.free, int(raked.min()) - 1) if len(raked) else rule.free


def _explained(wins: Wins, shape: Rake) -> Ints:
    """(10001,) how many hands the rule explains with each rate."""
    start, stop = _rates(wins, shape)
    start, stop = np.minimum(start, _RATES), np.minimum(stop, _RATES)
    some = start < stop
    step = np.bincount(start[some], weights=wins.n[some], minlength=_RATES + 1)
    step -= np.bincount(stop[some], weights=wins.n[some], minlength=_RATES + 1)
    return np.cumsum(step)[:_RATES].astype(np.int64)


def _rates(wins: Wins, shape: Rake) -> tuple[Ints, Ints]:
    """(n,) the first rate that gives each rake, and the first one beyond that does not."""
    gross, rake, unit = wins.gross, wins.rake, max(shape.unit, 1)
    is_all = rake == gross
    at_most, at_least = is_all, np.zeros(len(rake), bool)
    if shape.cap:
        at_most = at_most | (rake == shape.cap)
    if shape.minimum:
        at_least = (rake == shape.minimum) | (is_all & (gross < shape.minimum))
    # Where something holds the rake down or up, it may be no whole unit: the next one beyond is reached, or the one before not left.
    reached = np.where(at_most, -(-rake // unit) * unit, rake)
    left = np.where(at_least, rake // unit * unit, rake)
    if shape.rounding == "half_up":
        start, stop = _first(wins, shape, 2 * reached - unit), _first(wins, shape, 2 * left + unit)
    elif shape.rounding == "down":
        start, stop = _first(wins, shape, 2 * reached), _first(wins, shape, 2 * (left + unit))
    elif shape.rounding == "up":
        start = _first(wins, shape, 2 * (reached - unit), beyond=True)
        stop = _first(wins, shape, 2 * left, beyond=True)
    else:
        start, stop = _first(wins, shape, 2 * rake), _first(wins, shape, 2 * rake, beyond=True)
    start = np.where(at_least, 0, start)
    stop = np.where(at_most, _RATES, stop)
    never = (rake % unit != 0) & ~at_most & ~at_least
    if shape.cap:
        never |= rake > shape.cap
    if shape.minimum:
        never |= (rake < shape.minimum) & ~is_all
    if shape.free:
        is_free = gross <= shape.free
        never = np.where(is_free, rake > 0, never)
        start, stop = np.where(is_free, 0, start), np.where(is_free, _RATES, stop)
    return np.where(never, _RATES, start), stop


def _first(wins: Wins, shape: Rake, twice: Ints, *, beyond: bool = False) -> Ints:
    """(n,) the first rate whose unrounded rake, taken twice, comes to `twice` or, where asked, lies beyond it."""
    of = 2 * wins.gross - (twice if shape.base == "net" else 0)
    safe = np.maximum(of, 1)
    owed = twice * MONEY_SCALE
    rate = owed // safe + 1 if beyond else -(-owed // safe)
    return np.where(of > 0, np.clip(rate, 0, _RATES), _RATES)
