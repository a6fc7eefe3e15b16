"""Laws of money: what moves is what is owed, as far as stacks go."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from laws.dealt import (
    Array,
    Hands,
    assert_same,
    every_rule_set,
    hands,
    lawful,
    pair_columns,
    score,
    seat_columns,
    tables,
)
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settlement_order

LIMITS = {"both": (0, 1), "loser": (1,)}
"""Whose stack limits a pair, by cap: 0 the winner's, 1 the loser's."""


def settled_by_hand(table: Mapping[str, Any]) -> tuple[RuleSet, ...]:
    """Every rule set as if it settled each hand pair by pair on running stacks, with each of the caps."""
    each = [
        every_rule_set(
            table,
            settlement_scope="hand",
            settlement_cap=cap,
            settlement_cap_basis="running",
            settlement_method="pairs",
        )
        for cap in LIMITS
    ]
    return (*each[0], *each[1])


@lawful
@given(hands, tables)
def test_money_is_conserved(dealt: Hands, table: dict[str, Any]) -> None:
    for rules in (*every_rule_set(table), *settled_by_hand(table)):
        scored = score(dealt, rules)
        net, amounts = scored.money.net, pair_columns(scored)["amount"]
        whole = net.known_mask.all(axis=1)
        assert not net.values[whole].sum(axis=1).any(), rules.id
        total = np.zeros(net.values.shape, np.int64)
        for column, (a, b) in enumerate(pairs_of(dealt.n_players)):
            total[:, a] += amounts[:, column]
            total[:, b] -= amounts[:, column]
        assert np.array_equal(net.values[whole], total[whole]), rules.id
        assert np.array_equal(whole, (amounts != NULL).all(axis=1)), rules.id


@lawful
@given(hands, tables)
def test_nobody_has_less_than_nothing_at_any_moment_nor_wins_more_than_stacks_allow(
    dealt: Hands, table: dict[str, Any]
) -> None:
    for rules in settled_by_hand(table):
        scored = score(dealt, rules)
        amounts = pair_columns(scored)["amount"]
        played = (amounts != NULL).all(axis=1) & (dealt.stacks >= 0).all(axis=1)
        assert played.any(), rules.id
        now = dealt.stacks[played].copy()
        order = rules.value("settlement.pair_order")
        for column in settlement_order(dealt.n_players, str(order)):
            a, b = pairs_of(dealt.n_players)[column]
            moved = amounts[played, column]
            winner, loser = np.where(moved > 0, a, b), np.where(moved > 0, b, a)
            rows = np.arange(len(now))
            for side in LIMITS[str(rules.value("settlement.cap"))]:
                assert (np.abs(moved) <= now[rows, (winner, loser)[side]]).all(), rules.id
            now[:, a] += moved
            now[:, b] -= moved
            assert (now >= 0).all(), rules.id


@lawful
@given(hands, tables)
def test_no_more_moves_than_is_owed_and_to_nobody_else(dealt: Hands, table: dict[str, Any]) -> None:
    for rules in (*every_rule_set(table), *settled_by_hand(table)):
        pairs = pair_columns(score(dealt, rules))
        owed = pairs["points"] * dealt.point_value[:, None]
        known = (pairs["amount"] != NULL) & (pairs["points"] != NULL) & (dealt.point_value != NULL)[:, None]
        assert (np.abs(pairs["amount"][known]) <= np.abs(owed[known])).all(), rules.id
        assert (pairs["amount"][known] * owed[known] >= 0).all(), rules.id


@lawful
@given(hands, tables)
def test_plenty_pays_in_full_in_any_order(dealt: Hands, table: dict[str, Any]) -> None:
    rich = replace(dealt, stacks=np.full_like(dealt.stacks, 10**12))
    for rules in settled_by_hand(table):
        pairs = pair_columns(score(rich, rules))
        known = (pairs["points"] != NULL) & (dealt.point_value != NULL)[:, None]
        # An unknown pair leaves unknown what its players have left.
        known &= (pairs["points"] != NULL).all(axis=1)[:, None]
        owed = pairs["points"] * dealt.point_value[:, None]
        assert np.array_equal(pairs["amount"][known], owed[known]), rules.id


@lawful
@given(hands, tables, st.sampled_from((2, 3, 10, 10_000)))
def test_money_counted_in_smaller_coins_is_the_same_money(dealt: Hands, table: dict[str, Any], coins: int) -> None:
    def counted(amounts: Array) -> Array:
        return np.where(amounts == NULL, NULL, amounts * coins)

    small = replace(dealt, stacks=counted(dealt.stacks), point_value=counted(dealt.point_value))
    for rules in (*every_rule_set(table), *settled_by_hand(table)):
        before, after = score(dealt, rules), score(small, rules)
        assert np.array_equal(counted(pair_columns(before)["amount"]), pair_columns(after)["amount"]), rules.id
        assert np.array_equal(counted(seat_columns(before)["net"]), seat_columns(after)["net"]), rules.id


@lawful
@given(hands, tables)
def test_points_do_not_know_what_stacks_there_are(dealt: Hands, table: dict[str, Any]) -> None:
    poor = replace(dealt, stacks=np.zeros_like(dealt.stacks), point_value=np.full_like(dealt.point_value, NULL))
    for rules in (*every_rule_set(table), *settled_by_hand(table)):
        before, after = score(dealt, rules), score(poor, rules)
        own = seat_columns(before) | pair_columns(before)
        assert_same(
            {name: c for name, c in own.items() if name not in ("net", "amount")},
            seat_columns(after) | pair_columns(after),
            rules,
        )
        is_by_pairs = rules.value("settlement.scope") == "hand" and rules.value("settlement.method") == "pairs"
        if rules.value("settlement.cap") in LIMITS and is_by_pairs:
            # Nobody has anything: nothing moves, whatever a point is worth. (What a pair moves in a pool that stacks limit is not told.)
            assert not seat_columns(after)["net"][(pair_columns(after)["points"] != NULL).all(axis=1)].any(), rules.id
