"""Twenty thousand mutants for each reader, and the laws that hold for all of them. The long run is `make fuzz`."""

import pytest

from fuzz.rounds import fuzz
from fuzz.targets import TARGETS

SEED = 0
INPUTS, SLICES = 20_000, 4
ALONE_EVERY = 1000


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("name", list(TARGETS))
def test_no_input_breaks_a_law(name: str, part: int) -> None:
    count = INPUTS // SLICES
    tally = fuzz(name, SEED, part * count, count, ALONE_EVERY)
    assert not tally.failures, "\n".join(f"{failure.law}\n  {failure.again}" for failure in tally.failures)
    assert tally.inputs == count
    # Damage that no reader takes for a hand, and damage that leaves one: both are there in numbers.
    assert tally.hands > count // 20
    assert tally.rejects > count // 3


def test_every_reader_has_good_hands_to_damage() -> None:
    for target in TARGETS.values():
        assert len(target.seeds) >= 5, target.format
