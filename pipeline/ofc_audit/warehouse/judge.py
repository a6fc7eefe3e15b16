"""The hands of a build scored and audited, row group by row group: memory does not grow with the input."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import schema
from ofc_audit.warehouse.lay import HANDS_PER_GROUP, OrderedWriter
from ofc_audit.warehouse.stage import Progress

EVIDENCE_FILE = "evidence.parquet"
"""What each hand shows of the price and the scoring of its table; staged (see `infer.evidence`)."""
AUDIT_TABLES = ("findings", "verdicts", "seat_verdicts")
"""What the audit of single hands gives; staged, for the audit across hands adds to it."""
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


def judge(
    folder: Path, staged: Path, rules: Mapping[str, RuleSet], n_hands: int, progress: Progress | None = None
) -> Judged:
    """Scores and audits the hand tables in `folder`: `scored_seats` and `scored_pairs` beside them, to `staged` findings, verdicts, evidence."""
    from ofc_audit.audit.hands import audit_tables
    from ofc_audit.audit.view import View
    from ofc_audit.infer.evidence import EVIDENCE, evidence_of
    from ofc_audit.score.batch import score_tables
    from ofc_audit.score.effective import effective_rules

    judged = Judged()
    readers = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in HAND_TABLES}
    scored = {name: OrderedWriter(name, folder / f"{name}.parquet") for name in ("scored_seats", "scored_pairs")}
    audited = {
        name: pq.ParquetWriter(staged / f"hand_{name}.parquet", schema(name), compression="lz4")
        for name in AUDIT_TABLES
    }
    shown, n_judged = pq.ParquetWriter(staged / EVIDENCE_FILE, EVIDENCE, compression="lz4"), 0
    for group in range(readers["hands"].num_row_groups):
        tables: dict[str, pa.Table] = {name: reader.read_row_group(group) for name, reader in readers.items()}
        effective, index = effective_rules(tables["hands"], rules)
        for rule_set, n in zip(effective, np.bincount(index, minlength=len(effective)).tolist(), strict=True):
            if rule_set is None:
                judged.n_without_rules += n
            else:
                judged.rule_sets[rule_set.id, rule_set.digest] += n
                judged.chains_know_more |= any(rule_set.value(key) != alone for key, alone in _ALONE.items())
        tables["scored_seats"], tables["scored_pairs"] = score_tables(
            tables["hands"], tables["seats"], tables["boards"], rules
        )
        for name, writer in scored.items():
            writer.write(tables[name])
        batch = audit_tables(tables, rules)
        for name, parts in audited.items():
            # One row group for each group of hands, as in the tables they are about.
            data = getattr(batch, name)
            parts.write_table(data, row_group_size=max(1, data.num_rows))
        shown.write_table(evidence_of(View(tables, effective, index), n_judged, batch.verdicts, batch.findings))
        n_judged += tables["hands"].num_rows
        if progress:
            progress("audit", min((group + 1) * HANDS_PER_GROUP, n_hands), n_hands)
    for closing in (*scored.values(), *audited.values(), *readers.values(), shown):
        closing.close()
    return judged
