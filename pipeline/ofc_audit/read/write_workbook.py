"""A table of texts as a workbook (XLSX) of one sheet: numbers as numbers with their own digits, all else as text, formulas never."""

from collections.abc import Collection
from typing import BinaryIO

import pyarrow as pa

from ofc_audit.read.write_sheets import MOST_ROWS, Sheets, number_cells, text_cells

SHEET = "Hands"
_BATCH_ROWS = 1 << 14


class Workbook:
    """A workbook that is written some rows at a time: texts with their headings, columns in `numbers` as numbers."""

    def __init__(self, out: BinaryIO, headings: Collection[str], numbers: Collection[str]) -> None:
        self._numbers = numbers
        self._sheets = Sheets(out)
        self._sheets.begin(SHEET, list(headings), [])

    def add(self, table: pa.Table) -> None:
        """Writes rows. Raises ValueError for more than a sheet or a cell can hold."""
        n_rows = self._sheets.n_rows
        if n_rows + table.num_rows > MOST_ROWS:
            raise ValueError(
                f"a sheet holds {MOST_ROWS - 1:,} rows of players, and there are {n_rows - 1 + table.num_rows:,}"
                " or more: write another form"
            )
        for batch in table.to_batches(_BATCH_ROWS):
            self._sheets.add(
                [
                    number_cells(column) if name in self._numbers else text_cells(column)
                    for name, column in zip(batch.schema.names, batch.columns, strict=True)
                ]
            )

    def close(self) -> None:
        """Writes what ends the sheet and the workbook."""
        self._sheets.close()
