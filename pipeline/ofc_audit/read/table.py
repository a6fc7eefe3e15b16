"""Reader of `table`: CSV, TSV, Parquet, XLSX and SQLite tables of an operator or an app, one row per player and hand, with a mapping.

The mapping (`docs/table.md`) says which column is what. A row that cannot be read quarantines its hand whole. Never raises on bad data.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import HAND_TABLES, HandBatch, Ints, Mask, RawHands, misfits
from ofc_audit.read.rejects import rejects_table
from ofc_audit.read.source import CP1252, UTF8, Source, binary_kind
from ofc_audit.read.table_cells import Cells
from ofc_audit.read.table_fields import KEY_FIELDS
from ofc_audit.read.table_forms import FORMS, text_of_form
from ofc_audit.read.table_hands import raw_hands
from ofc_audit.read.table_laid import beyond_doubt, is_told_apart, kin_of, may_be_laid
from ofc_audit.read.table_mapping import MappingError, TableMapping
from ofc_audit.read.table_own import OWN, OWN_HEADINGS
from ofc_audit.read.table_place import is_mapping, mapping_of, no_mapping
from ofc_audit.read.table_small import as_texts as brought_to_text
from ofc_audit.read.table_text import (
    Content,
    HandStretches,
    KeyColumns,
    Stretch,
    TableError,
    TableText,
    guess_delimiter,
    open_text,
    whole_lines,
)
from ofc_audit.rulesets.values import quoted
from ofc_audit.tables import empty

FORMAT = "table"
CHUNK_BYTES = 4 << 20
"""Bytes of a table that are read together at most: its hands are far shorter than those of other formats."""
RAW_LIMIT = 4096
"""Bytes of a table that cannot be read at all which its reject keeps."""
GATHERED = "rows gathered by hand"
_LOOKED_AT = 1 << 15
_ONLY_DIGITS = re.compile(r"[0-9]+\Z")


def looks_like(head: bytes) -> bool:
    """Whether a file is a table: a workbook, a database or a Parquet file, lines cut into columns, or the mapping of one."""
    if binary_kind(head) in FORMS or is_mapping(head):
        return True
    if head.startswith(OWN_HEADINGS) and head[len(OWN_HEADINGS) : _LOOKED_AT].strip():
        return True
    text = whole_lines(head[:_LOOKED_AT], len(head) <= _LOOKED_AT)
    return guess_delimiter(text) is not None


def read(source: Source, chunk_bytes: int) -> Iterator[HandBatch]:
    """The hands of a table, some at a time. Never raises on bad data."""
    if is_mapping(bytes(source.data[:_LOOKED_AT])):
        yield _nothing(source.data)
        return
    try:
        mapping = mapping_of(source)
        data, encoding = _text_of(source, mapping)
        is_form = source.encoding is None
        delimiter = "," if is_form else mapping.file.delimiter
        text = open_text(data, delimiter, mapping.file.heading_row, counts_rows=is_form)
        place = _places(text, mapping)
    except (MappingError, TableError) as error:
        yield _refused(source, str(error))
        return
    yield from _batches(source, text, mapping, place, encoding, chunk_bytes)


def as_texts(sources: Sequence[Source]) -> list[tuple[Source, str | None] | None]:
    """Small tables as text that may be laid together, each with the form it was brought out of (None: it is text), or None."""
    return brought_to_text(sources)


def kin(source: Source) -> tuple[str, bytes, bool] | None:
    """What small tables have in common that may be laid one behind the other, of each as text."""
    return kin_of(source)


def read_laid(laid: Source, start: Ints, sources: Sequence[Source]) -> tuple[list[HandBatch], Mask] | None:
    """The hands of tables of one kin that are laid one behind the other from `start` on, and which of them are beyond doubt; None where
    they cannot be told apart."""
    try:
        mapping = mapping_of(sources[0])
        delimiter = "," if sources[0].encoding is None else mapping.file.delimiter
        text = open_text(laid.data, delimiter, mapping.file.heading_row)
        place = _places(text, mapping)
    except (MappingError, TableError):
        return None
    if not may_be_laid(mapping) or not is_told_apart(text, delimiter, sources):
        return None
    batches = list(_batches(laid, text, mapping, place, None, CHUNK_BYTES, gathers=False))
    return batches, beyond_doubt([batch.hands for batch in batches], mapping, start)


def _batches(
    source: Source,
    text: TableText,
    mapping: TableMapping,
    place: dict[str, int],
    encoding: str | None,
    chunk_bytes: int,
    *,
    gathers: bool = True,
) -> Iterator[HandBatch]:
    columns = _key_columns(mapping, place)
    columns = columns if gathers else replace(columns, gathers=False)
    named = {*place.values(), *(at for at, one in enumerate(text.headings) if one in mapping.file.ignored)}
    unmapped = [(one or f"column {at + 1}", at) for at, one in enumerate(text.headings) if at not in named]
    head_bytes, head_line = text.body[0], text.body[1] - 1
    for stretch in HandStretches(text, columns, min(chunk_bytes, CHUNK_BYTES)):
        gathered = encoding if not stretch.is_gathered else f"{encoding or source.encoding or UTF8}, {GATHERED}"
        if head_bytes and not stretch.is_gathered:
            yield _nothing(text.data, head_bytes, head_line, encoding)
        head_bytes = 0
        yield _batch(source.name, stretch, mapping, place, unmapped, gathered)
    if head_bytes:
        yield _nothing(text.data, head_bytes, head_line, encoding)


def _text_of(source: Source, mapping: TableMapping) -> tuple[Content, str | None]:
    """The rows of a source as UTF-8 text, and the encoding or form it was brought out of; None where the text is as it was."""
    if source.encoding is None and mapping.where != OWN:
        return text_of_form(source, mapping)
    if source.encoding is None:
        try:
            return text_of_form(source, mapping, OWN_HEADINGS)
        except TableError:
            raise no_mapping(source) from None
    declared = mapping.file.encoding
    if declared is None:
        return source.data, None
    raw = bytes(source.data)
    if source.encoding == CP1252:
        raw = raw.decode("utf-8").encode("cp1252")
    elif source.encoding != UTF8 and not source.encoding.startswith(UTF8):
        return source.data, None
    try:
        return raw.decode(declared).encode(), f"{declared} (declared)"
    except UnicodeDecodeError as error:
        raise MappingError(
            f"{mapping.where}: file.encoding: the file is no {declared}: byte {error.start} cannot be read"
        ) from None


def _places(text: TableText, mapping: TableMapping) -> dict[str, int]:
    """The place of each mapped column, from 0. Raises MappingError for a heading that is not there, or there twice."""
    headings = list(text.headings)
    result: dict[str, int] = {}
    for name, heading in mapping.columns.items():
        key = f"{mapping.where}: columns.{name}"
        if isinstance(heading, int):
            if heading > len(headings):
                raise MappingError(f"{key}: the table has no column {heading}; it has {len(headings)}")
            result[name] = heading - 1
        elif headings.count(heading) > 1:
            twice = [at + 1 for at, one in enumerate(headings) if one == heading]
            raise MappingError(
                f"{key}: {quoted(heading)} is the heading of columns {', '.join(map(str, twice))}; name its number"
            )
        elif heading not in headings:
            alone = "" if len(headings) > 1 else ": is that one column? file.delimiter says what stands between cells"
            raise MappingError(f"{key}: the table has no column {quoted(heading)}; it has {quoted(headings)}{alone}")
        else:
            result[name] = headings.index(heading)
    for heading in mapping.file.ignored:
        if heading not in headings:
            raise MappingError(f"{mapping.where}: file.ignored: the table has no column {quoted(heading)}")
    return result


def _key_columns(mapping: TableMapping, place: dict[str, int]) -> KeyColumns:
    fill = {place[name] for name in mapping.file.fill_down}
    names = (
        ["hand_id", *(name for name in KEY_FIELDS[:-1] if name in place)]
        if mapping.hands.has_id
        else mapping.hands.same
    )
    unit = [place[name] for name in ("player_id", "player_name", "row") if name in place]
    return KeyColumns(
        [place[name] for name in names],
        unit,
        fill,
        gathers=mapping.hands.has_id and not fill,
        in_row_order=mapping.hands.order == "rows",
    )


def _batch(
    name: str,
    stretch: Stretch,
    mapping: TableMapping,
    place: dict[str, int],
    unmapped: Sequence[tuple[str, int]],
    encoding: str | None,
) -> HandBatch:
    found = stretch.found
    cells = Cells(found, mapping, place)
    raw = raw_hands(found, cells, name, stretch.shift, unmapped)
    for hand, reason in misfits(raw).items():
        found.reasons.setdefault(hand, reason)
    keep = np.ones(raw.n_hands, bool)
    keep[list(found.reasons)] = False
    first, last = found.rows.start[found.first], found.rows.end[found.last]
    rejects = _rejects(name, stretch)
    n_taken = int((last - first).sum()) + sum(len(raw) for raw, _, _, _ in stretch.loose)
    good = raw.keep(keep)
    if not mapping.hands.has_id:
        good = _with_ids(good)
    return assemble(
        good,
        rejects,
        n_lines=stretch.n_lines,
        n_bytes=stretch.n_bytes,
        blank_bytes=stretch.n_bytes - n_taken,
        decoded_from=encoding,
    )


def _with_ids(raw: RawHands) -> RawHands:
    """Hands that have no id with one that follows from all they hold, the same wherever they are found again."""
    nameless = replace(raw, hands={**raw.hands, "hand_id": pa.repeat("", raw.n_hands)})
    keys = assemble(nameless, None, n_lines=0, n_bytes=0, blank_bytes=0).hands.column("hand_key").to_pylist()
    return replace(raw, hands={**raw.hands, "hand_id": pa.array([f"content-{key:016x}" for key in keys], pa.string())})


def _rejects(name: str, stretch: Stretch) -> pa.Table:
    found, shift = stretch.found, stretch.shift
    if stretch.loose:
        raw, line, last_line, reason = zip(*stretch.loose, strict=True)
        stop = shift + np.cumsum([len(one) for one in raw])
        start = stop - [len(one) for one in raw]
        return rejects_table(name, line, last_line, start.tolist(), (stop - 1).tolist(), reason, [0] * len(raw), raw)
    first, last = found.first, found.last
    hands = sorted(found.reasons)
    at = [(int(first[hand]), int(last[hand])) for hand in hands]
    rows = found.rows
    return rejects_table(
        name,
        [int(rows.line[a]) for a, _ in at],
        [int(rows.last_line[b]) for _, b in at],
        [int(rows.start[a]) + shift for a, _ in at],
        [int(rows.end[b]) - 1 + shift for _, b in at],
        [found.reasons[hand] for hand in hands],
        [1 + len(found.lost.get(hand, ())) for hand in hands],
        [rows.buf.slice(int(rows.start[a]), int(rows.end[b])) for a, b in at],
    )


def _nothing(
    data: Content, n_bytes: int | None = None, n_lines: int | None = None, encoding: str | None = None
) -> HandBatch:
    """A stretch without hands: a mapping, or what stands before the first row."""
    size = len(data) if n_bytes is None else n_bytes
    lines = bytes(data[:size]).count(b"\n") if n_lines is None else n_lines
    tables = {name: empty(name) for name in HAND_TABLES}
    return HandBatch(
        **tables, rejects=empty("rejects"), n_lines=lines, n_bytes=size, blank_bytes=size, decoded_from=encoding
    )


def _refused(source: Source, reason: str) -> HandBatch:
    """A table that cannot be read at all: one reject."""
    raw = bytes(source.data[:RAW_LIMIT])
    # The last line may have no end.
    n_lines = sum(1 for _ in re.finditer(rb"\r\n|\r|\n", source.data)) + (source.data[-1:] not in (b"\r", b"\n"))
    rejects = rejects_table(source.name, [1], [n_lines], [0], [source.n_bytes - 1], [reason], [0], [raw])
    tables = {name: empty(name) for name in HAND_TABLES}
    return HandBatch(**tables, rejects=rejects, n_lines=n_lines, n_bytes=source.n_bytes, blank_bytes=0)
