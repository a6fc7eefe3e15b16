-- Each recomputed pair of players, told once from each side.
-- grain: hand_key, acting_order, opponent_order
-- column acting_order: The seat's place in the acting order.
-- column opponent_order: Acting order of the opponent.
-- column is_opponent_foul: Whether the opponent's rows are out of order; null on an incomplete board.
-- column is_scoop_for: Whether he won all three rows of the opponent; a legal board wins all three of a foul.
-- column is_scoop_against: Whether the opponent won all three rows of him.
-- column top: Top row: +1 he won it, −1 the opponent did, 0 tied.
-- column middle: Middle row, likewise.
-- column bottom: Bottom row, likewise.
-- column royalties_won: Royalties he collects from this opponent.
-- column royalties_conceded: Royalties this opponent collects from him.
with pairs as (
    select * from scored_pairs
),

computed as (
    select * from scored_seats
),

with_fouls as (
    select
        pairs.hand_key,
        pairs.a,
        pairs.b,
        pairs.top,
        pairs.middle,
        pairs.bottom,
        pairs.top = 1 and pairs.middle = 1 and pairs.bottom = 1 as is_scoop_of_a,
        pairs.top = -1 and pairs.middle = -1 and pairs.bottom = -1 as is_scoop_of_b,
        pairs.royalties_a,
        pairs.royalties_b,
        first_seat.is_foul as is_foul_a,
        second_seat.is_foul as is_foul_b
    from pairs
    inner join computed as first_seat
        on pairs.hand_key = first_seat.hand_key and pairs.a = first_seat.acting_order
    inner join computed as second_seat
        on pairs.hand_key = second_seat.hand_key and pairs.b = second_seat.acting_order
),

final as (
    select
        hand_key,
        a as acting_order,
        b as opponent_order,
        is_foul_a as is_foul,
        is_foul_b as is_opponent_foul,
        is_scoop_of_a as is_scoop_for,
        is_scoop_of_b as is_scoop_against,
        top,
        middle,
        bottom,
        royalties_a as royalties_won,
        royalties_b as royalties_conceded
    from with_fouls
    union all
    select
        hand_key,
        b as acting_order,
        a as opponent_order,
        is_foul_b as is_foul,
        is_foul_a as is_opponent_foul,
        is_scoop_of_b as is_scoop_for,
        is_scoop_of_a as is_scoop_against,
        -top as top,
        -middle as middle,
        -bottom as bottom,
        royalties_b as royalties_won,
        royalties_a as royalties_conceded
    from with_fouls
)

select * from final
