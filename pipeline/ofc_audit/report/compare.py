"""Two samples of hands held beside one another: for every rate and mean the difference with its 95 % interval.

The second sample is the first with other filters: another player, another month. No difference is called one where a sample is small, or
where hands are in both: their results hang together, and the formulas are for samples that do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from ofc_audit.report.groups import Grouping, grouped
from ofc_audit.report.hand_filter import OPPONENTS, POSITIONS, STATES, Asked, Condition, conditions
from ofc_audit.report.intervals import Difference, Mean, Rate, newcombe, welch
from ofc_audit.report.left_out import counted_notes
from ofc_audit.report.measures import MEASURES, MONEY, SMALL_SAMPLE, Measure, worth_showing
from ofc_audit.report.near import near_words
from ofc_audit.report.stats import calendar_of
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words
from ofc_audit.warehouse.days import Calendar
from ofc_audit.warehouse.recompute import clear, stored

Row = Mapping[str, Any]

HIGHER, LOWER, NOT_TOLD, FEW, SHARED, NO_INTERVAL = "higher", "lower", "not told", "few", "shared", "no interval"
"""What an interval says of the first against the second: that it is higher or lower, or why that is not told."""
SCHEMA = pa.schema(
    [
        ("site", pa.string()),
        ("rules_id", pa.string()),
        ("measure", pa.string()),
        ("label", pa.string()),
        ("a", pa.string()),
        ("a_value", pa.float64()),
        ("a_n", pa.int64()),
        ("b", pa.string()),
        ("b_value", pa.float64()),
        ("b_n", pa.int64()),
        ("difference", pa.float64()),
        ("difference_low", pa.float64()),
        ("difference_high", pa.float64()),
        ("method", pa.string()),
        ("reading", pa.string()),
    ]
)
LEAST_APART = 0.1
"""From so many opponents more in a hand on, the number of opponents is said."""
_LISTS = {
    "player": "players",
    "against": "against",
    "site": "sites",
    "rule-set": "rule_sets",
    "club": "clubs",
    "table": "tables",
    "stakes": "stakes",
}
_CHOICES = {"state": tuple(STATES), "opponents": tuple(OPPONENTS), "position": POSITIONS}
_KEYS = (*_LISTS, *_CHOICES, "seats", "from", "to", "dates")


@dataclass(frozen=True)
class Comparison:
    """The rows of a comparison, as `SCHEMA` has them, and sentences about the samples."""

    rows: pa.Table
    notes: tuple[str, ...]
    shown: frozenset[str]
    """Measures that people want to see; the others say nothing."""


def changed(asked: Asked, texts: Sequence[str]) -> Asked:
    """The filters with those of `KEY=VALUE` in the place of their own. Raises ValueError, saying what is allowed."""
    for text in texts:
        key, is_set, value = (part.strip() for part in text.partition("="))
        if not is_set or not value:
            raise ValueError(
                f"--compare {text}: write FILTER=VALUE, such as player=Bo or dates=2026-02 or dates=2026-01..2026-03"
            )
        if key not in _KEYS:
            raise ValueError(
                f"--compare {text}: no filter {key!r}; {near_words(key, _KEYS, f'there is {join_words(_KEYS)}')}"
            )
        asked = replace(asked, **_change(key, value, text))
    return asked


def _change(key: str, value: str, text: str) -> dict[str, Any]:
    if key in _LISTS:
        return {_LISTS[key]: (value,)}
    if key == "dates":
        since, is_range, until = (part.strip() for part in value.partition(".."))
        return {"since": since or None, "until": (until or None) if is_range else since}
    if key in ("from", "to"):
        return {"since" if key == "from" else "until": value}
    words = [word.strip() for word in value.split(",")]
    if key == "seats":
        if not all(word.isdecimal() for word in words):
            raise ValueError(f"--compare {text}: write numbers with commas between them, such as seats=2,3")
        return {"seats": tuple(int(word) for word in words)}
    unknown = [word for word in words if word not in _CHOICES[key]]
    if unknown or (key != "position" and len(words) > 1):
        raise ValueError(f"--compare {text}: allowed is {key}={join_words(_CHOICES[key], 'or')}")
    return {"positions": tuple(words)} if key == "position" else {key: words[0]}


def comparison(store: Store, asked: Asked, texts: Sequence[str], clock: Mapping[str, object]) -> Comparison:
    """The hands of some filters against those with some of them changed; accounts of one sample are added up.

    Samples are held beside one another under the same rule set; of different ones only where these were asked for. Raises ValueError
    for names that are not there, and where nothing can be compared.
    """
    calendar, is_own = calendar_of(store, clock)
    source = stored(store.execute, "int_player_hands")
    first = conditions(asked, calendar, store, source)
    second = conditions(changed(asked, texts), calendar, store, source)
    a, b = (_sums(store, found, calendar, is_own) for found in (first, second))
    names = (_words(first, second), _words(second, first))
    n_shared = _shared(store, first, second, source)
    notes = [f"A is {names[0]}; B is {names[1]}."]
    pairs = [(a[key], b[key]) for key in sorted(a.keys() & b.keys(), key=str)]
    if not pairs and len(a) == len(b) == 1:
        pairs = [(next(iter(a.values())), next(iter(b.values())))]
        notes.append("The two are under different rule sets: royalties and points are not worth the same in them.")
    if not pairs:
        raise ValueError(f"nothing to compare: {_told('A', a)}; {_told('B', b)}")
    several = any(_several(store, found, source) for found in (first, second))
    made = [
        _row(measure, one, other, names, n_shared > 0 or (several and measure.hangs_together))
        for one, other in pairs
        for measure in MEASURES
    ]
    if n_shared:
        notes.append(
            f"{n_shared:,} hands are in both: what happens in a hand hangs together, so the intervals are not the true ones, "
            "and nothing is read from them."
        )
    if several:
        notes.append(
            "Players of one hand are counted together: points, scoops and money pass between them, so nothing is read from these."
        )
    notes += _opponents(pairs)
    for side, found in (("A", first), ("B", second)):
        notes += [f"{side}: {note}" for note in counted_notes(store, found) if not note.startswith("Filters")]
    shown = frozenset(m.column for m in MEASURES if any(worth_showing(m, *pair) for pair in pairs))
    return Comparison(pa.Table.from_pylist([row for row in made if row is not None], SCHEMA), tuple(notes), shown)


def _opponents(pairs: Sequence[tuple[Row, Row]]) -> list[str]:
    """That the two had different numbers of opponents, where they had: against two there is more to win and to lose than against one."""
    pairs_of = [sum(row["pairs"] for row in side) for side in zip(*pairs, strict=True)]
    a, b = (n / sum(row["hands"] for row in side) for n, side in zip(pairs_of, zip(*pairs, strict=True), strict=True))
    if abs(a - b) < LEAST_APART:
        return []
    return [
        f"A had {a:.2f} opponents in a hand, B {b:.2f}: what is won per hand grows with them; --seats keeps tables of one size."
    ]


def _told(side: str, sums: Mapping[tuple[str, str | None], Row]) -> str:
    rules = [str(rules_id) for _, rules_id in sums]
    return f"{side} has hands under {join_words(rules)}" if rules else f"{side} has no hands"


def _several(store: Store, found: Sequence[Condition], source: str) -> bool:
    """Whether a sample has several players of one hand."""
    where = " and ".join(f"({c.sql})" for c in found) or "true"
    return bool(store.value(f"select count(*) > count(distinct hand_key) from {source} where {where}"))


def _sums(
    store: Store, found: Sequence[Condition], calendar: Calendar, is_own: bool
) -> dict[tuple[str, str | None], Row]:
    """A sample's row of `player_stats` for each site and rule set, all its accounts together."""
    try:
        query = grouped(store, Grouping(by_player=False), found, calendar, is_own)
        return {(row["site"], row["rules_id"]): row for row in store.rows(query)}
    finally:
        clear(store.execute)


