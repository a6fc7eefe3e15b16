"""One lie of every kind, audited together: each is found and named by its check, where it stands, and nobody else is accused."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ofc_audit.simulate.faults import FAULTS
from ofc_audit.warehouse.build import build
from simulate.faulty import Told, lies

SUFFIX = {"ofc_text": "txt", "ofc_jsonl": "jsonl", "capture_hh": "hh"}
Finding = dict[str, Any]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Finding]]:
    """The findings by hand id."""
    folder: Path = tmp_path_factory.mktemp("faults")
    for name, told in lies().items():
        (folder / f"{name}.{SUFFIX[told.format]}").write_bytes(told.written())
    build([str(path) for path in sorted(folder.iterdir())], folder / "out", threads=1)
    parquet = folder / "out" / "parquet"
    hands = pq.read_table(parquet / "hands.parquet", columns=["hand_key", "hand_id"]).to_pylist()
    ids = {hand["hand_key"]: hand["hand_id"] for hand in hands}
    found: dict[str, list[Finding]] = defaultdict(list)
    for row in pq.read_table(parquet / "findings.parquet").to_pylist():
        found[ids[row["hand_key"]]].append(row)
    return found


def found_of(told: Told, findings: Mapping[str, list[Finding]]) -> list[Finding]:
    return [row for hand_id in sorted(told.hand_ids) for row in findings.get(hand_id, [])]


def test_every_kind_is_told_somewhere() -> None:
    assert set(lies()) == set(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_named_by_its_check_where_it_stands(name: str, findings: Mapping[str, list[Finding]]) -> None:
    told = lies()[name]
    rows = found_of(told, findings)
    named = {row["check_id"] for row in rows}
    assert named & set(told.planted.check_ids), [row["message"] for row in rows]
    assert named <= {*told.planted.check_ids, *told.planted.fault.also}, [row["message"] for row in rows]
    assert {row["hand_key"] for row in rows} <= set(told.planted.hand_keys)


def test_nobody_else_is_accused(findings: Mapping[str, list[Finding]]) -> None:
    at_fault = {hand_id for told in lies().values() for hand_id in told.hand_ids}
    assert [row["message"] for hand_id, rows in findings.items() if hand_id not in at_fault for row in rows] == []
