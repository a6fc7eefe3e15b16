"""The rows of a delimited text, many at once in numpy: where each begins and ends, and where its cells are.

A cell may be quoted, and then holds delimiters, line ends and doubled quotes. A quote within a cell that does not begin with one is an
ordinary character. A quoted cell that is never closed ends with its line, so that it damages its own row and no other.
"""

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.scan import Buffer, split_lines

QUOTE, LF, CR, SPACE, TAB = 34, 10, 13, 32, 9
_LEADING = r"^[\x00-\x1f\x7f\x{feff}]+"
_LED = rb"(?:[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xef\xbb\xbf){1,64}"
"""What is passed over at the start of a line, where a quoted cell may begin behind it: marks and control characters."""
_LED_QUOTE = re.compile(_LED + rb"(?=\")")
_LEADS = np.isin(np.arange(256), [*range(9), 11, 12, *range(14, 32), 127, 0xEF])
LONGEST_QUOTED = 1 << 24
"""Bytes of a quoted cell after which it is taken for one that is never closed."""
_FEW_BLANKS = 32
"""Blanks on a side of a cell that are taken off all cells of a column together."""


@dataclass(frozen=True)
class TextRows:
    """Rows of a buffer. `start` and `end`: the text of each, without its line end; `stop`: where the next begins; `line`: the number of its
    first line, `last_line` of its last. `n_cells`: how many cells it has. `bounds`: where the cells of all rows end, one after the other;
    `first_bound`: the place in it of each row's first.
    """

    buf: Buffer
    start: Ints
    end: Ints
    stop: Ints
    line: Ints
    last_line: Ints
    n_cells: Ints
    bounds: Ints
    first_bound: Ints
    is_open: Mask
    """Rows with a quoted cell that is never closed."""

    def __len__(self) -> int:
        return len(self.start)

    def take(self, rows: Ints) -> "TextRows":
        """Some rows; the cells of all stay."""
        return TextRows(
            self.buf,
            self.start[rows],
            self.end[rows],
            self.stop[rows],
            self.line[rows],
            self.last_line[rows],
            self.n_cells[rows],
            self.bounds,
            self.first_bound[rows],
            self.is_open[rows],
        )

    def cells(self, column: int) -> pa.Array:
        """The texts of one column (from 0); null where the cell is empty, or the row has none. The bytes must be UTF-8."""
        there = self.n_cells > column
        bound = np.minimum(self.first_bound + column, max(len(self.bounds) - 1, 0))
        stop = np.where(there, self.bounds[bound], 0) if len(self.bounds) else np.zeros(len(self), np.int64)
        start = np.where(there, self.start if column == 0 else self.bounds[np.maximum(bound - 1, 0)] + 1, 0)
        start, stop = self._trimmed(start, stop)
        byte = self.buf.bytes
        is_quoted = (stop - start >= 2) & (byte[start] == QUOTE) & (byte[np.maximum(stop - 1, 0)] == QUOTE)
        texts = self.buf.strings(start + is_quoted, stop - is_quoted)
        if is_quoted.any():
            texts = pc.if_else(pa.array(is_quoted), pc.replace_substring(texts, '""', '"'), texts)
        if column == 0:
            texts = pc.replace_substring_regex(texts, _LEADING, "")
        return pc.if_else(pc.equal(texts, ""), None, texts)

    def texts(self, row: int) -> list[str]:
        """The cells of one row, empty where there is nothing. The bytes must be UTF-8."""
        start, bound = int(self.start[row]), int(self.first_bound[row])
        found = []
        for stop in self.bounds[bound : bound + int(self.n_cells[row])].tolist():
            raw = self.buf.slice(start, stop).strip(b" \t")
            is_quoted = len(raw) >= 2 and raw[0] == raw[-1] == QUOTE
            found.append((raw[1:-1].replace(b'""', b'"') if is_quoted else raw).decode())
            start = stop + 1
        return found

    def _trimmed(self, start: Ints, stop: Ints) -> tuple[Ints, Ints]:
        """Stretches without the blanks at their ends."""
        start, stop = start.copy(), stop.copy()
        byte = self.buf.bytes
        for _ in range(_FEW_BLANKS):
            last = np.maximum(stop - 1, 0)
            is_filled = start < stop
            before = is_filled & ((byte[start] == SPACE) | (byte[start] == TAB))
            behind = is_filled & ((byte[last] == SPACE) | (byte[last] == TAB)) & (stop - start > before)
            if not before.any() and not behind.any():
                return start, stop
            start += before
            stop -= behind
        # Cells between more blanks than anybody writes are few.
        for at in np.flatnonzero(before | behind).tolist():
            raw = self.buf.slice(int(start[at]), int(stop[at]))
            start[at] += len(raw) - len(raw.lstrip(b" \t"))
            stop[at] = start[at] + len(raw.strip(b" \t"))
        return start, stop


