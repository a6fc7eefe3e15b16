"""From any format that is read to any that is written, batch by batch: every hand found is written, left out with a reason, or rejected.

What the target cannot hold is counted hand by hand (`read/carry.py`); nothing is dropped that is not in the books. Memory does not
grow with the input: a batch is written before the next is read.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib import import_module
from typing import BinaryIO

import numpy as np
import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.carry import Limit, Loss, carry
from ofc_audit.read.hand_rows import HandRows, hand_rows
from ofc_audit.read.reader import format_of, read_source
from ofc_audit.read.source import Source, release_pages
from ofc_audit.read.write_table import table_of
from ofc_audit.read.write_table_file import TableFile
from ofc_audit.warehouse.small_files import is_small, read_small
from ofc_audit.warehouse.stage import HANDS_AT_ONCE, DefaultRules, Progress, ReadSource, closed_book

BETWEEN: Mapping[str, bytes] = {"ofc_text": b"\n"}
"""What stands between two hands of a format and is not part of either; nothing in the others."""

ListLoss = Callable[[HandRows, Loss], None]
"""Told of every loss of a batch, with the batch."""
SHOWN_REJECTS = 3
MOST_TOGETHER = 256
"""Small files that are read together."""


@dataclass
class LossCount:
    """How many hands lose something, and the first of them (site, hand id)."""

    limit: Limit
    n_hands: int
    first: tuple[str, str]


@dataclass
class Conversion:
    """The books of a conversion: found = written whole + written with less + left out + rejected."""

    target: str
    accepts_losses: bool
    books: list[ReadSource] = field(default_factory=list)
    losses: dict[str, LossCount] = field(default_factory=dict)
    n_whole: int = 0
    n_with_less: int = 0
    n_left_out: int = 0
    n_stored: int = 0
    """Hands that came from results and not from files."""
    rejects: list[tuple[str, int, str]] = field(default_factory=list)
    """File, line and reason of the first rejected stretches."""

    @property
    def n_written(self) -> int:
        """Hands written."""
        return self.n_whole + self.n_with_less

    @property
    def n_rejected(self) -> int:
        """Hands that could not be read."""
        return sum(book.n_rejected for book in self.books)

    @property
    def n_found(self) -> int:
        """Hands found."""
        return sum(book.n_hands for book in self.books) + self.n_rejected + self.n_stored

    @property
    def is_recognised(self) -> bool:
        """Whether any file is of a known format."""
        return any(book.format is not None for book in self.books)

    @property
    def is_whole(self) -> bool:
        """Whether everything that was found is in the output, and nothing of a file was rejected."""
        return not self.losses and not self.rejects


def convert(
    sources: Iterable[Source],
    target: str,
    out: BinaryIO,
    *,
    accepts_losses: bool,
    default_rules: DefaultRules | None = None,
    list_loss: ListLoss | None = None,
    progress: Progress | None = None,
    form: str = "csv",
) -> Conversion:
    """Writes the hands of all sources, in their order, to `out`; a hand that stands twice is written twice.

    Without `accepts_losses` nothing more is written from the first hand on that would lose something: all losses are counted, and
    what is in `out` is of no use. `form`: how a table is written (`write_table.FORMS`). Raises InternalError when the bytes of a file do
    not add up, and ValueError for what a workbook cannot hold.
    """
    done = Conversion(target, accepts_losses)
    with TableFile(out, form) if target == "table" else nullcontext() as file:
        _convert(sources, _Desk(done, _Waiting(done, out, list_loss, file), default_rules), progress)
    return done


def write_stored(
    slices: Iterable[Mapping[str, pa.Table]], target: str, out: BinaryIO, *, accepts_losses: bool, form: str = "csv"
) -> Conversion:
    """Writes hands of results, given as their hand tables some thousand at a time, to `out` as `convert` does.

    Raises ValueError for what a workbook cannot hold.
    """
    done = Conversion(target, accepts_losses)
    with TableFile(out, form) if target == "table" else nullcontext() as file:
        waiting = _Waiting(done, out, None, file)
        for tables in slices:
            done.n_stored += tables["hands"].num_rows
            waiting.write_rows(hand_rows(tables))
    return done


def _convert(sources: Iterable[Source], desk: "_Desk", progress: Progress | None) -> None:
    met: set[tuple[str, str]] = set()
    for number, source in enumerate(sources):
        # A file that is named twice is one file.
        if (source.name, source.sha256) not in met:
            met.add((source.name, source.sha256))
            desk.take(
                ReadSource(number, source.name, source.sha256, format_of(source), source.encoding, source.n_bytes),
                source,
            )
        if progress is not None:
            progress("convert", desk.done.n_written, None)
    desk.clear()
    desk.waiting.write()


@dataclass
class _Desk:
    """Where sources are read in their order: small ones of one format that follow each other are read together."""

    done: Conversion
    waiting: "_Waiting"
    default_rules: DefaultRules | None
    small: list[tuple[ReadSource, Source]] = field(default_factory=list)

    def take(self, book: ReadSource, source: Source) -> None:
        """Reads a source of which a book was opened, now or with those behind it."""
        together = is_small(source, book.format)
        if self.small and not (together and self.small[0][0].format == book.format):
            self.clear()
        if not together:
            self._read(book, source)
            return
        self.small.append((book, source))
        if len(self.small) >= MOST_TOGETHER:
            self.clear()

    def clear(self) -> None:
        """Reads the small sources that wait; by themselves where one is not clean, for its hands must stay in their place."""
        small, self.small = self.small, []
        parts = read_small(str(small[0][0].format), [source for _, source in small]) if len(small) > 1 else []
        if len(parts) == 1 and parts[0].is_taken.all() and (np.diff(parts[0].owner) >= 0).all():
            self._add(parts[0].batch)
            self.done.books += [closed_book(book, parts[0], at) for at, (book, _) in enumerate(small)]
            return
        for book, source in small:
            self._read(book, source)

    def _read(self, book: ReadSource, source: Source) -> None:
        n_decoded, form = 0, None
        for batch in read_source(source):
            n_decoded, form = n_decoded + batch.n_bytes, form or batch.decoded_from
            release_pages(source.data)
            self._add(batch)
            book = book.plus(batch)
        if form is not None:
            book = book.decoded(form, n_decoded)
        book.require_balance()
        self.done.books.append(book)

    def _add(self, batch: HandBatch) -> None:
        self.waiting.add(self.default_rules.given_to(batch) if self.default_rules else batch)


@dataclass
class _Waiting:
    """Batches that wait until there are hands enough to be worth writing, so that many small files cost no more than a large one."""

    done: Conversion
    out: BinaryIO
    list_loss: ListLoss | None
    file: TableFile | None
    batches: list[HandBatch] = field(default_factory=list)
    n_hands: int = 0

    def add(self, batch: HandBatch) -> None:
        """Takes a batch, and notes what was rejected in it."""
        for reject in batch.rejects.slice(0, max(SHOWN_REJECTS + 1 - len(self.done.rejects), 0)).to_pylist():
            self.done.rejects.append((reject["source_file"], reject["first_line"], reject["reason"]))
        self.batches.append(batch)
        self.n_hands += batch.hands.num_rows
        if self.n_hands >= HANDS_AT_ONCE:
            self.write()

    def write(self) -> None:
        """Writes what waits."""
        tables = {
            name: pa.concat_tables([batch.tables[name] for batch in self.batches])
            for name in HAND_TABLES
            if self.n_hands
        }
        self.batches, self.n_hands = [], 0
        if tables:
            self.write_rows(hand_rows(tables))

    def write_rows(self, rows: HandRows) -> None:
        """Writes hands as the format can hold them, and counts what it cannot."""
        done = self.done
        carried = carry(rows, done.target)
        touched = np.zeros(rows.n_hands, bool)
        for loss in carried.losses:
            touched[loss.hands] = True
            _count(rows, loss, done)
            if self.list_loss is not None:
                self.list_loss(rows, loss)
        n_before = done.n_written
        done.n_whole += int((~touched).sum())
        done.n_with_less += int((touched & carried.is_kept).sum())
        done.n_left_out += int((~carried.is_kept).sum())
        if carried.rows.n_hands and (done.accepts_losses or not done.losses):
            if self.file is not None:
                self.file.add(table_of(carried.rows.tables))
                return
            if n_before:
                self.out.write(BETWEEN.get(done.target, b""))
            import_module(f"ofc_audit.read.write_{done.target}").write_rows(carried.rows, self.out)


def _count(rows: HandRows, loss: Loss, done: Conversion) -> None:
    key = f"{loss.limit.fact}: {loss.limit.words}"
    if key not in done.losses:
        first = int(loss.hands[0])
        site, hand_id = (str(rows.column("hands", name)[first].as_py()) for name in ("site", "hand_id"))
        done.losses[key] = LossCount(loss.limit, 0, (site, hand_id))
    done.losses[key].n_hands += len(loss.hands)
