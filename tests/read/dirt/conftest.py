"""Each test of the dirty inputs is run in every format."""

from collections.abc import Callable
from pathlib import Path

import pytest

from read.dirt.spelling import FORMATS, Format, reading
from read.text_hands import Read


@pytest.fixture(params=list(FORMATS))
def form(request: pytest.FixtureRequest) -> Format:
    """A format; a test that a format cannot carry asks for the formats itself."""
    return FORMATS[request.param]


@pytest.fixture
def read(form: Format, tmp_path: Path) -> Callable[..., Read]:
    """Reads bytes of the format."""
    return reading(form, tmp_path)
