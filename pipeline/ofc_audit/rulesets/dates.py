"""When a rule set is in force: a user's file can stand in for another rule set during a period.

A room changes its rules and its hands go on naming the same rule set. `[dates]` of a user's file says which rule set it
stands in for, and from when until when; the time of a hand is when it ended, in UTC.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from ofc_audit.rulesets.values import UNKNOWN, Given, quoted, value_text

if TYPE_CHECKING:
    from ofc_audit.rulesets.model import RuleSet

_KEYS = ("instead_of", "from", "until")
_EARLIEST, _LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Period:
    """The rule set that is stood in for, and the time: from `start` on, and no more at `until`; None is without end."""

    instead_of: str
    start: datetime | None
    until: datetime | None

    def holds(self, moment: datetime) -> bool:
        """Whether a moment falls into the period."""
        return (self.start or _EARLIEST) <= moment < (self.until or _LATEST)

    def overlaps(self, other: "Period") -> bool:
        """Whether a moment can fall into both periods."""
        return (self.start or _EARLIEST) < (other.until or _LATEST) and (other.start or _EARLIEST) < (
            self.until or _LATEST
        )

    def __str__(self) -> str:
        bounds = (("from", self.start), ("until", self.until))
        return " ".join(f"{word} {_moment_text(moment)}" for word, moment in bounds if moment is not None)


def parse_period(raw: Any, name: str, known: Iterable[str]) -> tuple[Period | None, list[str]]:
    """The period of `[dates]` in the file of rule set `name`, or None, and all that is wrong with it: `dates.key: why`."""
    if not isinstance(raw, dict):
        return None, ["dates: must be a table such as [dates] with instead_of, from and until"]
    problems = [f"dates: unknown key {quoted(key)}; allowed: {quoted(_KEYS)}" for key in raw if key not in _KEYS]
    others = sorted(set(known) - {name})
    instead_of = raw.get("instead_of")
    if not isinstance(instead_of, str) or instead_of not in others:
        said = "is missing" if instead_of is None else f"no rule set {quoted(instead_of)}"
        problems.append(f"dates.instead_of: {said}; allowed: {quoted(others)}")
    bounds = []
    for key in ("from", "until"):
        moment = _moment(raw.get(key))
        if moment is None and key in raw:
            allowed = "a date such as 2018-01-01, or a time with its offset such as 2018-01-01T12:00:00Z, unquoted"
            problems.append(f"dates.{key}: {quoted(raw[key])} is impossible; allowed: {allowed}")
        bounds.append(moment)
    start, until = bounds
    if "from" not in raw and "until" not in raw:
        problems.append("dates: has neither from nor until; allowed is either or both")
    if start is not None and until is not None and start >= until:
        problems.append(f"dates.until: {_moment_text(until)} is not after dates.from, {_moment_text(start)}")
    if problems or not isinstance(instead_of, str):
        return None, problems
    return Period(instead_of, start, until), []


def _moment(raw: Any) -> datetime | None:
    """A TOML date as its first moment in UTC, or a TOML time with an offset; None for anything else."""
    if isinstance(raw, datetime):
        try:
            return None if raw.tzinfo is None else raw.astimezone(UTC)
        except OverflowError:
            return None
    return datetime.combine(raw, time(), UTC) if isinstance(raw, date) else None


def _moment_text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}" if moment.timetz() == time(tzinfo=UTC) else f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def dated_variants(rules: Iterable["RuleSet"]) -> Mapping[str, Sequence["RuleSet"]]:
    """The rule sets with a period by the one that each stands in for."""
    variants: dict[str, list[RuleSet]] = {}
    for one in rules:
        if one.period is not None:
            variants.setdefault(one.period.instead_of, []).append(one)
    return variants


def period_problems(rules: Mapping[str, "RuleSet"]) -> Mapping[str, list[str]]:
    """What is wrong between rule sets with a period, by the id of the one it is said of."""
    problems: dict[str, list[str]] = {}
    for instead_of, variants in dated_variants(rules.values()).items():
        if instead_of in rules and rules[instead_of].period is not None:
            for one in variants:
                said = f"dates.instead_of: {quoted(instead_of)} has dates itself; allowed is a rule set without any"
                problems.setdefault(one.id, []).append(said)
        for one, other in combinations(variants, 2):
            if one.period and other.period and one.period.overlaps(other.period):
                said = f"dates: {other.period} overlaps {one.file} ({one.period}), which stands in for {instead_of} too"
                problems.setdefault(other.id, []).append(said)
    return problems


def candidates(base: "RuleSet", moment: datetime | None, variants: Sequence["RuleSet"]) -> list["RuleSet"]:
    """The rule sets that a hand of rule set `base` can have been played under: one where its time is known.

    Without a time it is `base` and each of the `variants` that stand in for it at some time; `base` is left out
    where they cover all time.
    """
    if not variants:
        return [base]
    in_force = [one.in_force() for one in variants]
    if moment is not None:
        holding = [one for one in in_force if one.period and one.period.holds(moment)]
        return holding or [base]
    periods = sorted((one.period for one in variants if one.period), key=lambda period: period.start or _EARLIEST)
    is_covered = (
        periods[0].start is None
        and periods[-1].until is None
        and all(one.until == other.start for one, other in pairwise(periods))
    )
    return in_force if is_covered else [base, *in_force]


def agreed_value(entries: Mapping[str, Given]) -> Given:
    """What rule sets, by id, agree on of one parameter or cell; UNKNOWN where they differ, with what each has as the source.

    Of a table of cards each cell counts for itself.
    """
    first, *others = entries.values()
    if all(other.value == first.value for other in others):
        return first
    said = ", ".join(f"{name} has {value_text(entry.value)}" for name, entry in entries.items())
    source = f"the hand has no time, and {said}"
    tables = [entry.value for entry in entries.values() if isinstance(entry.value, Mapping)]
    if len(tables) < len(entries):
        return Given(UNKNOWN, source)
    merged = {
        cell: value if all(table[cell] == value for table in tables) else UNKNOWN for cell, value in tables[0].items()
    }
    return Given(merged, source)
