"""Rule sets some of whose parameters are set from outside, whatever a hand states: what hands are recomputed under."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Any

from ofc_audit.rulesets.model import OPTION_KEYS, RuleSet
from ofc_audit.rulesets.text import text_value

SET = "set for this computation"
"""The source of a parameter that was set from outside."""


@dataclass(frozen=True, eq=False)
class ChangedRuleSet(RuleSet):
    """A rule set whose `changes` win over the options that a hand states, and over what these would bring along."""

    changes: Mapping[str, Any] = field(default_factory=dict)

    def with_options(
        self,
        scoring: str | None = None,
        royalties: str | None = None,
        royalty_settlement: str | None = None,
        fantasyland: str | None = None,
        one_hand: bool | None = None,
        match_cap: Decimal | str | None = None,
    ) -> RuleSet:
        """The rules of a hand: its options first, but for those whose parameter is changed, then the changes.

        Raises ValueError, naming the rule set, for changes that contradict what the hand's options make of the rest.
        """
        played = super().with_options(
            scoring=None if self._sets("scoring") else scoring,
            royalties=None if self._sets("royalties") else royalties,
            royalty_settlement=None if self._sets("royalty_settlement") else royalty_settlement,
            fantasyland=None if self._sets("fantasyland") else fantasyland,
            one_hand=None if self._sets("one_hand") else one_hand,
            match_cap=None if self._sets("match_cap") else match_cap,
        )
        try:
            return played.with_values(self.changes, SET)
        except ValueError as error:
            raise ValueError(f"{error} (in {self.id})") from None

    def _sets(self, option: str) -> bool:
        return OPTION_KEYS[option] in self.changes


def changed_rules(rules: RuleSet, texts: Mapping[str, str]) -> ChangedRuleSet:
    """A rule set with parameters set by key to the values that texts give, as `ofc rules show` prints them.

    Raises ValueError, naming the key and what is allowed, for a key that is none, a value that cannot be, and, naming
    the rule set too, values that contradict each other or the rest.
    """
    changes = {key: text_value(key, text, rules) for key, text in texts.items()}
    changed = ChangedRuleSet(**{one.name: getattr(rules, one.name) for one in fields(RuleSet)}, changes=changes)
    changed.with_options()
    return changed
