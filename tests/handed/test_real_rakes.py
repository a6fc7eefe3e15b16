"""Recorded hands under the rakes that were seen in their clubs: money that was open because the rake was unknown is verified."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from ofc_audit.audit.hands import audit_tables
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.batch import score_tables

pytestmark = pytest.mark.handed

WHOLE_CHIPS, UNCAPPED = ("2976456", "45083"), ("3080",)
"""Clubs whose rake is rounded to a whole chip (in the others to 0.1), and one more in which a rake of 24 was seen: no cap of 10."""

Moves = Counter[tuple[str, str, str | None]]


def club_rules(unit: str, cap: str) -> Mapping[str, RuleSet]:
    """The rule sets as a user's file would have them for some clubs: 3 % of what a winner gets, rounded half up."""
    values = {"rate": "0.03", "rounding": "half_up", "minimum": "none", "unit": unit, "cap": cap, "free": "none"}
    changed = {f"settlement.rake_{key}": value for key, value in values.items()}
    return {name: one.with_values(changed, "the club") for name, one in load_rules().items()}


def money_of(shared: Path, chosen: Callable[[str], bool], known: Mapping[str, RuleSet]) -> tuple[Moves, set[str]]:
    """Of the clubs chosen, verdicts about money before (a reason or a verdict) and after the rake is known, and the checks that then
    find something."""
    moves: Moves = Counter()
    checks: set[str] = set()
    for source in open_sources([str(shared / "real_hands")]):
        for batch in read_source(source):
            hands = batch.tables["hands"].to_pylist()
            keys = [row["hand_key"] for row in hands if row["site"] == "pppoker" and chosen(row["club_id"])]
            tables = {
                name: one.filter(pc.is_in(one["hand_key"], pa.array(keys, pa.int64())))
                for name, one in batch.tables.items()
            }
            seen: list[list[tuple[str, str | None]]] = []
            for rules in (load_rules(), known):
                tables["scored_seats"], tables["scored_pairs"] = score_tables(
                    tables["hands"], tables["seats"], tables["boards"], rules
                )
                audited = audit_tables(tables, rules)
                rows = audited.verdicts.filter(pc.equal(audited.verdicts["dimension"], "money")).to_pylist()
                seen.append([(row["verdict"], row["reason"]) for row in rows])
            checks.update(audited.findings["check_id"].to_pylist())
            moves.update((before[1] or before[0], *after) for before, after in zip(*seen, strict=True))
    return moves, checks


def test_clubs_that_round_to_a_whole_chip(shared: Path) -> None:
    moves, checks = money_of(shared, lambda club: club in WHOLE_CHIPS, club_rules("1.00", "none"))
    assert moves == {
        ("rake unknown", "verified", None): 176,
        ("verified", "verified", None): 27,
        ("stack unknown", "unverifiable", "stack unknown"): 27,
        ("no claim", "unverifiable", "no claim"): 46,
        ("incomplete board", "unverifiable", "incomplete board"): 1,
    }
    assert checks == {"layout.board"}


def test_clubs_that_round_to_a_tenth(shared: Path) -> None:
    moves, checks = money_of(shared, lambda club: club not in WHOLE_CHIPS + UNCAPPED, club_rules("0.10", "10.00"))
    assert {move for move in moves if move[0] == "rake unknown"} == {("rake unknown", "verified", None)}
    assert checks == set()
    uncapped, checks = money_of(shared, lambda club: club in UNCAPPED, club_rules("0.10", "none"))
    assert moves["rake unknown", "verified", None] + uncapped["rake unknown", "verified", None] == 382
    assert "wrong" not in {move[1] for move in uncapped}
    assert checks == set()


def test_a_wrong_rate_is_noticed(shared: Path) -> None:
    moves, checks = money_of(shared, lambda club: club in WHOLE_CHIPS, club_rules("0.10", "none"))
    assert moves["rake unknown", "wrong", None] > 100
    assert checks == {"layout.board", "settle.conservation"}
