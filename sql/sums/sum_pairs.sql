-- What each pair of players made of each other, from the side of `a`, who acts first: by who is in Fantasyland, each currency for itself.
-- grain: site, rules_id, player_a, player_b, is_fantasy_a, is_fantasy_b, currency, chip_price, chip_currency
-- min: first_at
-- max: last_at
-- Two players are in it under both orders of acting. Accounts that a file of aliases gives to one person are no opponents.
-- column player_a: The account of `a`, or the one that stands for all of the person's at this site.
-- column player_b: The account of `b`, likewise.
-- column is_fantasy_a: Whether `a` is in Fantasyland; null where the record does not tell.
-- column is_fantasy_b: Whether `b` is, likewise.
-- column hands: Hands in which they met.
-- column points: Points of `a` against `b`.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column row_hands: Hands whose rows are known.
-- column rows_a: Rows `a` won; a legal board wins all three of a foul.
-- column rows_b: Rows `b` won.
-- column scoops_a: Hands in which `a` won all three rows.
-- column scoops_b: Hands in which `b` did.
-- column fouls_a: Fouls of `a` in those hands, in Fantasyland too.
-- column fouls_b: Fouls of `b`, likewise.
-- column royalties_a: Royalties `a` collected from `b`.
-- column royalties_b: Royalties `b` collected from `a`.
-- column royalty_hands: Hands in which both are known.
-- column amount: What `a` won from `b` by our computation, before rake.
-- column amount_hands: Hands where it can be told.
-- column first_at: When they met first.
-- column last_at: When they met last.
with pair_hands as (
    select * from int_pair_hands
),

final as (
    select
        site,
        rules_id,
        player_a,
        player_b,
        is_fantasy_a,
        is_fantasy_b,
        currency,
        chip_price,
        chip_currency,
        count(*) as hands,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint)::bigint as points_squared,
        count(top + middle + bottom) as row_hands,
        sum((top = 1)::integer + (middle = 1)::integer + (bottom = 1)::integer)::bigint as rows_a,
        sum((top = -1)::integer + (middle = -1)::integer + (bottom = -1)::integer)::bigint as rows_b,
        count(*) filter (top + middle + bottom = 3) as scoops_a,
        count(*) filter (top + middle + bottom = -3) as scoops_b,
        count(*) filter (is_foul_a) as fouls_a,
        count(*) filter (is_foul_b) as fouls_b,
        sum(royalties_a) filter (royalties_b is not null)::bigint as royalties_a,
        sum(royalties_b) filter (royalties_a is not null)::bigint as royalties_b,
        count(royalties_a + royalties_b) as royalty_hands,
        sum(amount)::decimal(18, 4) as amount,
        count(amount) as amount_hands,
        min(ended_at) as first_at,
        max(ended_at) as last_at
    from pair_hands
    where not is_one_person
    group by site, rules_id, player_a, player_b, is_fantasy_a, is_fantasy_b, currency, chip_price, chip_currency
)

select * from final
