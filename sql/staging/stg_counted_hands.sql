-- Hands that statistics count: complete, and not in conflict with another record of the same deal.
-- grain: hand_key
-- Cancelled and incomplete hands stay out, and so do both records of a conflict.
with all_hands as (
    select * from hands
),

clashes as (
    select * from id_clashes
),

in_conflict as (
    select hand_key from clashes where kind = 'conflict'
    union
    select other_hand_key as hand_key from clashes where kind = 'conflict'
),

final as (
    select
        all_hands.hand_key,
        all_hands.site,
        all_hands.club_id,
        all_hands.table_id,
        all_hands.hand_id,
        all_hands.match_id,
        all_hands.rules_id,
        all_hands.ended_at,
        all_hands.currency,
        all_hands.chip_price,
        all_hands.chip_currency,
        all_hands.point_value,
        all_hands.n_seats
    from all_hands
    anti join in_conflict using (hand_key)
    where all_hands.status = 'complete'
)

select * from final
