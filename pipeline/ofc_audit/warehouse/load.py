"""The database of a run: the declared tables from their Parquet files, and the same tables in slices of hands."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.tables import SQL_TYPES, ddl, run_tables
from ofc_audit.warehouse.engine import quoted, view_of_parquet
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.lay import LAID_BY_HAND, SMALL_TABLES


def load_tables(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Creates every declared table of a run in `con`, with comments, and fills it from `<folder>/<table>.parquet`, in the order of the file.

    Raises InternalError for a table that the build did not make.
    """
    for name, declared in run_tables().items():
        path = folder / f"{name}.parquet"
        if not path.exists():
            raise InternalError(f"table {name} is declared, by {declared.producer}, and was not made")
        # In one transaction, for the disk is waited for at the end of each.
        con.execute(f"begin; {ddl(name)} commit")
        columns = ", ".join(f"cast({c.name} as {SQL_TYPES[c.type]})" for c in declared.columns)
        con.execute(f"insert into {name} select {columns} from read_parquet({quoted(path)})")


def view_small_tables(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Views on the tables of hands that are not laid out by hand, for there are few rows in them."""
    for name in SMALL_TABLES:
        view_of_parquet(con, name, folder / f"{name}.parquet")


def slices(folder: Path) -> Iterator[dict[str, pa.Table]]:
    """The tables that are laid out by hand, the same hands of each at a time, in order; one empty slice where there are no hands."""
    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in LAID_BY_HAND}
    n_groups = files["hands"].num_row_groups
    if not n_groups:
        yield {name: file.schema_arrow.empty_table() for name, file in files.items()}
    for group in range(n_groups):
        yield {name: file.read_row_group(group) for name, file in files.items()}
    for file in files.values():
        file.close()
