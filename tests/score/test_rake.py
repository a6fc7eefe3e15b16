"""Rake: rate, rounding, least and most, to the ten-thousandth; what an unknown parameter leaves unknown."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_audit.money import NULL, amount_text, amount_units
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.rake import NO_RAKE, Rake, rake_of, rake_rule
from ofc_audit.score.settlement import MAX_AMOUNT

KNOWN = {"when": "hand", "from": "net_winners", "rate": "0.03", "rounding": "half_up", "unit": "0.10"}
KNOWN |= {"minimum": "none", "cap": "none", "free": "none"}


def raked(**changes: Any) -> RuleSet:
    """Pokerbet with a rake of 3 %, rounded half up to 0.10, with parameters changed."""
    values = {f"settlement.rake_{key}": value for key, value in (KNOWN | changes).items()}
    return load_rules()["pokerbet"].with_values(values, "a test")


def rake(gross: str, **changes: Any) -> str:
    """The rake of one amount as text, `unknown` where it is not known."""
    (found,) = rake_of(np.array([amount_units(gross)]), raked(**changes)).tolist()
    return "unknown" if found == NULL else amount_text(found)


def test_rule() -> None:
    assert rake_rule(raked()) == Rake(300, "half_up", 1000, 0, 0)
    assert rake_rule(raked(minimum="0.50", cap="10.00", rounding="up", rate="0.0125")) == Rake(
        125, "up", 1000, 5000, 100_000
    )


@pytest.mark.parametrize(
    ("rounding", "gross", "want"),
    [
        ("half_up", "1.66", "0.00"),  # 0.0498
        ("half_up", "1.6666", "0.00"),  # 0.049998
        ("half_up", "1.6667", "0.10"),  # 0.050001
        ("half_up", "5.00", "0.20"),  # 0.15
        ("half_up", "4.99", "0.10"),
        ("up", "0.0001", "0.0001"),  # never more than is won
        ("up", "10.00", "0.30"),
        ("up", "10.0001", "0.40"),
        ("up", "3.3333", "0.10"),  # 0.099999
        ("down", "6.6666", "0.10"),
        ("down", "6.6667", "0.20"),
    ],
)
def test_rounding(rounding: str, gross: str, want: str) -> None:
    assert rake(gross, rounding=rounding) == want


def test_half_up_to_an_odd_unit() -> None:
    # Half of 3 ten-thousandths is 1.5: 0.03 × 0.0050 is 1.5 of them.
    assert rake("0.0050", unit="0.0003") == "0.0003"
    assert rake("0.0049", unit="0.0003") == "0.00"
    assert rake("0.0016", unit="0.0001") == "0.00"  # 0.48
    assert rake("0.0017", unit="0.0001") == "0.0001"  # 0.51


def test_not_rounded() -> None:
    plain = {"rounding": "none", "unit": "none"}
    assert rake("17.00", **plain) == "0.51"
    assert rake("0.01", **plain) == "0.0003"
    assert rake("0.0101", **plain) == "unknown"
    assert rake("0.0101", **plain, cap="0.0003") == "0.0003"
    assert rake("0.0101", **plain, minimum="0.0004") == "0.0004"
    assert rake("0.0101", **plain, minimum="0.0003") == "unknown"


def test_least_and_most() -> None:
    assert rake("1.00", minimum="0.25") == "0.25"
    assert rake("0.20", minimum="0.25") == "0.20"
    assert rake("10.00", minimum="0.25") == "0.30"
    assert [rake(gross, cap="10.00") for gross in ("330.00", "333.00", "900.00")] == ["9.90", "10.00", "10.00"]
    assert rake("5000.00", cap="10.00", minimum="20.00") == "10.00"


def test_wins_that_are_free_of_rake() -> None:
    free = {"free": "0.50", "rounding": "up", "unit": "0.01", "minimum": "0.05"}
    assert rake("0.50", **free) == "0.00"
    assert rake("0.51", **free) == "0.05"
    assert rake("0.51", **(free | {"free": "unknown"})) == "unknown"


def test_losers_and_unknown_amounts() -> None:
    found = rake_of(np.array([[-170_000, 0], [NULL, 170_000]]), raked())
    assert found.tolist() == [[0, 0], [NULL, 5000]]


@pytest.mark.parametrize("key", sorted(KNOWN))
def test_an_unknown_parameter(key: str) -> None:
    rules = raked(**{key: "unknown"})
    assert rake_rule(rules) is None
    loser = NULL if key == "from" else 0
    assert rake_of(np.array([170_000, 0, -170_000]), rules).tolist() == [NULL, loser, loser]


@pytest.mark.parametrize("changes", [{"when": "match_end"}, {"unit": "none"}], ids=["at match end", "no unit"])
def test_what_one_hand_does_not_tell(changes: dict[str, str]) -> None:
    assert rake_of(np.array([170_000, -170_000]), raked(**changes)).tolist() == [NULL, 0]


@pytest.mark.parametrize("changes", [{"when": "none"}, {"from": "nobody"}, {"rate": "0"}, {"rate": "0.0000"}])
def test_no_rake_whatever_else_is_unknown(changes: dict[str, str]) -> None:
    rules = raked(**(dict.fromkeys(KNOWN, "unknown") | changes))
    assert rake_rule(rules) == NO_RAKE
    assert rake_of(np.array([170_000, NULL, -1]), rules).tolist() == [0, 0, 0]


@given(
    gross=st.one_of(st.integers(1, MAX_AMOUNT), st.integers(1, 10**6)),
    rate=st.integers(1, 9999),
    unit=st.one_of(st.integers(1, 20_000), st.integers(1, MAX_AMOUNT)),
    rounding=st.sampled_from(["half_up", "up", "down"]),
)
def test_exact_against_fractions(gross: int, rate: int, unit: int, rounding: str) -> None:
    rules = raked(rate=amount_text(rate), unit=amount_text(unit), rounding=rounding)
    units = Fraction(gross * rate, 10_000 * unit)
    lower = units.numerator // units.denominator
    upper = -(-units.numerator // units.denominator)
    want = {"up": upper, "down": lower, "half_up": (2 * units + 1) // 2}[rounding] * unit
    assert rake_of(np.array([gross]), rules).tolist() == [min(int(want), gross)]
