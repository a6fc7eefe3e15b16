"""The first stage of a build: every source is read once, its hands are staged as they come, its bytes are accounted for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ofc_audit.read.batch import HandBatch
from ofc_audit.read.reader import format_of, read_source
from ofc_audit.read.source import Source, release_pages
from ofc_audit.read.table_place import mapping_sha256
from ofc_audit.warehouse.books import DefaultRules, Progress, ReadSource
from ofc_audit.warehouse.small_files import TOGETHER, SmallFiles, is_small, read_small
from ofc_audit.warehouse.spread import Crew
from ofc_audit.warehouse.stage_parts import PartDesk, PartWork, stage_part
from ofc_audit.warehouse.staging import HANDS_AT_ONCE, Staging, rejects_file

__all__ = ["HANDS_AT_ONCE", "DefaultRules", "Progress", "ReadSource", "Staging", "closed_book", "rejects_file", "stage"]

Ints = npt.NDArray[np.int64]


def stage(
    sources: Iterable[Source],
    staging: Staging,
    progress: Progress | None = None,
    default_rules: DefaultRules | None = None,
    crew: Crew | None = None,
) -> list[ReadSource]:
    """Reads every source once and hands its batches to `staging`; gives the books of each, in the order given.

    A source with the bytes of an earlier one is not read again: every record in it is a duplicate. One with its name too is the
    same file, named twice, and has no books of its own. With a `crew`, its processes read large files in parts and stage them themselves,
    in folders beside those of `staging`. Raises InternalError when the bytes of a file do not add up.
    """
    desk = _Desk(staging, progress, default_rules)
    parted = None if crew is None else PartDesk(staging.folder, progress, default_rules)
    copies: list[tuple[int, str, int]] = []
    works = _parts(sources, desk, parted, copies)
    for done in crew.over_stream(stage_part, works, True) if crew else map(stage_part, works):
        if parted is not None:
            parted.add(done)
    desk.clear()
    books = desk.books
    if parted is not None:
        parted.close()
        books = books + parted.books
    by_number = {book.source_no: book for book in books}
    for source_no, name, first in copies:
        by_number[source_no] = replace(by_number[first], source_no=source_no, name=name, same_as=first)
    return [by_number[source_no] for source_no in sorted(by_number)]


def _parts(
    sources: Iterable[Source], desk: "_Desk", parted: PartDesk | None, copies: list[tuple[int, str, int]]
) -> Iterator[PartWork]:
    """Looks at every source: copies are noted, of a large file the parts are given, and every other one is read at the desk."""
    first_with: dict[tuple[str, str | None], int] = {}
    met: set[tuple[str, str]] = set()
    for source_no, source in enumerate(sources):
        if (source.name, source.sha256) in met:
            continue
        met.add((source.name, source.sha256))
        form = format_of(source)
        content = source.sha256, mapping_sha256(source) if form == "table" else None
        first = source_no if source.problem else first_with.setdefault(content, source_no)
        book = _book(source_no, source, form, content[1])
        if first != source_no:
            copies.append((source_no, source.name, first))
        elif parted is not None and form is not None and parted.takes(source, form):
            yield from parted.parts(book, source, form)
        else:
            desk.take(book, source)


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


def _book(source_no: int, source: Source, form: str | None, mapping: str | None) -> ReadSource:
    what = source.name, source.sha256, form, source.encoding, source.n_bytes
    return ReadSource(source_no, *what, mapping_sha256=mapping)


def closed_book(book: ReadSource, part: SmallFiles, at: int) -> ReadSource:
    """The book of a file that was read together with others, in which it stands at place `at`."""
    hand_bytes, reject_bytes = int(part.hand_bytes[at]), int(part.reject_bytes[at])
    if at in part.brought:
        book = book.decoded(*part.brought[at])
    return replace(
        book,
        n_lines=int(part.n_lines[at]),
        n_hands=int(part.n_hands[at]),
        n_rejected=int(part.n_rejected[at]),
        hand_bytes=hand_bytes,
        reject_bytes=reject_bytes,
        blank_bytes=book.n_bytes - hand_bytes - reject_bytes,
    )
