"""Many findings that are alike: three are shown and the others counted in one line, with the command that shows all."""

from pathlib import Path

import duckdb
import pytest

from ofc_audit.report.audit_rows import count_findings, finding_rows, render_findings
from ofc_audit.report.store import Store


def store_with(n: int, claimed: str | None, folder: Path) -> Store:
    """Findings of `n` hands that all say the same, and one that says something else."""
    con = duckdb.connect()
    con.execute("create table sources (source_file varchar, sha256 varchar)")
    con.execute(
        "create table hands (hand_key bigint, site varchar, hand_id varchar, rules_id varchar, currency varchar)"
    )
    con.execute("create table seats (hand_key bigint, acting_order tinyint, player_name varchar)")
    con.execute(
        "create table findings (finding_no bigint, hand_key bigint, check_id varchar, severity varchar, acting_order tinyint, "
        "other_order tinyint, claimed varchar, computed varchar, rule_key varchar, rule_source varchar, message varchar, "
        "consequences varchar, source_file varchar, first_line bigint, last_line bigint, mark varchar)"
    )
    for number in range(n + 1):
        said = claimed if number < n else "7"
        con.execute("insert into hands values (?, 'room', ?, 'pokerbet', 'EUR')", [number, f"h{number}"])
        con.execute(
            "insert into findings values (?, ?, 'score.royalties', 'error', 0, null, ?, '4', null, null, ?, null, null, null, null, null)",
            [number + 1, number, said, f"Flush {number}."],
        )
    return Store(folder, con, {})


@pytest.fixture
def shown(tmp_path: Path) -> str:
    store = store_with(7, "5", tmp_path)
    rows = finding_rows(store, is_folded=True)
    return render_findings(store, rows, 100, [], ["hands.txt"], is_folded=True)


def test_three_are_shown_and_the_others_counted_once(shown: str) -> None:
    assert [line for line in shown.split("\n") if line.startswith("Flush")] == [
        f"Flush {number}.      ofc explain room h{number}" for number in (0, 1, 2, 7)
    ]
    assert shown.count("… 4 more like it (5 for 4); all of them: ofc audit hands.txt --check score.royalties\n") == 1


@pytest.mark.parametrize(("n", "claimed", "n_shown"), [(4, "5", 5), (5, "5", 4), (9, None, 10)])
def test_a_line_never_stands_for_one_finding_nor_for_findings_that_claim_nothing(
    n: int, claimed: str | None, n_shown: int, tmp_path: Path
) -> None:
    store = store_with(n, claimed, tmp_path)
    assert len(finding_rows(store, is_folded=True)) == n_shown == count_findings(store, is_folded=True)
    assert len(finding_rows(store)) == n + 1 == count_findings(store)
