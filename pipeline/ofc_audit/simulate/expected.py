"""The expected audit beside each sample history: every verdict, finding and reject, as a person reviews them.

`python -m ofc_audit.simulate.expected FOLDER` audits the samples and writes `expected.json` where there is none. A
file that is there and says otherwise is shown and left as it is; only `--accept` overwrites it.
"""

import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from ofc_audit.warehouse.build import build

EXPECTED = "expected.json"
DIMENSIONS = ("layout", "points", "money", "fantasyland", "match")

Audit = dict[str, Any]


def input_files(folder: Path) -> list[Path]:
    """The inputs of the samples below `folder`."""
    return sorted(path for path in folder.glob("*/*/hands.*") if path.is_file())


def audit_samples(folder: Path) -> Mapping[Path, Audit]:
    """What the audit says of each sample below `folder`, all audited in one run."""
    files = input_files(folder)
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out"
        build([str(path) for path in files], out, threads=1)
        tables = {name: _rows(out, name) for name in ("hands", "seats", "verdicts", "findings", "rejects")}
    names: dict[int, dict[int, str]] = {}
    for seat in tables["seats"]:
        names.setdefault(seat["hand_key"], {})[seat["acting_order"]] = seat["player_name"]
    verdicts: dict[int, dict[str, str]] = {}
    for row in tables["verdicts"]:
        verdicts.setdefault(row["hand_key"], {})[row["dimension"]] = _verdict(row)
    hands = {row["hand_key"]: row for row in tables["hands"]}
    return {path: _audit_of(str(path), tables, hands, names, verdicts) for path in files}


def _rows(out: Path, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(out / "parquet" / f"{name}.parquet").to_pylist()
    return rows


def _verdict(row: Mapping[str, Any]) -> str:
    return row["verdict"] if row["reason"] is None else f"{row['verdict']}: {row['reason']}"


def _audit_of(
    file: str,
    tables: Mapping[str, list[dict[str, Any]]],
    hands: Mapping[int, Mapping[str, Any]],
    names: Mapping[int, Mapping[int, str]],
    verdicts: Mapping[int, Mapping[str, str]],
) -> Audit:
    own = sorted((row for row in hands.values() if row["source_file"] == file), key=lambda row: int(row["first_line"]))
    return {
        "hands": [
            {
                "hand": row["hand_id"],
                "line": row["first_line"],
                "status": row["status"],
                **{name: verdicts[row["hand_key"]][name] for name in DIMENSIONS},
            }
            for row in own
        ],
        "findings": [_finding(row, hands, names) for row in tables["findings"] if row["source_file"] == file],
        "rejects": [
            {"lines": [row["first_line"], row["last_line"]], "hands": row["n_hands"], "reason": row["reason"]}
            for row in tables["rejects"]
            if row["source_file"] == file
        ],
    }


def _finding(
    row: Mapping[str, Any], hands: Mapping[int, Mapping[str, Any]], names: Mapping[int, Mapping[int, str]]
) -> Audit:
    """A finding as it is reviewed: fields that say nothing are left out."""
    key = row["hand_key"]
    players = [names[key].get(row[column]) for column in ("acting_order", "other_order") if row[column] is not None]
    full = {
        "check": row["check_id"],
        "severity": row["severity"],
        "hand": None if key is None else hands[key]["hand_id"],
        "lines": [row["first_line"], row["last_line"]],
        "players": players or None,
        "mark": row["mark"],
        "claimed": row["claimed"],
        "computed": row["computed"],
        "points": row["points_delta"],
        "money": None if row["money_delta"] is None else str(row["money_delta"]),
        "rule": row["rule_key"],
        "message": row["message"],
        "consequences": row["consequences"],
    }
    return {name: value for name, value in full.items() if value is not None}


def as_text(audit: Audit) -> str:
    """An audit as the file holds it."""
    return json.dumps(audit, ensure_ascii=False, indent=2) + "\n"


def write_expected(folder: Path, accept: bool) -> tuple[list[Path], list[Path]]:
    """Write the expected audit of every sample that has none, or that says otherwise and `accept` is given.

    The paths written, and those left as they are though the audit now says otherwise.
    """
    written, refused = [], []
    for path, audit in audit_samples(folder).items():
        target, text = path.with_name(EXPECTED), as_text(audit)
        had = target.read_text("utf-8") if target.exists() else None
        if had == text:
            continue
        if had is not None and not accept:
            refused.append(target)
            continue
        target.write_text(text, "utf-8")
        written.append(target)
    return written, refused


def main(arguments: list[str]) -> int:
    """Write the expected audits below the folder given; 1 when some say otherwise and were not accepted."""
    accept = "--accept" in arguments
    folders = [word for word in arguments if word != "--accept"]
    if len(folders) != 1:
        print("usage: python -m ofc_audit.simulate.expected FOLDER [--accept]", file=sys.stderr)
        return 2
    written, refused = write_expected(Path(folders[0]), accept)
    for path in written:
        print(f"written: {path}")
    for path in refused:
        print(f"left as it is, the audit now says otherwise: {path}; look at it, then say --accept", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
