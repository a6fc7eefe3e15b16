import json
from decimal import Decimal
from io import BytesIO

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.findings import ABOUT_WAIVERS, CHECKS
from ofc_audit.read import write_ofc_jsonl, write_ofc_text
from ofc_audit.simulate.edits import choose, hand_rows, keys_of, rekey, row_of
from ofc_audit.simulate.fault import CAPTURE, FORMATS, MONEY_SIZES
from ofc_audit.simulate.faults import FAULTS, plant
from simulate.faulty import WHOLE_TABLE, history, lies
from simulate.histories import RULES

REMOVED = {"match_cut_short", "fantasyland_left_out"}
"""Faults that take the next hand away."""
ADDED = {"conflict", "edited_copy", "copied_hand"}
"""Faults that add a hand at the end, and leave all others as they are."""


def changed_hands(name: str) -> list[int]:
    """The hands that are told otherwise, by their places after the change."""
    told = lies()[name]
    before, after = keys_of(told.true), keys_of(told.tables)
    if name in REMOVED:
        before = np.delete(before, told.planted.hand + 1)
    elif name == "hand_left_out":
        before = np.delete(before, told.planted.hand)
    return np.flatnonzero(after[: len(before)] != before).tolist()


def test_every_check_has_a_fault() -> None:
    assert {fault.check_id for fault in FAULTS.values()} == set(CHECKS) - ABOUT_WAIVERS


def test_there_are_kinds_enough_and_each_says_what_the_site_does() -> None:
    assert len(FAULTS) >= 100
    assert len({fault.what for fault in FAULTS.values()}) == len(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_what_hides_a_fault_is_a_format_and_has_a_reason(name: str) -> None:
    fault = FAULTS[name]
    assert set(fault.hidden) < set(FORMATS)
    assert all(fault.hidden.values())
    assert all(blind.reason for blind in fault.unless)
    assert set(fault.in_recording) | set(fault.also) <= set(CHECKS)
    assert not fault.in_recording or CAPTURE not in fault.hidden


@pytest.mark.parametrize("name", FAULTS)
def test_fault_changes_its_hand_and_nothing_before_it(name: str) -> None:
    told = lies()[name]
    planted, tables = told.planted, told.tables
    assert planted.fault is FAULTS[name]
    assert planted.hand_id == row_of(tables, "hands", planted.hand)["hand_id"]
    assert planted.hand_key == keys_of(tables)[planted.hand] == planted.hand_keys[0]
    assert keys_of(rekey(tables)).tolist() == keys_of(tables).tolist()
    if name in ADDED:
        assert changed_hands(name) == []
        assert tables["hands"].num_rows == told.true["hands"].num_rows + 1
    elif name == "hand_left_out":
        assert changed_hands(name) == []
        assert tables["hands"].num_rows == told.true["hands"].num_rows - 1
    elif name == "unknown_key":
        # A key that the format does not define is no part of who a hand is.
        assert changed_hands(name) == []
        assert row_of(tables, "hands", planted.hand)["unknown_keys"] == '{"dealer":"Rosa"}'
    else:
        assert changed_hands(name)[0] == planted.hand


@pytest.mark.parametrize(
    "name", [name for name in FAULTS if name not in {*WHOLE_TABLE, "match_goes_on", "number_twice"}]
)
def test_later_hands_of_the_table_differ_in_the_stacks_carried_on(name: str) -> None:
    told = lies()[name]
    for hand in changed_hands(name)[1:]:
        at = hand + 1 if name in REMOVED else hand
        now, was = hand_rows(told.tables, "seats", hand), hand_rows(told.true, "seats", at)
        assert [seat["stack"] for seat in now] != [seat["stack"] for seat in was]
        boards = (hand_rows(told.tables, "boards", hand), hand_rows(told.true, "boards", at))
        assert [board["cards"] for board in boards[0]] == [board["cards"] for board in boards[1]]


@pytest.mark.parametrize("name", ["foul_not_called", "paid_as_stronger_hand", "fantasy_to_neighbour", "match_goes_on"])
def test_fault_is_planted_the_same_way_twice(name: str) -> None:
    true = lies()[name].true
    one, two = (plant(true, RULES, name)[0] for _ in range(2))
    assert all(one[table].equals(two[table]) for table in one)


@pytest.mark.parametrize("family", ["settled at the end", "by level"])
@pytest.mark.parametrize("name", [name for name in FAULTS if name not in WHOLE_TABLE])
def test_fault_happens_or_is_refused_in_every_kind_of_history(name: str, family: str) -> None:
    tables = choose(history(family), range(8))
    try:
        changed, planted = plant(tables, RULES, name)
    except ValueError as error:
        assert str(error).startswith(f"no hand from number 0 on suits the fault {name}: ")  # noqa: PT017
        return
    assert planted.hand_id == row_of(changed, "hands", planted.hand)["hand_id"]
    # Only one of the formats has a key of others, only the other one a showdown of its own.
    (write_ofc_jsonl if name == "unknown_key" else write_ofc_text).write(changed, BytesIO())


@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault.has_seats])
def test_a_player_can_be_chosen_by_his_acting_order(name: str) -> None:
    told = lies()[name]
    _, planted = plant(told.true, RULES, name, told.planted.hand, seat=told.planted.aim.seat)
    assert planted.aim == told.planted.aim
    assert planted.seat == told.planted.seat
    assert planted.seat is not None
    assert planted.seat["acting_order"] == planted.aim.seat


