"""What a run says of itself: the books of its files as table `sources`, and everything it counted as `run.json`."""

import resource
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from ofc_audit import __version__
from ofc_audit.tables import conform, schema, table
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.judge import Judged
from ofc_audit.warehouse.place import PROGRAM
from ofc_audit.warehouse.run import CheckFailure
from ofc_audit.warehouse.stage import ReadSource
from ofc_audit.warehouse.units import UNIT
from ofc_audit.warehouse.waivers import Waivers

COUNTS = ("n_found", "n_stored", "n_duplicates", "n_cancelled", "n_rejected")
SIZES = ("n_bytes", "hand_bytes", "reject_bytes", "blank_bytes")


@dataclass(frozen=True)
class RunResult:
    """What came of a build: where it is, its `run.json`, the totals that decide an exit status, and the self-checks that failed."""

    out_dir: Path
    run: Mapping[str, Any]
    n_recognised: int
    """Files whose format was recognised."""
    counts: Mapping[str, int]
    """Hands found, stored, duplicates, cancelled and rejected, over all files."""
    n_rejects: int
    """Rejected stretches, those that hold no hand included."""
    findings_by_severity: Mapping[str, int]
    check_failures: tuple[CheckFailure, ...]


def sources_table(
    books: Sequence[ReadSource], kept: Mapping[int, tuple[int, int]], merged: Mapping[int, int]
) -> pa.Table:
    """Table `sources` from the books of each file and, by source number, how many hands are stored and kept as cancelled, and how many
    records joined another one.

    Sorted by checksum, then read files before repeated ones. Raises InternalError when more hands are kept than were read.
    """
    names = {book.source_no: book.name for book in books}
    rows = []
    for book in sorted(books, key=lambda b: (b.sha256, b.same_as is not None, b.name)):
        stored, cancelled = (0, 0) if book.same_as is not None else kept.get(book.source_no, (0, 0))
        duplicates = book.n_hands - stored - cancelled
        if duplicates < 0:
            raise InternalError(f"{book.name}: {book.n_hands} hands were read and {stored + cancelled} are kept")
        row = {key: value for key, value in asdict(book).items() if key not in ("source_no", "name", "n_hands")}
        row |= {"source_file": book.name, "same_as": None if book.same_as is None else names[book.same_as]}
        row |= {"n_found": book.n_hands + book.n_rejected, "n_stored": stored}
        row |= {"n_duplicates": duplicates, "n_cancelled": cancelled}
        row |= {"n_merged": 0 if book.same_as is not None else merged.get(book.source_no, 0)}
        rows.append(row)
    return conform("sources", pa.Table.from_pylist(rows, schema("sources")))


def totals(sources: pa.Table, names: Sequence[str]) -> dict[str, int]:
    """Sums of columns of `sources`."""
    return {name: sum(sources.column(name).to_pylist()) for name in names}


def require_balance(sources: pa.Table, n_kept: int, n_rejected: int) -> None:
    """Raises InternalError when the files' counts are not those of the hands kept and of the hands in rejects."""
    counted = totals(sources, ("n_stored", "n_cancelled"))
    if sum(counted.values()) != n_kept:
        raise InternalError(f"{n_kept} hands are kept and the files count {sum(counted.values())}")
    rejected = sum(row["n_rejected"] for row in sources.to_pylist() if row["same_as"] is None)
    if rejected != n_rejected:
        raise InternalError(f"{n_rejected} hands are in rejects and the files count {rejected}")


def coverage(con: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """Hands and money by dimension, verdict and reason, the dimensions in their declared order; money as text for each currency, chips of each
    worth for themselves."""
    dimensions = list(table("verdicts").column("dimension").values)
    verdicts = [*table("verdicts").column("verdict").values, "waived"]
    rows = con.execute(
        f"select dimension, verdict, reason, {UNIT} as unit, hands, money::varchar from hand_coverage "
        "order by list_position($dimensions, dimension), list_position($verdicts, verdict), reason nulls first, unit nulls first",
        {"dimensions": dimensions, "verdicts": verdicts},
    ).fetchall()
    found: dict[tuple[str, str, str | None], dict[str, Any]] = {}
    for dimension, verdict, reason, unit, hands, money in rows:
        entry = {"dimension": dimension, "verdict": verdict, "reason": reason, "hands": 0, "money": {}}
        entry = found.setdefault((dimension, verdict, reason), entry)
        entry["hands"] += hands
        if money is not None and unit is not None:
            entry["money"][unit] = money
    return list(found.values())


def findings_by(con: duckdb.DuckDBPyConnection, column: str) -> dict[str, int]:
    """How many findings there are, but for those that are waived, for each value of a column, most first."""
    rows = con.execute(
        f"select {column}, count(*) as n from findings where waived is null group by 1 order by n desc, 1"
    ).fetchall()
    return {str(value): int(n) for value, n in rows}


def _waivers(con: duckdb.DuckDBPyConnection, waivers: Waivers) -> dict[str, Any]:
    """The files of waivers with their SHA-256, each waiver as it is in force, and how many findings are waived by check."""
    rows = con.sql("select * exclude (source_file, line) from waivers order by waiver_no").to_arrow_table()
    waived = con.execute(
        "select check_id, count(*) from findings where waived is not null group by 1 order by 2 desc, 1"
    )
    return {
        "files": [{"file": name, "sha256": digest} for name, digest in waivers.files],
        "in_force": [{key: value for key, value in row.items() if value is not None} for row in rows.to_pylist()],
        "waived": {str(check): int(n) for check, n in waived.fetchall()},
    }


def _corrections(con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """How many payments put how many findings right, how many errors none follows from, and what is owed in each currency."""
    [(n, answered)] = con.execute("select count(*), count(distinct finding_no) from corrections").fetchall()
    [(without,)] = con.execute("select count(*) from uncorrected").fetchall()
    owed = con.execute(
        "select coalesce(currency, ''), sum(amount)::varchar from corrections group by 1 order by 1"
    ).fetchall()
    return {"payments": n, "findings_corrected": answered, "findings_uncorrected": without, "amounts": dict(owed)}


def peak_memory() -> int:
    """The most memory, in bytes, that this process ever held resident."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def run_record(
    con: duckdb.DuckDBPyConnection,
    sources: pa.Table,
    judged: Judged,
    failures: Sequence[CheckFailure],
    timings: Mapping[str, float],
    started_at: str,
    waivers: Waivers,
) -> dict[str, Any]:
    """The content of `run.json`, but for the list of what the folder holds."""
    rule_sets = [{"id": i, "sha256": digest, "hands": n} for (i, digest), n in sorted(judged.rule_sets.items())]
    counts = {name.removeprefix("n_"): n for name, n in totals(sources, COUNTS).items()}
    return {
        "program": PROGRAM,
        "version": __version__,
        "started_at": started_at,
        "counts": counts,
        "bytes": totals(sources, SIZES),
        "inputs": sources.to_pylist(),
        "rule_sets": rule_sets,
        "hands_without_rules": judged.n_without_rules,
        "findings": {"by_severity": findings_by(con, "severity"), "by_check": findings_by(con, "check_id")},
        "waivers": _waivers(con, waivers),
        "corrections": _corrections(con),
        "coverage": coverage(con),
        "failed_checks": [asdict(failure) for failure in failures],
        "timings_s": {stage: round(seconds, 3) for stage, seconds in timings.items()},
        "peak_memory_bytes": peak_memory(),
    }
