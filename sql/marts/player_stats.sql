-- How each player plays under each rule set: every rate with its count, its denominator and a 95 % interval.
-- grain: site, rules_id, player_id
-- Hands: complete ones without conflict. All values are computed by the rules, not claimed, but for the money and the time.
-- A value that the rules leave unknown counts in no numerator and in no denominator.
-- A hand of which nobody knows whether it is in Fantasyland is in hands, and in neither kind.
-- Intervals are Wilson's; of a mean there is the standard error, SD / √n, with the SD of a sample.
-- column player_name: The name the player had last; the person's, where a file of aliases joins accounts.
-- column hands: Hands played.
-- column is_small_sample: True below 100 hands: rates say little.
-- column normal_hands: Hands outside Fantasyland; the denominator of foul_rate.
-- column fantasy_hands: Hands in Fantasyland.
-- column fouls: Fouls outside Fantasyland.
-- column foul_rate: Fouls outside Fantasyland per hand outside Fantasyland.
-- column foul_rate_low: Lower end of its 95 % interval.
-- column foul_rate_high: Upper end of its 95 % interval.
-- column auto_known_hands: Of normal_hands, those whose record says who placed the cards; the denominator of auto_rate.
-- column auto_hands: Of normal_hands, those in which the site placed a street itself.
-- column auto_rate: Hands outside Fantasyland with a street that the site placed, per such hand whose record says who placed.
-- column auto_rate_low: Lower end of its 95 % interval.
-- column auto_rate_high: Upper end of its 95 % interval.
-- column auto_fouls: Of fouls, those in such hands.
-- column auto_foul_rate: Fouls per hand outside Fantasyland in which the site placed a street.
-- column auto_foul_rate_low: Lower end of its 95 % interval.
-- column auto_foul_rate_high: Upper end of its 95 % interval.
-- column own_fouls: Of fouls, those in hands of which no street is known to be placed by the site.
-- column own_hands: Of normal_hands, those of which no street is known to be placed by the site; the denominator of own_foul_rate.
-- column own_foul_rate: Fouls per hand outside Fantasyland that he placed himself.
-- column own_foul_rate_low: Lower end of its 95 % interval.
-- column own_foul_rate_high: Upper end of its 95 % interval.
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
-- column fantasy_stays_per_hand_low: Lower end of its 95 % interval.
-- column fantasy_stays_per_hand_high: Upper end of its 95 % interval.
-- column fantasy_frequency: Hands in Fantasyland per hand.
-- column fantasy_frequency_low: Lower end of its 95 % interval.
-- column fantasy_frequency_high: Upper end of its 95 % interval.
-- column royalties: Royalties of his boards; a foul has none.
-- column royalty_hands: Hands whose royalties are known; the denominator of royalty_yield.
-- column royalty_yield: Royalties of his boards per hand.
-- column royalty_yield_se: Standard error of royalty_yield.
-- column top_royalties: Of royalties, those of the top row.
-- column middle_royalties: Of royalties, those of the middle row.
-- column bottom_royalties: Of royalties, those of the bottom row.
-- column clean_royalty_hands: Of royalty_hands, those without a foul.
-- column clean_royalty_yield: Royalties of his boards per hand that is no foul.
-- column clean_royalty_yield_se: Standard error of clean_royalty_yield.
-- column normal_royalties: Royalties outside Fantasyland.
-- column normal_royalty_hands: Hands outside Fantasyland whose royalties are known.
-- column normal_royalty_yield: Royalties per hand outside Fantasyland.
-- column normal_royalty_yield_se: Standard error of normal_royalty_yield.
-- column fantasy_royalties: Royalties in Fantasyland.
-- column fantasy_royalty_hands: Hands in Fantasyland whose royalties are known.
-- column fantasy_royalty_yield: Royalties per hand in Fantasyland.
-- column fantasy_royalty_yield_se: Standard error of fantasy_royalty_yield.
-- column forfeited_royalties: Royalties that the rows of his fouls would have earned, fouls in Fantasyland too.
-- column forfeited_hands: Hands of which that is known, 0 for one that is no foul; the denominator of forfeited_per_hand.
-- column forfeited_per_hand: Royalties forfeited by fouls per hand.
-- column forfeited_per_hand_se: Standard error of forfeited_per_hand.
-- column royalties_won: Royalties collected from opponents, added up over pairs.
-- column royalties_conceded: Royalties opponents collected from him, added up over pairs.
-- column royalties_net: royalties_won less royalties_conceded.
-- column royalty_pair_hands: Hands in which both are known; the denominator of the three that follow.
-- column royalties_won_per_hand: Royalties collected from opponents per hand.
-- column royalties_won_per_hand_se: Standard error of royalties_won_per_hand.
-- column royalties_conceded_per_hand: Royalties conceded to opponents per hand.
-- column royalties_conceded_per_hand_se: Standard error of royalties_conceded_per_hand.
-- column royalties_net_per_hand: Royalties collected less those conceded, per hand.
-- column royalties_net_per_hand_se: Standard error of royalties_net_per_hand.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known; the denominator of points_per_hand.
-- column points_per_hand: Points per hand.
-- column points_sd: Standard deviation over those hands, of a sample (n − 1).
-- column points_se: Standard error of points_per_hand.
-- column normal_points: Points in hands outside Fantasyland.
-- column normal_points_hands: Hands outside Fantasyland whose points are known.
-- column normal_points_per_hand: Points per hand outside Fantasyland.
-- column normal_points_sd: Standard deviation over those hands, of a sample (n − 1).
-- column normal_points_se: Standard error of normal_points_per_hand.
-- column fantasy_points: Points in hands in Fantasyland.
-- column fantasy_points_hands: Hands in Fantasyland whose points are known.
-- column fantasy_points_per_hand: Points per hand in Fantasyland.
-- column fantasy_points_sd: Standard deviation over those hands, of a sample (n − 1).
-- column fantasy_points_se: Standard error of fantasy_points_per_hand.
-- column vs_normal_pairs: Pairs with an opponent outside Fantasyland whose points are known; the denominator of points_per_vs_normal.
-- column vs_normal_points: Points of those pairs.
-- column points_per_vs_normal: Points per pair with an opponent outside Fantasyland.
-- column points_per_vs_normal_se: Standard error of points_per_vs_normal.
-- column vs_fantasy_pairs: Pairs with an opponent in Fantasyland whose points are known; the denominator of points_per_vs_fantasy.
-- column vs_fantasy_points: Points of those pairs.
-- column points_per_vs_fantasy: Points per pair with an opponent in Fantasyland.
-- column points_per_vs_fantasy_se: Standard error of points_per_vs_fantasy.
-- column currency: The currency of the money here; null where the player has won or lost in several, then see player_money.
-- column net: What the site says he won or lost, after cap and rake; null where it says nothing, or in several currencies.
-- column net_hands: Hands with that claim, in whatever currency.
-- column net_per_hand: Money per hand with that claim; null like net.
-- column net_per_hand_se: Standard error of net_per_hand.
-- column normal_net: Of net, that of hands outside Fantasyland.
-- column normal_net_hands: Of net_hands, those outside Fantasyland.
-- column normal_net_per_hand: Money per hand outside Fantasyland; null like net.
-- column normal_net_per_hand_se: Standard error of normal_net_per_hand.
-- column fantasy_net: Of net, that of hands in Fantasyland.
-- column fantasy_net_hands: Of net_hands, those in Fantasyland.
-- column fantasy_net_per_hand: Money per hand in Fantasyland; null like net.
-- column fantasy_net_per_hand_se: Standard error of fantasy_net_per_hand.
-- column rake: Rake the site says it took from him; null where it says nothing, or in several currencies.
-- column rake_hands: Hands with that claim, in whatever currency.
-- column rake_per_hand: Rake per hand with that claim; null like rake.
-- column rake_per_hand_se: Standard error of rake_per_hand.
-- column computed_net: What he won or lost by our computation, before rake; null like net.
-- column computed_net_hands: Hands where that can be told, in whatever currency.
-- column pairs: Pairs he was in; the denominator of the rates of scoops.
-- column scoops_for: Pairs in which he won all three rows.
-- column scoop_for_rate: Share of pairs in which he won all three rows.
-- column scoop_for_rate_low: Lower end of its 95 % interval.
-- column scoop_for_rate_high: Upper end of its 95 % interval.
-- column scoops_against: Pairs in which his opponent won all three rows.
-- column scoop_against_rate: Share of pairs in which his opponent won all three rows.
-- column scoop_against_rate_low: Lower end of its 95 % interval.
-- column scoop_against_rate_high: Upper end of its 95 % interval.
-- column foul_scoops_for: Of scoops_for, those against an opponent's foul.
-- column foul_scoops_against: Of scoops_against, those for his own foul.
-- column timed_hands: Hands with a known time; the denominator of ms_per_hand.
-- column ms_per_hand: Milliseconds used per hand with a known time.
-- column ms_per_hand_se: Standard error of ms_per_hand.
-- column accounts: Accounts that are added up here: one, but where a file of aliases joins some.
with groups as (
    select * from sum_players
),

