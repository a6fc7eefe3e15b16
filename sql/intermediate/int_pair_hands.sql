-- One row per pair of players of a hand that statistics count, from the side of `a`, who acts before `b`.
-- grain: hand_key, a, b
-- column player_a: The account of `a`, or the one that stands for all of the person's at this site.
-- column player_b: The account of `b`, likewise.
-- column is_fantasy_a: Whether `a` is in Fantasyland in this hand; null where the record does not tell.
-- column is_fantasy_b: Whether `b` is, likewise.
-- column is_foul_a: Whether the rows of `a` are out of order; null on an incomplete board.
-- column is_foul_b: Whether those of `b` are, likewise.
-- column is_one_person: Whether both accounts belong to one person.
with player_hands as (
    select * from int_player_hands
),

pairs as (
    select * from scored_pairs
),

final as (
    select
        pairs.hand_key,
        pairs.a,
        pairs.b,
        first_seat.site,
        first_seat.club_id,
        first_seat.table_id,
        first_seat.match_id,
        first_seat.rules_id,
        first_seat.ended_at,
        first_seat.currency,
        first_seat.chip_price,
        first_seat.chip_currency,
        first_seat.point_value,
        first_seat.n_seats,
        first_seat.player_id as player_a,
        second_seat.player_id as player_b,
        first_seat.is_fantasy as is_fantasy_a,
        second_seat.is_fantasy as is_fantasy_b,
        first_seat.is_foul as is_foul_a,
        second_seat.is_foul as is_foul_b,
        first_seat.player_id = second_seat.player_id as is_one_person,
        pairs.top,
        pairs.middle,
        pairs.bottom,
        pairs.royalties_a,
        pairs.royalties_b,
        pairs.points,
        pairs.amount
    from pairs
    inner join player_hands as first_seat
        on pairs.hand_key = first_seat.hand_key and pairs.a = first_seat.acting_order
    inner join player_hands as second_seat
        on pairs.hand_key = second_seat.hand_key and pairs.b = second_seat.acting_order
)

select * from final
