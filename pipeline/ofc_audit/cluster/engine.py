"""What a build asks of an engine: to run functions in tasks, and to bring blocks that bear the same number to one task.

An engine is an adapter of these few methods. `Inline` is the smallest: tasks one after the other, in this process.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Protocol, Self

from ofc_audit.cluster.blocks import HOME, Block

CONTENT = "content"
"""The kind of a block that is a file."""
Function = Callable[[int, Sequence[Block]], Iterable[Block]]
"""Called with the number of a task and the blocks addressed to it, in any order; gives blocks. It can be pickled, depends on nothing
else, and gives the same when it is called again."""


@dataclass(frozen=True)
class File:
    """A file to be read by an engine: the task and the number of its block, its path as `listed` gave it, and its bytes."""

    to: int
    seq: int
    path: str
    n_bytes: int


class Blocks(Protocol):
    """Blocks, spread over the cluster."""

    def map(self, function: Function) -> "Blocks":
        """What a function gives for each task that has blocks, called where the blocks are. Needs blocks brought together by `exchange`."""

    def exchange(self, n_tasks: int) -> "Blocks":
        """All blocks of each number from 0 up to before `n_tasks` in one place; those for the driver are not among them."""

    def kept(self) -> "Blocks":
        """The same, computed once, though they are read several times."""

    def forget(self) -> None:
        """Gives up what `kept` keeps: it is not read again."""

    def only(self, *kinds: str) -> "Blocks":
        """Those of some kinds."""

    def but(self, *kinds: str) -> "Blocks":
        """Those of all other kinds."""

    def collect(self, *kinds: str) -> Iterator[Block]:
        """The blocks for the driver of some kinds, in any order."""


class Engine(Protocol):
    """A way to run tasks."""

    def start(self, n_tasks: int, function: Function) -> Blocks:
        """What a function gives for the numbers from 0 up to before `n_tasks`, without blocks."""

    def listed(self, path: str) -> list[tuple[str, int]]:
        """The files that a path with a scheme names (`hdfs://…`, `s3a://…`): itself, what a pattern matches, all below a folder; and their sizes.

        Raises FileNotFoundError where there is none.
        """

    def files(self, addressed: Sequence[File]) -> Blocks:
        """Blocks of the kind `CONTENT` with the bytes of files, of empty ones too."""


class Inline:
    """An engine that runs tasks one after the other in this process: for tests, and to show what an engine has to do."""

    def start(self, n_tasks: int, function: Function) -> Blocks:
        """See `Engine`."""
        return _InlineBlocks([block for number in range(n_tasks) for block in function(number, ())])

    def listed(self, path: str) -> list[tuple[str, int]]:
        """See `Engine`; of the scheme `file` only."""
        root = Path(path.removeprefix("file://"))
        found = sorted(root.rglob("*")) if root.is_dir() else [root] if root.exists() else []
        if not found:
            raise FileNotFoundError(f"no such file or folder: {path}")
        return [(f"file://{each}", each.stat().st_size) for each in found if each.is_file()]

    def files(self, addressed: Sequence[File]) -> Blocks:
        """See `Engine`."""
        blocks = [
            Block(one.to, CONTENT, one.seq, Path(one.path.removeprefix("file://")).read_bytes()) for one in addressed
        ]
        return _InlineBlocks(blocks)


class _InlineBlocks:
    """Blocks in a list."""

    def __init__(self, blocks: list[Block]) -> None:
        self._blocks = blocks

    def map(self, function: Function) -> "_InlineBlocks":
        return _InlineBlocks(list(mapped(iter(self._blocks), function)))

    def exchange(self, n_tasks: int) -> "_InlineBlocks":
        own = [block for block in self._blocks if 0 <= block.to < n_tasks]
        return _InlineBlocks(sorted(own, key=lambda block: block.to))

    def kept(self) -> Self:
        return self

    def forget(self) -> None:
        self._blocks = []

    def only(self, *kinds: str) -> "_InlineBlocks":
        return _InlineBlocks([block for block in self._blocks if block.kind in kinds])

    def but(self, *kinds: str) -> "_InlineBlocks":
        return _InlineBlocks([block for block in self._blocks if block.kind not in kinds])

    def collect(self, *kinds: str) -> Iterator[Block]:
        return (block for block in self._blocks if block.to == HOME and block.kind in kinds)


def mapped(blocks: Iterator[Block], function: Function) -> Iterator[Block]:
    """What a function gives for blocks of which those of one task follow one another; those for the driver are left out."""
    for to, own in groupby((block for block in blocks if block.to != HOME), key=lambda block: block.to):
        yield from function(to, list(own))
