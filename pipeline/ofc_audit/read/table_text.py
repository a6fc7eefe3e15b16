"""A `table` as text: its delimiter, its headings, and its rows stretch by stretch, whole hands at a time."""

import mmap
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pyarrow as pa

from ofc_audit.read.batch import Bytes, Ints, Mask
from ofc_audit.read.rejects import quoted
from ofc_audit.read.scan import Buffer, ragged
from ofc_audit.read.table_groups import HandRows, hashes, joined, keys_of, last_told, runs, without_repeats
from ofc_audit.read.table_mapping import DELIMITERS
from ofc_audit.read.table_rows import TextRows, split_rows

Content = bytes | mmap.mmap

HEAD_BYTES = 1 << 16
MOST_ROWS = 64
"""Rows of one hand, and more than any game has: a longer run of one key is no hand, and is cut."""
SHORT = 1 << 13
"""Bytes of a text up to which its rows are counted one by one."""
_LINE_ENDS = re.compile(rb"\r\n|\r|\n")
MOST_WIDENED = 16
"""How many times its bytes a chunk may be widened until it has a clean end."""
LOOSE_AT_ONCE = 4096
"""Rows of no hand that are told together."""
SCATTERED = (
    "its rows stand in several places of the table, so that their order is not the acting order: name what tells that (hands.order of the"
    " mapping)"
)
LEAST_COLUMNS = 3
"""Columns that make a text look like a table."""

_BLANK = bytes(range(33)) + b"\x7f"
_LEADING = r"^[\x00-\x20\x7f\x{feff}]+"
_MARKS = rb"(?:[\x00-\x20\x7f]|\xef\xbb\xbf)*"
_SEPARATOR = re.compile(_MARKS + rb"\"?sep=([,;\t|])\"?[ \t]*(?:\r\n|\r|\n)", re.IGNORECASE)
"""A first line that tells a spreadsheet the delimiter, and nothing else."""


class TableError(ValueError):
    """Why a table cannot be read under its mapping; bytes of it that are no text stand in the message as `\\xe9`, for it is shown and kept."""

    def __init__(self, why: str) -> None:
        super().__init__(why.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))


@dataclass(frozen=True)
class TableText:
    """A delimited text. `headings`: of each column the heading, empty where there is none; `body`: the byte and the line at which the rows of
    players begin; `heading`: the bytes of the line of headings, which may stand there again where files were glued."""

    data: Content
    delimiter: int
    headings: tuple[str, ...]
    body: tuple[int, int]
    heading: bytes
    counts_rows: bool = False
    """Whether lines are counted by rows, as a cell with a line end in it is no line of the file."""


@dataclass(frozen=True)
class Stretch:
    """Some hands of a table. `shift`: where the buffer begins in the text; `n_bytes`: the bytes it stands for, `n_lines` its lines;
    `is_gathered`: its rows were put together from several places, so that bytes count in what they make."""

    found: HandRows
    shift: int
    n_bytes: int
    n_lines: int
    is_gathered: bool = False
    loose: Sequence[tuple[bytes, int, int, str]] = ()
    """Rows of no hand, of a stretch without hands: the bytes of each, its lines and why it cannot be read."""


def guess_delimiter(head: bytes, *, least: int = LEAST_COLUMNS) -> str | None:
    """The delimiter of a text that looks like a table: lines that are cut in the same number of columns, `least` or more; None otherwise.

    `head` is the whole text or a part of it that ends with a line. With `LEAST_COLUMNS`, which is what tells tables from other texts, the
    first line is cut so too; with fewer lines may stand before the headings.
    """
    told = separator(head)
    if told is not None:
        return told[0] if told[0].encode() in head[told[1] :] else None
    best: tuple[int, str] | None = None
    for delimiter, byte in DELIMITERS.items():
        if byte not in head:
            continue
        n_cells = _cells_of_rows(re.sub(rb"\A" + _MARKS, b"", head), byte)
        if len(n_cells) < 2:
            continue
        columns = max(n_cells)
        share = n_cells.count(columns) / len(n_cells)
        begins = n_cells[0] == columns or least < LEAST_COLUMNS
        if columns >= least and begins and share > 0.5 and (best is None or columns > best[0]):
            best = columns, delimiter
    return None if best is None else best[1]


