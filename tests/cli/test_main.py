import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit import __version__

COMMANDS = ("run", "watch", "audit", "stats", "explain", "score", "checks", "rules")


def _start(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "ofc_audit", *words], capture_output=True, check=False)


def test_help_names_every_command(ofc: Ofc) -> None:
    ran = ofc("--help")
    assert (ran.status, ran.err) == (0, "")
    for command in COMMANDS:
        assert f"\n  {command} " in ran.out
    assert "Exit status: 0 nothing wrong; 1 findings or rejected hands" in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_of_80_columns(ofc: Ofc, command: str) -> None:
    ran = ofc(command, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"Usage: ofc {command} ")
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_help_needs_nothing_heavy() -> None:
    code = (
        "import sys; from ofc_audit.cli.main import run_command; run_command(['--help']); "
        "print([name for name in ('numpy', 'pyarrow', 'duckdb', 'polars', 'jinja2') if name in sys.modules])"
    )
    started = time.perf_counter()
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.decode()
    assert out.splitlines()[-1] == "[]"
    assert time.perf_counter() - started < 5


def test_the_version(ofc: Ofc) -> None:
    ran = ofc("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"ofc-audit {__version__}\n", "")


def test_no_words_show_the_help_and_are_wrong_use(ofc: Ofc) -> None:
    ran = ofc()
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("Usage: ofc [OPTIONS] COMMAND")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("scoer",), "ofc: No such command 'scoer'. Did you mean 'score', 'rescore', 'convert'? See: ofc --help\n"),
        (("audit",), "ofc: Missing argument 'PATH…|DIR'. See: ofc audit --help\n"),
        (("run", "x"), "ofc: Missing option '--out'. See: ofc run --help\n"),
        (
            ("stats", "x", "--hosts"),
            "ofc: No such option: --hosts (Possible options: --seats, --sort, --stakes) See: ofc stats --help\n",
        ),
        (
            ("checks", "--format", "xml"),
            "ofc: Invalid value for '--format' / '-f': 'xml' is not one of 'table', 'json', 'csv', 'md'."
            " See: ofc checks --help\n",
        ),
    ],
)
def test_wrong_use_is_one_line_and_status_2(ofc: Ofc, words: tuple[str, ...], message: str) -> None:
    ran = ofc(*words)
    assert (ran.status, ran.out, ran.err) == (2, "", message)


def test_a_file_that_looks_like_an_option_is_told_how_to_name(
    ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-dash.txt").write_text("x")
    ran = ofc("run", "-dash.txt", "--out", "o")
    assert (ran.status, ran.err) == (
        2,
        "ofc: No such option: -d; the file is named as ./-dash.txt. See: ofc run --help\n",
    )


def test_an_interrupt_is_status_130(ofc: Ofc, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ofc_audit.report.catalogue.check_rows", interrupted)
    ran = ofc("checks")
    assert (ran.status, ran.out, ran.err) == (130, "", "ofc: interrupted\n")


def test_a_closed_pipe_ends_without_a_word() -> None:
    code = "from ofc_audit.cli.main import main; main()"
    words = [sys.executable, "-c", code, "rules", "show", "pokerbet"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        assert (process.wait(), err) == (0, b"")


def test_output_is_utf8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "0")
    ran = _start("checks")
    assert ran.returncode == 0
    assert "what holds · what it protects you from" in ran.stdout.decode("utf-8")
