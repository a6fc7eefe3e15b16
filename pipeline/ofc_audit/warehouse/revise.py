"""What the audit of single hands gave, looked at again by who knows more than single hands: row group by row group.

A room that pays another stake than it states, a rake inferred from a whole club, stacks implied by payments: each revises findings
and verdicts before the audit across hands reads them.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.audit.view import Ints, Texts, ints
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import conform
from ofc_audit.warehouse.judge import AUDIT_TABLES
from ofc_audit.warehouse.known import SCORED

Revise = Callable[[Mapping[str, pa.Table], Mapping[str, pa.Table]], Mapping[str, pa.Table]]
"""Called with the hand tables and scored tables of some hands, and with what single hands gave (findings, verdicts, seat_verdicts);
gives those of the latter that change, whole, in the order of the hands."""


def revise(folder: Path, staged: Path, change: Revise) -> None:
    """Replaces `<staged>/hand_<name>.parquet` by what `change` makes of it, hands in the order in which they are laid.

    Every table keeps one row group for each group of hands, which the audit across hands reads by number.
    """
    read = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in (*HAND_TABLES, *SCORED)}
    given = {name: pq.ParquetFile(staged / f"hand_{name}.parquet") for name in AUDIT_TABLES}
    written = {
        name: pq.ParquetWriter(staged / f"revised_{name}.parquet", file.schema_arrow, compression="lz4")
        for name, file in given.items()
    }
    for group in range(read["hands"].num_row_groups):
        tables = {name: file.read_row_group(group) for name, file in read.items()}
        found = {name: file.read_row_group(group) for name, file in given.items()}
        changed = change(tables, found)
        for name, writer in written.items():
            rows = conform(name, changed.get(name, found[name]))
            writer.write_table(rows, row_group_size=max(1, rows.num_rows))
    for closing in (*read.values(), *given.values(), *written.values()):
        closing.close()
    for name in AUDIT_TABLES:
        (staged / f"revised_{name}.parquet").replace(staged / f"hand_{name}.parquet")


def in_order(findings: pa.Table, hand_key: Ints) -> pa.Table:
    """Findings in the order of the hands, those of one hand as they stand."""
    sorting = np.argsort(hand_key, kind="stable")
    place = sorting[np.searchsorted(hand_key, ints(findings, "hand_key"), sorter=sorting)]
    return findings.take(pa.array(np.argsort(place, kind="stable")))


def with_told(verdicts: pa.Table, told: Mapping[str, Texts]) -> pa.Table:
    """Verdicts with the columns of `told` (verdict, reason) in place of theirs."""
    for name, values in told.items():
        field = verdicts.schema.field(name)
        verdicts = verdicts.set_column(verdicts.column_names.index(name), field, pa.array(values, field.type))
    return verdicts
