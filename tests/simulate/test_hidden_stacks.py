from decimal import Decimal
from itertools import pairwise

import numpy as np
import pyarrow.compute as pc
import pytest

from ofc_audit.score.batch import score_tables
from ofc_audit.simulate import Plan, simulate
from ofc_audit.simulate.pay import share_pool
from ofc_audit.simulate.rooms import room_of
from simulate.histories import CAPTURES, RULES, settled

Row = dict[str, object]


def hands_of(rules_id: str, n: int, seed: int, **settings: object) -> list[tuple[Row, list[Row]]]:
    """The hands with their players, claims and true stacks in one row each."""
    made = simulate(RULES[rules_id], n, seed, Plan(hidden_stacks=True, **settings))
    assert made.tables["seats"].column("stack").null_count == made.tables["seats"].num_rows
    by_key: dict[object, list[Row]] = {}
    for claim, truth in zip(made.tables["claims"].to_pylist(), made.true_stacks.to_pylist(), strict=True):
        assert (claim["hand_key"], claim["acting_order"]) == (truth["hand_key"], truth["acting_order"])
        by_key.setdefault(claim["hand_key"], []).append({"claimed_stack": claim["stack"], **claim, **truth})
    return [(hand, by_key[hand["hand_key"]]) for hand in made.tables["hands"].to_pylist()]


def test_a_pool_pays_in_acting_order_and_nobody_more_than_he_has() -> None:
    owed = np.array([[30, -50, 20], [20, -50, 30], [-10, 40, -30], [-5, -5, 10], [15, -50, 35]])
    stacks = np.array([[99, 35, 99], [99, 35, 99], [10, 50, 7], [5, 5, 7], [3, 99, 8]])
    paid = [[30, -35, 5], [20, -35, 15], [-10, 17, -7], [-5, -2, 7], [3, -11, 8]]
    assert share_pool(owed, stacks).tolist() == paid


@pytest.mark.parametrize("rules_id", CAPTURES)
def test_stacks_run_on_and_nobody_pays_more_than_he_has(rules_id: str) -> None:
    hands = hands_of(rules_id, 300, 4, hands_per_table=60, stack="12")
    n_rebuys = n_capped = 0
    for (before, old), (after, new) in pairwise(hands):
        if before["table_id"] != after["table_id"]:
            continue
        left = {row["player_id"]: row["stack_after"] for row in old}
        for row in new:
            assert row["stack"] == left[row["player_id"]] + row["bought_in"]
            n_rebuys += row["bought_in"] > 0
            assert row["bought_in"] in (0, 12)
            assert row["bought_in"] == 0 or left[row["player_id"]] == 0
    for hand, players in hands:
        for row in players:
            assert row["net"] >= -row["stack"]
            assert row["stack_after"] == row["stack"] + row["net"]
            if row["points"] is not None and row["net"] > row["points"] * hand["point_value"]:
                n_capped += 1
    assert n_rebuys > 5
    assert n_capped > 5 or rules_id.startswith("spartan")


@pytest.mark.parametrize("cap", ["both", "loser"])
def test_spartan_settles_pair_by_pair_on_what_is_left(cap: str) -> None:
    rules = RULES["spartan_refant14"].with_values({"settlement.cap": "unknown"}, "test")
    made = simulate(rules, 200, 3, Plan(hidden_stacks=True, cap=cap, stack="10", n_players=(3,)))
    _, pairs = score_tables(made.tables["hands"], made.tables["seats"], made.tables["boards"], RULES)
    points: dict[object, dict[tuple[int, int], int]] = {}
    for pair in pairs.to_pylist():
        points.setdefault(pair["hand_key"], {})[pair["a"], pair["b"]] = pair["points"]
    stacks: dict[object, dict[int, Decimal]] = {}
    for row in made.true_stacks.to_pylist():
        stacks.setdefault(row["hand_key"], {})[row["acting_order"]] = row["stack"]
    net: dict[object, list[Decimal]] = {}
    for row in made.tables["claims"].to_pylist():
        net.setdefault(row["hand_key"], []).append(row["net"])
    n_capped = 0
    for key, own in points.items():
        before = dict(stacks[key])
        moved = settled(own, stacks[key], Decimal("0.50"), cap, [0, 1, 2])
        assert [stacks[key][seat] - before[seat] for seat in range(3)] == net[key]
        n_capped += any(abs(amount) != abs(own[pair]) * Decimal("0.50") for pair, amount in moved.items())
    assert n_capped > 20


def test_an_operator_can_hide_its_stacks_too() -> None:
    hands = hands_of("pokerbet", 60, 2, options={"scoring": "1-6", "royalties": "american"}, stack="6.00")
    assert all(row["claimed_stack"] is None for _, players in hands for row in players)
    assert any(row["stack_after"] == 0 for _, players in hands for row in players)


def test_true_stacks_of_a_record_that_states_them_are_what_it_states() -> None:
    made = simulate(RULES["pokerbet"], 60, 2, Plan(options={"scoring": "1-6", "royalties": "american"}))
    assert made.true_stacks.column("stack").equals(made.tables["seats"].column("stack"))
    assert made.true_stacks.column("stack_after").equals(made.tables["claims"].column("stack"))


def test_where_nobody_has_a_stack_none_is_known_and_none_can_be_hidden() -> None:
    made = simulate(RULES["arena_pineapple"], 10, 2, Plan())
    assert pc.all(made.true_stacks.column("stack").is_null()).as_py()
    with pytest.raises(ValueError, match="stacks that nobody has cannot be hidden"):
        simulate(RULES["arena_pineapple"], 10, 2, Plan(hidden_stacks=True))


def test_only_a_room_that_says_so_pays_from_a_pool() -> None:
    assert room_of("pppoker").pays_from_pool
    assert not room_of("spartan").pays_from_pool
