"""Some hundreds of damaged workbooks, databases and Parquet files. The long run is `make fuzz`."""

import pytest

from fuzz.containers import form_law, form_of, forms, fuzz_form, packed_law
from fuzz.rounds import Tally

SEED = 0
INPUTS = {"xlsx": 120, "sqlite": 150, "parquet": 300}


@pytest.mark.parametrize("name", forms())
def test_no_damaged_file_breaks_a_law(name: str) -> None:
    tally = fuzz_form(name, SEED, 0, INPUTS[name], alone_every=50)
    assert not tally.failures, "\n".join(f"{failure.law}\n  {failure.again}" for failure in tally.failures)
    assert tally.inputs == INPUTS[name]
    # Damage that leaves hands, and damage that takes them: both are there in numbers.
    assert tally.hands > INPUTS[name] // 10
    assert tally.rejects > INPUTS[name] // 3


@pytest.mark.parametrize("name", forms())
def test_the_files_to_damage_are_good(name: str) -> None:
    for data in form_of(name).files:
        tally = Tally()
        assert form_law(name, data, tally) is None
        assert packed_law(data) is None
        assert tally.hands >= 1
        assert tally.rejects == 0
