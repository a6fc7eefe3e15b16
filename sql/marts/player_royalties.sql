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
with player_hands as (
    select * from int_player_hands
),

by_row as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        'top' as row_name,
        is_foul,
        top_royalties as royalties,
        top_forfeited as forfeited
    from player_hands
    union all
    select
        site,
        rules_id,
        player_id,
        own_state,
        'middle' as row_name,
        is_foul,
        middle_royalties as royalties,
        middle_forfeited as forfeited
    from player_hands
    union all
    select
        site,
        rules_id,
        player_id,
        own_state,
        'bottom' as row_name,
        is_foul,
        bottom_royalties as royalties,
        bottom_forfeited as forfeited
    from player_hands
),

sums as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        row_name,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands,
        sum(royalties::bigint * royalties::bigint) as royalties_squared,
        count(royalties) filter (not is_foul) as clean_royalty_hands,
        count(*) filter (royalties > 0) as earning_hands,
        sum(forfeited)::bigint as forfeited_royalties,
        count(forfeited) as forfeited_hands,
        sum(forfeited::bigint * forfeited::bigint) as forfeited_squared
    from by_row
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
