"""The tasks that make the models which work hand by hand, and the sums over their hands, over the ranges that were audited."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ofc_audit.cluster.blocks import HOME, Block, by_kind, incoming_blocks, put_files, table_block, told_block
from ofc_audit.cluster.engine import Blocks
from ofc_audit.cluster.ranges import OWN
from ofc_audit.warehouse.by_hand import make_hands, pieces
from ofc_audit.warehouse.lay import SMALL_TABLES
from ofc_audit.warehouse.run import CheckFailure, HandsMade

_MODEL, _MADE = "model:", "made"


@dataclass(frozen=True)
class MakeHands:
    """Makes the models for the hands of a range; `small` are the files of the tables about hands with few rows, of all hands."""

    small: tuple[tuple[str, bytes], ...]

    def __call__(self, number: int, blocks: Sequence[Block]) -> Iterator[Block]:
        """For the driver the rows of each model, and the checks that failed, for some row groups after the other."""
        with TemporaryDirectory(prefix="ofc-") as name:
            folder = Path(name)
            put_files(by_kind(blocks), f"{OWN}/", folder)
            for file, content in self.small:
                (folder / file).write_bytes(content)
            for at, groups in enumerate(pieces(folder)):
                made, seq = make_hands(folder, groups, with_sums=True), number << 20 | at
                failures = [asdict(failure) for failure in made.failures]
                yield told_block(_MADE, seq, {"models": list(made.tables), "failures": failures})
                for model, rows in made.tables.items():
                    yield table_block(HOME, _MODEL + model, seq, rows)


def hands_made(files: Blocks, parquet: Path, work: Path) -> Iterator[HandsMade]:
    """What came of the models in the tasks that have the files of the ranges, in the order of the hands."""
    small = tuple((file, (parquet / file).read_bytes()) for file in (f"{name}.parquet" for name in SMALL_TABLES))
    done = files.map(MakeHands(small)).kept()
    told = {block.seq: block.told for block in done.collect(_MADE)}
    models = sorted({model for one in told.values() for model in one["models"]})
    incoming = incoming_blocks(work, done.collect(*(_MODEL + model for model in models)))
    done.forget()
    files.forget()
    rows = {model: incoming(_MODEL + model) for model in models}
    for seq in sorted(told):
        made = {model: next(rows[model]).table for model in told[seq]["models"]}
        yield HandsMade(made, tuple(map(_failure, told[seq]["failures"])))


def _failure(told: dict[str, object]) -> CheckFailure:
    return CheckFailure(**{**told, "rows": tuple(told["rows"])})  # type: ignore[arg-type]
