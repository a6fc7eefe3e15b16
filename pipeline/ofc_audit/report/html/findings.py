"""Findings for a page: grouped by what does not hold, each with its line, its arithmetic and the boards of its hand."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ofc_audit.findings import CHECKS
from ofc_audit.report.audit_rows import finding_rows, lines_for, where_words
from ofc_audit.report.finding_text import explain_command
from ofc_audit.report.html.cards import boards_of
from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of
from ofc_audit.report.html.page import cut
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, signed, visible

Row = dict[str, Any]

MAX_FINDINGS = 200
"""Findings shown one by one in a page."""
MAX_OF_CHECK = 20
"""Of one check; so that one that fails everywhere does not hide the others."""
MAX_TEXT = 600
BEFORE_MARK, AFTER_MARK = 80, 140
"""Characters of a source line kept around what is meant."""
SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True)
class Findings:
    """The findings of a page: a grid by check, those shown one by one grouped by check, and how many there are."""

    by_check: Grid
    groups: Sequence[Row]
    n_shown: int
    n_all: int
    severities: Sequence[str]


def findings(store: Store, among: str = "true", parameters: Sequence[object] = ()) -> Findings:
    """The findings for which `among` holds (a condition on table `findings`, as `f`), the gravest checks first."""
    counts = store.rows(
        "select check_id, min_by(severity, finding_no) as severity, count(*) as n, count(waived) as waived, "
        f"count(distinct hand_key) as hands from findings as f where {among} group by check_id",
        parameters,
    )
    counts.sort(key=lambda row: (SEVERITIES.index(row["severity"]), -row["n"], row["check_id"]))
    numbers = store.rows(
        f"select finding_no from findings as f where {among} "
        f"qualify row_number() over (partition by check_id order by finding_no) <= {MAX_OF_CHECK} "
        f"order by list_position(['error', 'warning', 'note'], severity), finding_no limit {MAX_FINDINGS}",
        parameters,
    )
    rows = finding_rows(store, numbers=[row["finding_no"] for row in numbers])
    return Findings(
        _by_check(counts),
        _groups(store, rows, {row["check_id"]: row["n"] for row in counts}),
        len(rows),
        sum(row["n"] for row in counts),
        [one for one in SEVERITIES if any(row["severity"] == one for row in counts)],
    )


def _by_check(counts: Sequence[Row]) -> Grid:
    shown = [
        Shown("What does not hold", lambda row: Cell(_title(row["check_id"]), row["check_id"])),
        Shown("Severity", "severity"),
        Shown("Findings", "n", "int"),
        Shown("Hands", "hands", "int", "Hands that such findings are about; none for a finding about a file"),
    ]
    if any(row["waived"] for row in counts):
        shown.append(Shown("Waived", "waived", "int", "Known disagreements that are let stand with a reason"))
    return grid_of(shown, counts, len(counts))


def _title(check_id: str) -> str:
    return CHECKS[check_id].title if check_id in CHECKS else check_id


def _groups(store: Store, rows: Sequence[Row], n_of: Mapping[str, int]) -> list[Row]:
    lines = lines_for(store, rows)
    boards = boards_of(store, sorted({row["hand_key"] for row in rows if row["hand_key"] is not None}))
    where = where_words(store.paths, store.folder if store.is_kept else None)
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["check_id"], []).append(_finding(row, lines, boards, (where, store.paths)))
    grouped: list[Row] = [
        {
            "check_id": check_id,
            "severity": members[0]["severity"],
            "title": _title(check_id),
            "protects": CHECKS[check_id].protects if check_id in CHECKS else "",
            "n_all": n_of[check_id],
            "rest": shlex.join(["ofc", "audit", *store.paths, "--check", check_id]),
            "rows": members,
        }
        for check_id, members in groups.items()
    ]
    grouped.sort(key=lambda group: (SEVERITIES.index(group["severity"]), -group["n_all"], group["check_id"]))
    return grouped


def _finding(
    row: Row,
    lines: Mapping[tuple[str, int], str],
    boards: Mapping[int, list[Row]],
    words: tuple[Sequence[str], Sequence[str]],
) -> Row:
    """A finding for the template; `words` let `ofc explain` find its hand, and `ofc report` the results."""
    where, paths = words
    line = lines.get((row["source_file"], row["first_line"]))
    deltas = []
    if row["points_delta"]:
        deltas.append(f"{signed(row['points_delta'])} points")
    if row["money_delta"]:
        deltas.append(f"{money_text(row['money_delta'], sign=True)} {row['currency'] or ''}".strip())
    return {
        "no": row["finding_no"],
        "severity": row["severity"],
        "hand": None if row["hand_id"] is None else cut(f"{row['site']} {row['hand_id']}"),
        "players": [cut(name) for name in (row["player"], row["other_player"]) if name is not None],
        "place": place_of(row),
        "line": None if line is None else marked(line, row["mark"]),
        "message": cut(row["message"], MAX_TEXT),
        "rule": None if row["rule_key"] is None else f"{row['rule_key']}: {cut(row['rule_source'], 240)}",
        "consequences": None if row["consequences"] is None else cut(row["consequences"], MAX_TEXT),
        "waived": None if row["waived"] is None else cut(row["waived"], MAX_TEXT),
        "deltas": deltas,
        "explain": None if row["hand_id"] is None else visible(explain_command(row, where)),
        "dossier": visible(shlex.join(["ofc", "report", "finding", str(row["finding_no"]), *paths])),
        "boards": boards.get(row["hand_key"], []),
    }


def place_of(row: Mapping[str, Any]) -> str:
    """The file and line of a finding, as far as there are any."""
    place = "" if row["source_file"] is None else cut(row["source_file"], 200)
    return place if row["first_line"] is None else f"{place}:{row['first_line']}"


def marked(
    line: str, mark: object, before_mark: int = BEFORE_MARK, after_mark: int = AFTER_MARK
) -> tuple[str, str, str]:
    """The line in three parts: before what is meant, what is meant, and after it; of what is around it so many characters are kept.

    In a line that is a whole record, only words that stand in it once can be meant.
    """
    is_told = isinstance(mark, str) and mark and not (line.startswith("{") and line.count(mark) > 1)
    at = line.find(str(mark)) if is_told else -1
    if at < 0 or not isinstance(mark, str):
        return cut(line, before_mark + after_mark), "", ""
    before, after = visible(line[:at]), line[at + len(mark) :]
    return (
        before if len(before) <= before_mark else "…" + before[-before_mark:],
        cut(mark, after_mark),
        cut(after, after_mark),
    )