def test_a_size_is_the_smallest_unit_a_point_or_all() -> None:
    told = lies()["amount_off"]
    hand, seat = told.planted.hand, told.planted.aim.seat
    less = {}
    for size in MONEY_SIZES:
        changed, planted = plant(told.true, RULES, "amount_off", hand, seat=seat, size=size)
        before, after = (hand_rows(one, "claimed_pairs", planted.hand) for one in (told.true, changed))
        (less[size],) = [
            abs(x["amount"]) - abs(y["amount"])
            for x, y in zip(before, after, strict=True)
            if x["amount"] != y["amount"]
        ]
        assert size != "large" or 0 in [row["amount"] for row in after]
    assert (less["unit"], less["point"]) == (Decimal("0.01"), Decimal("0.50"))
    assert less["large"] > less["point"]


def test_what_cannot_be_planted_is_refused() -> None:
    true = lies()["scoop_not_paid"].true
    with pytest.raises(ValueError, match="button_not_moved is done to nobody in particular: it takes no seat"):
        plant(true, RULES, "button_not_moved", seat=0)
    with pytest.raises(ValueError, match="scoop_not_paid has no size 'unit'; it has none"):
        plant(true, RULES, "scoop_not_paid", size="unit")
    with pytest.raises(ValueError, match="suits the fault match_cut_short: ends a match before its last hand"):
        plant(lies()["loser_overpays"].true, RULES, "match_cut_short")
    with pytest.raises(KeyError):
        plant(true, RULES, "no_such_fault")


def told_and_true(name: str, table: str) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """The rows of the hand in a table, as told and in truth."""
    told = lies()[name]
    return hand_rows(told.tables, table, told.planted.hand), hand_rows(told.true, table, told.planted.hand)


def test_a_scoop_not_paid_costs_three_points_and_their_money() -> None:
    told = lies()["scoop_not_paid"]
    after, before = told_and_true("scoop_not_paid", "claimed_pairs")
    (pair,) = [number for number, row in enumerate(after) if row["bonus"] != before[number]["bonus"]]
    sign = 1 if before[pair]["bonus"] > 0 else -1
    assert before[pair]["bonus"] == 3 * sign
    assert before[pair]["points"] - after[pair]["points"] == 3 * sign
    claims, true_claims = told_and_true("scoop_not_paid", "claims")
    for seat in ("a", "b"):
        place = after[pair][seat]
        stack = hand_rows(told.tables, "seats", told.planted.hand)[place]["stack"]
        assert abs(true_claims[place]["points"] - claims[place]["points"]) == 3
        assert claims[place]["stack"] == stack + claims[place]["net"]


def test_a_foul_not_called_is_paid_as_its_rows_lie() -> None:
    after, before = told_and_true("foul_not_called", "claims")
    seat = lies()["foul_not_called"].planted.aim.seat
    assert (before[seat]["is_foul"], after[seat]["is_foul"]) == (True, False)
    assert after[seat]["top_royalties"] is not None
    assert sum(row["points"] for row in after) == 0


