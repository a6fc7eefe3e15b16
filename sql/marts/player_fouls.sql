-- Each player's fouls: which rows are out of order, and after which street no completion was legal any more.
-- grain: site, rules_id, player_id, own_state, foul_order, dead_street
-- A dead street of 5 (9 in the classic deal) is the last: till then cards he had not seen could have made the board legal.
-- column own_state: normal, or fantasy for fouls in Fantasyland; null where the record does not tell.
-- column fouls: Fouls of this kind.
-- column all_fouls: His fouls in this state; the denominator of share.
-- column share: Fouls of this kind per foul in this state.
-- column share_low: Lower end of its 95 % interval.
-- column share_high: Upper end of its 95 % interval.
-- column forfeited_royalties: Royalties that the rows of those fouls would have earned.
-- column forfeited_hands: Of fouls, those of which that is known.
-- column top_forfeited: Of forfeited_royalties, those of the top.
-- column middle_forfeited: Those of the middle.
-- column bottom_forfeited: Those of the bottom.
-- column points: Points of the hands.
-- column points_hands: Of fouls, those whose points are known; the denominator of points_per_hand.
-- column points_per_hand: Points per foul of this kind.
-- column points_se: Standard error of points_per_hand.
with sums as (
    select * from sum_player_fouls
),

totals as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        sum(fouls)::bigint as all_fouls
    from sums
    group by site, rules_id, player_id, own_state
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.own_state,
        sums.foul_order,
        sums.dead_street,
        sums.fouls,
        totals.all_fouls,
        ratio(sums.fouls, totals.all_fouls) as share,
        wilson_low(sums.fouls, totals.all_fouls) as share_low,
        wilson_high(sums.fouls, totals.all_fouls) as share_high,
        sums.forfeited_royalties,
        sums.forfeited_hands,
        sums.top_forfeited,
        sums.middle_forfeited,
        sums.bottom_forfeited,
        sums.points,
        sums.points_hands,
        ratio(sums.points, sums.points_hands) as points_per_hand,
        standard_error(sums.points_hands, sums.points, sums.points_squared) as points_se
    from sums
    inner join totals
        on
            sums.site = totals.site
            and sums.rules_id is not distinct from totals.rules_id
            and sums.player_id = totals.player_id
            and sums.own_state is not distinct from totals.own_state
)

select * from final
