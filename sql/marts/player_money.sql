-- What each player won and paid, each currency for itself; chips of different worth are different currencies.
-- grain: site, rules_id, player_id, currency, chip_price, chip_currency
-- column hands: Hands that count.
-- column net: What the site says he won or lost, after cap and rake, where it says so.
-- column net_hands: Hands with that claim; the denominator of net.
-- column computed_net: What he won or lost by our computation, before rake, where it can be told.
-- column computed_net_hands: Hands where it can be told; the denominator of computed_net.
-- column rake: Rake the site says it took from him.
-- column rake_hands: Hands with that claim.
with player_hands as (
    select * from int_player_hands
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
        sum(computed_net)::decimal(18, 4) as computed_net,
        count(computed_net) as computed_net_hands,
        sum(claimed_rake)::decimal(18, 4) as rake,
        count(claimed_rake) as rake_hands
    from player_hands
    group by site, rules_id, player_id, currency, chip_price, chip_currency
)

select * from final
