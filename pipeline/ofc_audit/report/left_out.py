"""What statistics say of the hands behind them: how many count, and how many do not and why."""

from collections.abc import Sequence

from ofc_audit.report.hand_filter import Condition
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words
from ofc_audit.warehouse.recompute import stored

_STORED = """
    select
        count(*) as stored,
        count(*) filter (status = 'incomplete') as incomplete,
        count(*) filter (status = 'cancelled') as cancelled
    from hands
"""
_IN_CONFLICT = """
    select count(*) from hands where status = 'complete' and hand_key in (
        select hand_key from id_clashes where kind = 'conflict'
        union all
        select other_hand_key from id_clashes where kind = 'conflict'
    )
"""


def counted_notes(store: Store, found: Sequence[Condition]) -> list[str]:
    """Sentences: which filters apply, how many hands count, how many are left out and why."""
    [row] = store.rows(_STORED)
    row["in_conflict"] = store.value(_IN_CONFLICT)
    counts = row["stored"] - row["incomplete"] - row["cancelled"] - row["in_conflict"]
    notes = []
    unknown: list[tuple[int, Condition]] = []
    if found:
        notes.append(f"Filters: {'; '.join(c.words for c in found)}.")
        n_chosen, unknown = _chosen(store, found)
        row["filtered"], counts = counts - n_chosen, n_chosen
    reasons = [
        f"{row[name]:,} {words}"
        for name, words in (
            ("filtered", "by the filters"),
            ("incomplete", "incomplete"),
            ("cancelled", "cancelled"),
            ("in_conflict", "in conflict with another record of the same deal"),
        )
        if row.get(name)
    ]
    left = f"; left out: {', '.join(reasons)}" if reasons else ""
    notes.append(f"Hands counted: {counts:,} of {row['stored']:,}{left}.")
    open_ones = [f"{n:,} for {condition.option}" for n, condition in unknown if n]
    if open_ones:
        notes.append(f"Of the hands left out by the filters, some do not tell: {join_words(open_ones)}.")
    return notes


def _chosen(store: Store, found: Sequence[Condition]) -> tuple[int, list[tuple[int, Condition]]]:
    """How many hands all filters let through, and for each filter how many the others let through and it cannot tell."""
    source = stored(store.execute, "int_player_hands")
    every = " and ".join(f"({c.sql})" for c in found)
    open_to = [c for c in found if c.unknown is not None]
    counts = [f"count(distinct hand_key) filter ({every}) as chosen"]
    looked_at = [every]
    for at, condition in enumerate(open_to):
        others = " and ".join(f"({c.sql})" for c in found if c is not condition) or "true"
        looked_at.append(f"({condition.unknown}) and ({others})")
        counts.append(f"count(distinct hand_key) filter ({looked_at[-1]}) as open_{at}")
    # What no filter is about is left out by the scan, which passes over whole stretches of hands.
    where = " or ".join(f"({each})" for each in looked_at)
    [row] = store.rows(f"select {', '.join(counts)} from {source} where {where}")
    return row["chosen"], [(row[f"open_{at}"], condition) for at, condition in enumerate(open_to)]
