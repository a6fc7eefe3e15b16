"""What a command costs: seconds, processor seconds, and the most memory that it and its worker processes held at once."""

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

USED = (0, 1)
"""Exit statuses of a command that did its work: nothing wrong, or something found."""
EVERY = 0.1
"""Seconds between two looks at the memory."""
_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Cost:
    """Seconds of the wall, seconds of all processors (workers included), peak memory in MB, and what was printed.

    The peak is that of the whole family of processes at one moment: of each what is its own, and its part of what it
    shares with others, mapped files included. Where the system does not say that, it is the peak of the largest process.
    """

    seconds: float
    cpu_seconds: float
    peak_mb: float
    printed: str


def cost_of(command: Sequence[str], given: str = "", environment: Mapping[str, str] | None = None) -> Cost:
    """Runs a command to its end. Raises RuntimeError, with what it said, when it does not do its work."""
    pipe = subprocess.PIPE
    started, before = time.perf_counter(), cpu_of_children()
    with (
        _that_ends_with_us(),
        subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=os.environ | (environment or {})
        ) as process,
    ):
        watch = _Watch(process.pid)
        watch.start()
        try:
            printed, said = process.communicate(given)
        except BaseException:
            process.terminate()
            raise
        finally:
            watch.end()
        seconds, cpu = watch.ended - started, cpu_of_children() - before
    if process.returncode not in USED:
        raise RuntimeError(f"{' '.join(command)} ended with status {process.returncode}: {said.strip()[-500:]}")
    peak = watch.peak or resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * _UNIT
    return Cost(seconds, cpu, peak / 1e6, printed)


def cpu_of_children() -> float:
    """Processor seconds of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cpu_of_all() -> float:
    """Processor seconds of this process and of its children that have ended: a clock for work that is spread over processes."""
    return time.process_time() + cpu_of_children()


def status_of(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Runs a command that prints for itself, and gives its exit status; it is ended when this process is."""
    with _that_ends_with_us(), subprocess.Popen(command, env=environment) as process:
        try:
            return process.wait()
        except BaseException:
            process.terminate()
            raise


@contextmanager
def _that_ends_with_us() -> Iterator[None]:
    """Meanwhile a request to end is an exception, so that whoever started a command can end it first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*_: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Watch(threading.Thread):
    """Looks at a process and its descendants every so often; `peak` is the most bytes that they held at once."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self.ended = 0.0
        self._pid = pid
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.is_set():
            family = [self._pid, *_descendants(self._pid)]
            # A family of one needs no shares: the system keeps its peak, and that misses nothing between two looks.
            held = _peak_of(self._pid) if len(family) == 1 else sum(_share_of(pid) for pid in family)
            self.peak = max(self.peak, held)
            self._over.wait(EVERY)

    def end(self) -> None:
        """Stops looking."""
        self.ended = time.perf_counter()
        self._over.set()
        self.join()


def peak_of_this_mb() -> float:
    """The most memory in MB that this process has held; what it was before it became this program does not count."""
    return (_peak_of(os.getpid()) or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT) / 1e6


def _descendants(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(child) for child in task.read_text("ascii").split()]
        except OSError:
            continue
        for child in children:
            found += [child, *_descendants(child)]
    return found


def _share_of(pid: int) -> int:
    """Bytes that a process holds, shared ones by their part."""
    return _kilobytes(f"/proc/{pid}/smaps_rollup", "Pss:") * 1024


def _peak_of(pid: int) -> int:
    return _kilobytes(f"/proc/{pid}/status", "VmHWM:") * 1024


def _kilobytes(path: str, key: str) -> int:
    try:
        lines = Path(path).read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(key)), 0)
