"""Scoring, three ways: `score_tables` Arrow to Arrow, the same hand by hand in plain Python, and in C.

    python bench/score_bench.py [hands] [rounds]

One thread, three players, complete boards, pokerbet with 1-6 scoring and American royalties, stacks of 40 to 400
points. All three must give the same results. Each round runs one after the other, so that a busy machine slows all
alike; the figures are medians, the ratios those of medians of one run. The C loop reads the same arrays out of the
same Arrow tables and its results are put into Arrow tables of the same declaration.

Then the same boards under every rule set, and under all of them mixed, hand by hand another: held against the C loop, which knows pokerbet
alone, and against the rule set that is scored fastest.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import plain_python
import pyarrow as pa
from figures import Side, in_turn, is_brief, missing

from ofc_audit.money import MONEY, money_ints
from ofc_audit.rulesets import load_rules
from ofc_audit.score import columns
from ofc_audit.score.batch import score_tables
from ofc_audit.score.masked import Masked
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.ranks import rank_boards, rank_tables
from ofc_audit.tables import ARROW_TYPES, conform, schema

PLAYERS = 3
PAIRS = len(pairs_of(PLAYERS))
PLAIN_SHARE = 100
"""Plain Python scores only every hundredth hand."""

RULE_SET_SHARE = 5
"""Each rule set scores a fifth of the hands."""

SEAT_DTYPES = {
    **{f"{row}_value": np.uint16 for row in ("top", "middle", "bottom")},
    **{f"{row}_category": np.int8 for row in ("top", "middle", "bottom")},
    "top_rank": np.int8,
    **{f"{row}_royalties": np.int16 for row in ("top", "middle", "bottom")},
    "points": np.int32,
    "net": np.int64,
    "is_foul": np.bool_,
    "is_fantasy_next": np.bool_,
    "fantasy_next": np.int8,
    "is_stay_qualified": np.bool_,
}
PAIR_DTYPES = {
    **dict.fromkeys(("top", "middle", "bottom"), np.int8),
    **dict.fromkeys(("bonus", "royalties_a", "royalties_b"), np.int16),
    "points": np.int32,
    "amount": np.int64,
}


def more_legal(cards: np.ndarray) -> np.ndarray:
    """The same boards with the stronger of middle and bottom below: boards at random foul more than players do."""
    flat = cards.reshape(-1, 13)
    _, middle, bottom = rank_boards(flat)
    swapped = flat.copy()
    turn = middle > bottom
    swapped[turn, 3:8], swapped[turn, 8:] = flat[turn, 8:], flat[turn, 3:8]
    return swapped.reshape(cards.shape)


def make_tables(n: int, seed: int = 7, rules_ids: Sequence[str] = ("pokerbet",)) -> tuple[pa.Table, pa.Table, pa.Table]:
    """Tables hands, seats and boards of n hands, under one rule set or several in turn; the options that tables have are stated."""
    rng = np.random.default_rng(seed)
    deck = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)
    cards = more_legal(np.ascontiguousarray(deck[:, : 13 * PLAYERS]).reshape(n, PLAYERS, 13))
    key = rng.permutation(n).astype(np.int64)
    stacks = rng.integers(40, 400, n * PLAYERS) * 5000
    fantasy = np.where(rng.random(n * PLAYERS) < 0.1, 14, 0).astype(np.int8)

    def filled(name: str, rows: int, given: dict[str, pa.Array]) -> pa.Table:
        return pa.table({f.name: given.get(f.name, pa.nulls(rows, f.type)) for f in schema(name)})

    seat_keys = {
        "hand_key": pa.array(np.repeat(key, PLAYERS)),
        "acting_order": pa.array(np.tile(np.arange(PLAYERS, dtype=np.int8), n)),
    }
    hands = {
        "hand_key": pa.array(key),
        "n_seats": pa.array(np.full(n, PLAYERS, np.int8)),
        "rules_id": pa.array([rules_ids[number % len(rules_ids)] for number in range(n)]),
        "option_scoring": pa.array(["1-6"] * n),
        "point_value": columns.column(Masked(np.full(n, 5000)), MONEY),
    }
    seats = {"is_fantasy": pa.array(fantasy > 0), "fantasy_cards": pa.array(fantasy)}
    seats["stack"] = columns.column(Masked(stacks), MONEY)
    flat = pa.array(cards.reshape(-1))
    boards = {"cards": pa.FixedSizeListArray.from_arrays(flat, type=ARROW_TYPES["board"])}
    return (
        filled("hands", n, hands),
        filled("seats", n * PLAYERS, seat_keys | seats),
        filled("boards", n * PLAYERS, seat_keys | boards),
    )


def arrays_of(hands: pa.Table, seats: pa.Table, boards: pa.Table) -> tuple[np.ndarray, ...]:
    """Cards, fantasy cards, point values and stacks as the loops read them."""
    cards = columns.boards(boards.column("cards"))
    fantasy = columns.whole_numbers(seats.column("fantasy_cards")).astype(np.int16)
    return cards, fantasy, money_ints(hands.column("point_value")), money_ints(seats.column("stack"))


def score_plainly(hands: pa.Table, seats: pa.Table, boards: pa.Table) -> list[object]:
    """Every hand by the plain Python scorer."""
    cards, fantasy, point_value, stacks = arrays_of(hands, seats, boards)
    n = hands.num_rows
    each = zip(
        cards.reshape(n, PLAYERS, 13).tolist(),
        fantasy.reshape(n, PLAYERS).tolist(),
        stacks.reshape(n, PLAYERS).tolist(),
        point_value.tolist(),
        strict=True,
    )
    return [plain_python.score_hand(*hand) for hand in each]


class CLoop:
    """The C loop, compiled when made. Raises FileNotFoundError without gcc."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("gcc")
        if compiler is None:
            raise FileNotFoundError("gcc")
        library = folder / "c_loop.so"
        source = Path(__file__).with_name("c_loop.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        self._score = ctypes.CDLL(str(library)).score
        self._score.restype = ctypes.c_int64
        tables = rank_tables()
        self._tables = [tables.five, tables.three, tables.legal_top]
        self._tables += [tables.five_category, tables.three_category, tables.three_rank]

    def __call__(self, hands: pa.Table, seats: pa.Table, boards: pa.Table) -> tuple[pa.Table, pa.Table]:
        """The tables that `score_tables` makes."""
        n = hands.num_rows
        cards, fantasy, point_value, stacks = arrays_of(hands, seats, boards)
        seat = {name: np.empty(n * PLAYERS, dtype) for name, dtype in SEAT_DTYPES.items()}
        pair = {name: np.empty(n * PAIRS, dtype) for name, dtype in PAIR_DTYPES.items()}

        def pointers(arrays: list[np.ndarray]) -> ctypes.Array[ctypes.c_void_p]:
            return (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))

        bad = self._score(
            ctypes.c_int64(n),
            ctypes.c_int(PLAYERS),
            *(ctypes.c_void_p(array.ctypes.data) for array in (cards, fantasy, point_value, stacks)),
            pointers(self._tables),
            pointers(list(seat.values())),
            pointers(list(pair.values())),
        )
        assert bad == -1, f"hand {bad} has a card missing"
        numbers = pairs_of(PLAYERS)
        pair["a"] = np.tile(np.array([a for a, _ in numbers], np.int8), n)
        pair["b"] = np.tile(np.array([b for _, b in numbers], np.int8), n)
        key = columns.whole_numbers(hands.column("hand_key"))
        made = []
        for name, values in (("scored_seats", seat), ("scored_pairs", pair)):
            arrays = {f.name: columns.column(Masked(values[f.name]), f.type) for f in schema(name) if f.name in values}
            if name == "scored_seats":
                arrays |= {c: boards.column(c) for c in ("hand_key", "acting_order")}
            else:
                arrays["hand_key"] = pa.array(np.repeat(key, PAIRS))
            made.append(conform(name, pa.table(arrays)))
        return made[0], made[1]


