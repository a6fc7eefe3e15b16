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
with player_hands as (
    select * from int_player_hands
),

chances as (
    select
        site,
        rules_id,
        player_id,
        count(is_fantasy_next) as entry_hands
    from player_hands
    where not is_fantasy
    group by site, rules_id, player_id
),

entries as (
    select
        site,
        rules_id,
        player_id,
        enters_with as entered_with,
        count(*) as entries,
        sum(points)::bigint as entry_points,
        count(points) as entry_points_hands
    from player_hands
    where enters_with is not null
    group by site, rules_id, player_id, enters_with
),

runs as (
    select
        site,
        rules_id,
        player_id,
        entered_with,
        count(*) filter (run_no = 1) as next_hands,
        sum(royalties) filter (run_no = 1)::bigint as next_royalties,
        count(royalties) filter (run_no = 1) as next_royalty_hands,
        sum(royalties::bigint * royalties::bigint) filter (run_no = 1) as next_royalties_squared,
        sum(points) filter (run_no = 1)::bigint as next_points,
        count(points) filter (run_no = 1) as next_points_hands,
        sum(points::bigint * points::bigint) filter (run_no = 1) as next_points_squared,
        count(*) filter (is_foul and run_no = 1) as next_fouls,
        count(*) filter (is_fantasy_next and run_no = 1) as next_stays,
        count(is_fantasy_next) filter (run_no = 1) as next_stay_hands,
        count(*) as run_hands,
        sum(points)::bigint as run_points,
        count(points) as run_points_hands
    from player_hands
    where entered_with is not null and run_no is not null
    group by site, rules_id, player_id, entered_with
),

kinds as (
    select site, rules_id, player_id, entered_with from entries
    union
    select site, rules_id, player_id, entered_with from runs
),

final as (
    select
        kinds.site,
        kinds.rules_id,
        kinds.player_id,
        kinds.entered_with,
        coalesce(entries.entries, 0) as entries,
        coalesce(chances.entry_hands, 0) as entry_hands,
        ratio(coalesce(entries.entries, 0), chances.entry_hands) as entry_rate,
        wilson_low(coalesce(entries.entries, 0), chances.entry_hands) as entry_rate_low,
        wilson_high(coalesce(entries.entries, 0), chances.entry_hands) as entry_rate_high,
        coalesce(entries.entries, 0) < 100 as is_small_sample,
        entries.entry_points,
        coalesce(entries.entry_points_hands, 0) as entry_points_hands,
        coalesce(runs.next_hands, 0) as next_hands,
        runs.next_royalties,
        coalesce(runs.next_royalty_hands, 0) as next_royalty_hands,
        ratio(runs.next_royalties, runs.next_royalty_hands) as next_royalty_yield,
        standard_error(
            runs.next_royalty_hands,
            runs.next_royalties,
            runs.next_royalties_squared
        ) as next_royalty_yield_se,
        runs.next_points,
        coalesce(runs.next_points_hands, 0) as next_points_hands,
        ratio(runs.next_points, runs.next_points_hands) as next_points_per_hand,
        sample_sd(runs.next_points_hands, runs.next_points, runs.next_points_squared) as next_points_sd,
        standard_error(runs.next_points_hands, runs.next_points, runs.next_points_squared) as next_points_se,
        coalesce(runs.next_fouls, 0) as next_fouls,
        coalesce(runs.next_stays, 0) as next_stays,
        coalesce(runs.next_stay_hands, 0) as next_stay_hands,
        ratio(runs.next_stays, runs.next_stay_hands) as next_stay_rate,
        wilson_low(runs.next_stays, runs.next_stay_hands) as next_stay_rate_low,
        wilson_high(runs.next_stays, runs.next_stay_hands) as next_stay_rate_high,
        coalesce(runs.run_hands, 0) as run_hands,
        runs.run_points,
        case
            when runs.run_points_hands = runs.run_hands then ratio(runs.run_points, runs.next_hands)
        end as run_points_per_entry
    from kinds
    left join chances
        on
            kinds.site = chances.site
            and kinds.rules_id is not distinct from chances.rules_id
            and kinds.player_id = chances.player_id
    left join entries
        on
            kinds.site = entries.site
            and kinds.rules_id is not distinct from entries.rules_id
            and kinds.player_id = entries.player_id
            and kinds.entered_with = entries.entered_with
    left join runs
        on
            kinds.site = runs.site
            and kinds.rules_id is not distinct from runs.rules_id
            and kinds.player_id = runs.player_id
            and kinds.entered_with = runs.entered_with
)

select * from final
