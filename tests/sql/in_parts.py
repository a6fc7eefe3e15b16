"""The marts of a run made again, with sums made of some of its hands after the other and added up."""

from collections.abc import Sequence
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.tables import all_tables
from ofc_audit.warehouse.by_hand import HandModels
from ofc_audit.warehouse.lay import LAID_BY_HAND, SMALL_TABLES
from ofc_audit.warehouse.models import load_models
from ofc_audit.warehouse.run import CheckFailure, create_relations, fill_by_hand, fill_marts


def made_in_parts(parquet: Path, part_of_hand: npt.NDArray[np.int64], n_parts: int) -> duckdb.DuckDBPyConnection:
    """The marts over the tables in `parquet`, their sums added up of parts: `part_of_hand` is that of each row of `hands`."""
    tables = {path.stem: pq.read_table(path) for path in parquet.glob("*.parquet") if path.stem in all_tables()}
    keys = tables["hands"]["hand_key"].to_numpy()
    order = np.argsort(keys)
    part_of_row = {
        name: part_of_hand[order[np.searchsorted(keys[order], tables[name]["hand_key"].to_numpy())]]
        for name in LAID_BY_HAND
    }
    models = load_models()
    small, by_hand = {name: tables[name] for name in SMALL_TABLES}, HandModels(models, with_sums=True)

    def some(part: int) -> dict[str, pa.Table]:
        return {name: tables[name].filter(pa.array(part_of_row[name] == part)) for name in LAID_BY_HAND}

    con = duckdb.connect()
    con.execute("set TimeZone = 'UTC'")
    for name in tables:
        con.execute(f"create table {name} as from read_parquet('{parquet / name}.parquet')")
    create_relations(con, models)
    failures: dict[str, CheckFailure] = {}
    fill_by_hand(con, (by_hand.make(small | some(part)) for part in range(n_parts)), failures, models)
    assert [*failures.values(), *fill_marts(con, models)] == []
    return con


def differing(con: duckdb.DuckDBPyConnection, parquet: Path) -> Sequence[str]:
    """The marts in `con` that are not those in `parquet`, row by row in their order."""
    return [
        model.name
        for model in load_models()
        if model.layer == "marts"
        and not con.sql(f"from {model.name}")
        .to_arrow_table()
        .cast((alone := pq.read_table(parquet / f"{model.name}.parquet")).schema)
        .equals(alone)
    ]
