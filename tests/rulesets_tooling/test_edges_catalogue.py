"""What the catalogue lets a parameter be, at its limits, and how it says so."""

from typing import Any

import pytest

from ofc_audit.rulesets import all_parameters
from ofc_audit.rulesets.catalogue import parameter


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("settlement.rake_rate", "1"),
        ("settlement.rake_rate", "1.0000"),
        ("settlement.rake_rate", "1.5"),
        ("fantasyland.cards_on_stay", "sometimes"),
        ("fantasyland.cards_on_stay", True),
        ("fantasyland.cards_on_stay", 99),
        ("tournament.places", []),
        ("tournament.places", "left_of_button"),
        ("tournament.places", ["left_of_button", "luck"]),
        ("tournament.places", ["left_of_button", "left_of_button"]),
        ("settlement.match_cap", "0"),
        ("settlement.match_cap", "0.00001"),
        ("deal.streets", []),
        ("deal.streets", 5),
    ],
)
def test_values_that_cannot_be(key: str, raw: Any) -> None:
    with pytest.raises(ValueError, match=r" is impossible; allowed: .* or \"unknown\"$"):
        all_parameters()[key].parse(raw)


@pytest.mark.parametrize(
    ("key", "raw", "value"),
    [
        ("settlement.rake_rate", "0.9999", "0.9999"),
        ("settlement.rake_rate", "0.0300", "0.03"),
        ("settlement.rake_rate", "0", "0"),
        ("fantasyland.cards_on_stay", "as_before", "as_before"),
        ("settlement.match_cap", "50", "50.00"),
        ("settlement.match_cap", "100", "100.00"),
        ("settlement.match_cap", "0.0001", "0.0001"),
        ("settlement.match_cap", "1.5", "1.50"),
        ("tournament.places", ["left_of_button"], ("left_of_button",)),
    ],
)
def test_one_spelling_for_each_value(key: str, raw: Any, value: object) -> None:
    assert all_parameters()[key].parse(raw) == value


def test_truths_in_words() -> None:
    equal = all_parameters()["board.equal_rows_legal"]
    assert (
        equal.sentence(True) == "Rows of equal strength are legal: only a row stronger than the one below it is a foul."
    )
    assert equal.sentence(False) == "A row must be weaker than the one below it: rows of equal strength are a foul."
    assert parameter("fantasyland.cards_on_stay").sentence(14) == "Whoever stays is dealt 14 cards."


def test_a_key_has_a_section_and_a_name() -> None:
    one = parameter("score.row_points")
    assert (one.section, one.name) == ("score", "row_points")
    with pytest.raises(ValueError, match=r'^unknown parameter; allowed: .*"row_points"'):
        parameter("score.row.points")
    with pytest.raises(ValueError, match=r'^unknown parameter; allowed: "score\.method"'):
        parameter("scores.method")


def test_a_key_like_none_is_told_all_there_are() -> None:
    with pytest.raises(ValueError, match=r'^unknown parameter; allowed: "deal\.players_min", "deal\.players_max"'):
        parameter("qqq")
