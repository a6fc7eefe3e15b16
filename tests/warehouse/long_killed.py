"""The long trial of killed builds: many hands, killed at random times; results are the old ones, whole, until the new ones are.

    PYTHONPATH=tests python -m warehouse.long_killed --hands 50000 --kills 20

The build is spread over two processes; every third kill is that of a worker. Exit status 1 when a kill leaves a process behind, or anything
that does not open or is neither the old results nor the new, or when the build after it differs from an undisturbed one.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ofc_audit.warehouse.build import build
from warehouse.histories import hand, rows, write
from warehouse.test_killed import parquet

FILES = 50
CODE = """
import sys
from pathlib import Path
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import BuildError

try:
    build(sys.argv[2:], Path(sys.argv[1]), processes=2)
except BuildError as error:
    sys.exit(f"{error}")
"""
IN_FILES = "select source_file, count(*) from hands group by all order by all"
PATIENCE = 60
"""Seconds that workers have to see that the one who began them is gone; it takes them a moment, and longer on a busy machine."""


def group(number: int) -> dict[int, str]:
    """The living processes of a group, with the command of each."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat=,args="], check=True, capture_output=True, text=True)
    found = {}
    for line in listed.stdout.splitlines():
        pid, of, state, command = line.split(None, 3)
        if int(of) == number and not state.startswith("Z"):
            found[int(pid)] = command
    return found


def kill(importer: "subprocess.Popen[bytes]", is_worker: bool) -> str:
    """Kills a build, or one of its workers where it has any at the moment; says which."""
    workers = [pid for pid, command in group(importer.pid).items() if "spawn_main" in command] if is_worker else []
    if workers:
        os.kill(workers[0], signal.SIGKILL)
        return "worker"
    importer.kill()
    return "build"


def left_behind(importer: "subprocess.Popen[bytes]") -> dict[int, str]:
    """The processes of a build that has ended."""
    until = time.monotonic() + PATIENCE
    while (left := group(importer.pid)) and time.monotonic() < until:
        time.sleep(0.1)
    return left


def disturbed(out: Path, paths: list[str], after: float, is_worker: bool) -> tuple[str, int, dict[int, str]]:
    """A build that is killed after so many seconds: what was killed, the status of the build and the processes that it leaves."""
    words = [sys.executable, "-c", CODE, str(out), *paths]
    with subprocess.Popen(words, process_group=0) as importer:
        killed = "nothing"
        try:
            importer.wait(after)
        except subprocess.TimeoutExpired:
            killed = kill(importer, is_worker)
        status = importer.wait()
        return killed, status, left_behind(importer)


def main() -> int:
    """Says what each kill left, and in the end whether the tables are those of an undisturbed build."""
    parser = argparse.ArgumentParser(description="Kills builds at random times.")
    parser.add_argument("--hands", type=int, default=50_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        each = -(-asked.hands // FILES)
        old = write(folder / "in", {"old": hand("old")})
        new = write(
            folder / "in",
            {f"{at:03}": "".join(hand(f"{at}-{n}", n % 2) for n in range(each)) for at in range(FILES)},
        )
        started = time.perf_counter()
        build(new, folder / "undisturbed", processes=2)
        seconds = time.perf_counter() - started
        out = folder / "out"
        build(old, out)
        before, after_it = rows(out, IN_FILES), rows(folder / "undisturbed", IN_FILES)
        for number in range(1, asked.kills + 1):
            after = chance.uniform(0, seconds * 1.1)
            killed, status, alive = disturbed(out, new, after, number % 3 == 0)
            left = rows(out, IN_FILES)
            what = "the new results" if left == after_it else "the old results" if left == before else "neither"
            print(
                f"kill {number} after {after:.1f} s of {seconds:.1f}: {killed} killed, status {status}, {what} ({len(left)} files),"
                f" {len(alive)} processes left behind",
                flush=True,
            )
            if what == "neither" or alive or (killed != "build" and (status == 0) != (what == "the new results")):
                print(*alive.values(), sep="\n")
                return 1
            if what == "the new results":
                build(old, out)
        build(new, out, processes=2)
        is_same = parquet(out) == parquet(folder / "undisturbed")
        beside = sorted(path.name for path in folder.iterdir())
        print("built again: " + ("the same tables" if is_same else "other tables than an undisturbed build"), *beside)
        return 0 if is_same and beside == ["in", "out", "undisturbed"] else 1


if __name__ == "__main__":
    sys.exit(main())
