-- Every seat has its board, its claims and its computed row, every hand as many seats as it says, and no row is without its seat.
-- scope: hand
-- found counts rows of seats, boards, claims and scored_seats as 1, 10, 100 and 1000; for a whole hand, its seats.
with all_hands as (
    select * from hands
),

all_seats as (
    select * from seats
),

all_boards as (
    select * from boards
),

claimed as (
    select * from claims
),

computed as (
    select * from scored_seats
),

told as (
    select hand_key, acting_order, 1 as found from all_seats
    union all
    select hand_key, acting_order, 10 as found from all_boards
    union all
    select hand_key, acting_order, 100 as found from claimed
    union all
    select hand_key, acting_order, 1000 as found from computed
),

broken as (
    select hand_key, acting_order, sum(found) as found
    from told
    group by hand_key, acting_order
    having sum(found) <> 1111
),

seat_counts as (
    select hand_key, count(*) as n from all_seats group by hand_key
),

miscounted as (
    select
        coalesce(all_hands.hand_key, seat_counts.hand_key) as hand_key,
        null as acting_order,
        coalesce(seat_counts.n, 0) as found
    from all_hands
    full join seat_counts using (hand_key)
    where coalesce(all_hands.n_seats, -1) <> coalesce(seat_counts.n, 0)
),

final as (
    select hand_key, acting_order, found from broken
    union all
    select hand_key, acting_order, found from miscounted
)

select * from final
