"""`ofc rules`: the rule sets and what each says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from ofc_audit.cli.config import rules_folders
from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.options import Format, FormatOption, InputArgument, MappingOption, RulesDirOption, SetOption
from ofc_audit.cli.setup import changed, one_of, results_of, rules_of

rules_app = typer.Typer(help="Show the rule sets and their sources.", no_args_is_help=True)


@rules_app.command("list")
def list_rules(form: FormatOption = Format.table, rules_dir: RulesDirOption = None) -> int:
    """List the rule sets, with how many of their parameters no source gives."""
    from ofc_audit.report.catalogue import RULE_SET_FIELDS, rule_set_rows
    from ofc_audit.report.rendering import render_rows

    Output().write(render_rows(RULE_SET_FIELDS, rule_set_rows(rules_of(rules_dir)), form.value, width()))
    return OK


RulesIdArgument = Annotated[
    str, typer.Argument(metavar="ID", show_default=False, help="The rule set (see ofc rules list).")
]


@rules_app.command("show")
def show_rules(
    rules_id: RulesIdArgument,
    settings: SetOption = None,
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show one rule set: every parameter with its value, a sentence, and its source.

    With --set as it would be with that value, and what it ties to it: --set fantasyland.mode=progressive brings the
    cards of progressive Fantasyland.
    """
    from ofc_audit.report.catalogue import RULE_FIELDS, rule_rows, rule_set_text
    from ofc_audit.report.rendering import render_rows

    chosen = changed(one_of(rules_of(rules_dir), rules_id), settings)
    if form is Format.table:
        Output().write(rule_set_text(chosen, width()))
    else:
        Output().write(render_rows(RULE_FIELDS, rule_rows(chosen), form.value))
    return OK


@rules_app.command("diff")
def diff_rules(
    one_id: Annotated[str, typer.Argument(metavar="A", show_default=False, help="A rule set (see ofc rules list).")],
    other_id: Annotated[str, typer.Argument(metavar="B", show_default=False, help="The rule set beside it.")],
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show what differs between two rule sets, side by side, with both sources.

    Parameters, royalties hand by hand, and what options of a hand bring. The exit status is 0 whether they differ or
    not.
    """
    from ofc_audit.report.rendering import render_rows
    from ofc_audit.report.rule_diff import diff_fields, diff_rows, diff_text

    rules = rules_of(rules_dir)
    a, b = one_of(rules, one_id), one_of(rules, other_id)
    if form is Format.table:
        Output().write(diff_text(a, b, width()))
    else:
        Output().write(render_rows(diff_fields(a, b), diff_rows(a, b), form.value))
    return OK


@rules_app.command("infer")
def infer_rules(
    paths: InputArgument,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FOLDER",
            show_default=False,
            help="Write the files below this folder, in a folder for each club; none that is there is replaced.",
        ),
    ] = None,
    form: FormatOption = Format.table,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show how each club rakes its winners, as far as its hands tell.

    With how many hands that rests on, what they leave open, and, ready to be kept, a file for each that extends its
    rule set and makes the inferred rake the rule. csv, json and md hold table inferred_rakes. The exit status is 1 when
    part of the files could not be read.
    """
    from ofc_audit.report.rakes import RAKE_FIELDS, rake_files, rake_rows, rake_text
    from ofc_audit.report.rendering import render_rows

    rules = rules_of(rules_dir)
    with results_of(paths, rules_dir, mapping=mapping) as (store, _):
        if write is not None:
            _write_files(write, {one.name: one.text for one in rake_files(store, rules)})
        if form is Format.table:
            Output().write(rake_text(store, rules, width()))
        else:
            Output().write(render_rows(RAKE_FIELDS, rake_rows(store), form.value))
        if not store.value("select count(*) from rejects"):
            return OK
    say("ofc: part of the files could not be read; ofc audit says why")
    return FOUND


def _write_files(folder: Path, files: Mapping[str, str]) -> None:
    paths = {folder / name: text for name, text in files.items()}
    for path in paths:
        if path.exists():
            raise SetupError(f"{path} is there already; name another folder, or remove it first")
    for path, text in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        say(f"{path} written")


@rules_app.command("validate")
def validate_rules(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH…", show_default=False, help="Files of your own rule sets, or folders of them."),
    ],
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Check files of your own rule sets: every error with its key and what is allowed.

    A file is read as from its folder, so it may extend another there. What is no error and yet hardly meant, such as a
    value that changes nothing, is a warning. The exit status is 1 when a file has errors.
    """
    from ofc_audit.report.rendering import render_rows
    from ofc_audit.report.rule_check import CHECK_FIELDS, check_rows, check_text
    from ofc_audit.rulesets import check_files

    try:
        reports = check_files(paths, rules_folders(rules_dir))
    except (ValueError, FileNotFoundError) as error:
        raise SetupError(str(error)) from None
    if form is Format.table:
        Output().write(check_text(reports, width()))
    else:
        Output().write(render_rows(CHECK_FIELDS, check_rows(reports), form.value))
    return FOUND if any(report.errors for report in reports) else OK
