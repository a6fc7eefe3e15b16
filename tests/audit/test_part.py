"""A part of a batch is a batch: hands audited alone, or a few at a time, get what they get among others."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from audit.hands import rules
from ofc_audit.audit.hands import audit_view
from ofc_audit.audit.part import part_of
from ofc_audit.audit.view import View, ints
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.score.batch import score_under
from ofc_audit.score.effective import effective_rules
from ofc_audit.warehouse.fouls import foul_rows

SAMPLES = Path(__file__).parents[2] / "sample_histories"


@pytest.fixture(scope="module")
def whole() -> View:
    """Every sample of one room, hands with and without mistakes, of two and three players."""
    batches = []
    for path in sorted(SAMPLES.glob("pokerbet/*/hands.*")):
        batches += list(read_source(source_of_bytes(path.name, path.read_bytes())))
    tables = {name: pa.concat_tables([b.tables[name] for b in batches]).combine_chunks() for name in HAND_TABLES}
    effective, index = effective_rules(tables["hands"], rules())
    for name, data in tables.items():
        # The same hand is in several samples: each of its records is a hand of its own here.
        of = np.repeat(np.arange(len(batches)), [b.tables[name].num_rows for b in batches])
        key = ints(data, "hand_key") // 1024 * 1024 + of
        tables[name] = data.set_column(
            data.column_names.index("hand_key"), data.schema.field("hand_key"), pa.array(key)
        )
    tables["scored_seats"], tables["scored_pairs"] = score_under(
        effective, index, tables["hands"], tables["seats"], tables["boards"]
    )
    return View(tables, effective, index)


def test_hands_get_the_same_alone_and_among_others(whole: View) -> None:
    together = audit_view(whole)
    findings, verdicts, seat_verdicts, fouls = [], [], [], []
    for first in range(0, whole.n_hands, 3):
        part = part_of(whole, np.arange(first, min(first + 3, whole.n_hands)))
        alone = audit_view(part.view)
        findings.append(alone.findings.drop_columns("finding_no"))
        verdicts.append(alone.verdicts)
        seat_verdicts.append(alone.seat_verdicts)
        fouls.append(foul_rows(part.view))
    assert pa.concat_tables(findings).equals(together.findings.drop_columns("finding_no"))
    assert pa.concat_tables(verdicts).equals(together.verdicts)
    assert pa.concat_tables(seat_verdicts).equals(together.seat_verdicts)
    assert foul_rows(whole).num_rows == sum(one.num_rows for one in fouls) > 10
    assert together.findings.num_rows > 20


def test_a_part_knows_its_places_in_the_whole(whole: View) -> None:
    hands = np.arange(1, whole.n_hands, 3)
    part = part_of(whole, hands)
    assert part.view.hand_key.tolist() == whole.hand_key[hands].tolist()
    assert [part.view.names[seat] for seat in range(len(part.seats))] == [whole.names[seat] for seat in part.seats]
    for name in ("points", "line"):
        in_whole = whole.claimed_pair(name)[np.isin(whole.pair_hand, hands)]
        assert part.view.claimed_pair(name).tolist() == in_whole.tolist()
