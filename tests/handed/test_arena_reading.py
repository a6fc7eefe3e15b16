"""The arena's logs through the whole program: every hand is read, and all that the three known games state is verified."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from ofc_audit.warehouse.build import build

pytestmark = pytest.mark.handed

GAMES = {
    "ofc": (4, "arena_classic"),
    "ofc-pineapple": (3, "arena_pineapple"),
    "ofc-progressive": (3, "arena_progressive"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_log_is_verified(shared: Path, tmp_path: Path, name: str) -> None:
    n_hands, rules_id = GAMES[name]
    out = build([str(shared / "arena" / f"{name}.jsonl")], tmp_path / "out").out_dir / "parquet"
    assert pq.read_table(out / "hands.parquet")["rules_id"].to_pylist() == [rules_id] * n_hands
    verdicts = pq.read_table(out / "verdicts.parquet").to_pylist()
    for dimension in ("layout", "points"):
        assert [v["verdict"] for v in verdicts if v["dimension"] == dimension] == ["verified"] * n_hands
    # Hands follow each other in one place of each log; the others were cut out.
    told = [v["verdict"] for v in verdicts if v["dimension"] == "fantasyland"]
    assert "wrong" not in told
    assert "verified" in told
    assert pq.read_table(out / "findings.parquet").num_rows == 0
