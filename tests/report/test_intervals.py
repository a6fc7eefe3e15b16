"""Intervals against published figures."""

import pytest

from ofc_audit.report.intervals import Mean, Rate, mean_interval, newcombe, student, welch


@pytest.mark.parametrize(
    ("freedom", "t"),
    # The 97.5 % points of Student's distribution as tables print them.
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (1e9, 1.960)],
)
def test_students_points(freedom: float, t: float) -> None:
    assert student(freedom) == pytest.approx(t, abs=5e-4)


def test_newcombes_own_example() -> None:
    # 56 of 70 against 48 of 80 (Newcombe 1998, table II, example a, method 10): 0.0524 to 0.3339.
    a = Rate(0.8, 0.691832, 0.876950, 70)
    b = Rate(0.6, 0.490457, 0.700383, 80)
    found = newcombe(a, b)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_of_two_rates_the_other_way_round_the_difference_is_turned() -> None:
    a, b = Rate(0.1, 0.05, 0.19, 90), Rate(0.3, 0.2, 0.42, 70)
    one, other = newcombe(a, b), newcombe(b, a)
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


def test_welchs_difference() -> None:
    # Means 27 and 24 with standard errors 1 and 2, of 10 and 20: 25/(1/9 + 16/19) = 26.222 degrees of freedom, t = 2.0547.
    found = welch(Mean(27.0, 1.0, 10), Mean(24.0, 2.0, 20))
    assert found is not None
    half = 2.0547 * 5**0.5
    assert (found.value, found.low, found.high) == pytest.approx((3.0, 3 - half, 3 + half), abs=1e-3)


def test_one_hand_has_no_spread() -> None:
    assert welch(Mean(5.0, 0.0, 1), Mean(4.0, 1.0, 50)) is None
    assert mean_interval(Mean(5.0, 0.0, 1)) is None
    assert mean_interval(Mean(5.0, 2.0, 11)) == pytest.approx((0.5437, 9.4563), abs=1e-4)
    same = welch(Mean(5.0, 0.0, 3), Mean(4.0, 0.0, 3))
    assert same is not None
    assert (same.low, same.high) == (1.0, 1.0)
