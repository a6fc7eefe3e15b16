"""Findings of hands, chains and identity become one table in one order."""

from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from ofc_audit.warehouse.merge import lay_findings
from ofc_audit.warehouse.waivers import Waivers
from sql.relations import declared


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    """Hands 30, 10, 20 in that order, and nothing found yet."""
    con = duckdb.connect()
    fill(con, "hands", [{"hand_key": key, "hand_id": f"h{key}"} for key in (10, 20, 30)])
    con.execute(
        "create table hand_order as select * from (values (30, 1), (10, 2), (20, 3)) as t(hand_key, hand_order)"
    )
    for name in ("seats", "boards", "claims", "claimed_pairs", "id_clashes"):
        fill(con, name, [])
    for origin in ("hand", "chain"):
        fill(con, "findings", [], f"{origin}_findings")
    con.execute("create table copies (hand_key bigint, other_hand_key bigint, has_same_players boolean)")
    return con


def fill(con: duckdb.DuckDBPyConnection, name: str, rows: list[dict[str, Any]], called: str | None = None) -> None:
    con.register("given", declared(name, rows))
    con.execute(f"create or replace table {called or name} as from given")
    con.unregister("given")


def found(hand_key: int | None, check_id: str, **more: Any) -> dict[str, Any]:
    return {"hand_key": hand_key, "check_id": check_id, "severity": "error", "message": "m", **more}


def lay_sources(folder: Path) -> None:
    """Table `sources` without a file: what waivers name them by."""
    pq.write_table(declared("sources", []), folder / "sources.parquet")


def laid(con: duckdb.DuckDBPyConnection, folder: Path, *columns: str) -> list[tuple[object, ...]]:
    lay_sources(folder)
    lay_findings(con, folder, Waivers((), ()))
    return [tuple(row[c] for c in columns) for row in pq.read_table(folder / "findings.parquet").to_pylist()]


def test_findings_are_numbered_by_hand_then_check_of_the_catalogue_then_seats(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    hand = [
        found(20, "score.foul"),
        found(10, "settle.net", acting_order=1),
        found(10, "settle.net", acting_order=0),
        found(10, "settle.amount", acting_order=0, other_order=2),
        found(10, "settle.amount", acting_order=0, other_order=1),
        found(None, "source.unknown_key", source_file="f"),
        found(30, "fantasy.claim"),
    ]
    fill(con, "findings", hand, "hand_findings")
    fill(con, "findings", [found(30, "fantasy.undue"), found(10, "fantasy.denied")], "chain_findings")
    assert laid(con, tmp_path, "finding_no", "hand_key", "check_id", "acting_order", "other_order") == [
        (1, 30, "fantasy.claim", None, None),
        (2, 30, "fantasy.undue", None, None),
        (3, 10, "settle.amount", 0, 1),
        (4, 10, "settle.amount", 0, 2),
        (5, 10, "settle.net", 0, None),
        (6, 10, "settle.net", 1, None),
        (7, 10, "fantasy.denied", None, None),
        (8, 20, "score.foul", None, None),
        (9, None, "source.unknown_key", None, None),
    ]


def test_findings_alike_but_for_their_content_are_not_ordered_by_file(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    for files in (("a", "b"), ("b", "a")):
        same = [
            found(None, "source.unknown_key", message=m, source_file=f) for m, f in zip(("x", "y"), files, strict=True)
        ]
        fill(con, "findings", same, "hand_findings")
        assert laid(con, tmp_path, "finding_no", "message") == [(1, "x"), (2, "y")]


def test_a_conflict_names_every_column_that_differs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    fill(
        con,
        "hands",
        [{"hand_key": 10, "hand_id": "7", "point_value": 1}, {"hand_key": 20, "hand_id": "7", "point_value": 2}],
    )
    fill(con, "id_clashes", [{"hand_key": 20, "other_hand_key": 10, "kind": "conflict"}])
    claims = [{"hand_key": key, "acting_order": seat} for key in (10, 20) for seat in (0, 1)]
    claims[3] |= {"points": 5, "is_foul": False}
    claims[1] |= {"points": 4, "net": 4}
    fill(con, "claims", claims)
    pairs = [{"hand_key": key, "a": 0, "b": 1, "pair_no": 0, "top": top} for key, top in ((10, 1), (20, 0))]
    fill(con, "claimed_pairs", pairs)
    fill(con, "seats", [{"hand_key": key, "acting_order": 0, "player_name": str(key)} for key in (10, 20)])
    ((message, severity, hand_key),) = laid(con, tmp_path, "message", "severity", "hand_key")
    told = "claimed_pairs.top, claims.points, hands.point_value"
    assert message == (
        f"Hand 7 is on record twice: the same deal, told differently in {told}. "
        "Both records are kept and audited; neither enters the statistics."
    )
    assert (severity, hand_key) == ("warning", 20)


def test_a_reused_id_tells_the_earlier_hand_by_time_and_status(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    fill(con, "hands", [{"hand_key": 10, "hand_id": "7", "status": "incomplete"}, {"hand_key": 20, "hand_id": "7"}])
    fill(con, "id_clashes", [{"hand_key": 20, "other_hand_key": 10, "kind": "reused"}])
    assert laid(con, tmp_path, "message", "mark") == [
        (
            "The id 7 stands for an earlier hand too, with another deal (incomplete). They are two hands and both count.",
            "7",
        )
    ]