def check_plain(scored: tuple[pa.Table, pa.Table], plain: list[object]) -> None:
    """That the plain Python scorer and `score_tables` agree in all that both say."""
    seats, pairs = (table.to_pylist() for table in scored)
    for number, (plain_seats, plain_pairs, points, net) in enumerate(plain):
        for p, (rows, foul, royalties, fantasy_next) in enumerate(plain_seats):
            row = seats[number * PLAYERS + p]
            ours = [row["is_foul"], row["top_royalties"], row["middle_royalties"], row["bottom_royalties"]]
            ours += [row["top_category"], row["middle_category"], row["bottom_category"]]
            ours += [row["fantasy_next"], row["points"], int(row["net"] * 10_000)]
            theirs = [foul, *royalties, *(r[0] for r in rows), fantasy_next, points[p], net[p]]
            assert ours == theirs, (number, p, ours, theirs)
        for k, (rows, bonus, royalties, scored_points, amount) in enumerate(plain_pairs):
            row = pairs[number * PAIRS + k]
            ours = [row["top"], row["middle"], row["bottom"], row["bonus"], row["royalties_a"], row["royalties_b"]]
            ours += [row["points"], int(row["amount"] * 10_000)]
            assert ours == [*rows, bonus, *royalties, scored_points, amount], (number, k, ours)


