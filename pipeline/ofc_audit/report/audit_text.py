"""The output of `ofc audit`: findings, rejected stretches and coverage for people, or the findings as rows."""

from collections.abc import Sequence

from ofc_audit.report.audit_rows import (
    FINDING_FIELDS,
    count_findings,
    finding_rows,
    reject_rows,
    render_findings,
    render_rejects,
)
from ofc_audit.report.rendering import render_rows
from ofc_audit.report.store import Store
from ofc_audit.report.summary import COVERAGE_SHOWN, coverage_rows, coverage_shown, render_waivers, waiver_rows


def render_audit(
    store: Store,
    form: str,
    width: int,
    where: Sequence[str],
    check_id: str | None = None,
    limit: int | None = None,
    paths: Sequence[str] = (),
) -> str:
    """Findings of a run (of one check, at most `limit` of them) in the form asked for; for people with rejects and
    coverage, and with many that are alike folded into a line that names the command for all of them, on `paths`."""
    if form != "table":
        return render_rows(FINDING_FIELDS, finding_rows(store, check_id, limit), form)
    # Who asks for one check wants all it found.
    is_folded = check_id is None
    rows = finding_rows(store, check_id, limit, is_folded=is_folded)
    parts = [render_findings(store, rows, width, where, paths, is_folded=is_folded)] if rows else []
    n_all = count_findings(store, check_id, is_folded=is_folded)
    if len(rows) < n_all:
        parts.append(f"{n_all - len(rows):,} more findings are not shown; --limit says how many are.\n")
    elif not rows:
        parts.append("No findings.\n" if check_id is None else f"No findings of {check_id}.\n")
    rejects = [] if check_id is not None else reject_rows(store, limit)
    if rejects:
        parts.append(render_rejects(rejects, width))
    parts.append(
        "COVERAGE, in hands\n" + render_rows(COVERAGE_SHOWN, coverage_shown(coverage_rows(store)), "table", width)
    )
    parts += render_waivers(waiver_rows(store), width)
    return "\n".join(parts)
