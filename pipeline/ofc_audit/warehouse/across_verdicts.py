"""The verdicts of hands, chains and matches made one: those of matches over those of chains over those of hands; a wrong one over all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ofc_audit.audit.chains import Chains
from ofc_audit.audit.course import Course
from ofc_audit.audit.stacks import Stacks
from ofc_audit.audit.verdict_grid import Grid, Words
from ofc_audit.audit.verdicts import WRONG
from ofc_audit.audit.view import Ints, ints
from ofc_audit.warehouse.across_matches import Matched
from ofc_audit.warehouse.stretches import Stretch


@dataclass(frozen=True)
class Told:
    """All that was said of the hands of a stretch; `tournaments`: tables of verdicts, or nothing."""

    stretch: Stretch
    course: Course
    chains: Chains
    stacks: Stacks
    tournaments: Mapping[str, pa.Table]
    matched: Matched | None

    @cached_property
    def words(self) -> Words:
        """The reasons of all verdicts."""
        return Words()

    @cached_property
    def reasons(self) -> Ints:
        """The numbers of the reasons of chains, and behind them that of no reason."""
        return self.words.numbers(self.chains.seats.words)


def lay_verdicts(told: Told) -> Iterator[tuple[str, Sequence[pa.Table]]]:
    """The rows of `verdicts` and `seat_verdicts` of the new hands, in order, for each row group of hands."""
    view = told.course.view
    grid, key = _of_hands(told), {"hand_key": view.hand_key}
    yield "verdicts", [grid.rows(start, end, key) for start, end in told.stretch.ends]
    grid, key = _of_seats(told), {"hand_key": view.hand_key[view.seat_hand], "acting_order": view.acting_order}
    seat = np.append(view.seat_start, len(view.seat_hand))
    yield "seat_verdicts", [grid.rows(int(seat[start]), int(seat[end]), key) for start, end in told.stretch.ends]


def _of_hands(told: Told) -> Grid:
    view, chains = told.course.view, told.chains
    better = _grid(told, "verdicts", told.tournaments, view.n_hands)
    judged = chains.verdict >= 0
    better.put("fantasyland", judged, chains.verdict[judged], told.reasons[chains.reason[judged]])
    better.put("match", chains.is_button_wrong, WRONG)
    better.put("money", told.stacks.is_wrong, WRONG)
    return _laid(told, "verdicts", better, view.n_hands)


def _of_seats(told: Told) -> Grid:
    n_seats, seats = len(told.course.view.seat_hand), told.chains.seats
    better = _grid(told, "seat_verdicts", told.tournaments, n_seats)
    better.put("fantasyland", slice(None), seats.verdict, told.reasons[seats.reason])
    better.put("money", told.stacks.wrong_seats, WRONG)
    return _laid(told, "seat_verdicts", better, n_seats)


def _laid(told: Told, name: str, better: Grid, n: int) -> Grid:
    """The verdicts of single hands with those of chains, `better`, and those of matches laid over them."""
    if told.matched is not None:
        better.under(_grid(told, name, {name: getattr(told.matched, name)}, n))
    alone = _grid(told, name, {name: told.stretch.tables[f"hand_{name}"]}, n)
    alone.replaced_by(better)
    return alone


def _grid(told: Told, name: str, given: Mapping[str, pa.Table], n: int) -> Grid:
    """The verdicts of a table by its name, if it is given."""
    if name not in given or not given[name].num_rows:
        return Grid.empty(n, told.words)
    rows = told.stretch.hand_of(given[name])
    if name == "seat_verdicts":
        rows = told.course.view.seat_start[rows] + ints(given[name], "acting_order")
    return Grid.of(given[name], rows, n, told.words)
