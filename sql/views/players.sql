-- Players
-- How each player plays under each rule set: the main rates in per cent, each with its 95 % interval. All of it: player_stats.
-- column Small sample: Yes below 100 hands: rates say little.
-- column Fouls %: Fouls per 100 hands outside Fantasyland.
-- column Fouls % from: Lower end of the 95 % interval.
-- column Fouls % to: Upper end of the 95 % interval.
-- column Fantasyland entries %: Entries per 100 hands outside Fantasyland.
-- column Fantasyland entries % from: Lower end of the 95 % interval.
-- column Fantasyland entries % to: Upper end of the 95 % interval.
-- column Stays %: Stays per 100 hands in Fantasyland.
-- column Royalties per hand: Royalties of his boards per hand.
-- column Points per hand: Points per hand, all opponents together.
-- column Standard error: Standard error of points per hand.
select
    site as "Site",
    rules_id as "Rule set",
    player_name as "Player",
    player_id as "Account",
    hands as "Hands",
    is_small_sample as "Small sample",
    round(100 * foul_rate, 1) as "Fouls %",
    round(100 * foul_rate_low, 1) as "Fouls % from",
    round(100 * foul_rate_high, 1) as "Fouls % to",
    round(100 * fantasy_entry_rate, 1) as "Fantasyland entries %",
    round(100 * fantasy_entry_rate_low, 1) as "Fantasyland entries % from",
    round(100 * fantasy_entry_rate_high, 1) as "Fantasyland entries % to",
    round(100 * fantasy_stay_rate, 1) as "Stays %",
    round(royalty_yield, 2) as "Royalties per hand",
    points as "Points",
    round(points_per_hand, 2) as "Points per hand",
    round(points_se, 2) as "Standard error"
from player_stats
order by hands desc, site, rules_id, player_id
