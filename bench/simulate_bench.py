"""Hands a second that `ofc simulate` plays and writes, truth included, by format, in one process and in all.

    python bench/simulate_bench.py [hands]

Two packs of tables for each processor if no number is given. Whoever wants the figure for ten million hands runs
`ofc simulate pppoker_progressive17 --hands 10000000 --out DIR`: packs do not know of each other, so the rate stays.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACK = 20_000
RUN = "import sys; from ofc_audit.cli.main import main; main()"
FORMATS = {
    "ofc_text": ("pokerbet_progressive", "--option", "scoring=1-6"),
    "ofc_jsonl": ("pokerbet_progressive", "--option", "scoring=1-6"),
    "capture_hh": ("pppoker_progressive17",),
}


def measure(form: str, words: tuple[str, ...], n_hands: int, processes: int) -> float:
    """Hands a second of one run, the start of its processes included. Raises CalledProcessError when it fails."""
    with tempfile.TemporaryDirectory(prefix="ofc-simulate-") as folder:
        out = ("--out", str(Path(folder) / "out"), "--processes", str(processes), "--format", form)
        command = [sys.executable, "-c", RUN, "simulate", *words, "--hands", str(n_hands), *out]
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return n_hands / (time.perf_counter() - started)


def main(n_hands: int) -> int:
    """Measure each format and print a line for it."""
    processes = os.cpu_count() or 1
    for form, words in FORMATS.items():
        alone = measure(form, words, n_hands // processes, 1)
        together = measure(form, words, n_hands, processes)
        print(
            f"{form:<10}  {together:>7,.0f} hands/s in {processes} processes, {alone:>7,.0f} hands/s in one, "
            f"ratio {together / alone:.2f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(int(given[0].replace(",", "")) if given else 2 * PACK * (os.cpu_count() or 1)))
