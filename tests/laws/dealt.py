"""What the laws are tried on: random hands as arrays, under every shipped rule set, scored by the scorer alone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import settings
from hypothesis import strategies as st

from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.settlement import Settlement, settle
from reference.deals import deal_hand

N_HANDS = 150
ROWS = (slice(0, 3), slice(3, 8), slice(8, 13))
Array = npt.NDArray[Any]

lawful = settings(max_examples=4, derandomize=True, deadline=None, database=None)
"""Every example is a pack of hands under all rule sets; the same ones in every run."""


@dataclass(frozen=True)
class Hands:
    """h hands of p players: cards (h, p, 13), fantasy cards (h, p) (0 outside, -1 unknown), stacks (h, p), point value (h,)."""

    cards: Array
    fantasy: Array
    stacks: Array
    point_value: Array

    @property
    def n_players(self) -> int:
        """p."""
        return int(self.cards.shape[1])


@dataclass(frozen=True)
class Scored:
    """What the scorer says of the hands."""

    hands: ScoredHands
    money: Settlement


@cache
def _pack(seed: int) -> Hands:
    """Hands of four players: those of the random deals, in which much happens. Most of their stacks are known and short."""
    rng = Random(seed)
    deals = [deal_hand(rng) for _ in range(N_HANDS)]
    return Hands(
        np.array([deal.cards for deal in deals], np.uint8),
        np.array([[-1 if count is None else count for count in deal.fantasy_cards] for deal in deals], np.int16),
        np.array([[NULL if stack is None else stack for stack in deal.stacks] for deal in deals], np.int64),
        np.array([NULL if deal.point_value is None else deal.point_value for deal in deals], np.int64),
    )


def _some_of_them(seed: int, n_players: int) -> Hands:
    whole = _pack(seed)
    return Hands(
        whole.cards[:, :n_players].copy(),
        whole.fantasy[:, :n_players].copy(),
        whole.stacks[:, :n_players].copy(),
        whole.point_value.copy(),
    )


hands = st.builds(_some_of_them, st.integers(0, 5), st.integers(2, 4))
"""Packs of hands of two to four players."""

tables = st.fixed_dictionaries(
    {
        "scoring": st.sampled_from(("1-6", "2-4")),
        "royalties": st.sampled_from(("american", "american", "russian", "none")),
        "royalty_settlement": st.sampled_from(("difference", "winner_only", None)),
    }
)
"""The options that a table states."""


def every_rule_set(table: Mapping[str, Any], **changed: Any) -> tuple[RuleSet, ...]:
    """Each shipped rule set with the options of a table, and with some parameters changed: `settlement_cap="both"`."""
    return _every_rule_set(tuple(table.items()), tuple(changed.items()))


@cache
def _every_rule_set(table: tuple[tuple[str, Any], ...], changed: tuple[tuple[str, Any], ...]) -> tuple[RuleSet, ...]:
    values = {name.replace("_", ".", 1): value for name, value in changed}
    stated = (rules.with_options(**dict(table)) for rules in load_rules().values())
    return tuple(rules.with_values(values, "law") if values else rules for rules in stated)


def score(dealt: Hands, rules: RuleSet) -> Scored:
    """The hands under the rule set."""
    scored = score_hands(dealt.cards, dealt.fantasy, rules)
    return Scored(scored, settle(told(scored.pairs.points), dealt.point_value, dealt.stacks, rules))


def told(masked: Any) -> Array:
    """Values as whole numbers, `NULL` where not known."""
    return np.where(masked.known_mask, masked.values.astype(np.int64), NULL)


def seat_columns(scored: Scored) -> dict[str, Array]:
    """Every column about a player, (h, p), `NULL` where not known."""
    all_of_it = scored.hands
    columns = {
        "is_foul": told(all_of_it.is_foul),
        "points": told(all_of_it.points),
        "net": told(scored.money.net),
        "is_fantasy_next": told(all_of_it.fantasy.is_next),
        "fantasy_next": told(all_of_it.fantasy.cards),
        "is_stay_qualified": told(all_of_it.fantasy.is_stay_qualified),
    }
    for number, name in enumerate(("top", "middle", "bottom")):
        columns[f"{name}_value"] = all_of_it.values[number].astype(np.int64)
        columns[f"{name}_royalties"] = told(all_of_it.royalties[number])
    return columns


def pair_columns(scored: Scored) -> dict[str, Array]:
    """Every column about a pair, (h, k), `NULL` where not known."""
    pairs = scored.hands.pairs
    return {
        **{name: told(row) for name, row in zip(("top", "middle", "bottom"), pairs.rows, strict=True)},
        "bonus": told(pairs.bonus),
        "royalties_a": told(pairs.royalties[0]),
        "royalties_b": told(pairs.royalties[1]),
        "points": told(pairs.points),
        "amount": told(scored.money.amount),
    }


def assert_same(first: Mapping[str, Array], second: Mapping[str, Array], rules: RuleSet) -> None:
    """Every column is the same; else the first hand that is not."""
    for name, column in first.items():
        differ = np.argwhere(column != second[name])
        assert not len(differ), (
            f"{rules.id}: {name} of hand {differ[0]}: {column[tuple(differ[0])]}, then {second[name][tuple(differ[0])]}"
        )


def assert_only_less_known(before: Mapping[str, Array], after: Mapping[str, Array], rules: RuleSet, what: str) -> None:
    """No value has become another one; some may have become unknown."""
    for name, column in before.items():
        changed = np.argwhere((after[name] != NULL) & (after[name] != column))
        assert not len(changed), f"{rules.id}, {what}: {name} of hand {changed[0]} has become another value"


def with_cards(dealt: Hands, cards: Array) -> Hands:
    """The same hands with other cards."""
    return replace(dealt, cards=cards)
