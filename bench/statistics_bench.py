"""Statistics of players over ten million hands of a player: DuckDB, in which the models are written, beside polars and pandas.

    python bench/statistics_bench.py [rows]

The same 28 figures of every player, by the same integer sums, from one Parquet file; each side reads the columns it
needs and answers with the same table, which is compared. Every round is a process of its own that is given one core,
and says what processor time the work took and the most memory it held.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from figures import Figure, is_brief, missing, report
from statistics_sides import COLUMNS, SIDES

SECTION = "statistics"
PLAYERS = 20_000
DOMINANT = 0.05
"""Share of all hands that one player has: a room's regulars are not alike."""
CHUNK = 1 << 20
DECIMALS = 9


def write_hands(path: Path, n: int, seed: int = 3) -> None:
    """A Parquet file of `n` hands of players, about as often foul, in Fantasyland and paid as played ones."""
    rng = np.random.default_rng(seed)
    with pq.ParquetWriter(path, pa.schema(COLUMNS), compression="zstd", compression_level=1) as writer:
        for first in range(0, n, CHUNK):
            writer.write_table(some_hands(rng, min(CHUNK, n - first)), row_group_size=CHUNK // 8)


def some_hands(rng: np.random.Generator, n: int) -> pa.Table:
    """`n` rows at random."""
    player = np.where(rng.random(n) < DOMINANT, 0, rng.integers(0, PLAYERS, n))
    is_fantasy = rng.random(n) < 0.12
    is_foul = rng.random(n) < np.where(is_fantasy, 0.01, 0.2)
    points = rng.normal(0, 14, n).round().astype(np.int32)
    rows = {name: np.where(is_foul, 0, rng.poisson(mean, n)).astype(np.int16) for name, mean in ROYALTIES.items()}
    is_next = ~is_foul & (rng.random(n) < np.where(is_fantasy, 0.15, 0.18))
    top = np.where(is_next & ~is_fantasy, rng.integers(1, 5, n), 0)
    columns = {
        "player_id": pa.DictionaryArray.from_arrays(player.astype(np.int32), NAMES).cast(pa.string()),
        "is_fantasy": is_fantasy,
        "is_foul": is_foul,
        "is_auto": pa.array(rng.random(n) < 0.02, mask=rng.random(n) < 0.1),
        "is_fantasy_next": pa.array(is_next, mask=rng.random(n) < 0.01),
        "enters_with": pa.DictionaryArray.from_arrays(top.astype(np.int32), TOPS).cast(pa.string()),
        **rows,
        "royalties": sum(row.astype(np.int32) for row in rows.values()),
        "points": pa.array(points, mask=rng.random(n) < 0.01),
        "pairs": np.full(n, 2, np.int64),
        "scoops_for": rng.binomial(2, 0.2, n).astype(np.int64),
        "used_ms": pa.array(rng.integers(3_000, 90_000, n), mask=rng.random(n) < 0.05),
    }
    return pa.table(columns, schema=pa.schema(COLUMNS))


ROYALTIES = {"top_royalties": 1.1, "middle_royalties": 0.9, "bottom_royalties": 2.2}
NAMES = pa.array([f"player{number:05}" for number in range(PLAYERS)])
TOPS = pa.array([None, "QQ", "KK", "AA", "trips"])


def once(side: str, file: Path, answer: Path) -> dict[str, float]:
    """One side in a process of its own: its `cpu_s` and `peak_mb`; the answer is left in a file. Raises RuntimeError when it fails."""
    words = [sys.executable, str(Path(__file__).with_name("statistics_sides.py")), side, str(file), str(answer)]
    one_core = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(words, env=os.environ | one_core, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{side}: {done.stderr.strip()[-500:]}")
    said: dict[str, float] = json.loads(done.stdout)
    return said


def assert_same(ours: pa.Table, theirs: pa.Table, side: str) -> None:
    """Raises AssertionError where a figure differs: whole numbers at all, others beyond the ninth decimal."""
    assert ours.column_names == theirs.column_names, side
    for name in ours.column_names:
        one, other = (table[name].to_pylist() for table in (ours, theirs))
        if pa.types.is_floating(ours.schema.field(name).type):
            one, other = ([None if v is None else round(v, DECIMALS) for v in values] for values in (one, other))
        assert one == other, f"{side}: other figures in {name}"


def main(n: int, rounds: int) -> None:
    """Prints processor seconds and memory of each side."""
    sides: dict[str, Callable[[Path], pa.Table]] = {}
    for name, side in SIDES.items():
        try:
            import_module(name)
        except ImportError as error:
            missing(SECTION, name, f"{error}; make bench installs it where it has a build")
        else:
            sides[name] = side
    said: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
    answers = {}
    with tempfile.TemporaryDirectory(prefix="ofc-statistics-") as folder:
        file = Path(folder) / "hands.parquet"
        write_hands(file, n)
        for _ in range(rounds):
            for name in sides:
                answer = Path(folder) / f"{name}.parquet"
                said[name].append(once(name, file, answer))
                answers[name] = pq.read_table(answer)
    for name, answer in answers.items():
        assert_same(answers["duckdb"], answer, name)
    case = f"{answers['duckdb'].num_columns - 1} figures of {n:,} rows"
    for what, key, unit in ((case, "cpu_s", "CPU-s"), (f"{case}, peak", "peak_mb", "MB")):
        report(
            [Figure(SECTION, what, name, unit, tuple(r[key] for r in said[name]), name == "duckdb") for name in sides]
        )


if __name__ == "__main__":
    given = [int(argument.replace(",", "")) for argument in sys.argv[1:]]
    main(given[0] if given else 300_000 if is_brief() else 10_000_000, 1 if is_brief() else 3)
