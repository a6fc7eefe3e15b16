"""`ofc rules`: the rule sets and what each says."""

from typing import Annotated

import typer

from ofc_audit.cli.console import OK, Output, SetupError, width
from ofc_audit.cli.options import Format, FormatOption, RulesDirOption
from ofc_audit.cli.setup import rules_of

rules_app = typer.Typer(help="Show the rule sets and their sources.", no_args_is_help=True)


@rules_app.command("list")
def list_rules(form: FormatOption = Format.table, rules_dir: RulesDirOption = None) -> int:
    """List the rule sets, with how many of their parameters no source gives."""
    from ofc_audit.report.catalogue import RULE_SET_FIELDS, rule_set_rows
    from ofc_audit.report.rendering import render_rows

    Output().write(render_rows(RULE_SET_FIELDS, rule_set_rows(rules_of(rules_dir)), form.value, width()))
    return OK


@rules_app.command("show")
def show_rules(
    rules_id: Annotated[
        str, typer.Argument(metavar="ID", show_default=False, help="The rule set (see ofc rules list).")
    ],
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show one rule set: every parameter with its value, a sentence, and its source."""
    from ofc_audit.report.catalogue import RULE_FIELDS, rule_rows, rule_set_text
    from ofc_audit.report.rendering import render_rows

    rules = rules_of(rules_dir)
    if rules_id not in rules:
        raise SetupError(f"no rule set {rules_id!r}; known are {', '.join(rules)}")
    chosen = rules[rules_id]
    if form is Format.table:
        Output().write(rule_set_text(chosen, width()))
    else:
        Output().write(render_rows(RULE_FIELDS, rule_rows(chosen), form.value))
    return OK
