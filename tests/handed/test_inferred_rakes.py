"""Rakes inferred from the recorded hands, club by club, and the winners' money that they verify."""

from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from ofc_audit.warehouse.build import build

pytestmark = pytest.mark.handed

RULES = {
    "1347124": "3 % of what each winner gets, rounded half up to 0.10",
    "2976456": "3 % of what each winner gets, rounded half up to 1.00",
    "45083": "3 % of what each winner gets, rounded half up to 1.00",
    "5383348": "3 % of what each winner gets, rounded half up to 0.10",
    "6374343": "3 % of what each winner gets, rounded half up to 0.10",
    "779505": "3 % of what each winner gets, rounded (half up or up) to 0.10, perhaps at most 10.00",
    "135623": "5 % of what a lone winner gets, rounded (half up or up) to 0.01, perhaps nothing on wins up to 0.50",
    "70386": "3 % of what a lone winner gets, rounded up to 0.01, nothing on wins up to 0.50",
}
TOO_FEW = {"3080", "6402498", "755008"}


def test_rakes_of_recorded_clubs(shared: Path, tmp_path: Path) -> None:
    out = build([str(shared / "real_hands")], tmp_path / "out").out_dir / "parquet"
    rows = {row["club_id"]: row for row in pq.read_table(out / "inferred_rakes.parquet").to_pylist()}
    assert {club: row["rule"] for club, row in rows.items() if row["is_identified"]} == RULES
    assert {club for club, row in rows.items() if not row["is_identified"]} == TOO_FEW
    exceptions = {club: row["n_hands"] - row["n_explained"] for club, row in rows.items()}
    # One win of 490 was raked with 10.00, and one of 0.50 with nothing.
    assert {club: n for club, n in exceptions.items() if n} == {"779505": 1, "135623": 1}
    told = {club: row["exceptions"] for club, row in rows.items() if row["exceptions"]}
    assert told == {"779505": "10.00 of 490.00", "135623": "0.00 of 0.50"}
    n_whole = sum(rows[club]["n_explained"] for club in ("2976456", "45083"))
    n_tenth = sum(rows[club]["n_explained"] for club in ("1347124", "5383348", "6374343", "779505"))
    assert (n_whole, n_tenth) == (191, 411)

    verdicts = pq.read_table(out / "verdicts.parquet").to_pylist()
    money = Counter((row["verdict"], row["reason"]) for row in verdicts if row["dimension"] == "money")
    assert money["verified", "rake inferred"] == 702
    # Eleven of clubs with too few hands, and three hands whose payments are capped.
    assert money["unverifiable", "rake unknown"] == 14
    assert money["unverifiable", "rake not as inferred"] == 0
    assert not any(verdict == "wrong" for verdict, _ in money)
