-- What moves between the players of a hand, before rake, adds up to zero.
-- scope: hand
with computed as (
    select * from scored_seats
),

final as (
    select hand_key, sum(net) as net
    from computed
    group by hand_key
    having count(net) = count(*) and sum(net) <> 0
)

select * from final
