-- Statistics count every seat of the hands that count once, and their points add up to zero where all are known.
-- A seat of which nobody knows whether it is in Fantasyland is in neither count of the kinds.
with player_totals as (
    select * from player_stats
),

counted as (
    select * from stg_counted_hands
),

all_seats as (
    select * from seats
),

seats_counted as (
    select coalesce(sum(n_seats), 0) as n from counted
),

kinds_known as (
    select count(all_seats.is_fantasy) as n
    from all_seats
    semi join counted using (hand_key)
),

totals as (
    select
        coalesce(sum(hands), 0) as n,
        coalesce(sum(normal_hands + fantasy_hands), 0) as n_by_kind,
        coalesce(sum(scoops_for), 0) as scoops_for,
        coalesce(sum(scoops_against), 0) as scoops_against,
        coalesce(sum(points), 0) as points,
        coalesce(sum(points_hands), 0) as points_hands
    from player_totals
),

final as (
    select
        totals.n,
        totals.n_by_kind,
        seats_counted.n as n_seats,
        totals.scoops_for,
        totals.scoops_against,
        totals.points
    from totals
    cross join seats_counted
    cross join kinds_known
    where
        totals.n <> seats_counted.n
        or totals.n_by_kind <> kinds_known.n
        or totals.scoops_for <> totals.scoops_against
        or (totals.points <> 0 and totals.points_hands = totals.n)
)

select * from final
