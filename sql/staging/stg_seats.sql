-- One row per player dealt into a hand: who he is, what the rules make of his hand and what the site said of his money.
-- grain: hand_key, acting_order
-- column is_auto: Whether the site placed any street of his itself; null where the record does not say.
-- column used_ms: Milliseconds used on all streets whose time is known; null when none is.
-- column royalties: Royalties of the three rows together, 0 on a foul; null where one of them is unknown.
-- column computed_net: What moves to the player before rake by our computation; null where it cannot be told.
-- column claimed_stack: What the site says he had left after the hand; null where it says nothing.
-- column claimed_net: What the site says he won or lost, after cap and rake; null where it says nothing.
-- column claimed_rake: The rake the site says it took from him; null where it says nothing.
with all_seats as (
    select * from seats
),

all_boards as (
    select * from boards
),

computed as (
    select * from scored_seats
),

claimed as (
    select * from claims
),

final as (
    select
        all_seats.hand_key,
        all_seats.acting_order,
        all_seats.player_id,
        all_seats.player_name,
        all_seats.is_fantasy,
        all_seats.fantasy_cards,
        all_seats.stack,
        all_boards.streets,
        all_boards.street_ms,
        all_boards.street_auto,
        list_bool_or(all_boards.street_auto) as is_auto,
        list_sum(all_boards.street_ms)::bigint as used_ms,
        computed.is_foul,
        computed.top_category,
        computed.middle_category,
        computed.bottom_category,
        computed.top_rank,
        computed.top_royalties,
        computed.middle_royalties,
        computed.bottom_royalties,
        computed.top_royalties::integer + computed.middle_royalties + computed.bottom_royalties as royalties,
        computed.points,
        computed.is_fantasy_next,
        computed.net as computed_net,
        claimed.stack as claimed_stack,
        claimed.net as claimed_net,
        claimed.rake as claimed_rake
    from all_seats
    inner join all_boards using (hand_key, acting_order)
    inner join computed using (hand_key, acting_order)
    inner join claimed using (hand_key, acting_order)
)

select * from final
