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
with player_hands as (
    select * from int_player_hands
),

measured as (
    select
        site,
        rules_id,
        player_id,
        currency,
        chip_price,
        chip_currency,
        is_fantasy,
        claimed_net,
        claimed_rake,
        computed_net,
        (claimed_net * 10000)::hugeint as net_units,
        (claimed_rake * 10000)::hugeint as rake_units
    from player_hands
),

final as (
    select
        site,
        rules_id,
        player_id,
        currency,
        chip_price,
        chip_currency,
        count(*) as hands,
        sum(claimed_net)::decimal(18, 4) as net,
        count(claimed_net) as net_hands,
        sum(net_units * net_units) as net_squared,
        sum(claimed_net) filter (not is_fantasy)::decimal(18, 4) as normal_net,
        count(claimed_net) filter (not is_fantasy) as normal_net_hands,
        sum(net_units * net_units) filter (not is_fantasy) as normal_net_squared,
        sum(claimed_net) filter (is_fantasy)::decimal(18, 4) as fantasy_net,
        count(claimed_net) filter (is_fantasy) as fantasy_net_hands,
        sum(net_units * net_units) filter (is_fantasy) as fantasy_net_squared,
        sum(computed_net)::decimal(18, 4) as computed_net,
        count(computed_net) as computed_net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake,
        count(claimed_rake) as rake_hands,
        sum(rake_units * rake_units) as rake_squared
    from measured
    group by site, rules_id, player_id, currency, chip_price, chip_currency
)

select * from final
