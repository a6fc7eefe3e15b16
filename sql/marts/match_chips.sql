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
with sums as (
    select * from sum_matches
),

ends as (
    select
        site,
        club_id,
        table_id,
        match_id,
        currency,
        hands,
        first_hand_no,
        last_hand_no,
        first_hand.brought as brought,
        -- Whoever has lost his stake of a match sits out with the rest of his stack, which no record of the last hand states.
        case
            when match_cap is null or last_hand.n_seats = first_hand.n_seats then last_hand.left_after
        end as left_after,
        last_hand.is_last as is_ended,
        case when unraked_hands = 0 then rake end as rake
    from sums
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
