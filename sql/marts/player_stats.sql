-- How each player plays under each rule set: every rate with its count, its denominator and a 95 % interval.
-- grain: site, rules_id, player_id
-- Hands: complete ones without conflict. All values are computed by the rules, not claimed, but for net.
-- A value that the rules leave unknown counts in no numerator and in no denominator.
-- Intervals are Wilson's; of a mean there is the standard error, SD / √n.
-- column player_name: The name the player had last.
-- column hands: Hands played.
-- column is_small_sample: True below 100 hands: rates say little.
-- column normal_hands: Hands outside Fantasyland; the denominator of foul_rate.
-- column fantasy_hands: Hands in Fantasyland.
-- column fouls: Fouls outside Fantasyland.
-- column foul_rate: Fouls outside Fantasyland per hand outside Fantasyland.
-- column foul_rate_low: Lower end of its 95 % interval.
-- column foul_rate_high: Upper end of its 95 % interval.
-- column auto_hands: Of normal_hands, those in which the site placed a street itself.
-- column auto_fouls: Of fouls, those in such hands.
-- column fantasy_fouls: Fouls in Fantasyland.
-- column fantasy_foul_rate: Fouls in Fantasyland per hand in Fantasyland.
-- column fantasy_foul_rate_low: Lower end of its 95 % interval.
-- column fantasy_foul_rate_high: Upper end of its 95 % interval.
-- column fantasy_entries: Hands outside Fantasyland that earned it.
-- column fantasy_entry_hands: Hands outside Fantasyland where it can be told; the denominator of fantasy_entry_rate.
-- column fantasy_entry_rate: Entries per hand outside Fantasyland.
-- column fantasy_entry_rate_low: Lower end of its 95 % interval.
-- column fantasy_entry_rate_high: Upper end of its 95 % interval.
-- column fantasy_entries_qq: Entries with a pair of queens on top.
-- column fantasy_entries_kk: Entries with a pair of kings on top.
-- column fantasy_entries_aa: Entries with a pair of aces on top.
-- column fantasy_entries_trips: Entries with three of a kind on top.
-- column fantasy_stays: Hands in Fantasyland that earned another.
-- column fantasy_stay_hands: Hands in Fantasyland where it can be told; the denominator of fantasy_stay_rate.
-- column fantasy_stay_rate: Stays per hand in Fantasyland.
-- column fantasy_stay_rate_low: Lower end of its 95 % interval.
-- column fantasy_stay_rate_high: Upper end of its 95 % interval.
-- column fantasy_stays_per_hand: Stays per hand of any kind where entry and stay can be told.
-- column fantasy_frequency: Hands in Fantasyland per hand.
-- column fantasy_frequency_low: Lower end of its 95 % interval.
-- column fantasy_frequency_high: Upper end of its 95 % interval.
-- column royalties: Royalties of his boards; a foul has none.
-- column royalty_hands: Hands whose royalties are known; the denominator of royalty_yield.
-- column royalty_yield: Royalties of his boards per hand.
-- column top_royalties: Of royalties, those of the top row.
-- column middle_royalties: Of royalties, those of the middle row.
-- column bottom_royalties: Of royalties, those of the bottom row.
-- column clean_royalty_hands: Of royalty_hands, those without a foul.
-- column clean_royalty_yield: Royalties of his boards per hand that is no foul.
-- column normal_royalties: Royalties outside Fantasyland.
-- column normal_royalty_hands: Hands outside Fantasyland whose royalties are known.
-- column normal_royalty_yield: Royalties per hand outside Fantasyland.
-- column fantasy_royalties: Royalties in Fantasyland.
-- column fantasy_royalty_hands: Hands in Fantasyland whose royalties are known.
-- column fantasy_royalty_yield: Royalties per hand in Fantasyland.
-- column royalties_won: Royalties collected from opponents, added up over pairs.
-- column royalties_conceded: Royalties opponents collected from him, added up over pairs.
-- column royalties_net: royalties_won less royalties_conceded.
-- column royalty_pair_hands: Hands in which both are known.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known; the denominator of points_per_hand.
-- column points_per_hand: Points per hand.
-- column points_sd: Standard deviation of the points of a hand, of a sample (n − 1).
-- column points_se: Standard error of points_per_hand.
-- column normal_points: Points in hands outside Fantasyland.
-- column normal_points_hands: Hands outside Fantasyland whose points are known.
-- column normal_points_per_hand: Points per hand outside Fantasyland.
-- column fantasy_points: Points in hands in Fantasyland.
-- column fantasy_points_hands: Hands in Fantasyland whose points are known.
-- column fantasy_points_per_hand: Points per hand in Fantasyland.
-- column currency: The currency of net; null where the player has won or lost in several, then see player_money.
-- column net: What the site says he won or lost, after cap and rake; null where it says nothing, or in several currencies.
-- column net_hands: Hands with that claim, in whatever currency.
-- column computed_net: What he won or lost by our computation, before rake; null like net.
-- column computed_net_hands: Hands where that can be told, in whatever currency.
-- column pairs: Pairs he was in; the denominator of scoops.
-- column scoops_for: Pairs in which he won all three rows.
-- column scoops_against: Pairs in which his opponent won all three rows.
-- column foul_scoops_for: Of scoops_for, those against an opponent's foul.
-- column foul_scoops_against: Of scoops_against, those for his own foul.
-- column timed_hands: Hands with a known time; the denominator of ms_per_hand.
-- column ms_per_hand: Milliseconds used per hand with a known time.
with player_hands as (
    select * from int_player_hands
),

