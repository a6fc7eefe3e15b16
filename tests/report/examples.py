"""A small output folder, made by hand: three hands read and scored, verdicts, findings and statistics written out.

It stands for what a run leaves, so that these tests need neither the audit nor the models.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.rulesets import load_rules
from ofc_audit.score.batch import score_tables
from ofc_audit.tables import conform, ddl, schema, table
from ofc_audit.warehouse.blank import describe
from ofc_audit.warehouse.by_hand import HandModels
from ofc_audit.warehouse.days import Calendar, calendar_table
from ofc_audit.warehouse.lay import LAID_BY_HAND, SMALL_TABLES
from ofc_audit.warehouse.models import load_models
from ofc_audit.warehouse.run import create_relations, fill_by_hand, fill_marts, lay_marts

SCOOP = """\
OFC Hand #1842-3: pokerbet_progressive, 0.50 EUR per point - 2026-03-01 18:22:05 UTC
Options: scoring 1-6, royalties american
Match #1842, hand 3
Table 'Lotus 4', site pokerbet
Seat 1: Ana (200.00)
Seat 2: Bo (85.50)
Seat 2 is the button
*** STREET 1 ***
Seat 1: dealt [Qh Qd 4c 9s 9c]
Seat 1: top [Qh Qd] middle [9s 9c] bottom [4c] (12.4 s)
Seat 2: dealt [2s 3s 7d 8d Jc]
Seat 2: top [2s] middle [7d 8d] bottom [3s Jc]
*** STREET 2 ***
Seat 1: dealt [4d 4h 2c]
Seat 1: bottom [4d 4h] discards [2c] (8.0 s)
Seat 2: dealt [Js 5h 6h]
Seat 2: middle [5h] bottom [Js] discards [6h]
*** STREET 3 ***
Seat 1: dealt [Ks 9d 2d]
Seat 1: middle [9d] bottom [Ks] discards [2d]
Seat 2: dealt [3c 3d Th]
Seat 2: middle [Th] bottom [3c] discards [3d]
*** STREET 4 ***
Seat 1: dealt [Kd 5s 6s]
Seat 1: middle [5s] bottom [Kd] discards [6s]
Seat 2: dealt [2h Tc 7c]
Seat 2: top [2h] middle [Tc] discards [7c]
*** STREET 5 ***
Seat 1: dealt [8s Ad 7s]
Seat 1: top [Ad] middle [8s] discards [7s] (8.0 s, auto)
Seat 2: dealt [6c Jd 7h]
Seat 2: top [6c] bottom [Jd] discards [7h]
*** SHOWDOWN ***
Seat 1: top [Qh Qd Ad] middle [9s 9c 9d 5s 8s] bottom [4c 4d 4h Ks Kd]
Seat 1: royalties 7 + 2 + 6
Seat 2: top [2s 2h 6c] middle [7d 8d 5h Th Tc] bottom [3s Jc Js 3c Jd]
Seat 2: royalties 0 + 0 + 6
*** PAIRS ***
Seat 1 v Seat 2: rows +1 +1 -1, bonus 0, royalties 15 - 6, points +10, amount 5.00
*** RESULT ***
Seat 1: points +10, net +5.00, rake 0.00, stack 205.00
Seat 2: points -10, net -5.00, rake 0.00, stack 80.50
Seat 1: Fantasyland 14 cards next
Rake 0.00
*** END ***
"""

CAPPED = (
    SCOOP.replace("#1842-3", "#1842-4")
    .replace("hand 3", "hand 4")
    .replace("18:22:05", "18:25:40")
    .replace("Bo (85.50)", "Bo (3.00)")
    .replace("royalties 7 + 2 + 6", "royalties 7 + 0 + 6")
    .replace("royalties 15 - 6, points +10, amount 5.00", "royalties 13 - 6, points +8, amount 3.00")
    .replace("points +10, net +5.00, rake 0.00, stack 205.00", "points +8, net +3.00, rake 0.00, stack 203.00")
    .replace("points -10, net -5.00, rake 0.00, stack 80.50", "points -8, net -3.00, rake 0.00, stack 0.00")
)
ODD_NAMES = (
    SCOOP.replace("#1842-3", "#1842-5")
    .replace("hand 3", "hand 5")
    .replace("18:22:05", "18:30:00")
    .replace("Seat 1: Ana (200.00)", 'Seat 1: "<script>alert(1)</script>" (200.00)')
    .replace("Seat 2: Bo (85.50)", 'Seat 2: "=1+1" (85.50)')
)
DAMAGED = "OFC Hand #1842-6: pokerbet_progressive, a bad header\nSeat 1: Ana\n"
NAME = "hands.txt"


def fill(name: str, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Rows as a declared table; what a row leaves out is null."""
    declared = schema(name)
    return conform(
        name, pa.table({f: pa.array([row.get(f) for row in rows], declared.field(f).type) for f in declared.names})
    )


