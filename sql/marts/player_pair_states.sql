-- How each player does against each opponent in and out of Fantasyland, himself in it or not: pairs, not hands.
-- grain: site, rules_id, player_id, own_state, opponent_state
-- Pairs of two accounts that a file of aliases gives to one person are left out.
-- column player_id: The account, or the one that stands for all of the person's at this site.
-- column own_state: normal, or fantasy where he is in Fantasyland; null where the record does not tell.
-- column opponent_state: The same of the opponent.
-- column pairs: Pairs with such an opponent.
-- column is_small_sample: True below 100 pairs.
-- column points: Points of those pairs.
-- column points_pairs: Pairs whose points are known; the denominator of points_per_pair.
-- column points_squared: Sum of the squares of the points, pair by pair.
-- column points_per_pair: Points per pair.
-- column points_sd: Standard deviation of the points of a pair, of a sample (n − 1).
-- column points_se: Standard error of points_per_pair.
-- column row_pairs: Pairs whose rows are known; the denominator of scoops.
-- column scoops_for: Pairs in which he won all three rows; a legal board wins all three of a foul.
-- column scoops_against: Pairs in which the opponent won all three rows.
with all_pairs as (
    select * from sum_pairs
),

sides as (
    select
        site,
        rules_id,
        player_a as player_id,
        case is_fantasy_a when true then 'fantasy' when false then 'normal' end as own_state,
        case is_fantasy_b when true then 'fantasy' when false then 'normal' end as opponent_state,
        hands,
        points,
        points_hands,
        points_squared,
        row_hands,
        scoops_a as scoops_for,
        scoops_b as scoops_against
    from all_pairs
    union all
    select
        site,
        rules_id,
        player_b as player_id,
        case is_fantasy_b when true then 'fantasy' when false then 'normal' end as own_state,
        case is_fantasy_a when true then 'fantasy' when false then 'normal' end as opponent_state,
        hands,
        -points as points,
        points_hands,
        points_squared,
        row_hands,
        scoops_b as scoops_for,
        scoops_a as scoops_against
    from all_pairs
),

sums as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        opponent_state,
        sum(hands)::bigint as pairs,
        sum(points)::bigint as points,
        sum(points_hands)::bigint as points_pairs,
        sum(points_squared)::bigint as points_squared,
        sum(row_hands)::bigint as row_pairs,
        sum(scoops_for)::bigint as scoops_for,
        sum(scoops_against)::bigint as scoops_against
    from sides
    group by site, rules_id, player_id, own_state, opponent_state
),

final as (
    select
        site,
        rules_id,
        player_id,
        own_state,
        opponent_state,
        pairs,
        pairs < 100 as is_small_sample,
        points,
        points_pairs,
        points_squared,
        ratio(points, points_pairs) as points_per_pair,
        sample_sd(points_pairs, points, points_squared) as points_sd,
        standard_error(points_pairs, points, points_squared) as points_se,
        row_pairs,
        scoops_for,
        scoops_against
    from sums
)

select * from final
