"""One lie of every kind, each at a table of its own: the history it is told in, before and after."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.simulate import play
from ofc_audit.simulate.edits import choose
from ofc_audit.simulate.fault import Planted
from ofc_audit.simulate.faults import FAULTS, plant
from ofc_audit.simulate.rooms import Tournament
from simulate.histories import RULES, options_of

_KNOCKOUT = {"tournament": Tournament(bounty="5.00"), "stack": "20", "point_value": "1", "n_players": (3,)}
_STAKE = {"scoring": "1-6", "royalties": "american", "match_cap": "5.00"}
_BOTH = ("careful", "random")
FAMILIES: Mapping[str, tuple[str, str, int, dict[str, Any]]] = {
    "matches": ("pokerbet", "ofc_text", 96, {"stack": "12.00", "timeouts": 0.1, "policies": _BOTH}),
    "recording": ("pppoker_progressive17", "capture_hh", 12, {}),
    "points": ("arena_pineapple", "ofc_jsonl", 12, {"policies": ("random",)}),
    "settled at the end": ("quadnet", "ofc_jsonl", 24, {"stack": "8.00"}),
    "cash": ("openface_pineapple", "ofc_text", 48, {"stack": "8.00", "n_players": (3,)}),
    "within a stake": ("pokerbet", "ofc_text", 12, {"stack": "9.00", "options": _STAKE}),
    "by level": ("norway_tournament", "ofc_jsonl", 24, {}),
    # A player who has stayed as often as he may and meets a condition again is rare: a seed that has one.
    "stay limit": ("openface_pineapple", "ofc_jsonl", 10, {"seed": 9422, "hands_per_table": 24}),
    "knockout": ("pokerbet", "ofc_text", 24, _KNOCKOUT),
}
"""Rule set, format, tables and whatever else the simulator is told; a kind is planted in the first one that it suits."""
HANDS_PER_TABLE = 16


WHOLE_TABLE = {"stake_misstated", "scoring_misstated"}
"""Faults of all hands of a table."""


@dataclass(frozen=True)
class Told:
    """A lie: the format it is written in, the history before it, and after it."""

    format: str
    true: dict[str, pa.Table]
    tables: dict[str, pa.Table]
    planted: Planted

    def written(self) -> bytes:
        """The history as a file has it."""
        out = io.BytesIO()
        import_module(f"ofc_audit.read.write_{self.format}").write(self.tables, out)
        return out.getvalue()

    @property
    def hand_ids(self) -> set[str]:
        """The ids of all its hands, before and after."""
        return {hand for one in (self.true, self.tables) for hand in one["hands"].column("hand_id").to_pylist()}


@cache
def history(family: str) -> dict[str, pa.Table]:
    """The true hands of a family."""
    rules_id, _, n_tables, kwargs = FAMILIES[family]
    number = list(FAMILIES).index(family) + 1
    told = {"policies": ("careful",), "hands_per_table": HANDS_PER_TABLE, "seed": number, **kwargs}
    options = told.pop("options", options_of(rules_id))
    n_hands = n_tables * told["hands_per_table"]
    return play(RULES[rules_id], n_hands, options=options, first_match=number * 100_000 + 1, **told)


def _tables(family: str) -> Iterator[dict[str, pa.Table]]:
    """The history of each table."""
    tables = history(family)
    names = np.array(tables["hands"].column("table_id").to_pylist())
    for name in dict.fromkeys(names.tolist()):
        yield choose(tables, np.flatnonzero(names == name))


@cache
def lies() -> Mapping[str, Told]:
    """One lie of every kind that nothing hides, each at a table where there is no other."""
    free = {family: list(_tables(family)) for family in FAMILIES}
    told = {}
    for name, fault in FAULTS.items():
        for family, (_, format_id, _, _) in FAMILIES.items():
            found = None if format_id in fault.hidden else _lie(name, format_id, free[family])
            if found is not None:
                told[name] = found
                break
    return told


def _lie(name: str, format_id: str, free: list[dict[str, pa.Table]]) -> Told | None:
    """The kind told at the first table of which nobody has made use, which is then taken."""
    for at, true in enumerate(free):
        try:
            # The first hand of a table only for what is done to a whole table.
            tables, planted = plant(true, RULES, name, 0 if name in WHOLE_TABLE else 1)
        except ValueError as error:
            if "suits the fault" not in str(error):
                raise
            continue
        if planted.blind is None:
            return Told(format_id, free.pop(at), tables, planted)
    return None
