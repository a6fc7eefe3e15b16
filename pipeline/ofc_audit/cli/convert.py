"""`ofc convert`: hands of any format that is read, in one that is written."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, REFUSED, Output, SetupError, say, width
from ofc_audit.cli.files import STDOUT, refuse_existing, written_to
from ofc_audit.cli.options import Format, FormatOption, MappingOption, RulesDirOption, RulesOption

if TYPE_CHECKING:
    from ofc_audit.warehouse.convert import Conversion
    from ofc_audit.warehouse.stage import DefaultRules


class Target(StrEnum):
    """The formats that hands can be written in."""

    ofc_text = "ofc_text"
    ofc_jsonl = "ofc_jsonl"
    capture_hh = "capture_hh"
    table = "table"


def convert(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH…",
            show_default=False,
            help="Hand histories: files, folders, patterns ('week*/**/*.txt'), - for standard input.",
        ),
    ],
    target: Annotated[Target, typer.Option("--to", show_default=False, help="The format to write.")],
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write; - for standard output. A table is written as its name ends: .csv, .tsv, .parquet, .xlsx, .sqlite.",
        ),
    ] = STDOUT,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Write also hands of which the format cannot hold everything, without that.")
    ] = False,
    losses: Annotated[
        Path | None,
        typer.Option("--losses", metavar="CSV", show_default=False, help="A file to list what is lost, hand by hand."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over FILE and CSV.")] = False,
    form: FormatOption = Format.table,
    rules_id: RulesOption = None,
    rules_dir: RulesDirOption = None,
    mapping: MappingOption = None,
) -> int:
    """Write hand histories in another format.

    Hands are written in the order of the inputs; one that stands twice is written twice. What the format cannot hold is
    listed with counts, and nothing is written unless you say --lossy. The list goes to standard output, or to standard
    error where that takes the hands.

    Exit status: 0 all hands are in FILE, whole; 1 something is missing there, as listed; 2 nothing was written.
    """
    from ofc_audit.cli.progress import shown_progress
    from ofc_audit.read.inputs import Walk
    from ofc_audit.read.source import open_sources
    from ofc_audit.read.table_mapping import load_mapping
    from ofc_audit.read.table_place import with_mapping
    from ofc_audit.report.conversion import LossList, conversion_text
    from ofc_audit.warehouse.convert import convert as convert_all
    from ofc_audit.warehouse.errors import OutputRefusedError
    from ofc_audit.warehouse.place import absolute, refuse_inside

    for path in (None if out == STDOUT else Path(out), losses):
        refuse_existing(path, replace)
    if losses is not None and out != STDOUT and Path(out).absolute() == losses.absolute():
        raise SetupError(f"{losses} cannot take both the hands and the list of what is lost; name another file")
    form_of_table = form_of(out) if target is Target.table else "csv"
    default_rules = _default_rules(rules_id, rules_dir)
    walk = Walk()
    try:
        if mapping is not None:
            load_mapping(mapping)
        sources = with_mapping(open_sources(paths, walk=walk), mapping)
        if out != STDOUT:
            refuse_inside(absolute(Path(out)), walk.folders)
    except (FileNotFoundError, ValueError, OutputRefusedError) as error:
        raise SetupError(str(error)) from None
    with written_to(out) as (file, put), LossList(losses) as listed, shown_progress() as progress:
        try:
            done = convert_all(
                sources,
                target.value,
                file,
                accepts_losses=lossy,
                default_rules=default_rules,
                list_loss=listed.add,
                progress=progress,
                form=form_of_table,
            )
        except ValueError as error:
            raise SetupError(f"{out}: {error}") from None
        _require_recognised(done)
        is_written = done.n_written > 0 and (lossy or not done.losses)
        if is_written:
            put()
        listed.keep()
    report = conversion_text(done, is_written, out if out != STDOUT else None, form.value, width())
    if out == STDOUT:
        say(report.rstrip("\n"))
    else:
        Output().write(report)
    if not is_written:
        return REFUSED
    return OK if done.is_whole else FOUND


def form_of(out: str) -> str:
    """The form of a table by the ending of its name; CSV on standard output. Raises SetupError for an ending that stands for none."""
    from ofc_audit.read.write_table_file import ENDINGS

    if out == STDOUT:
        return "csv"
    form = ENDINGS.get(Path(out).suffix.lower())
    if form is None:
        raise SetupError(f"{out}: a table is written as what its name ends in; allowed are {', '.join(ENDINGS)}")
    return form


def _default_rules(rules_id: str | None, rules_dir: list[Path] | None) -> "DefaultRules | None":
    if rules_id is None:
        return None
    from ofc_audit.cli.setup import one_of, rules_of
    from ofc_audit.warehouse.stage import DefaultRules

    one_of(rules_of(rules_dir), rules_id)
    return DefaultRules(rules_id)


def _require_recognised(done: "Conversion") -> None:
    """Raises SetupError when no file was of a known format."""
    from ofc_audit.report.text import visible

    if done.is_recognised:
        return
    if not done.rejects:
        raise SetupError("no files: the folders given are empty")
    file, _, reason = done.rejects[0]
    raise SetupError(f"no file was recognised; {visible(file)}: {visible(reason)}")
