"""Lying about a share of the hands: each table, match or tournament is told with one fault at the most, so that no two
lies meet in one chain of hands.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO

import numpy as np
import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.simulate.edits import Ints, Tables, join, keys_of
from ofc_audit.simulate.fault import Planted
from ofc_audit.simulate.faults import FAULTS, plant
from ofc_audit.tables import schema

_CHAIN = ("tournament_id", "match_id", "table_id")
"""What keeps hands together, the first of these that a hand states."""


@dataclass(frozen=True)
class Told:
    """The hands as they are told, table `planted_faults`, and how many lies there was no hand for."""

    tables: dict[str, pa.Table]
    planted: pa.Table
    n_missed: int


def chains(tables: Tables) -> Iterator[dict[str, pa.Table]]:
    """The hands of each match, tournament or table by themselves; they lie together, and keep their order."""
    names = [tables["hands"].column(name).to_pylist() for name in _CHAIN]
    ids = [next((value for value in row if value is not None), None) for row in zip(*names, strict=True)]
    starts = [at for at in range(len(ids)) if at == 0 or ids[at] != ids[at - 1]]
    keys = keys_of(tables)
    ends = {name: _ends(tables, name, keys) for name in HAND_TABLES}
    for first, stop in zip(starts, [*starts[1:], len(ids)], strict=True):
        yield {
            name: tables[name].slice(int(at[first]), int(at[stop] - at[first]))
            for name, at in ((name, ends[name]) for name in HAND_TABLES)
        }


def _ends(tables: Tables, name: str, keys: Ints) -> Ints:
    """(n + 1,) where the rows of each hand begin in a table that holds them in the order of the hands, and where it ends."""
    if name == "hands":
        return np.arange(len(keys) + 1)
    found, counts = np.unique(np.asarray(tables[name].column("hand_key")), return_counts=True)
    n_rows = np.zeros(len(keys), np.int64)
    at = np.searchsorted(found, keys)
    is_there = at < len(found)
    is_there[is_there] = found[at[is_there]] == keys[is_there]
    n_rows[is_there] = counts[at[is_there]]
    return np.concatenate([[0], np.cumsum(n_rows)])


def lie(
    tables: Tables, rules: RuleSet, share: float, kinds: Sequence[str], format_id: str, rng: np.random.Generator
) -> Told:
    """Tell a share of the hands with a fault each, of `kinds` as evenly as the hands allow.

    Only kinds that the format can write down are planted; those of which it then shows nothing are, and are declared.
    """
    n_hands = tables["hands"].num_rows
    n_lies = int(n_hands * share + rng.random())
    own = list(chains(tables))
    planted: dict[int, dict[str, object]] = {}
    tried: Counter[str] = Counter()
    for at in rng.permutation(len(own)).tolist():
        if len(planted) == n_lies:
            break
        lied = _lie_once(own[at], {rules.id: rules}, kinds, format_id, tried, rng)
        if lied is not None:
            planted[at] = _row(own[at], lied[1], format_id)
            own[at] = lied[0]
    rows = pa.Table.from_pylist([planted[at] for at in sorted(planted)], schema=schema("planted_faults"))
    return Told(join(*own), rows, n_lies - len(planted))


def _lie_once(
    chain: Tables,
    rules: Mapping[str, RuleSet],
    kinds: Sequence[str],
    format_id: str,
    tried: Counter[str],
    rng: np.random.Generator,
) -> tuple[dict[str, pa.Table], Planted] | None:
    """One chain with a fault of the kind that was tried least; None where it suits none."""
    order = rng.permutation(len(kinds)).tolist()
    for kind in sorted((kinds[at] for at in order), key=lambda name: tried[name]):
        tried[kind] += 1
        fault = FAULTS[kind]
        size = fault.sizes[int(rng.integers(len(fault.sizes)))] if fault.sizes else None
        start = int(rng.integers(chain["hands"].num_rows))
        for first in (start, 0) if start else (0,):
            try:
                told, planted = plant(chain, rules, kind, first, size=size)
                import_module(f"ofc_audit.read.write_{format_id}").write(told, BytesIO())
            except ValueError:
                # No hand of the chain suits it, or the format has no words for it.
                continue
            return told, planted
    return None


def _row(chain: Tables, planted: Planted, format_id: str) -> dict[str, object]:
    why = planted.why_hidden(format_id)
    return {
        "hand_key": planted.hand_key,
        "true_hand_key": int(keys_of(chain)[planted.hand]),
        "hand_id": planted.hand_id,
        "fault": planted.fault.name,
        "check_id": planted.check_id,
        "acting_order": None if planted.seat is None else planted.seat["acting_order"],
        "size": planted.aim.size if planted.fault.sizes else None,
        "format": format_id,
        "is_visible": why is None,
        "why_hidden": why,
    }
