"""Points per hand by position and by who is in Fantasyland: the heat map."""

from collections.abc import Sequence

from ofc_audit.report.html.charts import Chart
from ofc_audit.report.html.heat_map import LEAST_HANDS, Heat, heat_map
from ofc_audit.report.html.run_charts import mean_and_half
from ofc_audit.report.store import Store

COLUMNS = ("nobody in FL", "only he", "only others", "he and others")
POSITIONS = ("first", "second", "third")

_MEANS = """
with own as (
    select * from int_player_hands where points is not null and is_fantasy is not null and {among}
),
states as (
    select own.hand_key, own.acting_order, bool_or(others.is_fantasy) as is_met, bool_and(others.is_fantasy is not null) as is_known
    from own join seats as others on others.hand_key = own.hand_key and others.acting_order <> own.acting_order
    group by own.hand_key, own.acting_order
)
select own.n_seats, own.acting_order, (case when is_fantasy then 1 else 0 end) + (case when is_met then 2 else 0 end) as state,
    count(*) as n, sum(points)::bigint as total, sum(points::bigint ** 2)::hugeint as squares
from own join states using (hand_key, acting_order)
where is_known or is_met
group by all order by all
"""


def position_name(n_seats: int, acting_order: int) -> str:
    """`3 players, button`: who acts last has the button."""
    place = "button" if acting_order == n_seats - 1 else POSITIONS[acting_order]
    return f"{n_seats} players, {place}"


def position_chart(store: Store, among: str, parameters: Sequence[object]) -> Chart | None:
    """Mean points by position and state; `among` is a condition on `int_player_hands`."""
    rows = store.rows(_MEANS.format(among=among), parameters)
    if not rows:
        return None
    places = sorted({(row["n_seats"], row["acting_order"]) for row in rows})
    cells = {}
    for row in rows:
        mean, half = mean_and_half(row["n"], row["total"], int(row["squares"]))
        cells[places.index((row["n_seats"], row["acting_order"])), row["state"]] = Heat(
            mean, half if row["n"] >= LEAST_HANDS else None, row["n"]
        )
    names = [position_name(*place) for place in places]
    label = "Points per hand by position and by who is in Fantasyland"
    n = sum(row["n"] for row in rows)
    note = (
        f"{n:,} hands of which it is known who was in Fantasyland (FL). Points per hand; below, half the 95 % interval and the"
        f" number of hands. Bold where the interval leaves out 0; of fewer than {LEAST_HANDS} hands none is told. Blue is won, orange lost."
    )
    return Chart("By position", heat_map(names, COLUMNS, cells, label, "points per hand"), note)
