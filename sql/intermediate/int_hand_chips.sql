-- What lay on the table before and after each stored hand, and what was paid in it.
-- grain: hand_key
-- Each sum is null where it is not known of every player.
-- column brought: The stacks of all players at the start of the hand together.
-- column left_after: The stacks of all players after the hand together, as the site says.
-- column won: What all winners won together, after rake, as the site says.
-- column lost: What all losers lost together, as the site says.
-- column points_won: The points of all players who won any, together, by our computation.
-- column rake: The rake the site says it took from all players together; where it names none of a player, that of the whole hand.
with all_hands as (
    select * from hands
),

players as (
    select * from stg_seats
),

sums as (
    select
        hand_key,
        case when count(stack) = count(*) then sum(stack) end as brought,
        case when count(claimed_stack) = count(*) then sum(claimed_stack) end as left_after,
        case when count(claimed_net) = count(*) then sum(greatest(claimed_net, 0)) end as won,
        case when count(claimed_net) = count(*) then sum(greatest(-claimed_net, 0)) end as lost,
        case when count(points) = count(*) then sum(greatest(points, 0)) end as points_won,
        case when count(claimed_rake) = count(*) then sum(claimed_rake) end as rake
    from players
    group by hand_key
),

final as (
    select
        all_hands.hand_key,
        sums.brought::decimal(18, 4) as brought,
        sums.left_after::decimal(18, 4) as left_after,
        sums.won::decimal(18, 4) as won,
        sums.lost::decimal(18, 4) as lost,
        sums.points_won::bigint as points_won,
        coalesce(sums.rake, all_hands.rake)::decimal(18, 4) as rake
    from all_hands
    left join sums using (hand_key)
)

select * from final
