"""Findings to read in a terminal: the place, the line itself with what is meant underlined, the explanation, the next
command."""

import shlex
from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from ofc_audit.report.text import shorten, visible, wrap

Row = Mapping[str, object]

_BEFORE = 24
"""Columns of the line kept before what is meant, where the line is too long to be shown whole."""


def explain_command(row: Row, where: Sequence[str] = ()) -> str:
    """The command that shows the hand of a finding: by site and id, by its key where several hands have the id.

    `where` are the words that say where its results or files are.
    """
    hand = [str(row["site"]), str(row["hand_id"])] if row["n_same_id"] == 1 else [str(row["hand_key"])]
    return shlex.join(["ofc", "explain", *hand, *where])


def render_finding(row: Row, line_text: str | None, width: int, explain: str | None = None) -> str:
    """One finding in its three parts, wrapped to `width` columns; the place is never broken.

    `row` is a row of table `findings` with the `hand_id` it is about; `line_text` the line `first_line` of its file,
    where it could be read again; `explain` the command to go on with.
    """
    mark = row["mark"] if isinstance(row["mark"], str) and row["mark"] else None
    at = -1 if line_text is None or mark is None else _find(line_text, mark)
    hand = "" if row["hand_id"] is None else f" hand {visible(str(row['hand_id']))}"
    lines = [f"{_place(row, at)}{row['severity']}[{row['check_id']}]{hand}"]
    if line_text is not None:
        lines += quote_line(int(str(row["first_line"])), line_text, at, len(mark or ""), width)
    message = visible(str(row["message"]))
    if row["rule_key"] is not None:
        message += f" ({row['rule_key']}: {visible(str(row['rule_source']))})"
    lines += wrap(message, width)
    if row["consequences"] is not None:
        lines += wrap(f"In consequence: {visible(str(row['consequences']))}.", width)
    if row.get("waived") is not None:
        lines += wrap(f"Waived (waiver {row['waiver_no']}): {visible(str(row['waived']))}", width)
    if explain is not None:
        command = f"      {visible(explain)}"
        if cell_len(lines[-1]) + cell_len(command) <= width:
            lines[-1] += command
        else:
            lines.append(command)
    return "\n".join(lines) + "\n"


def _find(line: str, mark: str) -> int:
    """Where in the line the words are, -1 for nowhere: in a line that is a whole record, only words that stand in it once."""
    if line.startswith("{") and line.count(mark) > 1:
        return -1
    return line.find(mark)


def _place(row: Row, at: int) -> str:
    if row["source_file"] is None:
        return ""
    place = visible(str(row["source_file"]))
    if row["first_line"] is not None:
        place += f":{row['first_line']}"
    return f"{place}:{at + 1}: " if at >= 0 else f"{place}: "


def quote_line(number: int, text: str, at: int, length: int, width: int) -> list[str]:
    """The line after its number, and below it `^` under `length` characters from `at`; a long line is cut around
    them."""
    gutter = f"{number} | "
    room = max(width - len(gutter), 16)
    if at < 0:
        return [gutter + shorten(visible(text), room)]
    before, meant, after = visible(text[:at]), visible(text[at : at + length]), visible(text[at + length :])
    if cell_len(before) + cell_len(meant) + cell_len(after) > room and cell_len(before) > _BEFORE:
        while cell_len(before) > _BEFORE - 1:
            before = before[1:]
        before = "…" + before
    shown = shorten(before + meant + after, room)
    n_marks = max(min(cell_len(meant), room - cell_len(before)), 1)
    return [gutter + shown, " " * (len(gutter) - 2) + "| " + " " * cell_len(before) + "^" * n_marks]
