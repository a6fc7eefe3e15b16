"""The long trial of conversion: many simulated hands of every rule set there and back, in parallel, with a table of what was seen.

    python -m laws.long_conversion --hands 100000 --processes 2

Hands of operators go from tables to text, lines, text and tables; those of recorded rooms to captures, lines and captures. Then
each format takes what it can hold of the same hands told wrong. Exit status 0 when nothing differs, 1 when something does.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from time import perf_counter

import numpy as np

from laws.conversions import same_after
from ofc_audit.read.carry import TARGETS, carry
from ofc_audit.read.hand_rows import hand_rows
from ofc_audit.simulate import play
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.simulate.lies import lie
from simulate.histories import CAPTURES, OPERATORS, RULES, options_of, players_of

PACK = 1_000
KINDS_A_PACK = 5
"""Kinds of lies in a pack: each has others, and all of them are told in turn."""


@dataclass(frozen=True)
class Seen:
    """What a pack showed: hands, hands told wrong, conversions that lost nothing and conversions with named losses."""

    rules_id: str
    hands: int
    whole: int
    with_losses: int
    difference: str | None


def one_pack(task: tuple[str, int, int]) -> Seen:
    """So many hands of one seed under a rule set, there and back."""
    rules_id, seed, n_hands = task
    tables = play(
        RULES[rules_id], n_hands, seed, options=options_of(rules_id), n_players=players_of(rules_id), hands_per_table=50
    )
    road = ("capture_hh", "ofc_jsonl", "capture_hh") if rules_id in CAPTURES else ("ofc_text", "ofc_jsonl", "ofc_text")
    whole = with_losses = 0
    try:
        going = tables
        for target in road:
            going = same_after(going, target)
        if not going["hands"].column("hand_key").equals(tables["hands"].column("hand_key")):
            return Seen(
                rules_id, n_hands, whole, with_losses, f"seed {seed}: other hand keys after {' to '.join(road)}"
            )
        names = list(FAULTS)
        kinds = [names[(seed * KINDS_A_PACK + at) % len(names)] for at in range(KINDS_A_PACK)]
        form = "capture_hh" if rules_id in CAPTURES else "ofc_jsonl"
        told = lie(tables, RULES[rules_id], 0.1, kinds, form, np.random.default_rng(seed)).tables
        for some in (tables, told):
            for target in TARGETS:
                same_after(some, target)
                is_whole = not carry(hand_rows(some), target).losses
                whole, with_losses = whole + is_whole, with_losses + (not is_whole)
    except AssertionError as error:
        return Seen(rules_id, n_hands, whole, with_losses, f"seed {seed}: {error}"[:2000])
    return Seen(rules_id, n_hands, whole, with_losses, None)


def run(n_hands: int, n_processes: int, rules_ids: Sequence[str], first_seed: int) -> list[Seen]:
    """All hands, shared among the rule sets; says on stderr how far it is and what differs."""
    n_packs = -(-n_hands // PACK)
    sizes = [min(PACK, n_hands - done) for done in range(0, n_hands, PACK)]
    tasks = [(rules_ids[at % len(rules_ids)], first_seed + at, sizes[at]) for at in range(n_packs)]
    found = []
    started = perf_counter()
    with get_context("spawn").Pool(min(n_processes, n_packs)) as pool:
        for number, seen in enumerate(pool.imap_unordered(one_pack, tasks), start=1):
            found.append(seen)
            if seen.difference:
                print(f"{seen.rules_id}: {seen.difference}", file=sys.stderr)
            print(f"{number} of {n_packs} packs, {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return found


def table(found: Sequence[Seen]) -> str:
    """The table: a line for each rule set, and their sum."""
    lines = [
        "| rule set | hands | conversions without a loss | with named losses | differences |",
        "|---|---:|---:|---:|---:|",
    ]
    names = sorted({seen.rules_id for seen in found})
    for name, chosen in (*((name, [s for s in found if s.rules_id == name]) for name in names), ("all", list(found))):
        numbers = (
            sum(seen.hands for seen in chosen),
            sum(seen.whole for seen in chosen),
            sum(seen.with_losses for seen in chosen),
            sum(seen.difference is not None for seen in chosen),
        )
        lines.append(f"| {name} | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    return "\n".join(lines)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m laws.long_conversion", description="Many hands there and back.")
    parser.add_argument("--hands", type=int, default=100_000, help="hands in all (100,000)")
    parser.add_argument("--processes", type=int, default=2, help="how many work at once (2)")
    parser.add_argument("--seed", type=int, default=1_000, help=f"seed of the first {PACK:,} hands (1000)")
    parser.add_argument("--rules", nargs="*", default=[*OPERATORS, *CAPTURES], help="rule sets (all)")
    given = parser.parse_args()
    if given.hands < 1 or given.processes < 1:
        parser.error("--hands and --processes must be at least 1")
    if unknown := sorted(set(given.rules) - set(RULES)):
        parser.error(f"no rule set {unknown[0]}; there are {', '.join(sorted(RULES))}")
    found = run(given.hands, given.processes, given.rules, given.seed)
    print(table(found))
    return 1 if any(seen.difference for seen in found) else 0


if __name__ == "__main__":
    sys.exit(main())
