-- What each player won and paid, in Fantasyland and outside it, each currency for itself; chips of different worth are different currencies.
-- grain: site, rules_id, player_id, own_state, currency, chip_price, chip_currency
-- Squares are those of ten-thousandths, whole numbers.
-- column hands: Hands played for it.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim.
-- column net_squared: Sum of the squares of the claimed net, hand by hand, in ten-thousandths.
-- column computed_net: What he won or lost by our computation, before rake, where it can be told.
-- column computed_net_hands: Hands where it can be told.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
-- column rake_squared: Sum of the squares of the claimed rake, hand by hand, in ten-thousandths.
with player_hands as (
    select * from int_player_hands
),

measured as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        currency,
        chip_price,
        chip_currency,
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
        own_state,
        currency,
        chip_price,
        chip_currency,
        count(*) as hands,
        sum(claimed_net)::decimal(18, 4) as net,
        count(claimed_net) as net_hands,
        sum(net_units * net_units) as net_squared,
        sum(computed_net)::decimal(18, 4) as computed_net,
        count(computed_net) as computed_net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake,
        count(claimed_rake) as rake_hands,
        sum(rake_units * rake_units) as rake_squared
    from measured
    group by site, rules_id, player_id, own_state, currency, chip_price, chip_currency
)

select * from final