def separator(head: bytes) -> tuple[str, int] | None:
    """The delimiter that a first line tells, and where the next line begins."""
    match = _SEPARATOR.match(head)
    return None if match is None else (match[1].decode(), match.end())


def _cells_of_rows(text: bytes, delimiter: int) -> list[int]:
    """How many cells each row has that holds something."""
    if len(text) > SHORT or b'"' in text:
        rows, _ = split_rows(Buffer(text), delimiter)
        n_cells: list[int] = rows.n_cells[~is_blank(rows, delimiter)].tolist()
        return n_cells
    # Of a text of some lines counting is done before arrays are made, and folders hold thousands of such tables.
    mark = bytes([delimiter])
    gone = _BLANK + mark
    lines = (line for line in _LINE_ENDS.split(text) if line.replace(b"\xef\xbb\xbf", b"").translate(None, delete=gone))
    return [line.count(mark) + 1 for line in lines]


def whole_lines(head: bytes, is_whole: bool) -> bytes:
    """The lines of a head that are there to their end."""
    if is_whole:
        return head
    cut = max(head.rfind(b"\n"), head.rfind(b"\r"))
    return head[: cut + 1] if cut >= 0 else head


def is_blank(rows: TextRows, delimiter: int) -> Mask:
    """Rows of cells that hold nothing but blanks, control characters and marks, in quotes or not. A cell of a quote holds something."""
    byte = rows.buf.bytes
    first = byte[rows.start]
    second = byte[rows.start + 1]
    may = (rows.end == rows.start) | (first <= 32) | (first == 127) | (first == delimiter) | (first == 0xEF)
    may |= (first == ord('"')) & (second == ord('"'))
    result = np.zeros(len(rows), bool)
    mark = bytes([delimiter])
    gone = _BLANK.replace(mark, b"")
    for at in np.flatnonzero(may).tolist():
        text = rows.buf.slice(int(rows.start[at]), int(rows.end[at])).replace(b"\xef\xbb\xbf", b"")
        text = text.translate(None, delete=gone)
        result[at] = not text.strip(mark) or (text[:1] in (mark, b'"') and set(text.split(mark)) <= {b"", b'""'})
    return result


def open_text(data: Content, delimiter: str | None, heading_row: int, *, counts_rows: bool = False) -> TableText:
    """A text as a table. Raises TableError where it has no headings where the mapping has them."""
    head = whole_lines(bytes(data[:HEAD_BYTES]), len(data) <= HEAD_BYTES)
    mark = delimiter or guess_delimiter(head, least=2) or ","
    byte = DELIMITERS[mark]
    told = None if counts_rows else separator(head)
    # The line that tells the delimiter is none of the table's.
    begin = told[1] if told is not None and told[0] == mark else 0
    first_line = 1 + len(_LINE_ENDS.findall(head[:begin]))
    if not heading_row:
        rows, _ = split_rows(Buffer(head[begin:]), byte, is_last=len(data) <= HEAD_BYTES)
        filled = rows.take(np.flatnonzero(~is_blank(rows, byte)))
        if not len(filled):
            raise TableError("the table has no rows")
        return TableText(data, byte, ("",) * int(filled.n_cells[0]), (begin, first_line), b"", counts_rows)
    heading_row = max(heading_row, first_line)
    at = _row_at(data, byte, heading_row, HEAD_BYTES, counts_rows)
    if not len(at) or at.stop[0] > HEAD_BYTES // 2:
        at = _row_at(data, byte, heading_row, 1 << 22, counts_rows)
    if not len(at):
        raise TableError(f"the table has no headings at line {heading_row} (file.heading_row)")
    raw = at.buf.slice(int(at.start[0]), int(at.end[0]))
    try:
        raw.decode()
    except UnicodeDecodeError:
        raise TableError("the headings are no UTF-8: name the encoding (file.encoding)") from None
    headings = tuple(_heading(text) for text in at.texts(0))
    body = int(at.stop[0])
    heading = re.sub(rb"\A" + _MARKS, b"", raw)
    return TableText(data, byte, headings, (body, int(at.last_line[0]) + 1), heading, counts_rows)


