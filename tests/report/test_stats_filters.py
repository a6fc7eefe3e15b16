"""Each filter against ten hands that were counted by hand (see `counted_hands`)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.report.hand_filter import Asked
from ofc_audit.report.stats import Stats, Wanted, stats_of
from ofc_audit.report.store import Store
from report.counted_hands import counted_hands

ALL = {"ana": (5, 26), "bo": (5, -19), "cy": (2, -7)}
"""Hands and points in the first room."""


def totals(made: Stats, site: str = "room") -> dict[str, tuple[int, int]]:
    rows = made.rows.to_pylist()
    return {row["player_id"]: (row["hands"], row["points"]) for row in rows if row["site"] == site}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, ALL),
        ({"players": ("ANA",)}, {"ana": (5, 26)}),
        ({"players": ("ana", "Cy")}, {"ana": (5, 26), "cy": (2, -7)}),
        ({"players": ("bo",), "seats": (2,)}, {"bo": (3, -22)}),
        ({"against": ("cy",)}, {"ana": (2, 4), "bo": (2, 3)}),
        ({"against": ("cy", "ana")}, {"bo": (2, 3)}),
        ({"players": ("ana",), "against": ("bo",)}, {"ana": (5, 26)}),
        ({"sites": ("ROOM",)}, ALL),
        ({"rule_sets": ("r",)}, ALL),
        ({"clubs": ("c1",)}, {"ana": (3, 22), "bo": (3, -22)}),
        ({"tables": ("b",)}, {"ana": (2, 4), "bo": (2, 3), "cy": (2, -7)}),
        ({"tables": ("A", "B")}, ALL),
        ({"stakes": ("0.50 EUR",)}, {"ana": (3, 22), "bo": (3, -22)}),
        ({"stakes": ("1",)}, {"ana": (2, 4), "bo": (2, 3), "cy": (2, -7)}),
        ({"stakes": ("eur",)}, {"ana": (4, 25), "bo": (4, -27), "cy": (1, 2)}),
        ({"stakes": ("0.5EUR", "usd")}, {"ana": (4, 23), "bo": (4, -14), "cy": (1, -9)}),
        ({"seats": (3,)}, {"ana": (2, 4), "bo": (2, 3), "cy": (2, -7)}),
        ({"seats": (2, 3)}, ALL),
        ({"state": "fantasy"}, {"ana": (1, 20), "bo": (1, 8)}),
        ({"state": "normal"}, {"ana": (4, 6), "bo": (4, -27), "cy": (2, -7)}),
        ({"opponents": "some"}, {"ana": (1, 1), "bo": (1, -20), "cy": (1, -9)}),
        ({"opponents": "none"}, {"ana": (4, 25), "bo": (4, 1), "cy": (1, 2)}),
        ({"positions": ("button",)}, {"ana": (1, -4), "bo": (3, -18), "cy": (1, 2)}),
        ({"positions": ("first",)}, {"ana": (3, 29), "bo": (1, 4), "cy": (1, -9)}),
        ({"positions": ("second",)}, {"ana": (1, 1), "bo": (1, -5)}),
        ({"since": "2026-03-29"}, {"ana": (3, 19), "bo": (3, -21), "cy": (1, 2)}),
        ({"until": "2026-03-29"}, {"ana": (3, 22), "bo": (3, -22)}),
        ({"since": "2026-03-29", "until": "2026-03-29"}, {"ana": (2, 16), "bo": (2, -16)}),
        ({"since": "2026-03", "until": "2026-03"}, {"ana": (3, 22), "bo": (3, -22)}),
        ({"since": "2026-03-29T00:30", "until": "2026-03-29T22:30"}, {"ana": (1, -4), "bo": (1, 4)}),
    ],
    ids=str,
)
def test_a_filter_leaves_the_hands_it_says(
    counted: Store, asked: Mapping[str, Any], expected: dict[str, tuple[int, int]]
) -> None:
    assert totals(stats_of(counted, Wanted(Asked(**asked)))) == expected


def test_days_are_those_of_the_zone_also_where_clocks_change(counted: Store) -> None:
    def of(day: str, zone: str, cut: int = 0) -> dict[str, tuple[int, int]]:
        clock = {"zone": zone, "day_cut": cut}
        return totals(stats_of(counted, Wanted(Asked(players=("ana",), since=day, until=day), clock=clock)))

    # 29 March 2026 has 23 hours in Berlin: it ends at 22:00 UTC.
    assert of("2026-03-29", "Europe/Berlin") == {"ana": (1, -4)}
    assert of("2026-03-30", "Europe/Berlin") == {"ana": (1, 20)}
    assert of("2026-03-28", "Europe/Berlin") == {"ana": (1, 6)}
    assert of("2026-03-28", "Europe/Berlin", 360) == {"ana": (2, 2)}
    assert of("2026-03-29", "Europe/Berlin", 360) == {"ana": (1, 20)}
    assert of("2026-03-28", "America/New_York") == {"ana": (2, 2)}


def test_pairs_are_counted_from_the_side_that_is_asked_for(counted: Store) -> None:
    def against(**asked: Any) -> dict[str, tuple[int, int | None, int, int | None]]:
        names = ("vs_normal_pairs", "vs_normal_points", "vs_fantasy_pairs", "vs_fantasy_points")
        rows = stats_of(counted, Wanted(Asked(sites=("room",), **asked))).rows.to_pylist()
        return {row["player_id"]: tuple(row[name] for name in names) for row in rows}  # type: ignore[misc]

    assert against(seats=(3,)) == {"ana": (3, 6, 1, -2), "bo": (4, 3, 0, None), "cy": (3, -1, 1, -6)}
    assert against(seats=(3,), positions=("second",)) == {"ana": (1, 3, 1, -2), "bo": (2, -5, 0, None)}
    assert against(seats=(3,), players=("cy",)) == {"cy": (3, -1, 1, -6)}


def test_what_is_left_out_is_said(counted: Store) -> None:
    nothing = stats_of(counted, Wanted())
    assert nothing.notes == (
        "Hands counted: 6 of 10; left out: 1 incomplete, 1 cancelled, 2 in conflict with another record of the same deal.",
    )
    dated = stats_of(counted, Wanted(Asked(since="2026-03-29", tables=("B",))))
    assert dated.notes == (
        "Filters: table B; from 2026-03-29 (UTC).",
        "Hands counted: 1 of 10; left out: 5 by the filters, 1 incomplete, 1 cancelled, "
        "2 in conflict with another record of the same deal.",
        "Of the hands left out by the filters, some do not tell: 1 for --from.",
    )


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"players": ("anna",)}, "no player 'anna'; near it: Ana"),
        (
            {"players": ("x",)},
            "no player 'x'; there is <b>\\u202eDee\\n=1+1, a name that goes on for much longer than any column, Ana, Bo, Cy and dee",
        ),
        ({"players": ("dee",), "sites": ("room",)}, "no player 'dee' at room; there is one elsewhere: other"),
        ({"tables": ("C",)}, "no table 'C'; there is A, B and Z"),
        ({"clubs": ("c2",)}, "no club 'c2'; there is c1"),
        (
            {"stakes": ("0,50",)},
            "no stakes: '0,50'; write what a point is worth and its currency, such as '0.50 EUR', or one of them",
        ),
        (
            {"since": "29.3.2026"},
            "no date: '29.3.2026'; write 2026-03-01 (the whole day), 2026-03 (the month), 2026, or 2026-03-01T18:30",
        ),
        (
            {"since": "2026-04", "until": "2026-03"},
            "--from 2026-04 is not before the end of --to 2026-03: no hand can be between them",
        ),
    ],
    ids=str,
)
def test_what_is_not_there_is_refused_with_what_is(counted: Store, asked: Mapping[str, Any], why: str) -> None:
    with pytest.raises(ValueError) as caught:
        stats_of(counted, Wanted(Asked(**asked)))
    assert str(caught.value) == why


def test_a_moment_that_clocks_skip_or_show_twice_is_refused(counted: Store) -> None:
    with pytest.raises(ValueError, match="clocks in Europe/Berlin skip this time when they go forward"):
        stats_of(counted, Wanted(Asked(since="2026-03-29T02:30"), clock={"zone": "Europe/Berlin"}))
    with pytest.raises(
        ValueError, match=r"show this time twice; write 2026-10-25T02:30\+02:00 or 2026-10-25T02:30\+01:00"
    ):
        stats_of(counted, Wanted(Asked(until="2026-10-25T02:30"), clock={"zone": "Europe/Berlin"}))


def test_a_name_that_an_account_had_once_is_known(counted: Store) -> None:
    counted.execute("update int_player_hands set player_name = 'Annie' where hand_key = 1 and player_id = 'ana'")
    try:
        assert totals(stats_of(counted, Wanted(Asked(players=("annie",))))) == {"ana": (5, 26)}
    finally:
        counted.execute("update int_player_hands set player_name = 'Ana' where hand_key = 1 and player_id = 'ana'")


def test_accounts_of_one_person_are_one_and_it_is_said(tmp_path: Path) -> None:
    joined = {"site": "room", "person": "Anna Bell", "player_id": "ana", "is_met": True}
    aliases = [joined | {"account_id": account} for account in ("ana", "cy")]
    store = counted_hands(tmp_path, {1, 2, 4}, aliases, marts=["player_stats"])
    for name in ("anna bell", "ana", "cy"):
        made = stats_of(store, Wanted(Asked(players=(name,), seats=(2, 3))))
        assert totals(made) == {"ana": (4, 6 - 4 + 3 + 2)}, name
        assert made.notes[-1] == "Accounts are added up, as the file of aliases says, for Anna Bell."


@pytest.fixture(autouse=True)
def nothing_stays(counted: Store) -> Iterator[None]:
    """What is made for one question is gone before the next."""
    yield
    assert counted.rows("select view_name from duckdb_views() where temporary and not internal") == []
    assert counted.rows("select table_name from duckdb_tables() where temporary") == []
