-- How long each player's runs in Fantasyland are, by the top that earned them, and what they yield.
-- grain: site, rules_id, player_id, entered_with, length
-- A run counts where the hand that earned it is on record. Hands that do not count in statistics make it no shorter, and give no points.
-- column entered_with: The top that earned the run: QQ, KK, AA or trips.
-- column length: Hands in Fantasyland in a row: 1 without a stay, 2 with one, and so on.
-- column chains: Runs of this length.
-- column open_chains: Of those, runs whose last hand on record earned another, so that they are longer than can be told.
-- column hands: Hands of those runs that count.
-- column points: Points of those hands.
-- column points_hands: Hands whose points are known.
-- column royalties: Royalties of those hands.
-- column royalty_hands: Hands whose royalties are known.
-- column points_per_chain: Points per run; null where points of a hand are unknown.
-- column points_per_chain_se: Standard error of points_per_chain.
-- column royalties_per_chain: Royalties per run; null where royalties of a hand are unknown.
-- column royalties_per_chain_se: Standard error of royalties_per_chain.
with runs as (
    select * from sum_fantasy_runs
),

sums as (
    select
        site,
        rules_id,
        player_id,
        entered_with,
        length,
        count(*) as chains,
        count(*) filter (is_open) as open_chains,
        sum(hands)::bigint as hands,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_hands,
        sum(points * points) as points_squared,
        sum(royalties)::bigint as royalties,
        sum(royalties * royalties) as royalties_squared,
        sum(royalty_hands)::bigint as royalty_hands
    from runs
    group by site, rules_id, player_id, entered_with, length
),

final as (
    select
        site,
        rules_id,
        player_id,
        entered_with,
        length,
        chains,
        open_chains,
        hands,
        points,
        points_hands,
        royalties,
        royalty_hands,
        case when points_hands = hands then ratio(points, chains) end as points_per_chain,
        case
            when points_hands = hands then standard_error(chains, points, points_squared)
        end as points_per_chain_se,
        case when royalty_hands = hands then ratio(royalties, chains) end as royalties_per_chain,
        case
            when royalty_hands = hands then standard_error(chains, royalties, royalties_squared)
        end as royalties_per_chain_se
    from sums
)

select * from final
