"""`ofc explain`: one hand with everything that is known of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, REFUSED, Output, SetupError, say, width
from ofc_audit.cli.options import MappingOption, RulesDirOption, RulesOption
from ofc_audit.cli.setup import results_of, rules_of

DEFAULT_OUT = "out"


def explain(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[SITE] HAND [PATH…]",
            show_default=False,
            help="The hand by the site's id (or the key of table hands), after the site where two sites use one id; "
            "then files to look in, where there is no output folder.",
        ),
    ],
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="DIR", show_default=False, help="The output folder of ofc run; out when left away."
        ),
    ] = None,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
) -> int:
    """Show one hand and its arithmetic.

    Boards street by street, rows compared pair by pair, royalties, points, money with its caps, Fantasyland, verdicts,
    findings, and the rules with their sources.
    """
    from ofc_audit.report.audit_rows import lines_for
    from ofc_audit.report.hand import find_hands, load_hand
    from ofc_audit.report.hand_choice import render_choice
    from ofc_audit.report.hand_text import draw_hand
    from ofc_audit.report.store import is_results

    hand, paths = _divide(words, out)
    is_kept = len(paths) == 1 and is_results(paths[0])
    if not is_kept and (out is not None or paths == [DEFAULT_OUT]):
        raise SetupError(f"{paths[0]} holds no results; make them with: ofc run PATH --out {paths[0]}")
    with results_of(paths, None if is_kept else rules_dir, rules_id=rules_id, mapping=mapping) as (store, _):
        found = find_hands(store, hand)
        if not found:
            raise SetupError(f"no hand {' '.join(hand)} in {', '.join(paths)}")
        if len(found) > 1:
            say(f"ofc: {len(found)} hands have the id {hand[-1]}; name the site, or one of them by its key:")
            Output().write(render_choice(found, width()))
            return REFUSED
        view = load_hand(store, found[0]["hand_key"], rules_of(rules_dir))
        if view.rules is not None and not store.was_judged_under(view.rules):
            say(
                f"ofc: {paths[0]} was made under other rules than {view.rules.id} has now; give --rules-dir as ofc run had it"
            )
        Output().write(draw_hand(view, lines_for(store, view.findings), width()))
        return FOUND if any(row["severity"] != "note" and row["waived"] is None for row in view.findings) else OK


def _divide(words: Sequence[str], out: str | None) -> tuple[list[str], list[str]]:
    """The words that name the hand (one or two), and where to look: files at the end of the words, the folder of --out,
    or `out`."""
    n_paths = 0
    while n_paths < len(words) - 1 and _is_path(words[len(words) - 1 - n_paths]):
        n_paths += 1
    hand, paths = list(words[: len(words) - n_paths]), list(words[len(words) - n_paths :])
    if len(hand) > 2:
        raise SetupError(f"no such file or folder: {hand[2]}; a hand is named by one or two words, [SITE] HAND")
    if paths and out is not None:
        raise SetupError("look in --out DIR or in files, not in both")
    if paths:
        return hand, paths
    if out is None and not Path(DEFAULT_OUT).is_dir():
        raise SetupError("say where the hand is: --out DIR, the output folder of ofc run, or its files")
    return hand, [DEFAULT_OUT if out is None else out]


def _is_path(word: str) -> bool:
    from ofc_audit.read.inputs import is_input

    return is_input(word)
