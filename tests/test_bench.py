"""The bench command reads the figures that the benchmarks print; a change of their words would lose them in silence."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[1] / "bench"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_run", BENCH / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_run"] = module
    spec.loader.exec_module(module)
    return module


def test_score_figures_are_read(bench: ModuleType) -> None:
    text = (
        "500,000 hands of 3 players, 38% fouls, medians of 9 rounds, all results equal\n"
        "score_tables        1,500,000 hands/s       1.00 × as fast is score_tables\n"
        "plain Python           15,000 hands/s     100.00 × as fast is score_tables\n"
        "C loop, gcc -O2     3,000,000 hands/s       0.50 × as fast is score_tables\n"
    )
    assert bench.score_ratios(text) == [
        bench.Ratio("score", "score_tables", "1,500,000 hands/s", "plain Python, 15,000 hands/s", 100.0),
        bench.Ratio("score", "score_tables", "1,500,000 hands/s", "C loop, gcc -O2, 3,000,000 hands/s", 0.5),
    ]


def test_read_figures_are_read(bench: ModuleType) -> None:
    text = "24.0 MB, median of 5: ofc_text 60.0 MB/s, patterns 8.0 MB/s, ratio 7.5\n"
    assert bench.read_ratios(text) == [bench.Ratio("read", "ofc_text", "60.0 MB/s", "patterns, 8.0 MB/s", 7.5)]


def test_figures_of_small_files_are_read(bench: ModuleType) -> None:
    text = "read   2,000 files 0.52 s, one file 0.21 s, ratio 2.48\nwhole  2,000 files 15.60 s, one file 13.40 s, ratio 1.16\n"
    assert bench.files_ratios(text) == [
        bench.Ratio("files", "read, 2,000 files", "0.52 s", "one file, 0.21 s", 2.48),
        bench.Ratio("files", "whole, 2,000 files", "15.60 s", "one file, 13.40 s", 1.16),
    ]


def test_memory_figures_are_read_against_the_smallest_input(bench: ModuleType) -> None:
    text = (
        "    20,000 hands  peak    300 MB     4.0 s    5,000 hands/s  input 40 MB\n"
        "   100,000 hands  peak    330 MB    20.0 s    5,000 hands/s  input 200 MB\n"
    )
    assert bench.memory_ratios(text) == [
        bench.Ratio("memory", "peak at 100,000 hands", "330 MB", "20,000 hands, 300 MB", 1.1)
    ]


def test_simulation_figures_are_read(bench: ModuleType) -> None:
    text = "ofc_text       3,000 hands/s in 2 processes,   1,600 hands/s in one, ratio 1.88\n"
    assert bench.simulate_ratios(text) == [
        bench.Ratio("simulate", "ofc_text, 2 processes", "3,000 hands/s", "one process, 1,600 hands/s", 1.88)
    ]


def test_every_benchmark_is_there(bench: ModuleType) -> None:
    assert sorted(path.name for path in BENCH.glob("*_bench.py")) == sorted(b.script for b in bench.BENCHMARKS.values())


def test_scores_are_compared_on_few_hands(bench: ModuleType) -> None:
    """A column that the scorer gains and the loops beside it do not have ends the comparison: here, not months later."""
    command = [sys.executable, str(BENCH / "score_bench.py"), "300", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert bench.score_ratios(done.stdout)


def test_unknown_name_is_refused(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["speed"]) == 2
    assert capsys.readouterr().err == "no benchmark 'speed'; there are score, read, files, memory, simulate\n"
