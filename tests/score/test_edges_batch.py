"""Edges of tables: what is unknown for one player beside what is known, short chunks, hands without seats, rows out of order."""

from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from ofc_audit.score import batch
from ofc_audit.score.batch import score_tables
from score.scoring import shipped
from score.test_batch import FOUL, LEGAL, MIXED, OTHER, hand, tables_of

HALF = "Jc Td 3s/7c 7d/"
WEAKEST = "2h 3d 4c/2c 3c 4d 5d 7h/2s 3s 4s 5h 7d"


def scored(*played: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    seats, pairs = score_tables(*tables_of(played), shipped())
    return seats.to_pylist(), pairs.to_pylist()


def test_money_of_the_pair_that_is_complete_is_known() -> None:
    seats, pairs = scored(hand([LEGAL, OTHER, HALF], stacks=[Decimal(100)] * 3))
    assert [pair["amount"] for pair in pairs] == [Decimal("8.5000"), None, None]
    assert [seat["net"] for seat in seats] == [None, None, None]
    assert [pair["points"] for pair in pairs] == [17, None, None]


def test_the_weakest_rows_have_values_beside_a_board_that_has_none() -> None:
    seats, _ = scored(hand([WEAKEST, "//"]))
    rows = ("top", "middle", "bottom")
    assert [seats[0][f"{row}_value"] for row in rows] == [1, 1, 1]
    assert [seats[0][f"{row}_category"] for row in rows] == [0, 0, 0]
    assert seats[0]["top_rank"] == 2
    assert [seats[1][f"{row}_value"] for row in rows] == [None, None, None]
    assert [seats[1][f"{row}_category"] for row in rows] == [None, None, None]
    assert seats[1]["top_rank"] is None


@pytest.mark.parametrize("chunk", [1, 4, 7])
def test_chunks_of_any_length_give_the_same(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one_kind = [
        hand([LEGAL, OTHER]),
        hand([FOUL, OTHER]),
        hand([OTHER, LEGAL]),
        hand([LEGAL, LEGAL]),
        hand([OTHER, FOUL]),
    ]
    for played in (one_kind, [*MIXED, *one_kind, hand([FOUL]), hand([OTHER])]):
        tables = tables_of([{**one, "hand_key": number} for number, one in enumerate(played)])
        whole = score_tables(*tables, shipped())
        monkeypatch.setattr(batch, "CHUNK", chunk)
        assert [one.to_pylist() for one in score_tables(*tables, shipped())] == [one.to_pylist() for one in whole]
        monkeypatch.undo()
    seats = score_tables(*tables_of(one_kind), shipped())[0]
    assert seats.column("points").to_pylist() == [17, -17, -6, 6, -17, 17, 0, 0, 6, -6]


def test_hands_without_seats_hide_no_others() -> None:
    seats, pairs = scored(hand([]), hand([LEGAL, OTHER]), hand([]), hand([OTHER, LEGAL, FOUL]))
    assert [seat["points"] for seat in seats] == [17, -17, -11, 34, -23]
    assert [pair["points"] for pair in pairs] == [17, -17, 6, 17]


def turned(table: pa.Table, order: list[int]) -> pa.Table:
    return table.take(pa.array(order))


def test_seats_of_a_hand_out_of_order() -> None:
    """Rows lie hand by hand; only within a hand two have changed places, in the middle or at the end."""
    hands, seats, boards = tables_of([hand([]), hand([LEGAL, OTHER, FOUL]), hand([OTHER, LEGAL]), hand([])])
    expected = score_tables(hands, seats, boards, shipped())[0].to_pylist()
    for order in ([0, 2, 1, 3, 4], [0, 1, 2, 4, 3], [1, 0, 2, 3, 4], [2, 1, 0, 4, 3]):
        for other in (seats, turned(seats, order)):
            result = score_tables(hands, other, turned(boards, order), shipped())[0].to_pylist()
            assert result == [expected[row] for row in order]
        assert score_tables(hands, turned(seats, order), boards, shipped())[0].to_pylist() == expected


def test_more_rule_sets_than_a_byte_counts() -> None:
    """Each cap of a match makes a rule set of its own; hands of two and of three players must not meet in one."""
    played = [
        hand([LEGAL, OTHER, FOUL] if number == 0 else [LEGAL, OTHER], match_cap=Decimal(number + 1))
        for number in range(258)
    ]
    seats = score_tables(*tables_of([{**one, "hand_key": number} for number, one in enumerate(played)]), shipped())[0]
    assert seats.column("points").to_pylist() == [34, -11, -23, *[17, -17] * 257]


QUADS_BELOW = "2c 3d 4h/5c 6d 7h 8s Tc/9c 9d 9h 9s Ks"
QUEENS = "Qh Qd 4c/9c 9d 5s 5h 2c/Ah Kh 8h 6h 3h"


def test_who_may_be_in_fantasyland_neither_enters_nor_stays_for_certain() -> None:
    """Where a record does not tell whether a player is there, what follows from it is not known; of the others it is."""
    hands, seats, boards = tables_of([hand([QUEENS, QUADS_BELOW, OTHER]), hand([OTHER, QUADS_BELOW], fantasy=[0, 14])])
    is_told = [None, None, None, False, True]
    for names, values in (("is_fantasy", is_told), ("fantasy_cards", [None, 14, None, 0, 14])):
        at = seats.column_names.index(names)
        seats = seats.set_column(at, seats.field(at), pa.array(values, seats.field(at).type))
    for order in ([0, 1, 2, 3, 4], [2, 1, 0, 4, 3]):
        found = score_tables(hands, seats, turned(boards, order), shipped())[0]
        told = {
            name: found.column(name).to_pylist() for name in ("is_fantasy_next", "fantasy_next", "is_stay_qualified")
        }
        expected = {
            "is_fantasy_next": [None, None, None, False, True],
            "fantasy_next": [None, None, None, 0, 14],
            # Quads below would be enough to stay, if he is there; what is not enough is not, wherever he is.
            "is_stay_qualified": [False, None, False, False, True],
        }
        assert told == {name: [values[row] for row in order] for name, values in expected.items()}
        assert found.column("points").null_count == 0
