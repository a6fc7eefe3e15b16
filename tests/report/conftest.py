"""A small output folder for the tests of the report, in a folder of its own that is the working directory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ofc_audit.report.groups import MARTS
from ofc_audit.report.store import Store, open_store
from report.counted_hands import counted_hands
from report.examples import EVERYTHING, NAME, write_store


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `hands.txt` and, made of it, `out`."""
    folder = tmp_path_factory.mktemp("report")
    (folder / NAME).write_text(EVERYTHING, "utf-8")
    write_store(folder / "out", EVERYTHING, NAME)
    return folder


@pytest.fixture
def store(results: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The results, opened where they were made."""
    monkeypatch.chdir(results)
    with open_store(Path("out")) as opened:
        yield opened


@pytest.fixture(scope="session")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The ten hands of `counted_hands`; not to be changed."""
    return counted_hands(
        tmp_path_factory.mktemp("counted"), marts=["player_stats", *(mart for mart, _ in MARTS.values())]
    )
