-- What each player's boards earn, row by row, in and out of Fantasyland, and what his fouls forfeit.
-- grain: site, rules_id, player_id, own_state, row_name
-- column own_state: normal, or fantasy for hands in Fantasyland; null where the record does not tell.
-- column row_name: top, middle or bottom.
-- column royalties: Royalties of the row; a foul has none.
-- column royalty_hands: Hands whose royalties of the row are known; the denominator of royalty_yield.
-- column royalty_yield: Royalties of the row per hand.
-- column royalty_yield_se: Standard error of royalty_yield.
-- column clean_royalty_hands: Of royalty_hands, those without a foul.
-- column clean_royalty_yield: Royalties of the row per hand that is no foul.
-- column clean_royalty_yield_se: Standard error of clean_royalty_yield.
-- column earning_hands: Hands in which the row earns anything.
-- column forfeited_royalties: Royalties that the row would have earned in hands that are fouls.
-- column forfeited_hands: Hands of which that is known, 0 for one that is no foul; the denominator of forfeited_per_hand.
-- column forfeited_per_hand: Royalties of the row that fouls forfeit per hand.
-- column forfeited_per_hand_se: Standard error of forfeited_per_hand.
with all_rows as (
    select * from sum_player_rows
),

sums as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        row_name,
        sum(royalties)::bigint as royalties,
        sum(royalty_hands)::bigint as royalty_hands,
        sum(royalties_squared) as royalties_squared,
        sum(clean_royalty_hands)::bigint as clean_royalty_hands,
        sum(earning_hands)::bigint as earning_hands,
        sum(forfeited_royalties)::bigint as forfeited_royalties,
        sum(forfeited_hands)::bigint as forfeited_hands,
        sum(forfeited_squared) as forfeited_squared
    from all_rows
    group by site, rules_id, player_id, own_state, row_name
),

final as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        row_name,
        royalties,
        royalty_hands,
        ratio(royalties, royalty_hands) as royalty_yield,
        standard_error(royalty_hands, royalties, royalties_squared) as royalty_yield_se,
        clean_royalty_hands,
        ratio(royalties, clean_royalty_hands) as clean_royalty_yield,
        standard_error(clean_royalty_hands, royalties, royalties_squared) as clean_royalty_yield_se,
        earning_hands,
        forfeited_royalties,
        forfeited_hands,
        ratio(forfeited_royalties, forfeited_hands) as forfeited_per_hand,
        standard_error(forfeited_hands, forfeited_royalties, forfeited_squared) as forfeited_per_hand_se
    from sums
)

select * from final
