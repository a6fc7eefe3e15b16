-- What was brought to each match, what was left after it, and what was raked in between, as the site says.
-- grain: site, club_id, table_id, match_id, currency
-- column hands: Hands of the match that count.
-- column first_hand_no: The number of the first of them.
-- column last_hand_no: The number of the last of them.
-- column is_whole: Whether they are numbered 1, 2, 3 and so on to the one that ends the match.
-- column brought: The stacks of all players at the start of the first of them together.
-- column left_after: The stacks of the players of the last of them after it together; whoever was out before had nothing; null where somebody is out who has lost the stake of the match only.
-- column rake: The rake of all hands together; null where one does not state it. In matches settled at their end it stands in the last hand.
-- column unaccounted: What was brought less what was left and raked: 0 where no money appears or vanishes.
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

-- A hand of which no money is stated moves none: its match is settled later.
ends as (
    select
        site,
        club_id,
        table_id,
        match_id,
        currency,
        count(*) as hands,
        min(hand_no) as first_hand_no,
        max(hand_no) as last_hand_no,
        arg_min(struct_pack(sum := brought), place).sum as brought,
        -- Whoever has lost his stake of a match sits out with the rest of his stack, which no record of the last hand states.
        case
            when max(match_cap) is null or arg_max(n_seats, place) = arg_min(n_seats, place)
                then arg_max(struct_pack(sum := left_after), place).sum
        end as left_after,
        arg_max(coalesce(last_of_match, false), place) as is_ended,
        case when count(*) filter (where won is not null and rake is null) = 0 then sum(rake) end as rake
    from hands_of_matches
    group by site, club_id, table_id, match_id, currency
),

final as (
    select
        site,
        club_id,
        table_id,
        match_id,
        currency,
        hands,
        first_hand_no,
        last_hand_no,
        first_hand_no = 1 and last_hand_no = hands and is_ended as is_whole,
        brought::decimal(18, 4) as brought,
        left_after::decimal(18, 4) as left_after,
        rake::decimal(18, 4) as rake,
        (brought - left_after - rake)::decimal(18, 4) as unaccounted
    from ends
)

select * from final
