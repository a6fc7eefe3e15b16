"""Groups of statistics: their parts add up to the whole, and hands left by a filter are counted as if there were no others."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.report.groups import MARTS, PARTS, grouping_of
from ofc_audit.report.hand_filter import Asked
from ofc_audit.report.measures import MEASURES
from ofc_audit.report.stats import Wanted, stats_of
from ofc_audit.report.store import Store
from ofc_audit.warehouse.days import Calendar
from ofc_audit.warehouse.models import load_models
from ofc_audit.warehouse.recompute import find_mart
from report.counted_hands import counted_hands

SUMS = ("hands", "normal_hands", "fantasy_hands", "fouls", "points", "points_hands", "pairs", "scoops_for", "net_hands")
KEYS = ("site", "rules_id", "player_id")


def rows(counted: Store, by: str = "", **asked: Any) -> list[dict[str, Any]]:
    words = tuple(by.split(",")) if by else ()
    found: list[dict[str, Any]] = stats_of(counted, Wanted(Asked(**asked), words)).rows.to_pylist()
    return found


def summed(found: list[dict[str, Any]], keys: tuple[str, ...]) -> dict[tuple[Any, ...], dict[str, int]]:
    sums: dict[tuple[Any, ...], dict[str, int]] = {}
    for row in found:
        mine = sums.setdefault(tuple(row[key] for key in keys), dict.fromkeys(SUMS, 0))
        for name in SUMS:
            mine[name] += row[name] or 0
    return sums


SOME_PARTS = (
    "club,table,match",
    "stakes,seats",
    "position",
    "state,opponents",
    "day,week,month",
    "weekday,hour",
    "rule-set",
)


@pytest.mark.parametrize("words", SOME_PARTS)
def test_parts_add_up_to_each_player_and_to_all_of_them(counted: Store, words: str) -> None:
    fine = rows(counted, f"player,{words}")
    assert summed(fine, KEYS) == summed(rows(counted), KEYS)
    keys = ("site", "rules_id", *(name for word in words.split(",") for name in PARTS[word].columns))
    assert summed(rows(counted, words), keys) == summed(fine, keys)


def test_every_part_is_among_them() -> None:
    assert {word for words in SOME_PARTS for word in words.split(",")} | {"site"} == set(PARTS)


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ({"seats": (3,)}, {4, 5}),
        ({"since": "2026-03-29", "until": "2026-04-01"}, {2, 3, 4}),
    ],
    ids=str,
)
def test_a_filter_gives_what_its_hands_alone_give(
    counted: Store, asked: Mapping[str, Any], keys: set[int], tmp_path: Path
) -> None:
    alone = counted_hands(tmp_path, keys, marts=["head_to_head"])
    assert stats_of(counted, Wanted(Asked(**asked))).rows.equals(stats_of(alone, Wanted()).rows)
    pairs = Wanted(Asked(**asked), ("opponent",))
    assert stats_of(counted, pairs).rows.equals(stats_of(alone, Wanted(by=("opponent",))).rows)


def test_a_filter_that_takes_nothing_changes_nothing(counted: Store) -> None:
    everything = stats_of(counted, Wanted()).rows
    assert stats_of(counted, Wanted(Asked(seats=(2, 3)))).rows.equals(everything)
    assert stats_of(counted, Wanted(Asked(positions=("first", "second", "third", "button")))).rows.equals(everything)


def test_days_go_by_the_clock_that_was_asked_for(counted: Store) -> None:
    def days(**clock: object) -> list[tuple[str | None, int]]:
        wanted = Wanted(Asked(players=("ana",), sites=("room",)), ("day",), clock=clock)
        return [(str(row["day"]), row["hands"]) for row in stats_of(counted, wanted).rows.to_pylist()]

    assert days() == [("2026-03-28", 1), ("2026-03-29", 2), ("2026-04-01", 1), ("None", 1)]
    assert days(zone="Europe/Berlin") == [
        ("2026-03-28", 1),
        ("2026-03-29", 1),
        ("2026-03-30", 1),
        ("2026-04-01", 1),
        ("None", 1),
    ]
    assert days(day_cut=60)[:2] == [("2026-03-28", 2), ("2026-03-29", 1)]


def test_opponents_are_counted_pair_by_pair(counted: Store) -> None:
    found = {row["opponent_id"]: (row["hands"], row["points"]) for row in rows(counted, "opponent", players=("ana",))}
    # v bo: 6 - 4 + 20 + 5 - 2, v cy: -2 + 3.
    assert found == {"bo": (5, 25), "cy": (2, 1), "dee": (1, 7)}
    assert {row["opponent_id"] for row in rows(counted, "opponent", players=("ana",), against=("cy",))} == {"cy"}
    by_seats = rows(counted, "opponent,seats", players=("ana",), against=("bo",))
    assert [(row["n_seats"], row["hands"], row["points"]) for row in by_seats] == [(2, 3, 22), (3, 2, 3)]


def test_weeks_end_when_they_were_asked_to(counted: Store) -> None:
    def weeks(**clock: object) -> list[tuple[str, int]]:
        wanted = Wanted(Asked(players=("ana",), sites=("room",), until="2026"), ("week",), clock=clock)
        made = stats_of(counted, wanted)
        assert made.notes[-1].startswith("Weeks end with ")
        return [(str(row["week_ending"]), row["hands"]) for row in made.rows.to_pylist()]

    assert weeks() == [("2026-03-29", 3), ("2026-04-05", 1)]
    # In Berlin the third hand was played on Monday, half an hour after midnight.
    assert weeks(zone="Europe/Berlin") == [("2026-03-29", 2), ("2026-04-05", 2)]


def test_chains_that_a_filter_may_have_cut_say_so(counted: Store) -> None:
    cut = "What came in hands that the filters take away is not in these rows."
    assert stats_of(counted, Wanted(Asked(seats=(2,)), ("chain",))).notes[-1] == cut
    assert cut not in stats_of(counted, Wanted(Asked(players=("ana",)), ("chain",))).notes


def test_rows_without_a_name_of_the_player_get_it(counted: Store) -> None:
    found = rows(counted, "money", sites=("room",))
    assert {(row["player_id"], row["player_name"]) for row in found} == {("ana", "Ana"), ("bo", "Bo"), ("cy", "Cy")}
    assert sum(row["hands"] for row in found) == 12


@pytest.mark.parametrize(
    ("by", "asked", "why"),
    [
        ("luck", {}, "--by luck: nothing to group by; there is player, site, rule-set, "),
        ("opponent,row", {}, "--by opponent,row: opponent and row are tables of their own; ask for one of them"),
        (
            "opponent,position",
            {},
            "--by opponent,position: rows of opponent are about pairs of players; position is about one of them",
        ),
        (
            "entry,position",
            {},
            "--by entry,position: entry goes from one hand to the next, where position may be another; with it go site, ",
        ),
        (
            "chain",
            {"state": "fantasy"},
            "--state is about single hands, and these rows go from one hand to the next: leave it away",
        ),
        ("opponent", {"state": "normal"}, "--state is about one player, and rows of pairs are about two"),
    ],
)
def test_groupings_that_cannot_be_are_refused(counted: Store, by: str, asked: Mapping[str, Any], why: str) -> None:
    with pytest.raises(ValueError) as caught:
        rows(counted, by, **asked)
    assert str(caught.value).startswith(why)


def test_sorted_by_what_was_asked_and_cut(counted: Store) -> None:
    def names(**more: Any) -> list[str]:
        found = stats_of(counted, Wanted(**more)).rows.to_pylist()
        return [row["player_id"] for row in found if row["site"] == "room"]

    assert names() == ["ana", "bo", "cy"]
    assert names(sort="points") == ["ana", "cy", "bo"]
    assert names(sort="points", is_ascending=True) == ["bo", "cy", "ana"]
    assert names(sort="fantasy_foul_rate") == ["ana", "bo", "cy"], "unknown comes last"
    assert names(min_hands=3) == ["ana", "bo"]
    assert names(sort="points", limit=2) == ["ana"], "the other one is in the other room"
    assert stats_of(counted, Wanted(limit=1)).n_left == 4
    with pytest.raises(ValueError, match="no column 'point'; near it: points"):
        names(sort="point")


def test_the_text_of_a_mart_tells_what_it_reads() -> None:
    """The quick look at a model's text finds what the parser finds."""
    marts = [model for model in load_models() if model.layer == "marts"]
    assert {m.name: (m.grain, m.reads) for m in marts} == {
        m.name: (found.grain, found.reads) for m in marts if (found := find_mart(m.name)) is not None
    }


@pytest.mark.parametrize("word", list(MARTS))
def test_every_grouping_can_be_made_of_some_of_the_hands(counted: Store, word: str) -> None:
    rows(counted, word, seats=(2,))
    grouping = grouping_of((word,), Calendar())
    assert "player_id" in grouping.keys


def test_every_rate_and_mean_has_a_name_for_people(counted: Store) -> None:
    names = [row["column_name"] for row in counted.rows("describe player_stats")]
    rates = {name.removesuffix("_low") for name in names if name.endswith("_low")}
    errors = {name for name in names if name.endswith("_se")}
    assert {m.column for m in MEASURES if m.is_rate} == rates
    assert {m.error for m in MEASURES if not m.is_rate} == errors
    used = {name for m in MEASURES for name in (m.column, *m.of, *([m.counted] if m.counted else []))}
    assert used <= set(names)
