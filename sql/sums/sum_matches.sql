-- What was brought to each match, what was left after it, and what was raked in between, as the site says, as far as its hands are at hand.
-- grain: site, club_id, table_id, match_id, currency
-- min: first_hand_no, first_place
-- max: last_hand_no, last_place, match_cap
-- at min first_place: first_hand
-- at max last_place: last_hand
-- A hand of which no money is stated moves none: its match is settled later.
-- column hands: Hands that count.
-- column first_hand_no: The least number of a hand.
-- column last_hand_no: The greatest number of a hand.
-- column first_place: The number and the key of the first hand; of two that bear one number the one with the lower key.
-- column last_place: Those of the last hand.
-- column first_hand: What was brought to the first hand, and by how many players.
-- column last_hand: What was left after the last hand, to how many players, and whether it is said to end the match.
-- column match_cap: The stake of a match, at which losses end.
-- column rake: The rake stated.
-- column unraked_hands: Hands whose money is stated and whose rake is not.
with counted as (
    select * from stg_counted_hands
),

all_hands as (
    select * from hands
),

chips as (
    select * from int_hand_chips
),

hands_of_matches as (
    select
        all_hands.site,
        all_hands.club_id,
        all_hands.table_id,
        all_hands.match_id,
        all_hands.currency,
        all_hands.hand_no,
        -- Two hands that bear one number are told apart by their keys, so that the same of them is the first on every machine.
        struct_pack(no := all_hands.hand_no, k := hand_key) as place,
        all_hands.last_of_match,
        all_hands.n_seats,
        all_hands.match_cap,
        chips.brought,
        chips.left_after,
        chips.won,
        chips.rake
    from counted
    inner join all_hands using (hand_key)
    inner join chips using (hand_key)
    where all_hands.match_id is not null and all_hands.hand_no is not null
),

final as (
    select
        site,
        club_id,
        table_id,
        match_id,
        currency,
        count(*) as hands,
        min(hand_no) as first_hand_no,
        max(hand_no) as last_hand_no,
        min(place) as first_place,
        max(place) as last_place,
        arg_min(struct_pack(brought := brought, n_seats := n_seats), place) as first_hand,
        arg_max(
            struct_pack(
                left_after := left_after,
                n_seats := n_seats,
                is_last := coalesce(last_of_match, false)
            ),
            place
        ) as last_hand,
        max(match_cap) as match_cap,
        sum(rake)::decimal(18, 4) as rake,
        count(*) filter (won is not null and rake is null) as unraked_hands
    from hands_of_matches
    group by site, club_id, table_id, match_id, currency
)

select * from final