money as (
    select * from player_money
),

sums as (
    select
        site,
        rules_id,
        player_id,
        arg_max(player_name, struct_pack(t := ended_at, k := hand_key)) as player_name,
        count(*) as hands,
        count(*) filter (not is_fantasy) as normal_hands,
        count(*) filter (is_fantasy) as fantasy_hands,
        count(*) filter (is_foul and not is_fantasy) as fouls,
        count(*) filter (is_auto and not is_fantasy) as auto_hands,
        count(*) filter (is_auto and is_foul and not is_fantasy) as auto_fouls,
        count(*) filter (is_foul and is_fantasy) as fantasy_fouls,
        count(*) filter (is_fantasy_next and not is_fantasy) as fantasy_entries,
        count(is_fantasy_next) filter (not is_fantasy) as fantasy_entry_hands,
        count(*) filter (enters_with = 'QQ') as fantasy_entries_qq,
        count(*) filter (enters_with = 'KK') as fantasy_entries_kk,
        count(*) filter (enters_with = 'AA') as fantasy_entries_aa,
        count(*) filter (enters_with = 'trips') as fantasy_entries_trips,
        count(*) filter (is_fantasy_next and is_fantasy) as fantasy_stays,
        count(is_fantasy_next) filter (is_fantasy) as fantasy_stay_hands,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands,
        sum(top_royalties) filter (royalties is not null)::bigint as top_royalties,
        sum(middle_royalties) filter (royalties is not null)::bigint as middle_royalties,
        sum(bottom_royalties) filter (royalties is not null)::bigint as bottom_royalties,
        count(royalties) filter (not is_foul) as clean_royalty_hands,
        sum(royalties) filter (not is_fantasy)::bigint as normal_royalties,
        count(royalties) filter (not is_fantasy) as normal_royalty_hands,
        sum(royalties) filter (is_fantasy)::bigint as fantasy_royalties,
        count(royalties) filter (is_fantasy) as fantasy_royalty_hands,
        sum(royalties_won) filter (royalties_conceded is not null)::bigint as royalties_won,
        sum(royalties_conceded) filter (royalties_won is not null)::bigint as royalties_conceded,
        count(royalties_won + royalties_conceded) as royalty_pair_hands,
        sum(points)::bigint as points,
        sum(points::bigint * points::bigint)::bigint as points_squared,
        count(points) as points_hands,
        sum(points) filter (not is_fantasy)::bigint as normal_points,
        count(points) filter (not is_fantasy) as normal_points_hands,
        sum(points) filter (is_fantasy)::bigint as fantasy_points,
        count(points) filter (is_fantasy) as fantasy_points_hands,
        sum(pairs)::bigint as pairs,
        sum(scoops_for)::bigint as scoops_for,
        sum(scoops_against)::bigint as scoops_against,
        sum(foul_scoops_for)::bigint as foul_scoops_for,
        sum(foul_scoops_against)::bigint as foul_scoops_against,
        count(used_ms) as timed_hands,
        sum(used_ms)::bigint as used_ms
    from player_hands
    group by site, rules_id, player_id
),

