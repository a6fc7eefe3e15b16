"""The first stage of a build: every source is read once, its hands go to Parquet as they come, its bytes are accounted for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.reader import format_of, read_source
from ofc_audit.read.source import Source, release_pages
from ofc_audit.read.table_place import mapping_sha256
from ofc_audit.tables import schema
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.records import raw_hands
from ofc_audit.warehouse.small_files import TOGETHER, SmallFiles, is_small, read_small
from ofc_audit.warehouse.staged import RAW_HAND, SOURCE_NO, StagedWriter

Ints = npt.NDArray[np.int64]
Progress = Callable[[str, int, int | None], None]
"""Called with the name of a stage, what is done of it and, where it is known, of how much."""

HANDS_AT_ONCE = 8192
"""Hands of small files that are gathered before they are written."""
BYTES_AT_ONCE = 16 << 20
"""Bytes of rejects that are gathered before they are written."""


@dataclass(frozen=True)
class ReadSource:
    """One file as it was read: what it is, and how its records, lines and bytes divide."""

    source_no: int
    name: str
    sha256: str
    format: str | None
    encoding: str | None
    n_bytes: int
    n_lines: int = 0
    n_hands: int = 0
    n_rejected: int = 0
    hand_bytes: int = 0
    reject_bytes: int = 0
    blank_bytes: int = 0
    mapping_sha256: str | None = None
    """SHA-256 of the mapping that a table was read with."""
    same_as: int | None = None
    """The number of the source with the same bytes that was read in its stead."""

    def plus(self, batch: HandBatch) -> "ReadSource":
        """These counts with those of one batch of the file added."""
        return replace(
            self,
            n_lines=self.n_lines + batch.n_lines,
            n_hands=self.n_hands + batch.hands.num_rows,
            n_rejected=self.n_rejected + _total(batch.rejects, "n_hands"),
            hand_bytes=self.hand_bytes + _stretches(batch.hands),
            reject_bytes=self.reject_bytes + _stretches(batch.rejects),
            blank_bytes=self.blank_bytes + batch.blank_bytes,
        )

    def decoded(self, form: str, n_bytes: int) -> "ReadSource":
        """The book of a source that its reader brought to text, whose size then counts."""
        return replace(self, encoding=form, n_bytes=n_bytes)

    def require_balance(self) -> None:
        """Raises InternalError when the bytes of hands, rejects and blanks are not those of the file."""
        accounted = self.hand_bytes + self.reject_bytes + self.blank_bytes
        if accounted != self.n_bytes:
            raise InternalError(
                f"{self.name}: {self.n_bytes} bytes were read and {accounted} are accounted for "
                f"(hands {self.hand_bytes}, rejects {self.reject_bytes}, blanks {self.blank_bytes})"
            )


def _total(data: pa.Table, name: str) -> int:
    total = pc.sum(data.column(name)).as_py()
    return int(total or 0)


def _stretches(data: pa.Table) -> int:
    """Bytes from first_byte to last_byte, summed; both are within the stretch."""
    return _total(data, "last_byte") - _total(data, "first_byte") + int(data.num_rows)


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


def _constant(value: int | Ints, n: int) -> pa.Array:
    return pa.array(np.broadcast_to(np.asarray(value, np.int64), n))


@dataclass
class DefaultRules:
    """The rule set for hands that name none and whose play does not tell it; those that name one keep it."""

    rules_id: str
    n_given: int = 0
    """Hands that are held against it."""
    others: dict[str, int] = field(default_factory=dict)
    """Hands that name another, or tell another by their play, by rule set."""

    def given_to(self, batch: HandBatch) -> HandBatch:
        """The batch with this rule set in every hand that has none."""
        named = batch.hands.column("rules_id")
        self.n_given += named.null_count
        for each in pc.value_counts(named.drop_null()).to_pylist():
            if each["values"] != self.rules_id:
                self.others[each["values"]] = self.others.get(each["values"], 0) + each["counts"]
        at = batch.hands.column_names.index("rules_id")
        filled = batch.hands.set_column(at, batch.hands.schema.field(at), pc.fill_null(named, self.rules_id))
        return replace(batch, hands=filled)


def stage(
    sources: Iterable[Source],
    staging: Staging,
    progress: Progress | None = None,
    default_rules: DefaultRules | None = None,
) -> list[ReadSource]:
    """Reads every source once and hands its batches to `staging`; gives the books of each, in the order given.

    A source with the bytes of an earlier one is not read again: every record in it is a duplicate. One with its name too is the
    same file, named twice, and has no books of its own. Raises InternalError when the bytes of a file do not add up.
    """
    desk = _Desk(staging, progress, default_rules)
    first_with: dict[tuple[str, str | None], int] = {}
    copies: list[tuple[int, str, int]] = []
    met: set[tuple[str, str]] = set()
    for source_no, source in enumerate(sources):
        if (source.name, source.sha256) in met:
            continue
        met.add((source.name, source.sha256))
        form = format_of(source)
        content = source.sha256, mapping_sha256(source) if form == "table" else None
        first = source_no if source.problem else first_with.setdefault(content, source_no)
        if first == source_no:
            desk.take(replace(_book(source_no, source, form), mapping_sha256=content[1]), source)
        else:
            copies.append((source_no, source.name, first))
    desk.clear()
    by_number = {book.source_no: book for book in desk.books}
    for source_no, name, first in copies:
        by_number[source_no] = replace(by_number[first], source_no=source_no, name=name, same_as=first)
    return [by_number[source_no] for source_no in sorted(by_number)]


@dataclass
class _Desk:
    """Where sources are read: small ones wait until there are enough to read them together."""

    staging: Staging
    progress: Progress | None
    default_rules: DefaultRules | None
    books: list[ReadSource] = field(default_factory=list)
    _waiting: dict[str, list[tuple[ReadSource, Source]]] = field(default_factory=dict)
    _n_bytes: int = 0

    def take(self, book: ReadSource, source: Source) -> None:
        """Reads a source of which a book was opened, now or with others."""
        if book.format is None or not is_small(source, book.format):
            self._read(book, source)
            return
        self._waiting.setdefault(book.format, []).append((book, source))
        self._n_bytes += source.n_bytes
        if self._n_bytes >= TOGETHER:
            self.clear()

    def clear(self) -> None:
        """Reads what waits."""
        for form, waiting in self._waiting.items():
            if len(waiting) > 1:
                self._read_together(form, waiting)
            else:
                self._read(*waiting[0])
        self._waiting.clear()
        self._n_bytes = 0

    def _read(self, book: ReadSource, source: Source) -> None:
        n_decoded, form = 0, None
        for batch in read_source(source):
            n_decoded, form = n_decoded + batch.n_bytes, form or batch.decoded_from
            release_pages(source.data)
            self._add(batch, book.source_no, book.source_no)
            book = book.plus(batch)
        if form is not None:
            book = book.decoded(form, n_decoded)
        book.require_balance()
        self.books.append(book)

    def _read_together(self, form: str, waiting: Sequence[tuple[ReadSource, Source]]) -> None:
        numbers = np.array([book.source_no for book, _ in waiting], np.int64)
        parts = read_small(form, [source for _, source in waiting])
        for part in parts:
            self._add(part.batch, numbers[part.owner], numbers[part.reject_owner])
        for at, (book, source) in enumerate(waiting):
            taken = next((part for part in parts if part.is_taken[at]), None)
            if taken is None:
                self._read(book, source)
            else:
                self.books.append(closed_book(book, taken, at))

    def _add(self, batch: HandBatch, source_no: int | Ints, reject_source_no: int | Ints) -> None:
        given = self.default_rules.given_to(batch) if self.default_rules else batch
        self.staging.add(given, source_no, reject_source_no)
        if self.progress:
            self.progress("read", self.staging.n_records, None)


def _book(source_no: int, source: Source, form: str | None) -> ReadSource:
    return ReadSource(source_no, source.name, source.sha256, form, source.encoding, source.n_bytes)


def closed_book(book: ReadSource, part: SmallFiles, at: int) -> ReadSource:
    """The book of a file that was read together with others, in which it stands at place `at`."""
    hand_bytes, reject_bytes = int(part.hand_bytes[at]), int(part.reject_bytes[at])
    return replace(
        book,
        n_lines=int(part.n_lines[at]),
        n_hands=int(part.n_hands[at]),
        n_rejected=int(part.n_rejected[at]),
        hand_bytes=hand_bytes,
        reject_bytes=reject_bytes,
        blank_bytes=book.n_bytes - hand_bytes - reject_bytes,
    )
