"""The stage that asks whether a room pays and scores as its records say: one cause for all hands of a table or a club, told once.

Evidence of each hand is gathered while single hands are audited (`infer.evidence`); only where many hands share a departure are hands
read again, row group by row group.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

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
from ofc_audit.warehouse.engine import view_of_parquet
from ofc_audit.warehouse.judge import EVIDENCE_FILE
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.revise import in_order, revise


@dataclass
class _Causes:
    """Causes by the place of the hand they are told at, and which hands share which (in tables of the database)."""

    stakes: dict[int, Stake] = field(default_factory=dict)
    misfits: dict[int, Misfit] = field(default_factory=dict)
    fits: dict[int, Candidate | None] = field(default_factory=dict)


def fit(con: duckdb.DuckDBPyConnection, folder: Path, staged: Path, rules: Mapping[str, RuleSet]) -> None:
    """Replaces what single hands gave, in `staged`, where a price or a scoring shared by many hands explains it.

    Reads `<staged>/evidence.parquet`, and the hand tables and scored tables in `folder`.
    """
    view_of_parquet(con, "evidence", staged / EVIDENCE_FILE)
    causes = _Causes()
    find_prices(con)
    causes.stakes = _stakes(con)
    begin(con)
    for by_table in (False, True):
        if find_suspects(con, by_table):
            _try_scorings(con, folder, rules, causes)
    if find_suspects(con, by_table=False):
        _leave_unexplained(con, causes)
    if causes.stakes or causes.misfits:
        revise(folder, staged, _Change(con, rules, causes))


def _stakes(con: duckdb.DuckDBPyConnection) -> dict[int, Stake]:
    rows = con.execute(
        "select c.place, c.price, c.point_value, c.n_shown, c.n_less, c.n_hands, c.n_tables, c.moved, e.points, e.payer, e.payee, e.paid "
        "from stake_causes as c join evidence as e using (place)"
    ).fetchall()
    return {int(place): Stake(*map(int, numbers)) for place, *numbers in rows}


def _try_scorings(con: duckdb.DuckDBPyConnection, folder: Path, rules: Mapping[str, RuleSet], causes: _Causes) -> None:
    """Finds what explains the points of each suspected scope, and leaves in `causes` those that a scoring explains."""
    tried: dict[int, list[Candidate]] = {}
    n_fits: dict[int, Ints] = {}
    for tables, scope in _suspect_groups(con, folder):
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


def _leave_unexplained(con: duckdb.DuckDBPyConnection, causes: _Causes) -> None:
    """Makes one cause of the wrong points of each club in which most points are wrong and no scoring explains them."""
    for number, place, rules_id, n_hands, n_wrong, is_cause in suspects(con):
        if is_cause:
            accept(con, number)
            causes.fits[number] = None
            causes.misfits[place] = Misfit(rules_id, n_hands, n_wrong)


def _suspect_groups(con: duckdb.DuckDBPyConnection, folder: Path) -> Iterator[tuple[dict[str, pa.Table], Ints]]:
    """The tables of each row group with suspected hands, and (n_hands,) the scope of each hand, -1 for none."""
    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in (*HAND_TABLES, *SCORED)}
    first = 0
    for group in range(files["hands"].num_row_groups):
        n = files["hands"].metadata.row_group(group).num_rows
        scope = _laid(con, "fit_hands", "scope_no", first, n, -1)
        if (scope >= 0).any():
            yield {name: file.read_row_group(group) for name, file in files.items()}, scope
        first += n
    for file in files.values():
        file.close()


def _laid(con: duckdb.DuckDBPyConnection, relation: str, column: str, first: int, n: int, missing: int) -> Ints:
    """(n,) a number for each hand from place `first` on, `missing` where the relation has none."""
    query = f"select place, {column} from {relation} where place >= {first} and place < {first + n}"
    data = con.sql(query).to_arrow_table()
    laid = np.full(n, missing)
    laid[np.asarray(data.column(0), np.int64) - first] = np.asarray(data.column(1), np.int64)
    return laid


class _Change:
    """What a row group's hands keep of findings and verdicts, with the causes told at their first hands."""

    def __init__(self, con: duckdb.DuckDBPyConnection, rules: Mapping[str, RuleSet], causes: _Causes) -> None:
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
