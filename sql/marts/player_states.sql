-- How each player plays in and out of Fantasyland, with and without opponents in it.
-- grain: site, rules_id, player_id, own_state, opponents_state
-- Hands: as in player_stats. A hand counts once, whatever the number of opponents; points against each kind of opponent are in player_pair_states.
-- column hands: Hands of the group.
-- column is_small_sample: True below 100 of them: rates say little.
-- column royalties: Royalties of his boards; a foul has none.
-- column points: Points against all opponents.
with player_hands as (
    select * from int_player_hands
),

players as (
    select * from player_stats
),

sums as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        opponents_state,
        count(*) as hands,
        count(*) filter (not is_fantasy) as normal_hands,
        count(*) filter (is_fantasy) as fantasy_hands,
        count(*) filter (is_foul and not is_fantasy) as fouls,
        count(*) filter (is_fantasy_next and not is_fantasy) as fantasy_entries,
        count(is_fantasy_next) filter (not is_fantasy) as fantasy_entry_hands,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands,
        sum(royalties::bigint * royalties::bigint)::bigint as royalties_squared,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint)::bigint as points_squared
    from player_hands
    group by site, rules_id, player_id, own_state, opponents_state
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.own_state,
        sums.opponents_state,
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
