"""`ofc report`: a page for a run, a player, a table, a club's week, a finding or a hand."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from ofc_audit.cli.console import FOUND, OK, REFUSED, Output, SetupError, say, width
from ofc_audit.cli.options import MappingOption, RulesDirOption, RulesOption
from ofc_audit.cli.report_goal import (
    BrowserOption,
    Goal,
    OutOption,
    PdfOption,
    SiteOption,
    WhereArgument,
    results_named,
)
from ofc_audit.cli.setup import rules_of

HELP = """Write a report as one HTML file that loads nothing: of a run, a player, a table, a club's week, a finding or a hand.

A page is dark or light as the reader's system is, prints on white, and sorts and filters its tables. It holds whatever it names: send it
to whom it concerns, and to nobody else."""

report_app = typer.Typer(help=HELP, no_args_is_help=True, rich_markup_mode=None)


@report_app.command("run")
def report_run(
    paths: WhereArgument = None,
    output: OutOption = None,
    pdf: PdfOption = None,
    browser: BrowserOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Report on a whole run.

    Coverage, findings by cause, corrections, clubs, rakes, players, files.
    """
    from ofc_audit.report.html.run import render_run
    from ofc_audit.report.summary import is_faulty

    goal = Goal(output, pdf, browser)
    with results_named(paths, rules_dir, rules_id, mapping) as store:
        goal.write(render_run(store))
        return FOUND if is_faulty(store) else OK


