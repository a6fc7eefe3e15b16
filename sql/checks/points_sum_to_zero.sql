-- The points of a hand add up to zero.
-- scope: hand
with computed as (
    select * from scored_seats
),

final as (
    select hand_key, sum(points) as points
    from computed
    group by hand_key
    having count(points) = count(*) and sum(points) <> 0
)

select * from final
