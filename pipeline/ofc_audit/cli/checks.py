"""`ofc checks`: the catalogue of checks."""

from ofc_audit.cli.console import OK, Output, width
from ofc_audit.cli.options import Format, FormatOption


def checks(form: FormatOption = Format.table) -> int:
    """List the checks.

    What each one holds true, how grave a finding is, and what it protects you from.
    """
    from ofc_audit.report.catalogue import CHECK_FIELDS, CHECK_FIELDS_SHORT, check_rows
    from ofc_audit.report.rendering import render_rows

    fields = CHECK_FIELDS_SHORT if form is Format.table else CHECK_FIELDS
    Output().write(render_rows(fields, check_rows(), form.value, width()))
    return OK
