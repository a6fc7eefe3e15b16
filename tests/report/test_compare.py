"""Two samples beside one another."""

from typing import Any

import pytest

from ofc_audit.report.compare import FEW, HIGHER, LOWER, NOT_TOLD, SHARED, changed, comparison, read_from
from ofc_audit.report.hand_filter import Asked
from ofc_audit.report.intervals import Difference
from ofc_audit.report.store import Store


def compared(counted: Store, asked: Asked, *texts: str) -> dict[str, dict[str, Any]]:
    return {row["measure"]: row for row in comparison(counted, asked, texts, {}).rows.to_pylist()}


def test_two_periods_of_a_player(counted: Store) -> None:
    asked = Asked(players=("ana",), sites=("room",), until="2026-03")
    made = comparison(counted, asked, ["dates=2026-04"], {})
    assert made.notes[0] == "A is to 2026-03 (UTC); B is from 2026-04 to 2026-04 (UTC)."
    row = {one["measure"]: one for one in made.rows.to_pylist()}["points_per_hand"]
    assert (row["a_value"], row["a_n"], row["b_value"], row["b_n"]) == (22 / 3, 3, 3.0, 1)
    assert (row["difference"], row["difference_low"]) == (pytest.approx(13 / 3), None)
    foul = {one["measure"]: one for one in made.rows.to_pylist()}["foul_rate"]
    assert (foul["a_value"], foul["a_n"], foul["b_n"], foul["reading"]) == (0.5, 2, 1, FEW)


def test_players_of_the_same_hands_are_not_told_apart(counted: Store) -> None:
    made = comparison(counted, Asked(players=("ana",), sites=("room",)), ["player=bo"], {})
    assert {row["reading"] for row in made.rows.to_pylist() if row["difference_low"] is not None} == {SHARED}
    assert "5 hands are in both: what happens in a hand hangs together" in made.notes[1]


def test_money_of_different_currencies_is_not_subtracted(counted: Store) -> None:
    row = compared(counted, Asked(players=("ana",), stakes=("0.50 EUR",), sites=("room",)), "stakes=USD")[
        "net_per_hand"
    ]
    assert (row["a_value"], row["b_value"], row["difference"], row["difference_low"]) == (
        pytest.approx(11 / 3),
        1.0,
        None,
        None,
    )


def test_different_rooms_are_compared_only_when_asked_for(counted: Store) -> None:
    made = comparison(counted, Asked(players=("ana",), sites=("room",)), ["site=other"], {})
    assert "The two are under different rule sets: royalties and points are not worth the same in them." in made.notes
    with pytest.raises(ValueError, match="nothing to compare: A has hands under r; B has no hands"):
        comparison(counted, Asked(players=("ana",), sites=("room",)), ["dates=2025"], {})


@pytest.mark.parametrize(
    ("low", "high", "n", "is_shared", "reading"),
    [
        (0.1, 0.2, (100, 100), False, HIGHER),
        (-0.2, -0.1, (100, 100), False, LOWER),
        (-0.1, 0.2, (100, 100), False, NOT_TOLD),
        (0.0, 0.2, (100, 100), False, NOT_TOLD),
        (0.1, 0.2, (99, 100), False, FEW),
        (0.1, 0.2, (100, 100), True, SHARED),
    ],
)
def test_what_is_read_from_an_interval(
    low: float, high: float, n: tuple[int, int], is_shared: bool, reading: str
) -> None:
    assert read_from(Difference((low + high) / 2, low, high), n, is_shared) == reading


def test_filters_are_changed_one_by_one() -> None:
    asked = Asked(players=("ana",), since="2026-01", until="2026-02", state="normal")
    assert changed(asked, ["player=bo"]) == Asked(players=("bo",), since="2026-01", until="2026-02", state="normal")
    assert changed(asked, ["dates=2026-03..2026-04"]).since == "2026-03"
    assert changed(asked, ["dates=2026-03..2026-04"]).until == "2026-04"
    assert changed(asked, ["dates=2026-03"]).until == "2026-03"
    assert changed(asked, ["dates=2026-03.."]).until is None
    assert changed(asked, ["state=fantasy", "seats=2,3"]) == Asked(
        players=("ana",), since="2026-01", until="2026-02", state="fantasy", seats=(2, 3)
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "player",
            "--compare player: write FILTER=VALUE, such as player=Bo or dates=2026-02 or dates=2026-01..2026-03",
        ),
        ("players=bo", "--compare players=bo: no filter 'players'; near it: player"),
        ("state=any", "--compare state=any: allowed is state=normal or fantasy"),
        ("seats=x", "--compare seats=x: write numbers with commas between them, such as seats=2,3"),
    ],
)
def test_a_filter_that_is_none_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError) as caught:
        changed(Asked(), [text])
    assert str(caught.value) == why
