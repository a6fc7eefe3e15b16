"""Each case of the dirty inputs is shown by a test in each form that can carry it: `cases.toml` says which, and is held to the tests there are."""

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from read.dirt.spelling import FORMATS
from read.dirt.tables import TABLE_FORMS

HERE = Path(__file__).parent
TESTS = HERE.parent.parent
MATRIX = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))
FORMS = {form: group for group, forms in MATRIX["groups"].items() for form in forms}
SAYS = {"17": {"money", "stacks"}, "20": {"money"}, "22": {"money"}}
"""What a record has to tell for a case, one of it."""


def entry(case: str, form: str) -> Any:
    """What the matrix says of a case in a form."""
    said = MATRIX["cases"][case]
    return said.get(form, said.get(FORMS[form]))


@cache
def functions(path: Path) -> dict[str, ast.FunctionDef]:
    """The tests of a file."""
    found = ast.parse(path.read_text("utf-8")).body
    return {one.name: one for one in found if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")}


def test_the_forms_are_those_that_are_read() -> None:
    assert set(FORMS) == set(FORMATS) - {"table"} | set(TABLE_FORMS) | {"swc_dealer"}


@pytest.mark.parametrize("case", MATRIX["cases"])
def test_a_case_has_a_test_or_a_reason_in_every_form(case: str) -> None:
    unknown = set(MATRIX["cases"][case]) - {"what"} - set(FORMS) - set(FORMS.values())
    assert unknown == set()
    for form in FORMS:
        said = entry(case, form)
        if isinstance(said, dict):
            assert list(said) == ["no"], form
            assert said["no"], form
            continue
        for test in [said] if isinstance(said, str) else said or [""]:
            name, _, function = test.partition("::")
            path = TESTS.parent / name if name.startswith("tests/") else HERE / name
            assert path.is_file(), f"case {case}, {form}: {test}"
            assert function in functions(path), f"case {case}, {form}: {test}"


@pytest.mark.parametrize("case", SAYS)
def test_a_form_carries_what_it_tells(case: str) -> None:
    carried = {form for form in FORMATS if form != "table" and not isinstance(entry(case, form), dict)}
    assert carried == {form for form, one in FORMATS.items() if form != "table" and one.says & SAYS[case]}


def test_every_test_of_the_dealers_lines_is_of_a_case() -> None:
    said = [entry(case, "swc_dealer") for case in MATRIX["cases"]]
    named = {
        test.partition("::")[2]
        for one in said
        if not isinstance(one, dict)
        for test in ([one] if isinstance(one, str) else one)
    }
    assert set(functions(HERE / "test_dealer.py")) <= named
