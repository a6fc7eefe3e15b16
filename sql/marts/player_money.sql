-- What each player won and paid, each currency for itself; chips of different worth are different currencies.
-- grain: site, rules_id, player_id, currency, chip_price, chip_currency
-- Squares are those of ten-thousandths, whole numbers, from which the standard errors in player_stats come.
-- column hands: Hands that count.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim; the denominator of net.
-- column net_squared: Sum of the squares of net, hand by hand, in ten-thousandths.
-- column normal_net: Of net, that of hands outside Fantasyland.
-- column normal_net_hands: Of net_hands, those outside Fantasyland.
-- column normal_net_squared: The squares of those.
-- column fantasy_net: Of net, that of hands in Fantasyland.
-- column fantasy_net_hands: Of net_hands, those in Fantasyland.
-- column fantasy_net_squared: The squares of those.
-- column computed_net: What he won or lost by our computation, before rake, where it can be told.
-- column computed_net_hands: Hands where it can be told; the denominator of computed_net.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
-- column rake_squared: Sum of the squares of rake, hand by hand, in ten-thousandths.
with sums as (
    select * from sum_player_money
),

final as (
    select
        site,
        rules_id,
        player_id,
        currency,
        chip_price,
        chip_currency,
        sum(hands)::bigint as hands,
        sum(net)::decimal(18, 4) as net,
        sum(net_hands)::bigint as net_hands,
        sum(net_squared) as net_squared,
        sum(net) filter (own_state = 'normal')::decimal(18, 4) as normal_net,
        coalesce(sum(net_hands) filter (own_state = 'normal'), 0)::bigint as normal_net_hands,
        sum(net_squared) filter (own_state = 'normal') as normal_net_squared,
        sum(net) filter (own_state = 'fantasy')::decimal(18, 4) as fantasy_net,
        coalesce(sum(net_hands) filter (own_state = 'fantasy'), 0)::bigint as fantasy_net_hands,
        sum(net_squared) filter (own_state = 'fantasy') as fantasy_net_squared,
        sum(computed_net)::decimal(18, 4) as computed_net,
        sum(computed_net_hands)::bigint as computed_net_hands,
        sum(rake)::decimal(18, 4) as rake,
        sum(rake_hands)::bigint as rake_hands,
        sum(rake_squared) as rake_squared
    from sums
    group by site, rules_id, player_id, currency, chip_price, chip_currency
)

select * from final
