"""The sample histories: each input's audit is exactly the expected one beside it."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from ofc_audit.findings import ABOUT_WAIVERS, CHECKS
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.cases import Case, make
from ofc_audit.simulate.expected import EXPECTED, Audit, as_text, audit_samples, input_files, write_expected
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.simulate.samples import CASES, write_samples

SAMPLES = Path(__file__).resolve().parents[1] / "sample_histories"
FILES = input_files(SAMPLES)
VERDICTS = {"verified", "wrong", "unverifiable", "not applicable"}


def expected_of(path: Path) -> Audit:
    audit: Audit = json.loads(path.with_name(EXPECTED).read_text("utf-8"))
    return audit


def name_of(path: Path) -> str:
    return path.parent.relative_to(SAMPLES).as_posix()


@pytest.fixture(scope="module")
def audits() -> Mapping[Path, Audit]:
    return audit_samples(SAMPLES)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_audit_is_the_expected_one(path: Path, audits: Mapping[Path, Audit]) -> None:
    assert as_text(audits[path]) == path.with_name(EXPECTED).read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.parent.as_posix())
def test_input_is_what_the_simulator_writes(case: Case) -> None:
    assert (SAMPLES / case.path).read_bytes() == make(case, load_rules())


@pytest.mark.parametrize("case", [case for case in CASES if case.format == "table"], ids=lambda case: case.name)
def test_beside_a_table_lies_the_mapping_that_reads_it(case: Case, tmp_path: Path) -> None:
    (_, beside) = write_samples(tmp_path, [case.path.parent.as_posix()])
    assert (SAMPLES / case.path).with_name("mapping.toml").read_bytes() == beside.read_bytes()


def test_every_file_is_a_case_and_every_case_a_file() -> None:
    assert sorted(path.relative_to(SAMPLES) for path in FILES) == sorted(case.path for case in CASES)


@pytest.mark.parametrize("rules_id", sorted(load_rules()))
def test_every_rule_set_has_a_clean_case(rules_id: str) -> None:
    audit = expected_of(next(path for path in FILES if name_of(path) == f"{rules_id}/clean"))
    assert audit["findings"] == []
    assert audit["rejects"] == []
    assert audit["hands"]
    assert all(hand["layout"] == "verified" for hand in audit["hands"])


def test_every_check_has_a_case_that_it_finds() -> None:
    found = {finding["check"] for path in FILES for finding in expected_of(path)["findings"]}
    assert found == set(CHECKS) - ABOUT_WAIVERS


@pytest.mark.parametrize("case", [case for case in CASES if case.fault], ids=lambda case: case.path.parent.as_posix())
def test_fault_is_found_once_and_by_its_check(case: Case) -> None:
    assert case.fault is not None
    findings = expected_of(SAMPLES / case.path)["findings"]
    assert {finding["check"] for finding in findings} == {FAULTS[case.fault].check_id}


def test_verdicts_are_in_the_declared_words() -> None:
    for path in FILES:
        for hand in expected_of(path)["hands"]:
            assert {
                hand[name].partition(":")[0] for name in ("layout", "points", "money", "fantasyland", "match")
            } <= VERDICTS


def test_expected_file_is_overwritten_only_when_accepted(tmp_path: Path) -> None:
    case = next(path for path in FILES if name_of(path) == "pokerbet/scoop-with-royalties")
    folder = tmp_path / "pokerbet" / "scoop-with-royalties"
    shutil.copytree(case.parent, folder)
    target = folder / EXPECTED
    target.write_text("{}\n", "utf-8")
    assert write_expected(tmp_path, accept=False) == ([], [target])
    assert target.read_text("utf-8") == "{}\n"
    assert write_expected(tmp_path, accept=True) == ([target], [])
    assert json.loads(target.read_text("utf-8")) == expected_of(case)
    assert write_expected(tmp_path, accept=False) == ([], [])
