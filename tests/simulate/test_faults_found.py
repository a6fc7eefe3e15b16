"""Faults of every kind put into one long history: the audit names each of them, and accuses nobody else."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.read.write_ofc_text import write
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import keys_of
from ofc_audit.simulate.faults import FAULTS, Planted, plant
from ofc_audit.warehouse.build import build
from simulate.test_faults import ELSEWHERE as OTHER_HISTORIES
from simulate.test_faults import WHOLE_TABLE

RULES = load_rules()
OPTIONS = {"scoring": "1-6", "royalties": "american"}
# What a record in ofc_text has no words for, or what happens in recordings, in tournaments or in matches settled at their end.
ELSEWHERE = {"unknown_key", *OTHER_HISTORIES, *WHOLE_TABLE}
# A hand that changes how a later one must be played on would be two faults in one history.
N_HANDS = 1_200


@dataclass(frozen=True)
class Audited:
    planted: Mapping[str, Planted]
    findings: list[dict[str, Any]]
    clean_findings: list[dict[str, Any]]
    hand_ids: Mapping[int, str]


def findings_of(tables: Mapping[str, pa.Table], folder: Path) -> list[dict[str, Any]]:
    """The findings of an audit, from hands to the folder of results."""
    out = io.BytesIO()
    write(tables, out)
    folder.mkdir()
    (folder / "hands.txt").write_bytes(out.getvalue())
    build([str(folder / "hands.txt")], folder / "out", threads=1)
    rows: list[dict[str, Any]] = pq.read_table(folder / "out" / "parquet" / "findings.parquet").to_pylist()
    return rows


def next_match(tables: Mapping[str, pa.Table], hand: int) -> int:
    """The first hand of the match after next, so that no two faults meet."""
    matches = tables["hands"].column("match_id").to_pylist()
    later = list(dict.fromkeys(matches[hand:]))
    return matches.index(later[2])


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Audited:
    folder = tmp_path_factory.mktemp("faults")
    clean = play(
        RULES["pokerbet"],
        N_HANDS,
        21,
        options=OPTIONS,
        hands_per_table=600,
        policies=("careful",),
        stack="12.00",
        timeouts=0.05,
    )
    tables, planted, start = dict(clean), {}, 1
    for name in FAULTS:
        if name not in ELSEWHERE:
            tables, planted[name] = plant(tables, RULES, name, start)
            start = next_match(tables, planted[name].hand)
    ids = dict(zip(keys_of(tables).tolist(), tables["hands"].column("hand_id").to_pylist(), strict=True))
    return Audited(planted, findings_of(tables, folder / "faulty"), findings_of(clean, folder / "clean"), ids)


def test_a_true_history_has_no_findings(audited: Audited) -> None:
    assert audited.clean_findings == []


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in ELSEWHERE])
def test_fault_is_named_by_its_check(name: str, audited: Audited) -> None:
    planted = audited.planted[name]
    found = {row["check_id"] for row in audited.findings if audited.hand_ids[row["hand_key"]] == planted.hand_id}
    assert planted.check_id in found
    assert found <= {planted.check_id, *planted.fault.also}


def test_nobody_else_is_accused(audited: Audited) -> None:
    at_fault = {planted.hand_id for planted in audited.planted.values()}
    others = [row["message"] for row in audited.findings if audited.hand_ids[row["hand_key"]] not in at_fault]
    assert others == []


def test_keys_label_the_hands(audited: Audited) -> None:
    assert len({planted.hand_key for planted in audited.planted.values()}) == len(audited.planted)
    assert {planted.fault.name for planted in audited.planted.values()} == set(FAULTS) - ELSEWHERE
