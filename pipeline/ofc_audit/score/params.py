"""Parameters of a rule set as the scorer uses them: typed, None for unknown."""

from collections.abc import Mapping

from ofc_audit.rulesets import RuleSet, Unknown, all_parameters


def whole(rules: RuleSet, key: str) -> int | None:
    """A parameter that is a whole number; None when unknown. Raises TypeError when it is something else."""
    value = rules.value(key)
    if isinstance(value, Unknown):
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"{rules.id}: {key} is {value!r}; a whole number is needed")


def flag(rules: RuleSet, key: str) -> bool | None:
    """A parameter that is yes or no; None when unknown. Raises TypeError when it is something else."""
    value = rules.value(key)
    if isinstance(value, Unknown):
        return None
    if isinstance(value, bool):
        return value
    raise TypeError(f"{rules.id}: {key} is {value!r}; true or false is needed")


def word(rules: RuleSet, key: str) -> str | None:
    """A parameter that is a word; None when unknown. Raises TypeError when it is something else."""
    value = rules.value(key)
    if isinstance(value, Unknown):
        return None
    if isinstance(value, str):
        return value
    raise TypeError(f"{rules.id}: {key} is {value!r}; a word is needed")


def words(rules: RuleSet, key: str) -> tuple[str, ...]:
    """What a parameter that is a word can be as far as is known: one word, those that its value leaves open (`settlement.cap`
    loser_or_both: loser and both), or all where it is unknown.
    """
    return tuple(str(value) for value in all_parameters()[key].readings(rules.value(key)))


def counts(rules: RuleSet, key: str) -> Mapping[str, int | None]:
    """A parameter that is a table of whole numbers, None for unknown cells. Raises TypeError when it is something
    else.
    """
    value = rules.value(key)
    if not isinstance(value, Mapping):
        raise TypeError(f"{rules.id}: {key} is {value!r}; a table of whole numbers is needed")
    return {name: None if isinstance(cell, Unknown) else cell for name, cell in value.items()}
