"""What came of a conversion: the counts, and everything that the other format could not hold, in sum and hand by hand."""

import csv
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

import pyarrow as pa

from ofc_audit.read.carry import Loss
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.report.formulas import neutral
from ofc_audit.report.rendering import Field, plain_value, render_rows
from ofc_audit.report.text import reject_reason, visible, wrap
from ofc_audit.warehouse.convert import SHOWN_REJECTS, Conversion

LOSS_FIELDS = (
    Field("fact", "what", wraps=True),
    Field("words", "not held", wraps=True),
    Field("n_hands", "hands", "int"),
    Field("effect", "such a hand is"),
    Field("first_site", "site"),
    Field("first_hand", "first of them"),
)
_COLUMNS = ("source_file", "first_line", "site", "hand_id", "fact", "not_held", "effect")
WRITTEN, LEFT_OUT = "written without", "left out"


def conversion_text(done: Conversion, is_written: bool, out: str | None, form: str, width: int) -> str:
    """The report in the form asked for; `out` is the file written, None for standard output."""
    rows = _loss_rows(done)
    if form == "json":
        return json.dumps(_record(done, rows, is_written, out), ensure_ascii=False, indent=2) + "\n"
    if form != "table":
        return render_rows(LOSS_FIELDS, rows, form, width)
    return (
        "\n".join(_lines(done, is_written, out, width))
        + "\n"
        + ("\n" + render_rows(LOSS_FIELDS, rows, form, width) if rows else "")
    )


def _loss_rows(done: Conversion) -> list[dict[str, Any]]:
    return [
        {
            "fact": count.limit.fact,
            "words": count.limit.words,
            "n_hands": count.n_hands,
            "effect": WRITTEN if count.limit.drop else LEFT_OUT,
            "first_site": count.first[0],
            "first_hand": count.first[1],
        }
        for count in done.losses.values()
    ]


def _lines(done: Conversion, is_written: bool, out: str | None, width: int) -> list[str]:
    where = "" if out is None else f" {visible(out)}:"
    head = f"{done.target}:{where} {done.n_written:,} of {_hands(done.n_found)} found"
    if not is_written:
        head = f"{done.target}: nothing was written; {_hands(done.n_found)} found"
    lines = wrap(head, width, indent="    ", first="")
    parts = (
        ("whole", done.n_whole),
        ("with less", done.n_with_less),
        ("left out", done.n_left_out),
        ("rejected", done.n_rejected),
    )
    lines.append("  " + ", ".join(f"{name} {n:,}" for name, n in parts))
    for file, line, reason in done.rejects[:SHOWN_REJECTS]:
        text = f"rejected: {visible(file)}:{line}: {visible(reject_reason(reason, line))}"
        lines += wrap(text, width, indent="    ", first="  ")
    if len(done.rejects) > SHOWN_REJECTS:
        lines.append("  rejected: more; ofc run lists them all")
    if not is_written and done.losses:
        text = f"{done.target} cannot hold what is listed below{_advice(done)}"
        lines += wrap(text, width, indent="    ", first="  ")
    return lines


def _advice(done: Conversion) -> str:
    """What --lossy would do: write hands without what is lost, some of them or none."""
    n_would = done.n_whole + done.n_with_less
    if not n_would:
        return ", so that it can hold none of these hands, with --lossy or without"
    if done.accepts_losses:
        return ""
    if not done.n_left_out:
        return "; --lossy writes the hands without it"
    return f"; --lossy writes {_hands(n_would)} and leaves out {done.n_left_out:,}"


def _hands(n: int) -> str:
    return "1 hand" if n == 1 else f"{n:,} hands"


def _record(done: Conversion, rows: list[dict[str, Any]], is_written: bool, out: str | None) -> Mapping[str, Any]:
    return {
        "target": done.target,
        "is_written": is_written,
        "out": out,
        "n_found": done.n_found,
        "n_whole": done.n_whole,
        "n_with_less": done.n_with_less,
        "n_left_out": done.n_left_out,
        "n_rejected": done.n_rejected,
        "losses": [{name: plain_value(value) for name, value in row.items()} for row in rows],
        "rejects": [
            {"source_file": file, "first_line": line, "reason": reject_reason(reason, line)}
            for file, line, reason in done.rejects[:SHOWN_REJECTS]
        ],
        "files": [
            {
                "source_file": book.name,
                "sha256": book.sha256,
                "format": book.format,
                "n_found": book.n_hands + book.n_rejected,
                "n_rejected": book.n_rejected,
                "reject_bytes": book.reject_bytes,
            }
            for book in done.books
        ],
    }


class LossList:
    """A CSV file with a row for every hand and everything that it lost; put in its place whole. Nothing without a path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._beside = None if path is None else path.with_name(f".{path.name}.converting-{os.getpid()}")
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        """Opens the file."""
        if self._beside is not None:
            self._file = self._beside.open("w", encoding="utf-8", newline="")
            csv.writer(self._file, lineterminator="\n").writerow(_COLUMNS)
        return self

    def add(self, rows: HandRows, loss: Loss) -> None:
        """A row for each of the hands that lose the same."""
        if self._file is None:
            return
        names = ("source_file", "first_line", "site", "hand_id")
        columns = [rows.column("hands", name).take(pa.array(loss.hands)).to_pylist() for name in names]
        effect = LEFT_OUT if loss.leaves_out else WRITTEN
        writer = csv.writer(self._file, lineterminator="\n")
        for values in zip(*columns, strict=True):
            cells = (*values, loss.limit.fact, loss.limit.words, effect)
            writer.writerow(neutral(cell) if isinstance(cell, str) else cell for cell in cells)

    def keep(self) -> None:
        """Puts the file in its place."""
        if self._file is not None and self._beside is not None and self._path is not None:
            self._file.close()
            self._beside.replace(self._path)

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Removes what was not kept."""
        if self._file is not None:
            self._file.close()
        if self._beside is not None:
            self._beside.unlink(missing_ok=True)