@report_app.command("finding")
def report_finding(
    number: Annotated[
        int,
        typer.Argument(
            metavar="NUMBER",
            show_default=False,
            help="The number of the finding (finding_no; it stands in the reports).",
        ),
    ],
    paths: WhereArgument = None,
    output: OutOption = None,
    pdf: PdfOption = None,
    browser: BrowserOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Report on one finding, as a dossier.

    The hand drawn as a table with its boards, street by street, the arithmetic pair by pair beside what the site said, the
    rule and its source, the lines of the file, what follows, who owes whom what, and checksums.
    """
    from ofc_audit.report.html.dossier import load_case, render_case

    goal = Goal(output, pdf, browser)
    with results_named(paths, rules_dir, rules_id, mapping) as store:
        try:
            case = load_case(store, number, rules_of(None if store.is_kept else rules_dir))
        except KeyError:
            n_all = store.value("select count(*) from findings")
            known = f"they are numbered from 1 to {n_all}" if n_all else "there are none"
            raise SetupError(f"no finding {number} in {', '.join(store.paths)}; {known}") from None
        goal.write(render_case(store, case))
        return FOUND if case.is_faulty else OK


@report_app.command("hand")
def report_hand(
    hand: Annotated[
        str,
        typer.Argument(
            metavar="HAND", show_default=False, help="The hand by the site's id, or the key of table hands."
        ),
    ],
    paths: WhereArgument = None,
    site: SiteOption = None,
    output: OutOption = None,
    pdf: PdfOption = None,
    browser: BrowserOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Report on one hand, wrong or not.

    The dossier of a finding, of any hand.
    """
    from ofc_audit.report.hand import find_hands
    from ofc_audit.report.hand_choice import render_choice
    from ofc_audit.report.html.dossier import case_of_hand, render_case

    goal = Goal(output, pdf, browser)
    with results_named(paths, rules_dir, rules_id, mapping) as store:
        found = find_hands(store, [hand] if site is None else [site, hand])
        if not found:
            raise SetupError(f"no hand {hand}{_at(site)} in {', '.join(store.paths)}")
        if len(found) > 1:
            say(f"ofc: {len(found)} hands have the id {hand}; name the site with --site, or one of them by its key:")
            Output().write(render_choice(found, width()))
            return REFUSED
        case = case_of_hand(store, found[0]["hand_key"], rules_of(None if store.is_kept else rules_dir))
        goal.write(render_case(store, case))
        return FOUND if case.is_faulty else OK


@report_app.command("player")
def report_player(
    player: Annotated[
        str,
        typer.Argument(metavar="PLAYER", show_default=False, help="The player by the id of his account, or by name."),
    ],
    paths: WhereArgument = None,
    site: SiteOption = None,
    output: OutOption = None,
    pdf: PdfOption = None,
    browser: BrowserOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Report on one player and how sure it is.

    Results over time with the band of luck alone, distribution of points, royalties by row, the way into Fantasyland,
    positions, opponents, fouls, tables, findings about him; under each rule set for itself.
    """
    from ofc_audit.report.html.player import find_players, render_player
    from ofc_audit.report.summary import is_faulty

    goal = Goal(output, pdf, browser)
    with results_named(paths, rules_dir, rules_id, mapping) as store:
        found = find_players(store, player, site)
        if not found:
            raise SetupError(f"no player {player!r}{_at(site)}; ofc stats lists them")
        if len(found) > 1:
            return _choose(f"{len(found)} accounts are called {player}; name one by its id or with --site:", found)
        goal.write(render_player(store, found[0]["site"], found[0]["player_id"]))
        return FOUND if is_faulty(store) else OK


@report_app.command("table")
def report_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", show_default=False, help="The table, by its id.")],
    paths: WhereArgument = None,
    site: SiteOption = None,
    club: Annotated[
        str | None,
        typer.Option("--club", metavar="CLUB", show_default=False, help="The club, where two have one table."),
    ] = None,
    output: OutOption = None,
    pdf: PdfOption = None,
    browser: BrowserOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Report on one table.

    Who sat there, the ledger, how it went, Fantasyland, stacks, coverage, findings.
    """
    from ofc_audit.report.html.table import find_tables, render_table_page
    from ofc_audit.report.summary import is_faulty

    goal = Goal(output, pdf, browser)
    with results_named(paths, rules_dir, rules_id, mapping) as store:
        found = find_tables(store, table, site, club)
        if not found:
            raise SetupError(
                f"no table {table!r}{_at(site)}{'' if club is None else f' in club {club}'}; table hands lists them"
            )
        if len(found) > 1:
            return _choose(f"{len(found)} tables are called {table}; name one with --site and --club:", found)
        goal.write(render_table_page(store, found[0]))
        return FOUND if is_faulty(store) else OK


@report_app.command("club-week")
def report_club_week(
    club: Annotated[
        str,
        typer.Argument(
            metavar="CLUB", show_default=False, help="The club, by its id; a site that has no clubs, by its name."
        ),
    ],
    paths: WhereArgument = None,
    week_of_day: Annotated[
        str | None,
        typer.Option(
            "--week-of",
            metavar="DATE",
            show_default=False,
            help="A day of the week, such as 2026-03-01; the last week when left away.",
        ),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            show_default=False,
            help="The time zone, such as Europe/Berlin; that of ofc run when left away.",
        ),
    ] = None,
    ends: Annotated[
        str | None,
        typer.Option(
            "--ends",
            metavar="DAY HH:MM",
            show_default=False,
            help="The last minute of a week, such as 'sunday 23:59'; that of ofc run when left away.",
        ),
    ] = None,
    site: SiteOption = None,
    output: OutOption = None,
    pdf: PdfOption = None,
    browser: BrowserOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Report on one week of a club.

    The ledger by player and by table, the rake, what nobody can account for, coverage, findings.
    """
    from datetime import date

    from ofc_audit.report.html.week import clock_of, find_clubs, last_day, read_ends, read_zone, render_week, week_of
    from ofc_audit.report.summary import is_faulty

    goal = Goal(output, pdf, browser)
    try:
        place = None if zone is None else read_zone(zone)
        last_minute = None if ends is None else read_ends(ends)
    except ValueError as error:
        raise SetupError(str(error)) from None
    try:
        day = None if week_of_day is None else date.fromisoformat(week_of_day)
    except ValueError:
        raise SetupError(f"--week-of {week_of_day}: is no day; write it as 2026-03-01") from None
    with results_named(paths, rules_dir, rules_id, mapping) as store:
        found = find_clubs(store, club, site)
        if not found:
            raise SetupError(
                f"no club {club!r}{_at(site)}, and no site so called that has none; table hands lists them"
            )
        if len(found) > 1:
            return _choose(f"{len(found)} sites have a club {club}; name one with --site:", found)
        own_zone, own_end = clock_of(store)
        place = place or read_zone(own_zone)
        day = day or last_day(found[0], place)
        if day is None:
            raise SetupError(f"no hand of {club} has a time; a week cannot be told")
        goal.write(render_week(store, found[0], week_of(day, place, own_end if last_minute is None else last_minute)))
        return FOUND if is_faulty(store) else OK


def _at(site: str | None) -> str:
    return "" if site is None else f" at {site}"


def _choose(told: str, rows: Sequence[Mapping[str, Any]]) -> int:
    """Says that several are meant, and which."""
    from ofc_audit.report.rendering import Field, render_rows

    say(f"ofc: {told}")
    fields = [
        Field(name, name.removesuffix("_id").replace("_", " "), "int" if name == "hands" else "text")
        for name in rows[0]
    ]
    Output().write(render_rows([one for one in fields if one.name != "last_at"], rows, "table", width()))
    return REFUSED
