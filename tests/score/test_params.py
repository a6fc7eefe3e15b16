"""Parameters as the scorer asks for them: of the kind it needs, None for unknown, everything else an error that names the key."""

from collections.abc import Callable
from typing import Any

import pytest

from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.params import counts, flag, whole, word
from score.scoring import rules_like

KEY = "score.row_points"


@pytest.mark.parametrize(
    ("read", "value", "wanted"),
    [
        (whole, "1", "a whole number is needed"),
        (whole, True, "a whole number is needed"),
        (whole, {"QQ": 14}, "a whole number is needed"),
        (flag, 1, "true or false is needed"),
        (flag, "yes", "true or false is needed"),
        (word, 1, "a word is needed"),
        (word, False, "a word is needed"),
        (counts, 14, "a table of whole numbers is needed"),
        (counts, UNKNOWN, "a table of whole numbers is needed"),
    ],
)
def test_another_kind_of_value_is_an_error_with_the_key(read: Callable[..., Any], value: Any, wanted: str) -> None:
    with pytest.raises(TypeError) as error:
        read(rules_like(changed={KEY: value}), KEY)
    assert str(error.value) == f"pokerbet: {KEY} is {value!r}; {wanted}"


def test_values_of_the_kind_asked_for() -> None:
    assert whole(rules_like(changed={KEY: 0}), KEY) == 0
    assert flag(rules_like(changed={KEY: False}), KEY) is False
    assert word(rules_like(changed={KEY: "none"}), KEY) == "none"
    assert counts(rules_like(changed={KEY: {"QQ": 14, "trips": UNKNOWN}}), KEY) == {"QQ": 14, "trips": None}
    assert [read(rules_like(changed={KEY: UNKNOWN}), KEY) for read in (whole, flag, word)] == [None] * 3
