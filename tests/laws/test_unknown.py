"""Laws of what is not known: forgetting something makes values unknown, and never other values."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.dealt import (
    Hands,
    assert_only_less_known,
    every_rule_set,
    hands,
    lawful,
    pair_columns,
    score,
    seat_columns,
    tables,
    with_cards,
)
from ofc_audit.money import NULL

FORGOTTEN = (
    *("board.equal_rows_legal", "score.method", "score.row_points", "score.scoop_bonus", "score.majority_bonus"),
    *("score.foul_fine_1_6", "score.foul_fine_2_4", "score.both_foul", "score.royalties", "score.royalty_settlement"),
    *("fantasyland.entry", "fantasyland.cards", "fantasyland.stay", "fantasyland.stay_top", "fantasyland.stay_middle"),
    *("fantasyland.stay_bottom", "fantasyland.cards_on_stay", "fantasyland.stay_limit", "settlement.scope"),
    *("settlement.pair_order", "settlement.cap", "settlement.cap_basis", "settlement.match_cap"),
)


@pytest.mark.parametrize("key", FORGOTTEN)
@settings(lawful, max_examples=1)
@given(hands, tables)
def test_forgetting_a_rule(key: str, dealt: Hands, table: dict[str, Any]) -> None:
    forgetful = every_rule_set(table, **{key.replace(".", "_", 1): "unknown"})
    for rules, less in zip(every_rule_set(table), forgetful, strict=True):
        before, after = score(dealt, rules), score(dealt, less)
        for columns in (seat_columns, pair_columns):
            assert_only_less_known(columns(before), columns(after), rules, key)


@lawful
@given(hands, tables, st.integers(0, 3))
def test_forgetting_a_stack(dealt: Hands, table: dict[str, Any], seat: int) -> None:
    stacks = dealt.stacks.copy()
    stacks[:, seat % dealt.n_players] = NULL
    for rules in every_rule_set(table):
        before, after = score(dealt, rules), score(replace(dealt, stacks=stacks), rules)
        for columns in (seat_columns, pair_columns):
            assert_only_less_known(columns(before), columns(after), rules, "stack")


@lawful
@given(hands, tables)
def test_forgetting_the_value_of_a_point_and_the_number_of_fantasy_cards(dealt: Hands, table: dict[str, Any]) -> None:
    less = replace(
        dealt,
        point_value=np.full_like(dealt.point_value, NULL),
        fantasy=np.where(dealt.fantasy == 0, 0, -1).astype(np.int16),
    )
    for rules in every_rule_set(table):
        before, after = score(dealt, rules), score(less, rules)
        for columns in (seat_columns, pair_columns):
            assert_only_less_known(columns(before), columns(after), rules, "point value")


@lawful
@given(hands, tables, st.integers(0, 12))
def test_losing_a_card_of_one_player(dealt: Hands, table: dict[str, Any], place: int) -> None:
    cards = dealt.cards.copy()
    cards[:, 0, place] = 255
    for rules in every_rule_set(table):
        before, after = score(dealt, rules), score(with_cards(dealt, cards), rules)
        own = {
            name: np.where(column == 0, NULL, column)
            for name, column in seat_columns(after).items()
            if name.endswith("_value")
        }
        seats = seat_columns(after) | own
        assert_only_less_known(seat_columns(before), seats, rules, "card")
        assert_only_less_known(pair_columns(before), pair_columns(after), rules, "card")
        assert (seats["points"] == NULL).all(), rules.id
        others = np.array([0 not in pair for pair in np.array(np.triu_indices(dealt.n_players, 1)).T])
        points = pair_columns(before)["points"][:, others]
        assert np.array_equal(points, pair_columns(after)["points"][:, others]), rules.id
