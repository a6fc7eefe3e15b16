"""Builds the part in C with the compiler of the machine. This file is run by the installation too, and needs nothing but Python."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType

_FLAGS = ("-O2", "-shared", "-fPIC", "-std=c11", "-Wall", "-Wextra", "-Werror=implicit-function-declaration")


def build() -> str | None:
    """Builds the library beside its sources; gives the reason where that cannot be done, and leaves what is there as it is."""
    package = _package()
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return "no C compiler is installed: everything is done in numpy"
    mark = f'const char *const ofc_fingerprint = "{package.fingerprint()}";\n'
    with tempfile.TemporaryDirectory(dir=package.FOLDER) as folder:
        built, marked = Path(folder) / "built.so", Path(folder) / "fingerprint.c"
        marked.write_text(mark, "utf-8")
        files = [str(path) for path in package.sources() if path.suffix == ".c"]
        done = subprocess.run(
            [*compiler.split(), *_FLAGS, *files, str(marked), "-o", str(built)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return f"{compiler} does not build it: {done.stderr.strip() or done.stdout.strip()}"
        # Put in place at once, so that a program that runs meanwhile has the old one or the new one.
        built.replace(package.LIBRARY)
    return None


def _package() -> ModuleType:
    """The package that this file belongs to, also where it is not installed yet."""
    spec = importlib.util.spec_from_file_location("ofc_compiled_folder", Path(__file__).with_name("__init__.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
