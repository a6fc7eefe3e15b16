"""A true history told again is the same history: the rule by which changed hands are paid is the one that paid the true ones."""

from typing import Any

import pytest

from ofc_audit.simulate import play
from ofc_audit.simulate.edits import hand_rows
from ofc_audit.simulate.fault import Aim
from ofc_audit.simulate.retell import carry_stacks
from ofc_audit.simulate.rooms import Tournament
from ofc_audit.simulate.settle_faults import net_off
from ofc_audit.simulate.tell import claim_truth
from simulate.histories import RULES, options_of

WAYS: dict[str, dict[str, Any]] = {
    "as the room has it": {},
    "without stacks": {"stack": None},
    "small stacks": {"stack": "6.00"},
}
OTHER_WAYS = [
    ("quadnet", {"cap": "loser", "stack": "6.00"}),
    ("pokerninja", {"options": {"match_cap": "5.00"}, "stack": "9.00"}),
    ("pokerbet", {"options": {"match_cap": "5.00"}, "stack": "9.00"}),
    ("pokerbet", {"tournament": Tournament(bounty="5.00"), "stack": "20", "point_value": "1"}),
]


def told_again(rules_id: str, **kwargs: Any) -> None:
    options = {**options_of(rules_id), **kwargs.pop("options", {})}
    true = play(RULES[rules_id], 8, 7, options=options, hands_per_table=8, policies=("careful",), **kwargs)
    for hand in range(8):
        again = carry_stacks(claim_truth(true, true, RULES, hand), true, RULES, hand)
        for name in true:
            assert again[name].equals(true[name]), (hand, name)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rules_id", sorted(RULES))
def test_a_true_hand_told_again_is_the_same(rules_id: str, way: str) -> None:
    if rules_id == "norway_tournament" and way == "without stacks":
        # A tournament is played for chips.
        with pytest.raises(ValueError, match="a tournament needs chips"):
            play(RULES[rules_id], 8, 7, options=options_of(rules_id), **WAYS[way])
        return
    told_again(rules_id, **WAYS[way])


@pytest.mark.parametrize(("rules_id", "way"), OTHER_WAYS)
def test_matches_with_a_stake_open_caps_and_tournaments_too(rules_id: str, way: dict[str, Any]) -> None:
    told_again(rules_id, **way)


def test_a_table_plays_on_with_what_the_site_claims() -> None:
    true = play(
        RULES["openface_pineapple"],
        12,
        3,
        options=options_of("openface_pineapple"),
        hands_per_table=12,
        n_players=(2,),
        stack="400.00",
    )
    told = carry_stacks(net_off(true, RULES, Aim(2)), true, RULES, 2)
    favoured, robbed = (hand_rows(told, "seats", 2)[seat]["player_id"] for seat in (0, 1))
    for hand in range(3, 12):
        now, was = ({row["player_id"]: row["stack"] for row in hand_rows(one, "seats", hand)} for one in (told, true))
        assert (now[favoured] - was[favoured], now[robbed] - was[robbed]) == (
            hand_rows(true, "hands", hand)[0]["point_value"],
            -hand_rows(true, "hands", hand)[0]["point_value"],
        )
