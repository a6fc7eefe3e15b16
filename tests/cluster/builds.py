"""Hands for builds in several tasks, and what such a build is held to: the tables of one machine, to the byte."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.cli.main import run_command
from ofc_audit.cluster import ordering, tables
from ofc_audit.cluster.blocks import Block
from ofc_audit.cluster.build import Cluster
from ofc_audit.cluster.engine import Blocks, Engine, File, Function
from ofc_audit.read.write_ofc_text import write as write_text
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.warehouse import lay, stretches
from ofc_audit.warehouse.build import build
from warehouse.captures import as_capture, played, recorded_by
from warehouse.histories import hand

GROUP, CONTEXT = 24, 20
"""Hands of a row group in these builds, and hands that are looked at before a range, so that few of them make many ranges."""
SAME = ("counts", "bytes", "rule_sets", "findings", "coverage", "corrections", "failed_checks", "left_out", "inputs")


def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row groups of `GROUP` hands, and tasks that read and join little."""
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", GROUP)
    for module in (stretches, ordering):
        monkeypatch.setattr(module, "CONTEXT_HANDS", CONTEXT)
    monkeypatch.setattr(tables, "READ_BYTES", 60_000)
    monkeypatch.setattr(tables, "PART_BYTES", 400_000)


class SmallGroups:
    """An engine whose tasks, wherever they run, have the row groups of `small_tasks`; `around` may do more in each of them."""

    def __init__(self, engine: Engine, around: Callable[[int], None] | None = None) -> None:
        self._engine, self._around = engine, around

    def start(self, n_tasks: int, function: Function) -> Blocks:
        return _SmallBlocks(self._engine.start(n_tasks, self.wrapped(function)), self)

    def listed(self, path: str) -> list[tuple[str, int]]:
        return self._engine.listed(path)

    def files(self, addressed: Sequence[File]) -> Blocks:
        return _SmallBlocks(self._engine.files(addressed), self)

    def wrapped(self, function: Function) -> Function:
        group, context, around = GROUP, CONTEXT, self._around

        # A function within a function goes to the tasks whole, so that they need not find this file.
        def small(number: int, blocks: Sequence[Block]) -> Iterable[Block]:
            from ofc_audit.warehouse import lay, stretches

            lay.HANDS_PER_GROUP, stretches.CONTEXT_HANDS = group, context
            if around:
                around(number)
            yield from function(number, blocks)

        return small


class _SmallBlocks:
    def __init__(self, blocks: Blocks, engine: SmallGroups) -> None:
        self._blocks, self._engine = blocks, engine

    def map(self, function: Function) -> "_SmallBlocks":
        return _SmallBlocks(self._blocks.map(self._engine.wrapped(function)), self._engine)

    def exchange(self, n_tasks: int) -> "_SmallBlocks":
        return _SmallBlocks(self._blocks.exchange(n_tasks), self._engine)

    def kept(self) -> "_SmallBlocks":
        return _SmallBlocks(self._blocks.kept(), self._engine)

    def only(self, *kinds: str) -> "_SmallBlocks":
        return _SmallBlocks(self._blocks.only(*kinds), self._engine)

    def but(self, *kinds: str) -> "_SmallBlocks":
        return _SmallBlocks(self._blocks.but(*kinds), self._engine)

    def forget(self) -> None:
        self._blocks.forget()

    def collect(self, *kinds: str) -> Iterator[Block]:
        return self._blocks.collect(*kinds)


def text_of(made: Any) -> bytes:
    """Hands as text."""
    from io import BytesIO

    out = BytesIO()
    write_text(made, out)
    return out.getvalue()


def clock(minute: int) -> str:
    """A time of day."""
    return f"2024-03-05 {minute // 60:02d}:{minute % 60:02d}:00"


def histories(folder: Path) -> list[str]:
    """Hands of many tables and of one large one, lies, copies, conflicts, two captures of the same hands, and files that hold none."""
    folder.mkdir()
    rules, known = load_rules(), {"scoring": "1-6", "royalties": "american"}
    asked = "simulate quadnet --option scoring=1-6 --option royalties=american --hands 160 --hands-per-table 20 --faults 0.1 --processes 1 --out"
    assert run_command([*asked.split(), str(folder.parent / "room")]) == 0
    [told] = (folder.parent / "room" / "hands").iterdir()
    text = told.read_bytes()
    (folder / "tables.txt").write_bytes(text)
    # One table with more hands than two tasks have.
    one_table = play(rules["pokerbet"], 150, 2, options=known, hands_per_table=150)
    (folder / "one.txt").write_bytes(text_of(one_table))
    (folder / "one-again.txt").write_bytes((folder / "one.txt").read_bytes())
    (folder / "some-again.txt").write_bytes(text[: len(text) // 3] + hand("9", net=(1, -1)).encode())
    (folder / "conflict.txt").write_text(hand("9") + hand("10") + hand("10", 1) + hand("11", cancelled=True))
    # Ana earns Fantasyland in every other hand and is never in it, in one match that goes over several tasks.
    match = (hand(f"m{n}", n % 2, match=("7", n + 1), table="M", time=clock(n)) for n in range(5 * GROUP))
    (folder / "match.txt").write_text("".join(match))
    # Results of no hand before every hand: what follows them is a hand torn in two, wherever the file is cut.
    torn = (hand(f"t{n}", n % 2, table="T", time=clock(n)) + "*** RESULT ***\nSeat 1: points +1\n" for n in range(150))
    (folder / "torn.txt").write_text("".join(torn))
    (folder / "damaged.txt").write_text(hand("12").replace("SHOWDOWN", "SHOWDAWN"))
    (folder / "empty.txt").write_bytes(b"")
    (folder / "also-empty.txt").write_bytes(b"")
    (folder / "notes.md").write_text("no hands\n")
    club = played(40)
    for place in (0, 1):
        (folder / f"capture-{place}.hh").write_bytes(as_capture(recorded_by(club, place)))
    return [str(folder)]


def build_both(
    paths: Sequence[str], folder: Path, engine: Engine, groups_per_range: int = 4, **settings: Any
) -> tuple[Path, Path]:
    """The results of one machine, and those of tasks; raises AssertionError where a run does not say the same of both."""
    alone = build(paths, folder / "alone", threads=1, **settings)
    spread = build(paths, folder / "spread", threads=1, elsewhere=Cluster(engine, groups_per_range), **settings)
    for name in SAME:
        assert spread.run[name] == alone.run[name], name
    assert spread.n_rejects == alone.n_rejects
    return alone.out_dir / "parquet", spread.out_dir / "parquet"


def differing(alone: Path, spread: Path) -> list[str]:
    """Tables that are not the same to the byte, or that only one of both has."""
    names = {path.name for folder in (alone, spread) for path in folder.iterdir()}

    def content(path: Path) -> bytes | None:
        return path.read_bytes() if path.exists() else None

    return sorted(name for name in names if content(alone / name) != content(spread / name))
