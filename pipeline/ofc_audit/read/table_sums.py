"""What the sums of a table tell of its amounts: points and the net come to nought in a hand, a point's worth is what a point was paid at."""

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from ofc_audit.read.table_values import amounts, whole_numbers

if TYPE_CHECKING:
    from ofc_audit.read.table_guess import Guess

MOST_HANDS = 0.9
"""Share of hands that must come to nought (with rake: to no more) for a column to be points (the net)."""
LEAST_PAID = 0.25
"""Share of rows that must be paid at a value for it to be that of a point: winners pay rake, and losers are capped."""
_BUY_IN = "it may be a buy-in, or a stake of another kind"
_PLAIN_WORDS = ("point", "punkt", "punto")
"""What is in the headings that mean the value of a point and nothing else."""


def _hands(guess: "Guess") -> np.ndarray:
    """(n,) the number of each row's hand, -1 where it names none."""
    cells = guess.columns[guess.found["hand_id"]].cells
    return np.asarray(cells.dictionary_encode().indices.fill_null(-1), np.int64)


def _sums(guess: "Guess", at: int, hand: np.ndarray) -> np.ndarray:
    """(hands,) the sums of those hands of which every row holds an amount; the last one may go on behind the sample."""
    values, bad = amounts(guess.columns[at].cells, guess.numbers, is_signed=True)
    bad = bad | (values == np.iinfo(np.int64).min)
    total = np.zeros(int(hand.max(initial=-1)) + 1, np.int64)
    is_whole = np.ones(len(total), bool)
    np.add.at(total, hand[(hand >= 0) & ~bad], values[(hand >= 0) & ~bad])
    is_whole[hand[(hand >= 0) & bad]] = False
    if len(total) > 1:
        is_whole[-1] = False
    return total[is_whole]


def hold_against_sums(guess: "Guess") -> None:
    """Lets go of columns that headings tell for points or the net, and that cannot be: what one player gets another one pays.

    Points come to nought in a hand; the net does, or to less where there is rake. What comes to more was paid out of a pot.
    """
    hand = _hands(guess)
    for name, what in (("points", "nought"), ("net", "nought or less")):
        if guess.how.get(name) != "heading":
            continue
        total = _sums(guess, guess.found[name], hand)
        fits = int((total == 0).sum() if name == "points" else (total <= 0).sum())
        if len(total) and fits < MOST_HANDS * len(total):
            guess.unfit[guess.found.pop(name)] = (
                f"its heading means {name}, but it comes to {what} in {fits} of {len(total)} hands only"
            )
            del guess.how[name]


def told_by_sums(guess: "Guess") -> None:
    """Takes columns that come to nought in each hand: whole numbers are points, amounts the net."""
    hand = _hands(guess)
    for name, is_whole in (("points", True), ("net", False)):
        if name in guess.found:
            continue
        fits = [at for at in guess.free() if _comes_to_nought(guess, at, hand, is_whole)]
        if len(fits) == 1:
            guess.take(name, fits[0], "values")
        elif fits:
            names = ", ".join(guess.columns[at].heading for at in fits)
            guess.doubts[name] = f"several columns come to nought in each hand: {names}"


def _comes_to_nought(guess: "Guess", at: int, hand: np.ndarray, is_whole: bool) -> bool:
    column = guess.columns[at]
    if column.cells.null_count:
        return False
    values, bad = amounts(column.cells, guess.numbers, is_signed=True)
    has_decimals = any(guess.numbers.decimal in text for text in column.cells.to_pylist())
    if bad.any() or not values.any() or has_decimals == is_whole:
        return False
    return bool((_sums(guess, at, hand) == 0).all())


def doubt_point_value(guess: "Guess") -> None:
    """Holds a column of stakes against what points were paid at: a buy-in that is taken for the value of a point accuses every hand."""
    if guess.how.get("point_value") != "heading":
        return
    at = guess.found["point_value"]
    heading = guess.columns[at].heading
    is_plain = any(word in heading.casefold() for word in _PLAIN_WORDS)
    paid = _paid_at(guess, at)
    if paid is None:
        if not is_plain:
            guess.doubts["point_value"] = f"{_BUY_IN}; points and net beside it would tell"
        return
    n, of = paid
    if n >= LEAST_PAID * of:
        return
    why = f"the net is so much for each point in {n} of {of} rows only: {_BUY_IN}"
    if is_plain:
        guess.doubts["point_value"] = why
    else:
        del guess.found["point_value"], guess.how["point_value"]
        guess.unfit[at] = f"its heading means point_value, but {why}"


def _points_and_net(guess: "Guess") -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """(n,) points, (n,) net, (n,) whether both are there and points are not nought; None without both columns."""
    if not {"points", "net"} <= set(guess.found):
        return None
    points, bad = whole_numbers(guess.columns[guess.found["points"]].cells, guess.numbers, -(1 << 31), 1 << 31)
    net, worse = amounts(guess.columns[guess.found["net"]].cells, guess.numbers, is_signed=True)
    missing = np.iinfo(np.int64).min
    return points, net, ~bad & ~worse & (points != missing) & (net != missing) & (points != 0)


def _paid_at(guess: "Guess", at: int) -> tuple[int, int] | None:
    """In how many rows the net is the points at the values of a column, and of how many; None where no row tells."""
    known = _points_and_net(guess)
    if known is None:
        return None
    points, net, use = known
    value, bad = amounts(guess.columns[at].cells, guess.numbers, is_signed=False)
    use = use & ~bad & (value != np.iinfo(np.int64).min)
    rate, rest = np.divmod(net[use], points[use])
    n = int(((rest == 0) & (rate == value[use])).sum())
    return (n, int(use.sum())) if use.any() else None


def payment_per_point(guess: "Guess") -> tuple[str, int, int] | None:
    """The amount per point that most rows were paid at, in how many rows, and of how many; None where none stands out."""
    known = _points_and_net(guess)
    if known is None:
        return None
    points, net, use = known
    whole = use & (np.where(use, net, 0) % np.where(use, points, 1) == 0)
    rates = Counter((net[whole] // points[whole]).tolist())
    if not rates:
        return None
    rate, n = rates.most_common(1)[0]
    from ofc_audit.money import amount_text

    return (amount_text(rate), n, int(use.sum())) if rate > 0 and n >= 0.5 * use.sum() else None
