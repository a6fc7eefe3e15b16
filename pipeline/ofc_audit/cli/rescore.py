"""`ofc rescore`: the same hands under other rules, and who would have won what."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.options import Format, FormatOption, InputArgument, MappingOption, RulesDirOption, SetOption
from ofc_audit.cli.setup import results_of, rules_of, texts_of

if TYPE_CHECKING:
    from ofc_audit.report.store import Store
    from ofc_audit.rulesets import RuleSet


class Listing(StrEnum):
    """What can be listed alone."""

    player = "player"
    table = "table"
    hand = "hand"


def rescore(
    paths: InputArgument,
    rules_id: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="ID",
            show_default=False,
            help="The rule set in place of each hand's own (see ofc rules list); options that a hand states stay in force.",
        ),
    ] = None,
    settings: SetOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", show_default=False, help="A folder for the tables, as Parquet and CSV."),
    ] = None,
    top: Annotated[int, typer.Option("--top", metavar="N", min=0, help="Show so many hands, players and tables.")] = 10,
    by: Annotated[
        Listing | None,
        typer.Option(
            "--by", show_default=False, help="Only this listing, every column of it; csv without it lists players."
        ),
    ] = None,
    form: FormatOption = Format.table,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Recompute hands under other rules.

    Who would have won what, by player and table, which hands change most, and after which hands the play itself would
    have changed. An output folder of ofc run is not read again from its files, and stays as it is. Money is before rake,
    on the stacks as recorded; later stacks are not replayed. What either rules settle at the end of a match is compared
    match by match, with its last hand.
    """
    from ofc_audit.report.rescore import render_rescore
    from ofc_audit.report.rescore_rows import open_rescored
    from ofc_audit.report.store import is_results

    change = (rules_id, texts_of(settings))
    if change == (None, {}):
        raise SetupError("nothing to change; name a rule set (--rules ID) or a parameter (--set KEY=VALUE)")
    rules = rules_of(rules_dir)
    _refuse_early(rules, change, out)
    # Kept results have rules of their own already; a folder of rule sets is then for the new ones.
    is_kept = len(paths) == 1 and is_results(paths[0])
    with results_of(paths, None if is_kept else rules_dir, mapping=mapping) as (store, _):
        with _recomputed(store, paths, out, rules, change) as (folder, record), open_rescored(folder, record) as made:
            Output().write(render_rescore(made, form.value, width(), top, None if by is None else by.value))
        _say_where_nothing_is_left(store)
        return FOUND if store.value("select count(*) from rejects") else OK


def _refuse_early(rules: "Mapping[str, RuleSet]", change: tuple[str | None, dict[str, str]], out: Path | None) -> None:
    """Refuses what cannot be asked before any file is read, as far as that tells. Raises SetupError."""
    from ofc_audit.warehouse.errors import BuildError
    from ofc_audit.warehouse.place import absolute
    from ofc_audit.warehouse.rescore import refuse_results
    from ofc_audit.warehouse.rescore_rules import Change

    try:
        Change(*change).refuse_early(rules)
        if out is not None:
            refuse_results(absolute(out))
    except (BuildError, ValueError) as error:
        raise SetupError(str(error)) from None


def _say_where_nothing_is_left(store: "Store") -> None:
    """Why nothing was recomputed, where every hand was rejected: the tables alone read as if there were no hands."""
    from ofc_audit.report.summary import first_rejects
    from ofc_audit.report.text import reject_reason, visible

    if store.value("select count(*) from hands") or not (told := first_rejects(store)):
        return
    first = told[0]
    place = f"{visible(first['source_file'])}:{first['first_line']}"
    reason = visible(reject_reason(first["reason"], first["first_line"]))
    say(
        f"ofc: no hand was recomputed, for none could be read; the first stretch that was rejected is {place}: {reason}"
    )


@contextmanager
def _recomputed(
    store: "Store",
    paths: Sequence[str],
    out: Path | None,
    rules: "Mapping[str, RuleSet]",
    change: tuple[str | None, dict[str, str]],
) -> "Iterator[tuple[Path, Mapping[str, Any]]]":
    """The folder with the tables of a recomputation, and its record; a temporary one where none is named.

    Raises SetupError for whatever the user can mend.
    """
    from tempfile import TemporaryDirectory

    from ofc_audit.cli.progress import shown_progress
    from ofc_audit.report.rescore_csv import write_csv_files
    from ofc_audit.warehouse.errors import BuildError
    from ofc_audit.warehouse.rescore import rescore as recompute
    from ofc_audit.warehouse.rescore import rescore_into
    from ofc_audit.warehouse.rescore_rules import Change

    asked = Change(*change)
    with TemporaryDirectory(prefix="ofc-") as scratch:
        try:
            with shown_progress() as progress:
                if out is None:
                    folder = Path(scratch)
                    record = recompute(store.folder, store.run, folder, rules, asked, progress=progress)
                else:
                    folder = out
                    record = rescore_into(
                        store.folder, store.run, out, rules, asked, paths, write_csv_files, progress=progress
                    )
        except (BuildError, ValueError) as error:
            raise SetupError(str(error)) from None
        yield folder, record
