"""The layers of the package, and what keeps start-up quick: both are laws, so both are tested."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pipeline" / "ofc_audit"
HEAVY = {"duckdb", "polars", "pyarrow", "numpy", "sqlglot", "pandas", "great_expectations"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def top_level_imports(path: Path) -> set[str]:
    """Modules imported when the file is imported, not those inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                found |= {name.name for name in child.names}
            elif isinstance(child, ast.ImportFrom) and child.module:
                found.add(child.module)
    return found


def test_import_linter_keeps_every_contract() -> None:
    from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


def test_scorer_does_no_input_or_output() -> None:
    forbidden = {"open", "print", "input"}
    for path in (PACKAGE / "score").glob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & forbidden, path.name
        assert not {name.partition(".")[0] for name in top_level_imports(path)} & {"pathlib", "os", "io", "sys"}, (
            path.name
        )


def test_dependencies_are_what_the_package_imports() -> None:
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else name.name
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    declared = {re.split(r"[<>=]", name)[0].replace("-", "_") for name in asked}
    used = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names) - {"ofc_audit"}
    # Data for zoneinfo, on machines that have none: nothing imports it.
    assert declared - {"tzdata"} == used


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from ofc_audit.cli.main import run_command\n"
        "run_command(['--help'])\n"
        f"print(sorted(set(sys.modules) & {HEAVY!r}), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))
