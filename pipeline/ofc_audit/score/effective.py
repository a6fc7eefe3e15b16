"""The rule set each hand is played under: that of its `rules_id`, with the options that the hand itself states."""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Ints

_OPTIONS = ("scoring", "royalties", "royalty_settlement", "fantasyland", "one_hand")
_COLUMNS = ("rules_id", *(f"option_{name}" for name in _OPTIONS), "match_cap")


def _codes(column: pa.ChunkedArray) -> tuple[Ints, int]:
    """A small number per row for its value, a null being a value too, and how many values there are."""
    encoded = pc.dictionary_encode(column.combine_chunks(), null_encoding="encode")
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.combine_chunks()
    return encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64), len(encoded.dictionary)


def effective_rules(hands: pa.Table, rules: Mapping[str, RuleSet]) -> tuple[list[RuleSet | None], Ints]:
    """The effective rule sets of table `hands` and, for each hand, (n,) which of them it is played under.

    None stands for hands whose `rules_id` is null or not among `rules`. Options that a hand states (`option_*`,
    `match_cap`) override the parameters of its rule set; hands that end up under equal rules share one entry, in the
    order of first appearance.
    """
    n = hands.num_rows
    if not n:
        return [], np.empty(0, np.int64)
    index = np.zeros(n, np.int64)
    for name in _COLUMNS:
        if hands.column(name).null_count == n:
            continue
        codes, n_values = _codes(hands.column(name))
        if n_values > 1:
            # Renumbered at each step, so that the number never outgrows the rows.
            index = np.unique(index * n_values + codes, return_inverse=True)[1]
    _, first, index = np.unique(index, return_index=True, return_inverse=True)
    effective: list[RuleSet | None] = []
    place: dict[str | None, int] = {}
    number = np.empty(len(first), np.int64)
    for at in np.argsort(first, kind="stable").tolist():
        row = hands.slice(int(first[at]), 1).to_pylist()[0]
        base = rules.get(row["rules_id"]) if row["rules_id"] is not None else None
        played = None
        if base is not None:
            stated = {name: row[f"option_{name}"] for name in _OPTIONS}
            played = base.with_options(**stated, match_cap=row["match_cap"])
        key = None if played is None else f"{played.id} {played.digest}"
        if key not in place:
            place[key] = len(effective)
            effective.append(played)
        number[at] = place[key]
    return effective, number[index]
