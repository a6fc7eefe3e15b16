"""One cause told once, in records nobody here made: a log of another game, and recorded hands that state a fifth of their stakes."""

import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from ofc_audit.warehouse.build import build

pytestmark = pytest.mark.handed


def test_a_log_played_with_other_rules_is_one_finding(shared: Path, tmp_path: Path) -> None:
    build([str(shared / "arena" / "ofc-27.jsonl")], tmp_path / "out")
    found = pq.read_table(tmp_path / "out" / "parquet" / "findings.parquet").to_pylist()
    assert [row["check_id"] for row in found] == ["source.rules_fit"]
    assert found[0]["message"].startswith("The rules do not fit: in 4 of 4 hands the points are not those of arena_")


def test_a_room_that_pays_five_times_its_stakes_is_told_by_stakes_alone(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "real_hands" / "pppoker-2020").glob("*.hh"))[:6]

    def fifth(match: re.Match[str]) -> str:
        return f'"stakes": {float(match.group(1)) / 5}'

    for path in files:
        (tmp_path / path.name).write_text(re.sub(r'"stakes": ([0-9.]+)', fifth, path.read_text("utf-8")), "utf-8")
    build([str(tmp_path)], tmp_path.parent / "out-causes")
    found = pq.read_table(tmp_path.parent / "out-causes" / "parquet" / "findings.parquet").to_pylist()
    checks = [row["check_id"] for row in found if row["severity"] != "note"]
    assert set(checks) == {"settle.point_value"}
    assert all(": 5 times as much" in row["message"] for row in found if row["check_id"] == "settle.point_value")
