"""Work that stays as it is and is of the same kind as the package's: what it takes is the unit in which ours is told.

A machine that is slower, busier or has slower memory slows both. Each yardstick is made of what its work is made of
(look-ups and comparisons of small arrays, bytes cut into lines, queries on tables), calls nothing of the package, and
must not be changed: every figure of `expected.json` is a multiple of it.
"""

import re
from collections.abc import Callable, Mapping

import duckdb
import numpy as np

CHUNK = 1 << 16


def arrays() -> Callable[[], object]:
    """Look-ups by card-like codes in a table of 743,000, comparisons, and columns of the results, 64k rows at a time: 400,000 rows of
    thirteen."""
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 52, (13, 400_000), np.uint8)
    table = rng.integers(0, 7462, 2 * 13**5).astype(np.uint16)

    def work() -> list[object]:
        parts = []
        for first in range(0, codes.shape[1], CHUNK):
            rank = codes[:, first : first + CHUNK] >> 2
            values = []
            for start in (3, 8):
                at = rank[start].astype(np.int64)
                for place in range(start + 1, start + 5):
                    at *= 13
                    at += rank[place]
                values.append(table.take(at, mode="clip"))
            better = (values[0] > values[1]).astype(np.int8) - (values[0] < values[1])
            points = np.where(better > 0, values[0], values[1]).astype(np.int32)
            parts.append((*values, better, points, points * 5000, points.astype(np.int64) * better))
        return [np.concatenate(column) for column in zip(*parts, strict=True)]

    return work


def text() -> Callable[[], object]:
    """Two and a half million bytes of lines like those of hands: line ends as an array, then line by line a pattern and a number."""
    lines = [
        f"Seat {n % 3 + 1}: points {n % 41 - 20:+d}, net {n % 977 / 100:.2f}, rake 0.00, stack {n % 12345 / 100:.2f}"
        for n in range(40_000)
    ]
    data = "\n".join(lines).encode()
    pattern = re.compile(rb"Seat \d+: points [+-]\d+, net \d+\.\d\d, rake 0\.00, stack \d+\.\d\d")

    def work() -> int:
        array = np.frombuffer(data, np.uint8)
        ends = np.flatnonzero(array == 10)
        starts = np.concatenate([[0], ends + 1])
        total = int((array[starts + 5] == 49).sum())
        for line in data.split(b"\n"):
            if pattern.fullmatch(line):
                total += int(line.rpartition(b" ")[2].replace(b".", b""))
        return total

    return work


def queries() -> Callable[[], object]:
    """A join, two groupings and a window over 200,000 rows, and forty short queries, on one thread."""

    def work() -> object:
        with duckdb.connect(config={"threads": "1"}) as con:
            con.execute(
                "create table seats as select i // 3 as hand, i % 3 as seat, hash(i) % 997 as player, (hash(i * 7) % 81)::int - 40 as points "
                "from range(200000) t(i)"
            )
            con.execute("create table hands as select distinct hand, hash(hand) % 50 as place from seats")
            con.execute(
                "create table sums as select player, place, count(*) as n, sum(points) as p from seats join hands using (hand) group by all"
            )
            con.execute(
                "create table runs as select *, sum(points) over (partition by player order by hand) as run from seats"
            )
            for number in range(40):
                con.execute(
                    f"select max(p), min(n), count(*) filter (p > {number}) from sums where place = {number} group by player order by 1"
                )
            return con.execute("select sum(run), max(run) from runs").fetchall()

    return work


YARDSTICKS: Mapping[str, Callable[[], Callable[[], object]]] = {"arrays": arrays, "text": text, "queries": queries}
