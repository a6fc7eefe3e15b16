"""Every benchmark in one go: `python bench/run.py [name…]`, one table of ratios, and all that was printed in
`bench/out/bench.json`.

Ratios are what to look at: a busy or another machine slows both sides alike. The figures of a benchmark are
medians of its own.
"""

import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"


@dataclass(frozen=True)
class Ratio:
    """One comparison: what was measured, its figure, against what, and how many times better."""

    benchmark: str
    what: str
    figure: str
    against: str
    ratio: float


def score_ratios(text: str) -> list[Ratio]:
    """From `score_bench.py`: hands a second, and how many times as fast `score_tables` is as each other."""
    lines = re.findall(r"^(\S.*?) +([\d,]+) hands/s +([\d.]+) ×", text, re.MULTILINE)
    speed = {name: figure for name, figure, _ in lines}
    return [
        Ratio("score", "score_tables", f"{speed['score_tables']} hands/s", f"{name}, {figure} hands/s", float(ratio))
        for name, figure, ratio in lines
        if name != "score_tables"
    ]


def read_ratios(text: str) -> list[Ratio]:
    """From `read_bench.py`: MB a second beside a reader with patterns."""
    found = re.findall(r"ofc_text ([\d.]+) MB/s, patterns ([\d.]+) MB/s, ratio ([\d.]+)", text)
    return [
        Ratio("read", "ofc_text", f"{ours} MB/s", f"patterns, {theirs} MB/s", float(ratio))
        for ours, theirs, ratio in found
    ]


def memory_ratios(text: str) -> list[Ratio]:
    """From `memory_bench.py`: peak memory by number of hands, against the smallest input; 1 is a flat line."""
    rows = [
        (int(hands.replace(",", "")), float(peak.replace(",", "")))
        for hands, peak in re.findall(r"^ *([\d,]+) (?:hands)?.*?([\d.,]+) MB", text, re.MULTILINE)
    ]
    return [
        Ratio(
            "memory",
            f"peak at {hands:,} hands",
            f"{peak:.0f} MB",
            f"{rows[0][0]:,} hands, {rows[0][1]:.0f} MB",
            peak / rows[0][1],
        )
        for hands, peak in rows[1:]
    ]


def simulate_ratios(text: str) -> list[Ratio]:
    """From `simulate_bench.py`: hands a second in all processes beside those in one, by format."""
    found = re.findall(
        r"^(\w+) +([\d,]+) hands/s in (\d+) processes, +([\d,]+) hands/s in one, ratio ([\d.]+)", text, re.MULTILINE
    )
    return [
        Ratio("simulate", f"{form}, {n} processes", f"{ours} hands/s", f"one process, {alone} hands/s", float(ratio))
        for form, ours, n, alone, ratio in found
    ]


def files_ratios(text: str) -> list[Ratio]:
    """From `files_bench.py`: seconds for many small files beside those for one file with the same hands."""
    found = re.findall(r"^(\w+) +([\d,]+) files ([\d.]+) s, one file ([\d.]+) s, ratio ([\d.]+)", text, re.MULTILINE)
    return [
        Ratio("files", f"{what}, {n} files", f"{small} s", f"one file, {large} s", float(ratio))
        for what, n, small, large, ratio in found
    ]


@dataclass(frozen=True)
class Benchmark:
    """A script beside this one, its arguments, and how its figures are read."""

    script: str
    arguments: tuple[str, ...]
    ratios: Callable[[str], list[Ratio]]


BENCHMARKS: Mapping[str, Benchmark] = {
    "score": Benchmark("score_bench.py", (), score_ratios),
    "read": Benchmark("read_bench.py", (str(OUT / "read.txt"), "--make", "24"), read_ratios),
    "files": Benchmark("files_bench.py", (), files_ratios),
    "memory": Benchmark("memory_bench.py", (), memory_ratios),
    "simulate": Benchmark("simulate_bench.py", (), simulate_ratios),
}


def run(name: str) -> tuple[str, float, list[Ratio]]:
    """Run one benchmark, its output passed on as it comes; what it printed, the seconds, the ratios.

    Raises RuntimeError when it fails or prints no figures.
    """
    benchmark = BENCHMARKS[name]
    command = [sys.executable, str(HERE / benchmark.script), *benchmark.arguments]
    started = time.perf_counter()
    printed = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            printed.append(line)
    if process.returncode:
        raise RuntimeError(f"{benchmark.script} failed with status {process.returncode}")
    text = "".join(printed)
    ratios = benchmark.ratios(text)
    if not ratios:
        raise RuntimeError(f"{benchmark.script} printed no figures that could be read")
    return text, time.perf_counter() - started, ratios


def table(ratios: list[Ratio]) -> str:
    """The ratios side by side."""
    rows = [("benchmark", "what", "figure", "against", "ratio")]
    rows += [(r.benchmark, r.what, r.figure, r.against, f"{r.ratio:.2f}") for r in ratios]
    width = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, width, strict=True)).rstrip() for row in rows)


def main(names: list[str]) -> int:
    """Run the benchmarks named, or all; 2 for a name that is none, 1 when one of them failed."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    OUT.mkdir(exist_ok=True)
    ratios: list[Ratio] = []
    results, failed = {}, False
    for name in names or BENCHMARKS:
        print(f"== {name}", flush=True)
        try:
            text, seconds, found = run(name)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            failed = True
            continue
        ratios += found
        results[name] = {"seconds": round(seconds, 1), "printed": text, "ratios": [asdict(ratio) for ratio in found]}
    print(f"== ratios ({os.cpu_count()} processors, Python {platform.python_version()})")
    print(table(ratios))
    machine = {"processors": os.cpu_count(), "python": platform.python_version(), "system": platform.system()}
    (OUT / "bench.json").write_text(json.dumps({"machine": machine, "benchmarks": results}, indent=1) + "\n", "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
