"""Chains cut into stretches say what they say uncut, and a chain's verdict replaces that of the hand."""

import pickle
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.audit.verdict_grid import Grid, Words
from ofc_audit.rulesets import load_rules
from ofc_audit.tables import conform
from ofc_audit.warehouse import lay, stretches
from ofc_audit.warehouse.across import audit_stretch
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.known import SCORED
from sql.relations import declared
from warehouse.histories import hand, write

AUDITED = ("findings", "verdicts", "seat_verdicts", "scored_seats", "hands", "player_stats", "hand_coverage")


def read(out: Path) -> dict[str, list[dict[str, Any]]]:
    return {name: pq.read_table(out / "parquet" / f"{name}.parquet").to_pylist() for name in AUDITED}


def long_match() -> str:
    """Hands of two tables; Ana earns Fantasyland in every other hand and is never in it."""
    hands = []
    for n in range(12):
        for table in ("A", "B"):
            more = {"match": (f"{table}1", n + 1), "table": table, "time": f"2024-03-05 21:{n:02d}:00"}
            hands.append(hand(f"{table}-{n + 1}", n % 2, **more))
    return "".join(hands)


def test_stretches_say_what_the_whole_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write(tmp_path / "in", {"a": long_match()})
    whole = read(build(paths, tmp_path / "whole").out_dir)
    found = {row["check_id"] for row in whole["findings"]}
    assert {"fantasy.denied", "match.button"} <= found
    for hands_per_group, at_once, context in ((1, 1, 1), (3, 1, 2), (5, 2, 1)):
        monkeypatch.setattr(lay, "HANDS_PER_GROUP", hands_per_group)
        monkeypatch.setattr(stretches, "GROUPS_AT_ONCE", at_once)
        monkeypatch.setattr(stretches, "CONTEXT_HANDS", context)
        assert read(build(paths, tmp_path / f"cut-{hands_per_group}").out_dir) == whole


def test_every_stretch_comes_with_the_hands_of_its_table_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 2)
    monkeypatch.setattr(stretches, "GROUPS_AT_ONCE", 2)
    monkeypatch.setattr(stretches, "CONTEXT_HANDS", 3)
    text = "".join(hand(str(n), n % 2, time=f"2024-03-05 21:{n:02d}:00") for n in range(11))
    text += "".join(hand(f"b{n}", table="Rose 1", time=f"2024-03-05 22:{n:02d}:00") for n in range(7))
    text += "".join(
        hand(f"c{n}", table="Tulip 1", match=("9", n + 1), time=f"2024-03-05 23:{n:02d}:00") for n in range(12)
    )
    folder = build(write(tmp_path / "in", {"a": text}), tmp_path / "out").out_dir / "parquet"
    names = pq.read_table(folder / "hands.parquet").column("hand_id").to_pylist()
    seen = []
    for span in stretches.spans(folder):
        stretch = stretches.read_stretch(folder, span)
        ids = stretch.tables["hands"].column("hand_id").to_pylist()
        assert len(stretch.tables["seats"]) == 2 * len(ids)
        seen.append((ids[: stretch.n_before], ids[stretch.n_before :]))
    assert [new for _, new in seen] == [names[at : at + 4] for at in range(0, 30, 4)]
    # Three at most; of the table alone; of a match all.
    before = {new[0]: context for context, new in seen}
    assert before == {
        **{"0": [], "4": ["1", "2", "3"], "8": ["5", "6", "7"], "b1": ["b0"], "b5": ["b2", "b3", "b4"]},
        **{"c2": ["c0", "c1"], "c6": [f"c{n}" for n in range(6)], "c10": [f"c{n}" for n in range(10)]},
    }


def grid(words: Words, *verdicts: tuple[int, str, str, str | None]) -> Grid:
    """Verdicts of two hands: (place of the hand, dimension, verdict, reason)."""
    rows = [{"dimension": d, "verdict": v, "reason": r} for _, d, v, r in verdicts]
    return Grid.of(declared("verdicts", rows), np.array([hand for hand, *_ in verdicts], np.int64), 2, words)


def test_a_chain_replaces_the_verdict_of_the_hand_and_dimensions_have_their_order() -> None:
    words = Words()
    single = [(1, d, "verified", None) for d in ("match", "fantasyland", "money", "points", "layout")]
    alone = grid(words, *single, (0, "match", "wrong", None))
    chain = grid(words, (0, "fantasyland", "wrong", None), (1, "fantasyland", "unverifiable", "r"))
    alone.replaced_by(chain)
    rows = alone.rows(0, 2, {"hand_key": np.array([30, 10])}).to_pylist()
    assert [(r["hand_key"], r["dimension"], r["verdict"], r["reason"]) for r in rows] == [
        (30, "fantasyland", "wrong", None),
        (30, "match", "wrong", None),
        (10, "layout", "verified", None),
        (10, "points", "verified", None),
        (10, "money", "verified", None),
        (10, "fantasyland", "unverifiable", "r"),
        (10, "match", "verified", None),
    ]
    assert alone.rows(1, 1, {}).num_rows == 0


def test_a_match_is_heard_before_a_chain_but_where_that_accuses() -> None:
    words = Words()
    chain = grid(words, (0, "money", "wrong", None), (1, "money", "unverifiable", "a"), (1, "match", "wrong", None))
    match = grid(words, (0, "money", "verified", "m"), (1, "money", "verified", "m"), (1, "match", "wrong", None))
    chain.under(match)
    rows = chain.rows(0, 2, {"hand_key": np.arange(2)}).to_pylist()
    assert [(r["hand_key"], r["dimension"], r["verdict"], r["reason"]) for r in rows] == [
        (0, "money", "wrong", None),
        (1, "money", "verified", "m"),
        (1, "match", "wrong", None),
    ]


def test_a_piece_of_work_and_what_it_gives_can_be_sent_to_another_process(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with pytest.MonkeyPatch.context() as patch:
        # What single hands gave is cleared away at the end of a build.
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)
        build(write(tmp_path / "in", {"a": long_match()}), folder)
    (staged,) = tmp_path.rglob("staged")
    work = partial(audit_stretch, folder / "parquet", staged, dict(load_rules()), SCORED)
    (span,) = stretches.spans(folder / "parquet")
    rows = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(work))(pickle.loads(pickle.dumps(span)))))
    for name in ("verdicts", "seat_verdicts", "fantasy_runs", "stack_changes", *SCORED):
        written = pq.read_table(folder / "parquet" / f"{name}.parquet")
        assert conform(name, pa.concat_tables(rows[name])).equals(written), name
    found = {row["check_id"] for one in rows["findings"] for row in one.to_pylist()}
    assert {"fantasy.denied", "match.button"} <= found
