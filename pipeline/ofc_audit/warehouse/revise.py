"""What the audit of single hands gave, looked at again by who knows more than single hands: row group by row group.

A room that pays another stake than it states, a rake inferred from a whole club, stacks implied by payments: each revises findings
and verdicts before the audit across hands reads them.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.audit.view import Ints, Texts, ints
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.tables import conform, schema
from ofc_audit.warehouse.judge import AUDIT_TABLES
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.lay import group_starts, row_group, some_row_groups

Revise = Callable[[Mapping[str, pa.Table], Mapping[str, pa.Table]], Mapping[str, pa.Table]]
"""Called with the hand tables and scored tables of some hands, and with what single hands gave (findings, verdicts, seat_verdicts);
gives those of the latter that change, whole, in the order of the hands."""


def revise(folder: Path, staged: Path, change: Revise) -> None:
    """Replaces `<staged>/hand_<name>.parquet` by what `change` makes of it, hands in the order in which they are laid.

    Every table keeps one row group for each group of hands, which the audit across hands reads by number.
    """
    groups = range(len(group_starts(folder / "hands.parquet")))
    rewrite(staged, (change(*group_of(folder, staged, group)) for group in groups))


def group_of(folder: Path, staged: Path, group: int) -> tuple[dict[str, pa.Table], dict[str, pa.Table]]:
    """The hand tables and scored tables of a row group of hands, and what single hands gave."""
    tables = {name: row_group(folder / f"{name}.parquet", group) for name in (*HAND_TABLES, *SCORED)}
    return tables, {name: row_group(staged / f"hand_{name}.parquet", group) for name in AUDIT_TABLES}


def has_reason(staged: Path, group: int, reason: str) -> bool:
    """Whether a verdict of single hands in a row group has that reason."""
    told = some_row_groups(staged / "hand_verdicts.parquet", range(group, group + 1), ["reason"]).column("reason")
    return bool(pc.any(pc.equal(told, reason)).as_py())


def rewrite(staged: Path, changes: Iterable[Mapping[str, pa.Table]]) -> None:
    """Replaces `<staged>/hand_<name>.parquet`: `changes` gives, for one row group of hands after the other, the tables that change."""
    written = {
        name: pq.ParquetWriter(staged / f"revised_{name}.parquet", schema(name), compression="lz4")
        for name in AUDIT_TABLES
    }
    for group, changed in enumerate(changes):
        for name, writer in written.items():
            rows = changed[name] if name in changed else row_group(staged / f"hand_{name}.parquet", group)
            writer.write_table(conform(name, rows), row_group_size=max(1, rows.num_rows))
    for writer in written.values():
        writer.close()
    for name in AUDIT_TABLES:
        (staged / f"revised_{name}.parquet").replace(staged / f"hand_{name}.parquet")


def in_order(findings: pa.Table, hand_key: Ints) -> pa.Table:
    """Findings in the order of the hands, those of one hand as they stand."""
    sorting = np.argsort(hand_key, kind="stable")
    place = sorting[np.searchsorted(hand_key, ints(findings, "hand_key"), sorter=sorting)]
    return findings.take(pa.array(np.argsort(place, kind="stable")))


def with_told(verdicts: pa.Table, told: Mapping[str, Texts | pa.ChunkedArray]) -> pa.Table:
    """Verdicts with the columns of `told` (verdict, reason) in place of theirs."""
    for name, values in told.items():
        field = verdicts.schema.field(name)
        column = values if isinstance(values, pa.ChunkedArray) else pa.array(values, field.type)
        verdicts = verdicts.set_column(verdicts.column_names.index(name), field, column)
    return verdicts
