"""Which price per point a club or a table really pays, by queries over relation `evidence` (see `infer.evidence`).

A price other than the one stated is taken for the cause when many hands show it and nearly none speaks against it. Below it a hand may be
capped; a hand that pays more, or exactly the price stated, speaks against it. First whole clubs are asked, then each table within
the stretch of its hands that show the price, from the highest price down: so a stake that is raised midway is two prices.
"""

from collections.abc import Sequence

import duckdb

MIN_HANDS, MIN_TOTALS = 3, 2
"""Hands that must show a price above the one stated, and different totals of points among them."""
MIN_HANDS_BELOW, MIN_TOTALS_BELOW = 5, 3
"""The same for a price below the one stated, which caps may feign."""
COUNTER_SHARE = 20
"""At most one hand in so many may speak against the price."""
LESS_SHARE_BELOW = 4
"""For a price below the one stated, at most one hand in so many may pay still less."""
MOST_PRICES = 8
"""Prices that are looked at for one table, the highest first."""

_POOL = ("site", "club_id", "rules_id", "currency", "point_value")
_TABLE = (*_POOL, "table_id")

_CANDIDATES = f"""
    create or replace temp table stake_tables as
    select distinct {", ".join(_POOL)} from (
        select {", ".join(_POOL)}, level
        from evidence
        where level % 2 = 0 and level <> 2 * point_value and not is_contrary
        group by all having count(*) >= {MIN_HANDS} and count(distinct points) >= {MIN_TOTALS}
    )
"""
_HANDS = f"""
    create or replace temp table stake_hands as
    select e.place, {", ".join(f"e.{name}" for name in _TABLE)}, e.level, e.points, e.moved, e.is_contrary,
        null::bigint as price
    from evidence as e join stake_tables as t on {" and ".join(f"e.{name} is not distinct from t.{name}" for name in _POOL)}
    where e.has_points
"""
_MEMBERS = """
    create or replace temp table stake_members as
    select place, price from stake_hands where price is not null order by place
"""


def _ranked(scope: Sequence[str]) -> str:
    """The prices that hands of a scope show, the highest first."""
    names = ", ".join(scope)
    return f"""
        create or replace temp table stake_prices as
        select *, row_number() over (partition by {names} order by shown_price desc) as price_no from (
            select {names}, level // 2 as shown_price
            from stake_hands
            where price is null and level % 2 = 0 and level <> 2 * point_value and not is_contrary and level > 0
            group by all
            having count(*) >= {MIN_HANDS} and count(distinct points) >= {MIN_TOTALS}
        )
        qualify price_no <= {MOST_PRICES}
    """


def _round(scope: Sequence[str], is_ranged: bool, number: int) -> str:
    """The hands held against a price, in every scope that has a price of that rank and whose hands bear it out.

    Who pays still more is held against it too: he pays too much of it, not many times too much of the stake.
    """
    names = ", ".join(f"c.{name}" for name in scope)
    on = " and ".join(f"h.{name} is not distinct from c.{name}" for name in scope)
    within = "and h.place between c.first_place and c.last_place" if is_ranged else ""
    return f"""
        with c as (
            select {names}, c.shown_price, count(*) as n, count(distinct h.points) as n_totals,
                min(h.place) as first_place, max(h.place) as last_place
            from stake_prices as c join stake_hands as h
                on {on} and h.price is null and h.level = 2 * c.shown_price and not h.is_contrary
            where c.price_no = {number}
            group by all
        ),
        weighed as (
            select c.*,
                count(*) filter (where h.is_contrary or h.level > 2 * c.shown_price or h.level = 2 * c.point_value) as n_counter,
                count(*) filter (where not h.is_contrary and h.level < 2 * c.shown_price and h.level <> 2 * c.point_value) as n_less
            from c join stake_hands as h on {on} and h.price is null {within}
            group by all
        ),
        borne as (
            select * from weighed
            where n_counter * {COUNTER_SHARE} <= n
                and case
                    when shown_price > point_value then n >= {MIN_HANDS} and n_totals >= {MIN_TOTALS} and n_less <= n
                    else n >= {MIN_HANDS_BELOW} and n_totals >= {MIN_TOTALS_BELOW} and n_less * {LESS_SHARE_BELOW} <= n
                end
        )
        update stake_hands as h set price = c.shown_price
        from borne as c
        where {on} and h.price is null {within}
            and h.level is distinct from 2 * c.point_value
    """


def find_prices(con: duckdb.DuckDBPyConnection) -> None:
    """Creates temp tables `stake_members` (place, price: the hands that another price explains) and `stake_causes`.

    `stake_causes` has a row for each club, stake and price: the place of the first hand that shows the price, how many hands show it,
    how many pay less, how many are explained by it, at how many tables, the price stated and the one paid, and what losers paid.
    """
    con.execute(_CANDIDATES)
    con.execute(_HANDS)
    for scope, is_ranged in ((_POOL, False), (_TABLE, True)):
        con.execute(_ranked(scope))
        for number in range(1, _number(con, "select coalesce(max(price_no), 0) from stake_prices") + 1):
            con.execute(_round(scope, is_ranged, number))
    con.execute(_MEMBERS)
    con.execute(_CAUSES)


def _number(con: duckdb.DuckDBPyConnection, query: str) -> int:
    [(number,)] = con.execute(query).fetchall()
    return int(number)


_CAUSES = f"""
    create or replace temp table stake_causes as
    select price, any_value(point_value) as point_value, min(place) filter (where level = 2 * price) as place,
        count(*) filter (where level = 2 * price) as n_shown, count(*) filter (where level < 2 * price) as n_less, count(*) as n_hands,
        count(distinct coalesce(table_id, '')) as n_tables, sum(moved)::bigint as moved
    from stake_hands
    where price is not null
    group by {", ".join(_POOL)}, price
"""
