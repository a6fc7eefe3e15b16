"""Rows of any relation as a file: CSV, JSON, Markdown, a workbook or Parquet, written some rows at a time.

Memory does not grow with the rows. The same rows make the same bytes.
"""

import json
from collections.abc import Sequence
from types import TracebackType
from typing import BinaryIO, Protocol, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.read.write_sheets import MOST_ROWS, Sheets
from ofc_audit.report.cells import csv_texts, json_texts, sheet_cells
from ofc_audit.report.kinds import fields_of
from ofc_audit.report.rendering import Field, render_markdown

FORMS = ("csv", "json", "jsonl", "md", "xlsx", "parquet")
"""The forms that rows are written in, each also the ending of its name."""
BINARY = ("xlsx", "parquet")
"""Forms that are no text: they go to a file, never to a terminal."""
NOTES = "notes"
"""The key under which a Parquet file holds what is said of its rows; also the name of the sheet that does."""
_BATCH_ROWS, _GROUP_ROWS = 1 << 14, 122_880
_NOTES_WIDTH = 100
_LEAST_WIDTH, _MOST_WIDTH = 8, 40


class _Form(Protocol):
    most_rows: int

    def add(self, batch: pa.RecordBatch) -> None: ...

    def close(self) -> None: ...


class RowFile:
    """Rows as a file of one of `FORMS`; nothing of it is of use before the context ends without an error.

    `fields` names the columns to write, in their order, with headings for people (Markdown, workbooks); all of `schema` when left away. Other
    forms have the names of the columns. `sheet` is the name of a workbook's sheet; where rows are too many for one they go on in a
    second. `notes` are sentences about the rows: a sheet of a workbook, lines below a Markdown table, metadata of a Parquet file; CSV
    and JSON have no place for them. Raises ValueError for a form that is not there, and later for what a workbook cannot hold.
    """

    def __init__(
        self,
        out: BinaryIO,
        form: str,
        schema: pa.Schema,
        *,
        fields: Sequence[Field] | None = None,
        sheet: str = "Rows",
        notes: Sequence[str] = (),
    ) -> None:
        if form not in FORMS:
            raise ValueError(f"no form {form!r} of rows is written; known are {', '.join(FORMS)}")
        self._fields = fields_of(schema) if fields is None else list(fields)
        self._form = self._opened(out, form, schema, sheet, notes)

    def _opened(self, out: BinaryIO, form: str, schema: pa.Schema, sheet: str, notes: Sequence[str]) -> _Form:
        if form == "csv":
            return _Csv(out, self._fields)
        if form in ("json", "jsonl"):
            return _Json(out, self._fields, is_list=form == "json")
        if form == "md":
            return _Markdown(out, self._fields, notes)
        if form == "xlsx":
            return _Workbook(out, self._fields, sheet, notes)
        return _Parquet(out, pa.schema([schema.field(f.name) for f in self._fields], schema.metadata), notes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        """Completes the file, unless an error came."""
        if kind is None:
            self._form.close()

    def add(self, rows: pa.Table | pa.RecordBatch) -> None:
        """Writes rows that have the columns of the schema. Raises ValueError for what a workbook cannot hold."""
        table = pa.Table.from_batches([rows]) if isinstance(rows, pa.RecordBatch) else rows
        for batch in table.select([f.name for f in self._fields]).combine_chunks().to_batches(self._form.most_rows):
            self._form.add(batch)


class _Csv:
    most_rows = _BATCH_ROWS

    def __init__(self, out: BinaryIO, fields: Sequence[Field]) -> None:
        self._out = out
        names = csv_texts(pa.array([field.name for field in fields], pa.string())).to_pylist()
        self._out.write((",".join(names) + "\n").encode())

    def add(self, batch: pa.RecordBatch) -> None:
        lines = pc.binary_join_element_wise(*(csv_texts(column) for column in batch.columns), ",")
        self._out.write("".join(f"{line}\n" for line in lines.to_pylist()).encode())

    def close(self) -> None:
        self._out.flush()


class _Json:
    most_rows = _BATCH_ROWS

    def __init__(self, out: BinaryIO, fields: Sequence[Field], *, is_list: bool) -> None:
        self._out, self._is_list, self._is_empty = out, is_list, True
        starts = ["{" if n == 0 else ", " for n in range(len(fields))]
        self._keys = [
            f"{start}{json.dumps(f.name, ensure_ascii=False)}: " for start, f in zip(starts, fields, strict=True)
        ]

    def add(self, batch: pa.RecordBatch) -> None:
        if not batch.num_rows:
            return
        pieces = [
            piece for key, column in zip(self._keys, batch.columns, strict=True) for piece in (key, json_texts(column))
        ]
        rows = pc.binary_join_element_wise(*pieces, "}", "").to_pylist()
        if self._is_list:
            self._out.write((("[\n" if self._is_empty else ",\n") + ",\n".join(rows)).encode())
        else:
            self._out.write("".join(f"{row}\n" for row in rows).encode())
        self._is_empty = False

    def close(self) -> None:
        if self._is_list:
            self._out.write(b"[]\n" if self._is_empty else b"\n]\n")
        self._out.flush()


class _Markdown:
    most_rows = _BATCH_ROWS

    def __init__(self, out: BinaryIO, fields: Sequence[Field], notes: Sequence[str]) -> None:
        self._out, self._fields, self._notes = out, fields, notes
        self._out.write(render_markdown(fields, []).encode())

    def add(self, batch: pa.RecordBatch) -> None:
        lines = render_markdown(self._fields, batch.to_pylist()).splitlines(keepends=True)
        self._out.write("".join(lines[2:]).encode())

    def close(self) -> None:
        self._out.write("".join(f"\n{note}\n" for note in self._notes).encode())
        self._out.flush()


class _Workbook:
    most_rows = _BATCH_ROWS

    def __init__(self, out: BinaryIO, fields: Sequence[Field], sheet: str, notes: Sequence[str]) -> None:
        self._sheets, self._fields, self._sheet, self._notes, self._n_sheets = Sheets(out), fields, sheet, notes, 0
        self._begin()

    def _begin(self) -> None:
        self._n_sheets += 1
        name = self._sheet if self._n_sheets == 1 else f"{self._sheet} {self._n_sheets}"
        headings = [field.heading for field in self._fields]
        self._sheets.begin(name, headings, [min(max(len(text) + 2, _LEAST_WIDTH), _MOST_WIDTH) for text in headings])

    def add(self, batch: pa.RecordBatch) -> None:
        while batch.num_rows:
            if self._sheets.n_rows == MOST_ROWS:
                self._begin()
            part = batch.slice(0, MOST_ROWS - self._sheets.n_rows)
            batch = batch.slice(part.num_rows)
            pairs = zip(self._fields, part.columns, strict=True)
            self._sheets.add([sheet_cells(column, field.name, field.kind) for field, column in pairs])

    def close(self) -> None:
        if self._notes:
            self._sheets.begin(NOTES.capitalize(), [NOTES.capitalize()], [_NOTES_WIDTH])
            self._sheets.add([sheet_cells(pa.array(self._notes, pa.string()), NOTES, "text")])
        self._sheets.close()


class _Parquet:
    most_rows = _GROUP_ROWS

    def __init__(self, out: BinaryIO, schema: pa.Schema, notes: Sequence[str]) -> None:
        metadata = dict(schema.metadata or {}) | ({NOTES.encode(): "\n".join(notes).encode()} if notes else {})
        self._schema = schema.with_metadata(metadata or None)
        self._writer = pq.ParquetWriter(out, self._schema, compression="zstd")

    def add(self, batch: pa.RecordBatch) -> None:
        self._writer.write_batch(batch.cast(self._schema))

    def close(self) -> None:
        self._writer.close()
