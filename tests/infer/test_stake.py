"""Which price a table really pays: what bears a price out, what speaks against it, and how far it reaches."""

from collections.abc import Iterator, Sequence

import duckdb
import pyarrow as pa
import pytest

from ofc_audit.infer.evidence import EVIDENCE
from ofc_audit.infer.stake_sql import find_prices

STATED = 5_000
Shown = tuple[int, int]
"""Ten-thousandths paid for how many points."""


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as one:
        yield one


def evidence(*tables: Sequence[Shown | None], contrary: Sequence[int] = ()) -> pa.Table:
    """Hands table by table; None for a hand with points and no payment that speaks."""
    rows = []
    for number, hands in enumerate(tables):
        for shown in hands:
            row = {
                "place": len(rows),
                "site": "room",
                "table_id": f"T{number}",
                "point_value": STATED,
                "has_points": True,
            }
            row |= {"is_contrary": len(rows) in contrary, "is_judged": True, "is_wrong": False, "moved": 0}
            if shown is not None:
                paid, points = shown
                row |= {"paid": paid, "points": points, "level": 2 * (paid // points) + (paid % points > 0)}
                row |= {"payer": 0, "payee": 1, "moved": paid}
            rows.append(row)
    return pa.Table.from_pylist(rows, EVIDENCE)


def prices(con: duckdb.DuckDBPyConnection, shown: pa.Table) -> tuple[list[Shown], list[tuple[int, ...]]]:
    """(place, price) of the hands explained; (price, place, hands that show it, that pay less, all, tables, lost) of the causes."""
    con.register("evidence", shown)
    find_prices(con)
    members = con.execute("select place, price from stake_members").fetchall()
    causes = "select price, place, n_shown, n_less, n_hands, n_tables, moved from stake_causes order by place"
    return members, con.execute(causes).fetchall()


def at(price: int, *points: int) -> list[Shown]:
    return [(price * one, one) for one in points]


def test_six_times_the_stake_in_every_hand_is_one_cause(con: duckdb.DuckDBPyConnection) -> None:
    members, causes = prices(con, evidence(at(30_000, 6, 8), at(30_000, 4)))
    assert members == [(0, 30_000), (1, 30_000), (2, 30_000)]
    assert causes == [(30_000, 0, 3, 0, 3, 2, 540_000)]


@pytest.mark.parametrize("hands", [at(30_000, 6, 8), at(30_000, 6, 6, 6, 6)])
def test_two_hands_or_one_total_prove_no_price(con: duckdb.DuckDBPyConnection, hands: list[Shown]) -> None:
    assert prices(con, evidence(hands)) == ([], [])


def test_the_price_stated_is_no_cause(con: duckdb.DuckDBPyConnection) -> None:
    assert prices(con, evidence(at(STATED, 1, 2, 3, 4, 5, 6))) == ([], [])


def test_one_hand_in_twenty_may_speak_against_it_and_keeps_what_it_states(con: duckdb.DuckDBPyConnection) -> None:
    many = at(30_000, *range(1, 21))
    members, _ = prices(con, evidence([*many[:10], (STATED * 4, 4), *many[10:]]))
    assert [place for place, _ in members] == [*range(10), *range(11, 21)]
    again, _ = prices(con, evidence([*many[:9], (STATED * 4, 4), *many[9:19]]))
    assert again == []


def test_who_pays_more_than_the_price_pays_too_much_of_it(con: duckdb.DuckDBPyConnection) -> None:
    members, causes = prices(con, evidence([*at(30_000, *range(1, 21)), (990_000, 9)]))
    assert members[-1] == (20, 30_000)
    assert causes[0][2:5] == (20, 0, 21)


def test_money_that_goes_the_other_way_speaks_against_it(con: duckdb.DuckDBPyConnection) -> None:
    assert prices(con, evidence(at(30_000, 6, 8, 4), contrary=[1]))[0] == []


def test_less_than_the_price_may_be_capped_and_belongs_to_it(con: duckdb.DuckDBPyConnection) -> None:
    members, causes = prices(con, evidence([*at(30_000, 6, 8, 4), (70_001, 9), None]))
    assert [place for place, _ in members] == [0, 1, 2, 3, 4]
    assert causes[0][2:5] == (3, 1, 5)


def test_more_capped_hands_than_others_prove_nothing(con: duckdb.DuckDBPyConnection) -> None:
    capped = [(70_001, 9), (80_001, 9), (90_001, 9), (60_001, 9)]
    assert prices(con, evidence([*at(30_000, 6, 8), *capped[:3], *at(30_000, 4)]))[0] != []
    assert prices(con, evidence([*at(30_000, 6, 8), *capped, *at(30_000, 4)]))[0] == []


def test_a_stake_raised_midway_holds_from_there(con: duckdb.DuckDBPyConnection) -> None:
    members, causes = prices(con, evidence([*at(STATED, 1, 2, 3, 4), *at(10_000, 1, 2, 3), *at(30_000, 1, 2, 3)]))
    assert members == [*((place, 10_000) for place in (4, 5, 6)), *((place, 30_000) for place in (7, 8, 9))]
    assert [cause[:3] for cause in causes] == [(10_000, 4, 3), (30_000, 7, 3)]


def test_one_table_of_a_club_is_told_alone(con: duckdb.DuckDBPyConnection) -> None:
    members, causes = prices(con, evidence(at(STATED, 1, 2, 3), at(30_000, 1, 2, 3)))
    assert [place for place, _ in members] == [3, 4, 5]
    assert causes[0][5] == 1


@pytest.mark.parametrize(
    ("points", "is_cause"),
    [((2, 4, 6, 8), False), ((2, 4, 2, 4, 2), False), ((2, 4, 6, 8, 2), True)],
)
def test_half_the_stake_needs_more_hands_for_caps_may_feign_it(
    con: duckdb.DuckDBPyConnection, points: tuple[int, ...], is_cause: bool
) -> None:
    assert bool(prices(con, evidence(at(2_500, *points)))[0]) == is_cause


def test_capped_hands_among_others_that_pay_in_full_are_no_price(con: duckdb.DuckDBPyConnection) -> None:
    hands = [hand for pair in zip(at(2_500, 2, 4, 6, 8, 2), at(STATED, 1, 2, 3, 4, 5), strict=True) for hand in pair]
    assert prices(con, evidence(hands))[0] == []
