"""Chains cut into stretches say what they say uncut, and a chain's verdict replaces that of the hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from ofc_audit.audit import chains
from ofc_audit.tables import schema
from ofc_audit.warehouse import judge, lay, stretches
from ofc_audit.warehouse.across import audit_across
from ofc_audit.warehouse.build import build
from sql.relations import declared
from warehouse.histories import hand, write

AUDITED = ("findings", "verdicts", "seat_verdicts", "scored_seats", "hands", "player_stats", "hand_coverage")


def read(out: Path) -> dict[str, list[dict[str, Any]]]:
    return {name: pq.read_table(out / "parquet" / f"{name}.parquet").to_pylist() for name in AUDITED}


def long_match() -> str:
    """Hands of two tables; Ana earns Fantasyland in every other hand and is never in it."""
    hands = []
    for n in range(12):
        for table in ("A", "B"):
            more = {"match": (f"{table}1", n + 1), "table": table, "time": f"2024-03-05 21:{n:02d}:00"}
            hands.append(hand(f"{table}-{n + 1}", n % 2, **more))
    return "".join(hands)


def test_stretches_say_what_the_whole_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write(tmp_path / "in", {"a": long_match()})
    whole = read(build(paths, tmp_path / "whole").out_dir)
    found = {row["check_id"] for row in whole["findings"]}
    assert {"fantasy.denied", "match.button"} <= found
    for hands_per_group, at_once, context in ((1, 1, 1), (3, 1, 2), (5, 2, 1)):
        for module in (lay, judge):
            monkeypatch.setattr(module, "HANDS_PER_GROUP", hands_per_group)
        monkeypatch.setattr(stretches, "GROUPS_AT_ONCE", at_once)
        monkeypatch.setattr(stretches, "CONTEXT_HANDS", context)
        assert read(build(paths, tmp_path / f"cut-{hands_per_group}").out_dir) == whole


def test_every_stretch_comes_with_the_hands_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 2)
    monkeypatch.setattr(stretches, "GROUPS_AT_ONCE", 2)
    monkeypatch.setattr(stretches, "CONTEXT_HANDS", 3)
    seen: list[list[tuple[int, int, bool]]] = []
    audit = chains.audit_chains

    def spy(con: duckdb.DuckDBPyConnection, rules: Any) -> None:
        seen.append(
            con.execute(
                "select hand_order, (select count(*) from seats s where s.hand_key = o.hand_key), is_new from hand_order o order by 1"
            ).fetchall()
        )
        audit(con, rules)

    monkeypatch.setattr(chains, "audit_chains", spy)
    text = "".join(hand(str(n), n % 2, time=f"2024-03-05 21:{n:02d}:00") for n in range(11))
    build(write(tmp_path / "in", {"a": text}), tmp_path / "out")
    assert seen == [
        [(n, 2, True) for n in (1, 2, 3, 4)],
        [(n, 2, n > 4) for n in range(1, 9)],
        [(n, 2, n > 8) for n in range(5, 12)],
    ]


def verdict(hand_key: int, dimension: str, word: str, **more: Any) -> dict[str, Any]:
    return {"hand_key": hand_key, "dimension": dimension, "verdict": word, **more}


def chain_of(**given: list[dict[str, Any]]) -> Callable[[duckdb.DuckDBPyConnection, Any], None]:
    """An audit across hands that says what is given."""

    def audit(con: duckdb.DuckDBPyConnection, _: Any) -> None:
        for name in ("findings", "verdicts", "seat_verdicts"):
            con.register("given", declared(name, given.get(name, [])))
            con.execute(f"create or replace temp table chain_{name} as from given")
            con.unregister("given")
        con.execute(
            "create or replace temp table chain_due as "
            "select *, false as is_limited, 1 as run_length, true as is_run_whole from scored_seats"
        )
        con.execute(
            "create or replace temp table chain_links as select hand_key, 1 as chain_no, 1 as place_in_stretch from hands"
        )

    return audit


def test_a_chain_replaces_the_verdict_of_the_hand_and_dimensions_have_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("hands", "seats", "claims", "claimed_pairs", "scored_seats", "scored_pairs", "id_clashes"):
        rows = [{"hand_key": 30}, {"hand_key": 10}] if name == "hands" else []
        pq.write_table(declared(name, rows), tmp_path / f"{name}.parquet")
    single = [verdict(10, d, "verified") for d in ("match", "fantasyland", "money", "points", "layout")]
    seats = [verdict(10, "money", "verified", acting_order=seat) for seat in (1, 0)]
    for name, rows in (
        ("verdicts", [*single, verdict(30, "match", "wrong")]),
        ("seat_verdicts", seats),
        ("findings", []),
    ):
        pq.write_table(declared(name, rows), tmp_path / f"hand_{name}.parquet")
    audit = chain_of(
        verdicts=[verdict(30, "fantasyland", "wrong"), verdict(10, "fantasyland", "unverifiable", reason="r")],
        seat_verdicts=[verdict(10, "fantasyland", "wrong", acting_order=0)],
        findings=[{"hand_key": 30, "check_id": "fantasy.denied", "message": "m"}],
    )
    monkeypatch.setattr(chains, "audit_chains", audit)
    with duckdb.connect() as con:
        audit_across(con, tmp_path, tmp_path, {}, 2)
    rows = pq.read_table(tmp_path / "verdicts.parquet").to_pylist()
    assert [(r["hand_key"], r["dimension"], r["verdict"], r["reason"]) for r in rows] == [
        (30, "fantasyland", "wrong", None),
        (30, "match", "wrong", None),
        (10, "layout", "verified", None),
        (10, "points", "verified", None),
        (10, "money", "verified", None),
        (10, "fantasyland", "unverifiable", "r"),
        (10, "match", "verified", None),
    ]
    rows = pq.read_table(tmp_path / "seat_verdicts.parquet").to_pylist()
    assert [(r["acting_order"], r["dimension"], r["verdict"]) for r in rows] == [
        (0, "money", "verified"),
        (0, "fantasyland", "wrong"),
        (1, "money", "verified"),
    ]
    found = pq.read_table(tmp_path / "chain_findings.parquet")
    assert found.schema.equals(schema("findings"))
    assert found.column("check_id").to_pylist() == ["fantasy.denied"]
