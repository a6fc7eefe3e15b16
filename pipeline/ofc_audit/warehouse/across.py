"""The audit across hands, stretch by stretch: each with the hands before it that its chains need, so that memory does not grow.

What a chain of hands says of a dimension replaces what the hand alone could say; the verdicts of both become one table here.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import conform, schema, table
from ofc_audit.warehouse.engine import quoted, view_of_parquet
from ofc_audit.warehouse.judge import AUDIT_TABLES
from ofc_audit.warehouse.lay import OrderedWriter, groups
from ofc_audit.warehouse.stage import Progress

GROUPS_AT_ONCE = 4
"""Row groups of hands whose chains are judged together."""
CONTEXT_HANDS = 4096
"""At least so many hands before a stretch are looked at with it. A chain looks one hand back, or further over cancelled hands."""

_READ = ("hands", "seats", "claims", "scored_seats", "scored_pairs")
_VERDICT_KEYS: Mapping[str, str] = {"verdicts": "hand_key", "seat_verdicts": "hand_key, acting_order"}


def audit_across(
    con: duckdb.DuckDBPyConnection,
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    n_hands: int,
    progress: Progress | None = None,
) -> None:
    """Writes `verdicts` and `seat_verdicts` to `folder`, and what chains found to `<staged>/chain_findings.parquet`.

    Reads the hand tables, the scored tables and `id_clashes` in `folder` and, in `staged`, what single hands gave.
    """
    from ofc_audit.audit.chains import audit_chains
    from ofc_audit.audit.tournaments import audit_tournaments

    view_of_parquet(con, "id_clashes", folder / "id_clashes.parquet")
    view_of_parquet(con, "hand_findings", staged / "hand_findings.parquet")
    writers = {name: OrderedWriter(name, folder / f"{name}.parquet") for name in _VERDICT_KEYS}
    found = pq.ParquetWriter(staged / "chain_findings.parquet", schema("findings"), compression="lz4")
    for stretch in _stretches(folder, staged):
        for name, data in stretch.tables.items():
            con.register(name, data)
        audit_chains(con, rules)
        audit_tournaments(con, rules)
        new = "select hand_key from hand_order where is_new"
        findings = con.sql(f"select * from chain_findings where hand_key in ({new})").to_arrow_table()
        found.write_table(conform("findings", findings))
        for name, writer in writers.items():
            reader = con.sql(_merged(name)).to_arrow_reader(1 << 13)
            for group in groups(reader, "place_no", stretch.last_group, stretch.first_group):
                writer.write(group)
        if progress:
            progress("chains", min(stretch.end, n_hands), n_hands)
    for writer in writers.values():
        writer.close()
    found.close()


def _merged(name: str) -> str:
    key = _VERDICT_KEYS[name]
    names = ", ".join(c.name for c in table(name).columns)
    dimensions = ", ".join(quoted(value) for value in table(name).column("dimension").values)
    seat = ", acting_order" if "acting_order" in key else ""
    return f"""
        with merged as (
            select {names} from chain_{name}
            union all
            select {names} from hand_{name} anti join chain_{name} using ({key}, dimension)
        )
        select merged.*, hand_order as place_no
        from merged join hand_order using (hand_key)
        where is_new
        order by hand_order{seat}, list_position([{dimensions}], dimension)
    """


class _Stretch:
    """Some row groups, from `first_group` up to before `last_group`, and the tables of their hands and of those before them."""

    def __init__(self, tables: dict[str, pa.Table], first_group: int, last_group: int, end: int) -> None:
        self.tables = tables
        self.first_group = first_group
        self.last_group = last_group
        self.end = end
        """The place of its last hand."""


def _stretches(folder: Path, staged: Path) -> Iterator[_Stretch]:
    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in _READ}
    audited = {f"hand_{n}": pq.ParquetFile(staged / f"hand_{n}.parquet") for n in AUDIT_TABLES if n in _VERDICT_KEYS}
    metadata = files["hands"].metadata
    sizes = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).tolist()
    for first in range(0, len(sizes), GROUPS_AT_ONCE):
        last = min(first + GROUPS_AT_ONCE, len(sizes))
        before = first
        while before and starts[first] - starts[before] < CONTEXT_HANDS:
            before -= 1
        tables = {name: file.read_row_groups(list(range(before, last))) for name, file in files.items()}
        tables |= {name: file.read_row_groups(list(range(first, last))) for name, file in audited.items()}
        place = np.arange(starts[before], starts[last]) + 1
        tables["hand_order"] = pa.table(
            {"hand_key": tables["hands"].column("hand_key"), "hand_order": place, "is_new": place > starts[first]}
        )
        yield _Stretch(tables, first, last, starts[last])
    for file in (*files.values(), *audited.values()):
        file.close()