def _row_at(data: Content, delimiter: int, line: int, n_bytes: int, counts_rows: bool) -> TextRows:
    """The first row with something in it from a line on, among the first bytes of a text; none where there is none."""
    rows, _ = split_rows(Buffer(bytes(data[:n_bytes])), delimiter, is_last=len(data) <= n_bytes)
    rows = by_rows(rows, 1) if counts_rows else rows
    filled = rows.take(np.flatnonzero(~is_blank(rows, delimiter)))
    return filled.take(np.flatnonzero(filled.line >= line)[:1])


def by_rows(rows: TextRows, first: int) -> TextRows:
    """Rows numbered one by one."""
    number = np.arange(first, first + len(rows))
    return replace(rows, line=number, last_line=number)


def _heading(text: str) -> str:
    return re.sub("^[\x00-\x20\x7f\ufeff]+", "", text).strip()


@dataclass(frozen=True)
class KeyColumns:
    """Places of columns: those whose values tell hands apart, the id first; those that tell whose a row is; those filled down. `gathers`:
    whether rows of one key are one hand wherever they stand."""

    key: list[int]
    unit: list[int]
    fill: set[int]
    gathers: bool
    in_row_order: bool
    """Whether the rows of a hand stand in acting order."""


class HandStretches:
    """The rows of a table cut into stretches of whole hands."""

    def __init__(self, text: TableText, columns: KeyColumns, chunk_bytes: int) -> None:
        self._text, self._keys, self._fill, self._units = text, columns.key, columns.fill, columns.unit
        self._chunk = max(chunk_bytes, 1)
        self._gathers, self._in_row_order = columns.gathers, columns.in_row_order
        self._suspect: str | None = None
        self._carried: dict[int, str] = {}

    def __iter__(self) -> Iterator[Stretch]:
        """The stretches, one after the other."""
        if self._gathers and self._is_scattered():
            yield from self._gathered()
            return
        for rows, start, stop, n_lines in self._chunks(whole_hands=True):
            found = self._found(rows)
            if self._suspect is not None and found.n_hands:
                found.reasons.setdefault(0, self._suspect)
            self._suspect = None
            last = len(rows) - 1
            if last in found.damaged and stop < len(self._text.data):
                self._suspect = f"the row before it may be one of its own, and cannot be read: {found.damaged[last]}"
            found.carried = dict(self._carried)
            yield Stretch(found, start, stop - start, n_lines)
            self._carried |= last_told(rows.take(found.readable), self._fill)

    def _chunks(self, *, whole_hands: bool) -> Iterator[tuple[TextRows, int, int, int]]:
        """Rows of players, where their bytes start and stop, and how many lines there are, blank ones too.

        With `whole_hands` a chunk ends where a hand does, but for a run of rows that is longer than any hand.
        """
        data = self._text.data
        start, line = self._text.body
        size = self._chunk
        while start < len(data):
            is_last = start + size >= len(data)
            buf = Buffer(data[start : start + size])
            rows, done = split_rows(buf, self._text.delimiter, line, is_last=is_last)
            rows = by_rows(rows, line) if self._text.counts_rows else rows
            filled = rows.take(np.flatnonzero(~self._is_nothing(rows)))
            if not is_last:
                done = self._cut(filled, done, size) if whole_hands else done
                if not done:
                    size *= 2
                    continue
            size = self._chunk
            kept = filled.take(np.flatnonzero(filled.start < done))
            n_lines = int(rows.last_line[rows.stop <= done][-1]) - line + 1 if len(rows) else 0
            yield kept, start, start + done, n_lines
            start += done
            line += n_lines

    def _cut(self, rows: TextRows, done: int, size: int) -> int:
        """Where the last hand of a chunk of `size` bytes begins, which may go on behind it; `done` where it is longer than any, 0 where there
        is no other. A row that cannot be read stands between two hands either of which may have it, so that no cut is beside one."""
        if not len(rows):
            return done
        is_good, keys, _ = self._keys_of_good(rows)
        good = np.flatnonzero(is_good)
        if not len(good):
            return done
        run = runs(keys)
        first = int(np.searchsorted(run, run[-1]))
        if len(good) - first > MOST_ROWS:
            return done
        heads = np.flatnonzero(np.diff(run)) + 1
        clean = heads[good[heads] - 1 == good[heads - 1]]
        if len(clean) or size < MOST_WIDENED * self._chunk:
            return int(rows.start[good[clean[-1]]]) if len(clean) else 0
        return int(rows.start[good[first]]) if first else 0

    def _is_nothing(self, rows: TextRows) -> Mask:
        """Blank rows, and the headings again."""
        blank = is_blank(rows, self._text.delimiter)
        heading = self._text.heading
        if heading:
            size = rows.end - rows.start
            for at in np.flatnonzero((size >= len(heading)) & (size <= len(heading) + 16)).tolist():
                raw = rows.buf.slice(int(rows.start[at]), int(rows.end[at]))
                blank[at] |= raw.endswith(heading) and not re.sub(_MARKS, b"", raw[: -len(heading)])
        return blank

    def _keyed(self, rows: TextRows) -> tuple[Mask, pa.Array, dict[int, tuple[str, str]]]:
        """Which rows can be read, the keys of these, and of the others the reason and what their key cells hold."""
        is_good, keys, not_text = self._keys_of_good(rows)
        # A file that is no table is made of few rows over and over: what was said of one is said of all that are alike.
        said: dict[tuple[bytes, bool, int], tuple[str, str]] = {}
        damaged = {}
        bad = np.flatnonzero(~is_good)
        facts = (rows.start[bad], rows.end[bad], rows.is_open[bad], rows.n_cells[bad])
        for at, start, end, is_open, n_cells in zip(bad.tolist(), *(fact.tolist() for fact in facts), strict=True):
            row = rows.buf.slice(start, end), is_open, n_cells
            if row not in said:
                said[row] = self._why(rows, at), self._loose_key(rows, at)
            damaged[at] = (not_text[at], said[row][1]) if at in not_text else said[row]
        return is_good, keys, damaged

    def _keys_of_good(self, rows: TextRows) -> tuple[Mask, pa.Array, dict[int, str]]:
        """Which rows can be read, the keys of these, and the reason of those that are no UTF-8."""
        n_columns = len(self._text.headings)
        is_good = (rows.n_cells == n_columns) & ~rows.is_open
        not_text = _not_utf8(rows)
        is_good[list(not_text)] = False
        # Cells beyond the last heading that hold nothing are no harm: a spreadsheet saves them.
        for at in np.flatnonzero(rows.n_cells > n_columns).tolist():
            raw = rows.buf.slice(int(rows.bounds[rows.first_bound[at] + n_columns - 1]), int(rows.end[at]))
            if at not in not_text and not rows.is_open[at] and not raw.strip(bytes([self._text.delimiter]) + b' "\t'):
                is_good[at] = True
        keys = keys_of(rows.take(np.flatnonzero(is_good)), self._keys, self._fill, self._carried)
        return is_good, keys, not_text

    def _why(self, rows: TextRows, at: int) -> str:
        shown = quoted(rows.buf.slice(int(rows.start[at]), int(rows.end[at])))
        if rows.is_open[at]:
            return f"a quoted cell is not closed: {shown}"
        n = int(rows.n_cells[at])
        return f"{n} cell{'s' if n != 1 else ''}, where the headings are {len(self._text.headings)}: {shown}"

    def _loose_key(self, rows: TextRows, at: int) -> str:
        """What stands in the key cells of a row that cannot be read."""
        cells = []
        for column in self._keys:
            bound = int(rows.first_bound[at]) + column
            if column >= rows.n_cells[at]:
                return ""
            start = int(rows.start[at]) if column == 0 else int(rows.bounds[bound - 1]) + 1
            text = rows.buf.slice(start, int(rows.bounds[bound])).decode("utf-8", "backslashreplace").strip(" \t")
            cells.append(text[1:-1].replace('""', '"') if len(text) > 1 and text[0] == text[-1] == '"' else text)
        return "\x1f".join(cells)

    def _found(self, rows: TextRows) -> HandRows:
        is_good, keys, damaged = self._keyed(rows)
        units = hashes(keys_of(rows.take(np.flatnonzero(is_good)), self._units, set(), {}))
        return joined(rows, is_good, keys, units, damaged)

    def _is_scattered(self) -> bool:
        """Whether rows of one key stand in several places: eight bytes for each hand are kept while looking."""
        parts: list[Ints] = []
        last: str | None = None
        for rows, _, _, _ in self._chunks(whole_hands=False):
            _, keys, _ = self._keys_of_good(rows)
            if not len(keys):
                continue
            run = runs(keys)
            heads = keys.take(pa.array(np.flatnonzero(np.diff(run, prepend=-1))))
            if heads[0].as_py() == last:
                heads = heads.slice(1)
            last = keys[len(keys) - 1].as_py()
            parts.append(hashes(heads.filter(heads.is_valid())))
        every = np.concatenate(parts) if parts else np.empty(0, np.int64)
        return len(np.unique(every)) < len(every)

    def _gathered(self) -> Iterator[Stretch]:
        """The hands of a table whose rows are scattered: rows are put together, in the order in which hands begin."""
        rows = self._all_rows()
        hand = hands_of(rows.key, rows.unit)
        keys, first = np.unique(rows.key, return_index=True)
        of_key = dict(zip(keys.tolist(), hand[first].tolist(), strict=True))
        reasons = {of_key[key]: reason for key, reason in reversed(rows.loose_keys) if key in of_key}
        if self._in_row_order:
            reasons |= dict.fromkeys(_in_several_places(hand), SCATTERED)
        order = np.argsort(hand, kind="stable")
        size = np.cumsum(rows.stop[order] - rows.start[order] + 1)
        shift = 0
        view = np.frombuffer(self._text.data, np.uint8)
        edges = np.flatnonzero(np.diff(hand[order], prepend=-1))
        part = np.searchsorted(size[edges], np.arange(self._chunk, size[-1] + self._chunk, self._chunk))
        for first, last in pairwise(
            np.unique(np.concatenate([[0], edges[np.minimum(part, len(edges) - 1)], [len(order)]])).tolist()
        ):
            chosen = order[first:last]
            buf = Buffer(_put_together(view, rows.start[chosen], rows.stop[chosen]))
            text, _ = split_rows(buf, self._text.delimiter)
            text = replace(text, line=rows.line[chosen], last_line=rows.last_line[chosen])
            own = hand[chosen]
            number = np.cumsum(np.diff(own, prepend=own[0]) != 0)
            found = HandRows(text, number, {}, int(number[-1]) + 1)
            heads = own[np.searchsorted(number, np.arange(found.n_hands))]
            found.reasons = {at: reasons[one] for at, one in enumerate(heads.tolist()) if one in reasons}
            yield Stretch(found, shift, buf.n, len(chosen), is_gathered=True)
            shift += buf.n
        for at in range(0, len(rows.loose), LOOSE_AT_ONCE):
            loose = rows.loose[at : at + LOOSE_AT_ONCE]
            text, _ = split_rows(Buffer(b""), self._text.delimiter)
            found = HandRows(text, np.empty(0, np.int64), {}, 0)
            n_bytes = sum(len(raw) for raw, _, _, _ in loose)
            n_lines = sum(last_line - line + 1 for _, line, last_line, _ in loose)
            yield Stretch(found, shift, n_bytes, n_lines, True, loose)
            shift += n_bytes

    def _all_rows(self) -> "_AllRows":
        """Every row of the file by place and key, without its cells."""
        parts: list[tuple[Ints, ...]] = []
        loose: list[tuple[bytes, int, int, str]] = []
        loose_keys: list[tuple[int, str]] = []
        for rows, shift, _, _ in self._chunks(whole_hands=False):
            is_good, keys, damaged = self._keyed(rows)
            good = rows.take(np.flatnonzero(is_good))
            units = keys_of(good, self._units, set(), {})
            parts.append((good.start + shift, good.end + shift, good.line, good.last_line, hashes(keys), hashes(units)))
            for at, (reason, key) in damaged.items():
                raw = rows.buf.slice(int(rows.start[at]), int(rows.end[at]))
                loose.append((raw, int(rows.line[at]), int(rows.last_line[at]), reason))
                loose_keys.append(
                    (hash(key), f"a row of the hand, line {int(rows.line[at])}, cannot be read: {reason}")
                )
        columns = [np.concatenate(one) for one in zip(*parts, strict=True)]
        return _AllRows(columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], loose, loose_keys)


