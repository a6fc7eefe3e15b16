"""`ofc simulate`: hands played under a rule set, with the truth beside them, and lies where they are asked for."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_audit.cli.console import OK, Output, SetupError, say
from ofc_audit.cli.options import RulesDirOption
from ofc_audit.cli.setup import keyed_texts, one_of, rules_of

if TYPE_CHECKING:
    from ofc_audit.simulate.packs import Job


class HandFormat(StrEnum):
    """The formats in which hands can be written."""

    ofc_text = "ofc_text"
    ofc_jsonl = "ofc_jsonl"
    capture_hh = "capture_hh"
    table = "table"


class Cap(StrEnum):
    """Readings of a cap that a rule set leaves open."""

    both = "both"
    loser = "loser"


NO_STACKS = "none"


def simulate(
    rules_id: Annotated[
        str, typer.Argument(metavar="RULES", show_default=False, help="The rule set (see ofc rules list).")
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", show_default=False, help="The folder for hands and truth.")
    ],
    n_hands: Annotated[int, typer.Option("--hands", metavar="N", min=1, help="So many hands.")] = 1_000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Other hands for another number.")] = 1,
    form: Annotated[
        HandFormat | None,
        typer.Option(
            "--format",
            "-f",
            show_default=False,
            help="How the hands are written: as a capture where the room is recorded so, else ofc_text.",
        ),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="KEY=VALUE",
            help="What the tables state (scoring=2-4, royalties=american); may be given several times.",
        ),
    ] = None,
    players: Annotated[
        str, typer.Option("--players", metavar="N,…", help="Players at the tables, one number after the other.")
    ] = "2,3",
    hands_per_table: Annotated[
        int, typer.Option("--hands-per-table", metavar="N", min=1, help="So many hands at a table.")
    ] = 100,
    policies: Annotated[
        str,
        typer.Option("--policy", metavar="NAME,…", help="How players play, drawn for each: careful, chaser, random."),
    ] = "careful,careful,random",
    point_value: Annotated[
        str | None, typer.Option("--point-value", metavar="AMOUNT", show_default=False, help="What a point costs.")
    ] = None,
    stack: Annotated[
        str | None,
        typer.Option("--stack", metavar="AMOUNT", show_default=False, help="What a player brings; none for no stacks."),
    ] = None,
    hidden_stacks: Annotated[
        bool, typer.Option("--hidden-stacks", help="Players have stacks that the record does not state.")
    ] = False,
    cap: Annotated[
        Cap | None,
        typer.Option("--cap", show_default=False, help="How the room reads a cap that the rule set leaves open."),
    ] = None,
    rake: Annotated[
        list[str] | None,
        typer.Option(
            "--rake",
            metavar="KEY=VALUE",
            help="The rake on a winner: rate=0.05, unit=0.01, rounding=up or half_up, minimum, cap, free (wins without).",
        ),
    ] = None,
    plays_on: Annotated[
        bool, typer.Option("--plays-on", help="Fantasyland is played when one player has everything already.")
    ] = False,
    timeouts: Annotated[
        float, typer.Option("--timeouts", metavar="SHARE", help="Share of a player's hands in which his time runs out.")
    ] = 0.0,
    leaves: Annotated[
        float, typer.Option("--leave", metavar="SHARE", help="Share after which he leaves to another player.")
    ] = 0.0,
    top_ups: Annotated[
        float, typer.Option("--top-up", metavar="SHARE", help="Share after which he buys up to a whole stack.")
    ] = 0.0,
    is_tournament: Annotated[bool, typer.Option("--tournament", help="Every table plays tournaments.")] = False,
    levels: Annotated[
        str | None,
        typer.Option("--levels", metavar="AMOUNT,…", show_default=False, help="What a point costs, level by level."),
    ] = None,
    hands_per_level: Annotated[
        int | None,
        typer.Option(
            "--hands-per-level", metavar="N", min=1, show_default=False, help="How long a level lasts: 5 hands."
        ),
    ] = None,
    bounty: Annotated[
        str | None,
        typer.Option("--bounty", metavar="AMOUNT", show_default=False, help="What a player is worth who is out."),
    ] = None,
    faults: Annotated[
        float, typer.Option("--faults", metavar="SHARE", help="Share of hands that are told wrong.")
    ] = 0.0,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind", metavar="NAME", show_default=False, help="Only such faults (see docs/faults.md); several times."
        ),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", metavar="N", min=1, show_default=False, help="As many as there are processors if left away."
        ),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Put it in the place of the simulation in DIR.")] = False,
    rules_dir: RulesDirOption = None,
) -> int:
    """Play hands under a rule set, and write them with the truth beside them.

    DIR then holds hands/, files as a room writes them; truth/, the same hands as tables, with the stacks behind them and
    every lie; and simulation.json. The same words give the same bytes, in however many processes.
    """
    from ofc_audit.simulate import asked
    from ofc_audit.simulate.packs import Job
    from ofc_audit.simulate.plan import Plan

    rules = one_of(rules_of(rules_dir), rules_id)
    given: dict[str, Any] = {
        "hidden_stacks": hidden_stacks,
        "hands_per_table": hands_per_table,
        "policies": tuple(word.strip() for word in policies.split(",")),
        "cap": None if cap is None else cap.value,
        "plays_on": plays_on,
        "timeouts": timeouts,
        "leaves": leaves,
        "top_ups": top_ups,
        "first_match": asked.first_match(seed),
    }
    try:
        given |= {
            "options": asked.options_of(keyed_texts("--option", options, "scoring=2-4")),
            "n_players": asked.players(players),
            "rake": asked.rake_of(keyed_texts("--rake", rake, "rate=0.05")),
            "tournament": asked.tournament_of(is_tournament, levels, hands_per_level, bounty),
            "point_value": None if point_value is None else asked.amount(point_value, "--point-value"),
        }
        plan = Plan(**asked.settings_of(given), **_stack(stack))
        chosen = asked.kinds_of(faults, kinds or ())
        job = Job(rules, plan, n_hands, seed, _format(form, rules.sites[0]), faults, chosen)
        record = _written(job, out, processes, replace)
    except ValueError as error:
        raise SetupError(str(error)) from None
    n_files = len(record["files"])
    files = "1 file" if n_files == 1 else f"{n_files:,} files"
    lies = f", {record['n_lies']:,} of them told wrong" if chosen else ""
    Output().write(f"{record['n_hands']:,} hands{lies}, in {files}: {out / 'hands'}\n")
    if record["n_lies_missed"]:
        say(f"ofc: {record['n_lies_missed']:,} hands more were to be told wrong; a match or a table bears one lie, "
            "of a kind that can happen there")  # fmt: skip
    return OK


def _stack(text: str | None) -> dict[str, Any]:
    from ofc_audit.simulate.asked import amount

    return {} if text is None else {"stack": None if text == NO_STACKS else amount(text, "--stack")}


def _format(form: HandFormat | None, site: str) -> str:
    from ofc_audit.simulate.rooms import room_of

    if form is not None:
        return form.value
    return HandFormat.capture_hh.value if room_of(site).is_capture else HandFormat.ofc_text.value


def _written(job: "Job", out: Path, processes: int | None, replace: bool) -> dict[str, Any]:
    import os

    from ofc_audit.cli.progress import shown_progress
    from ofc_audit.simulate.output import write_simulation
    from ofc_audit.warehouse.errors import BuildError

    try:
        with shown_progress() as progress:
            return write_simulation(job, out, processes or os.cpu_count() or 1, replaces=replace, progress=progress)
    except BuildError as error:
        raise SetupError(str(error)) from None
