-- Each run in Fantasyland whose beginning is on record: how long it is, and what its hands yield.
-- grain: site, rules_id, player_id, entered_with, entry_hand_key, account_id
-- max: length
-- at max length: is_open
-- Hands that do not count in statistics make it no shorter, and give no points.
-- column length: Hands in Fantasyland in a row: 1 without a stay, 2 with one, and so on.
-- column is_open: Whether the last hand on record earned another, so that the run is longer than can be told.
-- column hands: Hands of the run that count.
-- column points: Points of those hands.
-- column points_hands: Hands whose points are known.
-- column royalties: Royalties of those hands.
-- column royalty_hands: Hands whose royalties are known.
with player_hands as (
    select * from int_player_hands
),

final as (
    select
        site,
        rules_id,
        player_id,
        entered_with,
        entry_hand_key,
        account_id,
        max(run_no) as length,
        arg_max(coalesce(is_fantasy_next, false), run_no) as is_open,
        count(*) as hands,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands
    from player_hands
    where entered_with is not null and run_no is not null
    group by site, rules_id, player_id, entered_with, entry_hand_key, account_id
)

select * from final
