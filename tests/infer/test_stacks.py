"""Stacks behind capped payments: the search against all stacks there are, tried one by one."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofc_audit.infer.payments import Implied, Ints, Payments
from ofc_audit.infer.stacks import Reading, explain
from ofc_audit.money import NULL
from ofc_audit.rulesets import load_rules
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settle

ORDERS = ("left_of_button_first", "button_first")
PAIRWISE = [
    Reading("pairs", cap, basis, order)
    for cap in ("both", "loser")
    for basis in ("running", "starting")
    for order in ORDERS
]
MOST = 14
"""Larger stacks limit nothing in what is played here."""

points = st.lists(st.integers(-3, 3), min_size=3, max_size=3)
few = st.integers(0, 9)


def all_stacks(p: int) -> Ints:
    """Every combination of stacks from 0 to `MOST`."""
    return np.array(list(product(range(MOST + 1), repeat=p)), np.int64)


STACKS = {p: all_stacks(p) for p in (2, 3)}


def settled(owed: list[int], stacks: Ints, reading: Reading) -> Ints:
    """(n, p) what comes to each player, by the scorer, for each of many stacks."""
    rules = load_rules()["pokerbet"].with_values(
        {
            "settlement.cap": reading.cap,
            "settlement.cap_basis": reading.basis,
            "settlement.pair_order": reading.order,
        },
        "test",
    )
    n = len(stacks)
    return settle(np.tile(owed, (n, 1)), np.ones(n, np.int64), stacks, rules).net.values


def pooled(owed: list[int], stack: tuple[int, ...], cap: str, turn: tuple[int, ...]) -> tuple[int, ...]:
    """What comes to each player of a pool, told player by player, in the given turn."""
    p = len(stack)
    worth = [0] * p
    for (a, b), amount in zip(pairs_of(p), owed, strict=True):
        worth[a] += amount
        worth[b] -= amount
    gives = [min(max(-w, 0), s) for w, s in zip(worth, stack, strict=True)]
    gets = [max(w, 0) if cap == "loser" else min(max(w, 0), s) for w, s in zip(worth, stack, strict=True)]
    moved = min(sum(gives), sum(gets))
    net = [0] * p
    for part, sign in ((gives, -1), (gets, 1)):
        left = moved
        for player in turn:
            now = min(part[player], left)
            net[player] += sign * now
            left -= now
    return tuple(net)


def asked(owed: list[int], net: tuple[int, ...], floor: list[int] | None = None) -> Payments:
    one = np.array([net], np.int64)
    return Payments(np.array([owed], np.int64), one, one, np.array([floor or [0] * len(net)], np.int64))


def told(found: Implied) -> tuple[bool, list[int], list[int | None]]:
    return bool(found.explained[0]), found.low[0].tolist(), [None if v == NULL else v for v in found.high[0].tolist()]


def expected(fitting: Ints) -> tuple[bool, list[int], list[int | None]]:
    if not len(fitting):
        return False, [NULL] * fitting.shape[1], [None] * fitting.shape[1]
    high = [None if most == MOST else int(most) for most in fitting.max(axis=0)]
    return True, fitting.min(axis=0).tolist(), high


@settings(max_examples=60, deadline=None)
@given(
    points,
    st.lists(few, min_size=3, max_size=3),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.sampled_from(PAIRWISE),
)
def test_stacks_of_three_are_those_that_pay_alike(
    owed: list[int], true: list[int], floor: list[int], reading: Reading
) -> None:
    net = settled(owed, np.array([true]), reading)[0]
    fitting = STACKS[3][(settled(owed, STACKS[3], reading) == net).all(axis=1)]
    assert told(explain(asked(owed, tuple(net)), reading)) == expected(fitting)
    above = fitting[(fitting >= floor).all(axis=1)]
    assert told(explain(asked(owed, tuple(net), floor), reading)) == expected(above)


@settings(max_examples=60, deadline=None)
@given(points, st.integers(-6, 6), st.integers(-6, 6), st.sampled_from(PAIRWISE))
def test_any_payments_of_three_are_explained_exactly_where_some_stacks_pay_them(
    owed: list[int], first: int, second: int, reading: Reading
) -> None:
    net = (first, second, -first - second)
    fitting = STACKS[3][(settled(owed, STACKS[3], reading) == net).all(axis=1)]
    assert told(explain(asked(owed, net), reading)) == expected(fitting)


@pytest.mark.parametrize("reading", PAIRWISE)
def test_stacks_of_two(reading: Reading) -> None:
    for owed, first in product((-3, 0, 2), range(-4, 5)):
        fitting = STACKS[2][(settled([owed], STACKS[2], reading) == (first, -first)).all(axis=1)]
        assert told(explain(asked([owed], (first, -first)), reading)) == expected(fitting), (owed, first)


@pytest.mark.parametrize("cap", ["both", "loser"])
@settings(max_examples=40, deadline=None)
@given(points, st.lists(few, min_size=3, max_size=3), st.permutations(range(3)), st.integers(-2, 2))
def test_stacks_of_a_pool(cap: str, owed: list[int], true: list[int], turn: list[int], moved: int) -> None:
    """Payments as made, or with something moved from one player to another: explained exactly where some stacks pay them in some turn."""
    reading = Reading("pool", cap, "running", ORDERS[0])
    paid = list(pooled(owed, tuple(true), cap, tuple(turn)))
    net = (paid[0] + moved, paid[1] - moved, paid[2])
    fitting = [
        s for s in STACKS[3].tolist() if any(pooled(owed, tuple(s), cap, t) == net for t in permutations(range(3)))
    ]
    explained, low, high = told(explain(asked(owed, net), reading))
    assert explained == bool(fitting)
    if fitting:
        many = np.array(fitting)
        assert low == many.min(axis=0).tolist()
        assert all(most is None or most >= many[:, i].max() for i, most in enumerate(high))


@pytest.mark.parametrize("cap", ["both", "loser"])
@settings(max_examples=40, deadline=None)
@given(
    points,
    st.lists(few, min_size=3, max_size=3),
    st.permutations(range(3)),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
)
def test_floors_of_a_pool_refuse_only_what_no_stacks_above_them_pay(
    cap: str, owed: list[int], true: list[int], turn: list[int], floor: list[int]
) -> None:
    reading = Reading("pool", cap, "running", ORDERS[0])
    net = pooled(owed, tuple(true), cap, tuple(turn))
    above = STACKS[3][(STACKS[3] >= floor).all(axis=1)].tolist()
    fitting = any(pooled(owed, tuple(s), cap, t) == net for s in above for t in permutations(range(3)))
    assert bool(explain(asked(owed, net, floor), reading).explained[0]) == fitting


def test_a_winner_is_paid_no_more_than_he_has() -> None:
    """0.40 behind 13.60 of winnings: 0.20 from each of two losers, who had more or not."""
    pool = Reading("pool", "both", "running", ORDERS[0])
    found = explain(asked([28, -60, -76], (-2, -2, 4)), pool)
    assert told(found) == (True, [2, 2, 4], [None, None, None])
    rich = explain(asked([28, -60, -76], (-2, -2, 4), [10, 10, 0]), pool)
    assert not rich.explained[0]
    one_rich = explain(asked([28, -60, -76], (-2, -2, 4), [0, 10, 0]), pool)
    assert told(one_rich) == (True, [2, 10, 4], [2, None, 4])


def test_a_player_who_wins_on_points_and_loses_money() -> None:
    """Pair by pair the second pays the first 210, the third 150 of 260 with what is left; the third pays the first 230."""
    pairs = PAIRWISE[0]
    owed, net = [210, 230, 30], (420, -210, -210)
    assert explain(asked(owed, net), pairs).explained[0]
    assert not explain(asked(owed, net), Reading("pool", "both", "running", ORDERS[0])).explained[0]
