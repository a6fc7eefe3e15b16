-- Each player's fouls: which rows are out of order, and after which street no completion was legal any more.
-- grain: site, rules_id, player_id, own_state, foul_order, dead_street
-- column fouls: Such fouls.
-- column forfeited_royalties: Royalties that their rows would have earned.
-- column forfeited_hands: Fouls of which that is known.
-- column top_forfeited: Of forfeited_royalties, those of the top row.
-- column middle_forfeited: Of forfeited_royalties, those of the middle row.
-- column bottom_forfeited: Of forfeited_royalties, those of the bottom row.
-- column points: Points of those hands.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
with player_hands as (
    select * from int_player_hands
),

final as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        foul_order,
        dead_street,
        count(*) as fouls,
        sum(forfeited)::bigint as forfeited_royalties,
        count(forfeited) as forfeited_hands,
        sum(top_forfeited) filter (forfeited is not null)::bigint as top_forfeited,
        sum(middle_forfeited) filter (forfeited is not null)::bigint as middle_forfeited,
        sum(bottom_forfeited) filter (forfeited is not null)::bigint as bottom_forfeited,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint) as points_squared
    from player_hands
    where is_foul
    group by site, rules_id, player_id, own_state, foul_order, dead_street
)

select * from final
