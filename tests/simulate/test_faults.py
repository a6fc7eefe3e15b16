import json
from collections.abc import Mapping
from decimal import Decimal
from io import BytesIO

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.findings import CHECKS
from ofc_audit.read import write_ofc_jsonl, write_ofc_text
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import choose, hand_rows, keys_of, rekey, row_of
from ofc_audit.simulate.faults import FAULTS, plant
from ofc_audit.simulate.rooms import Tournament

RULES = load_rules()
OPTIONS = {"scoring": "1-6", "royalties": "american"}
ELSEWHERE = {
    "money_appears": "recording",
    "loser_overpays": "recording",
    "match_amount_off": "settled at the end",
    "last_hand_paid_for_match": "settled at the end",
    "price_off": "by level",
    "price_not_frozen": "by level",
    "places_swapped": "knockout",
    "bounty_to_another": "knockout",
}
"""In which history a fault can happen, where that is not `matches`."""

WHOLE_TABLE = {"stake_misstated", "scoring_misstated"}
"""Faults of all hands of a table, which `test_room_faults` looks at."""

Histories = Mapping[str, dict[str, pa.Table]]


@pytest.fixture(scope="module")
def matches() -> dict[str, pa.Table]:
    return play(
        RULES["pokerbet"],
        240,
        12,
        options=OPTIONS,
        hands_per_table=120,
        policies=("careful",),
        stack="12.00",
        timeouts=0.05,
    )


@pytest.fixture(scope="module")
def recording() -> dict[str, pa.Table]:
    return play(RULES["pppoker_progressive17"], 200, 3, policies=("careful",))


@pytest.fixture(scope="module")
def histories(matches: dict[str, pa.Table], recording: dict[str, pa.Table]) -> Histories:
    knockout = {"stack": "20", "point_value": "1", "tournament": Tournament(bounty="5.00")}
    return {
        "matches": matches,
        "recording": recording,
        "settled at the end": play(RULES["quadnet"], 60, 4, options=OPTIONS),
        "by level": play(RULES["norway_tournament"], 300, 5, policies=("careful",)),
        "classic": play(RULES["openface_classic"], 24, 7, options=OPTIONS, n_players=(3, 4)),
        "knockout": play(RULES["pokerbet"], 60, 6, options=OPTIONS, n_players=(3,), **knockout),
    }


def history_for(name: str, histories: Histories) -> dict[str, pa.Table]:
    return histories[ELSEWHERE.get(name, "matches")]


def test_every_check_has_a_fault() -> None:
    assert {fault.check_id for fault in FAULTS.values()} == set(CHECKS)


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in WHOLE_TABLE])
def test_fault_changes_its_hand_and_only_stacks_carried_after_it(name: str, histories: Histories) -> None:
    tables = history_for(name, histories)
    changed, planted = plant(tables, RULES, name)
    n = tables["hands"].num_rows
    assert planted.fault is FAULTS[name]
    assert planted.hand_id == row_of(changed, "hands", planted.hand)["hand_id"]
    assert planted.hand_key == keys_of(changed)[planted.hand]
    assert keys_of(rekey(changed)).tolist() == keys_of(changed).tolist()
    if name == "match_cut_short":
        left = np.delete(keys_of(tables), planted.hand + 1)
        assert np.flatnonzero(keys_of(changed) != left)[0] == planted.hand
        assert row_of(changed, "hands", planted.hand)["last_of_match"]
        return
    differs = np.flatnonzero(keys_of(changed)[:n] != keys_of(tables)).tolist()
    if name == "conflict":
        assert differs == []
        assert changed["hands"].num_rows == n + 1
        return
    assert changed["hands"].num_rows == n
    if name == "unknown_key":
        # A key that the format does not define is no part of who a hand is.
        assert differs == []
        assert row_of(changed, "hands", planted.hand)["unknown_keys"] == '{"dealer":"Rosa"}'
        return
    if name == "match_goes_on":
        # The first hand of the next match goes on with this one.
        assert differs.pop(1) == planted.hand + 1
    assert differs[0] == planted.hand
    table = row_of(tables, "hands", planted.hand)["table_id"]
    for hand in differs[1:]:
        assert row_of(tables, "hands", hand)["table_id"] == table
        assert [s["stack"] for s in hand_rows(changed, "seats", hand)] != [
            s["stack"] for s in hand_rows(tables, "seats", hand)
        ]


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_planted_the_same_way_twice(name: str, histories: Histories) -> None:
    tables = history_for(name, histories)
    one, two = (plant(tables, RULES, name)[0] for _ in range(2))
    assert all(one[table].equals(two[table]) for table in one)


@pytest.mark.parametrize("where", ["settled at the end", "by level", "knockout", "classic"])
@pytest.mark.parametrize("name", FAULTS)
def test_fault_happens_or_is_refused_in_every_kind_of_history(name: str, where: str, histories: Histories) -> None:
    tables = choose(histories[where], range(24))
    try:
        changed, planted = plant(tables, RULES, name)
    except ValueError as error:
        assert str(error).startswith(f"no hand from number 0 on suits the fault {name}: ")  # noqa: PT017
        return
    assert planted.hand_id == row_of(changed, "hands", planted.hand)["hand_id"]
    out = BytesIO()
    # Only one of the formats has a key of others, only the other one a showdown of its own.
    (write_ofc_jsonl if name == "unknown_key" else write_ofc_text).write(changed, out)


