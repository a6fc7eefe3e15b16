-- What each player won from each opponent by our computation, each currency for itself.
-- grain: site, rules_id, player_id, opponent_id, currency, chip_price, chip_currency
-- Before rake: a site says what a player won of all opponents together, the part of each is ours.
-- column player_id: The account, or the one that stands for all of the person's at this site.
-- column opponent_id: The opponent's account, or the one that stands for all of the person's at this site.
-- column hands: Hands in which they met.
-- column amount: What moved to him from this opponent, after the cap; negative when he paid.
-- column amount_hands: Hands where that can be told; the denominator of amount.
with all_pairs as (
    select * from sum_pairs
),

sides as (
    select
        site,
        rules_id,
        player_a as player_id,
        player_b as opponent_id,
        currency,
        chip_price,
        chip_currency,
        hands,
        amount,
        amount_hands
    from all_pairs
    union all
    select
        site,
        rules_id,
        player_b as player_id,
        player_a as opponent_id,
        currency,
        chip_price,
        chip_currency,
        hands,
        -amount as amount,
        amount_hands
    from all_pairs
),

final as (
    select
        site,
        rules_id,
        player_id,
        opponent_id,
        currency,
        chip_price,
        chip_currency,
        sum(hands)::bigint as hands,
        sum(amount)::decimal(18, 4) as amount,
        sum(amount_hands)::bigint as amount_hands
    from sides
    group by site, rules_id, player_id, opponent_id, currency, chip_price, chip_currency
)

select * from final
