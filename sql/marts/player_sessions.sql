-- Each player's sessions at a site: hands with no pause between them longer than the session gap, at however many tables.
-- grain: site, player_id, session_no
-- The gap is that of table calendar; a pause is the time between the ends of two hands that count. Hands without a time are in no session.
-- Two hands in one stretch of the clock as long as the gap are never a session apart, so hands are added up by such stretches first.
-- column session_no: 1 for the player's first session, and so on.
-- column player_name: The name the player had last.
-- column started_at: When its first hand ended.
-- column ended_at: When its last hand ended.
-- column day: The day of play on which it began, by the zone and the day cut of table calendar.
-- column minutes: Minutes from the end of its first hand to the end of its last.
-- column hands: Hands played.
-- column normal_hands: Hands outside Fantasyland.
-- column fantasy_hands: Hands in Fantasyland.
-- column fouls: Fouls outside Fantasyland.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column currency: The currency of the money; null where he played for several.
-- column net: What the site says he won or lost, after cap and rake, where it says so; null where he played for several currencies.
-- column net_hands: Hands with that claim, in whatever currency.
-- column rake: Rake the site says it took from him; null like net.
-- column rake_hands: Hands with that claim, in whatever currency.
with stretches as (
    select * from sum_player_stretches
),

players as (
    select * from player_stats
),

days as (
    select * from calendar
),

names as (
    select
        site,
        player_id,
        arg_max(player_name, struct_pack(n := hands, name := player_name)) as player_name
    from players
    group by site, player_id
),

after_pauses as (
    select
        stretches.site,
        stretches.player_id,
        stretches.stretch,
        coalesce(
            date_diff('microsecond', lag(stretches.ended_at) over earlier, stretches.started_at)
            > days.session_gap::bigint * 60000000,
            true
        ) as is_first
    from stretches
    cross join days
    window earlier as (partition by stretches.site, stretches.player_id order by stretches.stretch)
),

numbered as (
    select
        site,
        player_id,
        stretch,
        sum(is_first::integer) over (partition by site, player_id order by stretch) as session_no
    from after_pauses
),

sums as (
    select
        stretches.site,
        stretches.player_id,
        numbered.session_no::bigint as session_no,
        min(stretches.started_at) as started_at,
        max(stretches.ended_at) as ended_at,
        sum(stretches.hands)::bigint as hands,
        sum(stretches.normal_hands)::bigint as normal_hands,
        sum(stretches.fantasy_hands)::bigint as fantasy_hands,
        sum(stretches.fouls)::bigint as fouls,
        sum(stretches.points)::bigint as points,
        sum(stretches.points_hands)::bigint as points_hands,
        sum(stretches.points_squared)::bigint as points_squared,
        any_value(stretches.currency) as currency,
        min(stretches.first_kind) = max(stretches.last_kind) as is_one_currency,
        sum(stretches.net)::decimal(18, 4) as net,
        sum(stretches.net_hands)::bigint as net_hands,
        sum(stretches.rake)::decimal(18, 4) as rake,
        sum(stretches.rake_hands)::bigint as rake_hands
    from stretches
    inner join numbered using (site, player_id, stretch)
    group by stretches.site, stretches.player_id, numbered.session_no
),

final as (
    select
        sums.site,
        sums.player_id,
        sums.session_no,
        names.player_name,
        sums.started_at,
        sums.ended_at,
        play_day(sums.started_at, days.zone, days.day_cut) as day,
        date_diff('second', sums.started_at, sums.ended_at) / 60 as minutes,
        sums.hands,
        sums.normal_hands,
        sums.fantasy_hands,
        sums.fouls,
        sums.points,
        sums.points_hands,
        sums.points_squared,
        case when sums.is_one_currency then sums.currency end as currency,
        case when sums.is_one_currency then sums.net end as net,
        sums.net_hands,
        case when sums.is_one_currency then sums.rake end as rake,
        sums.rake_hands
    from sums
    inner join names using (site, player_id)
    cross join days
)

select * from final