def test_a_scoop_not_paid_costs_three_points_and_their_money(matches: dict[str, pa.Table]) -> None:
    changed, planted = plant(matches, RULES, "scoop_not_paid")
    before, after = (hand_rows(tables, "claimed_pairs", planted.hand) for tables in (matches, changed))
    (pair,) = [number for number, row in enumerate(after) if row["bonus"] != before[number]["bonus"]]
    sign = 1 if before[pair]["bonus"] > 0 else -1
    assert before[pair]["bonus"] == 3 * sign
    assert before[pair]["points"] - after[pair]["points"] == 3 * sign
    for seat in ("a", "b"):
        place = after[pair][seat]
        old, new = (hand_rows(tables, "claims", planted.hand)[place] for tables in (matches, changed))
        stack = hand_rows(changed, "seats", planted.hand)[place]["stack"]
        assert abs(old["points"] - new["points"]) == 3
        assert new["stack"] == stack + new["net"]


def test_a_foul_not_called_is_paid_as_its_rows_lie(matches: dict[str, pa.Table]) -> None:
    changed, planted = plant(matches, RULES, "foul_not_called")
    before, after = (hand_rows(tables, "claims", planted.hand) for tables in (matches, changed))
    fouled = [row["acting_order"] for row in before if row["is_foul"]]
    assert len(fouled) == 1
    assert not any(row["is_foul"] for row in after)
    assert after[fouled[0]]["top_royalties"] is not None
    assert sum(row["points"] for row in after) == 0


def test_an_amount_not_capped_is_all_that_the_points_cost(matches: dict[str, pa.Table]) -> None:
    changed, planted = plant(matches, RULES, "amount_not_capped")
    before, after = (hand_rows(tables, "claimed_pairs", planted.hand) for tables in (matches, changed))
    (pair,) = [number for number, row in enumerate(after) if row["amount"] != before[number]["amount"]]
    assert after[pair]["amount"] == after[pair]["points"] * Decimal("0.50")
    assert abs(before[pair]["amount"]) < abs(after[pair]["amount"])


def test_a_button_not_moved_stands_where_it_was(matches: dict[str, pa.Table]) -> None:
    changed, planted = plant(matches, RULES, "button_not_moved")
    old, new = (hand_rows(changed, "seats", planted.hand + step) for step in (-1, 0))
    assert [seat["player_id"] for seat in new] == [seat["player_id"] for seat in old]


def test_fantasyland_denied_keeps_the_board_and_deals_it_street_by_street(matches: dict[str, pa.Table]) -> None:
    changed, planted = plant(matches, RULES, "fantasy_denied")
    was = {seat["acting_order"] for seat in hand_rows(matches, "seats", planted.hand) if seat["is_fantasy"]}
    now = {seat["acting_order"] for seat in hand_rows(changed, "seats", planted.hand) if seat["is_fantasy"]}
    (denied,) = was - now
    old, new = (hand_rows(tables, "boards", planted.hand)[denied] for tables in (matches, changed))
    assert sorted(new["cards"]) == sorted(old["cards"])
    assert sorted(new["streets"]) == [1] * 5 + [2] * 2 + [3] * 2 + [4] * 2 + [5] * 2
    assert new["discard_streets"] == [2, 3, 4, 5]


def test_a_fault_that_suits_no_hand_is_refused(recording: dict[str, pa.Table]) -> None:
    with pytest.raises(ValueError, match="suits the fault scoop_not_paid: pays no bonus for all three rows"):
        plant(choose(recording, range(5)), RULES, "scoop_not_paid")
    with pytest.raises(KeyError):
        plant(recording, RULES, "no_such_fault")


def test_a_player_who_is_bust_is_dealt_in_and_nobody_wins_from_him(matches: dict[str, pa.Table]) -> None:
    changed, planted = plant(matches, RULES, "bust_dealt_in")
    seats, claims = (hand_rows(changed, name, planted.hand) for name in ("seats", "claims"))
    (place,) = [at for at, seat in enumerate(seats) if seat["stack"] == 0]
    assert len(seats) == 3
    assert claims[place]["net"] == 0
    before = {seat["player_id"] for seat in hand_rows(matches, "seats", planted.hand - 1)}
    assert {seat["player_id"] for seat in seats} == before


def test_a_match_settled_in_one_is_paid_for_its_last_hand(histories: Histories) -> None:
    changed, planted = plant(histories["settled at the end"], RULES, "last_hand_paid_for_match")
    (pair,) = hand_rows(changed, "claimed_pairs", planted.hand)
    assert pair["amount"] == pair["points"] * Decimal("0.50")


def test_a_price_raised_in_fantasyland_is_that_of_the_clock(histories: Histories) -> None:
    changed, planted = plant(histories["by level"], RULES, "price_not_frozen")
    old, new = (row_of(tables, "hands", planted.hand) for tables in (histories["by level"], changed))
    assert new["point_value"] == Decimal(json.loads(new["levels"])[str(new["level"])])
    assert old["point_value"] < new["point_value"]
    assert any(seat["is_fantasy"] for seat in hand_rows(changed, "seats", planted.hand))


def test_two_players_have_each_others_places(histories: Histories) -> None:
    changed, planted = plant(histories["knockout"], RULES, "places_swapped")
    old, new = (
        [claim["place"] for claim in hand_rows(tables, "claims", planted.hand) if claim["place"]]
        for tables in (histories["knockout"], changed)
    )
    assert sorted(old) == [1, 2]
    assert new == old[::-1]
