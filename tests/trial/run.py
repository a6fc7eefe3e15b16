"""The trial: lies and true hands through the whole program, with the tables of what was found and what was said of the innocent.

    python -m trial.run --faults 10000 --clean 1000000 --processes 2
    python -m trial.run --only KIND,RULES,FORMAT,SEED,TABLE[,SEAT[,SIZE]]

Exit status 0 when every visible lie was found, the cause of 95 in 100 named and nothing said against true hands; 1 when not.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from trial.clean import CleanSeen, clean_tasks, run_clean
from trial.lies import LieTask, Told, again, run_lies
from trial.pages import broken_bounds, clean_pages, lie_pages, unexplained
from trial.settings import RULES, settings_of

LIES_IN_A_RUN = 140
SETTINGS_IN_A_RUN = 4
FIRST_SEED = 7

Task, Seen = TypeVar("Task"), TypeVar("Seen")


def in_parallel(run: Callable[[Task], Seen], tasks: Sequence[Task], n_processes: int, what: str) -> Iterator[Seen]:
    """What each task gives, as it is done; says on stderr how far it is."""
    started = perf_counter()
    with get_context("spawn").Pool(min(n_processes, len(tasks))) as pool:
        for number, seen in enumerate(pool.imap_unordered(run, tasks), start=1):
            print(
                f"{what}: {number} of {len(tasks)} runs, {perf_counter() - started:.0f} s", file=sys.stderr, flush=True
            )
            yield seen


def lie_tasks(rules_ids: Sequence[str], n_lies: int, seed: int) -> list[LieTask]:
    """The lies shared out evenly over rule sets, a few hundred to a run."""
    tasks: list[LieTask] = []
    for number, rules_id in enumerate(rules_ids):
        share = n_lies // len(rules_ids) + (number < n_lies % len(rules_ids))
        n_settings = sum(setting.for_lies for setting in settings_of(rules_id))
        n_parts = max(1, min(-(-share // LIES_IN_A_RUN), n_settings // SETTINGS_IN_A_RUN))
        for part in range(n_parts):
            size = share // n_parts + (part < share % n_parts)
            tasks.append(LieTask(rules_id, size, seed + len(tasks), part=part, n_parts=n_parts))
    return tasks


def run_all(
    rules_ids: Sequence[str], n_lies: int, n_clean: int, n_processes: int, seed: int
) -> tuple[list[Told], dict[str, CleanSeen]]:
    """All lies and all true hands."""
    told: list[Told] = []
    seen = {rules_id: CleanSeen() for rules_id in rules_ids} if n_clean else {}
    if n_lies:
        for lies in in_parallel(run_lies, lie_tasks(rules_ids, n_lies, seed), n_processes, "lies"):
            told += lies
            print(*unexplained(lies), sep="\n", file=sys.stderr, flush=True)
    if n_clean:
        for rules_id, more in in_parallel(
            run_clean, list(clean_tasks(rules_ids, n_clean, seed)), n_processes, "true hands"
        ):
            seen[rules_id].add(more)
            print(*more.examples, sep="\n", end="", file=sys.stderr, flush=True)
    return told, seen


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m trial.run", description="Lies and true hands through the whole program."
    )
    parser.add_argument("--faults", type=int, default=10_000, help="lies (10,000)")
    parser.add_argument("--clean", type=int, default=1_000_000, help="true hands (1,000,000)")
    parser.add_argument("--processes", type=int, default=2, help="how many work at once (2)")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help=f"seed of the first run ({FIRST_SEED})")
    parser.add_argument("--rules", nargs="*", default=sorted(RULES), help="rule sets (all)")
    parser.add_argument(
        "--only", help="one lie again: KIND,RULES,FORMAT,SEED,TABLE[,SEAT[,SIZE]], as a line of the trial has it"
    )
    parser.add_argument("--write", type=Path, help="a file for the tables as Markdown")
    given = parser.parse_args()
    if given.only:
        one = again(given.only)
        print(
            one.line(),
            *(f"    {check}{'' if here else ' elsewhere'}: {text}" for check, here, text in one.found),
            sep="\n",
        )
        return 0 if one.is_named or (one.hidden is not None and not one.is_found) else 1
    if given.faults < 0 or given.clean < 0 or given.processes < 1:
        parser.error("--faults and --clean must be at least 0, --processes at least 1")
    if unknown := sorted(set(given.rules) - set(RULES)):
        parser.error(f"no rule set {unknown[0]}; there are {', '.join(sorted(RULES))}")
    started = perf_counter()
    told, seen = run_all(given.rules, given.faults, given.clean, given.processes, given.seed)
    pages = (lie_pages(told) if told else []) + (clean_pages(seen) if seen else [])
    broken = broken_bounds(told, seen)
    print("\n".join(page.as_text() for page in pages))
    took = f"{len(told):,} lies and {given.clean:,} true hands in {perf_counter() - started:,.0f} s with {given.processes} processes"
    print(took, *broken, sep="\n")
    if given.write:
        head = ["# The trial", "", f"Written by `make trial`: {took}, seed {given.seed}.", ""]
        bounds = broken or [
            "Every visible lie was found, the cause named often enough, and nothing said against true hands."
        ]
        body = [*head, *bounds, "", *(page.as_markdown() for page in pages)]
        if listed := list(unexplained(told)):
            body += [
                "## Lies missed, named wrongly, or found though declared invisible",
                "",
                "```text",
                *listed,
                "```",
                "",
            ]
        given.write.write_text("\n".join(body), "utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
