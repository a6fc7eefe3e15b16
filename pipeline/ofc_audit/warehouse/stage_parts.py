"""Large files read in parts by several processes, each of which stages what it reads; only the books of the parts come back."""

import shutil
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from ofc_audit.read.parts import Part, can_be_parted, parts_of, read_parted
from ofc_audit.read.reader import CHUNK_BYTES
from ofc_audit.read.source import UTF8, FileState, Source, mapped_again, release_pages, state_of
from ofc_audit.warehouse.books import DefaultRules, Progress, ReadSource
from ofc_audit.warehouse.staged import PART_BITS, part_folder
from ofc_audit.warehouse.staging import Staging, rejects_file

PARTED_FROM = 48 << 20
"""Bytes of all files from which on processes are begun for their parts: less is read before they are ready."""
PART_BYTES = 2 * CHUNK_BYTES
"""Bytes of a part: small enough that no process waits long for the last one."""


@dataclass(frozen=True)
class PartWork:
    """A part of a file to be read and staged: all that another process needs to know."""

    number: int
    path: str
    state: FileState
    name: str
    form: str
    part: Part
    source_no: int
    folder: Path
    default_rules: DefaultRules | None = None
    is_after_result: bool = False


@dataclass(frozen=True)
class StagedPart:
    """The book of a part that was staged, its hands that were given a rule set, and whether it ends in a stray RESULT section."""

    book: ReadSource
    default_rules: DefaultRules | None
    is_after_result: bool


def stage_part(work: PartWork) -> StagedPart:
    """Reads a part of a file and stages its hands and rejects in a folder of its own."""
    book = ReadSource(work.source_no, work.name, "", work.form, None, 0)
    rules = work.default_rules and DefaultRules(work.default_rules.rules_id)
    folder, is_after_result = part_folder(work.folder, work.number), work.is_after_result
    data = mapped_again(work.path, work.state)
    with Staging(folder, work.number << PART_BITS) as staging:
        for batch, told in read_parted(work.form, work.name, data, work.part, CHUNK_BYTES, is_after_result):
            is_after_result = told
            staging.add(rules.given_to(batch) if rules else batch, work.source_no, work.source_no)
            book = book.plus(batch)
            release_pages(data)
    if not book.reject_bytes:
        rejects_file(folder).unlink()
    return StagedPart(book, rules, is_after_result)


class _Given(NamedTuple):
    book: ReadSource
    work: PartWork


@dataclass
class PartDesk:
    """Where files are cut into parts, and what came of the parts is put together in their order."""

    folder: Path
    progress: Progress | None
    default_rules: DefaultRules | None
    books: list[ReadSource] = field(default_factory=list)
    _given: deque[_Given] = field(default_factory=deque)
    _n_parts: int = 0
    _n_records: int = 0
    _open: ReadSource | None = None
    _is_after_result: bool = False

    def takes(self, source: Source, form: str | None) -> bool:
        """Whether a source is read in parts: a file as it is, of a format that can be cut, and larger than one part."""
        is_plain = source.path is not None and source.encoding == UTF8
        return is_plain and source.n_bytes > PART_BYTES and can_be_parted(form)

    def parts(self, book: ReadSource, source: Source, form: str) -> Iterator[PartWork]:
        """The parts of a source. What comes of each is handed to `add`, in the same order."""
        assert source.path is not None
        state = state_of(source)
        for part in parts_of(source.data, form, PART_BYTES):
            self._n_parts += 1
            work = PartWork(
                self._n_parts,
                source.path,
                state,
                source.name,
                form,
                part,
                book.source_no,
                self.folder,
                self.default_rules,
            )
            self._given.append(_Given(book, work))
            yield work

    def add(self, staged: StagedPart) -> None:
        """Takes the book of the part that was given longest ago."""
        opened, work = self._given.popleft()
        if self._open is None or self._open.source_no != opened.source_no:
            self.close()
            self._open = opened
        if self._is_after_result:
            shutil.rmtree(part_folder(self.folder, work.number))
            staged = stage_part(replace(work, is_after_result=True))
        self._open = self._open.with_part(staged.book)
        self._is_after_result = staged.is_after_result
        if self.default_rules is not None and staged.default_rules is not None:
            self.default_rules.add(staged.default_rules)
        self._n_records += staged.book.n_hands
        if self.progress:
            self.progress("read", self._n_records, None)

    def close(self) -> None:
        """Closes the book of the file whose parts were taken last."""
        if self._open is not None:
            self._open.require_balance()
            self.books.append(self._open)
        self._open, self._is_after_result = None, False
