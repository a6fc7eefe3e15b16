"""Batches of hands staged as they come: numbered, gathered to some thousand hands, and written."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.tables import schema
from ofc_audit.warehouse.records import raw_hands
from ofc_audit.warehouse.staged import RAW_HAND, SOURCE_NO, StagedWriter, staged_folders

Ints = npt.NDArray[np.int64]

HANDS_AT_ONCE = 8192
"""Hands of small files that are gathered before they are written."""
BYTES_AT_ONCE = 16 << 20
"""Bytes of rejects that are gathered before they are written."""


@dataclass
class Staging:
    """Staged tables in a folder: the hand tables, each row with the number of its record, and `rejects.parquet`, with that of the source."""

    folder: Path
    n_records: int = 0
    _writers: dict[str, StagedWriter] = field(default_factory=dict)
    _rejects: pq.ParquetWriter | None = None
    _waiting: dict[str, list[pa.Table]] = field(default_factory=dict)
    _n_waiting: int = 0
    _bytes_waiting: int = 0

    def __enter__(self) -> Self:
        """Opens the files."""
        self.folder.mkdir(parents=True)
        self._writers = {name: StagedWriter(self.folder, name) for name in HAND_TABLES}
        number = pa.field(SOURCE_NO, pa.int64(), nullable=False)
        self._rejects = pq.ParquetWriter(
            rejects_file(self.folder), pa.schema([*schema("rejects"), number]), compression="lz4"
        )
        self._waiting = {name: [] for name in (*HAND_TABLES, "rejects")}
        return self

    def __exit__(self, *_: object) -> None:
        """Writes what waits and closes the files."""
        self._flush()
        for writer in (*self._writers.values(), self._rejects):
            if writer is not None:
                writer.close()

    def add(self, batch: HandBatch, source_no: int | Ints, reject_source_no: int | Ints) -> None:
        """Takes a batch of a source, or of several, with the number of the source, or that of each hand and that of each reject."""
        owners = raw_hands(batch, self.n_records)
        for name, data in batch.tables.items():
            numbered = data.append_column(RAW_HAND, pa.array(owners[name]))
            if name == "hands":
                numbered = numbered.append_column(SOURCE_NO, _constant(source_no, data.num_rows))
            self._waiting[name].append(numbered)
        if batch.rejects.num_rows:
            self._waiting["rejects"].append(
                batch.rejects.append_column(SOURCE_NO, _constant(reject_source_no, batch.rejects.num_rows))
            )
        self.n_records += batch.hands.num_rows
        self._n_waiting += batch.hands.num_rows
        self._bytes_waiting += batch.rejects.nbytes
        if self._n_waiting >= HANDS_AT_ONCE or self._bytes_waiting >= BYTES_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        for name, waiting in self._waiting.items():
            if not waiting:
                continue
            data = pa.concat_tables(waiting)
            if name in self._writers:
                self._writers[name].write(data)
            elif self._rejects is not None:
                self._rejects.write_table(data.cast(self._rejects.schema))
            waiting.clear()
        self._n_waiting = self._bytes_waiting = 0


def rejects_file(folder: Path) -> Path:
    """The file of the staged rejects."""
    return folder / "rejects.parquet"


def rejects_files(folder: Path) -> list[Path]:
    """All files of staged rejects: the main one, and those of the parts that have any."""
    return [path for path in map(rejects_file, staged_folders(folder)) if path.exists()]


def _constant(value: int | Ints, n: int) -> pa.Array:
    return pa.array(np.broadcast_to(np.asarray(value, np.int64), n))
