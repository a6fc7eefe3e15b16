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
def world() -> World:
    con, _ = relations({})
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
    n_broken = sum(check(world, frames, suite) for suite in ABOUT_RELATIONS)
    assert n_broken >= sum(suite.n_expectations for suite in ABOUT_RELATIONS)


def check(world: World, frames: Frames, suite: Suite) -> int:
    """Breaks every expectation about the rows of a relation, and its key by a row that stands twice; gives in how many rows."""
    con, kinds = world.con, world.kinds[suite.name]
    rows, keys = suite.parts
    # Both are looked at together, which is quicker: the library takes its time for each frame.
    every = (*rows.expectations, *keys.expectations)
    con.execute("begin")
    con.execute(f"create temp table broken as select row_number() over () as nth, * from {suite.name}")
    ways = list(breaks(suite, rows, kinds))
    assert len(ways) < N_ROWS
    key = f"select {', '.join(rows.key)} from broken where nth"
    asked: list[tuple[int, tuple[Any, ...]]] = []
    for row, (each, change) in enumerate(ways, 1):
        con.execute(f"update broken set {change} where nth = {row}")
        [changed] = con.execute(f"{key} = {row}").fetchall()
        asked.append((every.index(each), changed))
    [twice] = con.execute(f"{key} = {N_ROWS}").fetchall()
    con.execute(f"insert into broken select * from broken where nth = {N_ROWS}")
    asked.append((len(every) - 1, twice))
    query = rows.query.replace(f"from {suite.name} as child", "from broken as child")
    outcomes = hold_part(con, suite.name, Part("rows", query, rows.key, every), frames, N_ROWS)
    con.execute("rollback")
    found = broken_by(outcomes, rows.key)
    for at, named in asked:
        what = f"{suite.name}: {every[at].phrase}"
        assert at in found.get(named, set()), f"{what} does not notice row {named}"
        own = columns_of(suite, every[at], kinds)
        # What breaks one expectation can break another about the same column, and no other one.
        others = [every[other] for other in found[named] - {at}]
        strangers = [each.phrase for each in others if not own & columns_of(suite, each, kinds)]
        assert not strangers, f"{what}: row {named} is named by {strangers} too"
    sound = set(found) - {named for _, named in asked}
    assert not sound, f"{suite.name}: sound rows are named: {sound}"
    return len(asked)
