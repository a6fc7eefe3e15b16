-- One row per player and hand that statistics count.
-- grain: hand_key, acting_order
-- column enters_with: For an entry into Fantasyland from outside it, the top that earned it: QQ, KK, AA or trips.
with counted as (
    select * from stg_counted_hands
),

players as (
    select * from stg_seats
),

pair_sums as (
    select * from int_seat_pairs
),

final as (
    select
        counted.hand_key,
        players.acting_order,
        counted.site,
        counted.club_id,
        counted.rules_id,
        counted.ended_at,
        counted.currency,
        counted.chip_price,
        counted.chip_currency,
        counted.n_seats,
        players.player_id,
        players.player_name,
        players.is_fantasy,
        players.is_auto,
        players.used_ms,
        players.is_foul,
        players.top_royalties,
        players.middle_royalties,
        players.bottom_royalties,
        players.royalties,
        players.points,
        players.is_fantasy_next,
        case
            when players.is_fantasy or players.is_fantasy_next is not true then null
            when players.top_category = 3 then 'trips'
            when players.top_rank = 12 then 'AA'
            when players.top_rank = 11 then 'KK'
            when players.top_rank = 10 then 'QQ'
        end as enters_with,
        players.computed_net,
        players.claimed_net,
        players.claimed_rake,
        coalesce(pair_sums.pairs, 0) as pairs,
        coalesce(pair_sums.scoops_for, 0) as scoops_for,
        coalesce(pair_sums.scoops_against, 0) as scoops_against,
        coalesce(pair_sums.foul_scoops_for, 0) as foul_scoops_for,
        coalesce(pair_sums.foul_scoops_against, 0) as foul_scoops_against,
        pair_sums.royalties_won,
        pair_sums.royalties_conceded
    from counted
    inner join players using (hand_key)
    left join pair_sums using (hand_key, acting_order)
)

select * from final