def every_rule_set(n: int, rounds: int, c_loop: CLoop | None) -> None:
    """Prints hands per second under each rule set and under all mixed, with the ratios to the C loop and to the fastest."""
    rules = load_rules()
    names = [name for name, one in rules.items() if one.period is None]
    cases = {**{name: [name] for name in names}, f"all {len(names)} mixed": names}
    figures = {}
    for case, rules_ids in cases.items():
        tables = make_tables(n, rules_ids=rules_ids)
        sides = [Side("score_tables", partial(score_tables, *tables, rules), n, is_ours=True)]
        if c_loop is not None:
            sides.append(Side("C loop, pokerbet", partial(c_loop, *tables), n))
        figures[case] = in_turn("score", case, "hands", sides, rounds)[0].value
    fastest = max(names, key=lambda name: figures[name])
    print(
        f"against the fastest, {fastest}: " + ", ".join(f"{c} {v / figures[fastest]:.2f}" for c, v in figures.items())
    )


def main(n: int = 500_000, rounds: int = 9) -> None:
    """Prints hands per second of each and the ratios. Raises AssertionError where results differ."""
    pa.set_cpu_count(1)
    rules = load_rules()
    tables = make_tables(n)
    few = make_tables(max(1, n // PLAIN_SHARE))
    check_plain(score_tables(*few, rules), score_plainly(*few))
    sides = [
        Side("score_tables", lambda: score_tables(*tables, rules), n, is_ours=True),
        Side("plain Python", lambda: score_plainly(*few), few[0].num_rows),
    ]
    c_loop = None
    with tempfile.TemporaryDirectory() as folder:
        try:
            c_loop = CLoop(Path(folder))
        except FileNotFoundError:
            missing("score", "C loop", "no gcc here")
        else:
            ours, theirs = score_tables(*tables, rules), c_loop(*tables)
            assert all(one.equals(other) for one, other in zip(ours, theirs, strict=True)), "C loop: other results"
            sides.append(Side("C loop, gcc -O2", lambda: c_loop(*tables), n))
        fouls = score_tables(*few, rules)[0].column("is_foul").to_numpy().mean()
        print(f"{n:,} hands of {PLAYERS} players, {fouls:.0%} fouls, all results equal")
        in_turn("score", f"pokerbet, {PLAYERS} players", "hands", sides, rounds)
        every_rule_set(max(1, n // RULE_SET_SHARE), rounds, c_loop)


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    main(*(given or ([50_000, 3] if is_brief() else [])))
