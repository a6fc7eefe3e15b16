"""Many small files of one format read as one text: what reading costs by the call is paid once, not once a file.

Some readers take several files at once (`read_together`), each by itself. Else files are laid one behind the other: of formats whose hands
are read each by itself (`IS_BY_HAND` of the reader), and of those whose reader knows files so laid (`read_laid`; where it has `kin`, only
files of one kin). Only what then is beyond doubt is taken.

A first reading takes the files without rejects of which no hand runs into a neighbour. A second one, where hands are by themselves, takes
those in which all rejects and hands stay within the file while a good hand stands before and behind it, and is read as good: nothing of
the file reaches out then, and nothing reaches in. A reject at the end of a file is taken only where a line that begins a hand ends every
other (`IS_BY_LINE`): elsewhere its reason may come from what follows. What is left is read file by file. So the tables are those of the
files read one by one.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import HAND_TABLES, HandBatch, Together
from ofc_audit.read.detect import format_module
from ofc_audit.read.garbage import rare_searches
from ofc_audit.read.scan import Buffer, split_lines
from ofc_audit.read.source import Source
from ofc_audit.tables import table
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.records import raw_hands

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

SMALL = 1 << 16
"""Bytes of a file up to which it is laid together with others."""
TOGETHER = 4 << 20
"""Bytes of files that are read as one."""
_LONGEST_GUARD = 1 << 13
"""Bytes of a good file that may stand between others."""
_LF = 10


@dataclass(frozen=True)
class Laid:
    """Files one behind the other: their text, where each begins and ends in it, and the lines before and in each.

    Behind a file that does not end in a line feed one is laid (`is_open`), so that every file begins a line.
    """

    text: bytes
    start: Ints
    stop: Ints
    is_open: Mask
    line: Ints
    n_lines: Ints


@dataclass(frozen=True)
class SmallFiles:
    """What came of files read together, of those that were taken: a batch with their own places, the file of each hand and of each reject,
    and by file whether it was taken, its lines, and its hands and bytes by what became of them.
    """

    batch: HandBatch
    owner: Ints
    reject_owner: Ints
    is_taken: Mask
    n_lines: Ints
    n_hands: Ints
    hand_bytes: Ints
    n_rejected: Ints
    reject_bytes: Ints
    brought: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """Of files that were brought to text: the form each was brought out of, and the bytes of the text."""


def is_small(source: Source, form: str | None) -> bool:
    """Whether a source is read together with others of its format."""
    if form is None or not 0 < source.n_bytes <= SMALL:
        return False
    return any(_says(form, name) for name in ("IS_BY_HAND", "read_together", "read_laid"))


def _says(form: str, name: str) -> bool:
    return bool(getattr(format_module(form), name, False))


@rare_searches()
def read_small(form: str, sources: Sequence[Source]) -> list[SmallFiles]:
    """Sources of one format, each small, read as one text, and once more where some are not clean; a file is taken by one of them or by none.

    Raises InternalError when the bytes of what was read do not add up.
    """
    module = format_module(form)
    if _says(form, "read_together"):
        together: Together = getattr(module, "read_together")(sources)  # noqa: B009
        return [_counted(form, together, sources)]
    texts, brought = _as_text(form, sources)
    found: list[SmallFiles] = []
    for files in _kins(form, texts):
        for read in _read_kin(form, [text for at in files if (text := texts[at]) is not None]):
            whole = read if len(files) == len(sources) else _of_files(read, np.array(files), len(sources))
            found.append(replace(whole, brought=brought))
    return found


def _as_text(form: str, sources: Sequence[Source]) -> tuple[Sequence[Source | None], dict[int, tuple[str, int]]]:
    """The sources as text, None where one is read by itself, and of those that its reader brought to text the form and the bytes of it."""
    as_texts: Callable[[Sequence[Source]], list[tuple[Source, str | None] | None]] | None
    as_texts = getattr(format_module(form), "as_texts", None)
    if as_texts is None:
        return sources, {}
    texts: list[Source | None] = []
    brought: dict[int, tuple[str, int]] = {}
    for at, found in enumerate(as_texts(sources)):
        text, kind = found or (None, None)
        texts.append(text)
        if text is not None and kind is not None:
            brought[at] = kind, text.n_bytes
    return texts, brought


def _kins(form: str, sources: Sequence[Source | None]) -> list[list[int]]:
    """The files that may be laid together, by number; of a kin with one file there is nothing to lay."""
    kin: Callable[[Source], Hashable | None] | None = getattr(format_module(form), "kin", None)
    if kin is None:
        return [[at for at, source in enumerate(sources) if source is not None]]
    found: dict[Hashable, list[int]] = {}
    for at, source in enumerate(sources):
        if source is not None and (name := kin(source)) is not None:
            found.setdefault(name, []).append(at)
    return [files for files in found.values() if len(files) > 1]


def _read_kin(form: str, sources: Sequence[Source]) -> list[SmallFiles]:
    first = _read(form, sources, np.ones(len(sources), bool))
    if first is None or not _says(form, "IS_BY_HAND"):
        return [] if first is None else [first]
    with_hands = np.flatnonzero(first.is_taken & (first.n_hands > 0)).tolist()
    good = [at for at in with_hands if sources[at].n_bytes <= _LONGEST_GUARD]
    left = np.flatnonzero(~first.is_taken)
    if not len(left) or not good:
        return [first]
    guard = good[0]
    # A good hand, a file, a good hand, a file, …, a good hand.
    order = np.full(2 * len(left) + 1, guard)
    order[1::2] = left
    second = _read(form, [sources[at] for at in order.tolist()], order != guard)
    return [first] if second is None else [first, _of_files(second, order, len(sources))]


def _counted(form: str, together: Together, sources: Sequence[Source]) -> SmallFiles:
    """Files that were read together, each by itself, with their books."""
    batch, n = together.batch, len(sources)
    _require_balance(batch, form)
    (hand_first, hand_last), (first, last) = _ends(batch.hands), _ends(batch.rejects)
    return SmallFiles(
        batch,
        together.owner,
        together.reject_owner,
        np.ones(n, bool),
        np.array(together.n_lines, np.int64),
        np.bincount(together.owner, minlength=n),
        _sums(together.owner, hand_last + 1 - hand_first, n),
        _sums(together.reject_owner, np.asarray(batch.rejects.column("n_hands"), np.int64), n),
        _sums(together.reject_owner, last + 1 - first, n),
    )


def _ends(data: pa.Table) -> tuple[Ints, Ints]:
    first, last = (np.asarray(data.column(name), np.int64) for name in ("first_byte", "last_byte"))
    return first, last


def _of_files(read: SmallFiles, order: Ints, n: int) -> SmallFiles:
    """The same by the files themselves, of which `order` says the one that stands in each place."""
    is_taken = np.zeros(n, bool)
    is_taken[order[read.is_taken]] = True
    counts: dict[str, Any] = {}
    for name in ("n_lines", "n_hands", "hand_bytes", "n_rejected", "reject_bytes"):
        counts[name] = np.zeros(n, np.int64)
        counts[name][order[read.is_taken]] = getattr(read, name)[read.is_taken]
    return SmallFiles(read.batch, order[read.owner], order[read.reject_owner], is_taken, **counts)


def _read(form: str, sources: Sequence[Source], wanted: Mask) -> SmallFiles | None:
    """Files read as one. Where all are wanted a file with a reject is not taken; else those that are not are guards of their neighbours.

    None where the reader cannot tell these files from one.
    """
    laid, n = lay_together([bytes(source.data) for source in sources]), len(sources)
    read = _read_laid(form, Source("", laid.text, "", "utf-8"), laid.start, sources)
    if read is None:
        return None
    batch, is_sure = _one_batch(read[0]), read[1]
    _require_balance(batch, form)
    hands, rejects = _Extents(batch.hands, laid), _Extents(batch.rejects, laid)
    is_clean = is_sure & ~(hands.crosses | rejects.crosses)
    has_reject = np.bincount(rejects.owner, minlength=n) > 0
    n_hands = np.bincount(hands.owner, minlength=n)
    if wanted.all():
        is_taken = is_clean & ~has_reject
    else:
        # Guards are one text, so that each must give as many hands as any.
        stands = is_clean & ~has_reject & ~wanted & (n_hands == n_hands[~wanted].max())
        is_taken = np.zeros(n, bool)
        is_taken[1::2] = is_clean[1::2] & stands[:-1:2] & stands[2::2]
        if not _says(form, "IS_BY_LINE"):
            is_taken &= rejects.latest(n) < hands.latest(n)
    kept, kept_rejects = is_taken[hands.owner], is_taken[rejects.owner]
    counts = np.asarray(batch.rejects.column("n_hands"), np.int64)
    return SmallFiles(
        _own_places(batch, laid, hands, rejects, kept, kept_rejects, [source.name for source in sources]),
        hands.owner[kept],
        rejects.owner[kept_rejects],
        is_taken,
        laid.n_lines,
        n_hands,
        _sums(hands.owner, hands.size, n),
        _sums(rejects.owner, counts, n),
        _sums(rejects.owner, rejects.size, n),
    )


def _read_laid(
    form: str, laid: Source, start: Ints, sources: Sequence[Source]
) -> tuple[Sequence[HandBatch], Mask] | None:
    """The batches of files that are laid together, and which are beyond doubt as far as the reader tells."""
    read: Callable[[Source, Ints, Sequence[Source]], tuple[Sequence[HandBatch], Mask] | None] | None = getattr(
        format_module(form), "read_laid", None
    )
    if read is not None:
        return read(laid, start, sources)
    return list(format_module(form).read(laid, laid.n_bytes + 1)), np.ones(len(sources), bool)


def _one_batch(batches: Sequence[HandBatch]) -> HandBatch:
    if len(batches) == 1:
        return batches[0]
    tables = {name: pa.concat_tables([getattr(one, name) for one in batches]) for name in (*HAND_TABLES, "rejects")}
    counts = {name: sum(getattr(one, name) for one in batches) for name in ("n_lines", "n_bytes", "blank_bytes")}
    return HandBatch(**tables, **counts)


def _sums(owner: Ints, values: Ints, n: int) -> Ints:
    return np.bincount(owner, values, n).astype(np.int64)


class _Extents:
    """Where the rows of `hands` or `rejects` stand in texts laid together: the text of each row, its last byte, its size, whether that byte
    was the line feed laid behind the text, and by text whether a row reaches beyond it.
    """

    def __init__(self, data: pa.Table, laid: Laid) -> None:
        first, last = _ends(data)
        self.owner: Ints = np.searchsorted(laid.start, first, "right") - 1
        self.has_laid: Mask = (last == laid.stop[self.owner]) & laid.is_open[self.owner]
        self.last: Ints = last - self.has_laid
        self.size: Ints = self.last - first + 1
        self.crosses: Mask = np.zeros(len(laid.start), bool)
        for at in np.flatnonzero(self.last >= laid.stop[self.owner]):
            self.crosses[self.owner[at] : np.searchsorted(laid.start, self.last[at], "right")] = True

    def latest(self, n: int) -> Ints:
        """(n,) the last byte of the last row of each text, -1 where it has none."""
        latest = np.full(n, -1, np.int64)
        np.maximum.at(latest, self.owner, self.last)
        return latest


def lay_together(texts: Sequence[bytes]) -> Laid:
    """Texts, none of them empty, one behind the other."""
    parts = [part for text in texts for part in (text, b"" if text[-1] == _LF else b"\n")]
    size = np.array([len(part) for part in parts], np.int64)
    start = (np.cumsum(size) - size)[::2]
    whole = b"".join(parts)
    line = np.searchsorted(split_lines(Buffer(whole)).start, np.append(start, len(whole)))
    return Laid(whole, start, start + size[::2], size[1::2] > 0, line[:-1], np.diff(line))


def _require_balance(batch: HandBatch, form: str) -> None:
    n = batch.blank_bytes
    for data in (batch.hands, batch.rejects):
        first, last = _ends(data)
        n += int((last - first + 1).sum())
    if n != batch.n_bytes:
        raise InternalError(
            f"small files of {form} read together: {batch.n_bytes} bytes were read and {n} are accounted for"
        )


def _own_places(
    batch: HandBatch,
    laid: Laid,
    hands: _Extents,
    rejects: _Extents,
    kept: Mask,
    kept_rejects: Mask,
    names: Sequence[str],
) -> HandBatch:
    """The hands and rejects kept, with names, lines and bytes of their own files."""
    rows = raw_hands(batch, 0)
    tables = {}
    for name in HAND_TABLES:
        data = batch.tables[name]
        if name == "hands":
            data = _named(data, hands, names)
        at = np.flatnonzero(kept[rows[name]])
        tables[name] = _shifted(name, data.take(pa.array(at)), laid, hands.owner[rows[name][at]])
    data = _named(batch.rejects, rejects, names)
    if rejects.has_laid.any():
        raw = [
            one[:-1] if cut else one for one, cut in zip(data.column("raw").to_pylist(), rejects.has_laid, strict=True)
        ]
        data = _put(data, "raw", pa.array(raw, data.schema.field("raw").type))
    at = np.flatnonzero(kept_rejects)
    data = _shifted("rejects", data.take(pa.array(at)), laid, rejects.owner[at])
    # Lines and bytes are counted file by file, where all of them are.
    return replace(batch, **tables, rejects=data, n_lines=0, n_bytes=0, blank_bytes=0)


def _named(data: pa.Table, extents: _Extents, names: Sequence[str]) -> pa.Table:
    data = _put(data, "last_byte", pa.array(extents.last))
    return _put(data, "source_file", pa.array(names, pa.string()).take(pa.array(extents.owner)))


def _shifted(name: str, data: pa.Table, laid: Laid, files: Ints) -> pa.Table:
    """Rows with lines and bytes counted in their own files."""
    for column in table(name).columns:
        if column.place and column.type == "int64":
            before = laid.start if column.name.endswith("_byte") else laid.line
            data = _put(data, column.name, pc.subtract(data.column(column.name), pa.array(before[files])))
    return data


def _put(data: pa.Table, name: str, values: pa.Array | pa.ChunkedArray) -> pa.Table:
    at = data.column_names.index(name)
    return data.set_column(at, data.schema.field(at), values)
