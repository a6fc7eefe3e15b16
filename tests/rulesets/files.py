"""Rule sets that ship, and files of a user's own beside them."""

from pathlib import Path

from ofc_audit.rulesets import RuleSet, all_parameters, load_rules
from rulesets_tooling.files import mine, write

SHIPPED = {
    "arena_classic": ("arena", None),
    "arena_pineapple": ("arena", "arena_classic"),
    "arena_progressive": ("arena", "arena_classic"),
    "norway_tournament": ("norway", None),
    "openface_classic": ("openface", None),
    "openface_pineapple": ("openface", "openface_classic"),
    "pokerbet": ("pokerbet", None),
    "pokerbet_one_hand": ("pokerbet", "pokerbet"),
    "pokerbet_progressive": ("pokerbet", "pokerbet"),
    "pokerninja": ("pokerninja", None),
    "pppoker_progressive17": ("pppoker", None),
    "pppoker_refant14": ("pppoker", "pppoker_progressive17"),
    "quadnet": ("quadnet", None),
    "quadnet_one_hand": ("quadnet", "quadnet"),
    "quadnet_progressive": ("quadnet", "quadnet"),
    "spartan_refant14": ("spartan", None),
    "upoker_progressive17": ("upoker", None),
    "upoker_refant14": ("upoker", "upoker_progressive17"),
}
"""Every rule set that ships: its site, and the rule set it extends."""


def rules(name: str) -> RuleSet:
    return load_rules()[name]


def load_mine(tmp_path: Path, body: str = "", extends: str = "pokerbet") -> RuleSet:
    write(tmp_path, "mine", mine(body, extends=extends))
    return load_rules([tmp_path])["mine"]


def changed(before: RuleSet, after: RuleSet) -> set[str]:
    return {key for key in all_parameters() if before.value(key) != after.value(key)}
