-- What each player did in each stretch of the clock as long as the session gap, at however many tables.
-- grain: site, player_id, stretch
-- min: started_at, first_kind
-- max: ended_at, last_kind
-- any: currency
-- The gap is that of table calendar. Two hands of one stretch are never a session apart. Hands without a time are in none.
-- column stretch: The number of the stretch, counted from 1970.
-- column started_at: When the first of the hands ended.
-- column ended_at: When the last of them ended.
-- column hands: Hands played.
-- column normal_hands: Hands outside Fantasyland.
-- column fantasy_hands: Hands in Fantasyland.
-- column fouls: Fouls outside Fantasyland.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column currency: A currency he played for.
-- column first_kind: Currency, worth of a chip and its currency as one text: the first in order.
-- column last_kind: The last in order; the same as the first where there is one.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
with player_hands as (
    select * from int_player_hands
),

days as (
    select * from calendar
),

timed as (
    select
        player_hands.site,
        player_hands.player_id,
        floor(epoch(player_hands.ended_at) / (60 * days.session_gap))::bigint as stretch,
        player_hands.ended_at,
        player_hands.is_fantasy,
        player_hands.is_foul,
        player_hands.points,
        player_hands.currency,
        coalesce(player_hands.currency, '')
        || '/' || coalesce(player_hands.chip_price::varchar, '')
        || '/' || coalesce(player_hands.chip_currency, '') as money_kind,
        player_hands.claimed_net,
        player_hands.claimed_rake
    from player_hands
    cross join days
    where player_hands.ended_at is not null
),

final as (
    select
        site,
        player_id,
        stretch,
        min(ended_at) as started_at,
        max(ended_at) as ended_at,
        count(*) as hands,
        count(*) filter (not is_fantasy) as normal_hands,
        count(*) filter (is_fantasy) as fantasy_hands,
        count(*) filter (is_foul and not is_fantasy) as fouls,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint)::bigint as points_squared,
        any_value(currency) as currency,
        min(money_kind) as first_kind,
        max(money_kind) as last_kind,
        sum(claimed_net)::decimal(18, 4) as net,
        count(claimed_net) as net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake,
        count(claimed_rake) as rake_hands
    from timed
    group by site, player_id, stretch
)

select * from final
