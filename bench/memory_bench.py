"""Peak memory of `ofc run` on inputs of growing size: the line must be flat.

    python bench/memory_bench.py [hands…]

The clean sample histories in text are renumbered (hand ids, matches, tables, players) into one file of the size
asked for, 20,000, 100,000 and 500,000 hands if none is; each run is a process of its own, and its peak is what the
system says of it: the most that was resident at once, mapped files included.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SIZES = (20_000, 100_000, 500_000)
SAMPLES = Path(__file__).resolve().parent.parent / "sample_histories"
PLAYERS = 2_000
"""Copies whose players have names of their own; further copies are hands of the same players."""
RUN = "import sys; from ofc_audit.cli.main import main; main()"
USED = (0, 1)
"""Exit statuses of a run that did its work."""


@dataclass(frozen=True)
class Measured:
    """One run: hands and megabytes read, peak memory in megabytes, seconds."""

    hands: int
    input_mb: float
    peak_mb: float
    seconds: float


def template() -> tuple[str, int]:
    """The sample hands as text with places for a copy's number, `@` for a match or table and `$` for a player, and how many there are."""
    texts = [path.read_text("utf-8") for path in sorted(SAMPLES.glob("*/clean*/*.txt"))]
    text = "\n".join(text.strip() + "\n" for text in texts if text.startswith("OFC Hand #"))
    if not text:
        raise SystemExit(f"memory_bench: no clean hands in text below {SAMPLES}")
    if "@" in text or "$" in text:
        raise SystemExit("memory_bench: a sample hand holds @ or $, which stand for numbers here")
    text = re.sub(r"^(OFC Hand|Match) #", r"\1 #@-", text, flags=re.MULTILINE)
    text = re.sub(r"^Table '([^']*)'", r"Table '\1 @'", text, flags=re.MULTILINE)
    text = re.sub(r"^(Seat \d+: [^ ]+) \(", r"\1-$ (", text, flags=re.MULTILINE)
    return text, len(re.findall(r"^OFC Hand #", text, re.MULTILINE))


def write_hands(path: Path, n_hands: int) -> int:
    """A file of at least so many hands; gives how many there are in it."""
    text, n_in_text = template()
    copies = -(-n_hands // n_in_text)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for copy in range(copies):
            file.write(text.replace("@", str(copy)).replace("$", str(copy % PLAYERS)) + "\n")
    return copies * n_in_text


def measure(folder: Path, n_hands: int) -> Measured:
    """One run of `ofc run` on so many hands. Raises RuntimeError when it fails."""
    hands = folder / "hands.txt"
    n_written = write_hands(hands, n_hands)
    command = [sys.executable, "-c", RUN, "run", str(hands), "--out", str(folder / "out"), "--format", "json"]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in USED:
        raise RuntimeError(f"ofc run on {n_written} hands ended with status {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Measured(n_written, hands.stat().st_size / 1e6, usage.ru_maxrss * unit / 1e6, seconds)


def main(sizes: list[int]) -> int:
    """Measure each size and print a line for it."""
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="ofc-memory-") as folder:
            m = measure(Path(folder), size)
        print(
            f"{m.hands:>10,} hands  peak {m.peak_mb:>6,.0f} MB  {m.seconds:>6.1f} s  {m.hands / m.seconds:>7,.0f} hands/s  "
            f"input {m.input_mb:,.0f} MB",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main([int(size.replace(",", "")) for size in sys.argv[1:]] or list(SIZES)))
