"""How a whole run grows from ten thousand hands to ten million: `python bench/growth.py [--keep FILE] [--again] [hands…]`.

One `ofc run` of each size: seconds, processor seconds, peak memory of all its processes, its stages, and the everyday
commands on what it made. What was measured is kept size by size in `bench/out/growth.json`, with the commit, and not
measured again without `--again`, so that a run that was stopped goes on where it was. Hands and results of more than a
million are removed when they are measured. Beside it `growth.svg` is drawn: seconds and memory over hands, with the line
that growth in proportion would follow.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import everyday_bench
from growth_chart import growth_svg
from hands import OUT, folder_of, n_bytes
from machine import commit, load, machine, now, versions
from whole_bench import run_once

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
LASTING = 1_000_000
"""Hands of more than these are removed when they are measured."""
HAND_BYTES = 2_400
ROOM_PER_HAND = HAND_BYTES + 3_600
"""Bytes of disk that a hand needs while it is measured: text, staged tables, results."""


def measure(n_hands: int, scratch: Path) -> dict[str, Any]:
    """One size, from hands to figures. Raises RuntimeError when the disk is too small or a command fails."""
    free = shutil.disk_usage(scratch.parent).free
    if free < n_hands * ROOM_PER_HAND:
        raise RuntimeError(
            f"{n_hands:,} hands need {n_hands * ROOM_PER_HAND / 1e9:.0f} GB on {scratch.parent}, {free / 1e9:.0f} GB are free"
        )
    hands, out = folder_of(n_hands), scratch / "out"
    size = n_bytes(hands)
    busy = load()
    cost, stages = run_once(hands, out)
    if n_hands > LASTING:
        shutil.rmtree(hands)
    everyday = everyday_bench.measure(out, 3)
    record = {
        "hands": n_hands,
        "input_mb": round(size / 1e6, 1),
        "results_mb": round(sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / 1e6, 1),
        "seconds": round(cost.seconds, 2),
        "cpu_seconds": round(cost.cpu_seconds, 2),
        "peak_mb": round(cost.peak_mb, 1),
        "stages": stages,
        "everyday_s": {figure.case.partition(",")[0]: round(figure.value, 3) for figure in everyday},
        "load": busy,
        "at": now(),
        "commit": commit(),
    }
    shutil.rmtree(out)
    return record


def table(sizes: Mapping[str, Mapping[str, Any]]) -> str:
    """The sizes below one another, each also per hand: proportion is a column of equal numbers."""
    lines = [
        f"{'hands':>12}{'text MB':>10}{'seconds':>10}{'CPU-s':>9}{'µs a hand':>11}{'peak MB':>9}{'results MB':>12}  commit"
    ]
    lines += [
        f"{one['hands']:>12,}{one['input_mb']:>10,.0f}{one['seconds']:>10,.1f}{one['cpu_seconds']:>9,.1f}"
        f"{1e6 * one['seconds'] / one['hands']:>11,.1f}{one['peak_mb']:>9,.0f}{one['results_mb']:>12,.0f}  {one['commit']}"
        for one in sizes.values()
    ]
    return "\n".join(lines)


def main(given: Sequence[str]) -> int:
    """Measures the sizes that are not yet there and prints all; 1 when one could not be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "hands", nargs="*", type=lambda text: int(text.replace(",", "").replace("_", "")), default=SIZES
    )
    parser.add_argument("--keep", type=Path, default=OUT / "growth.json", help="where the figures are kept")
    parser.add_argument("--again", action="store_true", help="measure sizes again that are there")
    options = parser.parse_args(given)
    options.keep.parent.mkdir(parents=True, exist_ok=True)
    kept = json.loads(options.keep.read_text("utf-8")) if options.keep.exists() else {"sizes": {}}
    scratch = OUT / "growth"
    failed = False
    for n_hands in options.hands:
        if str(n_hands) in kept["sizes"] and not options.again:
            continue
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        print(f"== {n_hands:,} hands", flush=True)
        try:
            record = measure(n_hands, scratch)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            failed = True
            continue
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        sizes = kept["sizes"] | {str(n_hands): record}
        kept = {
            "machine": machine(),
            "versions": versions(),
            "sizes": dict(sorted(sizes.items(), key=lambda one: int(one[0]))),
        }
        whole = options.keep.with_suffix(".new")
        whole.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        whole.replace(options.keep)
    if kept["sizes"]:
        options.keep.with_suffix(".svg").write_text(growth_svg(kept["sizes"].values()), "utf-8")
        print(table(kept["sizes"]))
        print(f"kept in {options.keep}, drawn in {options.keep.with_suffix('.svg').name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
