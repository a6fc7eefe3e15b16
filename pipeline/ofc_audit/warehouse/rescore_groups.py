"""The hands of some results under new rules, row group by row group, with what only their chains and matches tell.

Hands are looked at in stretches with the hands before them that a match or a limit of stays needs, so that memory does not grow.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.rescore_hands import hands_under, pair_rules
from ofc_audit.warehouse.rescore_matches import KINDS, Settled, is_of_match, settle_matches
from ofc_audit.warehouse.rescore_rules import Change, RulePair, RulesError
from ofc_audit.warehouse.rescore_view import MoneyNotes, Rules
from ofc_audit.warehouse.stretches import Stretch, read_clashes, read_stretch, spans

_READ = (*HAND_TABLES, *SCORED)
Ints = np.ndarray[Any, np.dtype[np.int64]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Effective = tuple[list[RuleSet | None], Ints]


@dataclass(frozen=True)
class Group:
    """A row group of hands: the hand tables and scored tables of the results, the `new` scored seats and pairs, the `rules` of each hand,
    what matches mean for money, and how many matches are `settled` in it, by kind."""

    tables: Mapping[str, pa.Table]
    new: tuple[pa.Table, pa.Table]
    rules: Rules
    notes: MoneyNotes
    settled: Counter[str]


@dataclass(frozen=True)
class Recomputation:
    """What hands are recomputed from and under: results in `source`, the rules they were scored under (by id and digest, `known`), new rules."""

    source: Path
    own_rules: Mapping[str, RuleSet]
    new_rules: Mapping[str, RuleSet]
    change: Change
    known: set[tuple[str, str]]

    def groups(self) -> Iterator[Group]:
        """Every row group; one without hands where there is none.

        Raises RulesError for rules that cannot be, and where hands were scored under others than `own_rules`.
        """
        is_empty = True
        for span in spans(self.source):
            is_empty = False
            yield from self._groups_of(read_stretch(self.source, span, ("boards",)))
        if is_empty:
            tables = {name: pq.read_schema(self.source / f"{name}.parquet").empty_table() for name in _READ}
            new = (tables["scored_seats"], tables["scored_pairs"])
            yield Group(tables, new, ([], np.empty(0, np.int64)), MoneyNotes.none(0), Counter())

    def _groups_of(self, stretch: Stretch) -> Iterator[Group]:
        from ofc_audit.score.batch import score_tables
        from ofc_audit.score.effective import effective_rules

        tables = stretch.tables
        under = hands_under(tables["hands"], self.change.rules_id)
        try:
            new_effective = effective_rules(under, self.new_rules)
        except ValueError as error:
            raise RulesError(f"--set {error}") from None
        own_effective = effective_rules(tables["hands"], self.own_rules)
        pairs, index = pair_rules(own_effective, new_effective)
        self._require_known(pairs)
        scored = dict(zip(SCORED, score_tables(under, tables["seats"], tables["boards"], self.new_rules), strict=True))
        for name in SCORED:
            if not tables[name].column("hand_key").equals(scored[name].column("hand_key")):
                raise InternalError(f"{name}: the rows recomputed are not those of the results")
        new = {**tables, **scored}
        clashes = read_clashes(self.source / "id_clashes.parquet").of(tables["hands"])
        new["scored_seats"] = _stays_told(new, new_effective, clashes)
        settled = _settled(stretch, new, own_effective, new_effective, clashes[1])
        laid = {**{name: tables[name] for name in _READ}, **settled.scored["own"]}
        cut = {name: stretch.groups_of(data) for name, data in laid.items()}
        cut_new = {name: stretch.groups_of(data) for name, data in settled.scored["new"].items()}
        start = stretch.n_before
        for parts in zip(*cut.values(), *cut_new.values(), strict=True):
            group = dict(zip(cut, parts, strict=False))
            stop = start + group["hands"].num_rows
            kinds = settled.kind[start:stop]
            counts = Counter(KINDS[kind] for kind in kinds[kinds >= 0].tolist())
            yield Group(
                group, parts[len(cut) :], (pairs, index[start:stop]), settled.notes.of_hands(start, stop), counts
            )
            start = stop

    def _require_known(self, pairs: Sequence[RulePair]) -> None:
        own_sets = {(pair.own.id, pair.own.digest) for pair in pairs if pair.own is not None}
        strange = sorted(name for name, digest in own_sets if (name, digest) not in self.known)
        if strange:
            raise RulesError(
                f"the results were scored under other rules than the {strange[0]} loaded now; give the --rules-dir of that "
                "run, or make the results anew with ofc run"
            )


def _stays_told(tables: Mapping[str, pa.Table], effective: Effective, clashes: tuple[Mask, Mask]) -> pa.Table:
    """Scored seats with what their chains tell of stays, where any rules limit them."""
    from ofc_audit.audit.chain_due import due_of, with_stays
    from ofc_audit.audit.chain_links import Links
    from ofc_audit.audit.course import Course
    from ofc_audit.audit.view import View

    if all(one is None or one.value("fantasyland.stay_limit") == 0 for one in effective[0]):
        return tables["scored_seats"]
    return with_stays(tables["scored_seats"], due_of(Links(Course(View(tables, *effective), *clashes))))


def _settled(
    stretch: Stretch,
    new: Mapping[str, pa.Table],
    own_rules: Effective,
    new_rules: Effective,
    conflict: Mask,
) -> Settled:
    """The hands of a stretch with the money of their matches, where either rules leave it to them."""
    from ofc_audit.audit.view import View

    hands = stretch.tables["hands"]
    no_match = hands.column("match_id").null_count == hands.num_rows
    if no_match or not any(is_of_match(one) for one in (*own_rules[0], *new_rules[0])):
        scored = {side: {name: data[name] for name in SCORED} for side, data in (("own", stretch.tables), ("new", new))}
        return Settled(scored, MoneyNotes.none(hands.num_rows), np.full(hands.num_rows, -1))
    own = View(stretch.tables, *own_rules)
    return settle_matches(own, View(new, *new_rules), conflict, stretch.after)
