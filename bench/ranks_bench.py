"""How fast rows are ranked, beside the evaluators that one would otherwise install: `python bench/ranks_bench.py [boards]`.

Random deals: a top of three cards, a middle and a bottom of five. Every side gets the cards as it likes them best, made
before the clock starts: arrays of codes here and in C, lists of its own cards or numbers for each package; each is
called by its fastest public call, row by row where it knows no other way. Before the clock starts the order of the rows
is compared with ours, pair by pair of neighbours. eval7 alone ranks three cards too; the others are asked for the rows of five.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import numpy as np
from figures import Side, in_turn, is_brief, missing
from ranks_frames import duckdb_side, polars_side

from ofc_audit.cards import CARD_TEXT, N_CARDS
from ofc_audit.score.ranks import rank_boards, rank_tables

SECTION = "ranks"
SHARES = {"eval7": 10, "phevaluator": 10, "treys": 20, "pokerkit": 200}
"""One in so many boards is given to a package: they take their time."""

Rows = Sequence[Sequence[object]]
Peer = Callable[[], tuple[Sequence[object], Callable[[Rows], list[int]]]]
"""Gives the 52 cards as the package has them, by our code, and what ranks rows, the stronger the higher."""


def eval7_peer() -> tuple[Sequence[object], Callable[[Rows], list[int]]]:
    """`eval7.evaluate` of a list of cards: Cython."""
    eval7 = import_module("eval7")
    evaluate = eval7.evaluate
    return [eval7.Card(text) for text in CARDS], lambda rows: [evaluate(row) for row in rows]


def phevaluator_peer() -> tuple[Sequence[object], Callable[[Rows], list[int]]]:
    """`phevaluator.evaluate_5cards` of five numbers: C below; the smaller the stronger."""
    evaluate = import_module("phevaluator.evaluator").evaluate_5cards
    card = import_module("phevaluator.card").Card
    return [card.to_id(text) for text in CARDS], lambda rows: [-evaluate(*row) for row in rows]


def treys_peer() -> tuple[Sequence[object], Callable[[Rows], list[int]]]:
    """`treys.Evaluator.evaluate` of a hand and an empty board: Python; the smaller the stronger."""
    treys = import_module("treys")
    evaluate, board = treys.Evaluator().evaluate, []
    return [treys.Card.new(text) for text in CARDS], lambda rows: [-evaluate(row, board) for row in rows]


def pokerkit_peer() -> tuple[Sequence[object], Callable[[Rows], list[int]]]:
    """`pokerkit.StandardLookup.get_entry` of five cards: Python, with every card checked."""
    lookup = import_module("pokerkit.lookups").StandardLookup()
    card = import_module("pokerkit.utilities").Card
    cards = [next(iter(card.parse(text))) for text in CARDS]
    return cards, lambda rows: [lookup.get_entry(row).index for row in rows]


CARDS = CARD_TEXT
PEERS: dict[str, Peer] = {
    "eval7": eval7_peer,
    "phevaluator": phevaluator_peer,
    "treys": treys_peer,
    "pokerkit": pokerkit_peer,
}


class CRanks:
    """The C loop, compiled when made. Raises FileNotFoundError without gcc."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("gcc")
        if compiler is None:
            raise FileNotFoundError("gcc")
        library = folder / "c_ranks.so"
        subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", library, Path(__file__).with_name("c_ranks.c")], check=True
        )
        self._rank = ctypes.CDLL(str(library)).rank_boards
        self._tables = rank_tables()

    def __call__(self, cards: np.ndarray) -> tuple[np.ndarray, ...]:
        """Values of top, middle and bottom of (n, 13) codes."""
        values = np.empty((3, len(cards)), np.uint16)
        arrays = (cards, self._tables.five, self._tables.three, values)
        self._rank(ctypes.c_int64(len(cards)), *(ctypes.c_void_p(array.ctypes.data) for array in arrays))
        return values[0], values[1], values[2]


def deal(n: int, seed: int = 11) -> np.ndarray:
    """(n, 13) codes of random boards."""
    rng = np.random.default_rng(seed)
    deck = rng.permuted(np.tile(np.arange(N_CARDS, dtype=np.uint8), (n, 1)), axis=1)
    return np.ascontiguousarray(deck[:, :13])


def assert_same_order(ours: np.ndarray, theirs: Sequence[int], name: str) -> None:
    """Raises AssertionError unless both rank every row the same against all others.

    Both give numbers that rise with strength, so the n-th strongest row of one must be that of the other, ties included.
    """
    _, one = np.unique(ours, return_inverse=True)
    _, other = np.unique(np.asarray(theirs, np.int64), return_inverse=True)
    assert np.array_equal(one, other), f"{name} ranks rows in another order"


def main(n: int) -> None:
    """Prints boards a second of all sides, whole boards and their two rows of five."""
    boards = deal(n)
    few = {name: boards[: n // share] for name, share in SHARES.items()}
    top, middle, bottom = rank_boards(boards)
    fives = [Side("rank_boards, with tops", lambda: rank_boards(boards), n, is_ours=True)]
    wholes = [Side("rank_boards", lambda: rank_boards(boards), n, is_ours=True)]
    for name, peer in PEERS.items():
        try:
            cards, rank = peer()
        except ImportError as error:
            missing(SECTION, name, f"{error}; make bench installs it where it has a build")
            continue
        some = few[name]

        def rows(places: slice, some: np.ndarray = some, cards: Sequence[object] = cards) -> Rows:
            return [[cards[code] for code in row] for row in some[:, places].tolist()]

        two = rows(slice(3, 8)) + rows(slice(8, 13))
        both = np.concatenate([middle[: len(some)], bottom[: len(some)]])
        assert_same_order(both, rank(two), name)
        fives.append(Side(name, lambda rank=rank, two=two: rank(two), len(some)))
        if name == "eval7":
            three = rows(slice(0, 3))
            assert_same_order(top[: len(some)], rank(three), f"{name} (three cards)")
            wholes.append(Side(name, lambda rank=rank, two=two, three=three: (rank(two), rank(three)), len(some)))
    for name, make in {"polars, gather": polars_side, "DuckDB, joins": duckdb_side}.items():
        try:
            work = make(boards)
        except ImportError as error:
            missing(SECTION, name, f"{error}; make bench installs it where it has a build")
            continue
        for one, other in zip((top, middle, bottom), work(), strict=True):
            assert np.array_equal(one, other), f"{name} gives other values"
        wholes.append(Side(name, work, n))
    with tempfile.TemporaryDirectory() as folder:
        try:
            c_ranks = CRanks(Path(folder))
        except FileNotFoundError:
            missing(SECTION, "C loop", "there is no gcc")
        else:
            for one, other in zip((top, middle, bottom), c_ranks(boards), strict=True):
                assert np.array_equal(one, other), "the C loop gives other values"
            wholes.append(Side("C loop, gcc -O2", lambda: c_ranks(boards), n))
        print(f"{n:,} random boards, {len(few['eval7']):,} and fewer for the packages; the order of all rows is equal")
        in_turn(SECTION, "whole boards", "boards", wholes, 3 if is_brief() else 9)
        in_turn(SECTION, "their rows of five", "boards", fives, 3 if is_brief() else 9)


if __name__ == "__main__":
    given = [int(argument.replace(",", "")) for argument in sys.argv[1:]]
    main(given[0] if given else 100_000 if is_brief() else 1_000_000)
