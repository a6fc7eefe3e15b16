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
with accounts as (
    select * from sum_player_days
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
        arg_max(player_name, latest) as player_name,
        sum(hands)::bigint as hands,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_hands,
        sum(net)::decimal(18, 4) as net,
        sum(net_hands)::bigint as net_hands,
        sum(rake)::decimal(18, 4) as rake,
        sum(rake_hands)::bigint as rake_hands,
        sum(computed_net)::decimal(18, 4) as computed_net,
        sum(computed_net_hands)::bigint as computed_net_hands,
        min(first_at) as first_at,
        max(last_at) as last_at
    from accounts
    group by site, club_id, week_ending, account_id, currency, chip_price, chip_currency
)

select * from final
