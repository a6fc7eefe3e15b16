"""`ofc export`: rows, histories and bundles of a run, to hand on."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, REFUSED, Output, SetupError, say, width
from ofc_audit.cli.convert import Target
from ofc_audit.cli.files import STDOUT, refuse_existing, written_to
from ofc_audit.cli.options import InputArgument, MappingOption, RulesDirOption, RulesOption
from ofc_audit.cli.setup import results_of, rules_of

if TYPE_CHECKING:
    from ofc_audit.report.export_choice import Choice
    from ofc_audit.report.store import Store


class RowForm(StrEnum):
    """The forms of rows."""

    csv = "csv"
    json = "json"
    jsonl = "jsonl"
    md = "md"
    xlsx = "xlsx"
    parquet = "parquet"


def _several(option: str, metavar: str, text: str) -> typer.models.OptionInfo:
    return typer.Option(option, metavar=metavar, show_default=False, help=text)  # type: ignore[no-any-return]


def export(
    paths: InputArgument,
    rows: Annotated[
        str | None,
        typer.Option("--rows", metavar="NAME", show_default=False, help="The rows of this table, mart or view."),
    ] = None,
    histories: Annotated[
        Target | None,
        typer.Option("--histories", show_default=False, help="The hands as histories in this format."),
    ] = None,
    bundle: Annotated[
        bool, typer.Option("--bundle", help="The hands with everything an arbiter needs, in one zip file.")
    ] = False,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="The file to write; - for standard output.")
    ] = STDOUT,
    form: Annotated[
        RowForm | None,
        typer.Option(
            "--format", "-f", show_default=False, help="How rows are written; by the ending of FILE when left away."
        ),
    ] = None,
    hand: Annotated[list[str] | None, _several("--hand", "ID", "Only this hand, by the site's id or its key.")] = None,
    player: Annotated[
        list[str] | None, _several("--player", "X", "Only hands with this player, by id or name.")
    ] = None,
    site: Annotated[list[str] | None, _several("--site", "X", "Only this site.")] = None,
    club: Annotated[list[str] | None, _several("--club", "X", "Only this club.")] = None,
    table: Annotated[list[str] | None, _several("--table", "X", "Only this table.")] = None,
    rule_set: Annotated[
        list[str] | None, _several("--rule-set", "ID", "Only hands judged under this rule set.")
    ] = None,
    check: Annotated[
        list[str] | None, _several("--check", "ID", "Only hands in which this check found something.")
    ] = None,
    found: Annotated[
        bool, typer.Option("--found", help="Only hands with errors or warnings that are not waived.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option("--from", metavar="DATE", show_default=False, help="Only hands from this day or moment on."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="DATE", show_default=False, help="Only hands to the end of this day, or before this moment."
        ),
    ] = None,
    zone: Annotated[str, typer.Option("--zone", metavar="ZONE", help="The time zone of these days.")] = "UTC",
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Write also hands of which the format cannot hold everything, without that.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Write over FILE.")] = False,
    rules_id: RulesOption = None,
    rules_dir: RulesDirOption = None,
    mapping: MappingOption = None,
) -> int:
    """Hand on rows, histories or evidence.

    Without --rows, --histories and --bundle: what there is to export. Filters choose hands; one that is given several
    times takes either, different ones must all be met.

    Exit status: 0 everything is in FILE; 1 something is missing there, as listed; 2 nothing was written.
    """
    from ofc_audit.report.export_choice import Asked, choice_of
    from ofc_audit.report.store import is_results

    wanted = [
        name for name, is_asked in (("--rows", rows), ("--histories", histories), ("--bundle", bundle)) if is_asked
    ]
    if len(wanted) > 1:
        raise SetupError(f"{' and '.join(wanted)} are different files; ask for one of them")
    asked = Asked(
        hands=tuple(hand or ()),
        sites=tuple(site or ()),
        clubs=tuple(club or ()),
        tables=tuple(table or ()),
        players=tuple(player or ()),
        rule_sets=tuple(rule_set or ()),
        checks=tuple(check or ()),
        found=found,
        since=since,
        until=until,
        zone=zone,
    )
    try:
        choice = choice_of(asked)
    except ValueError as error:
        raise SetupError(str(error)) from None
    refuse_existing(None if out == STDOUT else Path(out), replace)
    # Rule sets of one's own are told to a bundle of results that are kept too: it holds their parameters with their sources.
    is_kept = len(paths) == 1 and is_results(paths[0])
    with results_of(paths, None if is_kept else rules_dir, rules_id=rules_id, mapping=mapping) as (store, _):
        try:
            if not wanted:
                return _list(store)
            if rows is not None:
                return _rows(store, rows, choice if asked.is_any else None, out, form)
            if histories is not None:
                return _histories(store, choice, histories, out, lossy)
            return _bundle(store, choice, out, rules_dir)
        except ValueError as error:
            raise SetupError(str(error)) from None


def _list(store: "Store") -> int:
    from ofc_audit.report.export import relations
    from ofc_audit.report.rendering import Field, render_table

    fields = (Field("name", "name"), Field("rows", "rows", "int"), Field("title", "what it is", wraps=True))
    Output().write(
        render_table(fields, [{**row, "title": _sentence(row["title"])} for row in relations(store)], width())
    )
    return OK


def _sentence(text: str | None) -> str:
    """The first sentence of a comment."""
    return (text or "").partition(". ")[0].rstrip(".")


def _rows(store: "Store", name: str, choice: "Choice | None", out: str, form: RowForm | None) -> int:
    from ofc_audit.report.export import write_rows
    from ofc_audit.report.export_choice import count_chosen
    from ofc_audit.report.row_files import BINARY

    wanted = form.value if form is not None else _form_of(out)
    if out == STDOUT and wanted in BINARY:
        raise SetupError(f"{wanted} is no text for a terminal; name a file with --out")
    if choice is not None:
        count_chosen(store, choice)
    with written_to(out) as (file, put):
        n_rows = write_rows(store, name, choice, file, wanted)
        put()
    if out != STDOUT:
        Output().write(f"{out}: {n_rows:,} rows of {name}\n")
    return OK


def _form_of(out: str) -> str:
    if out == STDOUT:
        return RowForm.csv.value
    ending = Path(out).suffix.lower().removeprefix(".")
    if ending not in list(RowForm):
        raise SetupError(
            f"{out}: rows are written as what the name ends in; allowed are {', '.join('.' + one for one in RowForm)}"
        )
    return ending


def _histories(store: "Store", choice: "Choice", target: Target, out: str, lossy: bool) -> int:
    from ofc_audit.cli.convert import form_of
    from ofc_audit.report.conversion import conversion_text
    from ofc_audit.report.export import write_histories
    from ofc_audit.report.export_choice import count_chosen

    count_chosen(store, choice)
    with written_to(out) as (file, put):
        form = form_of(out) if target is Target.table else "csv"
        done = write_histories(store, choice, target.value, file, accepts_losses=lossy, form=form)
        is_written = done.n_written > 0 and (lossy or not done.losses)
        if is_written:
            put()
    report = conversion_text(done, is_written, None if out == STDOUT else out, "table", width())
    if out == STDOUT:
        say(report.rstrip("\n"))
    else:
        Output().write(report)
    if not is_written:
        return REFUSED
    return OK if done.is_whole else FOUND


def _bundle(store: "Store", choice: "Choice", out: str, rules_dir: list[Path] | None) -> int:
    from ofc_audit.report.bundle import write_bundle
    from ofc_audit.report.text import visible

    if out == STDOUT:
        raise SetupError("a bundle is no text for a terminal; name a file with --out")
    with written_to(out) as (file, put):
        made = write_bundle(store, choice, rules_of(rules_dir), file)
        put()
    lines = [f"{out}: {made.n_hands:,} {'hand' if made.n_hands == 1 else 'hands'}, {made.n_files:,} files"]
    lines += [f"  missing: {visible(text)}" for text in made.missing]
    Output().write("\n".join(lines) + "\n")
    return FOUND if made.missing else OK