money_sums as (
    select
        site,
        rules_id,
        player_id,
        case when count(*) = 1 then any_value(currency) end as currency,
        case when count(*) = 1 then any_value(net) end as net,
        case when count(*) = 1 then any_value(computed_net) end as computed_net,
        sum(net_hands)::bigint as net_hands,
        sum(computed_net_hands)::bigint as computed_net_hands
    from money
    group by site, rules_id, player_id
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.player_name,
        sums.hands,
        sums.hands < 100 as is_small_sample,
        sums.normal_hands,
        sums.fantasy_hands,
        sums.fouls,
        ratio(sums.fouls, sums.normal_hands) as foul_rate,
        wilson_low(sums.fouls, sums.normal_hands) as foul_rate_low,
        wilson_high(sums.fouls, sums.normal_hands) as foul_rate_high,
        sums.auto_hands,
        sums.auto_fouls,
        sums.fantasy_fouls,
        ratio(sums.fantasy_fouls, sums.fantasy_hands) as fantasy_foul_rate,
        wilson_low(sums.fantasy_fouls, sums.fantasy_hands) as fantasy_foul_rate_low,
        wilson_high(sums.fantasy_fouls, sums.fantasy_hands) as fantasy_foul_rate_high,
        sums.fantasy_entries,
        sums.fantasy_entry_hands,
        ratio(sums.fantasy_entries, sums.fantasy_entry_hands) as fantasy_entry_rate,
        wilson_low(sums.fantasy_entries, sums.fantasy_entry_hands) as fantasy_entry_rate_low,
        wilson_high(sums.fantasy_entries, sums.fantasy_entry_hands) as fantasy_entry_rate_high,
        sums.fantasy_entries_qq,
        sums.fantasy_entries_kk,
        sums.fantasy_entries_aa,
        sums.fantasy_entries_trips,
        sums.fantasy_stays,
        sums.fantasy_stay_hands,
        ratio(sums.fantasy_stays, sums.fantasy_stay_hands) as fantasy_stay_rate,
        wilson_low(sums.fantasy_stays, sums.fantasy_stay_hands) as fantasy_stay_rate_low,
        wilson_high(sums.fantasy_stays, sums.fantasy_stay_hands) as fantasy_stay_rate_high,
        ratio(sums.fantasy_stays, sums.fantasy_entry_hands + sums.fantasy_stay_hands) as fantasy_stays_per_hand,
        ratio(sums.fantasy_hands, sums.hands) as fantasy_frequency,
        wilson_low(sums.fantasy_hands, sums.hands) as fantasy_frequency_low,
        wilson_high(sums.fantasy_hands, sums.hands) as fantasy_frequency_high,
        sums.royalties,
        sums.royalty_hands,
        ratio(sums.royalties, sums.royalty_hands) as royalty_yield,
        sums.top_royalties,
        sums.middle_royalties,
        sums.bottom_royalties,
        sums.clean_royalty_hands,
        ratio(sums.royalties, sums.clean_royalty_hands) as clean_royalty_yield,
        sums.normal_royalties,
        sums.normal_royalty_hands,
        ratio(sums.normal_royalties, sums.normal_royalty_hands) as normal_royalty_yield,
        sums.fantasy_royalties,
        sums.fantasy_royalty_hands,
        ratio(sums.fantasy_royalties, sums.fantasy_royalty_hands) as fantasy_royalty_yield,
        sums.royalties_won,
        sums.royalties_conceded,
        sums.royalties_won - sums.royalties_conceded as royalties_net,
        sums.royalty_pair_hands,
        sums.points,
        sums.points_hands,
        ratio(sums.points, sums.points_hands) as points_per_hand,
        sample_sd(sums.points_hands, sums.points, sums.points_squared) as points_sd,
        sample_sd(sums.points_hands, sums.points, sums.points_squared) / sqrt(sums.points_hands) as points_se,
        sums.normal_points,
        sums.normal_points_hands,
        ratio(sums.normal_points, sums.normal_points_hands) as normal_points_per_hand,
        sums.fantasy_points,
        sums.fantasy_points_hands,
        ratio(sums.fantasy_points, sums.fantasy_points_hands) as fantasy_points_per_hand,
        money_sums.currency,
        money_sums.net,
        money_sums.net_hands,
        money_sums.computed_net,
        money_sums.computed_net_hands,
        sums.pairs,
        sums.scoops_for,
        sums.scoops_against,
        sums.foul_scoops_for,
        sums.foul_scoops_against,
        sums.timed_hands,
        ratio(sums.used_ms, sums.timed_hands) as ms_per_hand
    from sums
    inner join money_sums
        on
            sums.site = money_sums.site
            and sums.rules_id is not distinct from money_sums.rules_id
            and sums.player_id = money_sums.player_id
)

select * from final
