"""What travels between tasks: blocks of rows, each addressed to a task by number.

An engine that moves blocks need not know what is in them, and nothing is converted on the way: a block is an Arrow stream, compressed, or
the bytes of a Parquet file.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pyarrow as pa

HOME = -1
"""The address of blocks that the driver collects; no task sees them."""
_OPTIONS = pa.ipc.IpcWriteOptions(compression="zstd")


@dataclass(frozen=True)
class Block:
    """Bytes for the task `to`: what they are, and where they stand among others of their kind."""

    to: int
    kind: str
    seq: int
    data: bytes

    @property
    def table(self) -> pa.Table:
        """Its rows."""
        return pa.ipc.open_stream(self.data).read_all()

    @property
    def told(self) -> Any:
        """What was told with `told_block`."""
        return json.loads(self.data)


def table_block(to: int, kind: str, seq: int, data: pa.Table) -> Block:
    """A block of rows."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, data.schema, options=_OPTIONS) as stream:
        stream.write_table(data)
    return Block(to, kind, seq, sink.getvalue().to_pybytes())


def told_block(kind: str, seq: int, told: Any) -> Block:
    """A block for the driver with what JSON can hold."""
    return Block(HOME, kind, seq, json.dumps(told).encode())


def file_block(to: int, kind: str, seq: int, path: Path) -> Block:
    """A block with the bytes of a file."""
    return Block(to, kind, seq, path.read_bytes())


def by_kind(blocks: Iterable[Block]) -> dict[str, list[Block]]:
    """Blocks by what they are, each kind in the order of `seq`: blocks arrive in any order."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        found.setdefault(block.kind, []).append(block)
    for alike in found.values():
        alike.sort(key=lambda block: block.seq)
    return found


def rows_of(blocks: Sequence[Block], schema: pa.Schema | None = None) -> pa.Table:
    """The rows of blocks of one kind together; `schema` is theirs where there may be none."""
    tables = [block.table for block in blocks]
    if not tables:
        assert schema is not None
        return schema.empty_table()
    return pa.concat_tables(tables)


def put_files(blocks: Mapping[str, Sequence[Block]], prefix: str, folder: Path) -> None:
    """Writes the files that came as blocks of the kinds `<prefix><name>` to `<folder>/<name>`."""
    for kind, (block, *_) in blocks.items():
        if kind.startswith(prefix):
            (folder / kind.removeprefix(prefix)).write_bytes(block.data)


def files_of(folder: Path, prefix: str, to: int) -> Iterator[Block]:
    """The Parquet files of a folder as blocks of the kinds `<prefix><name>`."""
    for path in sorted(folder.glob("*.parquet")):
        yield file_block(to, prefix + path.name, 0, path)


def incoming_blocks(folder: Path, blocks: Iterable[Block]) -> Callable[[str], Iterator[Block]]:
    """Keeps blocks on disk as they come; gives those of a kind in their order, and forgets them."""
    folder = Path(mkdtemp(prefix="incoming-", dir=folder))
    found: dict[str, list[int]] = {}
    for block in blocks:
        found.setdefault(block.kind, []).append(block.seq)
        (folder / f"{block.kind.replace(':', '-')}-{block.seq}").write_bytes(block.data)

    def of(kind: str) -> Iterator[Block]:
        for seq in sorted(found.get(kind, [])):
            path = folder / f"{kind.replace(':', '-')}-{seq}"
            yield Block(HOME, kind, seq, path.read_bytes())
            path.unlink()

    return of
