"""The stage that asks whether a room pays and scores as its records say: one cause for all hands of a table or a club, told once.

Evidence of each hand is gathered while single hands are audited (`infer.evidence`); only where many hands share a departure are hands
read again, row group by row group.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.view import Ints
from ofc_audit.findings import Finding, findings_table
from ofc_audit.infer.cause_words import Misfit, Stake, misfit_finding, stake_finding
from ofc_audit.infer.causes import Shared, apply_causes
from ofc_audit.infer.rule_fit import (
    Candidate,
    accept,
    begin,
    candidates,
    choose,
    count_fits,
    find_suspects,
    suspects,
)
from ofc_audit.infer.stake_sql import find_prices
from ofc_audit.infer.subset import chosen_hands, key_column
from ofc_audit.money import NULL
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.effective import rules_of_hand
from ofc_audit.warehouse.engine import Opened, view_of_parquet
from ofc_audit.warehouse.judge import EVIDENCE_FILE
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.lay import group_starts, row_group, some_row_groups
from ofc_audit.warehouse.revise import in_order, revise

TablesOf = Callable[[int], Mapping[str, pa.Table]]
"""Gives the hand tables and scored tables of a row group."""


@dataclass
class Causes:
    """Causes by the place of the hand they are told at, and which hands share which (in tables of the database)."""

    stakes: dict[int, Stake] = field(default_factory=dict)
    misfits: dict[int, Misfit] = field(default_factory=dict)
    fits: dict[int, Candidate | None] = field(default_factory=dict)

    def of(self, first: int, n: int) -> "Causes":
        """The same for n hands from place `first` on, whose places count from 0."""
        there = range(first, first + n)
        return Causes(
            {place - first: stake for place, stake in self.stakes.items() if place in there},
            {place - first: misfit for place, misfit in self.misfits.items() if place in there},
            self.fits,
        )


LEAST = 3
"""Hands that a cause takes at least, whatever it is: see `infer.stake_sql` and `infer.rule_fit`."""


def fit(opened: Opened, folder: Path, staged: Path, rules: Mapping[str, RuleSet]) -> None:
    """Replaces what single hands gave, in `staged`, where a price or a scoring shared by many hands explains it.

    Reads `<staged>/evidence.parquet`, and the hand tables and scored tables in `folder`.
    """
    if not _any_departs(staged / EVIDENCE_FILE):
        return
    with opened() as con:
        causes = find_causes(con, staged, rules, group_starts(folder / "hands.parquet"), partial(_tables, folder))
        if causes.stakes or causes.misfits:
            apply(con, folder, staged, rules, causes)


def _any_departs(evidence: Path) -> bool:
    """Whether so many hands as a cause takes show another price than the one stated, or have wrong points."""
    n_prices = n_wrong = 0
    for group, _ in group_starts(evidence):
        data = some_row_groups(evidence, range(group, group + 1), ["level", "point_value", "is_judged", "is_wrong"])
        stated = pc.equal(data["level"], pc.multiply(data["point_value"], 2))
        n_prices += data.num_rows - int(pc.sum(pc.coalesce(stated, pc.is_null(data["level"]))).as_py() or 0)
        n_wrong += int(pc.sum(pc.and_(data["is_judged"], data["is_wrong"])).as_py() or 0)
        if max(n_prices, n_wrong) >= LEAST:
            return True
    return False


def find_causes(
    con: duckdb.DuckDBPyConnection,
    staged: Path,
    rules: Mapping[str, RuleSet],
    groups: Sequence[tuple[int, int]],
    tables_of: TablesOf,
) -> Causes:
    """The causes that many hands share, and in `con` which hands share which: `stake_members(place, price)`, `fit_members(place, scope_no)`.

    Reads `<staged>/evidence.parquet`; `groups`: the row groups, each with how many hands are before it; `tables_of` gives
    the hand tables and scored tables of one.
    """
    view_of_parquet(con, "evidence", staged / EVIDENCE_FILE)
    causes = Causes()
    find_prices(con)
    causes.stakes = _stakes(con)
    begin(con)
    for by_table in (False, True):
        if find_suspects(con, by_table):
            _try_scorings(con, groups, tables_of, rules, causes)
    if find_suspects(con, by_table=False):
        _leave_unexplained(con, causes)
    return causes


def apply(
    con: duckdb.DuckDBPyConnection, folder: Path, staged: Path, rules: Mapping[str, RuleSet], causes: Causes
) -> None:
    """Replaces what single hands gave, in `staged`, where a cause explains it; places of hands are those in `folder`, from 0."""
    revise(folder, staged, _Change(con, rules, causes))


def _stakes(con: duckdb.DuckDBPyConnection) -> dict[int, Stake]:
    rows = con.execute(
        "select c.place, c.price, c.point_value, c.n_shown, c.n_less, c.n_hands, c.n_tables, c.moved, e.points, e.payer, e.payee, e.paid "
        "from stake_causes as c join evidence as e using (place)"
    ).fetchall()
    return {int(place): Stake(*map(int, numbers)) for place, *numbers in rows}


def _try_scorings(
    con: duckdb.DuckDBPyConnection,
    groups: Sequence[tuple[int, int]],
    tables_of: TablesOf,
    rules: Mapping[str, RuleSet],
    causes: Causes,
) -> None:
    """Finds what explains the points of each suspected scope, and leaves in `causes` those that a scoring explains."""
    tried: dict[int, list[Candidate]] = {}
    n_fits: dict[int, Ints] = {}
    for tables, scope in _suspect_groups(con, groups, tables_of):
        for number in np.unique(scope[scope >= 0]).tolist():
            sub = chosen_hands(tables, scope == number)
            if number not in tried:
                tried[number] = candidates(sub["hands"].slice(0, 1).to_pylist()[0], rules)
                n_fits[number] = np.zeros(len(tried[number]), np.int64)
            n_fits[number] += [int(count_fits(sub, rules, one).sum()) for one in tried[number]]
    for number, place, rules_id, n_hands, n_wrong, _ in suspects(con):
        best = choose(tried[number], n_fits[number].tolist(), n_hands)
        if best is not None:
            accept(con, number)
            causes.fits[number] = tried[number][best]
            explained = int(n_fits[number][best])
            causes.misfits[place] = Misfit(rules_id, n_hands, n_wrong, explained, tried[number][best])


def _leave_unexplained(con: duckdb.DuckDBPyConnection, causes: Causes) -> None:
    """Makes one cause of the wrong points of each club in which most points are wrong and no scoring explains them."""
    for number, place, rules_id, n_hands, n_wrong, is_cause in suspects(con):
        if is_cause:
            accept(con, number)
            causes.fits[number] = None
            causes.misfits[place] = Misfit(rules_id, n_hands, n_wrong)


def _suspect_groups(
    con: duckdb.DuckDBPyConnection, groups: Sequence[tuple[int, int]], tables_of: TablesOf
) -> Iterator[tuple[Mapping[str, pa.Table], Ints]]:
    """The tables of each row group with suspected hands, and (n_hands,) the scope of each hand, -1 for none."""
    places = np.asarray(con.sql("select place from fit_hands").to_arrow_table().column(0), np.int64)
    first = np.array([n_before for _, n_before in groups], np.int64)
    for group in np.unique(np.searchsorted(first, places, "right") - 1).tolist():
        tables = tables_of(group)
        yield tables, _laid(con, "fit_hands", "scope_no", int(first[group]), tables["hands"].num_rows, -1)


def _tables(folder: Path, group: int) -> dict[str, pa.Table]:
    return {name: row_group(folder / f"{name}.parquet", group) for name in (*HAND_TABLES, *SCORED)}


def _laid(con: duckdb.DuckDBPyConnection, relation: str, column: str, first: int, n: int, missing: int) -> Ints:
    """(n,) a number for each hand from place `first` on, `missing` where the relation has none."""
    query = f"select place, {column} from {relation} where place >= {first} and place < {first + n}"
    data = con.sql(query).to_arrow_table()
    laid = np.full(n, missing)
    laid[np.asarray(data.column(0), np.int64) - first] = np.asarray(data.column(1), np.int64)
    return laid


class _Change:
    """What a row group's hands keep of findings and verdicts, with the causes told at their first hands."""

    def __init__(self, con: duckdb.DuckDBPyConnection, rules: Mapping[str, RuleSet], causes: Causes) -> None:
        self._con, self._rules, self._causes = con, rules, causes
        self._first = 0

    def __call__(self, tables: Mapping[str, pa.Table], found: Mapping[str, pa.Table]) -> Mapping[str, pa.Table]:
        n, first = tables["hands"].num_rows, self._first
        self._first += n
        price = _laid(self._con, "stake_members", "price", first, n, NULL)
        scope = _laid(self._con, "fit_members", "scope_no", first, n, -1)
        if not ((price != NULL) | (scope >= 0)).any():
            return {}
        left = apply_causes(tables, found, self._rules, Shared(price, scope, self._causes.fits))
        told = [
            self._stake(tables, place - first, stake)
            for place, stake in self._causes.stakes.items()
            if first <= place < first + n
        ]
        told += [
            self._misfit(tables, found["findings"], place - first, misfit)
            for place, misfit in self._causes.misfits.items()
            if first <= place < first + n
        ]
        if told:
            left["findings"] = in_order(
                pa.concat_tables([findings_table(told), left["findings"]]), key_column(tables["hands"])
            )
        return left

    def _stake(self, tables: Mapping[str, pa.Table], at: int, stake: Stake) -> Finding:
        hand = _row(tables, at)
        seats = tables["seats"].filter(pa.array(key_column(tables["seats"]) == hand["hand_key"]))
        return stake_finding(stake, hand, seats.column("player_name").to_pylist())

    def _misfit(self, tables: Mapping[str, pa.Table], findings: pa.Table, at: int, misfit: Misfit) -> Finding:
        hand = _row(tables, at)
        own = findings.filter(pa.array(key_column(findings) == hand["hand_key"])).to_pylist()
        example = next(row["message"] for row in own if row["check_id"].startswith("score."))
        rules = rules_of_hand(hand, self._rules)
        key = misfit.candidate.changes[0][0] if misfit.candidate and misfit.candidate.changes else None
        return misfit_finding(misfit, hand, example, None if rules is None or key is None else rules.source(key))


def _row(tables: Mapping[str, pa.Table], at: int) -> dict[str, Any]:
    row: dict[str, Any] = tables["hands"].slice(at, 1).to_pylist()[0]
    return row
