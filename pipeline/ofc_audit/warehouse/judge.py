"""The hands of a build scored and audited, row group by row group: memory does not grow with the input."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import schema
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.lay import OrderedWriter, group_starts, row_group
from ofc_audit.warehouse.spread import Crew
from ofc_audit.warehouse.stage import Progress

EVIDENCE_FILE = "evidence.parquet"
"""What each hand shows of the price and the scoring of its table; staged (see `infer.evidence`)."""
AUDIT_TABLES = ("findings", "verdicts", "seat_verdicts")
"""What the audit of single hands gives; staged, for the audit across hands adds to it."""
LAID = (*SCORED, "fouls")
"""What is laid beside the hand tables."""
MONEY_ALONE = {"settlement.scope": "hand", "settlement.match_cap": "none"}
"""Parameters with the values under which single hands tell their money."""
_ALONE = {**MONEY_ALONE, "fantasyland.stay_limit": 0}
"""Parameters with the values under which single hands are scored whole."""


@dataclass
class Judged:
    """What was met on the way: the effective rule sets, by id and digest, with how many hands each."""

    rule_sets: Counter[tuple[str, str]] = field(default_factory=Counter)
    n_without_rules: int = 0
    chains_know_more: bool = False
    """Whether any rule set leaves something to score across hands: a limit of stays, or money that only the match can tell."""

    def add(self, other: "Judged") -> None:
        """Takes what was met elsewhere."""
        self.rule_sets.update(other.rule_sets)
        self.n_without_rules += other.n_without_rules
        self.chains_know_more |= other.chains_know_more


@dataclass(frozen=True)
class JudgedGroup:
    """One row group of hands scored and audited: what was met, how many hands there are, and the rows of each table by its name."""

    met: Judged
    n_hands: int
    tables: Mapping[str, pa.Table]


def judge(
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    n_hands: int,
    progress: Progress | None = None,
    crew: Crew | None = None,
) -> Judged:
    """Scores and audits the hand tables in `folder`: tables of `LAID` beside them, to `staged` findings, verdicts, evidence."""
    from ofc_audit.infer.evidence import EVIDENCE

    judged = Judged()
    scored = {name: OrderedWriter(name, folder / f"{name}.parquet") for name in LAID}
    audited = {
        name: pq.ParquetWriter(staged / f"hand_{name}.parquet", schema(name), compression="lz4")
        for name in AUDIT_TABLES
    }
    shown, n_judged = pq.ParquetWriter(staged / EVIDENCE_FILE, EVIDENCE, compression="lz4"), 0
    for group in (crew or Crew()).over(
        partial(judge_group, folder, dict(rules)), group_starts(folder / "hands.parquet")
    ):
        judged.add(group.met)
        for name, writer in scored.items():
            writer.write(group.tables[name])
        for name, parts in audited.items():
            # One row group for each group of hands, as in the tables they are about.
            data = group.tables[name]
            parts.write_table(data, row_group_size=max(1, data.num_rows))
        shown.write_table(group.tables["evidence"])
        n_judged += group.n_hands
        if progress:
            progress("audit", n_judged, n_hands)
    for closing in (*scored.values(), *audited.values(), shown):
        closing.close()
    return judged


def judge_group(folder: Path, rules: Mapping[str, RuleSet], place: tuple[int, int]) -> JudgedGroup:
    """Scores and audits one row group of the hand tables in `folder`: tables of `LAID`, of `AUDIT_TABLES`, and `evidence`.

    `place`: the number of the row group and how many hands are before it.
    """
    from ofc_audit.audit.hands import audit_view
    from ofc_audit.audit.view import View
    from ofc_audit.infer.evidence import evidence_of
    from ofc_audit.score.batch import score_under
    from ofc_audit.score.effective import effective_rules
    from ofc_audit.warehouse.fouls import foul_rows

    (group, n_before), met = place, Judged()
    tables = {name: row_group(folder / f"{name}.parquet", group) for name in HAND_TABLES}
    effective, index = effective_rules(tables["hands"], rules)
    for rule_set, n in zip(effective, np.bincount(index, minlength=len(effective)).tolist(), strict=True):
        if rule_set is None:
            met.n_without_rules += n
        else:
            met.rule_sets[rule_set.id, rule_set.digest] += n
            met.chains_know_more |= any(rule_set.value(key) != alone for key, alone in _ALONE.items())
    tables["scored_seats"], tables["scored_pairs"] = score_under(
        effective, index, tables["hands"], tables["seats"], tables["boards"]
    )
    view = View(tables, effective, index)
    batch = audit_view(view)
    made = {name: tables[name] for name in SCORED} | {name: getattr(batch, name) for name in AUDIT_TABLES}
    made["fouls"] = foul_rows(view)
    made["evidence"] = evidence_of(view, n_before, batch.verdicts, batch.findings)
    return JudgedGroup(met, tables["hands"].num_rows, made)
