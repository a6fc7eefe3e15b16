"""What people do every day, as whole cold processes: `python bench/everyday_bench.py [RESULTS]`.

Each command is a process of its own, started anew every round: interpreter, imports, opening of the results, the answer.
RESULTS is the folder of an `ofc run`; without it one of 100,000 simulated hands is made first. Seconds of the wall, for
nobody waits for anything else.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import duckdb
from figures import Figure, is_brief, report
from hands import OFC, folder_of
from process import Cost, cost_of

SECTION = "everyday"
HAND = '{"boards": ["Qs 8h 5d/Th 6c Jc 3h Qd/Kh 4d 7c As Ad", "2c 2d 9h/3s 3d 8d 8c Kc/5c 9c Jh Ts Ks"]}\n'


def commands(results: Path) -> dict[str, tuple[Sequence[str], str]]:
    """The commands by the name of their case: words, and what is given on standard input."""
    with duckdb.connect(str(results / "ofc.duckdb"), read_only=True) as con:
        (hand,) = _row(con, "select hand_id from hands order by hand_key limit 1")
        (player,) = _row(con, "select player_name from player_stats order by hands desc, player_id limit 1")
        (n,) = _row(con, "select count(*) from hands")
    size = f"{n:,} hands"
    return {
        "ofc --help": (("--help",), ""),
        "ofc score, one hand": (("score", "--rules", "pokerbet", "-"), HAND),
        f"ofc explain, of {size}": (("explain", str(hand), "--out", str(results)), ""),
        f"ofc stats --player, of {size}": (("stats", str(results), "--player", str(player)), ""),
        f"ofc stats, of {size}": (("stats", str(results)), ""),
    }


def _row(con: duckdb.DuckDBPyConnection, query: str) -> tuple[object, ...]:
    row = con.execute(query).fetchone()
    assert row is not None, f"the results are empty: {query}"
    return tuple(row)


def measure(results: Path, rounds: int, section: str = SECTION) -> list[Figure]:
    """Runs and prints all commands; gives their figures."""
    figures = []
    todo = commands(results)
    costs: dict[str, list[Cost]] = {case: [] for case in todo}
    for _ in range(rounds):
        for case, (words, given) in todo.items():
            costs[case].append(cost_of([*OFC, *words], given))
    for case, found in costs.items():
        figures.append(
            Figure(section, case, "a cold process", "s", tuple(cost.seconds for cost in found), is_ours=True)
        )
        report(figures[-1:])
    return figures


def main(results: Path | None) -> None:
    """Measures on the results given, or on some made here."""
    rounds = 3 if is_brief() else 7
    if results is not None:
        measure(results, rounds)
        return
    with tempfile.TemporaryDirectory(prefix="ofc-everyday-") as folder:
        made = Path(folder) / "out"
        hands = folder_of(2_000 if is_brief() else 100_000)
        cost_of([*OFC, "run", str(hands), "--out", str(made), "--format", "json"])
        measure(made, rounds)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else None)
