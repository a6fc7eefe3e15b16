"""What a reading task reads: whole files, and of large ones pieces that begin with a hand.

A piece is read as if it were a file; its lines and bytes then count in the whole. That holds for formats in which a line that begins a hand
ends whatever was before it, as long as a piece does not end in something that is no hand: what is wrong there may go on in the next.
Files with such a piece are read whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cluster.blocks import Block, told_block
from ofc_audit.read.inputs import Found, Walk
from ofc_audit.read.parts import can_be_parted, parts_of
from ofc_audit.read.reader import format_of
from ofc_audit.read.source import UTF8, UTF8_DAMAGED, Source, sources_of
from ofc_audit.tables import table
from ofc_audit.warehouse.stage import ReadSource

PIECES = "pieces"
_MARK = "#"


@dataclass(frozen=True)
class Piece:
    """A file by its number, or bytes of it from `start` up to before `stop`, with the lines before them and what the whole file is."""

    number: int
    start: int = 0
    stop: int | None = None
    line: int = 0
    form: str | None = None
    sha256: str = ""
    encoding: str = UTF8
    is_last: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole file."""
        return self.stop is None


@dataclass(frozen=True)
class FindPieces:
    """Looks through large files, one a task, and tells the driver the pieces of each; `about`: bytes of a piece."""

    found: Sequence[Found]
    numbers: Sequence[int]
    about: int

    def __call__(self, task: int, _: Sequence[Block]) -> Iterator[Block]:
        """The pieces of a file; one that is whole where it cannot be cut."""
        number = self.numbers[task]
        pieces = [Piece(number)]
        for at, source in enumerate(sources_of([self.found[number]], Walk())):
            form = format_of(source)
            is_as_it_is = source.encoding in (UTF8, UTF8_DAMAGED) and not source.problem
            is_cut = not at and is_as_it_is and can_be_parted(form)
            pieces = list(self._pieces(source, form, number)) if is_cut and form else [Piece(number)]
        yield told_block(PIECES, number, [asdict(piece) for piece in pieces])

    def _pieces(self, source: Source, form: str, number: int) -> Iterator[Piece]:
        encoding = source.encoding or UTF8
        for part in parts_of(source.data, form, self.about):
            is_last = part.stop >= source.n_bytes
            yield Piece(number, part.start, part.stop, part.first_line - 1, form, source.sha256, encoding, is_last)


def source_of(found: Found, piece: Piece) -> Iterator[Source]:
    """A piece of a file as a source, whose checksum tells it from the other pieces."""
    for whole in sources_of([found], Walk()):
        sha256 = f"{piece.sha256}{_MARK}{piece.start}"
        yield Source(whole.name, bytes(whole.data[piece.start : piece.stop]), sha256, piece.encoding)


def whole_sha256(book: ReadSource) -> str:
    """The checksum of the file that a source is, or is a piece of."""
    return book.sha256.partition(_MARK)[0]


def in_whole(
    name: str, data: pa.Table, bytes_before: "np.typing.NDArray[np.int64]", lines_before: "np.typing.NDArray[np.int64]"
) -> pa.Table:
    """Rows of a table with their places counted in the whole file; what is before is given of each row."""
    for column in table(name).columns:
        if column.place and column.type == "int64":
            before = bytes_before if column.name.endswith("_byte") else lines_before
            at = data.column_names.index(column.name)
            data = data.set_column(at, data.schema.field(at), pc.add(data.column(at), pa.array(before)))
    return data


def is_open(hands: pa.Table, rejects: pa.Table) -> bool:
    """Whether something that is no hand stands at the end of a piece, where it may go on in the next."""
    last_hand, last_reject = (pc.max(one.column("last_byte")).as_py() for one in (hands, rejects))
    return last_hand is None or (last_reject is not None and last_reject > last_hand)


def together(books: Sequence[ReadSource]) -> ReadSource:
    """The book of a file from those of its pieces."""
    first, told = books[0], asdict(books[0])
    counted: dict[str, Any] = {
        name: sum(getattr(book, name) for book in books)
        for name, value in told.items()
        if isinstance(value, int) and name not in ("source_no", "same_as")
    }
    return ReadSource(**told | counted) if len(books) > 1 else first
