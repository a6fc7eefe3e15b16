"""Laws of conversion: what a format holds survives, what it does not is named, and nothing else changes."""

from functools import cache

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings

from laws.conversions import HELD, carried_over, differences, read_bytes, same_after
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.carry import FACTS, TARGETS, carry, holding, limits_of
from ofc_audit.read.hand_rows import hand_rows
from ofc_audit.simulate import play
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.simulate.lies import lie
from ofc_audit.tables import table
from read.test_ofc_text_write import hands, rows_of
from simulate.histories import CAPTURES, OPERATORS, RULES, options_of, players_of

OWN = ("ofc_text", "ofc_jsonl")
NO_FACTS = {"hand_key", "deal_key", "is_swapped"}


@cache
def played(rules_id: str, n_hands: int = 100, seed: int = 11) -> dict[str, pa.Table]:
    return play(
        RULES[rules_id], n_hands, seed, options=options_of(rules_id), n_players=players_of(rules_id), hands_per_table=25
    )


def test_every_column_that_is_no_place_belongs_to_one_fact() -> None:
    columns = [f"{t}.{c.name}" for t in HAND_TABLES for c in table(t).columns if not c.place and c.name not in NO_FACTS]
    repeated = {f"{t}.acting_order" for t in ("boards", "claims")}
    assert sorted(HELD) == sorted(set(columns) - repeated)


@pytest.mark.parametrize("target", TARGETS)
def test_every_limit_is_of_a_fact_and_every_fact_has_its_words(target: str) -> None:
    assert {limit.fact for limit in limits_of(target)} <= set(FACTS)
    assert [fact for fact, _ in holding(target)] == list(FACTS.values())


@pytest.mark.parametrize("rules_id", OPERATORS)
def test_text_to_lines_to_text_to_tables_is_the_same(rules_id: str) -> None:
    tables = played(rules_id)
    for target in (*OWN, *OWN[:1]):
        assert carry(hand_rows(tables), target).losses == ()
        again = same_after(tables, target)
        assert again["hands"].column("hand_key").equals(tables["hands"].column("hand_key"))
        tables = again


@pytest.mark.parametrize("rules_id", CAPTURES)
def test_a_capture_to_lines_to_a_capture_is_the_same_to_the_byte(rules_id: str) -> None:
    tables = played(rules_id)
    content, carried = carried_over(tables, "capture_hh")
    assert carried.losses == ()
    as_lines = same_after(tables, "ofc_jsonl")
    assert carried_over(as_lines, "capture_hh")[0] == content
    assert read_bytes(content)["hands"].column("hand_key").equals(tables["hands"].column("hand_key"))


@cache
def told_wrong(rules_id: str) -> dict[str, pa.Table]:
    """Hands with lies of every kind, and records that are damaged in every way that a record can be."""
    rng = np.random.default_rng(5)
    return lie(played(rules_id), RULES[rules_id], 0.5, tuple(FAULTS), "ofc_jsonl", rng).tables


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("rules_id", ["pokerbet_progressive", "openface_classic"])
def test_hands_told_wrong_keep_what_a_format_holds(rules_id: str, target: str) -> None:
    same_after(told_wrong(rules_id), target)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hands())
def test_hands_drawn_freely_keep_what_a_format_holds(hand: dict[str, object]) -> None:
    tables = rows_of(hand)
    for target in OWN:
        same_after(tables, target)


def test_a_hand_that_is_left_out_leaves_the_others_as_they_are() -> None:
    tables = played("pokerbet_progressive", 30)
    rows = hand_rows(tables)
    names = [None if at % 3 == 0 else value for at, value in enumerate(tables["hands"].column("rules_id").to_pylist())]
    fewer = rows.put("hands", {"rules_id": pa.array(names, pa.string())})
    carried = carry(fewer, "ofc_text")
    assert carried.is_kept.tolist() == [at % 3 != 0 for at in range(30)]
    assert [loss.leaves_out for loss in carried.losses] == [True]
    assert list(differences(carried.rows, rows.keep(carried.is_kept))) == []