def _words(own: Sequence[Condition], others: Sequence[Condition]) -> str:
    """What a sample is, by what it does not share with the other."""
    said = {c.words for c in others}
    return "; ".join(c.words for c in own if c.words not in said) or "the same without that"


def _shared(store: Store, first: Sequence[Condition], second: Sequence[Condition], source: str) -> int:
    one, other = (" and ".join(f"({c.sql})" for c in found) or "true" for found in (first, second))
    query = f"select count(*) from (select hand_key from {source} where {one} intersect select hand_key from {source} where {other})"
    return int(store.value(query))


def _row(measure: Measure, one: Row, other: Row, names: tuple[str, str], is_shared: bool) -> dict[str, Any] | None:
    """One measure of both; None where neither has it."""
    n = (measure.n(one), measure.n(other))
    values = [row[measure.column] for row in (one, other)]
    if values == [None, None]:
        return None
    is_alike = measure.section != MONEY or one["currency"] == other["currency"]
    figures = (measure.figure(one), measure.figure(other)) if is_alike else (None, None)
    found = _difference(*figures)
    return {
        "site": one["site"],
        "rules_id": one["rules_id"],
        "measure": measure.column,
        "label": measure.short,
        "a": names[0],
        "a_value": values[0],
        "a_n": n[0],
        "b": names[1],
        "b_value": values[1],
        "b_n": n[1],
        "difference": None if None in values or not is_alike else values[0] - values[1],
        "difference_low": None if found is None else found.low,
        "difference_high": None if found is None else found.high,
        "method": None if found is None else "Newcombe" if measure.is_rate else "Welch",
        "reading": read_from(found, n, is_shared),
    }


def _difference(a: Rate | Mean | None, b: Rate | Mean | None) -> Difference | None:
    if isinstance(a, Rate) and isinstance(b, Rate):
        return newcombe(a, b)
    return welch(a, b) if isinstance(a, Mean) and isinstance(b, Mean) else None


def read_from(found: Difference | None, n: tuple[int, int], is_shared: bool) -> str:
    """What is read from a difference of two samples of so many, `is_shared`: of the same hands."""
    if found is None:
        return NO_INTERVAL
    if is_shared:
        return SHARED
    if min(n) < SMALL_SAMPLE:
        return FEW
    return HIGHER if found.low > 0 else LOWER if found.high < 0 else NOT_TOLD