money as (
    select * from player_money
),

pair_states as (
    select * from player_pair_states
),

sums as (
    select
        site,
        rules_id,
        player_id,
        arg_max(player_name, latest) as player_name,
        sum(hands)::bigint as hands,
        coalesce(sum(hands) filter (own_state = 'normal'), 0)::bigint as normal_hands,
        coalesce(sum(hands) filter (own_state = 'fantasy'), 0)::bigint as fantasy_hands,
        coalesce(sum(fouls) filter (own_state = 'normal'), 0)::bigint as fouls,
        coalesce(sum(auto_known_hands) filter (own_state = 'normal'), 0)::bigint as auto_known_hands,
        coalesce(sum(auto_hands) filter (own_state = 'normal'), 0)::bigint as auto_hands,
        coalesce(sum(auto_fouls) filter (own_state = 'normal'), 0)::bigint as auto_fouls,
        coalesce(sum(fouls - auto_fouls) filter (own_state = 'normal'), 0)::bigint as own_fouls,
        coalesce(sum(hands - auto_hands) filter (own_state = 'normal'), 0)::bigint as own_hands,
        coalesce(sum(fouls) filter (own_state = 'fantasy'), 0)::bigint as fantasy_fouls,
        coalesce(sum(next_fantasy) filter (own_state = 'normal'), 0)::bigint as fantasy_entries,
        coalesce(sum(next_hands) filter (own_state = 'normal'), 0)::bigint as fantasy_entry_hands,
        sum(entries_qq)::bigint as fantasy_entries_qq,
        sum(entries_kk)::bigint as fantasy_entries_kk,
        sum(entries_aa)::bigint as fantasy_entries_aa,
        sum(entries_trips)::bigint as fantasy_entries_trips,
        coalesce(sum(next_fantasy) filter (own_state = 'fantasy'), 0)::bigint as fantasy_stays,
        coalesce(sum(next_hands) filter (own_state = 'fantasy'), 0)::bigint as fantasy_stay_hands,
        sum(royalties)::bigint as royalties,
        sum(royalty_hands)::bigint as royalty_hands,
        sum(royalties_squared) as royalties_squared,
        sum(top_royalties)::bigint as top_royalties,
        sum(middle_royalties)::bigint as middle_royalties,
        sum(bottom_royalties)::bigint as bottom_royalties,
        sum(clean_royalty_hands)::bigint as clean_royalty_hands,
        sum(royalties) filter (own_state = 'normal')::bigint as normal_royalties,
        coalesce(sum(royalty_hands) filter (own_state = 'normal'), 0)::bigint as normal_royalty_hands,
        sum(royalties_squared) filter (own_state = 'normal') as normal_royalties_squared,
        sum(royalties) filter (own_state = 'fantasy')::bigint as fantasy_royalties,
        coalesce(sum(royalty_hands) filter (own_state = 'fantasy'), 0)::bigint as fantasy_royalty_hands,
        sum(royalties_squared) filter (own_state = 'fantasy') as fantasy_royalties_squared,
        sum(forfeited_royalties)::bigint as forfeited_royalties,
        sum(forfeited_hands)::bigint as forfeited_hands,
        sum(forfeited_squared) as forfeited_squared,
        sum(royalties_won)::bigint as royalties_won,
        sum(royalties_conceded)::bigint as royalties_conceded,
        sum(royalty_pair_hands)::bigint as royalty_pair_hands,
        sum(royalties_won_squared) as royalties_won_squared,
        sum(royalties_conceded_squared) as royalties_conceded_squared,
        sum(royalties_won_conceded) as royalties_won_conceded,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_hands,
        sum(points_squared) as points_squared,
        sum(points) filter (own_state = 'normal')::bigint as normal_points,
        coalesce(sum(points_hands) filter (own_state = 'normal'), 0)::bigint as normal_points_hands,
        sum(points_squared) filter (own_state = 'normal') as normal_points_squared,
        sum(points) filter (own_state = 'fantasy')::bigint as fantasy_points,
        coalesce(sum(points_hands) filter (own_state = 'fantasy'), 0)::bigint as fantasy_points_hands,
        sum(points_squared) filter (own_state = 'fantasy') as fantasy_points_squared,
        sum(pairs)::bigint as pairs,
        sum(scoops_for)::bigint as scoops_for,
        sum(scoops_against)::bigint as scoops_against,
        sum(foul_scoops_for)::bigint as foul_scoops_for,
        sum(foul_scoops_against)::bigint as foul_scoops_against,
        sum(timed_hands)::bigint as timed_hands,
        sum(used_ms)::bigint as used_ms,
        sum(used_squared) as used_squared,
        any_value(person) as person,
        len(list_distinct(flatten(list(account_ids)))) as accounts
    from groups
    group by site, rules_id, player_id
),

