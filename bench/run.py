"""Every benchmark in one go: `python bench/run.py [--brief] [section…]`: one table of ratios, `bench/out/bench.json`, `bench/out/bench.html`.

Ratios are what to look at: a busy or another machine slows both sides alike. A section that is run alone takes its place
in the JSON beside the others that are there from before; each says when and of which commit it is.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from chart import page
from figures import BRIEF, FIGURES_FILE, Figure, figure_of, number, ratio, read_figures
from goals import marks
from machine import commit, load, machine, now, versions
from process import status_of

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"

SECTIONS: Mapping[str, str] = {
    "ranks": "ranks_bench.py",
    "score": "score_bench.py",
    "read": "read_bench.py",
    "files": "files_bench.py",
    "run": "whole_bench.py",
    "cores": "cores_bench.py",
    "everyday": "everyday_bench.py",
    "statistics": "statistics_bench.py",
    "simulate": "simulate_bench.py",
}
"""The script of each section."""


def run(name: str) -> dict[str, Any]:
    """Runs a section, which prints as it goes; gives its record. Raises RuntimeError when it fails or hands on no figures."""
    started, busy = time.perf_counter(), load()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures"
        command = [sys.executable, str(HERE / SECTIONS[name])]
        status = status_of(command, os.environ | {FIGURES_FILE: str(file)})
        figures, missing = read_figures(file)
    if status:
        raise RuntimeError(f"{SECTIONS[name]} failed with status {status}")
    if not figures:
        raise RuntimeError(f"{SECTIONS[name]} measured nothing")
    return {
        "at": now(),
        "commit": commit(),
        "load": busy,
        "is_brief": bool(os.environ.get(BRIEF)),
        "seconds": round(time.perf_counter() - started, 1),
        "figures": [asdict(figure) for figure in figures],
        "missing": missing,
    }


def table(figures: Sequence[Figure]) -> str:
    """The ratios side by side: every other side of every case beside ours."""
    rows = [("section", "case", "ours", "against", "its figure", "ratio")]
    for ours in figures:
        if not ours.is_ours:
            continue
        others = [f for f in figures if (f.section, f.case) == (ours.section, ours.case) and f is not ours]
        mine = f"{number(ours.value)} {ours.unit}"
        if not others:
            rows.append((ours.section, ours.case, mine, "", "", ""))
        rows += [
            (
                ours.section,
                ours.case,
                mine,
                other.side,
                f"{number(other.value)} {other.unit}",
                f"{ratio(ours, other):,.2f}",
            )
            for other in others
        ]
    return _columns(rows)


def goals_table(figures: Sequence[Figure]) -> str:
    """What was measured beside what was wanted."""
    rows = [("section", "case", "measured", "wanted", "")]
    for mark in marks(figures):
        is_reached = "reached" if mark.is_reached else "NOT REACHED"
        rows.append((mark.goal.section, mark.case, number(mark.measured), mark.wanted, is_reached))
    return _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> str:
    width = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, width, strict=True)).rstrip() for row in rows)


def figures_of(record: Mapping[str, Any]) -> list[Figure]:
    """All figures of a record of `bench.json`, section by section in their order."""
    sections = record["sections"]
    return [figure_of(figure) for name in SECTIONS if name in sections for figure in sections[name]["figures"]]


def whole_figures(record: Mapping[str, Any]) -> list[Figure]:
    """The figures of sections that were not run short: goals are for them."""
    whole = {name: section for name, section in record["sections"].items() if not section["is_brief"]}
    return figures_of({"sections": whole})


def main(given: Sequence[str]) -> int:
    """Runs the sections named, or all; 2 for a name that is none, 1 when one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("section", nargs="*", help=", ".join(SECTIONS))
    parser.add_argument("--brief", action="store_true", help="some seconds a section: for a look, not for a document")
    parser.add_argument("--out", type=Path, default=OUT, help="where bench.json and bench.html are written")
    options = parser.parse_args(given)
    unknown = [name for name in options.section if name not in SECTIONS]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    if options.brief:
        os.environ[BRIEF] = "1"
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "bench.json"
    before = json.loads(file.read_text("utf-8")).get("sections", {}) if file.exists() else {}
    measured: dict[str, Any] = {}
    for name in options.section or SECTIONS:
        print(f"== {name}", flush=True)
        try:
            measured[name] = run(name)
        except RuntimeError as error:
            print(error, file=sys.stderr)
    record = {"machine": machine(), "versions": versions(), "commit": commit(), "at": now()}
    show(record | {"sections": measured})
    record["sections"] = {name: (before | measured)[name] for name in SECTIONS if name in before | measured}
    file.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    (options.out / "bench.html").write_text(page(record, figures_of(record), marks(whole_figures(record))), "utf-8")
    print(f"kept in {file} and {file.with_suffix('.html').name}")
    return 0 if len(measured) == len(options.section or SECTIONS) else 1


def show(record: Mapping[str, Any]) -> None:
    """Prints the ratios and the goals of a record, and what could not be measured."""
    figures, here = figures_of(record), record["machine"]
    print(f"== ratios ({here['processors']} processors, {here['processor']}, Python {here['python']})")
    print(table(figures))
    print("== goals")
    print(goals_table(whole_figures(record)) if whole_figures(record) else "not of a short run")
    for section in record["sections"].values():
        for lost in section["missing"]:
            print(f"MISSING: {lost['section']}: {lost['missing']}: {lost['why']}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
