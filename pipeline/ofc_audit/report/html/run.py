"""The report of a run: coverage, findings by cause, what is owed, players, rakes, and what it all was made of."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ofc_audit.report.html.books import clubs, corrections, rakes, rejects, waivers
from ofc_audit.report.html.coverage import coverage
from ofc_audit.report.html.findings import findings
from ofc_audit.report.html.page import many, render_page
from ofc_audit.report.html.players import players
from ofc_audit.report.html.run_charts import all_charts
from ofc_audit.report.store import Store, open_database
from ofc_audit.report.summary import finding_counts

REPORT = "report.html"


def write_report(folder: Path, run: Mapping[str, Any], shown: Path) -> None:
    """Writes `report.html` beside the database in `folder`; `shown` is the folder that people will find both in."""
    with open_database(folder, run, shown) as store:
        (folder / REPORT).write_text(render_run(store), "utf-8", "backslashreplace")


def render_run(store: Store) -> str:
    """The report of a run as one HTML document."""
    totals = _totals(store)
    found = findings(store)
    return render_page(
        "run.html.j2",
        store,
        title=f"OFC audit: {many(totals['n_stored'], 'hand')}",
        has_cards=any(one["boards"] for group in found.groups for one in group["rows"]),
        totals=totals,
        facts=run_facts(totals),
        verdict=_headline(store),
        failed_checks=len(store.run.get("failed_checks", ())),
        coverage=coverage(store),
        findings=found,
        has_waived=bool(store.value("select count(*) from hand_coverage where verdict = 'waived'")),
        waivers=waivers(store),
        corrections=corrections(store),
        clubs=clubs(store),
        rakes=rakes(store),
        rejects=rejects(store),
        players=players(store),
        charts=all_charts(store),
    )


def _totals(store: Store) -> dict[str, Any]:
    names = ("n_found", "n_stored", "n_duplicates", "n_merged", "n_cancelled", "n_rejected")
    sums = ", ".join(f"coalesce(sum({name}), 0)::bigint as {name}" for name in names)
    return store.rows(
        f"select count(*) as n_files, {sums}, (select count(distinct hand_key) from hand_records) as n_told_together, "
        "(select count(*) from hand_records) as n_records from sources"
    )[0]


def run_facts(totals: Mapping[str, Any]) -> list[dict[str, str]]:
    """Files, and what became of every hand found in them: stored, duplicate, cancelled or rejected."""
    together = ""
    if totals["n_merged"]:
        together = (
            f"{totals['n_merged']:,} merged: {many(totals['n_told_together'], 'hand')} told by "
            f"{totals['n_records']:,} records"
        )
    facts = [
        ("Files", "n_files", ""),
        ("Hands found", "n_found", ""),
        ("Stored", "n_stored", ""),
        ("Duplicates", "n_duplicates", together),
        ("Cancelled", "n_cancelled", ""),
        ("Rejected", "n_rejected", ""),
    ]
    return [{"name": name, "value": f"{totals[of]:,}", "below": below, "tone": ""} for name, of, below in facts]


def _headline(store: Store) -> list[dict[str, Any]]:
    """How many errors, warnings and notes there are, with the class of their colour."""
    counts = finding_counts(store)
    words = []
    for severity in ("error", "warning", "note"):
        if n := sum(row["n"] for row in counts if row["severity"] == severity):
            words.append({"severity": severity, "text": many(n, severity)})
    if n_waived := sum(row["waived"] for row in counts):
        words.append({"severity": "note", "text": f"{n_waived:,} waived"})
    return words
