"""The command run in this process, and one set of results that is built once."""

from pathlib import Path

import pytest

from cli.conftest import ofc as ofc
from ofc_audit.warehouse.build import build

SAMPLE = Path(__file__).resolve().parents[2] / "sample_histories" / "pokerbet" / "scoop-with-royalties" / "hands.txt"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of one sample, in which one hand is wrong; not to be changed."""
    out = tmp_path_factory.mktemp("contracts") / "out"
    build([str(SAMPLE)], out, threads=1)
    return out
