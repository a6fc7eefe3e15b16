"""Amounts are exact, and one that is written otherwise is refused, never taken for another."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from read.dirt.hands import T0, Hand
from read.dirt.spelling import Format
from read.text_hands import Read

Reads = Callable[..., Read]
ODD = (
    "1\u00a0430,50",
    "17,00",
    "1.430,50",
    "1 430.50",
    "1,430.50",
    "1e3",
    "0x10",
    "17.00.00",
    "1'430.50",
    "१७",
    "",
    "17.00001",
    "inf",
)
"""No amount of the format: not one of them may be read as any number."""


@pytest.mark.parametrize("what", ["net", "point_value", "stack"])
def test_an_amount_that_is_none_costs_its_hand(form: Format, read: Reads, what: str) -> None:
    if ("stacks" if what == "stack" else "money") not in form.says or (form.name, what) == ("table", "point_value"):
        # The mapping of a table states the price per point.
        return
    odd = [text for text in ODD if (form.name, text) not in KEPT]
    hands = []
    for n, text in enumerate(odd, 1):
        good = T0.but(number=2 * n)
        spoilt = good.but(point_value=text) if what == "point_value" else good.but(0, **{what: text})
        hands += [spoilt.but(number=2 * n - 1), good]
    result = read(form.file(*hands))
    assert result.ids == [form.hand_id(good) for good in hands[1::2]]
    assert (result.n_found, len(result.reasons)) == (len(hands), len(odd))


KEPT = {("table", "1e3"), ("table", "")}
"""A spreadsheet writes large numbers so, and an empty cell is unknown."""


def at_two_cents(hand: Hand) -> Hand:
    return hand.but(point_value="0.02").but(0, net="0.34").but(1, net="-0.34")


def test_cents_are_exact(form: Format, read: Reads) -> None:
    if "money" not in form.says or form.name == "table":
        # The mapping of a table states the price per point.
        return
    result = read(form.file(at_two_cents(T0)))
    assert result.column("hands", "point_value") == [Decimal("0.0200")]
    assert result.column("claims", "net") == [Decimal("0.3400"), Decimal("-0.3400")]


@pytest.mark.parametrize("amount", ["0.0001", "0.1", "99999999999999.9999", "12345678901234.5678"])
def test_no_amount_passes_through_binary_floating_point(form: Format, read: Reads, amount: str) -> None:
    if "money" not in form.says:
        return
    result = read(form.file(T0.but(0, net=amount).but(1, net=f"-{amount}")))
    assert result.column("claims", "net") == [Decimal(amount), -Decimal(amount)]


def test_points_and_money_of_a_capped_hand_stay_apart(form: Format, read: Reads) -> None:
    if "money" not in form.says:
        return
    result = read(form.file(T0.but(1, stack="10.00", net="-10.00").but(0, net="10.00")))
    assert result.column("claims", "points") == [17, -17]
    assert result.column("claims", "net") == [Decimal("10.0000"), Decimal("-10.0000")]
