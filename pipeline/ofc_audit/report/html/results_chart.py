"""Results over time: the running total hand by hand, drawn from as many points as a screen can show without losing its extremes."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from ofc_audit.report.html.charts import Chart
from ofc_audit.report.html.heat_map import LEAST_HANDS
from ofc_audit.report.html.ledger import unit_text
from ofc_audit.report.html.line_chart import Tick, Track, line_chart, steps_between
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text

BUCKETS = 400
"""Stretches of hands, of each of which the least, the greatest and the last total are kept: the line goes through every extreme."""
MAX_CURRENCIES = 3
TONES = "abcdef"

_RUNNING = """
with counted as (
    select ended_at, {value} as value, row_number() over (order by ended_at nulls last, hand_key) as n
    from int_player_hands where {value} is not null and {among}
),
running as (
    select n, ended_at, sum(value) over (order by n rows unbounded preceding) as total,
        (n - 1) * {buckets} // count(*) over () as bucket
    from counted
)
select max(n) as n_last, arg_max(total, n) as last, min(total) as least, arg_min(n, total) as n_least,
    max(total) as greatest, arg_max(n, total) as n_greatest, arg_max(ended_at, n) as ended_at, count(*) filter (ended_at is null) as undated
from running group by bucket order by bucket
"""


def running_total(store: Store, value: str, among: str, parameters: Sequence[object]) -> list[dict[str, Any]]:
    """The running total of a column of `int_player_hands` over the hands where it is known, by time: for each of at most `BUCKETS`
    stretches its least, greatest and last total, each with its hand number from 1."""
    return store.rows(_RUNNING.format(value=value, among=among, buckets=BUCKETS), parameters)


def points_of(buckets: Sequence[Mapping[str, Any]]) -> list[tuple[int, float]]:
    """The points of the line: of each stretch its extremes and its end, in the order of the hands."""
    points: set[tuple[int, float]] = set()
    for row in buckets:
        points |= {(row[f"n_{name}"], float(row[name])) for name in ("least", "greatest", "last")}
    return sorted(points)


def ticks_of(buckets: Sequence[Mapping[str, Any]]) -> list[Tick]:
    """Marks at round numbers of hands, each with the day of the hand that is nearest before."""
    n = buckets[-1]["n_last"]
    ticks = []
    for step in steps_between(0, n, 6):
        if 0 < step <= n and step == int(step):
            day = next((row["ended_at"] for row in buckets if row["n_last"] >= step), None)
            ticks.append(Tick(int(step), f"{int(step):,}", f"{day:%Y-%m-%d}" if isinstance(day, datetime) else ""))
    return ticks


def results_chart(store: Store, among: str, parameters: Sequence[object], sd: float | None) -> Chart | None:
    """A player's points over his hands, with the band in which nineteen of twenty players would be who break even and whose points
    spread as his do."""
    buckets = running_total(store, "points", among, parameters)
    if not buckets:
        return None
    n, total = buckets[-1]["n_last"], buckets[-1]["last"]
    spread = None if sd is None or n < LEAST_HANDS else 1.96 * sd
    note = f"{n:,} hands whose points are known, in the order of their time."
    if undated := sum(row["undated"] for row in buckets):
        note += f" {undated:,} of them have no time and stand at the end."
    words = ""
    if spread is not None:
        edge = spread * math.sqrt(n)
        where = "outside" if abs(total) > edge else "inside"
        note += (
            f" The band is luck alone: at any one hand 95 % of players who win nothing on average and whose points spread as these"
            f" (standard deviation {sd:.1f} a hand) are within it; after {n:,} hands it is ±{edge:,.0f}, and {total:+,} is {where}."
            " Hands are taken as independent; Fantasyland, which goes on over hands, makes the true band somewhat wider."
        )
        words = f"; the band of luck alone is plus or minus {edge:,.0f}"
    label = f"Points added up over {n:,} hands: {total:+,} at the end{words}"
    svg = line_chart([Track("points", "a", points_of(buckets))], n, ticks_of(buckets), label, spread)
    legend = (("a", "points added up"), *((("band", "luck alone, 95 %"),) if spread is not None else ()))
    return Chart("Results over time", svg, note, legend, is_wide=True)


def money_charts(store: Store, among: str, parameters: Sequence[object]) -> list[Chart]:
    """What the site says a player won or lost, added up, a chart for each currency; stakes differ, so that no band can be drawn."""
    kinds = store.rows(
        "select currency, chip_price, chip_currency, count(claimed_net) as n from int_player_hands "
        f"where claimed_net is not null and {among} group by all order by n desc, currency, chip_price limit {MAX_CURRENCIES + 1}",
        parameters,
    )
    charts = []
    place = len(parameters)
    for kind in kinds[:MAX_CURRENCIES]:
        own = (
            f"{among} and currency is not distinct from ${place + 1} and chip_price is not distinct from ${place + 2} "
            f"and chip_currency is not distinct from ${place + 3}"
        )
        named = [*parameters, kind["currency"], kind["chip_price"], kind["chip_currency"]]
        buckets = running_total(store, "claimed_net", own, named)
        n, total = buckets[-1]["n_last"], buckets[-1]["last"]
        unit = unit_text(kind)
        amount = money_text(total, sign=True, group=True)
        svg = line_chart(
            [Track(unit, "c", points_of(buckets))],
            n,
            ticks_of(buckets),
            f"Money added up over {n:,} hands: {amount} {unit}",
        )
        note = (
            f"{n:,} hands of which the site says the net, after cap and rake: {amount} {unit} in all. Stakes differ from hand to"
            " hand, so no band of luck is drawn."
        )
        charts.append(Chart(f"Money over time, {unit}", svg, note, is_wide=True))
    return charts
