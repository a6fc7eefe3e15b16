"""Rake at the last ten-thousandth: what is just over a unit, the smallest cap, and no rake as it is told."""

import numpy as np

from ofc_audit.score.rake import Rake, rake_of, rake_rule
from score.test_rake import rake, raked


def test_no_rake_is_none_of_anything() -> None:
    assert rake_rule(raked(when="none")) == Rake(rate=0, rounding="none", unit=0, minimum=0, cap=0)
    assert Rake(300) == Rake(rate=300, rounding="none", unit=0, minimum=0, cap=0)
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
