"""The tables of a recomputation as CSV, batch by batch, in the form that `report.rendering` gives to rows."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from ofc_audit.money import MONEY
from ofc_audit.warehouse.place import PARQUET
from ofc_audit.warehouse.rescore import LISTED

FOLDER = "csv"
_FORMULA = "^ *[=+\\-@\t\r\n＝＋－＠]"
_NUMBER = "^[+-]?[0-9]+(\\.[0-9]+)?$"


def write_csv_files(folder: Path) -> None:
    """Writes `<folder>/csv/<table>.csv` of the tables by player, table and hand."""
    (folder / FOLDER).mkdir()
    for name in LISTED:
        write_csv(folder / PARQUET / f"{name}.parquet", folder / FOLDER / f"{name}.csv")


def write_csv(source: Path, target: Path) -> None:
    """Writes a Parquet file as CSV: amounts with two places or as many of four as they need, times in UTC as ISO 8601, nothing for null.

    A text that a spreadsheet would run as a formula is preceded by an apostrophe.
    """
    with pq.ParquetFile(source) as file, target.open("wb") as out:
        out.write((",".join(file.schema_arrow.names) + "\n").encode())
        options = pa_csv.WriteOptions(include_header=False, quoting_style="needed")
        for batch in file.iter_batches():
            columns = [_plain(column) for column in batch.columns]
            pa_csv.write_csv(pa.table(dict(zip(batch.schema.names, columns, strict=True))), out, options)


def _plain(column: pa.Array) -> pa.Array:
    if column.type == MONEY:
        return pc.replace_substring_regex(column.cast(pa.string()), r"(\.[0-9]{2}[0-9]*?)0+$", r"\1")
    if pa.types.is_timestamp(column.type):
        return pc.strftime(column.cast(pa.timestamp("s", column.type.tz)), "%Y-%m-%dT%H:%M:%SZ")
    if pa.types.is_string(column.type):
        risky = pc.and_not(pc.match_substring_regex(column, _FORMULA), pc.match_substring_regex(column, _NUMBER))
        return pc.if_else(risky, pc.binary_join_element_wise("'", column, ""), column)
    return column
