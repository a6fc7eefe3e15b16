"""Laws of ranks, fouls, points and Fantasyland."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from laws.dealt import (
    ROWS,
    Hands,
    assert_same,
    every_rule_set,
    hands,
    lawful,
    pair_columns,
    score,
    seat_columns,
    tables,
    told,
    with_cards,
)
from ofc_audit.money import NULL
from ofc_audit.score.pairs import pairs_of

PAIR_OF_BOTH = ("top", "middle", "bottom", "bonus", "points")


@lawful
@given(hands, tables)
def test_points_sum_to_zero(dealt: Hands, table: dict[str, Any]) -> None:
    for rules in every_rule_set(table):
        points = score(dealt, rules).hands.points
        whole = points.known_mask.all(axis=1)
        assert whole.any(), rules.id
        assert not points.values[whole].sum(axis=1).any(), rules.id


@lawful
@given(hands, tables, st.permutations(range(4)))
def test_who_sits_where_is_no_matter_but_for_money(dealt: Hands, table: dict[str, Any], order: list[int]) -> None:
    seats = [seat for seat in order if seat < dealt.n_players]
    moved = Hands(dealt.cards[:, seats], dealt.fantasy[:, seats], dealt.stacks[:, seats], dealt.point_value)
    for rules in every_rule_set(table):
        before, after = score(dealt, rules), score(moved, rules)
        of_seats = {name: column[:, seats] for name, column in seat_columns(before).items() if name != "net"}
        assert_same(of_seats, seat_columns(after), rules)
        pairs, moved_pairs = pair_columns(before), pair_columns(after)
        for column, (a, b) in enumerate(pairs_of(dealt.n_players)):
            first, second = sorted((seats[a], seats[b]))
            place = pairs_of(dealt.n_players).index((first, second))
            is_turned = seats[a] > seats[b]
            for name in PAIR_OF_BOTH:
                said = pairs[name][:, place]
                turned = np.where(said == NULL, NULL, -said) if is_turned else said
                assert np.array_equal(turned, moved_pairs[name][:, column]), (rules.id, name)
            a_name, b_name = ("royalties_b", "royalties_a") if is_turned else ("royalties_a", "royalties_b")
            assert np.array_equal(pairs[a_name][:, place], moved_pairs["royalties_a"][:, column]), rules.id
            assert np.array_equal(pairs[b_name][:, place], moved_pairs["royalties_b"][:, column]), rules.id


@lawful
@given(hands, tables, st.permutations(range(4)))
def test_the_names_of_the_suits_are_no_matter(dealt: Hands, table: dict[str, Any], suits: list[int]) -> None:
    renamed = np.array([card // 4 * 4 + suits[card % 4] for card in range(52)] + [255] * 204, np.uint8)
    for rules in every_rule_set(table):
        before, after = score(dealt, rules), score(with_cards(dealt, renamed[dealt.cards]), rules)
        assert_same(seat_columns(before) | pair_columns(before), seat_columns(after) | pair_columns(after), rules)


@lawful
@given(hands, tables, *(st.permutations(range(size)) for size in (3, 5, 5)))
def test_the_order_of_cards_in_a_row_is_no_matter(
    dealt: Hands, table: dict[str, Any], top: list[int], middle: list[int], bottom: list[int]
) -> None:
    mixed = dealt.cards[:, :, [*top, *(3 + place for place in middle), *(8 + place for place in bottom)]]
    for rules in every_rule_set(table):
        before, after = score(dealt, rules), score(with_cards(dealt, mixed), rules)
        assert_same(seat_columns(before) | pair_columns(before), seat_columns(after) | pair_columns(after), rules)


@lawful
@given(hands, tables)
def test_a_foul_has_no_royalties_and_no_fantasyland_and_loses_to_every_legal_board(
    dealt: Hands, table: dict[str, Any]
) -> None:
    for rules in every_rule_set(table):
        scored = score(dealt, rules)
        seats, pairs = seat_columns(scored), pair_columns(scored)
        foul = seats["is_foul"] == 1
        assert foul.any()
        nothing = ("top_royalties", "middle_royalties", "bottom_royalties", "fantasy_next", "is_fantasy_next")
        for name in (*nothing, "is_stay_qualified"):
            assert not seats[name][foul].any(), (rules.id, name)
        fine: Any = rules.value("score.foul_fine_1_6" if table["scoring"] == "1-6" else "score.foul_fine_2_4")
        for column, (a, b) in enumerate(pairs_of(dealt.n_players)):
            lost = foul[:, a] & (seats["is_foul"][:, b] == 0)
            assert (pairs["top"][lost, column] == -1).all()
            assert not pairs["royalties_a"][lost, column].any()
            known = lost & (pairs["points"][:, column] != NULL)
            assert np.array_equal(pairs["points"][known, column], -fine - pairs["royalties_b"][known, column]), rules.id
            both = foul[:, a] & foul[:, b]
            for name in ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points"):
                assert not pairs[name][both, column].any(), (rules.id, name)


@lawful
@given(hands, tables, st.sampled_from(range(3)), st.integers(1, 149))
def test_raising_a_row_never_lowers_the_points_of_a_board_that_stays_legal(
    dealt: Hands, table: dict[str, Any], row: int, distance: int
) -> None:
    """The first player gets a row of the same place from another hand: cards may then lie twice, which no row sees."""
    cards = dealt.cards.copy()
    cards[:, 0, ROWS[row]] = np.roll(dealt.cards[:, 0, ROWS[row]], distance, axis=0)
    for rules in every_rule_set(table):
        before, after = (seat_columns(score(one, rules)) for one in (dealt, with_cards(dealt, cards)))
        value = ("top_value", "middle_value", "bottom_value")[row]
        raised = (before[value] < after[value]) & (before["is_foul"] == 0) & (after["is_foul"] == 0)
        raised[:, 1:] = False
        known = raised & (before["points"] != NULL) & (after["points"] != NULL)
        assert (after["points"][known] >= before["points"][known]).all(), rules.id
        entered = raised & (before["is_fantasy_next"] == 1)
        assert (after["is_fantasy_next"][entered] == 1).all(), rules.id


@lawful
@given(hands, tables)
def test_without_royalties_points_come_from_rows_alone(dealt: Hands, table: dict[str, Any]) -> None:
    off, on = (
        every_rule_set({**table, "royalties": name, "royalty_settlement": "difference"})
        for name in ("none", "american")
    )
    for without, rules in zip(off, on, strict=True):
        bare, full = pair_columns(score(dealt, without)), pair_columns(score(dealt, rules))
        known = bare["points"] != NULL
        for name in ("top", "middle", "bottom", "bonus"):
            assert np.array_equal(bare[name], full[name]), (rules.id, name)
        row_points: Any = rules.value("score.row_points")
        rows = sum(bare[name] for name in ("top", "middle", "bottom")) * row_points
        assert np.array_equal((rows + bare["bonus"])[known], bare["points"][known]), rules.id
        paid = full["royalties_a"] - full["royalties_b"]
        assert np.array_equal((full["points"] - bare["points"])[known], paid[known]), rules.id
        assert paid[known].any()


@lawful
@given(hands, tables)
def test_the_method_changes_the_bonus_alone(dealt: Hands, table: dict[str, Any]) -> None:
    for one, other in zip(*(every_rule_set({**table, "scoring": method}) for method in ("1-6", "2-4")), strict=True):
        first, second = pair_columns(score(dealt, one)), pair_columns(score(dealt, other))
        for name in ("top", "middle", "bottom", "royalties_a", "royalties_b"):
            assert np.array_equal(first[name], second[name]), (one.id, name)
        known = (first["points"] != NULL) & (second["points"] != NULL)
        change = first["points"] - second["points"]
        assert np.array_equal(change[known], (first["bonus"] - second["bonus"])[known]), one.id


@lawful
@given(hands, tables)
def test_a_winner_collects_no_more_than_everybody_does_and_all_of_it_from_a_foul(
    dealt: Hands, table: dict[str, Any]
) -> None:
    ways = (every_rule_set({**table, "royalty_settlement": way}) for way in ("difference", "winner_only"))
    for all_of_it, won in zip(*ways, strict=True):
        whole, part = score(dealt, all_of_it), score(dealt, won)
        foul = told(whole.hands.is_foul) == 1
        for name, side in (("royalties_a", 0), ("royalties_b", 1)):
            full, collected = pair_columns(whole)[name], pair_columns(part)[name]
            known = (full != NULL) & (collected != NULL)
            assert (collected[known] <= full[known]).all(), all_of_it.id
            against_foul = np.column_stack([foul[:, pair[1 - side]] for pair in pairs_of(dealt.n_players)])
            assert np.array_equal(collected[known & against_foul], full[known & against_foul]), all_of_it.id


@lawful
@given(hands, tables)
def test_a_pair_is_no_business_of_others(dealt: Hands, table: dict[str, Any]) -> None:
    """Two players score against each other, and go to Fantasyland, as if they were alone at the table."""
    for rules in every_rule_set(table):
        scored = score(dealt, rules)
        seats, pairs = seat_columns(scored), pair_columns(scored)
        for column, (a, b) in enumerate(combinations(range(dealt.n_players), 2)):
            two = [a, b]
            alone = score(
                Hands(dealt.cards[:, two], dealt.fantasy[:, two], dealt.stacks[:, two], dealt.point_value), rules
            )
            own = {name: values[:, two] for name, values in seats.items() if name not in ("points", "net")}
            assert_same(own, seat_columns(alone), rules)
            between = {name: values[:, [column]] for name, values in pairs.items() if name != "amount"}
            assert_same(between, pair_columns(alone), rules)


@lawful
@given(hands, tables)
def test_a_board_ties_with_its_copy_and_beats_none_that_is_better_in_every_row(
    dealt: Hands, table: dict[str, Any]
) -> None:
    copied = replace(dealt, cards=dealt.cards[:, [0] * dealt.n_players])
    for rules in every_rule_set(table):
        tied = pair_columns(score(copied, rules))
        for name in PAIR_OF_BOTH:
            assert not tied[name][tied[name] != NULL].any(), (rules.id, name)
        pairs = pair_columns(score(dealt, rules))
        known = pairs["points"] != NULL
        ahead = known & (pairs["top"] >= 0) & (pairs["middle"] >= 0) & (pairs["bottom"] >= 0)
        behind = known & (pairs["top"] <= 0) & (pairs["middle"] <= 0) & (pairs["bottom"] <= 0)
        assert ahead.any()
        assert behind.any()
        assert (pairs["points"][ahead] >= 0).all(), rules.id
        assert (pairs["points"][behind] <= 0).all(), rules.id


@lawful
@given(hands, tables)
def test_fantasyland_is_played_with_13_to_17_cards_or_not_at_all(dealt: Hands, table: dict[str, Any]) -> None:
    for rules in every_rule_set(table):
        seats = seat_columns(score(dealt, rules))
        going, cards = seats["is_fantasy_next"], seats["fantasy_next"]
        assert np.array_equal(going == 0, cards == 0), rules.id
        known = (going == 1) & (cards != NULL)
        assert ((cards[known] >= 13) & (cards[known] <= 17)).all(), rules.id
        in_it, out_of_it = dealt.fantasy != 0, dealt.fantasy == 0
        assert not (seats["is_stay_qualified"][out_of_it] == 1).any(), rules.id
        # Whoever stays met a condition; a limit can still keep out who did.
        assert (seats["is_stay_qualified"][in_it & (going == 1)] == 1).all(), rules.id
