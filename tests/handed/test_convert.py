"""The recorded hands as lines of our own and back as captures: every fact that a capture states is still there."""

from pathlib import Path

import pyarrow as pa
import pytest

from laws.conversions import carried_over, differences, read_bytes
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.carry import carry
from ofc_audit.read.hand_rows import hand_rows
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources

pytestmark = pytest.mark.handed

N_HANDS = 1_526


def test_recorded_hands_survive_the_way_there_and_back(shared: Path) -> None:
    batches = [batch for source in open_sources([str(shared / "real_hands")]) for batch in read_source(source)]
    tables = {name: pa.concat_tables([batch.tables[name] for batch in batches]) for name in HAND_TABLES}
    assert tables["hands"].num_rows == N_HANDS
    as_lines, there = carried_over(tables, "ofc_jsonl")
    # A capture does not say whether a street was placed automatically, and a record that says nothing of it says no.
    assert {loss.limit.fact for loss in there.losses} == {"auto"}
    as_captures, back = carried_over(read_bytes(as_lines), "capture_hh")
    assert {loss.limit.fact for loss in back.losses} == {"auto"}
    again = read_bytes(as_captures)
    ours = hand_rows(tables)
    assert carry(ours, "capture_hh").losses == ()
    assert list(differences(ours, hand_rows(again))) == []
    assert again["hands"].column("hand_key").equals(tables["hands"].column("hand_key"))
