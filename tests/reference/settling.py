"""What moves between the players of one hand: pair by pair, limited by stacks, under every reading of what is unknown.

Amounts are whole ten-thousandths; None is unknown.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from reference.reading import Reading, agreed

Pair = tuple[int, int]


@cache
def pairs_of(n_players: int) -> tuple[Pair, ...]:
    """The pairs of a hand in acting order."""
    return tuple((a, b) for a in range(n_players) for b in range(a + 1, n_players))


@cache
def order_of_pairs(n_players: int, order: str) -> tuple[Pair, ...]:
    """The pairs as they are settled; the last to act has the button."""
    if order == "left_of_button_first":
        return pairs_of(n_players)
    button = n_players - 1
    return (*((a, button) for a in range(button)), *pairs_of(button))


def settle(
    points: Sequence[int | None], stacks: Sequence[int | None], point_value: int | None, rules: Reading
) -> list[int | None]:
    """What moves to the first player of each pair (in acting order), None where that cannot be told.

    A value that rests on an unknown rule stands where all readings of the rule agree. Money that is settled at the
    end of the match, or from the stake of a match, of which this hand does not say how much is left, cannot be told here.
    Nobody has less than nothing: such a stack is unknown.
    """
    n_pairs = len(points)
    stacks = [None if stack is None or stack < 0 else stack for stack in stacks]
    if rules.scope != ("hand",) or rules.match_cap != ("none",):
        return [None] * n_pairs
    readings = [
        _settle_once(points, stacks, point_value, cap, basis, order) for cap, basis, order in rules.ways_to_settle
    ]
    return readings[0] if len(readings) == 1 else [agreed(amounts) for amounts in zip(*readings, strict=True)]


def _settle_once(
    points: Sequence[int | None],
    stacks: Sequence[int | None],
    point_value: int | None,
    cap: str,
    basis: str,
    order: str,
) -> list[int | None]:
    n_players = len(stacks)
    if cap == "pool":
        return _settle_pool(points, stacks, point_value)
    now = list(stacks)
    of_pair = dict(zip(pairs_of(n_players), points, strict=True))
    moved: dict[Pair, int | None] = {}
    for a, b in order_of_pairs(n_players, order):
        limits = stacks if basis == "starting" else now
        moved[a, b] = _amount(of_pair[a, b], point_value, limits[a], limits[b], cap)
        now[a], now[b] = _add(now[a], moved[a, b]), _add(now[b], moved[a, b], -1)
    return [moved[pair] for pair in pairs_of(n_players)]


def _settle_pool(
    points: Sequence[int | None], stacks: Sequence[int | None], point_value: int | None
) -> list[int | None]:
    """Where anybody may have less than all that is owed between him and others, only pairs that owe nothing are known to move nothing."""
    owed = [_amount(one, point_value, None, None, "none") for one in points]
    at_stake = [0] * len(stacks)
    for (a, b), amount in zip(pairs_of(len(stacks)), owed, strict=True):
        for player in (a, b):
            at_stake[player] += abs(amount or 0)
    is_safe = None not in owed and all(
        stack is not None and stack >= stake for stack, stake in zip(stacks, at_stake, strict=True)
    )
    return owed if is_safe else [0 if amount == 0 else None for amount in owed]


def _amount(points: int | None, value: int | None, stack_a: int | None, stack_b: int | None, cap: str) -> int | None:
    """What the first wins from the second in one comparison."""
    if points == 0:
        return 0
    if points is None:
        nothing_to_win = cap == "both" and 0 in (stack_a, stack_b)
        nothing_to_lose = cap == "loser" and stack_a == 0 and stack_b == 0
        return 0 if nothing_to_win or nothing_to_lose else None
    winner, loser = (stack_a, stack_b) if points > 0 else (stack_b, stack_a)
    limits = {"both": (winner, loser), "loser": (loser,), "none": ()}[cap]
    if 0 in limits:
        return 0
    if value is None or None in limits:
        return None
    won = min([abs(points) * value, *(limit for limit in limits if limit is not None)])
    return won if points > 0 else -won


def _add(stack: int | None, amount: int | None, sign: int = 1) -> int | None:
    return None if stack is None or amount is None else stack + sign * amount


def total(values: Iterable[int | None]) -> int | None:
    """The sum; None where a part is unknown."""
    result = 0
    for value in values:
        if value is None:
            return None
        result += value
    return result
