"""The rule set each hand is played under: that of its `rules_id` at its time, with the options that the hand itself states."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import one_array
from ofc_audit.rulesets import RuleSet, candidates, dated_variants
from ofc_audit.score.masked import Ints

_STATED = ("scoring", "royalties", "royalty_settlement", "fantasyland", "one_hand")
OPTION_COLUMNS = {**{name: f"option_{name}" for name in _STATED}, "match_cap": "match_cap"}
"""The options that a hand can state, and the column of table `hands` for each."""
DECIDING = ("rules_id", "ended_at", *OPTION_COLUMNS.values())
"""The columns of table `hands` that decide which rule set a hand is played under."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _codes(column: pa.Array) -> tuple[Ints, int]:
    """A small number per row for its value, a null being a value too, and how many values there are."""
    encoded = pc.dictionary_encode(column, null_encoding="encode")
    return encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64), len(encoded.dictionary)


def rules_of_hand(hand: Mapping[str, Any], rules: Mapping[str, RuleSet]) -> RuleSet | None:
    """The effective rule set of a row of table `hands`; None where its `rules_id` is null or not among `rules`.

    A rule set with a period stands in for the one that the hand names where `ended_at` falls into it. Without a time
    the hand has what all that can have been in force agree on; the rest is UNKNOWN. Then the options that the hand
    states (`option_*`, `match_cap`) override their parameters.
    """
    return _effective(hand, rules, dated_variants(rules.values()))


def _effective(
    hand: Mapping[str, Any], rules: Mapping[str, RuleSet], dated: Mapping[str, Sequence[RuleSet]]
) -> RuleSet | None:
    base = rules.get(hand["rules_id"]) if hand["rules_id"] is not None else None
    if base is None:
        return None
    variants = dated.get(base.id, ())
    sets = candidates(base, hand["ended_at"] if variants else None, variants)
    stated = {name: hand[column] for name, column in OPTION_COLUMNS.items()}
    played = [one.with_options(**stated) for one in sets]
    return base.agreed_with(played)


def effective_rules(hands: pa.Table, rules: Mapping[str, RuleSet]) -> tuple[list[RuleSet | None], Ints]:
    """The effective rule sets of table `hands` and, for each hand, (n,) which of them it is played under.

    None stands for hands whose `rules_id` is null or not among `rules`; the others have what `rules_of_hand` gives.
    Hands share an entry where their rules are equal in every value, source and note; entries are in the order of first
    appearance.
    """
    n = hands.num_rows
    if not n:
        return [], np.empty(0, np.int64)
    dated = dated_variants(rules.values())
    index = np.zeros(n, np.int64)
    for codes, n_values in _deciding(hands, dated):
        if n_values > 1:
            # Renumbered at each step, so that the number never outgrows the rows.
            index = np.unique(index * n_values + codes, return_inverse=True)[1]
    _, first, index = np.unique(index, return_index=True, return_inverse=True)
    effective: list[RuleSet | None] = []
    place: dict[object, int] = {}
    number = np.empty(len(first), np.int64)
    for at in np.argsort(first, kind="stable").tolist():
        played = _effective(hands.slice(int(first[at]), 1).to_pylist()[0], rules, dated)
        # Equal values alone do not make one rule set: a finding cites where its rule comes from.
        key = None if played is None else (played.id, played.digest, played.provenance)
        if key not in place:
            place[key] = len(effective)
            effective.append(played)
        number[at] = place[key]
    return effective, number[index]


def _deciding(hands: pa.Table, dated: Mapping[str, Sequence[RuleSet]]) -> Iterator[tuple[Ints, int]]:
    """(n,) a small number for each value of whatever decides about rules, column by column, and how many values there are."""
    for name in ("rules_id", *OPTION_COLUMNS.values()):
        column = one_array(hands.column(name))
        is_one_value = column.null_count == len(column) or (
            not column.null_count and pc.all(pc.equal(column, column[0])).as_py()
        )
        if not is_one_value:
            yield _codes(column)
    if dated:
        yield _periods(hands.column("ended_at"), [one for variants in dated.values() for one in variants])


def _periods(ended_at: pa.ChunkedArray, variants: Sequence[RuleSet]) -> tuple[Ints, int]:
    """(n,) between which bounds of periods a hand ended, 0 where that is not known, and how many such times there are."""
    moments = {moment for one in variants if one.period for moment in (one.period.start, one.period.until) if moment}
    bounds = np.array(sorted((moment - _EPOCH) // timedelta(microseconds=1) for moment in moments), np.int64)
    ended = ended_at.combine_chunks().cast(pa.timestamp("us", "UTC")).cast(pa.int64())
    is_known = ended.is_valid().to_numpy(zero_copy_only=False)
    codes = 1 + np.searchsorted(bounds, ended.fill_null(0).to_numpy(zero_copy_only=False), side="right")
    return np.where(is_known, codes, 0).astype(np.int64), len(bounds) + 2
