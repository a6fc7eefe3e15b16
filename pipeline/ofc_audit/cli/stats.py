"""`ofc stats`: how everybody plays."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.files import STDOUT, refuse_existing, written_to
from ofc_audit.cli.options import (
    AliasesOption,
    DayCutOption,
    InputArgument,
    MappingOption,
    RulesDirOption,
    RulesOption,
    SessionGapOption,
    WeekEndOption,
)
from ofc_audit.cli.setup import results_of

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa


class Form(StrEnum):
    """The forms of statistics."""

    table = "table"
    json = "json"
    csv = "csv"
    md = "md"
    xlsx = "xlsx"
    parquet = "parquet"


class State(StrEnum):
    """Where a player's own hand is played."""

    normal = "normal"
    fantasy = "fantasy"


class Opponents(StrEnum):
    """Whether opponents are in Fantasyland."""

    none = "none"
    some = "some"


class Position(StrEnum):
    """Who acts when; the button acts last."""

    first = "first"
    second = "second"
    third = "third"
    button = "button"


def _several(option: str, metavar: str, text: str) -> typer.models.OptionInfo:
    return typer.Option(option, metavar=metavar, show_default=False, help=text)  # type: ignore[no-any-return]


def stats(
    paths: InputArgument,
    player: Annotated[
        list[str] | None,
        _several("--player", "X", "Only this player, by id or name; may be given several times, like all filters."),
    ] = None,
    against: Annotated[
        list[str] | None, _several("--against", "X", "Only hands in which this player sat at the table too.")
    ] = None,
    site: Annotated[list[str] | None, _several("--site", "X", "Only this site.")] = None,
    rule_set: Annotated[
        list[str] | None, _several("--rule-set", "ID", "Only hands judged under this rule set.")
    ] = None,
    club: Annotated[list[str] | None, _several("--club", "X", "Only this club.")] = None,
    table: Annotated[list[str] | None, _several("--table", "X", "Only this table.")] = None,
    stakes: Annotated[
        list[str] | None,
        _several(
            "--stakes", "'AMOUNT CUR'", "Only hands with this worth of a point, in this currency, or both: '0.50 EUR'."
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="DATE", show_default=False, help="Only hands from this day, month or moment on."
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="DATE",
            show_default=False,
            help="Only hands up to the end of this day or month, or before this moment.",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="N,…", show_default=False, help="Only hands with so many players: 2,3."),
    ] = None,
    state: Annotated[State | None, typer.Option("--state", help="Only hands played outside or in Fantasyland.")] = None,
    opponents: Annotated[
        Opponents | None, typer.Option("--opponents", help="Only hands with no opponent, or some, in Fantasyland.")
    ] = None,
    position: Annotated[
        list[Position] | None, typer.Option("--position", help="Only hands in which he acts so.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="WHAT,…",
            show_default=False,
            help="Rows for each of these, such as player,position or month; --by help lists them.",
        ),
    ] = None,
    compare: Annotated[
        list[str] | None,
        _several(
            "--compare",
            "FILTER=X",
            "Hold against the same hands with another filter: player=Bo, dates=2026-02, seats=3.",
        ),
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option("--sort", metavar="COLUMN", show_default=False, help="Sort by a column, highest first."),
    ] = None,
    ascending: Annotated[bool, typer.Option("--ascending", help="Lowest first.")] = False,
    min_hands: Annotated[
        int, typer.Option("--min-hands", metavar="N", min=0, help="Only rows with so many hands.")
    ] = 0,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, show_default=False, help="Only the first rows.")
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            metavar="NAME,…",
            show_default=False,
            help="These columns; the main ones, or in files all, when left away.",
        ),
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option("--format", "-f", show_default=False, help="How the output is written; table when left away."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", show_default=False, help="The file to write; its ending tells the format."
        ),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over FILE.")] = False,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            show_default=False,
            help="The time zone of dates, days and weeks; that of ofc run when left away.",
        ),
    ] = None,
    day_cut: DayCutOption = None,
    week_end: WeekEndOption = None,
    session_gap: SessionGapOption = None,
    aliases: AliasesOption = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show how everybody plays.

    The table shows the main rates with their 95 % intervals; the other formats have every column. Filters take hands away, and all
    figures are those of the hands that are left.
    """
    from functools import partial

    from ofc_audit.report.hand_filter import Asked
    from ofc_audit.report.stats import Wanted, stats_of
    from ofc_audit.report.stats_text import all_notes, render_stats
    from ofc_audit.report.summary import is_faulty

    if by == "help":
        return _list_groupings()
    chosen = _form(form, out)
    refuse_existing(_path(out), replace)
    wanted = Wanted(
        Asked(
            tuple(player or ()),
            tuple(against or ()),
            tuple(site or ()),
            tuple(rule_set or ()),
            tuple(club or ()),
            tuple(table or ()),
            tuple(stakes or ()),
            since,
            until,
            _numbers("--seats", seats),
            state.value if state else None,
            opponents.value if opponents else None,
            tuple(one.value for one in position or ()),
        ),
        _words(by),
        sort,
        ascending,
        min_hands,
        limit,
        _words(columns),
        _clock(zone, day_cut, week_end, session_gap),
    )
    if compare:
        _refuse_beside_compare(
            {"--by": by, "--sort": sort, "--limit": limit, "--columns": columns, "--min-hands": min_hands}
        )
    with results_of(paths, rules_dir, rules_id=rules_id, mapping=mapping, aliases=aliases) as (store, _):
        try:
            if compare:
                from ofc_audit.report.compare import comparison
                from ofc_audit.report.compare_text import render_comparison

                made = comparison(store, wanted.asked, compare, wanted.clock)
                rows, notes = made.rows, made.notes
                text = partial(render_comparison, made)
            else:
                found = stats_of(store, wanted)
                rows, notes = found.rows.select(found.columns), tuple(all_notes(found))
                text = partial(render_stats, found)
        except ValueError as error:
            raise SetupError(str(error)) from None
        _write(rows, notes, text, chosen, out)
        return FOUND if is_faulty(store) else OK


def _refuse_beside_compare(others: dict[str, object]) -> None:
    given = [option for option, value in others.items() if value]
    if given:
        raise SetupError(f"{given[0]} does not go with --compare, which shows every rate and mean of two samples")


def _list_groupings() -> int:
    """What `--by` takes, and what it means."""
    from ofc_audit.report.groups import MARTS, PARTS, PLAYER

    meanings = {PLAYER: "the player (what stands without --by)"} | {word: part.help for word, part in PARTS.items()}
    Output().write("Any of these together:\n" + "".join(f"  {word:15} {text}\n" for word, text in meanings.items()))
    Output().write(
        "One of these, also with one of those above that say when or where:\n"
        + "".join(f"  {word:15} {text}\n" for word, (_, text) in MARTS.items())
    )
    return OK


def _form(form: Form | None, out: str | None) -> Form:
    """The form asked for, by name or by the ending of the file. Raises SetupError for an ending that stands for none, and for what is no
    text on a terminal."""
    import sys
    from pathlib import Path

    ending = "" if out in (None, STDOUT) else Path(str(out)).suffix.lower().removeprefix(".")
    if form is None and ending:
        if ending not in [one.value for one in Form if one is not Form.table]:
            allowed = ", ".join(f".{one.value}" for one in Form if one is not Form.table)
            raise SetupError(f"{out}: its ending tells no format; allowed are {allowed}, or name one with --format")
        return Form(ending)
    chosen = form or Form.table
    if chosen in (Form.xlsx, Form.parquet) and out in (None, STDOUT) and sys.stdout.isatty():
        raise SetupError(f"{chosen.value} is no text for a terminal; name a file: -o stats.{chosen.value}")
    return chosen


def _path(out: str | None) -> "Path | None":
    from pathlib import Path

    return None if out in (None, STDOUT) else Path(str(out))


def _words(text: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in (text or "").split(",") if word.strip()))


def _numbers(option: str, text: str | None) -> tuple[int, ...]:
    words = _words(text)
    if any(not word.isdecimal() for word in words):
        raise SetupError(f"{option} {text}: write numbers with commas between them, such as 2,3")
    return tuple(int(word) for word in words)


def _clock(zone: str | None, day_cut: str | None, week_end: str | None, session_gap: int | None) -> dict[str, object]:
    """What was said of the calendar, by the column it is about."""
    given = {"zone": zone, "day_cut": day_cut, "week_end": week_end, "session_gap": session_gap}
    if not any(value is not None for value in given.values()):
        return {}
    from ofc_audit.cli.setup import calendar_of

    read = calendar_of(zone, day_cut, week_end, session_gap)
    return {name: getattr(read, name) for name, value in given.items() if value is not None}


def _write(rows: "pa.Table", notes: Sequence[str], text: Callable[[int], str], form: Form, out: str | None) -> None:
    """Rows in their form, to the file or to standard output; what is said of them goes to standard error where the form has no place
    for it."""
    from ofc_audit.report.row_files import RowFile

    if form is Form.table and out is None:
        Output().write(text(width()))
        return
    with written_to(out or STDOUT) as (file, put):
        if form is Form.table:
            file.write(text(width()).encode())
        else:
            try:
                with RowFile(file, form.value, rows.schema, sheet="Statistics", notes=notes) as made:
                    made.add(rows)
            except ValueError as error:
                raise SetupError(f"{out or STDOUT}: {error}") from None
        put()
    if form in (Form.csv, Form.json):
        for note in notes:
            say(f"ofc: {note}")
