"""Tests run in processes forked from one in which everything is loaded and collected: a mutant costs what its tests take."""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from mutants import Mutant

MEMORY = 8 << 30
QUIET = ("-qq", "-s", "--assert=plain", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore")
Tests = dict[str, tuple[float, dict[str, set[int]]]]
"""By test: the seconds it takes and, by file, the lines that it runs."""


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutated source where the module is imported, and leaves all others to Python."""

    def __init__(self, mutant: Mutant, path: Path) -> None:
        self._name, self._path, self._source = module_name(mutant.module), path, mutant.source

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        places = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=self, submodule_search_locations=places
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._source, str(self._path), "exec"), vars(module))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _function(module: ModuleType, name: str) -> FunctionType:
    """The function under a name such as `RuleSet.value`, out of what its decorators made of it."""
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        found = next(
            getattr(found, inner)
            for inner in ("__wrapped__", "fget", "func", "__func__")
            if getattr(found, inner, None)
        )
    return found


def module_name(module: str) -> str:
    """`score/pairs.py` as Python imports it."""
    return ".".join(["ofc_audit", *Path(module).with_suffix("").parts]).removesuffix(".__init__")


def put_in_place(mutant: Mutant) -> None:
    """The body of the function becomes the mutant's, wherever it was imported to."""
    code = compile(mutant.source, "mutant", "exec")
    new = next(one for one in _codes(code) if one.co_qualname == mutant.function)
    _function(sys.modules[module_name(mutant.module)], mutant.function).__code__ = new


def forget(kept: Collection[str] = ()) -> None:
    """Empties every cache of the package and of the tests, so that nothing is left of what was there before, but those of
    the functions named.
    """
    for name, module in list(sys.modules.items()):
        for key, value in list(vars(module).items()) if _is_ours(name, module) else ():
            if hasattr(value, "cache_clear") and key not in kept:
                value.cache_clear()


def in_child(work: Callable[[], int], seconds: int) -> str:
    """What became of a mutant whose tests `work` runs in a process of its own, within so much processor time."""
    started = time.monotonic()
    pid = os.fork()
    if not pid:
        status = 1
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            status = work()
        finally:
            os._exit(status)
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - started > 20 * seconds:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGPROF, signal.SIGKILL):
        return "timed out"
    return "survived" if status == 0 else "killed"


def run_items(session: pytest.Session, items: Sequence[pytest.Item], longest: Callable[[str], float]) -> int:
    """Runs collected tests until one fails or takes more than the `longest` time for it, which ends this process; 0 when
    none does.
    """
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, longest(item.nodeid))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return 1
    return 0


def run_afresh(mutant: Mutant, path: Path, files: Sequence[str], left_out: Sequence[str]) -> int:
    """Runs the tests of files that are collected anew, after the mutant was imported from its source; 0 when all pass."""
    for name in [name for name, module in sys.modules.items() if _is_ours(name, module)]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Mutated(mutant, path))
    return int(pytest.main([*QUIET, "-x", *files, *(f"--deselect={name}" for name in left_out)]))


def _is_ours(name: str, module: ModuleType) -> bool:
    return name.split(".")[0] == "ofc_audit" or "/tests/" in (getattr(module, "__file__", None) or "")


def trace_tests(session: pytest.Session, items: Sequence[pytest.Item], folder: str, longest: float) -> Tests:
    """Every one of some collected tests that takes at most `longest` seconds of processor time, traced, with its time and the lines
    of the files under `folder` that it runs.

    Raises SystemExit when a test fails without any mutant.
    """
    found: Tests = {}
    gc.collect()
    gc.freeze()  # a collection in a child would touch, and so copy, all that is loaded
    for item in items:
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            status = 1
            try:
                silence = os.open(os.devnull, os.O_WRONLY)
                os.dup2(silence, 1)
                traced = _traced(session, item, folder, longest)
                with os.fdopen(writing, "wb") as out:
                    pickle.dump(traced, out)
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        with os.fdopen(reading, "rb") as data:
            sent = data.read()
        status = os.waitpid(pid, 0)[1]
        if status == 0:
            found[item.nodeid] = pickle.loads(sent)
        elif not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF):
            raise SystemExit(f"{item.nodeid} fails without any mutant")
    return found


def _traced(
    session: pytest.Session, item: pytest.Item, folder: str, longest: float
) -> tuple[float, dict[str, set[int]]]:
    """Runs one test; its time, and its lines by file. Raises AssertionError when it fails."""
    lines: dict[str, set[int]] = defaultdict(set)

    def on_line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            lines[frame.f_code.co_filename].add(frame.f_lineno)
        return on_line

    def on_call(frame: FrameType, _event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(folder):
            return None
        lines[frame.f_code.co_filename].add(frame.f_lineno)
        return on_line

    started = time.process_time()
    sys.settrace(on_call)
    run_items(session, [item], lambda _: longest)
    sys.settrace(None)
    assert not session.testsfailed
    return time.process_time() - started, dict(lines)
