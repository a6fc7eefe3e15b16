-- How each player enters Fantasyland, by the top that earns it: how often, what the first hand there yields, and the whole run with its stays.
-- grain: site, rules_id, player_id, entered_with
-- A run counts where the hand that earned it is on record; its stays count as far as they are on record.
-- column entered_with: The top that earns it: QQ, KK, AA or trips.
-- column entries: Hands outside Fantasyland that earned it so.
-- column entry_hands: Hands outside Fantasyland where it can be told; the denominator of entry_rate.
-- column entry_rate: Such entries per hand outside Fantasyland.
-- column entry_rate_low: Lower end of its 95 % interval.
-- column entry_rate_high: Upper end of its 95 % interval.
-- column is_small_sample: True below 100 entries.
-- column entry_points: Points of the hands that earned it.
-- column entry_points_hands: Of those hands, those whose points are known.
-- column next_hands: Entries whose hand in Fantasyland is on record.
-- column next_royalties: Royalties of those hands.
-- column next_royalty_hands: Of those hands, those whose royalties are known; the denominator of next_royalty_yield.
-- column next_royalty_yield: Royalties of the first hand in Fantasyland per such hand.
-- column next_royalty_yield_se: Standard error of next_royalty_yield.
-- column next_points: Points of those hands.
-- column next_points_hands: Of those hands, those whose points are known; the denominator of next_points_per_hand.
-- column next_points_per_hand: Points of the first hand in Fantasyland per such hand.
-- column next_points_sd: Standard deviation of those points, of a sample (n − 1).
-- column next_points_se: Standard error of next_points_per_hand.
-- column next_fouls: Fouls in those hands.
-- column next_stays: Of those hands, those that earned another.
-- column next_stay_hands: Of those hands, those where it can be told; the denominator of next_stay_rate.
-- column next_stay_rate: Stays from the first hand in Fantasyland per such hand.
-- column next_stay_rate_low: Lower end of its 95 % interval.
-- column next_stay_rate_high: Upper end of its 95 % interval.
-- column run_hands: Hands of all runs that began so, with their stays.
-- column run_points: Points of all those hands.
-- column run_points_per_entry: Points of the whole run per entry whose hand in Fantasyland is on record; null where points of a run are unknown.
with groups as (
    select * from sum_players
),

sums as (
    select * from sum_player_entries
),

chances as (
    select
        site,
        rules_id,
        player_id,
        sum(next_hands)::bigint as entry_hands
    from groups
    where own_state = 'normal'
    group by site, rules_id, player_id
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.entered_with,
        sums.entries,
        coalesce(chances.entry_hands, 0) as entry_hands,
        ratio(sums.entries, chances.entry_hands) as entry_rate,
        wilson_low(sums.entries, chances.entry_hands) as entry_rate_low,
        wilson_high(sums.entries, chances.entry_hands) as entry_rate_high,
        sums.entries < 100 as is_small_sample,
        sums.entry_points,
        sums.entry_points_hands,
        sums.next_hands,
        sums.next_royalties,
        sums.next_royalty_hands,
        ratio(sums.next_royalties, sums.next_royalty_hands) as next_royalty_yield,
        standard_error(
            sums.next_royalty_hands,
            sums.next_royalties,
            sums.next_royalties_squared
        ) as next_royalty_yield_se,
        sums.next_points,
        sums.next_points_hands,
        ratio(sums.next_points, sums.next_points_hands) as next_points_per_hand,
        sample_sd(sums.next_points_hands, sums.next_points, sums.next_points_squared) as next_points_sd,
        standard_error(sums.next_points_hands, sums.next_points, sums.next_points_squared) as next_points_se,
        sums.next_fouls,
        sums.next_stays,
        sums.next_stay_hands,
        ratio(sums.next_stays, sums.next_stay_hands) as next_stay_rate,
        wilson_low(sums.next_stays, sums.next_stay_hands) as next_stay_rate_low,
        wilson_high(sums.next_stays, sums.next_stay_hands) as next_stay_rate_high,
        sums.run_hands,
        sums.run_points,
        case
            when sums.run_points_hands = sums.run_hands then ratio(sums.run_points, sums.next_hands)
        end as run_points_per_entry
    from sums
    left join chances
        on
            sums.site = chances.site
            and sums.rules_id is not distinct from chances.rules_id
            and sums.player_id = chances.player_id
)

select * from final
