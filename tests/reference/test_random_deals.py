"""The scorer against the plain one: random deals under every rule set, no difference in any column."""

from functools import cache
from random import Random

import pytest

from ofc_audit.rulesets import load_rules
from reference.comparing import Pack, compare_scorers
from reference.laboratory import invented_rules

N_DEALS = 20_000
N_INVENTED = 60
N_INVENTED_DEALS = 250


@cache
def pack_of(seed: int, n_deals: int) -> Pack:
    """Made once in a process."""
    return Pack(seed, n_deals)


@pytest.mark.parametrize("rules_id", sorted(load_rules()))
def test_the_plain_scorer_agrees_in_every_column(rules_id: str) -> None:
    rules = load_rules()[rules_id]
    counts = compare_scorers(pack_of(20_000, N_DEALS), rules)
    assert counts.first_difference == ""
    assert counts.deals == N_DEALS
    # What nobody is dealt shows nothing: these deals have a good many of everything that can be under the rule set.
    assert min(counts.fouls, counts.pairs - counts.fouls, counts.entries) > N_DEALS / 10
    assert counts.stays > N_DEALS / 10 or rules.value("fantasyland.stay") == "none"


def test_the_plain_scorer_agrees_under_rules_that_nobody_plays() -> None:
    rng = Random(60)
    shipped = load_rules()
    pack = pack_of(250, N_INVENTED_DEALS)
    capped = 0
    for number in range(N_INVENTED):
        rules = invented_rules(rng, shipped[rng.choice(sorted(shipped))], f"invented_{number}")
        counts = compare_scorers(pack, rules, n_tables=6)
        assert counts.first_difference == "", {key: rules.value(key) for key in ("settlement.cap", "score.method")}
        capped += counts.capped_pairs
    assert capped > 100
