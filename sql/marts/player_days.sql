-- What each player did on each day of play, each currency for itself.
-- grain: site, rules_id, player_id, day, currency, chip_price, chip_currency
-- Everything in it can be added up: over currencies but for the money, over days, over rule sets.
-- column day: The day of play by the zone and the day cut of table calendar; null where the hands have no time.
-- column player_name: The name the player had last.
-- column hands: Hands played.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
-- column first_at: When the first of the hands ended.
-- column last_at: When the last of them ended.
with player_hands as (
    select * from int_player_hands
),

players as (
    select * from player_stats
),

days as (
    select * from calendar
),

timed as (
    select
        player_hands.site,
        player_hands.rules_id,
        player_hands.player_id,
        play_day(player_hands.ended_at, days.zone, days.day_cut) as day,
        player_hands.currency,
        player_hands.chip_price,
        player_hands.chip_currency,
        player_hands.ended_at,
        player_hands.is_fantasy,
        player_hands.is_foul,
        player_hands.royalties,
        player_hands.points,
        player_hands.claimed_net,
        player_hands.claimed_rake
    from player_hands
    cross join days
),

sums as (
    select
        site,
        rules_id,
        player_id,
        day,
        currency,
        chip_price,
        chip_currency,
        count(*) as hands,
        count(*) filter (not is_fantasy) as normal_hands,
        count(*) filter (is_fantasy) as fantasy_hands,
        count(*) filter (is_foul and not is_fantasy) as fouls,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint)::bigint as points_squared,
        sum(claimed_net)::decimal(18, 4) as net,
        count(claimed_net) as net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake,
        count(claimed_rake) as rake_hands,
        min(ended_at) as first_at,
        max(ended_at) as last_at
    from timed
    group by site, rules_id, player_id, day, currency, chip_price, chip_currency
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.day,
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
