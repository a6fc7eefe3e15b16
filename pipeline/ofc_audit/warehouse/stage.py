"""The first stage of a build: every source is read once, its hands go to Parquet as they come, its bytes are accounted for."""

from collections.abc import Callable, Iterable
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

Ints = npt.NDArray[np.int64]
Progress = Callable[[str, int, int | None], None]
"""Called with the name of a stage, what is done of it and, where it is known, of how much."""

HANDS_AT_ONCE = 8192
"""Hands of small files that are gathered before they are written."""
BYTES_AT_ONCE = 16 << 20
"""Bytes of rejects that are gathered before they are written."""
RAW_HAND, SOURCE_NO = "raw_hand", "source_no"
"""Columns of staged tables beside the declared ones: the record's number as read, and the source's."""


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


def raw_hands(batch: HandBatch, first: int) -> dict[str, Ints]:
    """For each table of a batch, the number of the record each row belongs to; records count from `first` in file order.

    Keys do not tell: a record may stand in a batch twice. Raises InternalError when seats are not in the order of the hands.
    """
    hand_key = np.asarray(batch.hands.column("hand_key"), np.int64)
    numbers = first + np.arange(len(hand_key))
    n_seats = np.asarray(batch.hands.column("n_seats"), np.int64)
    seat_owner = np.repeat(np.arange(len(hand_key)), n_seats)
    owners = {"hands": numbers}
    for name in ("seats", "boards", "claims"):
        if not np.array_equal(np.asarray(batch.tables[name].column("hand_key"), np.int64), hand_key[seat_owner]):
            raise InternalError(f"rows of {name} are not in the order of the hands")
        owners[name] = numbers[seat_owner]
    owners["claimed_pairs"] = numbers[_pair_owner(hand_key, batch.claimed_pairs)]
    return owners


def _pair_owner(hand_key: Ints, pairs: pa.Table) -> Ints:
    """(n_pairs,) the hand of each claimed pair; the i-th row of the same key, a and b belongs to the i-th hand of that key."""
    key, a, b = (np.asarray(pairs.column(c), np.int64) for c in ("hand_key", "a", "b"))
    by_key = np.argsort(hand_key, kind="stable")
    order = np.lexsort((b, a, key))
    same = (key[order][1:] == key[order][:-1]) & (a[order][1:] == a[order][:-1]) & (b[order][1:] == b[order][:-1])
    starts = np.flatnonzero(np.r_[True, ~same])[: len(order)]
    occurrence = np.empty(len(order), np.int64)
    occurrence[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
    at = np.searchsorted(hand_key[by_key], key) + occurrence
    if len(at) and (at.max() >= len(hand_key) or not np.array_equal(hand_key[by_key[at]], key)):
        raise InternalError("a row of claimed_pairs belongs to none of the hands")
    owner: Ints = by_key[at]
    return owner


@dataclass
class Staging:
    """Staged tables: `<folder>/<table>.parquet` for the hand tables and rejects, each row with the number of its record or source."""

    folder: Path
    n_records: int = 0
    _writers: dict[str, pq.ParquetWriter] = field(default_factory=dict)
    _waiting: dict[str, list[pa.Table]] = field(default_factory=dict)
    _n_waiting: int = 0
    _bytes_waiting: int = 0

    def __enter__(self) -> Self:
        """Opens the files."""
        self.folder.mkdir(parents=True)
        for name in (*HAND_TABLES, "rejects"):
            number = pa.field(SOURCE_NO if name == "rejects" else RAW_HAND, pa.int64(), nullable=False)
            fields = [*schema(name), number]
            if name == "hands":
                fields.append(pa.field(SOURCE_NO, pa.int64(), nullable=False))
            self._writers[name] = pq.ParquetWriter(staged_file(self.folder, name), pa.schema(fields), compression="lz4")
            self._waiting[name] = []
        return self

    def __exit__(self, *_: object) -> None:
        """Writes what waits and closes the files."""
        self._flush()
        for writer in self._writers.values():
            writer.close()

    def add(self, batch: HandBatch, source_no: int) -> None:
        """Takes a batch of a source."""
        owners = raw_hands(batch, self.n_records)
        for name, data in batch.tables.items():
            numbered = data.append_column(RAW_HAND, pa.array(owners[name]))
            if name == "hands":
                numbered = numbered.append_column(SOURCE_NO, _constant(source_no, data.num_rows))
            self._waiting[name].append(numbered)
        if batch.rejects.num_rows:
            self._waiting["rejects"].append(
                batch.rejects.append_column(SOURCE_NO, _constant(source_no, batch.rejects.num_rows))
            )
        self.n_records += batch.hands.num_rows
        self._n_waiting += batch.hands.num_rows
        self._bytes_waiting += batch.rejects.nbytes
        if self._n_waiting >= HANDS_AT_ONCE or self._bytes_waiting >= BYTES_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        for name, waiting in self._waiting.items():
            if waiting:
                self._writers[name].write_table(pa.concat_tables(waiting).cast(self._writers[name].schema))
                waiting.clear()
        self._n_waiting = self._bytes_waiting = 0


def staged_file(folder: Path, name: str) -> Path:
    """The file of a staged table."""
    return folder / f"{name}.parquet"


def _constant(value: int, n: int) -> pa.Array:
    return pa.array(np.full(n, value, np.int64))


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
    books: list[ReadSource] = []
    by_content: dict[tuple[str, str | None], ReadSource] = {}
    met: set[tuple[str, str]] = set()
    for source_no, source in enumerate(sources):
        if (source.name, source.sha256) in met:
            continue
        met.add((source.name, source.sha256))
        kind = format_of(source)
        content = source.sha256, mapping_sha256(source) if kind == "table" else None
        earlier = None if source.problem else by_content.get(content)
        if earlier is not None:
            books.append(replace(earlier, source_no=source_no, name=source.name, same_as=earlier.source_no))
        else:
            book = ReadSource(source_no, source.name, source.sha256, kind, source.encoding, source.n_bytes)
            book = replace(book, mapping_sha256=content[1])
            n_decoded, form = 0, None
            for batch in read_source(source):
                n_decoded, form = n_decoded + batch.n_bytes, form or batch.decoded_from
                release_pages(source.data)
                staging.add(default_rules.given_to(batch) if default_rules else batch, source_no)
                book = book.plus(batch)
                if progress:
                    progress("read", staging.n_records, None)
            if form is not None:
                book = book.decoded(form, n_decoded)
            book.require_balance()
            books.append(book)
            if source.problem is None:
                by_content[content] = book
    return books
