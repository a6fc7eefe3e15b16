"""The one way in which a table is shown: aligned text for a terminal, JSON, CSV or Markdown.

Money is text or decimal throughout, never a float; the other numbers keep their type in JSON. In CSV a text that a
spreadsheet would run as a formula is preceded by an apostrophe.
"""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from itertools import zip_longest
from typing import Literal

from rich.cells import cell_len

from ofc_audit.report.formulas import neutral
from ofc_audit.report.text import money_text, pad, shorten, signed, visible, wrap

Kind = Literal["text", "int", "points", "money", "share", "number", "time", "flag"]
Row = Mapping[str, object]
FORMATS = ("table", "json", "csv", "md")

_MARKDOWN = re.compile(r"([\\`*_\[\]<>&|~#])")
_RIGHT = ("int", "points", "money", "share", "number")
_GAP = "  "
_LEAST_TEXT = 8


@dataclass(frozen=True)
class Field:
    """One column: its name in rows, JSON and CSV, its heading for people, and what it holds.

    `points` are shown with their sign, `share` (0 to 1) as per cent, `number` with two places. A text that `wraps` goes
    on below where the table is narrow; others are cut.
    """

    name: str
    heading: str
    kind: Kind = "text"
    wraps: bool = False


def cell_text(value: object, kind: Kind) -> str:
    """A value as people read it; nothing for what is unknown."""
    if value is None:
        return ""
    if kind == "points" and isinstance(value, int):
        return signed(value)
    if kind == "money" and isinstance(value, Decimal):
        return money_text(value)
    if kind == "share" and isinstance(value, float):
        return f"{100 * value:.1f} %"
    if kind == "number" and isinstance(value, float):
        return f"{value:.2f}"
    if kind == "int" and isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def plain_value(value: object) -> object:
    """A value as JSON holds it: amounts as text, times in UTC as ISO 8601, everything else as it is."""
    if isinstance(value, Decimal):
        return money_text(value)
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return value


def render_rows(fields: Sequence[Field], rows: Sequence[Row], form: str, width: int = 80) -> str:
    """Rows as one text in the form asked for, ending in a line break; `width` is the room for `table`.

    Raises ValueError for a form that is not in `FORMATS`.
    """
    if form == "table":
        return render_table(fields, rows, width)
    if form == "json":
        return render_json(fields, rows)
    if form == "csv":
        return render_csv(fields, rows)
    if form == "md":
        return render_markdown(fields, rows)
    raise ValueError(f"no form {form!r}; known are {', '.join(FORMATS)}")


def render_json(fields: Sequence[Field], rows: Sequence[Row]) -> str:
    """A list of objects, one a line."""
    lines = [json.dumps({f.name: plain_value(row[f.name]) for f in fields}, ensure_ascii=False) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"


def render_csv(fields: Sequence[Field], rows: Sequence[Row]) -> str:
    """Comma-separated values with a line of names."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([f.name for f in fields])
    for row in rows:
        writer.writerow([_csv_cell(row[f.name]) for f in fields])
    return out.getvalue()


def _csv_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return neutral(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(plain_value(value))


def render_markdown(fields: Sequence[Field], rows: Sequence[Row]) -> str:
    """A Markdown table; what Markdown or HTML would read as marks is escaped."""
    lines = ["| " + " | ".join(f.heading for f in fields) + " |"]
    lines.append("|" + "|".join("---:" if f.kind in _RIGHT else "---" for f in fields) + "|")
    for row in rows:
        cells = [_MARKDOWN.sub(r"\\\1", visible(cell_text(row[f.name], f.kind))) for f in fields]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def render_table(fields: Sequence[Field], rows: Sequence[Row], width: int) -> str:
    """Aligned columns under their headings; the widest texts are wrapped or cut until a row fits into `width`."""
    cells = [[visible(cell_text(row[f.name], f.kind)) for f in fields] for row in rows]
    widths = [max([cell_len(f.heading), *(cell_len(line[i]) for line in cells)]) for i, f in enumerate(fields)]
    over = sum(widths) + len(_GAP) * (len(fields) - 1) - width
    shrinkable = [i for i, f in enumerate(fields) if f.kind == "text"]
    while over > 0:
        widest = max(shrinkable, key=lambda i: widths[i], default=None)
        if widest is None or widths[widest] <= max(_LEAST_TEXT, cell_len(fields[widest].heading)):
            break
        widths[widest] -= 1
        over -= 1
    lines = [_line([f.heading for f in fields], fields, widths), _line(["-" * w for w in widths], fields, widths)]
    for line in cells:
        stacks = [
            wrap(text, wide, " " * (len(text) - len(text.lstrip(" "))), "") if f.wraps else [text]
            for f, text, wide in zip(fields, line, widths, strict=True)
        ]
        lines += [_line(texts, fields, widths) for texts in zip_longest(*stacks, fillvalue="")]
    return "\n".join(lines) + "\n"


def _line(texts: Sequence[str], fields: Sequence[Field], widths: Sequence[int]) -> str:
    shown = [
        pad(shorten(text, width), width, f.kind in _RIGHT) for text, f, width in zip(texts, fields, widths, strict=True)
    ]
    return _GAP.join(shown).rstrip()
