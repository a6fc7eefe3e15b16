-- Boards in words
-- One row per player and hand: his board with cards as text, and what it came to.
-- column Top: The three cards of the top row; two hyphens where none lies.
-- column Middle: The five cards of the middle row.
-- column Bottom: The five cards of the bottom row.
-- column In Fantasyland: Whether he played the hand in Fantasyland.
-- column Royalties: Royalties of the three rows together.
select
    hands.site as "Site",
    hands.hand_id as "Hand",
    seats.acting_order as "Acting order",
    seats.player_name as "Player",
    seats.is_fantasy as "In Fantasyland",
    array_to_string(
        list_transform(
            boards.cards[1:3],
            lambda c: case when c > 51 then '--' else substr('23456789TJQKA', c // 4 + 1, 1) || substr('cdhs', c % 4 + 1, 1) end
        ),
        ' '
    ) as "Top",
    array_to_string(
        list_transform(
            boards.cards[4:8],
            lambda c: case when c > 51 then '--' else substr('23456789TJQKA', c // 4 + 1, 1) || substr('cdhs', c % 4 + 1, 1) end
        ),
        ' '
    ) as "Middle",
    array_to_string(
        list_transform(
            boards.cards[9:13],
            lambda c: case when c > 51 then '--' else substr('23456789TJQKA', c // 4 + 1, 1) || substr('cdhs', c % 4 + 1, 1) end
        ),
        ' '
    ) as "Bottom",
    scored_seats.is_foul as "Foul",
    scored_seats.top_royalties + scored_seats.middle_royalties + scored_seats.bottom_royalties as "Royalties",
    scored_seats.points as "Points",
    scored_seats.net as "Net",
    boards.hand_key as "Hand key"
from boards
join hands using (hand_key)
join seats using (hand_key, acting_order)
left join scored_seats using (hand_key, acting_order)
