"""`ofc score`: boards typed, or piped in as JSON lines, and answered at once."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.options import Format, FormatOption, RulesDirOption, SetOption
from ofc_audit.cli.setup import changed, one_of, rules_of

if TYPE_CHECKING:
    from io import BufferedReader

    from ofc_audit.rulesets import RuleSet

DEFAULT_RULES, DEFAULT_SCORING = "pokerbet", "1-6"
PIECE = 1 << 20


class Scoring(StrEnum):
    """The scoring methods."""

    one_six = "1-6"
    two_four = "2-4"


def score(
    boards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOARD…",
            show_default=False,
            help="Boards in acting order, each top/middle/bottom in quotes: 'Qs 8h 5d/Th 6c Jc 3h Qd/Kh 4d 7c As Ad'; "
            "or - to read one hand a line as JSON from standard input and answer a line each.",
        ),
    ] = None,
    rules_id: Annotated[
        str | None, typer.Option("--rules", metavar="ID", show_default=False, help="The rule set (see ofc rules list).")
    ] = None,
    scoring: Annotated[
        Scoring | None,
        typer.Option("--scoring", show_default=False, help="The scoring method, where the rules leave it open."),
    ] = None,
    settings: SetOption = None,
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Score boards, typed or piped in.

    The answer: fouls, royalties, points, pairs, and who goes to Fantasyland.

    Without --rules boards count as pokerbet's, without --scoring then as 1-6. In a line for `-`, "boards" is needed,
    and "rules", "fantasy", "stacks" and "point_value" are possible. Where the rules leave the royalties open, --set
    score.royalties=american says which are paid.
    """
    if not boards:
        raise SetupError(
            "no boards; type one to four of them, or - to read hands from standard input. See: ofc score --help"
        )
    rules = rules_of(rules_dir)
    said = None if scoring is None else scoring.value
    chosen = _chosen(rules, rules_id, said, settings)
    if boards == ["-"]:
        if form is not Format.table:
            raise SetupError("answers to - are always JSON lines; leave --format out")
        return _answer_input(rules, chosen, lambda one: _changed(one, said, settings))
    if "-" in boards:
        raise SetupError("- stands alone: type boards, or read hands from standard input")
    from ofc_audit.report.typed import score_boards

    try:
        text = score_boards(boards, chosen, form.value, width())
    except ValueError as error:
        raise SetupError(str(error)) from None
    Output().write(text)
    return OK


def _chosen(
    rules: "Mapping[str, RuleSet]", rules_id: str | None, scoring: str | None, settings: "Sequence[str] | None"
) -> "RuleSet":
    """The rule set for boards that name none; what was not asked for, and what stays open, is said on standard
    error."""
    name = DEFAULT_RULES if rules_id is None else rules_id
    base = one_of(rules, name)
    is_set = any(text.partition("=")[0].strip() == "score.method" for text in settings or ())
    if scoring is None and rules_id is None and not is_set:
        say(f"rules: {name} with {DEFAULT_SCORING} scoring, as neither --rules nor --scoring was given")
        scoring = DEFAULT_SCORING
    elif rules_id is None:
        say(f"rules: {name}{f' with {scoring} scoring' if scoring else ''}, as --rules was not given")
    try:
        chosen = _changed(base, scoring, settings)
    except ValueError as error:
        raise SetupError(str(error)) from None
    if not chosen.is_known("score.method"):
        say(f"{name} leaves open whether 1-6 or 2-4 is played: points are not known; give --scoring")
    if not chosen.is_known("score.royalties"):
        names = ", ".join(chosen.royalty_names)
        say(
            f"{name} leaves open which royalties are paid: points are not known; give --set score.royalties=… ({names})"
        )
    return chosen


def _changed(rules: "RuleSet", scoring: str | None, settings: "Sequence[str] | None") -> "RuleSet":
    """A rule set with what was asked for on the command line. Raises ValueError where it cannot take that."""
    stated = rules if scoring is None else rules.with_options(scoring=scoring)
    try:
        return changed(stated, settings)
    except SetupError as error:
        raise ValueError(str(error)) from None


def _answer_input(rules: "Mapping[str, RuleSet]", chosen: "RuleSet", change: "Callable[[RuleSet], RuleSet]") -> int:
    """Answers every line of standard input as it arrives; status 1 when a line was no hand."""
    from ofc_audit.report.piped import answer_stream, split_stream

    out = Output()
    status = OK
    for answers, n_bad in answer_stream(split_stream(_pieces()), rules, chosen, change):
        out.write(answers)
        status = FOUND if n_bad else status
        if out.is_closed:
            break
    return status


def _pieces() -> Iterator[bytes]:
    """Standard input as it arrives, so that whoever writes a line gets its answer before he writes the next."""
    stream = cast("BufferedReader", sys.stdin.buffer)
    while piece := stream.read1(PIECE):
        yield piece
