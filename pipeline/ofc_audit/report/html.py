"""The HTML report: one file that needs no network, made from the results by queries, in which every name is text."""

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ofc_audit.report import html_data
from ofc_audit.report.html_charts import all_charts
from ofc_audit.report.store import Store, open_database
from ofc_audit.report.summary import finding_counts

REPORT = "report.html"
_ASSETS = Path(__file__).parent / "assets"


def write_report(folder: Path, run: Mapping[str, Any], shown: Path) -> None:
    """Writes `report.html` beside the database in `folder`; `shown` is the folder that people will find both in."""
    with open_database(folder, run, shown) as store:
        (folder / REPORT).write_text(render_report(store), "utf-8", "backslashreplace")


def render_report(store: Store) -> str:
    """The report as one HTML document."""
    environment = Environment(
        loader=FileSystemLoader(_ASSETS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = lambda number: f"{number:,}"
    script = (_ASSETS / "report.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    groups, shown = html_data.findings(store)
    return environment.get_template("report.html.j2").render(
        style=(_ASSETS / "report.css").read_text("utf-8"),
        script=script,
        script_digest=digest,
        version=store.run["version"],
        totals=_totals(store),
        verdict=_headline(store),
        coverage=html_data.coverage(store),
        groups=groups,
        findings=shown,
        has_waived=bool(store.value("select count(*) from hand_coverage where verdict = 'waived'")),
        corrections=html_data.corrections(store),
        rakes=html_data.rakes(store),
        rejects=html_data.rejects(store),
        players=html_data.players(store),
        player_columns=html_data.PLAYER_COLUMNS,
        charts=all_charts(store),
        files=html_data.files(store),
        rule_sets=store.run["rule_sets"],
    )


def _totals(store: Store) -> dict[str, Any]:
    names = ("n_found", "n_stored", "n_duplicates", "n_cancelled", "n_rejected")
    sums = ", ".join(f"coalesce(sum({name}), 0)::bigint as {name}" for name in names)
    return store.rows(f"select count(*) as n_files, {sums} from sources")[0]


def _headline(store: Store) -> list[dict[str, Any]]:
    """How many errors, warnings and notes there are, with the class of their colour."""
    counts = finding_counts(store)
    words = []
    for severity in ("error", "warning", "note"):
        n = sum(row["n"] for row in counts if row["severity"] == severity)
        if n:
            words.append({"severity": severity, "text": f"{n:,} {severity}{'' if n == 1 else 's'}"})
    if n_waived := sum(row["waived"] for row in counts):
        words.append({"severity": "note", "text": f"{n_waived:,} waived"})
    return words