@dataclass(frozen=True)
class _AllRows:
    """Rows of a file, with hashes of their keys and of whose they are; those that cannot be read by themselves."""

    start: Ints
    stop: Ints
    line: Ints
    last_line: Ints
    key: Ints
    unit: Ints
    loose: list[tuple[bytes, int, int, str]]
    loose_keys: list[tuple[int, str]]


def hands_of(key: Ints, unit: Ints) -> Ints:
    """(n,) a number for the hand of each row, rising as hands begin.

    Rows of one key are one hand wherever they stand, unless some player has more than one of them: then each run of rows is a record
    of its own.
    """
    run = np.cumsum(np.diff(key, prepend=key[0]) != 0)
    _, code = np.unique(key, return_inverse=True)
    order = np.lexsort((unit, code))
    again = (np.diff(code[order]) == 0) & (np.diff(unit[order]) == 0)
    is_doubled = np.zeros(int(code.max()) + 1, bool)
    is_doubled[code[order][1:][again]] = True
    first_run = np.full(len(is_doubled), len(run), np.int64)
    np.minimum.at(first_run, code, run)
    # A run may hold one hand several times over, block by block.
    block = without_repeats(run, unit)
    first_block = np.full(int(run[-1]) + 1, len(run), np.int64)
    np.minimum.at(first_block, run, block)
    hand: Ints = np.where(is_doubled[code], run, first_run[code])
    return hand * len(run) + np.where(is_doubled[code], block - first_block[run], 0)


