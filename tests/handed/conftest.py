"""Where the hands and oracles kept outside the project are; tests that need them are skipped where they are absent."""

import os
from pathlib import Path

import pytest


def shared_dir() -> Path:
    """The folder that `OFC_SHARED` names, else `shared` beside the checkout. It may not exist."""
    named = os.environ.get("OFC_SHARED")
    return Path(named) if named else Path(__file__).resolve().parents[3] / "shared"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips what is marked `handed` where the folder is absent."""
    if not shared_dir().is_dir():
        for item in items:
            if item.get_closest_marker("handed"):
                item.add_marker(pytest.mark.skip(reason=f"no folder {shared_dir()}"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of hands and oracles."""
    return shared_dir()
