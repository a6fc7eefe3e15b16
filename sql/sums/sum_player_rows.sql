-- What each player makes of each row, hand category by hand category, in and out of Fantasyland.
-- grain: site, rules_id, player_id, own_state, row_name, category
-- column row_name: The row: top, middle or bottom.
-- column category: The hand category of the row, 0 high card to 9 royal flush; null on an incomplete board.
-- column hands: Rows of boards that are no foul.
-- column fouled_hands: Rows of fouls.
-- column pairs: Pairs in which such rows of no foul stood.
-- column won: Of pairs, those in which the row beat the opponent's.
-- column lost: Of pairs, those in which the opponent's beat it.
-- column royalties: Royalties of the row; a foul has none.
-- column royalty_hands: Rows whose royalties are known.
-- column royalties_squared: Sum of the squares of the royalties, hand by hand.
-- column clean_royalties: Of royalties, those of boards that are no foul.
-- column clean_royalty_hands: Of royalty_hands, those of boards that are no foul.
-- column clean_royalties_squared: Sum of the squares of the royalties of boards that are no foul, hand by hand.
-- column earning_hands: Rows that earned any.
-- column forfeited_royalties: Royalties that the rows of fouls would have earned.
-- column forfeited_hands: Rows of which that is known, 0 for one of a board that is no foul.
-- column forfeited_squared: Sum of the squares of what was forfeited, hand by hand.
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
        top_category as category,
        is_foul,
        pairs,
        top_won as won,
        top_lost as lost,
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
        middle_category as category,
        is_foul,
        pairs,
        middle_won as won,
        middle_lost as lost,
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
        bottom_category as category,
        is_foul,
        pairs,
        bottom_won as won,
        bottom_lost as lost,
        bottom_royalties as royalties,
        bottom_forfeited as forfeited
    from player_hands
),

final as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        row_name,
        category,
        count(*) filter (not is_foul) as hands,
        count(*) filter (is_foul) as fouled_hands,
        sum(pairs) filter (not is_foul)::bigint as pairs,
        sum(won) filter (not is_foul)::bigint as won,
        sum(lost) filter (not is_foul)::bigint as lost,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands,
        sum(royalties::bigint * royalties::bigint)::bigint as royalties_squared,
        sum(royalties) filter (not is_foul)::bigint as clean_royalties,
        count(royalties) filter (not is_foul) as clean_royalty_hands,
        sum(royalties::bigint * royalties::bigint) filter (not is_foul)::bigint as clean_royalties_squared,
        count(*) filter (royalties > 0) as earning_hands,
        sum(forfeited)::bigint as forfeited_royalties,
        count(forfeited) as forfeited_hands,
        sum(forfeited::bigint * forfeited::bigint)::bigint as forfeited_squared
    from by_row
    group by site, rules_id, player_id, own_state, row_name, category
)

select * from final
