-- A player's points are those of his pairs.
-- scope: hand
with computed as (
    select * from scored_seats
),

pairs as (
    select * from scored_pairs
),

sides as (
    select hand_key, a as acting_order, points from pairs
    union all
    select hand_key, b as acting_order, -points as points from pairs
),

pair_sums as (
    select hand_key, acting_order, sum(points) as points
    from sides
    group by hand_key, acting_order
    having count(points) = count(*)
),

final as (
    select computed.hand_key, computed.acting_order, computed.points, pair_sums.points as pair_points
    from computed
    inner join pair_sums using (hand_key, acting_order)
    where computed.points <> pair_sums.points
)

select * from final