money_sums as (
    select
        site,
        rules_id,
        player_id,
        case when count(*) = 1 then any_value(currency) end as currency,
        case when count(*) = 1 then any_value(net) end as net,
        case when count(*) = 1 then any_value(normal_net) end as normal_net,
        case when count(*) = 1 then any_value(fantasy_net) end as fantasy_net,
        case when count(*) = 1 then any_value(rake) end as rake,
        case when count(*) = 1 then any_value(computed_net) end as computed_net,
        case when count(*) = 1 then any_value(net_squared) end as net_squared,
        case when count(*) = 1 then any_value(normal_net_squared) end as normal_net_squared,
        case when count(*) = 1 then any_value(fantasy_net_squared) end as fantasy_net_squared,
        case when count(*) = 1 then any_value(rake_squared) end as rake_squared,
        sum(net_hands)::bigint as net_hands,
        sum(normal_net_hands)::bigint as normal_net_hands,
        sum(fantasy_net_hands)::bigint as fantasy_net_hands,
        sum(rake_hands)::bigint as rake_hands,
        sum(computed_net_hands)::bigint as computed_net_hands
    from money
    group by site, rules_id, player_id
),

opponents as (
    select
        site,
        rules_id,
        player_id,
        sum(points_pairs) filter (opponent_state = 'normal')::bigint as vs_normal_pairs,
        sum(points) filter (opponent_state = 'normal')::bigint as vs_normal_points,
        sum(points_squared) filter (opponent_state = 'normal')::bigint as vs_normal_squared,
        sum(points_pairs) filter (opponent_state = 'fantasy')::bigint as vs_fantasy_pairs,
        sum(points) filter (opponent_state = 'fantasy')::bigint as vs_fantasy_points,
        sum(points_squared) filter (opponent_state = 'fantasy')::bigint as vs_fantasy_squared
    from pair_states
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
        sums.auto_known_hands,
        sums.auto_hands,
        ratio(sums.auto_hands, sums.auto_known_hands) as auto_rate,
        wilson_low(sums.auto_hands, sums.auto_known_hands) as auto_rate_low,
        wilson_high(sums.auto_hands, sums.auto_known_hands) as auto_rate_high,
        sums.auto_fouls,
        ratio(sums.auto_fouls, sums.auto_hands) as auto_foul_rate,
        wilson_low(sums.auto_fouls, sums.auto_hands) as auto_foul_rate_low,
        wilson_high(sums.auto_fouls, sums.auto_hands) as auto_foul_rate_high,
        sums.own_fouls,
        sums.own_hands,
        ratio(sums.own_fouls, sums.own_hands) as own_foul_rate,
        wilson_low(sums.own_fouls, sums.own_hands) as own_foul_rate_low,
        wilson_high(sums.own_fouls, sums.own_hands) as own_foul_rate_high,
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
        wilson_low(
            sums.fantasy_stays,
            sums.fantasy_entry_hands + sums.fantasy_stay_hands
        ) as fantasy_stays_per_hand_low,
        wilson_high(
            sums.fantasy_stays,
            sums.fantasy_entry_hands + sums.fantasy_stay_hands
        ) as fantasy_stays_per_hand_high,
        ratio(sums.fantasy_hands, sums.hands) as fantasy_frequency,
        wilson_low(sums.fantasy_hands, sums.hands) as fantasy_frequency_low,
        wilson_high(sums.fantasy_hands, sums.hands) as fantasy_frequency_high,
        sums.royalties,
        sums.royalty_hands,
        ratio(sums.royalties, sums.royalty_hands) as royalty_yield,
        standard_error(sums.royalty_hands, sums.royalties, sums.royalties_squared) as royalty_yield_se,
        sums.top_royalties,
        sums.middle_royalties,
        sums.bottom_royalties,
        sums.clean_royalty_hands,
        ratio(sums.royalties, sums.clean_royalty_hands) as clean_royalty_yield,
        standard_error(sums.clean_royalty_hands, sums.royalties, sums.royalties_squared) as clean_royalty_yield_se,
        sums.normal_royalties,
        sums.normal_royalty_hands,
        ratio(sums.normal_royalties, sums.normal_royalty_hands) as normal_royalty_yield,
        standard_error(
            sums.normal_royalty_hands,
            sums.normal_royalties,
            sums.normal_royalties_squared
        ) as normal_royalty_yield_se,
        sums.fantasy_royalties,
        sums.fantasy_royalty_hands,
        ratio(sums.fantasy_royalties, sums.fantasy_royalty_hands) as fantasy_royalty_yield,
        standard_error(
            sums.fantasy_royalty_hands,
            sums.fantasy_royalties,
            sums.fantasy_royalties_squared
        ) as fantasy_royalty_yield_se,
        sums.forfeited_royalties,
        sums.forfeited_hands,
        ratio(sums.forfeited_royalties, sums.forfeited_hands) as forfeited_per_hand,
        standard_error(sums.forfeited_hands, sums.forfeited_royalties, sums.forfeited_squared) as forfeited_per_hand_se,
        sums.royalties_won,
        sums.royalties_conceded,
        sums.royalties_won - sums.royalties_conceded as royalties_net,
        sums.royalty_pair_hands,
        ratio(sums.royalties_won, sums.royalty_pair_hands) as royalties_won_per_hand,
        standard_error(
            sums.royalty_pair_hands,
            sums.royalties_won,
            sums.royalties_won_squared
        ) as royalties_won_per_hand_se,
        ratio(sums.royalties_conceded, sums.royalty_pair_hands) as royalties_conceded_per_hand,
        standard_error(
            sums.royalty_pair_hands,
            sums.royalties_conceded,
            sums.royalties_conceded_squared
        ) as royalties_conceded_per_hand_se,
        ratio(sums.royalties_won - sums.royalties_conceded, sums.royalty_pair_hands) as royalties_net_per_hand,
        standard_error(
            sums.royalty_pair_hands,
            sums.royalties_won - sums.royalties_conceded,
            sums.royalties_won_squared + sums.royalties_conceded_squared - 2 * sums.royalties_won_conceded
        ) as royalties_net_per_hand_se,
        sums.points,
        sums.points_hands,
        ratio(sums.points, sums.points_hands) as points_per_hand,
        sample_sd(sums.points_hands, sums.points, sums.points_squared) as points_sd,
        standard_error(sums.points_hands, sums.points, sums.points_squared) as points_se,
        sums.normal_points,
        sums.normal_points_hands,
        ratio(sums.normal_points, sums.normal_points_hands) as normal_points_per_hand,
        sample_sd(sums.normal_points_hands, sums.normal_points, sums.normal_points_squared) as normal_points_sd,
        standard_error(sums.normal_points_hands, sums.normal_points, sums.normal_points_squared) as normal_points_se,
        sums.fantasy_points,
        sums.fantasy_points_hands,
        ratio(sums.fantasy_points, sums.fantasy_points_hands) as fantasy_points_per_hand,
        sample_sd(sums.fantasy_points_hands, sums.fantasy_points, sums.fantasy_points_squared) as fantasy_points_sd,
        standard_error(
            sums.fantasy_points_hands,
            sums.fantasy_points,
            sums.fantasy_points_squared
        ) as fantasy_points_se,
        coalesce(opponents.vs_normal_pairs, 0) as vs_normal_pairs,
        opponents.vs_normal_points,
        ratio(opponents.vs_normal_points, opponents.vs_normal_pairs) as points_per_vs_normal,
        standard_error(
            opponents.vs_normal_pairs,
            opponents.vs_normal_points,
            opponents.vs_normal_squared
        ) as points_per_vs_normal_se,
        coalesce(opponents.vs_fantasy_pairs, 0) as vs_fantasy_pairs,
        opponents.vs_fantasy_points,
        ratio(opponents.vs_fantasy_points, opponents.vs_fantasy_pairs) as points_per_vs_fantasy,
        standard_error(
            opponents.vs_fantasy_pairs,
            opponents.vs_fantasy_points,
            opponents.vs_fantasy_squared
        ) as points_per_vs_fantasy_se,
        money_sums.currency,
        money_sums.net,
        money_sums.net_hands,
        case when money_sums.net is not null then ratio(money_sums.net, money_sums.net_hands) end as net_per_hand,
        standard_error(money_sums.net_hands, money_sums.net * 10000, money_sums.net_squared) / 10000 as net_per_hand_se,
        money_sums.normal_net,
        money_sums.normal_net_hands,
        case
            when money_sums.normal_net is not null then ratio(money_sums.normal_net, money_sums.normal_net_hands)
        end as normal_net_per_hand,
        standard_error(
            money_sums.normal_net_hands,
            money_sums.normal_net * 10000,
            money_sums.normal_net_squared
        ) / 10000 as normal_net_per_hand_se,
        money_sums.fantasy_net,
        money_sums.fantasy_net_hands,
        case
            when money_sums.fantasy_net is not null then ratio(money_sums.fantasy_net, money_sums.fantasy_net_hands)
        end as fantasy_net_per_hand,
        standard_error(
            money_sums.fantasy_net_hands,
            money_sums.fantasy_net * 10000,
            money_sums.fantasy_net_squared
        ) / 10000 as fantasy_net_per_hand_se,
        money_sums.rake,
        money_sums.rake_hands,
        case when money_sums.rake is not null then ratio(money_sums.rake, money_sums.rake_hands) end as rake_per_hand,
        standard_error(
            money_sums.rake_hands,
            money_sums.rake * 10000,
            money_sums.rake_squared
        ) / 10000 as rake_per_hand_se,
        money_sums.computed_net,
        money_sums.computed_net_hands,
        sums.pairs,
        sums.scoops_for,
        ratio(sums.scoops_for, sums.pairs) as scoop_for_rate,
        wilson_low(sums.scoops_for, sums.pairs) as scoop_for_rate_low,
        wilson_high(sums.scoops_for, sums.pairs) as scoop_for_rate_high,
        sums.scoops_against,
        ratio(sums.scoops_against, sums.pairs) as scoop_against_rate,
        wilson_low(sums.scoops_against, sums.pairs) as scoop_against_rate_low,
        wilson_high(sums.scoops_against, sums.pairs) as scoop_against_rate_high,
        sums.foul_scoops_for,
        sums.foul_scoops_against,
        sums.timed_hands,
        ratio(sums.used_ms, sums.timed_hands) as ms_per_hand,
        standard_error(sums.timed_hands, sums.used_ms, sums.used_squared) as ms_per_hand_se,
        sums.person,
        sums.accounts
    from sums
    inner join money_sums
        on
            sums.site = money_sums.site
            and sums.rules_id is not distinct from money_sums.rules_id
            and sums.player_id = money_sums.player_id
    left join opponents
        on
            sums.site = opponents.site
            and sums.rules_id is not distinct from opponents.rules_id
            and sums.player_id = opponents.player_id
)

select * from final
