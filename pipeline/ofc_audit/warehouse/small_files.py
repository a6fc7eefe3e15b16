"""Many small files of one format read as one text: what reading costs by the call is paid once, not once a file.

Only formats whose hands are read each by itself (`IS_BY_HAND` of the reader) are laid together, and only what then is beyond doubt is taken:
a file that holds a rejected stretch, or a hand that runs into its neighbour, is read again by itself. So the tables are those of
the files read one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.detect import format_module
from ofc_audit.read.scan import Buffer, split_lines
from ofc_audit.read.source import Source
from ofc_audit.tables import empty, table
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.records import raw_hands

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

SMALL = 1 << 16
"""Bytes of a file up to which it is laid together with others."""
TOGETHER = 4 << 20
"""Bytes of files that are read as one."""
_LF = 10


@dataclass(frozen=True)
class Laid:
    """Files one behind the other: their text, where each begins and ends in it, and the lines before each.

    Between two files stands one line feed where the first does not end in one, so that every file begins a line.
    """

    text: bytes
    start: Ints
    stop: Ints
    line: Ints
    n_lines: Ints


@dataclass(frozen=True)
class SmallFiles:
    """What came of files read together: a batch of the hands of those taken, the file of each hand, and the books of each file."""

    batch: HandBatch
    owner: Ints
    is_taken: Mask
    n_hands: Ints
    hand_bytes: Ints
    n_lines: Ints


def is_small(source: Source, form: str | None) -> bool:
    """Whether a source is read together with others of its format."""
    return form is not None and 0 < source.n_bytes <= SMALL and bool(getattr(format_module(form), "IS_BY_HAND", False))


def read_small(form: str, sources: Sequence[Source]) -> SmallFiles:
    """Sources of one format, each small, read as one text. Raises InternalError when the bytes of that do not add up."""
    laid = lay_together([bytes(source.data) for source in sources])
    whole = Source("", laid.text, "", sources[0].encoding)
    (batch,) = format_module(form).read(whole, len(laid.text) + 1)
    _require_balance(batch, form)
    first, last = (np.asarray(batch.hands.column(name), np.int64) for name in ("first_byte", "last_byte"))
    owner = np.searchsorted(laid.start, first, "right") - 1
    # The line feed laid between two files is no byte of either.
    last = np.where(last == laid.stop[owner], last - 1, last)
    is_taken = np.ones(len(sources), bool)
    for at in np.flatnonzero(last >= laid.stop[owner]):
        is_taken[owner[at] : np.searchsorted(laid.start, last[at], "right")] = False
    rejected = (np.asarray(batch.rejects.column(name), np.int64) for name in ("first_byte", "last_byte"))
    for low, high in zip(*rejected, strict=True):
        is_taken[np.searchsorted(laid.start, low, "right") - 1 : np.searchsorted(laid.start, high, "right")] = False
    kept = is_taken[owner]
    return SmallFiles(
        _own_places(batch, laid, owner, last, kept, [source.name for source in sources]),
        owner[kept],
        is_taken,
        np.bincount(owner[kept], minlength=len(sources)),
        np.bincount(owner[kept], (last - first + 1)[kept], len(sources)).astype(np.int64),
        laid.n_lines,
    )


def lay_together(texts: Sequence[bytes]) -> Laid:
    """Texts, none of them empty, one behind the other."""
    parts = [part for text in texts for part in (text, b"" if text[-1] == _LF else b"\n")]
    size = np.array([len(part) for part in parts], np.int64)
    start = (np.cumsum(size) - size)[::2]
    whole = b"".join(parts)
    line = np.searchsorted(split_lines(Buffer(whole)).start, np.append(start, len(whole)))
    return Laid(whole, start, start + size[::2], line[:-1], np.diff(line))


def _require_balance(batch: HandBatch, form: str) -> None:
    n = batch.blank_bytes
    for data in (batch.hands, batch.rejects):
        first, last = (np.asarray(data.column(name), np.int64) for name in ("first_byte", "last_byte"))
        n += int((last - first + 1).sum())
    if n != batch.n_bytes:
        raise InternalError(
            f"small files of {form} read together: {batch.n_bytes} bytes were read and {n} are accounted for"
        )


def _own_places(batch: HandBatch, laid: Laid, owner: Ints, last: Ints, kept: Mask, names: Sequence[str]) -> HandBatch:
    """The hands kept, with names, lines and bytes of their own files."""
    rows = raw_hands(batch, 0)
    tables = {}
    for name in HAND_TABLES:
        data = batch.tables[name]
        if name == "hands":
            data = _put(data, "last_byte", pa.array(last))
            data = _put(data, "source_file", pa.array(names).take(pa.array(owner)))
        at = np.flatnonzero(kept[rows[name]])
        files = owner[rows[name][at]]
        data = data.take(pa.array(at))
        for column in table(name).columns:
            if column.place and column.type == "int64":
                before = laid.start if column.name.endswith("_byte") else laid.line
                value = data.column(column.name)
                data = _put(data, column.name, pc.subtract(value, pa.array(before[files])))
        tables[name] = data
    # Lines and bytes are counted file by file, where all of them are.
    return replace(batch, **tables, rejects=empty("rejects"), n_lines=0, n_bytes=0, blank_bytes=0)


def _put(data: pa.Table, name: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    at = data.column_names.index(name)
    return data.set_column(at, data.schema.field(at), values)
