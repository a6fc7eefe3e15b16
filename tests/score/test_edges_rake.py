"""Rake at the last ten-thousandth: what is just over a unit, the smallest cap, and no rake as it is told."""

import numpy as np

from ofc_audit.score.rake import Rake, rake_of, rake_rule, taken
from score.test_rake import rake, raked


def test_no_rake_is_none_of_anything() -> None:
    assert rake_rule(raked(when="none")) == Rake(rate=0, rounding="none", unit=0, minimum=0, cap=0)
    assert Rake(300) == Rake(rate=300, rounding="none", unit=0, minimum=0, cap=0, free=0, base="gross")
    nothing = rake_of(np.array([10, -10, 0]), raked(when="none"))
    assert nothing.dtype == np.int64
    assert nothing.tolist() == [0, 0, 0]


def test_the_least_above_a_unit_is_rounded_up() -> None:
    # 1 % of 10.01 is 0.1001: one ten-thousandth over a unit of 0.10.
    assert rake("10.01", rate="0.01", rounding="up") == "0.20"
    assert rake("10.00", rate="0.01", rounding="up") == "0.10"
    # 0.01 % of 1000.0001 is 0.10000001: a ten-thousandth of a ten-thousandth over it.
    assert rake("1000.0001", rate="0.0001", rounding="up") == "0.20"
    assert rake("1000.00", rate="0.0001", rounding="up") == "0.10"


def test_the_smallest_cap_settles_what_is_not_rounded() -> None:
    assert rake("1.6667", rounding="none", cap="0.0001") == "0.0001"
    assert rake("1.6667", rounding="none", cap="0.0002") == "0.0002"
    assert rake("1.6667", rounding="none") == "unknown"


def test_a_rate_of_what_the_rake_leaves() -> None:
    """Of 105.00 a rake of 5 % of the rest takes 5.00, and 100.00 are left; of the whole it takes 5.25."""
    gross = np.array([1_050_000, 1_049_999, -1_050_000, 0])
    assert taken(gross, Rake(500, "down", 1, base="net")).tolist() == [50_000, 49_999, 0, 0]
    assert taken(gross, Rake(500, "down", 1)).tolist() == [52_500, 52_499, 0, 0]
    assert taken(gross, Rake(500, base="net")).tolist()[:1] == [50_000]
    # 5 % of the rest of 0.0010 is 10 / 21 ten-thousandths, of 0.0011 11 / 21: half of one lies between them.
    assert taken(np.array([10, 11]), Rake(500, "half_up", 1, base="net")).tolist() == [0, 1]
    assert taken(np.array([9, 10]), Rake(500, "half_up", 1)).tolist() == [0, 1]


def test_nothing_is_taken_of_who_wins_nothing_whatever_the_least_is() -> None:
    assert taken(np.array([-5, 0, 1, 20]), Rake(300, "up", 1, minimum=10)).tolist() == [0, 0, 1, 10]
