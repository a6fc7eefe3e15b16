"""The database of a run filled: the declared tables from their Parquet files, and the models that work hand by hand."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import duckdb
import pyarrow.parquet as pq

from ofc_audit.tables import SQL_TYPES, run_tables
from ofc_audit.warehouse.by_hand import leave_hands, make_hands, pieces, take_hands
from ofc_audit.warehouse.engine import quiet, quoted
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.models import load_models
from ofc_audit.warehouse.run import CheckFailure, HandsMade, fill_by_hand
from ofc_audit.warehouse.spread import Crew


def load_tables(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Fills every declared table of a run, which `con` has, from `<folder>/<table>.parquet`, in the order of the file.

    Raises InternalError for a table that the build did not make.
    """
    # In one transaction, for what is written in small parts is written again at the end of each.
    con.execute("begin")
    for name, declared in run_tables().items():
        path = folder / f"{name}.parquet"
        if not path.exists():
            raise InternalError(f"table {name} is declared, by {declared.producer}, and was not made")
        if pq.read_metadata(path).num_rows:
            columns = ", ".join(f"cast({c.name} as {SQL_TYPES[c.type]})" for c in declared.columns)
            con.execute(f"insert into {name} select {columns} from read_parquet({quoted(path)})")
    con.execute("commit")


def fill_database(
    con: duckdb.DuckDBPyConnection, folder: Path, work: Path, crew: Crew, made: Iterable[HandsMade] | None = None
) -> list[CheckFailure]:
    """Fills the declared tables of `con`, an empty database of a run, and the models that work hand by hand, from the Parquet files in `folder`;
    gives the checks of single hands that failed.

    `made`: what came of these models, in the order of the hands, where they are made elsewhere. Where there is a crew it makes them while
    the tables are loaded, and leaves it in `work`. Raises what `load_tables` and `HandModels.make` raise.
    """
    found: dict[str, CheckFailure] = {}
    if made is not None:
        load_tables(con, folder)
        fill_by_hand(con, made, found, load_models())
        return list(found.values())
    parts = pieces(folder)
    if not crew.is_worth(len(parts)):
        load_tables(con, folder)
        fill_by_hand(con, map(partial(make_hands, folder), parts), found, load_models())
        return list(found.values())
    slices = take_hands(crew.over(partial(leave_hands, folder, work), parts))
    with ThreadPoolExecutor(1) as pool:
        beside = quiet(con.cursor())
        loading = pool.submit(load_tables, beside, folder)
        try:
            fill_by_hand(con, slices, found, load_models())
            loading.result()
        except BaseException:
            beside.interrupt()
            raise
        finally:
            loading.exception()
            beside.close()
    return list(found.values())
