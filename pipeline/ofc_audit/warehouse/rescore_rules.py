"""The rules a hand is recomputed under, and what they have to do with its own: what can be compared, and what else would change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ofc_audit.rulesets import RuleSet, Unknown, Value, all_parameters, dated_variants
from ofc_audit.rulesets.changed import changed_rules
from ofc_audit.rulesets.model import OPTION_KEYS
from ofc_audit.score.params import words

FANTASY_KEYS = (
    "board.equal_rows_legal",
    "fantasyland.entry",
    "fantasyland.mode",
    "fantasyland.cards",
    "fantasyland.stay",
    "fantasyland.stay_top",
    "fantasyland.stay_middle",
    "fantasyland.stay_bottom",
    "fantasyland.cards_on_stay",
    "fantasyland.stay_limit",
)
"""What decides who is in Fantasyland, and with how many cards."""
STREET_KEYS = ("deal.streets", "deal.placed")
BUTTON_KEY = "fantasyland.button"
SCORE_KEYS = ("score.method", "score.royalties", "score.royalty_settlement", "score.row_points")
FINE_KEYS = ("score.scoop_bonus", "score.majority_bonus", "score.foul_fine_1_6", "score.foul_fine_2_4")
CAP_KEYS = ("settlement.method", "settlement.cap", "settlement.cap_basis", "settlement.pair_order")
RECOMPUTED = frozenset(
    (
        *FANTASY_KEYS,
        *STREET_KEYS,
        "deal.players_min",
        "deal.players_max",
        BUTTON_KEY,
        *SCORE_KEYS,
        *FINE_KEYS,
        *CAP_KEYS,
        "settlement.scope",
        "settlement.match_cap",
    )
)
"""The parameters that decide something which is recomputed."""
NOT_REPLAYED: Mapping[str, str] = {
    "match.length": "the length of matches",
    "fantasyland.extends_match": "the length of matches",
    "match.early_end": "the end of matches",
    "match.fantasy_after_end": "the end of matches",
    "settlement.price": "prices by level",
    "fantasyland.price_frozen": "prices by level",
    **{f"settlement.rake_{name}": "rake" for name in ("when", "rate", "rounding", "unit", "minimum", "cap", "from")},
    "clock.hand_seconds": "the clock",
    "clock.time_bank_seconds": "the clock",
    "clock.auto_order": "the clock",
}
"""Parameters in which rule sets may differ and which are not replayed, by what they are about."""


class RulesError(ValueError):
    """Rules that hands cannot be recomputed under: the message says what is wrong and what to do."""


@dataclass(frozen=True)
class Change:
    """What is asked: the rule set in place of each hand's own (None: each keeps its own), and parameters set in it, as texts by key."""

    rules_id: str | None
    texts: Mapping[str, str]

    def overrides(self, option: str) -> bool:
        """Whether what a hand states by this option is set aside, for its parameter is set."""
        return OPTION_KEYS[option] in self.texts

    def refuse_early(self, rules: Mapping[str, RuleSet]) -> None:
        """Raises RulesError for what `apply` refuses whichever of `rules` the hands turn out to be under."""
        if self.rules_id is not None:
            self.apply(rules, ())
        refusals = []
        for name in rules if self.rules_id is None else ():
            try:
                self.apply(rules, (name,))
                return
            except RulesError as error:
                refusals.append(error)
        if refusals:
            raise refusals[0]

    def apply(self, rules: Mapping[str, RuleSet], used: Sequence[str]) -> Mapping[str, RuleSet]:
        """The rule sets to recompute under, by id: the one named, else all, those `used` with what is set in them.

        Raises RulesError for a rule set or key that is none, a parameter that decides nothing which is recomputed, an
        impossible value, and values that contradict each other.
        """
        for key in self.texts:
            if key in all_parameters() and key not in RECOMPUTED:
                raise RulesError(
                    f"--set {key}: decides nothing that is recomputed; allowed: {', '.join(sorted(RECOMPUTED))}"
                )
        if self.rules_id is None:
            # A hand without a time may be under any rule set that stands in for the one it names.
            dated = dated_variants(rules.values())
            names = [*used, *(variant.id for name in used for variant in dated.get(name, ()))]
            return {**rules, **{name: self._changed(rules[name]) for name in names if name in rules}}
        if self.rules_id not in rules:
            raise RulesError(f"no rule set {self.rules_id!r}; known are {', '.join(rules)}")
        return {self.rules_id: self._changed(rules[self.rules_id])}

    def _changed(self, rules: RuleSet) -> RuleSet:
        try:
            return changed_rules(rules, self.texts)
        except ValueError as error:
            raise RulesError(f"--set {error}") from None


