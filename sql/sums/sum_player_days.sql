-- What each account did in each club on each day of play and in each week, each currency for itself.
-- grain: site, club_id, rules_id, player_id, account_id, day, week_ending, currency, chip_price, chip_currency
-- min: first_at
-- max: last_at, latest
-- at max latest: player_name
-- column day: The day of play by the zone and the day cut of table calendar; null where the hands have no time.
-- column week_ending: The last day of the week by the zone and the end of a week of table calendar; null where the hands have no time.
-- column player_name: The name the account had last that day; the person's, where a file of aliases names one.
-- column latest: When the last hand in which it had a name ended, and its key.
-- column hands: Hands played.
-- column normal_hands: Hands outside Fantasyland.
-- column fantasy_hands: Hands in Fantasyland.
-- column fouls: Fouls outside Fantasyland.
-- column royalties: Royalties of the boards; a foul has none.
-- column royalty_hands: Hands whose royalties are known.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column net: What the site says was won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim.
-- column rake: Rake the site says it took.
-- column rake_hands: Hands with that claim.
-- column computed_net: What was won or lost by our computation, before rake, where it can be told.
-- column computed_net_hands: Hands where it can be told.
-- column first_at: When the first of the hands ended.
-- column last_at: When the last of them ended.
with player_hands as (
    select * from int_player_hands
),

days as (
    select * from calendar
),

timed as (
    select
        player_hands.hand_key,
        player_hands.site,
        player_hands.club_id,
        player_hands.rules_id,
        player_hands.player_id,
        player_hands.account_id,
        player_hands.player_name,
        play_day(player_hands.ended_at, days.zone, days.day_cut) as day,
        week_ending(player_hands.ended_at, days.zone, days.week_end) as week_ending,
        player_hands.currency,
        player_hands.chip_price,
        player_hands.chip_currency,
        player_hands.ended_at,
        player_hands.is_fantasy,
        player_hands.is_foul,
        player_hands.royalties,
        player_hands.points,
        player_hands.claimed_net,
        player_hands.claimed_rake,
        player_hands.computed_net
    from player_hands
    cross join days
),

final as (
    select
        site,
        club_id,
        rules_id,
        player_id,
        account_id,
        day,
        week_ending,
        currency,
        chip_price,
        chip_currency,
        max(struct_pack(t := ended_at, k := hand_key)) filter (player_name is not null) as latest,
        arg_max(player_name, struct_pack(t := ended_at, k := hand_key)) as player_name,
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
        sum(computed_net)::decimal(18, 4) as computed_net,
        count(computed_net) as computed_net_hands,
        min(ended_at) as first_at,
        max(ended_at) as last_at
    from timed
    group by
        site,
        club_id,
        rules_id,
        player_id,
        account_id,
        day,
        week_ending,
        currency,
        chip_price,
        chip_currency
)

select * from final
