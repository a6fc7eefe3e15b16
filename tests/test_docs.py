"""The documents hold: README's commands print what it shows, and the generated pages are those of the sources."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
ELISION = "…"
"""A line of this alone in a shown output stands for any lines."""


def generated_pages() -> dict[str, str]:
    spec = spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.pages())


@pytest.mark.parametrize(
    "name", ["tables.md", "checks.md", "rules.md", "faults.md", "convert.md", "contracts.md", "table-fields.md"]
)
def test_generated_page_is_that_of_the_sources(name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == generated_pages()[name], "run: make docs"


def sessions() -> Iterator[tuple[str, str]]:
    """(command, output shown) of every `$` line in README's blocks marked console."""
    for block in re.findall(r"^```console\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def matches(shown: str, printed: str) -> bool:
    """Whether the output is the one shown, with any lines where the elision stands; trailing blanks aside."""
    lines = [line.rstrip() for line in shown.rstrip("\n").split("\n")]
    pattern = "\n".join(r"(?:.*\n)*.*" if line == ELISION else re.escape(line) for line in lines)
    text = "\n".join(line.rstrip() for line in printed.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, text) is not None


def test_elision_stands_for_any_lines_and_nothing_else() -> None:
    assert matches("a\n…\nd", "a\nb\nc\nd\n")
    assert matches("a", "a  \n")
    assert not matches("a\n…\nd", "a\nb\n")
    assert not matches("a.c", "abc")


@pytest.mark.parametrize(("command", "shown"), list(sessions()), ids=lambda text: text[:60])
def test_readme_command_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    # In a folder with links to what the commands read, so that what they write stays out of the checkout.
    for name in ("sample_histories", "schemas"):
        (tmp_path / name).symlink_to(ROOT / name)
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "120",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode in (0, 1), done.stderr
    assert matches(shown, done.stdout), done.stdout


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def test_every_make_target_named_in_the_documents_exists() -> None:
    for page in ("README.md", "CHANGELOG.md", "DECISIONS.md"):
        named = re.findall(r"`make ([a-z]+)`|^make ([a-z]+)", (ROOT / page).read_text("utf-8"), re.MULTILINE)
        assert {one or other for one, other in named} <= make_targets(), page


def test_readme_leads_with_run_and_test() -> None:
    first = re.search(r"^```sh\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert first is not None
    assert [shlex.split(line, comments=True) for line in first.group(1).splitlines()][:2] == [
        ["make", "run"],
        ["make", "test"],
    ]


def commands_of_the_program() -> set[str]:
    from ofc_audit.cli.main import app

    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    return {name.replace("_", "-") for name in names} | {str(group.name) for group in app.registered_groups}


def test_readme_lists_every_command() -> None:
    table = re.findall(r"^\| `ofc ([a-z-]+)", README.read_text("utf-8"), re.MULTILINE)
    assert set(table) == commands_of_the_program()


def test_locks_pin_everything_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = {
        "requirements.lock": project["project"]["dependencies"] + project["build-system"]["requires"],
        "requirements-dev.lock": project["project"]["dependencies"] + project["dependency-groups"]["dev"],
        "requirements-mutants.lock": project["dependency-groups"]["mutants"],
        "requirements-bench.lock": project["dependency-groups"]["bench"],
        "requirements-fuzz.lock": project["dependency-groups"]["fuzz"],
        "requirements-cluster.lock": project["dependency-groups"]["cluster"],
    }
    for lock, names in asked.items():
        text = (ROOT / lock).read_text("utf-8")
        pinned = set(re.findall(r"^([a-z0-9.-]+)==", text, re.MULTILINE))
        assert {re.split(r"[<>=~! ]", name)[0].lower().replace("_", "-") for name in names} <= pinned, lock
        assert len(re.findall(r"^\S+==\S+ \\$", text, re.MULTILINE)) == len(pinned), f"{lock}: a pin without a hash"
        assert "://" not in text, f"{lock} names an address"


def test_continuous_integration_calls_the_test_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "exec make test\n" in script.read_text("utf-8")
