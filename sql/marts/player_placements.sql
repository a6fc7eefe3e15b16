-- Which rows each player fills when: cards laid on each street, and how often a row is empty or full after it, outside Fantasyland.
-- grain: site, rules_id, player_id, street, row_name
-- Hands: complete ones outside Fantasyland of which the street of every card is known.
-- column street: 1 to 5, 1 to 9 in the classic deal.
-- column row_name: top, middle or bottom.
-- column hands: Hands of which all streets are known; the denominator of the rest.
-- column cards: Cards laid in this row on this street.
-- column cards_per_hand: Cards laid in this row on this street per hand.
-- column empty_hands: Hands in which the row is empty after this street.
-- column empty_rate: Hands in which the row is empty after this street per hand.
-- column empty_rate_low: Lower end of its 95 % interval.
-- column empty_rate_high: Upper end of its 95 % interval.
-- column full_hands: Hands in which the row is full after this street.
-- column full_rate: Hands in which the row is full after this street per hand.
-- column full_rate_low: Lower end of its 95 % interval.
-- column full_rate_high: Upper end of its 95 % interval.
with player_hands as (
    select * from int_player_hands
),

laid as (
    select
        site,
        rules_id,
        player_id,
        streets
    from player_hands
    where own_state = 'normal' and list_min(streets) > 0 and list_max(streets) < 255
),

-- How a row was filled is a number: eight to the power of its street for each card, so that a digit of it counts the cards of a street.
filled as (
    select
        site,
        rules_id,
        player_id,
        (1 << (3 * streets[1]::integer))
        + (1 << (3 * streets[2]::integer))
        + (1 << (3 * streets[3]::integer)) as top_filled,
        (1 << (3 * streets[4]::integer))
        + (1 << (3 * streets[5]::integer))
        + (1 << (3 * streets[6]::integer))
        + (1 << (3 * streets[7]::integer))
        + (1 << (3 * streets[8]::integer)) as middle_filled,
        (1 << (3 * streets[9]::integer))
        + (1 << (3 * streets[10]::integer))
        + (1 << (3 * streets[11]::integer))
        + (1 << (3 * streets[12]::integer))
        + (1 << (3 * streets[13]::integer)) as bottom_filled
    from laid
),

-- A row has few ways to be filled, so these are counted before they are looked at street by street.
ways as (
    select
        site,
        rules_id,
        player_id,
        'top' as row_name,
        top_filled as filled_on,
        count(*) as hands
    from filled
    group by site, rules_id, player_id, top_filled
    union all
    select
        site,
        rules_id,
        player_id,
        'middle' as row_name,
        middle_filled as filled_on,
        count(*) as hands
    from filled
    group by site, rules_id, player_id, middle_filled
    union all
    select
        site,
        rules_id,
        player_id,
        'bottom' as row_name,
        bottom_filled as filled_on,
        count(*) as hands
    from filled
    group by site, rules_id, player_id, bottom_filled
),

last_streets as (
    select
        site,
        rules_id,
        player_id,
        max(list_max(streets))::integer as last_street
    from laid
    group by site, rules_id, player_id
),

by_street as (
    select
        ways.site,
        ways.rules_id,
        ways.player_id,
        ways.row_name,
        ways.filled_on,
        ways.hands,
        unnest(generate_series(1, last_streets.last_street)) as street
    from ways
    inner join last_streets
        on
            ways.site = last_streets.site
            and ways.rules_id is not distinct from last_streets.rules_id
            and ways.player_id = last_streets.player_id
),

sums as (
    select
        site,
        rules_id,
        player_id,
        street,
        row_name,
        sum(hands)::bigint as hands,
        sum(hands * ((filled_on >> (3 * street)) % 8))::bigint as cards,
        coalesce(sum(hands) filter (filled_on % (1 << (3 * street + 3)) = 0), 0)::bigint as empty_hands,
        coalesce(sum(hands) filter (filled_on < (1 << (3 * street + 3))), 0)::bigint as full_hands
    from by_street
    group by site, rules_id, player_id, street, row_name
),

final as (
    select
        site,
        rules_id,
        player_id,
        street,
        row_name,
        hands,
        cards,
        ratio(cards, hands) as cards_per_hand,
        empty_hands,
        ratio(empty_hands, hands) as empty_rate,
        wilson_low(empty_hands, hands) as empty_rate_low,
        wilson_high(empty_hands, hands) as empty_rate_high,
        full_hands,
        ratio(full_hands, hands) as full_rate,
        wilson_low(full_hands, hands) as full_rate_low,
        wilson_high(full_hands, hands) as full_rate_high
    from sums
)

select * from final