def write_store(folder: Path, text: str, source_file: str) -> None:
    """Reads and scores `text`, and writes an output folder with `ofc.duckdb` and `run.json`, with the findings told
    below."""
    content = text.encode()
    batches = list(read_source(source_of_bytes(source_file, content)))
    names = ("hands", "seats", "boards", "claims", "claimed_pairs", "rejects")
    tables = {name: pa.concat_tables([getattr(batch, name) for batch in batches]) for name in names}
    seats, pairs = score_tables(tables["hands"], tables["seats"], tables["boards"], load_rules())
    tables |= {"scored_seats": seats, "scored_pairs": pairs}
    hands = tables["hands"].to_pylist()
    tables["findings"] = fill("findings", _findings(hands, source_file))
    tables["verdicts"] = fill("verdicts", _verdicts(hands))
    tables["seat_verdicts"] = fill("seat_verdicts", [])
    tables["id_clashes"] = fill("id_clashes", [])
    tables["stack_changes"] = fill("stack_changes", [])
    tables["implied_stacks"] = fill("implied_stacks", [])
    tables |= {name: fill(name, []) for name in ("fouls", "fantasy_runs", "aliases")}
    tables["calendar"] = calendar_table(Calendar())
    tables["hand_records"] = fill("hand_records", [])
    tables["inferred_rakes"] = fill("inferred_rakes", [])
    tables |= {name: fill(name, rows) for name, rows in _corrections(tables["findings"].to_pylist()).items()}
    stored = len(hands)
    source = {
        "source_file": source_file,
        "sha256": hashlib.sha256(content).hexdigest(),
        "format": "ofc_text",
        "encoding": "utf-8",
    }
    source |= {"n_bytes": len(content), "n_lines": text.count("\n"), "n_found": stored + tables["rejects"].num_rows}
    source |= {
        "n_stored": stored,
        "n_duplicates": 0,
        "n_merged": 0,
        "n_cancelled": 0,
        "n_rejected": tables["rejects"].num_rows,
    }
    source |= {"hand_bytes": len(content), "reject_bytes": 0, "blank_bytes": 0}
    tables["sources"] = fill("sources", [source])
    folder.mkdir(parents=True)
    with duckdb.connect(str(folder / "ofc.duckdb")) as con:
        for name, data in tables.items():
            con.execute(ddl(name))
            con.register("given", data)
            con.execute(f"insert into {name} select {', '.join(c.name for c in table(name).columns)} from given")
            con.unregister("given")
        (folder / "parquet").mkdir()
        models = load_models()
        create_relations(con, models)
        meanings = describe(con, models)
        by_hand = HandModels(models, False).make({name: tables[name] for name in (*LAID_BY_HAND, *SMALL_TABLES)})
        fill_by_hand(con, [by_hand], {}, models)
        assert (by_hand.failures, fill_marts(con, models)) == ((), [])
        lay_marts(con, models, meanings, folder / "parquet")
    played = load_rules()["pokerbet_progressive"].with_options(scoring="1-6", royalties="american")
    rule_sets = [{"id": played.id, "sha256": played.digest, "hands": stored}]
    run: dict[str, Any] = {"program": "ofc-audit", "version": "0.1.0", "rule_sets": rule_sets, "failed_checks": []}
    (folder / "run.json").write_text(json.dumps(run), "utf-8")


def _findings(hands: Sequence[Mapping[str, Any]], source_file: str) -> list[dict[str, Any]]:
    hand = next((row for row in hands if row["hand_id"] == "1842-4"), None)
    if hand is None:
        return []
    rule = "document 000, Bonuses (Royalties)"
    return [
        {
            "finding_no": 1,
            "hand_key": hand["hand_key"],
            "check_id": "score.royalties",
            "severity": "error",
            "acting_order": 0,
            "claimed": "7 + 0 + 6",
            "computed": "7 + 2 + 6",
            "points_delta": 2,
            "money_delta": Decimal("0.0000"),
            "rule_key": "score.royalties",
            "rule_source": rule,
            "message": "Ana's three nines in the middle pay 2. Bo had nothing left: no money is owed.",
            "consequences": "points of Ana v Bo +8 for +10; points of Ana +8 for +10",
            "source_file": source_file,
            "first_line": hand["first_line"] + 34,
            "last_line": hand["first_line"] + 34,
            "mark": "7 + 0 + 6",
        },
        {
            "finding_no": 2,
            "check_id": "source.unknown_key",
            "severity": "note",
            "message": "The key \"colour\" is not defined.",
            "source_file": source_file,
        },
    ]  # fmt: skip


def _corrections(findings: Sequence[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    named = ("finding_no", "hand_key", "check_id")
    open_ones = [row for row in findings if row["severity"] == "error"]
    reason = {"reason": "nobody was paid wrongly"}
    return {
        "waivers": [],
        "corrections": [],
        "uncorrected": [{name: row[name] for name in named} | reason for row in open_ones],
    }


def _verdicts(hands: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for hand in hands:
        wrong = hand["hand_id"] == "1842-4"
        told = {
            "layout": "verified",
            "points": "wrong" if wrong else "verified",
            "money": "verified",
            "fantasyland": "unverifiable",
        }
        reasons = {"fantasyland": "chain broken", "match": "no matches in these rules"}
        for dimension in ("layout", "points", "money", "fantasyland", "match"):
            row = {
                "hand_key": hand["hand_key"],
                "dimension": dimension,
                "verdict": told.get(dimension, "not applicable"),
            }
            rows.append(row | {"reason": reasons.get(dimension)})
    return rows


EVERYTHING = SCOOP + "\n" + CAPPED + "\n" + ODD_NAMES + "\n" + DAMAGED
