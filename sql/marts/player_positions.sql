-- How each player plays in each position, by the number of players.
-- grain: site, rules_id, player_id, n_seats, acting_order
-- Hands: as in player_stats. The last to act has the button; the first sits left of it.
-- column player_name: The name as shown, or the person's.
-- column hands: Hands of the group.
-- column is_small_sample: True below 100 of them: rates say little.
-- column royalties: Royalties of his boards; a foul has none.
-- column points: Points against all opponents.
with groups as (
    select * from sum_players
),

players as (
    select * from player_stats
),

sums as (
    select
        site,
        rules_id,
        player_id,
        n_seats,
        acting_order,
        any_value(position) as position,
        sum(hands)::bigint as hands,
        coalesce(sum(hands) filter (own_state = 'normal'), 0)::bigint as normal_hands,
        coalesce(sum(hands) filter (own_state = 'fantasy'), 0)::bigint as fantasy_hands,
        coalesce(sum(fouls) filter (own_state = 'normal'), 0)::bigint as fouls,
        coalesce(sum(next_fantasy) filter (own_state = 'normal'), 0)::bigint as fantasy_entries,
        coalesce(sum(next_hands) filter (own_state = 'normal'), 0)::bigint as fantasy_entry_hands,
        sum(royalties)::bigint as royalties,
        sum(royalty_hands)::bigint as royalty_hands,
        sum(royalties_squared)::bigint as royalties_squared,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_hands,
        sum(points_squared)::bigint as points_squared
    from groups
    group by site, rules_id, player_id, n_seats, acting_order
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.n_seats,
        sums.acting_order,
        sums.position,
        players.player_name,
        sums.hands,
        sums.hands < 100 as is_small_sample,
        sums.normal_hands,
        sums.fantasy_hands,
        sums.fouls,
        ratio(sums.fouls, sums.normal_hands) as foul_rate,
        wilson_low(sums.fouls, sums.normal_hands) as foul_rate_low,
        wilson_high(sums.fouls, sums.normal_hands) as foul_rate_high,
        sums.fantasy_entries,
        sums.fantasy_entry_hands,
        ratio(sums.fantasy_entries, sums.fantasy_entry_hands) as fantasy_entry_rate,
        wilson_low(sums.fantasy_entries, sums.fantasy_entry_hands) as fantasy_entry_rate_low,
        wilson_high(sums.fantasy_entries, sums.fantasy_entry_hands) as fantasy_entry_rate_high,
        sums.royalties,
        sums.royalty_hands,
        ratio(sums.royalties, sums.royalty_hands) as royalty_yield,
        standard_error(sums.royalty_hands, sums.royalties, sums.royalties_squared) as royalty_yield_se,
        sums.points,
        sums.points_hands,
        ratio(sums.points, sums.points_hands) as points_per_hand,
        sample_sd(sums.points_hands, sums.points, sums.points_squared) as points_sd,
        standard_error(sums.points_hands, sums.points, sums.points_squared) as points_se
    from sums
    inner join players
        on
            sums.site = players.site
            and sums.rules_id is not distinct from players.rules_id
            and sums.player_id = players.player_id
)

select * from final
