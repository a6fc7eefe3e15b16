"""Twenty thousand mutants for each reader, and the laws that hold for all of them. The long run is `make fuzz`."""

import pytest

from fuzz.rounds import fuzz
from fuzz.targets import TARGETS

SEED = 0
INPUTS = {"swc_capture": 15_000, "swc_dealer": 5_000}
"""Where it is not 20,000: one reader takes the tracker's records and the dealer's words."""
SLICE = 5_000
PARTS = [(name, first) for name in TARGETS for first in range(0, INPUTS.get(name, 20_000), SLICE)]
ALONE_EVERY = 1000
BETWEEN = 4
"""Mutants between two good hands; in the long run there is one."""


@pytest.mark.parametrize(("name", "first"), PARTS)
def test_no_input_breaks_a_law(name: str, first: int) -> None:
    tally = fuzz(name, SEED, first, SLICE, ALONE_EVERY, BETWEEN)
    assert not tally.failures, "\n".join(f"{failure.law}\n  {failure.again}" for failure in tally.failures)
    assert tally.inputs == SLICE
    # Damage that no reader takes for a hand, and damage that leaves one: both are there in numbers.
    assert tally.hands > SLICE // 20
    assert tally.rejects > SLICE // 3


def test_every_reader_has_good_hands_to_damage() -> None:
    for target in TARGETS.values():
        assert len(target.seeds) >= 5, target.format
