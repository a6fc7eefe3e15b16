"""The long trials: many random deals under every rule set, in parallel, with a table of what was seen.

    python -m reference.long --deals 1000000 --processes 2

Exit status 0 when the scorers agree in every column of every hand, 1 when they do not.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from multiprocessing import get_context
from time import perf_counter

from ofc_audit.rulesets import load_rules
from reference.comparing import Counts, Pack, compare_scorers

PACK = 20_000
FIRST_SEED = 1_000_000
"""Far from the seeds of the tests, so that the long trials see other deals."""
HEADINGS = ("rule set", "deals", "pairs", "fouls", "capped pairs", "fantasy entries", "stays")
LAST_HEADINGS = ("unknown cells", "differences", "seconds")


def one_pack(task: tuple[int, int, tuple[str, ...]]) -> dict[str, Counts]:
    """So many deals of one seed under each of the rule sets."""
    seed, n_deals, rules_ids = task
    pack = Pack(seed, n_deals)
    return {rules_id: compare_scorers(pack, load_rules()[rules_id]) for rules_id in rules_ids}


def add(total: Counts, more: Counts) -> None:
    """Adds up what was seen; the first difference is kept."""
    for field in fields(Counts):
        if field.name != "first_difference":
            setattr(total, field.name, getattr(total, field.name) + getattr(more, field.name))
    total.first_difference = total.first_difference or more.first_difference


def run(n_deals: int, n_processes: int, rules_ids: Sequence[str], first_seed: int) -> dict[str, Counts]:
    """All deals under all rule sets; says on stderr how far it is and which hand differs first."""
    sizes = [min(PACK, n_deals - done) for done in range(0, n_deals, PACK)]
    tasks = [(first_seed + number, size, tuple(rules_ids)) for number, size in enumerate(sizes)]
    totals = {rules_id: Counts() for rules_id in rules_ids}
    started = perf_counter()
    with get_context("spawn").Pool(min(n_processes, len(tasks))) as pool:
        for number, seen in enumerate(pool.imap_unordered(one_pack, tasks), start=1):
            for rules_id, counts in seen.items():
                if counts.first_difference and not totals[rules_id].first_difference:
                    print(counts.first_difference, file=sys.stderr)
                add(totals[rules_id], counts)
            seconds = perf_counter() - started
            print(f"{number} of {len(tasks)} packs, {seconds:.0f} s", file=sys.stderr, flush=True)
    return totals


def table(totals: dict[str, Counts]) -> str:
    """The table: a line for each rule set, and their sum."""
    everything = Counts()
    for counts in totals.values():
        add(everything, counts)
    lines = [("| " + " | ".join((*HEADINGS, *LAST_HEADINGS)) + " |"), "|---" + "|---:" * 9 + "|"]
    for name, counts in (*totals.items(), ("all", everything)):
        numbers = [getattr(counts, field.name) for field in fields(Counts) if field.name != "first_difference"]
        lines.append(f"| {name} | " + " | ".join(f"{number:,.0f}" for number in numbers) + " |")
    return "\n".join(lines)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m reference.long", description="Both scorers on many random deals.")
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals per rule set (1,000,000)")
    parser.add_argument("--processes", type=int, default=2, help="how many work at once (2)")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help=f"seed of the first {PACK:,} deals ({FIRST_SEED})")
    parser.add_argument("--rules", nargs="*", default=sorted(load_rules()), help="rule sets (all)")
    given = parser.parse_args()
    if given.deals < 1 or given.processes < 1:
        parser.error("--deals and --processes must be at least 1")
    if unknown := sorted(set(given.rules) - set(load_rules())):
        parser.error(f"no rule set {unknown[0]}; there are {', '.join(sorted(load_rules()))}")
    totals = run(given.deals, given.processes, given.rules, given.seed)
    print(table(totals))
    return 1 if any(counts.differences for counts in totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
