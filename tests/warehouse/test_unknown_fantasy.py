"""A record that does not tell who is in Fantasyland accuses nobody of having given or denied it."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.swc_capture import read
from ofc_audit.rulesets import load_rules
from ofc_audit.score.batch import score_tables
from ofc_audit.warehouse.build import build
from read.swc_records import Json, tiny
from warehouse.histories import rows, write

RULES = "pppoker_refant14"


def seen(hand_id: int, minute: int, *, whole: bool) -> Json:
    """A hand that earns Fantasyland for b, who has three deuces on top, where a fouls; without its steps nothing tells who was in it."""
    when = datetime(2026, 3, 1, 18, minute, tzinfo=UTC).isoformat()
    record = tiny() | {"hand_id": hand_id, "table_id": 3, "timestamp": when}
    return record if whole else record | {"rounds": []}


def test_what_comes_after_a_hand_is_unknown_for_whom_it_is_unknown_where_he_was() -> None:
    content = b"".join(json.dumps(seen(n, n, whole=n == 1)).encode() + b"\n" for n in (1, 2))
    (batch,) = read(source_of_bytes("log", content))
    tables = batch.tables
    at = tables["hands"].column_names.index("rules_id")
    hands = tables["hands"].set_column(at, tables["hands"].field(at), pa.array([RULES] * 2))
    seats, _ = score_tables(hands, tables["seats"], tables["boards"], load_rules())
    assert seats["is_fantasy_next"].to_pylist() == [True, False, None, None]
    assert seats["fantasy_next"].to_pylist() == [None, 0, None, None]
    assert None not in seats["points"].to_pylist()


def test_nobody_is_accused_over_a_hand_that_does_not_tell_it(tmp_path: Path) -> None:
    made = [seen(1, 1, whole=True), seen(2, 2, whole=False)]
    text = "".join(f"{json.dumps(one)}\n" for one in made)
    out = build(write(tmp_path, {"log": text}), tmp_path / "out", rules_id=RULES).out_dir
    assert rows(out, "select check_id from findings where check_id like 'fantasy.%'") == []
    told = "select verdict, reason from verdicts join hands using (hand_key) where dimension = 'fantasyland' order by ended_at"
    assert rows(out, told)[1] == ("unverifiable", "Fantasyland not told")
    assert rows(out, "select sum(normal_hands), sum(fantasy_hands), sum(hands) from player_stats") == [(2, 0, 4)]
