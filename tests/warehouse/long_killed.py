"""The long trial of killed builds: many hands, killed at random times; results are the old ones, whole, until the new ones are.

    PYTHONPATH=tests python -m warehouse.long_killed --hands 50000 --kills 20

Exit status 1 when a kill leaves anything that does not open or is neither, or when the build after it differs from an undisturbed one.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ofc_audit.warehouse.build import build
from warehouse.histories import hand, rows, write
from warehouse.test_killed import parquet

FILES = 50
CODE = "import sys; from pathlib import Path; from ofc_audit.warehouse.build import build; build(sys.argv[2:], Path(sys.argv[1]))"
IN_FILES = "select source_file, count(*) from hands group by all order by all"


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
        build(new, folder / "undisturbed")
        seconds = time.perf_counter() - started
        out = folder / "out"
        build(old, out)
        allowed = [rows(out, IN_FILES), rows(folder / "undisturbed", IN_FILES)]
        for kill in range(asked.kills):
            after = chance.uniform(0, seconds * 1.1)
            with subprocess.Popen([sys.executable, "-c", CODE, str(out), *new]) as importer:
                try:
                    importer.wait(after)
                except subprocess.TimeoutExpired:
                    importer.kill()
            left = rows(out, IN_FILES)
            print(f"kill {kill + 1} after {after:.1f} s of {seconds:.1f}: {len(left)} files", flush=True)
            if left not in allowed:
                return 1
        build(new, out)
        is_same = parquet(out) == parquet(folder / "undisturbed")
        print("built again: " + ("the same tables" if is_same else "other tables than an undisturbed build"))
        return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