@dataclass(frozen=True)
class RulePair:
    """The effective rules of a hand, its own and the new ones; either may be missing."""

    own: RuleSet | None
    new: RuleSet | None

    @property
    def sides(self) -> tuple[tuple[RuleSet | None, str], ...]:
        """Both, each with its name in a reason."""
        return (self.own, "own rules"), (self.new, "new rules")

    @cached_property
    def is_same_fantasy(self) -> bool:
        """Whether both send the same players to Fantasyland with the same cards, known or not."""
        return self._agree(FANTASY_KEYS)

    @cached_property
    def is_other_streets(self) -> bool:
        """Whether both streets are known and cards come on other ones."""
        return any(self._differ(key) for key in STREET_KEYS)

    @cached_property
    def button(self) -> str | None:
        """What becomes of the button in a fantasy hand: `button` when it goes elsewhere, `unknown`, None when it does not."""
        if self._agree((BUTTON_KEY,)):
            return None
        return "button" if self._differ(BUTTON_KEY) else "unknown"

    @cached_property
    def has_match(self) -> bool:
        """Whether hands belong to matches under either."""
        return any(rules is not None and rules.value("match.length") != "no_match" for rules in (self.own, self.new))

    @cached_property
    def not_replayed(self) -> tuple[str, ...]:
        """What else differs and is not replayed."""
        return tuple(dict.fromkeys(what for key, what in NOT_REPLAYED.items() if not self._agree((key,))))

    def _agree(self, keys: Sequence[str]) -> bool:
        if self.own is None or self.new is None:
            return self.own is self.new
        return all(self.own.value(key) == self.new.value(key) for key in keys)

    def _differ(self, key: str) -> bool:
        if self.own is None or self.new is None:
            return False
        one, other = self.own.value(key), self.new.value(key)
        return not isinstance(one, Unknown) and not isinstance(other, Unknown) and one != other


def points_reason(rules: RuleSet | None) -> str:
    """Which rule that is not known keeps the points of a complete hand from being told."""
    if rules is None:
        return "rule set unknown"
    missing = [key for key in (*SCORE_KEYS, *FINE_KEYS) if isinstance(rules.value(key), Unknown)]
    return f"rule unknown: {missing[0] if missing else 'royalties.' + str(rules.value('score.royalties'))}"


def money_reason(rules: RuleSet | None) -> str:
    """What keeps money from being told hand by hand whatever is known of stacks; empty where nothing does."""
    if rules is None:
        return "rule set unknown"
    scope = rules.value("settlement.scope")
    if isinstance(scope, Unknown):
        return "rule unknown: settlement.scope"
    if scope == "match":
        return "settled at match end"
    return "" if rules.value("settlement.match_cap") == "none" else "stake of the match"


def stack_reason(rules: RuleSet | None) -> str:
    """What a known stack leaves open."""
    missing = [key for key in CAP_KEYS if rules is not None and len(words(rules, key)) != 1]
    return f"rule unknown: {missing[0]}" if missing else "amount too large"


def player_limits(rules: RuleSet | None) -> tuple[int, int]:
    """The fewest and the most players that can be dealt in; 0 and 127 where it is not known."""
    fewest, most = (_whole(rules, f"deal.players_{name}", default) for name, default in (("min", 0), ("max", 127)))
    return fewest, most


def fantasy_counts(rules: RuleSet | None) -> frozenset[int] | None:
    """The numbers of cards that Fantasyland can deal; None where one of them is not known."""
    if rules is None:
        return None
    cards = rules.value("fantasyland.cards")
    assert isinstance(cards, Mapping)
    found: list[Value] = [*cards.values()]
    on_stay = rules.value("fantasyland.cards_on_stay")
    if on_stay != "as_before" and rules.value("fantasyland.stay") != "none":
        found.append(on_stay)
    return (
        None
        if any(not isinstance(number, int) for number in found)
        else frozenset(n for n in found if isinstance(n, int))
    )


def _whole(rules: RuleSet | None, key: str, default: int) -> int:
    value = None if rules is None else rules.value(key)
    return value if isinstance(value, int) else default
