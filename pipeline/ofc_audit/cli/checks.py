"""`ofc checks`: the catalogue of checks, and one of them with an example."""

from typing import Annotated

import typer

from ofc_audit.cli.console import OK, Output, SetupError, width
from ofc_audit.cli.options import Format, FormatOption


def checks(
    check: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", show_default=False, help="One check, with an example of what it finds."),
    ] = None,
    form: FormatOption = Format.table,
) -> int:
    """List the checks, or show one of them.

    What each one holds true, how grave a finding is, and what it protects you from; of one check also a message as
    ofc audit shows it.
    """
    from ofc_audit.findings import CHECKS
    from ofc_audit.report.catalogue import CHECK_FIELDS, CHECK_FIELDS_SHORT, check_rows
    from ofc_audit.report.gallery import check_text
    from ofc_audit.report.rendering import render_rows

    if check is not None and check not in CHECKS:
        raise SetupError(f"no check {check!r}; ofc checks lists them")
    if check is not None and form is Format.table:
        Output().write(check_text(CHECKS[check], width()))
        return OK
    rows = [row for row in check_rows() if check in (None, row["check_id"])]
    fields = CHECK_FIELDS_SHORT if form is Format.table else CHECK_FIELDS
    Output().write(render_rows(fields, rows, form.value, width()))
    return OK
