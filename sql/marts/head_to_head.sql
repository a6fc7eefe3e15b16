-- What each player made of each opponent: pairs of the two, from the side of the player.
-- grain: site, rules_id, player_id, opponent_id
-- Each pair of players is told twice, once from each side. Accounts that a file of aliases gives to one person are no opponents.
-- Money of the pairs, by currency, is in head_to_head_money.
-- column player_id: The account, or the one that stands for all of the person's at this site.
-- column opponent_id: The opponent's account, or the one that stands for all of the person's at this site.
-- column player_name: The name the player had last.
-- column opponent_name: The name the opponent had last.
-- column hands: Hands in which they met.
-- column is_small_sample: True below 100 hands.
-- column points: Points of the player against this opponent.
-- column points_hands: Hands whose points are known; the denominator of points_per_hand.
-- column points_per_hand: Points per hand.
-- column points_sd: Standard deviation of the points of a hand, of a sample (n − 1).
-- column points_se: Standard error of points_per_hand.
-- column row_hands: Hands whose rows are known; the denominator of rows and scoops.
-- column rows_won: Rows he won; a legal board wins all three of a foul.
-- column rows_lost: Rows he lost.
-- column scoops_for: Hands in which he won all three rows.
-- column scoops_against: Hands in which the opponent won all three rows.
-- column fouls: His fouls in those hands, in Fantasyland too.
-- column opponent_fouls: The opponent's, likewise.
-- column royalties_won: Royalties he collected from this opponent.
-- column royalties_conceded: Royalties this opponent collected from him.
-- column royalty_hands: Hands in which both are known.
-- column first_at: When they met first.
-- column last_at: When they met last.
with all_pairs as (
    select * from sum_pairs
),

players as (
    select * from player_stats
),

sides as (
    select
        site,
        rules_id,
        player_a as player_id,
        player_b as opponent_id,
        hands,
        points,
        points_hands,
        points_squared,
        row_hands,
        rows_a as rows_won,
        rows_b as rows_lost,
        scoops_a as scoops_for,
        scoops_b as scoops_against,
        fouls_a as fouls,
        fouls_b as opponent_fouls,
        royalties_a as royalties_won,
        royalties_b as royalties_conceded,
        royalty_hands,
        first_at,
        last_at
    from all_pairs
    union all
    select
        site,
        rules_id,
        player_b as player_id,
        player_a as opponent_id,
        hands,
        -points as points,
        points_hands,
        points_squared,
        row_hands,
        rows_b as rows_won,
        rows_a as rows_lost,
        scoops_b as scoops_for,
        scoops_a as scoops_against,
        fouls_b as fouls,
        fouls_a as opponent_fouls,
        royalties_b as royalties_won,
        royalties_a as royalties_conceded,
        royalty_hands,
        first_at,
        last_at
    from all_pairs
),

sums as (
    select
        site,
        rules_id,
        player_id,
        opponent_id,
        sum(hands)::bigint as hands,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_hands,
        sum(points_squared)::bigint as points_squared,
        sum(row_hands)::bigint as row_hands,
        coalesce(sum(rows_won), 0)::bigint as rows_won,
        coalesce(sum(rows_lost), 0)::bigint as rows_lost,
        sum(scoops_for)::bigint as scoops_for,
        sum(scoops_against)::bigint as scoops_against,
        sum(fouls)::bigint as fouls,
        sum(opponent_fouls)::bigint as opponent_fouls,
        sum(royalties_won)::bigint as royalties_won,
        sum(royalties_conceded)::bigint as royalties_conceded,
        sum(royalty_hands)::bigint as royalty_hands,
        min(first_at) as first_at,
        max(last_at) as last_at
    from sides
    group by site, rules_id, player_id, opponent_id
),

final as (
    select
        sums.site,
        sums.rules_id,
        sums.player_id,
        sums.opponent_id,
        players.player_name,
        opponents.player_name as opponent_name,
        sums.hands,
        sums.hands < 100 as is_small_sample,
        sums.points,
        sums.points_hands,
        ratio(sums.points, sums.points_hands) as points_per_hand,
        sample_sd(sums.points_hands, sums.points, sums.points_squared) as points_sd,
        standard_error(sums.points_hands, sums.points, sums.points_squared) as points_se,
        sums.row_hands,
        sums.rows_won,
        sums.rows_lost,
        sums.scoops_for,
        sums.scoops_against,
        sums.fouls,
        sums.opponent_fouls,
        sums.royalties_won,
        sums.royalties_conceded,
        sums.royalty_hands,
        sums.first_at,
        sums.last_at
    from sums
    inner join players
        on
            sums.site = players.site
            and sums.rules_id is not distinct from players.rules_id
            and sums.player_id = players.player_id
    inner join players as opponents
        on
            sums.site = opponents.site
            and sums.rules_id is not distinct from opponents.rules_id
            and sums.opponent_id = opponents.player_id
)

select * from final
