-- What each account won and paid in each club in each week, each currency for itself: the sheet a club settles by.
-- grain: site, club_id, week_ending, account_id, currency, chip_price, chip_currency
-- By account, also where a file of aliases joins accounts: a club settles with accounts.
-- column week_ending: The last day of the week by the zone and the end of a week of table calendar; null where the hands have no time.
-- column player_name: The name the account had last in that week; the person's, where a file of aliases names one.
-- column hands: Hands that count.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
-- column computed_net: What he won or lost by our computation, before rake, where it can be told.
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
        week_ending(player_hands.ended_at, days.zone, days.week_end) as week_ending,
        player_hands.account_id,
        player_hands.player_name,
        player_hands.currency,
        player_hands.chip_price,
        player_hands.chip_currency,
        player_hands.ended_at,
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
        week_ending,
        account_id,
        currency,
        chip_price,
        chip_currency,
        arg_max(player_name, struct_pack(t := ended_at, k := hand_key)) as player_name,
        count(*) as hands,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(claimed_net)::decimal(18, 4) as net,
        count(claimed_net) as net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake,
        count(claimed_rake) as rake_hands,
        sum(computed_net)::decimal(18, 4) as computed_net,
        count(computed_net) as computed_net_hands,
        min(ended_at) as first_at,
        max(ended_at) as last_at
    from timed
    group by site, club_id, week_ending, account_id, currency, chip_price, chip_currency
)

select * from final
