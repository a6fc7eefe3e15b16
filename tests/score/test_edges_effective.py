"""Effective rule sets at the bounds of time: hands without a time are not hands before all periods, in any mixture."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from ofc_audit.rulesets import UNKNOWN, load_rules
from ofc_audit.score.effective import effective_rules
from score.scoring import shipped
from score.test_effective import hands_table
from score.test_effective_dates import write

BEFORE, WITHIN, AFTER = (datetime(year, 6, 1, tzinfo=UTC) for year in (2017, 2018, 2020))


def buttons(folder: Path, *hands: tuple[str, datetime | None]) -> list[object]:
    rows = [{"rules_id": rules_id, "ended_at": ended_at} for rules_id, ended_at in hands]
    effective, index = effective_rules(hands_table(rows), load_rules([folder]))
    sets = [effective[at] for at in index.tolist()]
    return [None if one is None else one.value("fantasyland.button") for one in sets]


def test_a_hand_without_a_time_is_not_one_before_the_first_period(tmp_path: Path) -> None:
    write(tmp_path)
    times = (None, BEFORE, WITHIN, AFTER)
    expected = [UNKNOWN, "moves", "stays", "moves"]
    assert buttons(tmp_path, *(("pokerbet", time) for time in times)) == expected
    assert buttons(tmp_path, *(("pokerbet", time) for time in reversed(times))) == expected[::-1]


def test_times_of_one_rule_set_do_not_run_into_those_of_the_next(tmp_path: Path) -> None:
    """The last period of a rule set beside hands of another one without a time, whichever comes first."""
    write(tmp_path)
    hands = [
        ("arena_classic", None),
        ("pokerbet", AFTER),
        ("pokerbet", WITHIN),
        ("arena_classic", AFTER),
        ("pokerbet", None),
    ]
    expected = ["stays", "moves", "stays", "stays", UNKNOWN]
    assert buttons(tmp_path, *hands) == expected
    assert buttons(tmp_path, *reversed(hands)) == expected[::-1]


def test_a_period_begins_at_its_first_microsecond(tmp_path: Path) -> None:
    write(tmp_path)
    first = datetime(2018, 1, 1, tzinfo=UTC)
    times = (first - timedelta(microseconds=1), first, first + timedelta(microseconds=1))
    assert buttons(tmp_path, *(("pokerbet", time) for time in times)) == ["moves", "stays", "stays"]


def test_numbers_of_rule_sets_are_whole() -> None:
    assert effective_rules(hands_table([]), shipped())[1].dtype == np.int64
    effective, index = effective_rules(hands_table([{"rules_id": "pokerbet"}, {}]), shipped())
    assert index.dtype == np.int64
    assert effective[1] is None


def test_a_single_period_without_a_beginning_leaves_a_hand_without_a_time_open(tmp_path: Path) -> None:
    write(tmp_path, bounds="until = 2019-07-01")
    assert buttons(tmp_path, ("pokerbet", None), ("pokerbet", BEFORE), ("pokerbet", AFTER)) == [
        UNKNOWN,
        "stays",
        "moves",
    ]


def test_periods_that_meet_do_not_overlap(tmp_path: Path) -> None:
    for first, second in (("a", "b"), ("d", "c")):
        folder = tmp_path / first
        folder.mkdir()
        write(folder, first, bounds="until = 2018-01-01")
        write(folder, second, bounds="from = 2018-01-01", button="moves")
        assert buttons(folder, ("pokerbet", BEFORE), ("pokerbet", WITHIN), ("pokerbet", None)) == [
            "stays",
            "moves",
            UNKNOWN,
        ]
