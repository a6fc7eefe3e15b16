"""`ofc audit`: the findings, each with its line and the arithmetic; and what is owed for them."""

from enum import StrEnum
from typing import Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, width
from ofc_audit.cli.options import (
    Format,
    FormatOption,
    InputArgument,
    MappingOption,
    RulesDirOption,
    RulesOption,
    WaiversOption,
)
from ofc_audit.cli.setup import results_of


class Per(StrEnum):
    """The parts of the corrections."""

    finding = "finding"
    player = "player"
    payment = "payment"
    uncorrected = "uncorrected"


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
    corrections: Annotated[
        bool, typer.Option("--corrections", help="Show who owes whom what instead of what is wrong.")
    ] = False,
    per: Annotated[
        Per | None,
        typer.Option(
            "--per",
            show_default=False,
            help="With --corrections, one part alone: a row per finding, per player and currency, per payment that settles"
            " them, or per reason why none follows.",
        ),
    ] = None,
    form: FormatOption = Format.table,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
    waivers: WaiversOption = None,
) -> int:
    """Show what is wrong, hand by hand.

    Each finding comes with its place, the line itself, the arithmetic and the command that shows the whole hand; below
    them rejected stretches and the coverage. Of many findings that claim and find the same on one site, three are shown
    and the others counted; --check shows all. --check and --limit choose what is shown, not the exit status. csv, json
    and md hold all findings.

    With --corrections: the payments that put the findings right, with sums per player and currency and the payments
    that settle these, and why no payment follows from the others. csv then holds a row per finding and payment.
    """
    from ofc_audit.findings import CHECKS

    if per is not None and not corrections:
        raise SetupError("--per chooses a part of the corrections; say --corrections too")
    if corrections and check is not None:
        raise SetupError("--corrections shows what all findings come to; --check does not go with it")

    if check is not None and check not in CHECKS:
        raise SetupError(f"no check {check!r}; ofc checks lists them")
    from ofc_audit.report.audit_rows import where_words
    from ofc_audit.report.audit_text import render_audit
    from ofc_audit.report.summary import is_faulty

    with results_of(paths, rules_dir, waivers, rules_id, mapping) as (store, folder):
        if corrections:
            from ofc_audit.report.corrections import render_corrections

            Output().write(render_corrections(store, form.value, width(), limit, None if per is None else per.value))
            return FOUND if is_faulty(store) else OK
        Output().write(render_audit(store, form.value, width(), where_words(paths, folder), check, limit, paths))
        return FOUND if is_faulty(store) else OK
