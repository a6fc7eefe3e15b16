-- What each player makes of each row, hand category by hand category: how often, how often it wins, what royalties it earns.
-- grain: site, rules_id, player_id, own_state, row_name, category
-- Frequencies and royalties are those of boards that are no foul; rows of fouls are counted apart, for they lose whatever they hold.
-- column row_name: top, middle or bottom.
-- column category: 0 high card, 1 pair, 2 two pair, 3 three of a kind, 4 straight, 5 flush, 6 full house, 7 four of a kind, 8 straight flush, 9 royal flush.
-- column category_name: The same in words.
-- column hands: Boards without a foul with this category in this row.
-- column row_hands: Boards without a foul; the denominator of share.
-- column share: Boards with this category in this row per board without a foul.
-- column share_low: Lower end of its 95 % interval.
-- column share_high: Upper end of its 95 % interval.
-- column fouled_hands: Fouls with this category in this row.
-- column pairs: Pairs of boards without a foul in which he had it; the denominator of win_rate.
-- column won: Of pairs, those in which this row won, against a foul too.
-- column lost: Of pairs, those in which it lost.
-- column tied: Of pairs, those in which it tied.
-- column win_rate: Pairs in which this row won per pair.
-- column win_rate_low: Lower end of its 95 % interval; the pairs of one hand share a board, so it is a little too narrow against several opponents.
-- column win_rate_high: Upper end of its 95 % interval.
-- column royalties: Royalties it earned.
-- column royalty_hands: Boards without a foul with this category whose royalties of this row are known.
-- column royalties_per_hand: Royalties of this row per board with this category.
-- column royalties_se: Standard error of royalties_per_hand.
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
        category,
        hands,
        fouled_hands,
        coalesce(pairs, 0) as pairs,
        coalesce(won, 0) as won,
        coalesce(lost, 0) as lost,
        clean_royalties as royalties,
        clean_royalty_hands as royalty_hands,
        clean_royalties_squared as royalties_squared
    from all_rows
    where category is not null
),

totals as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        row_name,
        sum(hands)::bigint as row_hands
    from sums
    group by site, rules_id, player_id, own_state, row_name
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.own_state,
        sums.row_name,
        sums.category,
        case sums.category
            when 0 then 'high card'
            when 1 then 'pair'
            when 2 then 'two pair'
            when 3 then 'three of a kind'
            when 4 then 'straight'
            when 5 then 'flush'
            when 6 then 'full house'
            when 7 then 'four of a kind'
            when 8 then 'straight flush'
            when 9 then 'royal flush'
        end as category_name,
        sums.hands,
        totals.row_hands,
        ratio(sums.hands, totals.row_hands) as share,
        wilson_low(sums.hands, totals.row_hands) as share_low,
        wilson_high(sums.hands, totals.row_hands) as share_high,
        sums.fouled_hands,
        sums.pairs,
        sums.won,
        sums.lost,
        sums.pairs - sums.won - sums.lost as tied,
        ratio(sums.won, sums.pairs) as win_rate,
        wilson_low(sums.won, sums.pairs) as win_rate_low,
        wilson_high(sums.won, sums.pairs) as win_rate_high,
        sums.royalties,
        sums.royalty_hands,
        ratio(sums.royalties, sums.royalty_hands) as royalties_per_hand,
        standard_error(sums.royalty_hands, sums.royalties, sums.royalties_squared) as royalties_se
    from sums
    inner join totals
        on
            sums.site = totals.site
            and sums.rules_id is not distinct from totals.rules_id
            and sums.player_id = totals.player_id
            and sums.own_state is not distinct from totals.own_state
            and sums.row_name = totals.row_name
)

select * from final
