"""`ofc stats`: how everybody plays."""

from typing import Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, width
from ofc_audit.cli.options import Format, FormatOption, InputArgument, MappingOption, RulesDirOption, RulesOption
from ofc_audit.cli.setup import results_of


def stats(
    paths: InputArgument,
    player: Annotated[
        str | None, typer.Option("--player", metavar="X", show_default=False, help="Only this player, by id or name.")
    ] = None,
    min_hands: Annotated[
        int, typer.Option("--min-hands", metavar="N", min=0, help="Only players with so many hands.")
    ] = 0,
    sort: Annotated[
        str | None,
        typer.Option(
            "--sort", metavar="COLUMN", show_default=False, help="Sort by a column of player_stats, highest first."
        ),
    ] = None,
    form: FormatOption = Format.table,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show how everybody plays.

    The table shows the main rates with their 95 % intervals; csv, json and md have every column of player_stats.
    """
    from ofc_audit.report.stats import render_stats, stats_rows
    from ofc_audit.report.summary import is_faulty

    with results_of(paths, rules_dir, rules_id=rules_id, mapping=mapping) as (store, _):
        try:
            rows = stats_rows(store, player, min_hands, sort)
        except ValueError as error:
            raise SetupError(str(error)) from None
        if player is not None and not rows:
            raise SetupError(
                f"no player {player!r} with {min_hands} hands or more; ofc stats without --player lists them"
            )
        Output().write(render_stats(store, rows, form.value, width()))
        return FOUND if is_faulty(store) else OK