def split_rows(buf: Buffer, delimiter: int, first_line: int = 1, *, is_last: bool = True) -> tuple[TextRows, int]:
    """The rows of a buffer that begins at a row, and where the last whole one stops: a row that may go on behind the buffer is left out
    unless it is the last of the file.
    """
    lines = split_lines(buf, first_line)
    quote = buf.find(QUOTE)
    led, led_quote = led_quotes(buf, lines.start) if len(quote) else (quote, quote)
    opened: list[int] = []
    if not len(quote):
        inside = np.zeros(buf.n, bool)
    else:
        parity = np.zeros(buf.n, np.int8)
        parity[quote] = 1
        # Sums of a byte run over, and stay odd or even all the same.
        inside = (np.cumsum(parity, dtype=np.int8) & 1).astype(bool)
        if not is_regular(buf, quote, delimiter, is_last, led_quote):
            inside, opened = _by_hand(buf, lines.start, lines.end, delimiter, is_last)
    ends_row = ~inside[np.maximum(lines.stop - 1, 0)] if buf.n else np.zeros(0, bool)
    last = np.flatnonzero(ends_row)
    if is_last and len(lines) and (not len(last) or last[-1] != len(lines) - 1):
        last = np.append(last, len(lines) - 1)
    if not is_last and len(last) and last[-1] == len(lines) - 1 and buf.bytes[buf.n - 1] not in (LF,):
        # The buffer may end between CR and LF, or within a line.
        last = last[:-1]
    first = np.concatenate([np.zeros(1, np.int64), last[:-1] + 1]) if len(last) else last
    start, end, stop = lines.start[first], lines.end[last], lines.stop[last]
    if len(led):
        # What leads to the quote of a row's first cell is no part of it.
        start = np.where(np.isin(start, led), led_quote[np.searchsorted(led, start).clip(max=len(led) - 1)], start)
    cut = np.flatnonzero((buf.bytes[: buf.n] == delimiter) & ~inside)
    done = int(stop[-1]) if len(stop) else 0
    cut = cut[cut < done]
    bounds = np.sort(np.concatenate([cut, end]), kind="stable")
    row_of_end = np.searchsorted(bounds, end, side="right") - 1
    first_bound = np.concatenate([np.zeros(1, np.int64), row_of_end[:-1] + 1]) if len(end) else end
    is_open = np.zeros(len(start), bool)
    at = np.array([one for one in opened if one < done], np.int64)
    is_open[np.searchsorted(start, at, side="right") - 1] = True
    rows = TextRows(
        buf,
        start,
        end,
        stop,
        lines.number[first],
        lines.number[last],
        row_of_end - first_bound + 1,
        bounds,
        first_bound,
        is_open,
    )
    return rows, done


def led_quotes(buf: Buffer, start: Ints) -> tuple[Ints, Ints]:
    """Lines whose first quote stands behind marks and control characters alone: where each begins, and where the quote is."""
    may = start[_LEADS[buf.bytes[start]]].tolist()
    found = [(at, match.end()) for at in may if (match := _LED_QUOTE.match(buf.data, at))]
    pairs = np.array(found, np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def is_regular(
    buf: Buffer, quote: Ints, delimiter: int, is_last: bool, led_quote: Ints = np.empty(0, np.int64)
) -> bool:
    """Whether every quote opens a cell, closes one or is doubled, so that counting them tells what is inside; those of `led_quote` open one."""
    byte = buf.bytes
    opening, closing = quote[0::2], quote[1::2]
    if len(opening) != len(closing) and (is_last or buf.n - opening[-1] > LONGEST_QUOTED):
        return False
    before = np.where(opening > 0, byte[np.maximum(opening - 1, 0)], LF)
    follows = np.where(closing + 1 < buf.n, byte[closing + 1], LF)
    opens_well = (before == delimiter) | (before == LF) | (before == CR) | np.isin(opening, led_quote)
    closes_well = (follows == delimiter) | (follows == LF) | (follows == CR)
    # A closing quote and an opening one side by side are one quote within a cell.
    n = min(len(closing), len(opening) - 1)
    doubled = opening[1 : n + 1] == closing[:n] + 1
    opens_well[1 : n + 1] |= doubled
    closes_well[:n] |= doubled
    too_long = (closing - opening[: len(closing)] > LONGEST_QUOTED).any()
    return bool(opens_well.all() and closes_well.all() and not too_long)


def _by_hand(buf: Buffer, start: Ints, end: Ints, delimiter: int, is_last: bool) -> tuple[Mask, list[int]]:
    """(n,) which bytes are inside quoted cells, cell by cell for those that begin with a quote, and where cells are never closed."""
    inside = np.zeros(buf.n, bool)
    opened: list[int] = []
    mark = re.escape(bytes([delimiter]))
    # A tab that ends a cell is no blank before the next: of a line of tabs each would be looked at from each of those before.
    blank = b"[ ]" if delimiter == ord("\t") else b"[ \t]"
    opening = re.compile(rb"(?:(?<=" + mark + rb")|(?:\A|(?<=[\r\n]))(?:" + _LED + rb")?)" + blank + rb"*\"")
    closing = re.compile(rb"(?:[^\"]|\"\")*+\"(?=[ \t]*(?:" + mark + rb"|[\r\n]|\Z))")
    at = 0
    while (found := opening.search(buf.data, at)) is not None:
        limit = min(buf.n, found.end() + LONGEST_QUOTED)
        close = closing.match(buf.data, found.end(), limit)
        line = int(np.searchsorted(start, found.start(), side="right")) - 1
        if close is None or _swallows(buf, found.end(), close.end(), delimiter):
            if close is None and not is_last and limit == buf.n:
                inside[found.end() - 1 :] = True
                return inside, opened
            opened.append(found.end() - 1)
            at = int(end[line])
            if at <= found.start():
                at = found.end()
            continue
        inside[found.end() - 1 : close.end() - 1] = True
        at = close.end()
    return inside, opened


def _swallows(buf: Buffer, start: int, stop: int, delimiter: int) -> bool:
    """Whether a quoted cell holds the start of another one after a line end: the quote before it was never closed."""
    opening = bytes([delimiter, QUOTE])
    if buf.data[stop - len(opening) : stop] != opening:
        return False
    line = max(buf.data.rfind(b"\n", start, stop), buf.data.rfind(b"\r", start, stop))
    return line >= 0 and buf.data.find(b'"', line, stop - len(opening)) < 0
