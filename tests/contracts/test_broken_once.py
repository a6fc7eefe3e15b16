"""Every expectation about a row is broken once, in a row of its own, and it is that expectation which names that row."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from contracts.worlds import COMPUTED_BREAKS, N_ROWS, World, breaks
from ofc_audit.warehouse.contracts import Expectation, Part, Suite
from ofc_audit.warehouse.contracts_derived import suites
from ofc_audit.warehouse.contracts_frames import Frames
from ofc_audit.warehouse.contracts_run import Outcome, hold_part
from sql.relations import relations

ABOUT_RELATIONS = [suite for suite in suites() if suite.kind in ("table", "mart")]


@pytest.fixture(scope="module")
def frames() -> Frames:
    return Frames()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    con, _ = relations(tmp_path_factory.mktemp("empty"), {})
    made = World(con)
    made.make(ABOUT_RELATIONS)
    return made


def broken_by(outcomes: list[Outcome], key: tuple[str, ...]) -> Mapping[tuple[Any, ...], set[int]]:
    """For each row that is named, by its key, which expectations name it."""
    found: dict[tuple[Any, ...], set[int]] = defaultdict(set)
    for at, outcome in enumerate(outcomes):
        assert outcome.error is None, (outcome.expectation, outcome.error)
        assert outcome.n_unexpected == len(outcome.rows)
        for row in outcome.rows:
            found[tuple(row[name] for name in key)].add(at)
    return found


def columns_of(suite: Suite, each: Expectation, kinds: Mapping[str, str]) -> set[str]:
    """The columns of a relation that an expectation speaks of: by their names, in its name, or in what makes it false."""
    words = " ".join((*each.columns, each.means))
    words += " " + COMPUTED_BREAKS.get((suite.name, str(each.arguments.get("column"))), "")
    return set(re.findall(r"\w+", words)) & set(kinds)


def test_each_expectation_is_broken_in_one_row_and_names_it(world: World, frames: Frames) -> None:
    n_broken = 0
    for suite in ABOUT_RELATIONS:
        n_broken += check_rows(world, frames, suite, suite.parts[0])
        check_key(world, frames, suite, suite.parts[1])
    assert n_broken >= sum(len(suite.parts[0].expectations) for suite in ABOUT_RELATIONS)


def check_rows(world: World, frames: Frames, suite: Suite, part: Part) -> int:
    con, kinds = world.con, world.kinds[suite.name]
    con.execute("begin")
    con.execute(f"create temp table broken as select row_number() over () as nth, * from {suite.name}")
    ways = list(breaks(suite, part, kinds))
    assert len(ways) < N_ROWS
    asked: list[tuple[int, tuple[Any, ...]]] = []
    for row, (each, change) in enumerate(ways, 1):
        con.execute(f"update broken set {change} where nth = {row}")
        [changed] = con.execute(f"select {', '.join(part.key)} from broken where nth = {row}").fetchall()
        asked.append((part.expectations.index(each), changed))
    query = part.query.replace(f"from {suite.name} as child", "from broken as child")
    outcomes = hold_part(con, suite.name, Part(part.name, query, part.key, part.expectations), frames, N_ROWS)
    con.execute("rollback")
    found = broken_by(outcomes, part.key)
    for at, key in asked:
        name = f"{suite.name}: {part.expectations[at].phrase}"
        assert at in found.get(key, set()), f"{name} does not notice row {key}"
        own = columns_of(suite, part.expectations[at], kinds)
        others = [part.expectations[other] for other in found[key] - {at}]
        # What breaks one expectation can break another about the same column, and no other one.
        strangers = [each.phrase for each in others if not own & columns_of(suite, each, kinds)]
        assert not strangers, f"{name}: row {key} is named by {strangers} too"
    assert set(found) <= {key for _, key in asked}, (
        f"{suite.name}: sound rows are named: {set(found) - {k for _, k in asked}}"
    )
    return len(ways)


def check_key(world: World, frames: Frames, suite: Suite, part: Part) -> None:
    con = world.con
    con.execute("begin")
    con.execute(f"insert into {suite.name} select * from {suite.name} limit 1")
    [outcome] = hold_part(con, suite.name, part, frames, N_ROWS)
    con.execute("rollback")
    assert (outcome.n_unexpected, len({tuple(row.values()) for row in outcome.rows})) == (2, 1), suite.name
