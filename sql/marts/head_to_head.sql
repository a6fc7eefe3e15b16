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
with pair_hands as (
    select * from int_pair_hands
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
        ended_at,
        points,
        top,
        middle,
        bottom,
        is_foul_a as is_foul,
        is_foul_b as is_opponent_foul,
        royalties_a as royalties_won,
        royalties_b as royalties_conceded
    from pair_hands
    where not is_one_person
    union all
    select
        site,
        rules_id,
        player_b as player_id,
        player_a as opponent_id,
        ended_at,
        -points as points,
        -top as top,
        -middle as middle,
        -bottom as bottom,
        is_foul_b as is_foul,
        is_foul_a as is_opponent_foul,
        royalties_b as royalties_won,
        royalties_a as royalties_conceded
    from pair_hands
    where not is_one_person
),

sums as (
    select
        site,
        rules_id,
        player_id,
        opponent_id,
        count(*) as hands,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint)::bigint as points_squared,
        count(top + middle + bottom) as row_hands,
        coalesce(sum((top = 1)::integer + (middle = 1)::integer + (bottom = 1)::integer), 0)::bigint as rows_won,
        coalesce(sum((top = -1)::integer + (middle = -1)::integer + (bottom = -1)::integer), 0)::bigint as rows_lost,
        count(*) filter (top + middle + bottom = 3) as scoops_for,
        count(*) filter (top + middle + bottom = -3) as scoops_against,
        count(*) filter (is_foul) as fouls,
        count(*) filter (is_opponent_foul) as opponent_fouls,
        sum(royalties_won) filter (royalties_conceded is not null)::bigint as royalties_won,
        sum(royalties_conceded) filter (royalties_won is not null)::bigint as royalties_conceded,
        count(royalties_won + royalties_conceded) as royalty_hands,
        min(ended_at) as first_at,
        max(ended_at) as last_at
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
