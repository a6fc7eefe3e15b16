"""Hands written in another format and read back, for the laws of conversion."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import BytesIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.carry import FACTS, Carried, carry
from ofc_audit.read.hand_rows import HandRows, hand_rows
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes

Tables = Mapping[str, pa.Table]

HELD = tuple(column for fact in FACTS.values() for column in fact.columns)
"""The columns that are facts of a hand."""


def read_bytes(content: bytes) -> dict[str, pa.Table]:
    """The hands in a file of these bytes; every byte of it belongs to one."""
    batches = list(read_source(source_of_bytes("hands", content)))
    reasons = [reject["reason"] for batch in batches for reject in batch.rejects.to_pylist()]
    assert reasons == []
    return {name: pa.concat_tables([batch.tables[name] for batch in batches]) for name in HAND_TABLES}


def carried_over(tables: Tables, target: str) -> tuple[bytes, Carried]:
    """The hands in a format that may not hold them whole, and what it could not."""
    carried = carry(hand_rows(tables), target)
    out = BytesIO()
    import_module(f"ofc_audit.read.write_{target}").write_rows(carried.rows, out)
    return out.getvalue(), carried


def differences(ours: HandRows, theirs: HandRows) -> Iterator[str]:
    """The columns in which hands of the same places differ, each with the first difference."""
    for column in HELD:
        table, name = column.split(".")
        one, other = ours.column(table, name), theirs.column(table, name)
        if name == "unknown_keys":
            one, other = _plain(one), _plain(other)
        if one.equals(other):
            continue
        if len(one) != len(other):
            yield f"{column}: {len(one)} rows, {len(other)} after reading back"
            continue
        at = next(i for i in range(len(one)) if one[i] != other[i])
        yield f"{column}, row {at}: {one[at]}, {other[at]} after reading back"


def _plain(texts: pa.Array) -> pa.Array:
    """JSON without the blanks in which writers differ."""
    return pa.array([text and json.dumps(json.loads(text)) for text in texts.to_pylist()], pa.string())


def same_after(tables: Tables, target: str) -> dict[str, pa.Table]:
    """The hands after being written in a format and read, which must not change what the format holds."""
    content, carried = carried_over(tables, target)
    again = read_bytes(content) if content else {name: tables[name].slice(0, 0) for name in HAND_TABLES}
    assert list(differences(settled(carried.rows), hand_rows(again))) == []
    assert carried_over(again, target)[0] == content
    return again


def settled(rows: HandRows) -> HandRows:
    """The hands with the status and the number of players that their boards give: what becomes of a board decides it."""
    complete = np.asarray(rows.column("boards", "is_complete"))
    is_whole = ~rows.any("boards", ~complete)
    cancelled = np.asarray(pc.equal(rows.column("hands", "status"), "cancelled"))
    status = np.where(cancelled, "cancelled", np.where(is_whole, "complete", "incomplete"))
    n_seats = np.diff(rows.starts["seats"])
    return rows.put("hands", {"status": pa.array(status.tolist(), pa.string()), "n_seats": pa.array(n_seats)})
