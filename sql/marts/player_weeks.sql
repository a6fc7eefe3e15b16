-- What each player did in each week, each currency for itself.
-- grain: site, rules_id, player_id, week_ending, currency, chip_price, chip_currency
-- Everything in it can be added up: over currencies but for the money, over days, over rule sets.
-- column week_ending: The last day of the week by the zone and the end of a week of table calendar; null where the hands have no time.
-- column currency: The currency of all amounts: an ISO code, `chips`, or `points` where no money is played.
-- column player_name: The name the player had last.
-- column hands: Hands played.
-- column royalties: Royalties of the three rows together, 0 on a foul; null where one of them is unknown.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
-- column first_at: When the first of the hands ended.
-- column last_at: When the last of them ended.
with accounts as (
    select * from sum_player_days
),

players as (
    select * from player_stats
),

sums as (
    select
        site,
        rules_id,
        player_id,
        week_ending,
        currency,
        chip_price,
        chip_currency,
        sum(hands)::bigint as hands,
        sum(normal_hands)::bigint as normal_hands,
        sum(fantasy_hands)::bigint as fantasy_hands,
        sum(fouls)::bigint as fouls,
        sum(royalties)::bigint as royalties,
        sum(royalty_hands)::bigint as royalty_hands,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_hands,
        sum(points_squared)::bigint as points_squared,
        sum(net)::decimal(18, 4) as net,
        sum(net_hands)::bigint as net_hands,
        sum(rake)::decimal(18, 4) as rake,
        sum(rake_hands)::bigint as rake_hands,
        min(first_at) as first_at,
        max(last_at) as last_at
    from accounts
    group by site, rules_id, player_id, week_ending, currency, chip_price, chip_currency
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.week_ending,
        sums.currency,
        sums.chip_price,
        sums.chip_currency,
        players.player_name,
        sums.hands,
        sums.normal_hands,
        sums.fantasy_hands,
        sums.fouls,
        sums.royalties,
        sums.royalty_hands,
        sums.points,
        sums.points_hands,
        sums.points_squared,
        sums.net,
        sums.net_hands,
        sums.rake,
        sums.rake_hands,
        sums.first_at,
        sums.last_at
    from sums
    inner join players
        on
            sums.site = players.site
            and sums.rules_id is not distinct from players.rules_id
            and sums.player_id = players.player_id
)

select * from final
