-- Which rows each player fills when: cards laid on each street, and how often a row is empty or full after it, outside Fantasyland.
-- grain: site, rules_id, player_id, last_street, row_name, street
-- Hands: complete ones outside Fantasyland of which the street of every card is known.
-- column last_street: The last street of the hands.
-- column row_name: The row: top, middle or bottom.
-- column street: The street, 1 for the first five cards.
-- column hands: Hands of the group.
-- column cards: Cards laid in the row on that street.
-- column empty_hands: Hands in which no card lies in the row after that street.
-- column full_hands: Hands in which the row is full after that street.
with player_hands as (
    select * from int_player_hands
),

laid as (
    select
        site,
        rules_id,
        player_id,
        streets,
        list_max(streets)::integer as last_street
    from player_hands
    where own_state = 'normal' and list_min(streets) > 0 and list_max(streets) < 255
),

-- How a row was filled is a number: eight to the power of its street for each card, so that a digit of it counts the cards of a street.
filled as (
    select
        site,
        rules_id,
        player_id,
        last_street,
        unnest(['top', 'middle', 'bottom']) as row_name,
        unnest(
            [
                (1 << (3 * streets[1]::integer))
                + (1 << (3 * streets[2]::integer))
                + (1 << (3 * streets[3]::integer)),
                (1 << (3 * streets[4]::integer))
                + (1 << (3 * streets[5]::integer))
                + (1 << (3 * streets[6]::integer))
                + (1 << (3 * streets[7]::integer))
                + (1 << (3 * streets[8]::integer)),
                (1 << (3 * streets[9]::integer))
                + (1 << (3 * streets[10]::integer))
                + (1 << (3 * streets[11]::integer))
                + (1 << (3 * streets[12]::integer))
                + (1 << (3 * streets[13]::integer))
            ]
        ) as filled_on
    from laid
),

-- A row has few ways to be filled, so these are counted before they are looked at street by street.
ways as (
    select
        site,
        rules_id,
        player_id,
        last_street,
        row_name,
        filled_on,
        count(*) as hands
    from filled
    group by site, rules_id, player_id, last_street, row_name, filled_on
),

by_street as (
    select
        site,
        rules_id,
        player_id,
        last_street,
        row_name,
        filled_on,
        hands,
        unnest(generate_series(1, last_street)) as street
    from ways
),

final as (
    select
        site,
        rules_id,
        player_id,
        last_street,
        row_name,
        street,
        sum(hands)::bigint as hands,
        sum(hands * ((filled_on >> (3 * street)) % 8))::bigint as cards,
        coalesce(sum(hands) filter (filled_on % (1 << (3 * street + 3)) = 0), 0)::bigint as empty_hands,
        coalesce(sum(hands) filter (filled_on < (1 << (3 * street + 3))), 0)::bigint as full_hands
    from by_street
    group by site, rules_id, player_id, last_street, row_name, street
)

select * from final
