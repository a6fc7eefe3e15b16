"""Text for a terminal: what a name could do to it is made visible, and lines are measured and wrapped in its
columns."""

import re
from collections.abc import Sequence
from decimal import Decimal

from rich.cells import cell_len, chop_cells, set_cell_size

_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    """`text` with control characters, line breaks and direction marks written as escapes, so that a name moves no
    cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else repr(c)[1:-1] for c in text)


def shorten(text: str, width: int) -> str:
    """`text` in at most `width` columns, with `…` in place of what is cut off."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + "…"


def pad(text: str, width: int, right: bool = False) -> str:
    """`text` filled with blanks to `width` columns, on the left when `right`."""
    blanks = " " * max(width - cell_len(text), 0)
    return blanks + text if right else text + blanks


def wrap(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """Lines of at most `width` columns, broken at blanks, a longer word at the margin; `first` leads the first line,
    `indent` the others."""
    lead = indent if first is None else first
    lines: list[str] = []
    line, is_empty = lead, True
    for word in text.split(" "):
        room = max(width - cell_len(indent), 8)
        pieces = chop_cells(word, room) if cell_len(word) > room else [word]
        for piece in pieces:
            if not is_empty and cell_len(line) + 1 + cell_len(piece) > width:
                lines.append(line.rstrip())
                line, is_empty = indent, True
            line += piece if is_empty else " " + piece
            is_empty = False
    lines.append(line.rstrip())
    return lines


_LINE_OF_STRETCH = re.compile(r"line (\d+)((?::\d+)?: )")


def reject_reason(reason: str, first_line: int) -> str:
    """Why a stretch was rejected, with the line that it names counted as the file counts: readers count from the first of the stretch.

    The first line itself is not named again, for the place of a reject is that line.
    """
    found = _LINE_OF_STRETCH.match(reason)
    if found is None:
        return reason
    line, rest = int(found[1]), reason[found.end() :]
    return rest if line == 1 and found[2] == ": " else f"line {first_line + line - 1}{found[2]}{rest}"


def signed(number: int) -> str:
    """A number of points with its sign: `+3`, `-2`, `0`."""
    return f"{number:+d}" if number else "0"


def money_text(amount: Decimal, sign: bool = False, group: bool = False) -> str:
    """An amount with two places, or as many of four as it needs; with `sign` a `+` before what is won, with `group`
    thousands marked."""
    places = 2 if amount == round(amount, 2) else 4
    text = f"{amount:,.{places}f}" if group else f"{amount:.{places}f}"
    if places == 4:
        text = text.rstrip("0")
    return f"+{text}" if sign and amount > 0 else text


def join_words(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
