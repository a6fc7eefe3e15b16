"""Whatever stands in a user's file: it is a rule set, or errors that name the file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ofc_audit.rulesets import RuleSet, all_parameters, describe, load_rules, text_value
from ofc_audit.rulesets.load import _complete
from ofc_audit.rulesets.parse import parse_file

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=10**4400, max_value=10**4400 + 1),
    st.floats(),
    st.dates(),
    st.datetimes(),
    st.times(),
    st.text(max_size=8),
    st.sampled_from(["unknown", "none", "1-6", "2-4", "american", "50.00", "0.03", "true"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ENTRIES = st.one_of(
    VALUES,
    st.fixed_dictionaries({"value": VALUES, "source": st.just("the lobby")}),
    st.fixed_dictionaries({"value": VALUES}, optional={"source": VALUES, "note": VALUES, "why": VALUES}),
)
KEYS = st.sampled_from(
    [*all_parameters(), "score.fun", "royalties.russian.middle", "royalties.mine.top", "options.one_hand.true"]
)


def parsed(raw: dict[str, Any]) -> RuleSet | list[str]:
    parent = load_rules()["pokerbet"]
    file = parse_file({"id": "mine", "title": "Mine", **raw}, "mine", "mine.toml", parent, list(load_rules()))
    rules = _complete(file, parent)
    return file.problems or rules


@settings(max_examples=300, deadline=None)
@given(KEYS, ENTRIES)
def test_one_entry_is_taken_or_refused_with_its_key(key: str, entry: Any) -> None:
    raw: Any = entry
    for part in reversed(key.split(".")):
        raw = {part: raw}
    result = parsed(raw)
    if isinstance(result, list):
        # The name of a key of a section that is not there is the section's own.
        assert all(isinstance(problem, str) and ": " in problem for problem in result)
        assert any(key.split(".")[0] in problem for problem in result)
    else:
        assert len(result.digest) == 64
        assert all(row.sentence for row in describe(result))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["sites", "basis", "dates", "options", "royalties", "deal", "colour"]), VALUES)
def test_whole_tables_and_headings_are_taken_or_refused(key: str, value: Any) -> None:
    result = parsed({key: value})
    assert isinstance(result, RuleSet) or all(key in problem for problem in result)


@settings(max_examples=200, deadline=None)
@given(
    st.fixed_dictionaries({}, optional={"instead_of": VALUES | st.just("pokerbet"), "from": VALUES, "until": VALUES})
)
def test_dates_are_taken_or_refused(dates: dict[str, Any]) -> None:
    result = parsed({"dates": dates})
    assert isinstance(result, RuleSet) or all(problem.startswith("dates") for problem in result)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_as_a_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(ValueError) as caught:
        load_rules([tmp_path])
    assert str(caught.value).startswith(f"{tmp_path}/mine.toml: ")


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([*all_parameters(), "royalties.russian.middle.flush"]), st.text(max_size=12))
def test_any_text_as_a_value(key: str, text: str) -> None:
    rules = load_rules()["pokerbet"]
    assert refusal(lambda: text_value(key, text, rules)).startswith((f"{key}: ", "nothing"))
    assert refusal(lambda: rules.with_values({key: text_value(key, text, rules)}, "--set")).startswith(
        (f"{key}: ", "nothing", "deal.", "fantasyland.cards: ", "board.")
    )


def refusal(call: Callable[[], object]) -> str:
    """The words of the ValueError, or `nothing`."""
    try:
        call()
    except ValueError as error:
        return str(error)
    return "nothing"