def _in_several_places(hand: Ints) -> list[int]:
    """The hands whose rows do not follow each other."""
    heads = hand[np.flatnonzero(np.diff(hand, prepend=-1))]
    found, count = np.unique(heads, return_counts=True)
    return found[count > 1].tolist()  # type: ignore[no-any-return]


def _put_together(view: Bytes, start: Ints, stop: Ints) -> bytes:
    """Stretches of bytes, each as a line."""
    length = stop - start + 1
    result = view[np.minimum(ragged(start, length), len(view) - 1)]
    result[np.cumsum(length) - 1] = ord("\n")
    return result.tobytes()


def _not_utf8(rows: TextRows) -> dict[int, str]:
    """Rows that hold bytes which are no UTF-8, with the reason."""
    try:
        rows.buf.data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return {}
    high = np.flatnonzero(rows.buf.bytes[: rows.buf.n] >= 0x80)
    found: dict[int, str] = {}
    for at in np.unique(np.searchsorted(rows.start, high, side="right") - 1).tolist():
        if at < 0:
            continue
        raw = rows.buf.slice(int(rows.start[at]), int(rows.end[at]))
        try:
            raw.decode()
        except UnicodeDecodeError as error:
            found[at] = f"byte {error.start + 1} is no UTF-8: {quoted(raw)}"
    return found
