"""Intervals at 95 % for one figure and for the difference of two.

Of rates: Wilson's, and for a difference Newcombe's, which is made of the two (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10). Of
means: Student's, and for a difference Welch's (B. L. Welch, Biometrika 34, 1947), which takes each sample with its own spread.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, inf, lgamma, log, sqrt

SURE = 0.975
"""The share of a distribution below the upper end of its 95 % interval."""
_NORMAL = 1.959963984540054


@dataclass(frozen=True)
class Rate:
    """A share with the ends of its interval, and of how many."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Mean:
    """A mean with its standard error, and of how many."""

    value: float
    error: float
    n: int


@dataclass(frozen=True)
class Difference:
    """The first less the second, with the ends of its interval."""

    value: float
    low: float
    high: float


def newcombe(a: Rate, b: Rate) -> Difference:
    """The difference of two rates of samples that have nothing to do with each other."""
    value = a.value - b.value
    below = sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    above = sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    return Difference(value, value - below, value + above)


def welch(a: Mean, b: Mean) -> Difference | None:
    """The difference of two means of such samples; None where one of them has fewer than two."""
    if min(a.n, b.n) < 2:
        return None
    value, square = a.value - b.value, a.error**2 + b.error**2
    if square == 0:
        return Difference(value, value, value)
    freedom = square**2 / (a.error**4 / (a.n - 1) + b.error**4 / (b.n - 1))
    half = student(freedom) * sqrt(square)
    return Difference(value, value - half, value + half)


def mean_interval(mean: Mean) -> tuple[float, float] | None:
    """The ends of the interval of a mean; None for fewer than two."""
    if mean.n < 2:
        return None
    half = student(mean.n - 1) * mean.error
    return mean.value - half, mean.value + half


@lru_cache(maxsize=4096)
def student(freedom: float) -> float:
    """How many standard errors make the 95 % interval with so many degrees of freedom, which need not be whole."""
    if freedom == inf:
        return _NORMAL
    low, high = _NORMAL, 13.0 if freedom >= 1 else 1e6
    for _ in range(80):
        middle = (low + high) / 2
        if _below(middle, freedom) < SURE:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _below(t: float, freedom: float) -> float:
    """The share of Student's distribution below `t`, which is positive."""
    return 1 - _beta_share(freedom / (freedom + t * t), freedom / 2, 0.5) / 2


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Its continued fraction, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 2000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / _not_zero(1 + even * d, tiny)
        c = _not_zero(1 + even / c, tiny)
        value *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / _not_zero(1 + odd * d, tiny)
        c = _not_zero(1 + odd / c, tiny)
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value


def _not_zero(value: float, tiny: float) -> float:
    return tiny if abs(value) < tiny else value
