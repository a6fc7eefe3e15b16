"""How much longer two thousand files of one hand take than one file with the same hands: `python bench/files_bench.py [HANDS]`.

Both are a whole build, in turn, in one process; figures are medians of `--rounds`, of reading alone and of the whole.
"""

import argparse
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from read_bench import HANDS

from ofc_audit.warehouse.build import build


def lay(folder: Path, n: int) -> tuple[Path, Path]:
    """A folder of `n` files with one hand each, and one file with them all."""
    many, one = folder / "many", folder / "one.txt"
    many.mkdir()
    texts = [HANDS[number % len(HANDS)].format(id=f"{number}-1", match=number // 5) for number in range(n)]
    for number, text in enumerate(texts):
        (many / f"{number:06}.txt").write_text(text, "utf-8")
    one.write_text("".join(texts), "utf-8")
    return many, one


def timed(path: Path, out: Path) -> tuple[float, float]:
    """Seconds of reading, and of the whole build."""
    started = time.perf_counter()
    result = build([str(path)], out)
    seconds = time.perf_counter() - started
    shutil.rmtree(out)
    return result.run["timings_s"]["read"], seconds


def main() -> None:
    """Prints the seconds of both and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", type=int, nargs="?", default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        many, one = lay(folder, options.hands)
        timed(one, folder / "out")
        rounds = [(timed(one, folder / "out"), timed(many, folder / "out")) for _ in range(options.rounds)]
    for at, what in enumerate(("read", "whole")):
        large, small = (statistics.median(pair[which][at] for pair in rounds) for which in (0, 1))
        print(f"{what:<6} {options.hands:,} files {small:.2f} s, one file {large:.2f} s, ratio {small / large:.2f}")


if __name__ == "__main__":
    main()
