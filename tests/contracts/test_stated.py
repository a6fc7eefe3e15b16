"""What play can come to: limits that are held against, and files of expectations that cannot be used."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from ofc_audit.rulesets import load_rules
from ofc_audit.tables import ddl
from ofc_audit.warehouse.contracts import ContractError, stated
from ofc_audit.warehouse.contracts_derived import suites
from ofc_audit.warehouse.contracts_frames import Frames
from ofc_audit.warehouse.contracts_rules import rule_facts
from ofc_audit.warehouse.contracts_run import Outcome, hold_part, opened

LIMITS = {suite.name: suite.parts[0] for suite in suites() if suite.kind == "stated"}
NEEDED = ("hands", "seats", "boards", "scored_seats")


@pytest.fixture(scope="module")
def frames() -> Frames:
    return Frames()


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as opened:
        for name in NEEDED:
            opened.execute(ddl(name).replace(" not null", ""))
        yield opened


def facts(con: duckdb.DuckDBPyConnection, *names: str) -> None:
    """Says of some rule sets that the run had them just as they are."""
    rules = load_rules()
    run = {"rule_sets": [{"id": name, "sha256": rules[name].digest} for name in names]}
    con.register("rule_facts", rule_facts(run, rules))


def play(
    con: duckdb.DuckDBPyConnection, rules: str, cards: int, n: int, stays: int, royalties: int = 0, fouls: int = 0
) -> None:
    """`n` hands of one player: with so many cards in Fantasyland (0: outside it), stays, royalties of each, fouls."""
    [(first,)] = con.execute("select count(*) from hands").fetchall()
    con.execute(
        f"insert into hands (hand_key, rules_id, status) select {first} + i, '{rules}', 'complete' from range({n}) as r (i)"
    )
    con.execute(
        "insert into seats (hand_key, acting_order, is_fantasy, fantasy_cards) "
        f"select {first} + i, 0, {cards} > 0, {cards} from range({n}) as r (i)"
    )
    con.execute(f"insert into boards (hand_key, acting_order) select {first} + i, 0 from range({n}) as r (i)")
    con.execute(
        "insert into scored_seats (hand_key, acting_order, is_foul, top_royalties, middle_royalties, bottom_royalties, is_stay_qualified) "
        f"select {first} + i, 0, i < {fouls}, {royalties} + i % 2, 0, 0, i < {stays} from range({n}) as r (i)"
    )


def broken(con: duckdb.DuckDBPyConnection, frames: Frames, suite: str) -> list[Outcome]:
    outcomes = hold_part(con, suite, LIMITS[suite], frames, 5)
    assert [outcome.error for outcome in outcomes] == [None] * len(outcomes)
    return [outcome for outcome in outcomes if not outcome.is_met]


@pytest.mark.parametrize(
    ("rules", "cards", "royalties", "stays", "n_broken"),
    [
        # Around the limit on royalties: 12.4 with 14 cards, 24.6 with 17; each hand has half a point more on average.
        ("pokerbet", 14, 11, 0, 0),
        ("pokerbet", 14, 13, 0, 1),
        ("pppoker_progressive17", 17, 24, 0, 0),
        ("pppoker_progressive17", 17, 25, 0, 1),
        # Stays of 1,000: 10.6 % at 14 cards with four standard errors of 1 % above it; 15.5 % where a middle stays too.
        ("pokerbet", 14, 5, 130, 0),
        ("pokerbet", 14, 5, 160, 1),
        ("pokerninja", 14, 5, 160, 0),
        ("pokerninja", 14, 5, 220, 1),
        # No limit is known for 15 cards where a middle stays, none for a rule set that is not at hand, nor where nobody stays.
        ("pokerninja", 15, 30, 900, 0),
        ("house_rules", 14, 30, 900, 0),
    ],
)
def test_limits_of_fantasyland(
    con: duckdb.DuckDBPyConnection, frames: Frames, rules: str, cards: int, royalties: int, stays: int, n_broken: int
) -> None:
    facts(con, "pokerbet", "pppoker_progressive17", "pokerninja")
    play(con, rules, cards, 1_000, stays, royalties)
    found = broken(con, frames, "fantasyland_limits")
    assert len(found) == n_broken
    for outcome in found:
        assert [(row["rules_id"], row["fantasy_cards"]) for row in outcome.rows] == [(rules, cards)]


def test_few_hands_break_no_limit(con: duckdb.DuckDBPyConnection, frames: Frames) -> None:
    facts(con, "pokerbet")
    play(con, "pokerbet", 14, 99, 99, 40)
    assert broken(con, frames, "fantasyland_limits") == []


def test_a_changed_rule_set_is_not_held_to_limits(con: duckdb.DuckDBPyConnection, frames: Frames) -> None:
    con.register("rule_facts", rule_facts({"rule_sets": [{"id": "pokerbet", "sha256": "another"}]}, load_rules()))
    play(con, "pokerbet", 14, 1_000, 900, 40)
    assert broken(con, frames, "fantasyland_limits") == []


@pytest.mark.parametrize(("fouls", "n_broken"), [(740, 0), (760, 1)])
def test_nobody_fouls_more_than_chance(
    con: duckdb.DuckDBPyConnection, frames: Frames, fouls: int, n_broken: int
) -> None:
    facts(con, "pokerbet")
    play(con, "pokerbet", 0, 1_000, 0, fouls=fouls)
    assert len(broken(con, frames, "foul_limit")) == n_broken


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name = 'hands'\nexpct = 1", "hands.toml: unknown key 'expct'"),
        ("name = 'hand'", "hands.toml: name is 'hand'"),
        ("name = 'hands'\nquery = 'select 1'", "hands.toml: a suite with a query has a title and a key"),
        ("name = 'hands'\n[[expect]]\nthat = 'expect_luck'", "hands.toml: expect 1: that is 'expect_luck'"),
        ("name = ", "hands.toml: Invalid value"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "hands.toml").write_text(text, "utf-8")
    with pytest.raises(ContractError, match=told):
        stated(tmp_path)


def test_an_interrupted_query_is_told_as_any_interruption(built: Path) -> None:
    with pytest.raises(KeyboardInterrupt), opened(built):
        raise duckdb.InterruptException("Interrupted!")


def test_a_file_about_no_relation_is_named(tmp_path: Path) -> None:
    (tmp_path / "luck.toml").write_text("name = 'luck'", "utf-8")
    with pytest.raises(ContractError, match=r"luck\.toml: there is no table or mart luck"):
        suites(tmp_path)
