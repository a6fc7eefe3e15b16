"""`ofc audit`: the findings, each with its line and the arithmetic."""

from typing import Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, width
from ofc_audit.cli.options import Format, FormatOption, InputArgument, RulesDirOption
from ofc_audit.cli.setup import results_of


def audit(
    paths: InputArgument,
    check: Annotated[
        str | None,
        typer.Option(
            "--check", metavar="ID", show_default=False, help="Show findings of this check only (see ofc checks)."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=0, show_default=False, help="Show at most so many findings."),
    ] = None,
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show what is wrong, hand by hand.

    Each finding comes with its place, the line itself, the arithmetic and the command that shows the whole hand; below
    them rejected stretches and the coverage. --check and --limit choose what is shown, not the exit status. csv, json
    and md hold the findings.
    """
    from ofc_audit.findings import CHECKS

    if check is not None and check not in CHECKS:
        raise SetupError(f"no check {check!r}; ofc checks lists them")
    from ofc_audit.report.audit_rows import where_words
    from ofc_audit.report.audit_text import render_audit
    from ofc_audit.report.summary import is_faulty

    with results_of(paths, rules_dir) as (store, folder):
        Output().write(render_audit(store, form.value, width(), where_words(paths, folder), check, limit))
        return FOUND if is_faulty(store) else OK
