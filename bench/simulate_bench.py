"""Hands a second that `ofc simulate` plays and writes, truth included, by format, in all processes and in one.

    python bench/simulate_bench.py [hands]

Two packs of tables for each processor if no number is given. Whoever wants ten million hands runs
`ofc simulate pppoker_progressive17 --hands 10000000 --out DIR`: packs do not know of each other, so the rate stays.
"""

import os
import sys
import tempfile
from pathlib import Path

from figures import Figure, is_brief, report
from hands import OFC
from process import cost_of

PACK = 20_000
FORMATS = {
    "ofc_text": ("pokerbet_progressive", "--option", "scoring=1-6"),
    "ofc_jsonl": ("pokerbet_progressive", "--option", "scoring=1-6"),
    "capture_hh": ("pppoker_progressive17",),
}


def measure(form: str, words: tuple[str, ...], n_hands: int, processes: int) -> float:
    """Hands a second of one run, the start of its processes included. Raises RuntimeError when it fails."""
    with tempfile.TemporaryDirectory(prefix="ofc-simulate-") as folder:
        out = ("--out", str(Path(folder) / "out"), "--processes", str(processes), "--format", form)
        return n_hands / cost_of([*OFC, "simulate", *words, "--hands", str(n_hands), *out]).seconds


def main(n_hands: int) -> None:
    """Measures each format; in one process so many hands as each of them plays when there are several."""
    processes = os.cpu_count() or 1
    for form, words in FORMATS.items():
        alone = measure(form, words, n_hands // processes, 1)
        together = measure(form, words, n_hands, processes)
        report(
            [
                Figure("simulate", form, f"{processes} processes", "hands/s", (together,), is_ours=True),
                Figure("simulate", form, "one process", "hands/s", (alone,)),
            ]
        )


if __name__ == "__main__":
    given = sys.argv[1:]
    everything = (1_000 if is_brief() else 2 * PACK) * (os.cpu_count() or 1)
    main(int(given[0].replace(",", "")) if given else everything)
