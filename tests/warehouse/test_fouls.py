"""Table `fouls`: what a player had seen when a street made his board a foul, and what its rows would have earned."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pytest

from ofc_audit.audit.view import View
from ofc_audit.cards import card_codes
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules
from ofc_audit.warehouse import fouls
from sql.relations import declared

RULES = load_rules()
# Aces over a pair of nines: the middle needs two pair, three of a kind or better, and closes on street 4.
FOUL = "Ah Ac 2d 9h 9c 5s 7d 3c 8s 8d 8c 4h 4d"
FOUL_ON = [3, 3, 5, 1, 1, 2, 2, 4, 1, 1, 1, 4, 5]
# The other player holds, early or late, every card that would mend it: nines, fives, sevens, and the last of each.
MENDING = "7c 7h 5d 9s 9d 5c 5h 7s Kd Ks Kh Kc Td"
EARLY = [1, 2, 3, 1, 1, 1, 2, 2, 3, 4, 4, 5, 5]


def tables(foul_at: int, mending_on: list[int], **changes: Any) -> dict[str, pa.Table]:
    """One hand of two: the foul acts first or last, the other's cards lie on the streets given."""
    boards = [None, None]
    boards[foul_at] = {"cards": card_codes(FOUL), "streets": FOUL_ON, "discards": [], "discard_streets": []}
    boards[1 - foul_at] = {"cards": card_codes(MENDING), "streets": mending_on, "discards": [], "discard_streets": []}
    boards[foul_at] |= changes  # type: ignore[operator]
    hand = {"hand_key": 1, "site": "pppoker", "rules_id": "pppoker_progressive17", "n_seats": 2, "status": "complete"}
    seats = [{"hand_key": 1, "acting_order": order, "is_fantasy": False, "fantasy_cards": 0} for order in (0, 1)]
    made = {"hands": declared("hands", [hand]), "seats": declared("seats", seats)}
    made["boards"] = declared(
        "boards", [{"hand_key": 1, "acting_order": at, **(one or {})} for at, one in enumerate(boards)]
    )
    made["scored_seats"], _ = score_tables(made["hands"], made["seats"], made["boards"], RULES)
    return made


def foul_rows(made: Mapping[str, pa.Table], rules: Mapping[str, RuleSet]) -> pa.Table:
    return fouls.foul_rows(View(made, *effective_rules(made["hands"], rules)))


def foul(found: pa.Table, foul_at: int) -> dict[str, Any]:
    """The row of the foul."""
    (row,) = [row for row in found.to_pylist() if row["acting_order"] == foul_at]
    return row


@pytest.mark.parametrize(
    ("foul_at", "last_mending_street", "dead"),
    [
        # Acting last he has seen what the other laid on street 3; acting first he sees it when he acts on street 4.
        (1, 3, 3),
        (0, 3, 4),
        (0, 2, 3),
        (1, 4, 4),
    ],
)
def test_a_card_is_seen_when_the_player_has_acted_after_it_lay(
    foul_at: int, last_mending_street: int, dead: int
) -> None:
    streets = [min(street, last_mending_street) for street in EARLY[:8]] + EARLY[8:]
    streets = [last_mending_street if at == 2 else street for at, street in enumerate(streets)]
    row = foul(foul_rows(tables(foul_at, streets), RULES), foul_at)
    assert (row["foul_order"], row["dead_street"]) == ("top over middle", dead)


def test_of_an_opponent_in_fantasyland_nothing_is_seen() -> None:
    row = foul(foul_rows(tables(1, [0] * 13), RULES), 1)
    assert row["dead_street"] == 4


def test_own_discards_are_seen_and_hidden_ones_leave_it_open() -> None:
    mending = [5] * 13
    assert foul(foul_rows(tables(1, mending), RULES), 1)["dead_street"] == 4
    thrown = {"discards": card_codes("9s 9d 5d 5c 5h 7c 7h 7s"), "discard_streets": [2, 2, 2, 3, 3, 3, 3, 3]}
    assert foul(foul_rows(tables(1, mending, **thrown), RULES), 1)["dead_street"] == 3
    hidden = {"discards": None, "discard_streets": None}
    assert foul(foul_rows(tables(1, mending, **hidden), RULES), 1)["dead_street"] is None


def test_royalties_that_a_foul_forfeits() -> None:
    row = foul(foul_rows(tables(1, [0] * 13), RULES), 1)
    # Aces on top are worth 9, a pair in the middle nothing, a full house in the bottom 6.
    assert [row[f"{name}_forfeited"] for name in ("top", "middle", "bottom")] == [9, 0, 6]


def test_without_a_rule_set_the_royalties_are_unknown_and_the_street_is_not() -> None:
    made = tables(1, [0] * 13)
    row = foul(foul_rows(made, {}), 1)
    assert (row["dead_street"], row["top_forfeited"]) == (4, None)


def test_legal_boards_are_in_no_row() -> None:
    made = tables(1, [0] * 13)
    assert foul_rows(made, RULES).column("acting_order").to_pylist() == [1]
