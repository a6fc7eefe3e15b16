"""The command `ofc`, run in this process: its exit status, standard output and standard error."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ofc_audit.cli.main import run_command
from report.examples import EVERYTHING, NAME, write_store


@dataclass(frozen=True)
class Ran:
    """What became of a command."""

    status: int
    out: str
    err: str


Ofc = Callable[..., Ran]


@pytest.fixture
def ofc(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Ofc:
    """Runs `ofc` with the words given and `stdin` as its standard input, at 80 columns."""

    def run(*words: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        capfdbinary.readouterr()
        status = run_command(list(words))
        out, err = capfdbinary.readouterr()
        return Ran(status, out.decode("utf-8"), err.decode("utf-8"))

    return run


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `hands.txt` and its results in `out`; not to be changed."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / NAME).write_text(EVERYTHING, "utf-8")
    write_store(folder / "out", EVERYTHING, NAME)
    return folder


@pytest.fixture
def results(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder as the working directory."""
    monkeypatch.chdir(made)
    return made