def test_a_foul_called_wrongly_leaves_the_pairs_of_others_as_they_are() -> None:
    # The button settles first in this room, so that the pairs do not lie in acting order.
    true = history("by level")
    told, planted = plant(true, RULES, "foul_called_wrongly", seat=1)
    before, after = (hand_rows(one, "claimed_pairs", planted.hand) for one in (true, told))
    changed = {(new["a"], new["b"]) for old, new in zip(before, after, strict=True) if old["points"] != new["points"]}
    assert changed
    assert all(1 in pair for pair in changed)


def test_an_amount_not_capped_is_all_that_the_points_cost() -> None:
    after, before = told_and_true("amount_not_capped", "claimed_pairs")
    (pair,) = [number for number, row in enumerate(after) if row["amount"] != before[number]["amount"]]
    assert after[pair]["amount"] == after[pair]["points"] * Decimal("0.50")
    assert abs(before[pair]["amount"]) < abs(after[pair]["amount"])


def test_a_button_not_moved_stands_where_it_was() -> None:
    told = lies()["button_not_moved"]
    old, new = (hand_rows(told.tables, "seats", told.planted.hand + step) for step in (-1, 0))
    assert [seat["player_id"] for seat in new] == [seat["player_id"] for seat in old]


def test_fantasyland_denied_keeps_the_board_and_deals_it_street_by_street() -> None:
    after, before = told_and_true("fantasy_denied", "boards")
    seat = lies()["fantasy_denied"].planted.aim.seat
    old, new = before[seat], after[seat]
    assert sorted(new["cards"]) == sorted(old["cards"])
    assert sorted(new["streets"]) == [1] * 5 + [2] * 2 + [3] * 2 + [4] * 2 + [5] * 2
    assert new["discard_streets"] == [2, 3, 4, 5]


def test_a_player_who_is_bust_is_dealt_in_and_nobody_wins_from_him() -> None:
    told = lies()["bust_dealt_in"]
    seats, claims = (hand_rows(told.tables, name, told.planted.hand) for name in ("seats", "claims"))
    (place,) = [at for at, seat in enumerate(seats) if seat["stack"] == 0]
    assert len(seats) == 3
    assert claims[place]["net"] == 0
    before = {seat["player_id"] for seat in hand_rows(told.true, "seats", told.planted.hand - 1)}
    assert {seat["player_id"] for seat in seats} == before


def test_a_match_settled_in_one_is_paid_for_its_last_hand() -> None:
    (pair,), _ = told_and_true("last_hand_paid_for_match", "claimed_pairs")
    assert pair["amount"] == pair["points"] * Decimal("0.50")


def test_a_wrong_score_in_a_match_settled_in_one_is_paid_at_its_end() -> None:
    true = history("settled at the end")
    told, planted = plant(true, RULES, "pair_added_wrong", seat=0)
    match = row_of(true, "hands", planted.hand)["match_id"]
    hands = [at for at, row in enumerate(true["hands"].column("match_id").to_pylist()) if row == match]
    assert planted.hand < hands[-1]
    nets = [[claim["net"] for claim in hand_rows(one, "claims", hands[-1])] for one in (true, told)]
    assert nets[0] != nets[1]


def test_a_price_raised_in_fantasyland_is_that_of_the_clock() -> None:
    (new,), (old,) = told_and_true("price_not_frozen", "hands")
    assert new["point_value"] == Decimal(json.loads(new["levels"])[str(new["level"])])
    assert old["point_value"] < new["point_value"]


def test_two_players_have_each_others_places() -> None:
    new, old = (
        [claim["place"] for claim in rows if claim["place"]] for rows in told_and_true("places_swapped", "claims")
    )
    assert sorted(old) == [1, 2]
    assert new == old[::-1]


def test_in_a_recording_a_wrong_score_moves_points_and_nets() -> None:
    true: dict[str, pa.Table] = lies()["loser_overpays"].true
    told, planted = plant(true, RULES, "pair_added_wrong")
    assert planted.check_ids == ("score.pair_points", "score.points")
    was, now = (hand_rows(one, "claims", planted.hand) for one in (true, told))
    assert now[planted.aim.seat]["points"] == was[planted.aim.seat]["points"] + 1
    assert now[planted.aim.seat]["net"] > was[planted.aim.seat]["net"]
